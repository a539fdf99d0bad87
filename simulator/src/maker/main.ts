/** The page for making a board: the form, its results, and the board in the address. */
import '../look/look.css';
import './style.css';
import type { Board } from '../board-file.ts';
import { listBoards } from '../page/device.ts';
import { read, written } from './address.ts';
import type { Review } from './answers.ts';
import { download } from '../look/dom.ts';
import { showMistakes } from './fields.ts';
import { form, type FormDesk } from './form.ts';
import { showCurrents, showKinds, showParts, showSheets } from './results.ts';
import { Workshop } from './workshop.ts';

/** The element for a selector, checked to be of this type. */
function element<E extends HTMLElement>(selector: string, kind: new () => E): E {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page lacks ${selector}`);
  return found;
}
const get = (selector: string) => element(selector, HTMLElement);

/** Maximum length of a board's name. */
const LONGEST_NAME = 24;

const workshop = new Workshop();
const fields = get('#form');
const kind = element('#kind', HTMLSelectElement);
const actions = ['#try', '#print', '#download', '#alone', '#save'].map((id) => get(id));
let desk: FormDesk;
/** The latest results, and those of the last board without mistakes. */
let found: Review | undefined;
/** Incremented with every change: results for earlier versions are ignored. */
let version = 0;
/** The address as it was last written. */
let kept = '';
/** The drawing that is shown or being drawn. */
let drawn = '';
let drawing = false;

function say(text: string): void {
  get('#said').textContent = text;
}

function failed(error: unknown): void {
  say(error instanceof Error ? error.message : String(error));
}

/** Rebuilds the fields and keeps the focus. */
function lay(): void {
  const focused = document.activeElement?.getAttribute('data-key');
  const open = new Set(
    [...fields.querySelectorAll<HTMLDetailsElement>('details[open] > summary')].map((one) => one.textContent),
  );
  fields.replaceChildren(...form(desk));
  for (const details of fields.querySelectorAll('details'))
    details.open = open.has(details.querySelector('summary')?.textContent ?? '');
  if (focused) fields.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

function changed(again: boolean): void {
  if (again) lay();
  void refresh().catch(failed);
}

async function refresh(): Promise<void> {
  const mine = ++version;
  const board = structuredClone(desk.board);
  const [review, address] = await Promise.all([workshop.review(board), written(board)]);
  if (mine !== version) return;
  found = review;
  kept = `#${address}`;
  history.replaceState(null, '', kept);
  const attempt = get('#try');
  if (review.made) attempt.setAttribute('href', `index.html#board=${address}`);
  else attempt.removeAttribute('href');
  if (review.pins) desk.pins = review.pins;
  showMistakes(fields, review.mistakes);
  sum(review);
  get('#toml').textContent = review.toml;
  document.body.dataset['version'] = String(mine);
  document.body.dataset['mistakes'] = String(review.mistakes.length);
  if (review.made) {
    showKinds(kind, review.made);
    showParts(get('#parts'), review.made);
    showCurrents(get('#currents'), review.made);
  }
  get('#made').classList.toggle('old', review.made === null);
  await redraw();
}

/** Shows the state, and enables the exports only for a board without mistakes. */
function sum({ mistakes, made }: Review): void {
  const count = mistakes.length;
  const words = count === 1 ? 'One mistake' : `${count} mistakes`;
  get('#sum').textContent = made
    ? `No mistakes. About ${made.routes.map(({ about_euros }) => about_euros).sort((a, b) => a - b)[0]} €.`
    : `${words}: the drawings show the board as it was before.`;
  get('#first').hidden = made !== null;
  for (const action of actions) {
    action.toggleAttribute('disabled', made === null);
    action.setAttribute('aria-disabled', String(made === null));
  }
}

/** Draws the chosen sheets. A change during the drawing triggers another one. */
async function redraw(): Promise<void> {
  const board = found?.made?.board;
  if (!board || drawing) return;
  const [sheet, mine] = [kind.value, version];
  drawing = true;
  try {
    showSheets(get('#sheets'), await workshop.draw(board, sheet), 'drawing');
    drawn = `${mine} ${sheet}`;
    document.body.dataset['drawn'] = drawn;
    document.body.dataset['firstDrawing'] ??= performance.now().toFixed(0);
  } finally {
    drawing = false;
  }
  if (found?.made && drawn !== `${version} ${kind.value}`) await redraw();
}

function replace(board: Board): void {
  desk.board = board;
  changed(true);
}

