/** The page's end of the wire to the emulated table. */
import type { Board } from '../board.ts';
import type { FromWorker, ToWorker } from './messages.ts';

type Kinds = FromWorker['from'];
type Heard<K extends Kinds> = Extract<FromWorker, { from: K }>;

export interface BoardFiles {
  board: Board;
  elf: Uint8Array;
  uf2: string;
}

/** The boards that there are, by name; some may have to be built when they are first chosen. */
export async function listBoards(): Promise<string[]> {
  const answer = await fetch('firmware/boards.json');
  if (!answer.ok) throw new Error('no firmware was built; run `cargo xtask play`');
  return (await answer.json()) as string[];
}

/** A server that answers every address with the page has not found the file either. */
const isThere = (answer: Response) => answer.ok && !answer.headers.get('Content-Type')?.includes('text/html');

export async function fetchBoard(name: string, progress: (text: string) => void): Promise<BoardFiles> {
  const ask = () => Promise.all([fetch(`firmware/${name}/board.json`), fetch(`firmware/${name}/firmware.elf`)]);
  let answers = await ask();
  if (!answers.every(isThere)) {
    await build(name, progress);
    answers = await ask();
  }
  const [board, elf] = answers;
  if (!answers.every(isThere))
    throw new Error(`the firmware of ${name} is not there; run \`cargo xtask play --board ${name}\``);
  return {
    board: (await board.json()) as Board,
    elf: new Uint8Array(await elf.arrayBuffer()),
    uf2: `firmware/${name}/firmware.uf2`,
  };
}

/** Has the server build a board, and says how far it is. A server that cannot says so in its first word. */
async function build(name: string, progress: (text: string) => void): Promise<void> {
  progress(`Building the firmware of ${name} …`);
  const answer = await fetch(`firmware/${name}/build`, { method: 'POST' });
  if (!isThere(answer) || !answer.body) return;
  const lines = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let said = '';
  for (let part = await lines.read(); !part.done; part = await lines.read()) {
    said += part.value;
    const last = said.trimEnd().split('\n').at(-1);
    if (last) progress(`Building the firmware of ${name}: ${last}`);
  }
  const failure = /^failed: (.*)$/ms.exec(said);
  if (failure) throw new Error(`The firmware of ${name} could not be built: ${failure[1].trim()}`);
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
