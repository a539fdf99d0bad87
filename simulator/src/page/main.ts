/** The page: chooses a board, wires the table to the worker that runs it, and the panels to the table. */
import './style.css';
import { Bench, said } from './bench.ts';
import { type BoardFiles, Device, fetchBoard, listBoards } from './device.ts';
import { Guide } from './guide.ts';
import { Sound } from './sound.ts';
import { Stage } from './stage.ts';

const get = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page lacks ${selector}`);
  return found;
};

/** The board that the project builds when none is named. */
const DEFAULT_BOARD = 'table';

const device = new Device();
const sound = new Sound();
let stage: Stage | null = null;
let bench: Bench | null = null;
let guide: Guide | null = null;
let files: BoardFiles | null = null;

function notice(text: string): void {
  get('#notice').textContent = text;
}

/** Each opening has its own chance, unless the address asks for a certain one. */
const seed = () => Number(new URLSearchParams(location.search).get('seed') ?? Math.floor(Math.random() * 1e9));

function switchOn(): void {
  if (files) device.say({ to: 'open', board: files.board, elf: files.elf.slice(), seed: seed() });
}

async function open(name: string): Promise<void> {
  // A board that nobody chose before is built first.
  const patience = setTimeout(
    () => notice(`The firmware of ${name} is being built; the first time takes a minute.`),
    1000,
  );
  const fetched = await fetchBoard(name).finally(() => clearTimeout(patience));
  files = fetched;
  notice('');
  guide?.end();
  document.body.dataset['board'] = name;
  stage = new Stage(get('#stage'), files.board, device);
  bench = new Bench(get('#bench .bench'), files.board, device, files.uf2);
  guide = new Guide(get('#guide'), files.board, device, stage, async () => switchOn());
  get('#sound').hidden = !files.board.buzzer;
  const address = new URL(location.href);
  address.searchParams.set('board', name);
  history.replaceState(null, '', address);
  switchOn();
}

device.on('frame', (frame) => {
  stage?.show(frame);
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
device.on('failed', ({ why }) => notice(`The emulated Pico stopped: ${why}`));

get('#sound').addEventListener('click', () => {
  sound.switch(!sound.on);
  get('#sound').setAttribute('aria-pressed', String(sound.on));
});

/** A board's name as it is written above it. */
const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

async function start(): Promise<void> {
  const names = await listBoards();
  const asked = new URLSearchParams(location.search).get('board');
  const first = names.find((name) => name === asked) ?? names.find((name) => name === DEFAULT_BOARD) ?? names[0];
  if (!first) throw new Error('no board was built');
  for (const name of names) {
    const label = document.createElement('label');
    const choice = document.createElement('input');
    [choice.type, choice.name, choice.value, choice.checked] = ['radio', 'board', name, name === first];
    choice.addEventListener('change', () => void open(name).catch(failed));
    label.append(choice, titled(name));
    get('#boards').append(label);
  }
  await open(first);
}

function failed(error: unknown): void {
  notice(error instanceof Error ? error.message : String(error));
}

start().catch(failed);
