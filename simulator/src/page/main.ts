/** The page: chooses a board, wires the table to the worker that runs it, and the panels to the table. */
import '../look/look.css';
import './style.css';
import type { ChipName } from '../chips.ts';
import { button, make } from '../look/dom.ts';
import { ask } from './ask.ts';
import { Bench, said } from './bench.ts';
import {
  type BoardFiles,
  boardInAddress,
  chipInAddress,
  DEFAULT_CHIP,
  Device,
  fetchBoard,
  fetchElf,
  listBoards,
} from './device.ts';
import { Guide } from './guide.ts';
import type { FromReader, ToReader } from './reader.worker.ts';
import * as shelf from './shelf.ts';
import { Sound } from './sound.ts';
import { Stage } from './stage.ts';

const get = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page lacks ${selector}`);
  return found;
};

/** The board to show if the address names none. */
const DEFAULT_BOARD = 'table';
/** Time for which a picture must stand still before it is read aloud. */
const READ_AFTER_MS = 250;
/** Delay before the rehearsal, so that it does not slow down the first picture. */
const REHEARSE_AFTER_MS = 1500;

/** The emulated chip. */
let chip = chipInAddress();
/** The key under which a board's flash is kept, separately for each chip. */
const kept = (board: string) => (chip === DEFAULT_CHIP ? board : `${board}, ${chip}`);

const device = new Device();
const sound = new Sound();
const readerWorker = () => new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' });
/** The worker that reads pictures. Started with the first text to read, so that it does not delay the first picture. */
let reader: Worker | null = null;
let stage: Stage | null = null;
let bench: Bench | null = null;
let guide: Guide | null = null;
let files: BoardFiles | null = null;
/** The board in the address, if there is one. */
let own: Awaited<ReturnType<typeof boardInAddress>>;
const ownAddress = location.hash;
/** True if the device's memory holds a game that could be lost. */
let played = false;

/** Shows a message at the foot of the page, with a button if there is something to do about it. */
function notice(text: string, way?: { name: string; act: () => void }): void {
  const out: (string | HTMLElement)[] = [text];
  if (way) out.push(button(way.name, way.act));
  get('#notice').replaceChildren(...out);
}

/** A random seed, unless the address names one. */
const seed = () => Number(new URLSearchParams(location.search).get('seed') ?? Math.floor(Math.random() * 1e9));

function switchOn(flash?: Uint8Array): void {
  if (!files) return;
  const { board, elf, block } = files;
  device.say({ to: 'open', board, elf: elf.slice(), block, seed: seed(), ...(flash ? { flash } : {}) });
}

/** Restarts the device with an empty memory; asks first if a game would be lost. */
async function blank(): Promise<boolean> {
  if (!files) return false;
  const question = 'Starting afresh erases the game on this device.';
  if (played && !(await ask(question, 'Start afresh', 'Keep my game'))) return false;
  await shelf.forget(kept(files.board.name));
  played = false;
  guide?.anew();
  switchOn();
  return true;
}

/** Shows how much of the firmware has arrived; the table replaces the bar. */
function progress(part: number): void {
  const bar = document.querySelector<HTMLProgressElement>('#loading progress');
  if (bar) bar.value = part;
}

/** Puts a board on the table, optionally with another chip. */
async function open(name: string, other = chip): Promise<void> {
  const fetched =
    own?.board.name === name
      ? { ...own, elf: await fetchElf(other, progress) }
      : await fetchBoard(name, other, progress);
  chip = other;
  const flash = await shelf.load(kept(name));
  notice('');
  files = fetched;
  played = flash !== undefined;
  guide?.end();
  document.body.dataset['board'] = name;
  stage = new Stage(get('#stage'), files.board, device);
  bench = new Bench(get('#bench .bench'), files.board, device, files.uf2, chip, exchange);
  guide = new Guide(get('#guide'), { board: files.board, device, stage, blank: !played, anew: blank });
  get('#sound').hidden = !files.board.buzzer;
  const address = new URL(location.href);
  address.searchParams.set('board', name);
  if (chip === DEFAULT_CHIP) address.searchParams.delete('chip');
  else address.searchParams.set('chip', chip);
  const isOwn = own?.board.name === name;
  if (isOwn) address.searchParams.delete('board');
  address.hash = isOwn ? ownAddress : '';
  get('#change').setAttribute(
    'href',
    isOwn ? `board.html#${ownAddress.slice('#board='.length)}` : `board.html?board=${name}`,
  );
  history.replaceState(null, '', address);
  switchOn(flash);
  setTimeout(rehearse, REHEARSE_AFTER_MS, files, guide);
}

