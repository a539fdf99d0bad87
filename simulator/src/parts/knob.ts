/**
 * A rotary encoder with a button, as the movements of its contacts: pure timing, no pins.
 *
 * Worn contacts follow one model: bounces get shorter as the knob turns faster (no decoder can handle a bounce longer
 * than the time between two edges), the edges of a detent fall within half of its time, and occasionally an edge
 * disturbs the other line.
 */
import type { Random } from '../random.ts';

export type Contact = 'a' | 'b' | 'push';
export interface Movement {
  /** Nanoseconds from the start of the movement. */
  after: number;
  contact: Contact;
  level: 0 | 1;
}

export interface KnobKind {
  /** 1 or 2. */
  detentsPerCycle: number;
  rest: 'high' | 'low';
  reverse: boolean;
}

export type Wear = 'new' | 'good' | 'worn';

/** Levels of A and B through one cycle to the right: A changes first. */
const CYCLE: readonly [0 | 1, 0 | 1][] = [
  [1, 1],
  [0, 1],
  [0, 0],
  [1, 0],
];

/** Longest bounce in microseconds at a speed in detents per second, for worn and for good contacts. */
function longestBounce(speed: number, wear: Wear): number {
  if (wear === 'new') return 0;
  if (speed <= 20) return wear === 'worn' ? 5000 : 2000;
  if (speed <= 60) return 1000;
  if (speed <= 100) return 500;
  return 100;
}

export class Knob {
  wear: Wear = 'new';
  private quarter: number;

  constructor(
    private readonly kind: KnobKind,
    private readonly random: Random,
  ) {
    this.quarter = kind.rest === 'high' ? 0 : 2;
  }

  level(contact: Contact): 0 | 1 {
    if (contact === 'push') return 1;
    const [first, second] = CYCLE[this.quarter & 3];
    return (contact === 'a') !== this.kind.reverse ? first : second;
  }

  /** The contacts' movements for `by` detents; right is positive. */
  turn(by: number, nanosPerDetent: number): Movement[] {
    const quarters = 4 / this.kind.detentsPerCycle;
    const out: Movement[] = [];
    for (let detent = 0; detent < Math.abs(by); detent++) {
      const from = detent * nanosPerDetent + nanosPerDetent / 4;
      const step = nanosPerDetent / 2 / quarters;
      for (let edge = 0; edge < quarters; edge++)
        this.step(Math.sign(by), from + (edge + 0.5) * step, step, 1e9 / nanosPerDetent, out);
    }
    return out.sort((one, other) => one.after - other.after);
  }

  /** Turns halfway to the next detent and back, with edges at the same times as for a click of the same length. */
  waver(nanosPerDetent: number): Movement[] {
    const quarters = 4 / this.kind.detentsPerCycle;
    const out: Movement[] = [];
    const step = nanosPerDetent / 2 / quarters;
    for (let edge = 0; edge < quarters; edge++) {
      this.step(
        edge < quarters / 2 ? 1 : -1,
        nanosPerDetent / 4 + (edge + 0.5) * step,
        step,
        1e9 / nanosPerDetent,
        out,
      );
    }
    return out.sort((one, other) => one.after - other.after);
  }

  private step(direction: number, at: number, room: number, speed: number, out: Movement[]): void {
    const before = { a: this.level('a'), b: this.level('b') };
    this.quarter = (this.quarter + direction) & 3;
    const contact = this.level('a') !== before.a ? 'a' : 'b';
    const level = this.level(contact);
    this.bounce(contact, level, at, Math.min(longestBounce(speed, this.wear) * 1000, room * 0.9), speed <= 20, out);
    if (this.wear !== 'new' && this.random.part() < 0.05) {
      const other = contact === 'a' ? 'b' : 'a';
      const knocked = this.level(other);
      out.push({ after: at, contact: other, level: knocked ? 0 : 1 });
      out.push({
        after: at + Math.min(this.random.between(5_000, 60_000), room * 0.4),
        contact: other,
        level: knocked,
      });
    }
  }

  private bounce(contact: Contact, level: 0 | 1, at: number, longest: number, slow: boolean, out: Movement[]): void {
    out.push({ after: at, contact, level });
    if (longest <= 0) return;
    const least = slow ? (this.wear === 'worn' ? 200_000 : 50_000) : 0;
    const length = this.random.between(Math.min(least, longest), longest);
    const toggles = Array.from({ length: 2 * this.random.below(11) }, () => at + this.random.part() * length).sort(
      (x, y) => x - y,
    );
    toggles.forEach((after, i) => out.push({ after, contact, level: i % 2 === 0 ? (level ? 0 : 1) : level }));
  }

  /** Presses or releases the button. */
  push(down: boolean): Movement[] {
    const out: Movement[] = [];
    this.bounce('push', down ? 0 : 1, 0, this.wear === 'new' ? 0 : 9_000_000, true, out);
    return out.sort((one, other) => one.after - other.after);
  }
}
