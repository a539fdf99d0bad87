/** One knob on the page: turned by wheel, drag, touch or arrow keys, pressed by click, touch, space or enter. */
import type { Board } from '../board.ts';
import type { Device } from './device.ts';

/** Held without moving for so long, a finger presses; before that it may still begin to turn. */
const PRESS_AFTER_MS = 140;
const TAP_MS = 80;
/** So far from where it touched, in pixels, a finger turns. */
const TURNS_FROM = 7;
const WHEEL_PER_DETENT = 40;
const SVG = 'http://www.w3.org/2000/svg';

type Grip =
  | { doing: 'nothing' }
  | { doing: 'deciding'; timer: number; x: number; y: number; angle: number }
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
    const cap = element.querySelector<SVGGElement>('.cap');
    if (!cap) throw new Error('the knob has no cap');
    this.cap = cap;
    this.show(0, false);
    this.listen();
  }

  show(pointer: number, pushed: boolean): void {
    // Told sixty times a second, it moves seldom.
    if (pointer === this.shown?.pointer && pushed === this.shown.pushed) return;
    this.shown = { pointer, pushed };
    const at = ((pointer % this.detents) + this.detents) % this.detents;
    this.cap.style.rotate = `${(pointer * 360) / this.detents}deg`;
    this.element.classList.toggle('pushed', pushed);
    this.element.setAttribute('aria-valuenow', String(at));
    this.element.setAttribute('aria-valuetext', this.spoken(at, pushed));
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
    if (by !== 0) this.device.say({ to: 'turn', knob: this.knob, by });
  }

  private angle(event: PointerEvent): number {
    const box = this.element.getBoundingClientRect();
    return (
      (Math.atan2(event.clientY - box.top - box.height / 2, event.clientX - box.left - box.width / 2) * 180) / Math.PI
    );
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
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.wheel += (event.deltaY + event.deltaX) * lines;
    const detents = Math.trunc(this.wheel / WHEEL_PER_DETENT);
    this.wheel -= detents * WHEEL_PER_DETENT;
    this.turn(detents);
  }

  private touched(event: PointerEvent): void {
    if (event.button !== 0 || this.grip.doing !== 'nothing') return;
    this.element.setPointerCapture(event.pointerId);
    const timer = window.setTimeout(() => {
      this.grip = { doing: 'pressing' };
      this.device.say({ to: 'down', knob: this.knob });
    }, PRESS_AFTER_MS);
    this.grip = { doing: 'deciding', timer, x: event.clientX, y: event.clientY, angle: this.angle(event) };
  }

  private moved(event: PointerEvent): void {
    const { grip } = this;
    if (grip.doing === 'deciding' && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > TURNS_FROM) {
      clearTimeout(grip.timer);
      this.grip = { doing: 'turning', angle: grip.angle, owed: 0 };
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
      if (inPlace) this.device.say({ to: 'press', knob: this.knob, ms: TAP_MS });
    } else if (grip.doing === 'pressing') this.device.say({ to: 'up', knob: this.knob });
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
        this.device.say({ to: 'down', knob: this.knob });
      }
    } else return;
    event.preventDefault();
  }

  private unkeyed(): void {
    if (this.key === null) return;
    this.key = null;
    this.device.say({ to: 'up', knob: this.knob });
  }
}

/** The knob from above; on boards with a ring, the ring with its numbers round it. */
function drawing(board: Board): string {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '-50 -50 100 100');
  svg.setAttribute('aria-hidden', 'true');
  const ring = board.ring ? ringMarks(board.ring) : ticks(board.knobs.detents);
  const reach = board.ring ? 27 : 36;
  svg.innerHTML = `
    <circle class="plate" r="49"/>
    ${ring}
    <g class="cap">
      <circle class="skirt" r="${reach}"/>
      ${knurl(reach)}
      <circle class="top" r="${reach - 5}"/>
      <path class="pointer" d="M0 ${-reach - 3.5} l3.4 8 h-6.8 z"/>
    </g>`;
  return svg.outerHTML;
}

function ringMarks({ positions, numbers }: NonNullable<Board['ring']>): string {
  return Array.from({ length: positions }, (_, position) => {
    const angle = (position * 2 * Math.PI) / positions;
    const [x, y] = [41 * Math.sin(angle), -41 * Math.cos(angle)].map((value) => value.toFixed(2));
    if (position === 0) return `<circle class="dot" cx="${x}" cy="${y}" r="3"/>`;
    if (position <= numbers) return `<text class="number" x="${x}" y="${y}" dy=".36em">${position}</text>`;
    return `<circle class="tick" cx="${x}" cy="${y}" r=".9"/>`;
  }).join('');
}

function ticks(detents: number): string {
  return Array.from(
    { length: detents },
    (_, i) => `<path class="tickline" d="M0 -45 v3" transform="rotate(${(i * 360) / detents})"/>`,
  ).join('');
}

function knurl(reach: number): string {
  return Array.from(
    { length: 24 },
    (_, i) => `<path class="knurl" d="M0 ${-reach} v4" transform="rotate(${i * 15 + 7.5})"/>`,
  ).join('');
}
