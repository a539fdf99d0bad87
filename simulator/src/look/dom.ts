/** Elements of a page, created in one line each. */
export type Child = Node | string | null | undefined | false;

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | boolean | number | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

/** A button that submits nothing. */
export function button(text: string, act: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  const made = make('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', act);
  return made;
}

/** Text of the reference, with `code` between backticks. */
export function worded(text: string): (Node | string)[] {
  return text.split('`').map((part, at) => (at % 2 ? make('code', {}, part) : part));
}

/** Lets the browser save this content as a file. */
export function download(name: string, content: BlobPart, type = 'application/octet-stream'): void {
  const link = make('a', { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
