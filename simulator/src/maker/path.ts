/** The keys of a board file as in its messages: `knobs.pins[0].a`. */
type Tree = Record<string, unknown>;

const steps = (key: string) => key.match(/[^.[\]]+/g) ?? [];

export function get(tree: object, key: string): unknown {
  return steps(key).reduce<unknown>((at, step) => (at as Tree | undefined)?.[step], tree);
}

/** Sets the value of a key; without a value the key is removed. */
export function set(tree: object, key: string, value: unknown): void {
  const path = steps(key);
  const last = path.pop();
  const at = get(tree, path.join('.')) as Tree | undefined;
  if (!at || last === undefined) return;
  if (value === undefined) Reflect.deleteProperty(at, last);
  else at[last] = value;
}

/** The keys that enclose a key, the nearest first: `a.b[0]`, `a.b`, `a`. */
export function around(key: string): string[] {
  const found: string[] = [];
  for (let at = key; (at = at.replace(/(\.[^.[\]]+|\[\d+\]|^[^.[\]]+)$/, ''));) found.push(at);
  return found;
}

/** A key without list indices, as in the reference. */
export const plain = (key: string) => key.replaceAll(/\[\d+\]/g, '');
