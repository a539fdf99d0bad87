/** The results for a board: its sheets, its parts with prices, its currents, its file. */
import type { Limit, Made, Sheet } from './answers.ts';
import { make } from '../look/dom.ts';

const TITLES: Record<string, string> = {
  'wiring.svg': 'Wiring',
  'solder-side.svg': 'Wiring, from the solder side',
  'chain.svg': 'Shift registers',
  'pod.svg': 'A seat',
  'seats.svg': 'Cables to the seats',
  'ring.svg': 'Discs of numbers',
  'lead.svg': 'A lead',
  'plate.svg': 'Sheets to cut and drill',
  'assembly.svg': 'Assembly',
  'shared-screen.svg': 'How the shared screen is seen',
  'views.svg': 'What is seen from three seats',
};

const titleOf = (sheet: string) => TITLES[sheet] ?? sheet.replace('.svg', '');

/** Replaces the pictures and releases the previous ones. */
export function showSheets(root: HTMLElement, sheets: Sheet[], className: string): void {
  const old = [...root.querySelectorAll('img')];
  root.replaceChildren(
    ...sheets.map(({ name, svg }) => {
      const src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
      return make('img', { class: className, src, alt: titleOf(name), 'data-sheet': name });
    }),
  );
  for (const { src } of old) URL.revokeObjectURL(src);
}

export function showKinds(select: HTMLSelectElement, { sheets }: Made): void {
  if ([...select.options].map(({ value }) => value).join() === sheets.join()) return;
  const before = select.value;
  select.replaceChildren(...sheets.map((sheet) => make('option', { value: sheet }, titleOf(sheet))));
  select.value = sheets.includes(before) ? before : (sheets[0] ?? '');
}

const table = (caption: string, head: string[], rows: (Node | string)[][]) =>
  make(
    'div',
    { class: 'table', tabindex: 0, role: 'region', 'aria-label': caption },
    make(
      'table',
      {},
      make('caption', {}, caption),
      make('thead', {}, make('tr', {}, ...head.map((title) => make('th', { scope: 'col' }, title)))),
      make('tbody', {}, ...rows.map((cells) => make('tr', {}, ...cells.map((cell) => make('td', {}, cell))))),
    ),
  );

/** Shows each way to build the board, with the cheapest one open. */
export function showParts(root: HTMLElement, { routes }: Made): void {
  const open = new Set([...root.querySelectorAll('details[open]')].map((one) => one.getAttribute('data-route')));
  root.replaceChildren(
    ...routes.map(({ title, joints, wires, hours, about_euros, parts }) => {
      const head = `${title}: about ${about_euros} €, ${joints} solder joints, ${wires} wires, about ${hours} h`;
      const rows = parts.map(({ count, name, place, price }) => [String(count), name, place, price]);
      const list = table(`Parts: ${title}`, ['Count', 'Part', 'Where it goes', 'Price'], rows);
      const one = make('details', { 'data-route': title, open: open.has(title) }, make('summary', {}, head), list);
      return one;
    }),
  );
}

const share = ({ name, takes_ma, most_ma }: Limit) => [`From ${name}`, `${takes_ma} of ${most_ma} mA`];

export function showCurrents(root: HTMLElement, { power, buses }: Made): void {
  const loads = power.loads.map(([name, ma]) => [name, `${ma} mA`]);
  const rows = [...loads, share(power.regulator), ['The Pico itself', `${power.pico_ma} mA`], share(power.supply)];
  const lines = buses.map(({ name, sink_ma, most_sink_ma, rise_ns, most_rise_ns, drive_ma }) => [
    name,
    `${sink_ma} of ${most_sink_ma} mA`,
    `${rise_ns} of ${most_rise_ns} ns`,
    `${drive_ma} mA`,
  ]);
  root.replaceChildren(
    table('What takes current, at most', ['What', 'Current'], rows),
    table('The bus lines, at worst', ['Line', 'Sinks', 'Rises in', 'Pads'], lines),
  );
}
