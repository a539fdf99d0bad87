/** The form for making a board has a field for every key of a board file. */
import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import type { Board } from '../src/board-file.ts';
import type { Key, Keys, KeyTable } from '../src/maker/answers.ts';
import { form } from '../src/maker/form.ts';
import { plain } from '../src/maker/path.ts';

/** Keys that have no field of their own, and why. */
const WITHOUT_FIELD: Record<string, string> = {
  voting: 'three cards to choose from, which also change the wiring',
  'buses.scl': 'always the pin after sda',
  'screens.for': 'follows from the kind of voting',
};

/** Just enough of an element for the form to be built without a browser. */
class FakeElement {
  readonly attributes: Record<string, string> = {};
  readonly children: unknown[] = [];
  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }
  append(...children: unknown[]): void {
    this.children.push(...children);
  }
  addEventListener(): void {}
}
vi.stubGlobal('HTMLElement', FakeElement);
vi.stubGlobal('document', { createElement: () => new FakeElement() });

/** The keys of each table: read from the types, which are generated from the keys in Rust. */
const types = readFileSync(new URL('../src/board-file.ts', import.meta.url), 'utf8');
function tableOf(name: string): KeyTable | null {
  const body = new RegExp(`export interface ${name} {([^}]*)}`).exec(types)?.[1];
  if (body === undefined) return null;
  const keys = Array.from(body.matchAll(/(\w+)(\??): (.*);/g), ([, name, optional, type]): Key => {
    const words = Array.from(type.matchAll(/'([^']*)'/g), ([, word]) => word);
    const [about, limits] = [
      { meaning: '', default: null },
      { least: 0, most: 99, hex: false },
    ];
    const list = type.endsWith('[]');
    const table = tableOf(type.replace('[]', ''));
    return { name, type, words, list, table, optional: optional === '?', ...about, ...limits };
  });
  return { about: '', keys };
}

/** A value for every key of a table, the optional ones too. */
const everything = ({ keys }: KeyTable): object =>
  Object.fromEntries(
    keys.map(({ name, type, words, list, table }) => {
      const one = table ? everything(table) : (words[0] ?? { string: '', boolean: false }[type] ?? 1);
      return [name, list ? [one] : one];
    }),
  );

const leaves = ({ keys }: KeyTable, path = ''): string[] =>
  keys.flatMap(({ name, table }) => (table ? leaves(table, `${path}${name}.`) : [path + name]));

function fieldsIn(element: unknown): string[] {
  if (!(element instanceof FakeElement)) return [];
  return [element.attributes['data-key'] ?? '', ...element.children.flatMap(fieldsIn)].map(plain);
}

it('has a field for every key', () => {
  const file = tableOf('Board');
  if (!file) throw new Error('board-file.ts has no Board');
  const keys: Keys = { file, holes: [], led: 25 };
  const fields = new Set<string>();
  for (const voting of ['ring', 'pass', 'pods'] as const) {
    const board = { ...everything(file), voting } as Board;
    const [screen] = board.screens;
    board.screens = [
      { ...screen, for: 'shared' },
      { ...screen, for: 'seat' },
    ];
    const desk = { board, keys, pins: [], bundled: [], changed: () => {}, replace: () => {} };
    for (const field of form(desk).flatMap(fieldsIn)) fields.add(field);
  }
  const missing = leaves(file).filter((key) => !fields.has(key));
  expect(missing, 'add a field in src/maker/form.ts, or a reason above').toEqual(Object.keys(WITHOUT_FIELD));
});
