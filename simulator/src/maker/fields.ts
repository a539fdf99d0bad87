/**
 * Fields of the form, generated from the reference of the keys. A field shows its own mistakes; a mistake of a key
 * without a field is shown at the nearest enclosing key.
 */
import type { Board } from '../board-file.ts';
import type { Key, Keys, KeyTable, Mistake, Pins } from './answers.ts';
import { button, make, worded } from '../look/dom.ts';
import { around, get, plain, set } from './path.ts';
import { pick } from './picker.ts';

export interface Desk {
  board: Board;
  keys: Keys;
  pins: Pins[];
  /** Called after a value has changed. `again` is true if the form must be rebuilt. */
  changed: (again: boolean) => void;
}

function keyOf(desk: Desk, key: string): Key {
  let table: KeyTable | null = desk.keys.file;
  let found: Key | undefined;
  for (const step of plain(key).split('.')) {
    found = table?.keys.find(({ name }) => name === step);
    table = found?.table ?? null;
  }
  if (!found) throw new Error(`no board file has a key ${key}`);
  return found;
}

const idOf = (key: string) => `field-${key.replaceAll(/[^\w]+/g, '-')}`;

/** The element that shows the mistake of a key. */
export const slot = (key: string) => make('p', { class: 'mistake', 'data-slot': key, id: `${idOf(key)}-wrong` });

export interface FieldOptions {
  label: string;
  /** Runs after a change; returns true if the form must be rebuilt. */
  then?: (board: Board) => boolean;
  /** Sets the value in place of the default. */
  set?: (board: Board, value: unknown) => void;
  /** Labels for the values that the file uses. */
  words?: Record<string, string>;
  /** Leaves out the explanation from the reference. */
  brief?: boolean;
}

/** A field for a key whose value is a number, a word, a text or a boolean. */
export function field(desk: Desk, key: string, options: FieldOptions): HTMLElement {
  const about = keyOf(desk, key);
  const change = (value: unknown) => {
    if (options.set) options.set(desk.board, value);
    else set(desk.board, key, value);
    desk.changed(options.then?.(desk.board) ?? false);
  };
  const value = get(desk.board, key);
  const id = idOf(key);
  const described = `${id}-wrong${options.brief ? '' : ` ${id}-help`}`;
  const shared = { id, 'data-key': key, 'aria-describedby': described };
  let input: HTMLElement;
  if (about.type === 'boolean') input = flag(shared, value === true, change);
  else if (about.words.length > 0 || about.hex) input = choice(shared, about, value, options.words ?? {}, change);
  else input = typed(shared, about, value, change);
  const label = make('label', { for: id }, options.label);
  const help = options.brief ? null : make('p', { class: 'help', id: `${id}-help` }, ...worded(about.meaning));
  const rows = about.type === 'boolean' ? [make('div', { class: 'flag' }, input, label)] : [label, input];
  return make('div', { class: 'field' }, ...rows, slot(key), help);
}

type Shared = Record<string, string>;

function flag(shared: Shared, on: boolean, change: (value: boolean) => void): HTMLElement {
  const input = make('input', { ...shared, type: 'checkbox' });
  input.checked = on;
  input.addEventListener('change', () => change(input.checked));
  return input;
}

/** One of a few words or addresses. */
function choice(
  shared: Shared,
  about: Key,
  value: unknown,
  words: Record<string, string>,
  change: (value: unknown) => void,
): HTMLElement {
  const count = about.hex ? about.most - about.least + 1 : 0;
  const numbers = Array.from({ length: count }, (_, at) => about.least + at);
  const all: [string, string][] = about.hex
    ? numbers.map((number) => [String(number), `0x${number.toString(16)}`])
    : about.words.map((word) => [word, words[word] ?? word]);
  if (about.optional) all.unshift(['', words[''] ?? 'as usual']);
  const select = make('select', shared, ...all.map(([value, text]) => make('option', { value }, text)));
  select.value = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  select.addEventListener('change', () => {
    if (select.value === '') change(undefined);
    else change(about.hex ? Number(select.value) : select.value);
  });
  return select;
}

function typed(shared: Shared, about: Key, value: unknown, change: (value: unknown) => void): HTMLElement {
  const number = about.type === 'number';
  const limits = number ? { min: about.least, max: about.most, inputmode: 'numeric' } : { maxlength: about.most };
  const input = make('input', { ...shared, type: number ? 'number' : 'text', ...limits, autocomplete: 'off' });
  input.value = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  input.addEventListener('input', () => {
    // An empty field removes an optional key; a required one is reported as missing.
    if (number) change(input.value === '' ? (about.optional ? undefined : null) : Number(input.value));
    else change(input.value);
  });
  return input;
}

export interface PinOptions {
  label: string;
  /** Distinguishes several pins with the same label for screen readers. */
  of?: string;
  then?: (board: Board, pin: number) => void;
}

/** A button that shows a pin and opens the picker. */
export function pin(desk: Desk, key: string, { label, of, then }: PinOptions): HTMLElement {
  const now = get(desk.board, key);
  const shown = typeof now === 'number' ? `GP${now}` : 'none';
  const ask = async () => {
    const pins = desk.pins.find((one) => one.key === key) ?? { key, free: [], refused: [] };
    const before = get(desk.board, key);
    const title = `${of ? `${of}, ` : ''}${label}: which pin?`;
    const picked = await pick(title, Number(before), pins, desk.keys);
    if (!picked) return;
    if (picked.swap) set(desk.board, picked.swap, before);
    set(desk.board, key, picked.pin);
    then?.(desk.board, picked.pin);
    desk.changed(true);
  };
  const attributes = { class: 'pin', id: idOf(key), 'data-key': key, 'aria-describedby': `${idOf(key)}-wrong` };
  const made = button(shown, () => void ask(), { ...attributes, 'aria-label': `${label}, ${shown}` });
  return make('div', { class: 'field' }, make('span', { class: 'label' }, label), made, slot(key));
}

/** Shows every mistake beside its field, and opens the sections that hide one. */
export function showMistakes(form: HTMLElement, mistakes: Mistake[]): void {
  for (const slot of form.querySelectorAll<HTMLElement>('[data-slot]')) slot.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
  for (const { key, reason } of mistakes) {
    const places = key === '(folder)' ? ['name'] : [key, ...around(key), ''];
    const slots = places.map((place) => form.querySelector<HTMLElement>(`[data-slot="${CSS.escape(place)}"]`));
    const at = slots.find((slot) => slot !== null);
    if (!at) continue;
    const exact = at.dataset['slot'] === key || key === '(folder)';
    at.append(make('span', {}, exact ? reason : `${key}: ${reason}`));
    form.querySelector(`[data-key="${CSS.escape(at.dataset['slot'] ?? '')}"]`)?.setAttribute('aria-invalid', 'true');
    for (let hidden = at.closest('details'); hidden; hidden = hidden.parentElement?.closest('details') ?? null)
      hidden.open = true;
  }
}
