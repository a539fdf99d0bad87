/** The table seen from above: screens and knobs where a board has them, seats clockwise. */
import { type Board, knobCount, seatLetter } from '../board.ts';
import type { Device } from './device.ts';
import { Dial } from './dial.ts';
import { Glass } from './glass.ts';
import type { FromWorker } from './messages.ts';

type Frame = Extract<FromWorker, { from: 'frame' }>;

export class Stage {
  readonly glasses: Glass[];
  readonly dials: Dial[];
  /** The last picture of each screen, for whoever plays by looking at them. */
  readonly pictures: Uint8Array[];
  pointers: number[] = [];

  constructor(
    private readonly root: HTMLElement,
    private readonly board: Board,
    device: Device,
  ) {
    this.glasses = board.screens.map(({ for: viewer, seat, size }) => {
      const [width, height] = size.split('x').map(Number);
      return new Glass(
        width,
        height,
        viewer === 'shared' ? 'Shared screen' : `Screen of seat ${seatLetter((seat ?? 1) - 1)}`,
      );
    });
    this.pictures = this.glasses.map(() => new Uint8Array());
    const alone = knobCount(board) === 1;
    this.dials = Array.from(
      { length: knobCount(board) },
      (_, knob) => new Dial(board, device, knob, alone ? 'Knob' : `Knob of seat ${seatLetter(knob)}`),
    );
    this.build();
  }

  private build(): void {
    const { root, board } = this;
    root.replaceChildren();
    root.className = `stage ${board.voting}`;
    const cloth = element('div', 'cloth');
    root.append(cloth);
    const centre = element('div', 'centre');
    board.screens.forEach((screen, index) => {
      if (screen.for === 'shared') centre.append(housing(this.glasses[index]));
    });
    cloth.append(centre);
    const places = board.voting === 'pods' ? perimeter(this.dials.length) : null;
    cloth.style.setProperty('--side', String(places?.side ?? 0));
    cloth.style.setProperty('--seats', String(this.dials.length));
    this.dials.forEach((dial, knob) => {
      const seat = element('div', 'seat');
      const angle = (knob * 360) / this.dials.length;
      seat.style.setProperty('--x', Math.sin((angle * Math.PI) / 180).toFixed(4));
      seat.style.setProperty('--y', (-Math.cos((angle * Math.PI) / 180)).toFixed(4));
      seat.style.setProperty('--angle', `${angle}deg`);
      if (places) [seat.style.gridRow, seat.style.gridColumn] = places.cells[knob].map(String);
      if (this.dials.length > 1) {
        const name = element('span', 'tag');
        name.textContent = seatLetter(knob);
        name.setAttribute('aria-hidden', 'true');
        seat.append(name);
      }
      board.screens.forEach((screen, index) => {
        if (screen.for === 'seat' && screen.seat === knob + 1) seat.append(housing(this.glasses[index]));
      });
      if (board.ring) seat.append(element('div', 'shield'));
      seat.append(dial.element);
      cloth.append(seat);
    });
  }

  show(frame: Frame): void {
    for (const glass of frame.glasses) {
      this.glasses[glass.index]?.show(glass);
      this.pictures[glass.index] = glass.pixels;
    }
    this.pointers = frame.pointers;
    this.dials.forEach((dial, knob) => dial.show(frame.pointers[knob] ?? 0, frame.pushed[knob] ?? false));
    this.root.classList.toggle('dead', !frame.powered);
  }

  /** Points out whose turn it is. */
  point(knobs: number[]): void {
    this.dials.forEach((dial, knob) => dial.element.classList.toggle('wanted', knobs.includes(knob)));
  }
}

function element(tag: string, name: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = name;
  return made;
}

function housing(glass: Glass): HTMLElement {
  const made = element('div', 'housing');
  made.append(glass.canvas);
  return made;
}

/** Cells along the edge of a square grid, clockwise from the top left. */
function perimeter(count: number): { side: number; cells: [number, number][] } {
  const side = Math.max(3, Math.ceil((count + 4) / 4));
  const cells: [number, number][] = [];
  for (let i = 1; i <= side; i++) cells.push([1, i]);
  for (let i = 2; i <= side; i++) cells.push([i, side]);
  for (let i = side - 1; i >= 1; i--) cells.push([side, i]);
  for (let i = side - 1; i >= 2; i--) cells.push([i, 1]);
  return { side, cells };
}
