/** The builders' bench: pull parts off, cut the power, and read the meters. */
import { type Board, seatLetter } from '../board.ts';
import type { ChipName } from '../chips.ts';
import { button, type Child, download, make } from '../look/dom.ts';
import type { TableEvent } from '../table.ts';
import type { Device } from './device.ts';
import type { Meters } from './messages.ts';

/** Names of the boards that carry each chip, as in shops. */
const PICOS: Record<ChipName, string> = { rp2040: 'Pico (RP2040)', rp2350: 'Pico 2 (RP2350)' };

export class Bench {
  private readonly meters = make('dl', { class: 'meters' });
  private readonly log = make('ol', { class: 'log', 'aria-label': 'What happened' });
  private readonly power: HTMLButtonElement;
  private powered = true;

  constructor(
    root: HTMLElement,
    private readonly board: Board,
    private readonly device: Device,
    uf2: string | undefined,
    private readonly chip: ChipName,
    choose: (chip: ChipName) => void,
  ) {
    root.replaceChildren();
    this.power = button('Cut the power', () => device.say({ to: 'power', on: !this.powered }), { id: 'power' });
    const power = group('Power', [this.power, button('Press reset', () => device.say({ to: 'reset' }))]);

    const chips = group(
      'Chip',
      (Object.keys(PICOS) as ChipName[]).map((one) => choice('chip', PICOS[one], one === chip, () => choose(one))),
    );
    const faults = group('Faults', [
      toggle('Worn contacts', (on) => device.say({ to: 'wear', wear: on ? 'worn' : 'new' })),
      ...board.buses.map(({ id }) =>
        toggle(`Hold bus ${id} low`, (held) => device.say({ to: 'holdbus', bus: id, held })),
      ),
      ...(board.knobs.chain
        ? [toggle('Break the register chain', (broken) => device.say({ to: 'chain', whole: !broken }))]
        : []),
    ]);
    const screens = group(
      'Pull out',
      board.screens.map((screen, index) =>
        toggle(
          screen.for === 'shared' ? 'Shared screen' : `Screen of seat ${seatLetter((screen.seat ?? 1) - 1)}`,
          (out) => device.say({ to: 'screen', index, plugged: !out }),
        ),
      ),
    );
    const files = group('Download', [
      button('Flash image', () => void this.download()),
      uf2 && make('a', { href: uf2, download: `dixit-dials-${board.name}.uf2`, class: 'button' }, 'UF2 for this board'),
    ]);
    root.append(this.meters, chips, power, faults, screens, files, this.log);
  }

  show({ seconds, pace, awake, busBytes }: Meters): void {
    const rows: [string, string][] = [
      ['Simulated time', `${seconds.toFixed(1)} s`],
      ['Pace', `${pace.toFixed(2)} × real time`],
      ['CPU awake', `${(awake * 100).toFixed(2)} %`],
      ...busBytes.map((bytes, i): [string, string] => [
        `Bytes on bus ${this.board.buses[i].id}`,
        bytes.toLocaleString('en'),
      ]),
    ];
    this.meters.replaceChildren(
      ...rows.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))),
    );
  }

  setPower(powered: boolean): void {
    if (powered === this.powered) return;
    this.powered = powered;
    this.power.textContent = powered ? 'Cut the power' : 'Bring the power back';
  }

  happened(events: TableEvent[]): void {
    for (const event of events) {
      this.log.prepend(make('li', {}, `${(event.ns / 1e9).toFixed(3)} s: ${said(event)}`));
    }
    while (this.log.children.length > 20) this.log.lastElementChild?.remove();
  }

  private async download(): Promise<void> {
    const bytes = await this.device.flash();
    download(`dixit-dials-${this.board.name}-${this.chip}-flash.bin`, bytes as Uint8Array<ArrayBuffer>);
  }
}

export function said(event: TableEvent): string {
  switch (event.kind) {
    case 'fault':
    case 'lockup':
      return `${event.kind === 'fault' ? 'crashed' : 'locked up'} in ${event.place} (${event.why})`;
    case 'restart':
      return event.cause === 'watchdog' ? 'the watchdog restarted the chip' : `the chip restarted (${event.cause})`;
    case 'power cut':
      return 'the power went';
    case 'usb boot':
      return 'waits for a UF2 file; cut and bring back the power to go on';
  }
}

function toggle(text: string, act: (on: boolean) => void): HTMLLabelElement {
  const box = make('input', { type: 'checkbox' });
  box.addEventListener('change', () => act(box.checked));
  return make('label', {}, box, text);
}

function choice(name: string, text: string, checked: boolean, act: () => void): HTMLLabelElement {
  const circle = make('input', { type: 'radio', name, checked });
  circle.addEventListener('change', act);
  return make('label', {}, circle, text);
}

function group(title: string, parts: Child[]): HTMLFieldSetElement {
  return make('fieldset', {}, make('legend', {}, title), ...parts);
}
