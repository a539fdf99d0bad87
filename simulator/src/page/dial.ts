/** One knob on the page: turned by wheel, drag, touch or arrow keys, pressed by click, touch, space or enter. */
import type { Board } from '../board.ts';
import type { Device } from './device.ts';
import shape from './shape.json' with { type: 'json' };

/** Time after which a resting finger presses the knob. Until then it may still begin to turn it, slowly too. */
const PRESS_AFTER_MS = 250;
/** Distance in pixels from which a moving finger no longer rests. */
const STIRS_FROM = 2;
const TAP_MS = 80;
/** Distance in pixels from which a moving finger turns the knob. */
const TURNS_FROM = 7;
/** Height of one notch in `wheelDeltaY`. In `deltaY` it would differ by system and settings. */
const NOTCH = 120;
/** Pixels of a touch pad for each detent. */
const PAD_PER_DETENT = 40;
const SVG = 'http://www.w3.org/2000/svg';

type Grip =
  | { doing: 'nothing' }
  | { doing: 'deciding'; timer: number; x: number; y: number; angle: number; rests: { x: number; y: number } }
  | { doing: 'turning'; angle: number; owed: number }
  | { doing: 'pressing' };

export class Dial {
  readonly element = document.createElement('div');
  private readonly cap: SVGGElement;
  private grip: Grip = { doing: 'nothing' };
  private wheel = 0;
  private shown: { pointer: number; pushed: boolean } | null = null;
  private key: string | null = null;
  private readonly detents: number;
  /** The knob's axis, as a fraction of its picture's height from the top. */
  private readonly middle: number;
  /** The number that shows in the window, where there is one. */
  private readonly number: SVGTextElement | null;

  constructor(
    private readonly board: Board,
    private readonly device: Device,
    readonly knob: number,
    label: string,
  ) {
    this.detents = board.ring?.positions ?? board.knobs.detents;
    const { element } = this;
    element.className = 'dial';
    element.tabIndex = 0;
    element.dataset['knob'] = String(knob);
    element.setAttribute('role', 'slider');
    element.setAttribute('aria-valuemin', '0');
    element.setAttribute('aria-valuemax', String(this.detents - 1));
    element.setAttribute('aria-label', `${label}: arrow keys turn it, space presses it, space held down holds it`);
    element.innerHTML = drawing(board);
    this.middle = board.ring ? shape.dial.far / (shape.dial.far - shape.dial.near) : 0.5;
    element.dataset['middle'] = this.middle.toFixed(3);
    this.number = element.querySelector<SVGTextElement>('.number');
    const cap = element.querySelector<SVGGElement>('.cap');
    if (!cap) throw new Error('the knob has no cap');
    this.cap = cap;
    this.show(0, false);
    this.listen();
  }

  show(pointer: number, pushed: boolean): void {
    // Called sixty times a second, but the knob seldom moves.
    if (pointer === this.shown?.pointer && pushed === this.shown.pushed) return;
    this.shown = { pointer, pushed };
    const at = ((pointer % this.detents) + this.detents) % this.detents;
    this.cap.style.rotate = `${(pointer * 360) / this.detents}deg`;
    if (this.number) this.number.textContent = this.printed(at);
    this.element.classList.toggle('pushed', pushed);
    this.element.setAttribute('aria-valuenow', String(at));
    this.element.setAttribute('aria-valuetext', this.spoken(at, pushed));
  }

  /** The text printed on the disc at a position. */
  private printed(at: number): string {
    return at === 0 ? '•' : at <= (this.board.ring?.numbers ?? 0) ? String(at) : '';
  }

  private spoken(at: number, pushed: boolean): string {
    const { ring } = this.board;
    const place = !ring
      ? `click ${at}`
      : at === 0
        ? 'on the dot'
        : at <= ring.numbers
          ? `on ${at}`
          : 'between the numbers';
    return pushed ? `${place}, pressed` : place;
  }

  private turn(by: number): void {
    if (by !== 0) this.device.hand({ to: 'turn', knob: this.knob, by });
  }

