/** The big screen: connects to a device by Web Serial, or to the emulated one below it, and shows the game to a room. */
import '../look/look.css';
import '../page/style.css';
import './style.css';
import { download } from '../look/dom.ts';
import { Connection, get } from '../usb/connection.ts';
import { Game } from '../usb/game.ts';
import type { Line } from '../usb/lines.ts';
import { type Names, View } from './view.ts';

/** Where the names of the seats are kept in this browser. */
const NAMES = 'dixit-dials seat names';
const SEATS = 'ABCDEFGHIJKL';
/** Delay from the open votes to the storyteller's card. */
const STORY_AFTER_MS = 3000;

const game = new Game();
const view = new View(get('#board'));
const connection = new Connection(take);
let names = keptNames();

function keptNames(): Names {
  try {
    return JSON.parse(localStorage.getItem(NAMES) ?? '{}') as Names;
  } catch {
    return {};
  }
}

function show(): void {
  view.show(game, names);
}

function take(line: Line): void {
  if (game.take(line)) void connection.ask('game');
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

function save(kind: 'csv' | 'json'): void {
  const text = kind === 'csv' ? game.csv(names) : game.json(names);
  const name = `dixit-${new Date().toISOString().slice(0, 16).replace(/[T:]/g, '-')}.${kind}`;
  download(name, text, kind === 'csv' ? 'text/csv' : 'application/json');
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
get('#csv').addEventListener('click', () => save('csv'));
get('#json').addEventListener('click', () => save('json'));
get('#full').addEventListener('click', () => void get('#board').requestFullscreen());
