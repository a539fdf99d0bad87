/** The hands at the table: the knobs, their pointers' positions, and how long turning, pressing and holding take. */
import { type Board, knobCount } from './board.ts';
import { type Contact, Knob, type KnobKind, type Movement, type Wear } from './parts/knob.ts';
import type { Random } from './random.ts';

const MS = 1_000_000;
const PRESS_MS = 80;
const HOLD_MS = 1000;
/** The firmware ignores turns shortly after a press; a hand takes longer than that to change its grip. */
const AFTER_PRESS_MS = 70;
export const DETENT_MS = 20;

/** An action of a hand; each takes its own time. */
export type Action =
  | { turn: { knob: number; by: number; ms?: number } }
  | { waver: { knob: number; ms?: number } }
  | { press: { knob: number; ms?: number } }
  | { hold: { knob: number; ms?: number } }
  | { down: { knob: number } }
  | { up: { knob: number } }
  | { wait: number };

/** What hands need of the table. */
export interface Tabletop {
  readonly now: number;
  at(nanos: number, action: () => void): void;
  contactMoved(knob: number, contact: Contact, level: 0 | 1): void;
}

export class Hands {
  readonly knobs: Knob[];
  /** Position of each knob's pointer, in detents to the right of its start. */
  readonly pointers: number[];
  readonly pushed: boolean[];
  private readonly contacts: Record<Contact, 0 | 1>[];

  constructor(
    board: Board,
    private readonly random: Random,
    private readonly tabletop: Tabletop,
  ) {
    const kind = {
      detentsPerCycle: board.knobs.detents_per_cycle,
      rest: board.knobs.rest,
      reverse: board.knobs.reverse,
    };
    this.knobs = Array.from({ length: knobCount(board) }, () => new Knob(kind, random));
    this.pointers = this.knobs.map(() => 0);
    this.pushed = this.knobs.map(() => false);
    this.contacts = this.knobs.map((knob) => ({ a: knob.level('a'), b: knob.level('b'), push: 1 }));
  }

  /** Reports the level of every contact: a chip that has just started has not seen them move. */
  present(): void {
    this.contacts.forEach((levels, knob) => {
      for (const contact of ['a', 'b', 'push'] as const) this.tabletop.contactMoved(knob, contact, levels[contact]);
    });
  }

  private move(knob: number, contact: Contact, level: 0 | 1): void {
    this.contacts[knob][contact] = level;
    this.tabletop.contactMoved(knob, contact, level);
  }

  private play(knob: number, movements: Movement[], from: number): void {
    for (const { after, contact, level } of movements) {
      this.tabletop.at(from + after, () => this.move(knob, contact, level));
    }
  }

  /** Starts an action and returns how long it takes. */
  begin(action: Action, from = this.tabletop.now): number {
    if ('wait' in action) return action.wait * MS;
    if ('turn' in action) {
      const { knob, by, ms = DETENT_MS } = action.turn;
      this.play(knob, this.knob(knob).turn(by, ms * MS), from);
      for (let i = 1; i <= Math.abs(by); i++) {
        this.tabletop.at(from + (i - 0.5) * ms * MS, () => (this.pointers[knob] += Math.sign(by)));
      }
      return Math.abs(by) * ms * MS;
    }
    if ('waver' in action) {
      const { knob, ms = DETENT_MS } = action.waver;
      this.play(knob, this.knob(knob).waver(ms * MS), from);
      return ms * MS;
    }
    if ('down' in action) return this.push(action.down.knob, true, from);
    if ('up' in action) return this.push(action.up.knob, false, from);
    const { knob, ms } = 'press' in action ? { ms: PRESS_MS, ...action.press } : { ms: HOLD_MS, ...action.hold };
    this.push(knob, true, from);
    this.push(knob, false, from + ms * MS);
    return (ms + AFTER_PRESS_MS) * MS;
  }

  private push(knob: number, down: boolean, from: number): number {
    this.play(knob, this.knob(knob).push(down), from);
    this.tabletop.at(from, () => (this.pushed[knob] = down));
    return 0;
  }

  private knob(index: number): Knob {
    const knob = this.knobs[index];
    if (!knob) throw new Error(`the board has no knob ${index}`);
    return knob;
  }

  /** Replaces a knob by one of another kind. */
  mount(index: number, kind: KnobKind): void {
    const knob = new Knob(kind, this.random);
    knob.wear = this.knob(index).wear;
    this.knobs[index] = knob;
    for (const contact of ['a', 'b'] as const) {
      if (this.contacts[index][contact] !== knob.level(contact)) this.move(index, contact, knob.level(contact));
    }
  }

  setWear(wear: Wear, knob?: number): void {
    for (const one of knob === undefined ? this.knobs : [this.knob(knob)]) one.wear = wear;
  }
}
