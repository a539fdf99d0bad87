/** A board in a URL: its tree as JSON, deflated, in URL-safe characters. */
import type { Board } from '../board-file.ts';

const FORMAT: CompressionFormat = 'deflate-raw';

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const out = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

export async function written(board: Board): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(board));
  const bytes = await through(text, new CompressionStream(FORMAT));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Reads the board in an address; undefined if there is none. */
export async function read(address: string): Promise<Board | undefined> {
  try {
    const letters = atob(address.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = await through(
      Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
      new DecompressionStream(FORMAT),
    );
    const tree: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isBoard(tree) ? tree : undefined;
  } catch {
    return undefined;
  }
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown) => Array.isArray(value) && value.every(isTable);

/** True if the form can show `tree`. Its values are checked elsewhere. */
function isBoard(tree: unknown): tree is Board {
  if (!isTable(tree) || typeof tree['name'] !== 'string') return false;
  const { seats, knobs, buses, screens, power, body } = tree;
  if (!isTable(seats) || !isTable(knobs) || !isTable(power) || !isTable(body)) return false;
  const chain = knobs['chain'];
  const whole = chain === undefined || (isTable(chain) && isTable(chain['proof']));
  const muxes = isList(buses) && buses.every(({ mux }) => isList(mux));
  return whole && muxes && isList(screens) && (knobs['pins'] === undefined || isList(knobs['pins']));
}
