/** The table seen from above, with the board's screens and knobs, seats clockwise. */
import { type Board, knobCount, seatLetter } from '../board.ts';
import type { Device } from './device.ts';
import { Dial } from './dial.ts';
import { Glass } from './glass.ts';
import type { FromWorker } from './messages.ts';
import shape from './shape.json' with { type: 'json' };

/** Outline of the printed box for each kind of voting: a seat's box, or that of the whole device. */
const BOXES = { ring: shape.dial, pods: shape.pod, pass: shape.device };

type Frame = Extract<FromWorker, { from: 'frame' }>;

export class Stage {
  readonly glasses: Glass[];
  readonly dials: Dial[];
  /** The last picture of each screen, for the guide's demo. */
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
    root.className = `stage ${board.voting}`;
    const box = BOXES[board.voting];
    root.style.setProperty('--box-shape', String((box.right - box.left) / (box.far - box.near)));
    const cloth = element('div', 'cloth');
    root.replaceChildren(cloth);
    const centre = element('div', 'centre');
    board.screens.forEach((screen, index) => {
      if (screen.for === 'shared') centre.append(housing(this.glasses[index]));
    });
    cloth.append(centre);
    const places = around(this.dials.length);
    cloth.style.setProperty('--columns', String(places.columns));
    if (this.dials.length > 1) centre.style.gridArea = `2 / ${places.end + 1} / auto / ${-places.end - 1}`;
    this.dials.forEach((dial, knob) => {
      const seat = element('div', 'seat');
      if (this.dials.length > 1) {
        const { row, column, span } = places.cells[knob];
        seat.style.gridArea = `${row} / ${column} / auto / span ${span}`;
        const name = element('span', 'tag');
        name.textContent = seatLetter(knob);
        name.setAttribute('aria-hidden', 'true');
        seat.append(name);
      }
      board.screens.forEach((screen, index) => {
        if (screen.for === 'seat' && screen.seat === knob + 1) seat.append(housing(this.glasses[index]));
      });
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

  /** Highlights the knobs whose turn it is. */
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

interface Cell {
  row: number;
  column: number;
  span: number;
}

/**
 * Cells of the page's grid for the seats, clockwise from the right of the near side: one at each end of the table, the
 * others along its sides. A seat takes four columns. At a short table a seat at an end takes three, which leaves room
 * for the screen in the middle.
 */
function around(count: number): { columns: number; end: number; cells: Cell[] } {
  const along = Math.max(2, count - 2);
  const [near, far] = [Math.ceil(along / 2), Math.floor(along / 2)];
  const columns = 4 * near;
  const span = near > 4 ? 4 : 3;
  const side = (row: number, seats: number) =>
    Array.from({ length: seats }, (_, at) => ({ row, column: 1 + 2 * (near - seats) + 4 * at, span: 4 }));
  const end = (column: number) => ({ row: 2, column, span });
  const cells = [...side(3, near).reverse(), end(1), ...side(1, far), end(columns - span + 1)];
  return { columns, end: span, cells };
}