  private angle(event: PointerEvent): number {
    const box = this.element.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height * this.middle];
    return (Math.atan2(y, x) * 180) / Math.PI;
  }

  private listen(): void {
    const { element } = this;
    element.addEventListener('wheel', (event) => this.wheeled(event), { passive: false });
    element.addEventListener('pointerdown', (event) => this.touched(event));
    element.addEventListener('pointermove', (event) => this.moved(event));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
      element.addEventListener(end, (event) => this.released(event.type === 'pointerup'));
    }
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    element.addEventListener('keydown', (event) => this.keyed(event));
    element.addEventListener('keyup', (event) => {
      if (event.key === this.key) this.unkeyed();
    });
    element.addEventListener('blur', () => this.unkeyed());
  }

  private wheeled(event: WheelEvent): void {
    event.preventDefault();
    const by = event.deltaY + event.deltaX;
    const { wheelDeltaY = 0, wheelDeltaX = 0 } = event as { wheelDeltaY?: number; wheelDeltaX?: number };
    const notches = -(wheelDeltaY + wheelDeltaX) / NOTCH;
    if (notches !== 0 && Number.isInteger(notches)) {
      this.wheel = 0;
      this.turn(notches);
      return;
    }
    // In line mode each notch is one event; in pixel mode it may be many small ones.
    this.wheel = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? this.wheel + by : PAD_PER_DETENT * Math.sign(by);
    if (Math.abs(this.wheel) < PAD_PER_DETENT) return;
    this.turn(Math.sign(this.wheel));
    this.wheel = 0;
  }

  private touched(event: PointerEvent): void {
    if (event.button !== 0 || this.grip.doing !== 'nothing') return;
    this.element.setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y } = event;
    this.grip = { doing: 'deciding', timer: this.pressSoon(), x, y, angle: this.angle(event), rests: { x, y } };
  }

  private pressSoon(): number {
    return window.setTimeout(() => {
      this.grip = { doing: 'pressing' };
      this.device.hand({ to: 'down', knob: this.knob });
    }, PRESS_AFTER_MS);
  }

  private moved(event: PointerEvent): void {
    const { grip } = this;
    const { clientX: x, clientY: y } = event;
    if (grip.doing === 'deciding' && Math.hypot(x - grip.x, y - grip.y) > TURNS_FROM) {
      clearTimeout(grip.timer);
      this.grip = { doing: 'turning', angle: grip.angle, owed: 0 };
    } else if (grip.doing === 'deciding' && Math.hypot(x - grip.rests.x, y - grip.rests.y) >= STIRS_FROM) {
      clearTimeout(grip.timer);
      [grip.timer, grip.rests] = [this.pressSoon(), { x, y }];
    }
    if (this.grip.doing !== 'turning') return;
    const angle = this.angle(event);
    const moved = ((angle - this.grip.angle + 540) % 360) - 180;
    this.grip.angle = angle;
    this.grip.owed += moved;
    const step = 360 / this.detents;
    const detents = Math.trunc(this.grip.owed / step);
    this.grip.owed -= detents * step;
    this.turn(detents);
  }

  private released(inPlace: boolean): void {
    const { grip } = this;
    this.grip = { doing: 'nothing' };
    if (grip.doing === 'deciding') {
      clearTimeout(grip.timer);
      if (inPlace) this.device.hand({ to: 'press', knob: this.knob, ms: TAP_MS });
    } else if (grip.doing === 'pressing') this.device.hand({ to: 'up', knob: this.knob });
  }

  private keyed(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      PageUp: 5,
      PageDown: -5,
    };
    const by = steps[event.key];
    if (by !== undefined) this.turn(by);
    else if (event.key === ' ' || event.key === 'Enter') {
      if (this.key === null) {
        this.key = event.key;
        this.device.hand({ to: 'down', knob: this.knob });
      }
    } else return;
    event.preventDefault();
  }

  private unkeyed(): void {
    if (this.key === null) return;
    this.key = null;
    this.device.hand({ to: 'up', knob: this.knob });
  }
}

/** The knob from above, alone or in the box of a hand dial. */
function drawing(board: Board): string {
  return board.ring ? handDial() : bareKnob(board.knobs.detents);
}

/** A hand dial as it is printed, in millimetres: the lid, the window with walls round it, the knob. */
function handDial(): string {
  const { dial: box, knob, window } = shape;
  const [width, height] = [box.right - box.left, box.far - box.near];
  const [half, wall] = [window.wide / 2, 1.8];
  const top = -window.at - half;
  return `<svg xmlns="${SVG}" viewBox="${box.left} ${-box.far} ${width} ${height}" aria-hidden="true">
    <rect class="lid" x="${box.left + 0.5}" y="${-box.far + 0.5}" width="${width - 1}" height="${height - 1}" rx="3"/>
    <path class="hood" d="M${-half - wall} ${-window.at + half} V${top - wall} H${half + wall} V${-window.at + half} h${-wall} V${top} H${-half} V${-window.at + half} z"/>
    <rect class="disc" x="${-half}" y="${top}" width="${window.wide}" height="${window.wide}"/>
    <text class="number" x="0" y="${-window.at}" dy=".36em"></text>
    <g class="cap">${cap(knob / 2)}</g>
  </svg>`;
}

function bareKnob(detents: number): string {
  return `<svg xmlns="${SVG}" viewBox="-50 -50 100 100" aria-hidden="true">
    <circle class="plate" r="49"/>
    ${ticks(detents)}
    <g class="cap">${cap(36)}<path class="pointer" d="M0 -39.5 l3.4 8 h-6.8 z"/></g>
  </svg>`;
}

function cap(radius: number): string {
  const grooves = Array.from(
    { length: 24 },
    (_, i) => `<path class="knurl" d="M0 ${-radius} v${radius / 9}" transform="rotate(${i * 15 + 7.5})"/>`,
  ).join('');
  return `<circle class="skirt" r="${radius}"/>${grooves}<circle class="top" r="${radius * 0.86}"/>
    <path class="mark" d="M0 ${-radius * 0.8} v${radius * 0.35}"/>`;
}

function ticks(detents: number): string {
  return Array.from(
    { length: detents },
    (_, i) => `<path class="tickline" d="M0 -45 v3" transform="rotate(${(i * 360) / detents})"/>`,
  ).join('');
}
