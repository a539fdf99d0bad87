/** The page's end of the wire to the emulated table. */
import type { Board } from '../board.ts';
import type { ChipName } from '../chips.ts';
import type { FromWorker, ToWorker } from './messages.ts';

type Kinds = FromWorker['from'];
type Heard<K extends Kinds> = Extract<FromWorker, { from: K }>;

export interface BoardFiles {
  board: Board;
  elf: Uint8Array;
  block: Uint8Array;
  /** Where the file to flash is; none for a board that came in the address. */
  uf2?: string;
}

/** The boards that there are, by name. */
export async function listBoards(): Promise<string[]> {
  const answer = await fetch('firmware/boards.json');
  if (!answer.ok) throw new Error('no firmware was built; run `cargo xtask play`');
  return (await answer.json()) as string[];
}

async function fetchFile(path: string): Promise<Response> {
  const answer = await fetch(`firmware/${path}`);
  // What is wrong with a board's file.
  if (answer.status === 422) throw new Error(await answer.text());
  // A server that answers every address with the page has not found the file either.
  if (!answer.ok || answer.headers.get('Content-Type')?.includes('text/html'))
    throw new Error(`${path} is not there; run \`cargo xtask play\``);
  return answer;
}

const fetchBytes = async (path: string) => new Uint8Array(await (await fetchFile(path)).arrayBuffer());

/** The firmware of each chip, which is the same for every board. */
const elfs = new Map<ChipName, Promise<Uint8Array>>();
const ELF: Record<ChipName, string> = { rp2040: 'firmware.elf', rp2350: 'rp2350/firmware.elf' };

export function fetchElf(chip: ChipName): Promise<Uint8Array> {
  const fetched = elfs.get(chip) ?? fetchBytes(ELF[chip]);
  elfs.set(chip, fetched);
  fetched.catch(() => elfs.delete(chip));
  return fetched.catch(() => {
    throw new Error(`the firmware for the ${chip.toUpperCase()} is not there; run \`cargo xtask play --chip ${chip}\``);
  });
}

/** The board that the page's address holds, if it holds one: from the page on which people make boards. */
export async function boardInAddress(): Promise<{ board: Board; block: Uint8Array } | undefined> {
  const [, address] = /^#board=(.+)$/.exec(location.hash) ?? [];
  if (!address) return undefined;
  const [{ read }, { Rust }] = await Promise.all([import('../maker/address.ts'), import('../maker/rust.ts')]);
  const rust = await Rust.load(document.baseURI);
  const { made, mistakes } = rust.look(await read(address));
  if (!made) throw new Error(`the board in the address cannot be built: ${mistakes[0].key}: ${mistakes[0].reason}`);
  return { board: made.board, block: Uint8Array.from(made.block) };
}

export async function fetchBoard(name: string, chip: ChipName): Promise<BoardFiles> {
  // The server may make the block along with this.
  const board = (await (await fetchFile(`${name}/board.json`)).json()) as Board;
  return {
    board,
    elf: await fetchElf(chip),
    block: await fetchBytes(`${name}/board.bin`),
    uf2: `firmware/${name}/firmware.uf2`,
  };
}

export class Device {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  private readonly listeners = new Map<Kinds, ((message: never) => void)[]>();

  /** Simulated milliseconds, as last heard. */
  now = 0;
  private sleepers: { until: number; wake: () => void }[] = [];

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.from === 'frame') this.tick(data.now);
      for (const listener of this.listeners.get(data.from) ?? []) listener(data as never);
    };
  }

  private tick(now: number): void {
    // The clock starts anew with every table that is opened.
    const back = now < this.now;
    this.now = now;
    const due = this.sleepers.filter(({ until }) => back || until <= now);
    this.sleepers = this.sleepers.filter((sleeper) => !due.includes(sleeper));
    for (const { wake } of due) wake();
  }

  /** Lets so many simulated milliseconds pass: on a slow computer they last longer. */
  passed(ms: number): Promise<void> {
    return new Promise((wake) => this.sleepers.push({ until: this.now + ms, wake }));
  }

  on<K extends Kinds>(kind: K, listener: (message: Heard<K>) => void): void {
    this.listeners.set(kind, [...(this.listeners.get(kind) ?? []), listener]);
  }

  say(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  /** What the flash holds now. */
  flash(): Promise<Uint8Array> {
    return new Promise((resolve) => {
      const listener = ({ bytes }: Heard<'flash'>) => {
        this.listeners.set('flash', []);
        resolve(bytes);
      };
      this.on('flash', listener);
      this.say({ to: 'flash' });
    });
  }
}
