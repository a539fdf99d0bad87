/** The page's connection to the emulated table in its worker. */
import type { Board } from '../board.ts';
import type { ChipName } from '../chips.ts';
import type { FromWorker, ToWorker } from './messages.ts';

type Kinds = FromWorker['from'];
type Heard<K extends Kinds> = Extract<FromWorker, { from: K }>;

export interface BoardFiles {
  board: Board;
  elf: Uint8Array;
  block: Uint8Array;
  /** Path of the UF2 file. Undefined for a board that came in the address. */
  uf2?: string;
}

/** Names of the boards on the server. */
export async function listBoards(): Promise<string[]> {
  const answer = await fetch('firmware/boards.json');
  if (!answer.ok) throw new Error('no firmware was built; run `cargo xtask play`');
  return (await answer.json()) as string[];
}

async function fetchFile(path: string): Promise<Response> {
  const answer = await fetch(`firmware/${path}`);
  // The server explains what is wrong with a board file.
  if (answer.status === 422) throw new Error(await answer.text());
  // Some servers answer an unknown address with the page itself: the file is missing then, too.
  if (!answer.ok || answer.headers.get('Content-Type')?.includes('text/html'))
    throw new Error(`${path} is not there; run \`cargo xtask play\``);
  return answer;
}

const fetchBytes = async (path: string) => new Uint8Array(await (await fetchFile(path)).arrayBuffer());

/** Called with the fraction of the firmware that has arrived, 0 to 1. */
export type Progress = (part: number) => void;

/** Fetches a gzipped file, which the server may have unpacked already. */
async function fetchPacked(path: string, progress: Progress): Promise<Uint8Array> {
  const answer = await fetchFile(path);
  const total = Number(answer.headers.get('Content-Length'));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let come = 0;
  const reader = answer.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    parts.push(next.value);
    come += next.value.length;
    if (total > 0) progress(Math.min(1, come / total));
  }
  const file = new Blob(parts);
  const [first, second] = parts[0] ?? [];
  const packed = first === 0x1f && second === 0x8b;
  const stream = packed ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The firmware of each chip, which is the same for every board. */
const elfs = new Map<ChipName, Promise<Uint8Array>>();
const PACKED: Record<ChipName, string> = { rp2040: 'firmware.bin', rp2350: 'rp2350/firmware.bin' };
export const DEFAULT_CHIP: ChipName = 'rp2040';

/** The chip in the page's address, if that names one. */
export function chipInAddress(): ChipName {
  const asked = new URLSearchParams(location.search).get('chip')?.toLowerCase();
  return (Object.keys(PACKED) as ChipName[]).find((name) => name === asked) ?? DEFAULT_CHIP;
}

export function fetchElf(chip: ChipName, progress: Progress): Promise<Uint8Array> {
  const fetched = elfs.get(chip) ?? fetchPacked(PACKED[chip], progress);
  elfs.set(chip, fetched);
  fetched.catch(() => elfs.delete(chip));
  return fetched.catch(() => {
    throw new Error(`the firmware for the ${chip.toUpperCase()} is not there; run \`cargo xtask play --chip ${chip}\``);
  });
}

/** The board in the page's address, if there is one. The page for making boards puts it there. */
export async function boardInAddress(): Promise<{ board: Board; block: Uint8Array } | undefined> {
  const [, address] = /^#board=(.+)$/.exec(location.hash) ?? [];
  if (!address) return undefined;
  const [{ read }, { Rust }] = await Promise.all([import('../maker/address.ts'), import('../maker/rust.ts')]);
  const rust = await Rust.load(document.baseURI);
  const { made, mistakes } = rust.review(await read(address));
  if (!made) throw new Error(`the board in the address cannot be built: ${mistakes[0].key}: ${mistakes[0].reason}`);
  return { board: made.board, block: Uint8Array.from(made.block) };
}

export async function fetchBoard(name: string, chip: ChipName, progress: Progress): Promise<BoardFiles> {
  const elf = fetchElf(chip, progress);
  // A failure is reported where it is awaited, below.
  elf.catch(() => undefined);
  // One after the other: a development server writes both files when asked for the first.
  const board = (await (await fetchFile(`${name}/board.json`)).json()) as Board;
  const block = await fetchBytes(`${name}/board.bin`);
  return { board, elf: await elf, block, uf2: `firmware/${name}/firmware.uf2` };
}

/** The device has stopped if the page is visible and simulated time has not advanced for this long. */
const STOPPED_MS = 4000;
const LOOK_MS = 500;

export class Device {
  private worker: Worker;
  private readonly listeners = new Map<Kinds, ((message: never) => void)[]>();

  /** Simulated milliseconds at the last frame. */
  now = 0;
  private sleepers: { until: number; wake: () => void }[] = [];
  private running = false;
  private still = 0;
  private looked = { now: 0, wall: 0 };

  /** Called once if the device has stopped. */
  onStopped: () => void = () => {};
  /** Called with every message that a hand sends. */
  onHand: (message: ToWorker) => void = () => {};

  constructor() {
    this.worker = this.start();
    setInterval(() => this.look(), LOOK_MS);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (worker !== this.worker) return;
      if (data.from === 'frame') this.tick(data.now);
      if (data.from === 'failed') this.running = false;
      for (const listener of this.listeners.get(data.from) ?? []) listener(data as never);
    };
    return worker;
  }

  /** Replaces a worker that no longer answers; the table has to be opened again. */
  restart(): void {
    this.worker.terminate();
    this.running = false;
    this.worker = this.start();
  }

  /** Checks how long simulated time has stood still. Ignores time while the page is hidden or the computer asleep. */
  private look(): void {
    const wall = performance.now();
    const late = wall - this.looked.wall > 3 * LOOK_MS;
    const moved = this.now !== this.looked.now;
    this.looked = { now: this.now, wall };
    if (!this.running || moved || late || document.visibilityState !== 'visible') {
      if (moved || late) this.still = 0;
      return;
    }
    const before = this.still;
    this.still += LOOK_MS;
    if (before < STOPPED_MS && this.still >= STOPPED_MS) this.onStopped();
  }

  private tick(now: number): void {
    // Simulated time starts at zero for each table opened.
    const back = now < this.now;
    this.now = now;
    const due = this.sleepers.filter(({ until }) => back || until <= now);
    this.sleepers = this.sleepers.filter((sleeper) => !due.includes(sleeper));
    for (const { wake } of due) wake();
  }

  /** Waits in simulated milliseconds, which last longer on a slow computer. */
  passed(ms: number): Promise<void> {
    return new Promise((wake) => this.sleepers.push({ until: this.now + ms, wake }));
  }

  on<K extends Kinds>(kind: K, listener: (message: Heard<K>) => void): void {
    this.listeners.set(kind, [...(this.listeners.get(kind) ?? []), listener]);
  }

  say(message: ToWorker): void {
    if (message.to === 'open') [this.running, this.still] = [true, 0];
    this.worker.postMessage(message);
  }

  /** Sends what a visitor did by hand. */
  hand(message: ToWorker): void {
    this.onHand(message);
    this.say(message);
  }

  /** The current content of the flash. */
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
