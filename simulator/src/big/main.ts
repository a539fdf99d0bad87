/** The big screen: connects to a device by Web Serial, or to the emulated one below it, and shows the game to a room. */
import '../look/look.css';
import '../page/style.css';
import './style.css';
import { Device, fetchBoard, listBoards } from '../page/device.ts';
import { Stage } from '../page/stage.ts';
import { Game } from '../usb/game.ts';
import { type Line, LineReader, PROTOCOL } from '../usb/lines.ts';
import { EmulatedDevice, type Port, serial, SerialDevice } from '../usb/port.ts';
import { type Names, View } from './view.ts';

const get = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page lacks ${selector}`);
  return found;
};

/** Where the names of the seats are kept in this browser. */
const NAMES = 'dixit-dials seat names';
const SEATS = 'ABCDEFGHIJKL';
/** The votes are looked at for so long before the storyteller's card is shown. */
const STORY_AFTER_MS = 3000;

const game = new Game();
const view = new View(get('#board'));
let port: Port | null = null;
let names = keptNames();

function keptNames(): Names {
  try {
    return JSON.parse(localStorage.getItem(NAMES) ?? '{}') as Names;
  } catch {
    return {};
  }
}

function say(text: string): void {
  get('#status').textContent = text;
}

function show(): void {
  view.show(game, names);
}

function take(line: Line): void {
  if (line.hello && line.hello.protocol !== PROTOCOL) {
    say(`This device speaks version ${line.hello.protocol} of the protocol; this page knows version ${PROTOCOL}.`);
  }
  if (game.take(line)) void port?.send('{"ask":"game"}\n');
  const { round } = line;
  if (round && round.points === null && view.storyShown < round.number) {
    window.setTimeout(() => {
      view.storyShown = Math.max(view.storyShown, round.number);
      show();
    }, STORY_AFTER_MS);
  }
  if (line.game) view.storyShown = 0;
  show();
}

async function connect(made: Port, what: string): Promise<void> {
  await port?.close();
  const reader = new LineReader();
  await made.open(
    (bytes) => {
      for (const line of reader.take(bytes)) take(line);
    },
    () => {
      say('The device is gone. Plug it in and connect again.');
      document.body.classList.remove('connected');
    },
  );
  port = made;
  document.body.classList.add('connected');
  say(what);
}

async function connectSerial(): Promise<void> {
  try {
    await connect(new SerialDevice(), 'Connected.');
  } catch (error) {
    // Whoever closes the browser's list has chosen nothing, which needs no message.
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) {
      say(`The port could not be opened: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** Puts an emulated table below the screen and connects to it. */
async function connectEmulated(): Promise<void> {
  const asked = new URLSearchParams(location.search).get('board') ?? 'table';
  const boards = await listBoards();
  const name = boards.find((one) => one === asked) ?? boards[0];
  const files = await fetchBoard(name, 'rp2040', (part) => say(`Loading the firmware: ${Math.round(part * 100)} %`));
  const device = new Device();
  const stage = new Stage(get('#stage'), files.board, device);
  device.on('frame', (frame) => {
    stage.show(frame);
    document.body.dataset['now'] = frame.now.toFixed(0);
  });
  const { board, elf, block } = files;
  device.say({ to: 'open', board, elf: elf.slice(), block, seed: 7 });
  get('#simulator').hidden = false;
  await connect(new EmulatedDevice(device), 'Connected to the emulated device below.');
}

function save(kind: 'csv' | 'json'): void {
  const text = kind === 'csv' ? game.csv(names) : game.json(names);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: kind === 'csv' ? 'text/csv' : 'application/json' }));
  link.download = `dixit-${new Date().toISOString().slice(0, 16).replace(/[T:]/g, '-')}.${kind}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function nameFields(): void {
  const fields = Array.from(SEATS, (letter) => {
    const label = document.createElement('label');
    const input = document.createElement('input');
    [input.maxLength, input.value, input.name] = [14, names[letter] ?? '', letter];
    input.addEventListener('input', () => {
      names = { ...names, [letter]: input.value.trim() };
      localStorage.setItem(NAMES, JSON.stringify(names));
      show();
    });
    label.append(`${letter} `, input);
    return label;
  });
  get('#names').replaceChildren(...fields);
}

nameFields();
get('#connect').hidden = !serial();
get('#unable').hidden = serial() !== undefined;
get('#connect').addEventListener('click', () => void connectSerial());
get('#emulated').addEventListener('click', () => void connectEmulated().catch((error: unknown) => say(String(error))));
get('#csv').addEventListener('click', () => save('csv'));
get('#json').addEventListener('click', () => save('json'));
get('#full').addEventListener('click', () => void get('#board').requestFullscreen());