/** Prints all sheets, each on its own paper. */
async function print(): Promise<void> {
  const made = found?.made;
  if (!made) return;
  say('Drawing all sheets…');
  const sheets = [];
  for (const sheet of made.sheets) sheets.push(...(await workshop.draw(made.board, sheet)));
  showSheets(get('#paper'), sheets, 'sheet');
  await Promise.all([...get('#paper').querySelectorAll('img')].map((img) => img.decode()));
  say('');
  window.print();
}

/** Writes the UF2 file. The firmware is the same for every board; only the block differs. */
async function uf2(): Promise<void> {
  const made = found?.made;
  if (!made) return;
  say('Fetching the firmware…');
  const answer = await fetch(`firmware/${desk.bundled[0].name}/firmware.uf2`);
  if (!answer.ok) throw new Error('the firmware is not there; run `cargo xtask uf2`');
  const file = await workshop.uf2(made.board, new Uint8Array(await answer.arrayBuffer()));
  if (file.length === 0) throw new Error('the firmware cannot be read; run `cargo xtask uf2`');
  say(`dixit-dials-${made.board.name}.uf2: hold BOOTSEL while you plug the Pico in, and copy the file to its drive.`);
  download(`dixit-dials-${made.board.name}.uf2`, file);
}

async function alone(): Promise<void> {
  const made = found?.made;
  if (!made) return;
  download(`board-${made.board.name}.uf2`, await workshop.alone(made.board));
}

/** Opens a file of the visitor's, and names the board after its folder if that is known. */
async function open(file: File): Promise<void> {
  const name = /([\w-]+)\/board\.toml$/.exec(file.webkitRelativePath)?.[1] ?? desk.board.name;
  const opened = await workshop.open(name, await file.text());
  if ('board' in opened) {
    say('');
    replace(opened.board);
    return;
  }
  say(opened.mistakes.map(({ key, reason }) => `${file.name}: ${key}: ${reason}`).join('\n'));
}

const own = (board: Board): Board => ({ ...structuredClone(board), name: `my-${board.name}`.slice(0, LONGEST_NAME) });

async function bundledBoards(): Promise<Board[]> {
  const fetched = (await listBoards()).map(async (name) => {
    const answer = await fetch(`firmware/${name}/board.json`);
    return answer.ok ? ((await answer.json()) as Board) : [];
  });
  return (await Promise.all(fetched)).flat();
}

async function start(): Promise<void> {
  const [keys, bundled] = await Promise.all([workshop.keys(), bundledBoards()]);
  const asked = new URLSearchParams(location.search).get('board');
  const first = bundled.find(({ name }) => name === asked) ?? bundled[0];
  if (!first) throw new Error('no board was built; run `cargo xtask block`');
  const shared = location.hash.length > 1 ? await read(location.hash.slice(1)) : undefined;
  if (location.hash.length > 1 && !shared)
    say('The address holds no board that can be read; this is one to start from.');
  desk = { board: shared ?? own(first), keys, pins: [], bundled, changed, replace };
  const from = element('#from', HTMLSelectElement);
  from.append(...bundled.map(({ name, title }) => new Option(title, name)));
  from.addEventListener('change', () => {
    const board = bundled.find(({ name }) => name === from.value);
    from.value = '';
    if (board) replace(own(board));
  });
  kind.addEventListener('change', () => void redraw().catch(failed));
  const buttons: [string, () => unknown][] = [
    ['#print', print],
    ['#download', uf2],
    ['#alone', alone],
    ['#save', () => found && download('board.toml', found.toml, 'application/toml')],
    [
      '#link',
      async () => navigator.clipboard.writeText(location.href).then(() => say('The link is in the clipboard.')),
    ],
    ['#jump', () => get('#made').scrollIntoView()],
    ['#first', () => fields.querySelector<HTMLElement>('[aria-invalid]')?.focus()],
  ];
  for (const [id, act] of buttons) get(id).addEventListener('click', () => void Promise.resolve(act()).catch(failed));
  element('#open', HTMLInputElement).addEventListener('change', ({ target }) => {
    const [file] = (target as HTMLInputElement).files ?? [];
    if (file) void open(file).catch(failed);
  });
  window.addEventListener('hashchange', () => {
    // Links within the page are not boards.
    void read(location.hash.slice(1)).then((board) => (board ? replace(board) : history.replaceState(null, '', kept)));
  });
  changed(true);
}

start().catch(failed);