/** Opens the same board with the other chip; if that fails, the current one stays. */
function exchange(other: ChipName): void {
  if (!files) return;
  const { board, uf2 } = files;
  open(board.name, other).catch((error: unknown) => {
    bench = new Bench(get('#bench .bench'), board, device, uf2, chip, exchange);
    failed(error);
  });
}

function tell(message: ToReader): void {
  if (!reader) {
    reader = readerWorker();
    reader.onmessage = ({ data }: MessageEvent<FromReader>) => heard(data);
  }
  reader.postMessage(message);
}

/** Timers of screens that have changed. A screen is read when its timer ends. */
const unread = new Map<number, number>();
function readSoon(index: number): void {
  clearTimeout(unread.get(index));
  unread.set(
    index,
    window.setTimeout(() => {
      const pixels = stage?.pictures[index];
      if (pixels) tell({ to: 'read', index, pixels });
    }, READ_AFTER_MS),
  );
}

/** Plays the first round invisibly, in a worker of its own. */
function rehearse({ board, elf, block }: BoardFiles, whom: Guide): void {
  const worker = readerWorker();
  worker.onmessage = ({ data }: MessageEvent<FromReader>) => {
    if (data.from === 'rehearsed') whom.rehearsed(data.signs);
    worker.terminate();
  };
  worker.postMessage({ to: 'rehearse', board, elf, block } satisfies ToReader);
}

function heard(data: FromReader): void {
  if (data.from !== 'text') return;
  const { index, text } = data;
  stage?.glasses[index]?.says(text);
  if (files?.board.screens[index]?.for !== 'shared') return;
  // Only the shared screen is read aloud without being asked, since it is for everyone.
  get('#spoken').textContent = text.replaceAll('\n', ', ');
  guide?.says(text);
}

device.on('frame', (frame) => {
  stage?.show(frame);
  for (const { index } of frame.glasses) readSoon(index);
  bench?.setPower(frame.powered);
  document.body.dataset['now'] = frame.now.toFixed(0);
});
device.on('meters', ({ meters }) => {
  bench?.show(meters);
  document.body.dataset['pace'] = meters.pace.toFixed(3);
  document.body.dataset['awake'] = meters.awake.toFixed(4);
});
device.on('tone', ({ hz }) => sound.tone(hz));
device.on('events', ({ events }) => {
  bench?.happened(events);
  const last = events.at(-1);
  if (last) notice(said(last));
});
device.on('written', ({ board, bytes }) => {
  if (board !== files?.board.name) return;
  played = true;
  void shelf.save(kept(board), bytes).then(() => (document.body.dataset['kept'] = board));
});
/** Restarts with what the device has saved, as after a power cut. */
async function revive(): Promise<void> {
  if (!files) return;
  notice('');
  guide?.end();
  device.restart();
  switchOn(await shelf.load(kept(files.board.name)));
}
const stopped = (why: string) =>
  notice(`The emulated device has stopped${why}. Its last saved move is kept.`, {
    name: 'Restart the device',
    act: () => void revive(),
  });
device.on('failed', ({ why }) => stopped(`: ${why}`));
device.onStopped = () => stopped('');
device.onHand = (message) => guide?.touched(message);

get('#sound').addEventListener('click', () => {
  sound.switch(!sound.on);
  get('#sound').setAttribute('aria-pressed', String(sound.on));
});
get('#blank').addEventListener('click', () => void blank());

/** A board's name as a title. */
const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

async function start(): Promise<void> {
  let refused: unknown;
  own = await boardInAddress().catch((error: unknown) => void (refused = error));
  const bundled = (await listBoards()).sort(
    (one, other) => Number(other === DEFAULT_BOARD) - Number(one === DEFAULT_BOARD),
  );
  const names = own ? [own.board.name, ...bundled.filter((name) => name !== own?.board.name)] : bundled;
  const asked = own?.board.name ?? new URLSearchParams(location.search).get('board');
  const first = names.find((name) => name === asked) ?? names.find((name) => name === DEFAULT_BOARD) ?? names[0];
  if (!first) throw new Error('no board was built');
  for (const name of names) {
    const choice = make('input', { type: 'radio', name: 'board', value: name, checked: name === first });
    choice.addEventListener('change', () => void open(name).catch(failed));
    get('#boards').append(make('label', {}, choice, titled(name)));
  }
  await open(first);
  if (refused) failed(refused);
}

/** Reloads the board when its file was edited. While the file has a mistake, the old board stays. */
import.meta.hot?.on('board', ({ name }: { name: string }) => {
  if (name === files?.board.name) void open(name).catch(failed);
});

function failed(error: unknown): void {
  const why = error instanceof Error ? error.message : String(error);
  notice(error instanceof TypeError ? `The firmware could not be loaded (${why}). Is there a network?` : why);
}

/** After the first visit the page works without a network. */
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('./sw.js').catch(() => undefined);

start().catch(failed);
