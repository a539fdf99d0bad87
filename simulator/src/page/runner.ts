/** Runs an emulated table in real time and reports what it shows. Knows nothing of the worker or the page. */
import type { Table } from '../table.ts';
import type { FromWorker, GlassFrame } from './messages.ts';

const MS = 1_000_000;
/** Sixty frames a second. */
const FRAME_MS = 16;
const METERS_MS = 500;
/** Maximum time of uninterrupted work: messages wait no longer than this. */
const SLICE_MS = 8;
/** If the table is further behind than this, the lost time is skipped, so that it still reacts to hands. */
const LOST_MS = 120;
const DETENT_MS = 12;
const REGRIP_MS = 70;
const SHORTEST_PRESS_MS = 60;
/** The flash is stored once nothing has been written for this long. */
const WRITTEN_MS = 100;

export interface Around {
  post(message: FromWorker, transfer?: Transferable[]): void;
  /** Real time in milliseconds. */
  wall(): number;
}

export class Runner {
  private readonly seen: number[];
  /** A simulated time and the real time that corresponds to it. */
  private anchor: { simulated: number; wall: number };
  private framed = 0;
  private metered: { wall: number; simulated: number; awake: number };
  private paused = false;
  /** Time at which each hand is free again: its actions run one after another. */
  private readonly handFree: number[];
  private readonly downSince: number[];
  private flash = { operations: 0, changedAt: 0, kept: true };

  constructor(
    readonly table: Table,
    private readonly around: Around,
  ) {
    const wall = around.wall();
    this.anchor = { simulated: table.now, wall };
    this.metered = { wall, simulated: 0, awake: 0 };
    this.seen = table.screens.map(() => -1);
    this.handFree = table.hands.knobs.map(() => 0);
    this.downSince = table.hands.knobs.map(() => 0);
    for (const bus of table.buses) bus.recording = false;
    if (table.buzzer) table.buzzer.onTone = ({ hz }) => around.post({ from: 'tone', hz });
  }

  private reanchor(): void {
    this.anchor = { simulated: this.table.now, wall: this.around.wall() };
  }

  /** One piece of work: catches up with real time and reports. */
  beat(): void {
    this.catchUp();
    this.report();
  }

  private catchUp(): void {
    if (this.paused) {
      this.reanchor();
      return;
    }
    const begun = this.around.wall();
    const due = this.anchor.simulated + (begun - this.anchor.wall) * MS;
    const { table } = this;
    while (table.now < due && this.around.wall() - begun < SLICE_MS) {
      table.runUntil(Math.min(due, table.now + MS));
    }
    if (due - table.now > LOST_MS * MS) this.reanchor();
  }

  private report(): void {
    const wall = this.around.wall();
    const { table } = this;
    const events = table.events();
    if (events.length > 0) this.around.post({ from: 'events', events });
    for (const { data } of table.computer.packets.splice(0)) this.around.post({ from: 'usb', bytes: data });
    table.flash.trace.length = 0;
    if (table.buzzer) table.buzzer.trace.length = 0;
    if (wall - this.framed >= FRAME_MS) {
      this.framed = wall;
      this.frame();
    }
    if (wall - this.metered.wall >= METERS_MS) this.meter(wall);
    this.keepFlash(wall);
  }

  private frame(): void {
    const { table } = this;
    const glasses: GlassFrame[] = [];
    table.screens.forEach((panel, index) => {
      if (this.seen[index] === panel.revision) return;
      this.seen[index] = panel.revision;
      glasses.push({ index, on: panel.on && table.powered, contrast: panel.contrast, pixels: panel.pixels() });
    });
    const state = {
      pointers: [...table.hands.pointers],
      pushed: [...table.hands.pushed],
      lit: table.lit,
      powered: table.powered,
    };
    this.around.post(
      { from: 'frame', glasses, ...state, now: table.now / MS },
      glasses.map(({ pixels }) => pixels.buffer),
    );
  }

  private keepFlash(wall: number): void {
    const { operations, bytes } = this.table.flash;
    if (operations !== this.flash.operations) this.flash = { operations, changedAt: wall, kept: false };
    else if (!this.flash.kept && wall - this.flash.changedAt >= WRITTEN_MS) {
      this.flash.kept = true;
      const copy = bytes.slice();
      this.around.post({ from: 'written', board: this.table.board.name, bytes: copy }, [copy.buffer]);
    }
  }

  private meter(wall: number): void {
    const { awake_cycles, bus_bytes } = this.table.meters();
    const simulated = this.table.now - this.metered.simulated;
    const awakeNanos = (awake_cycles - this.metered.awake) * this.table.cycleNanos;
    this.around.post({
      from: 'meters',
      meters: {
        seconds: this.table.now / 1e9,
        pace: simulated / MS / (wall - this.metered.wall),
        awake: simulated > 0 ? Math.min(1, awakeNanos / simulated) : 0,
        busBytes: bus_bytes,
      },
    });
    this.metered = { wall, simulated: this.table.now, awake: awake_cycles };
  }

  private from(knob: number): number {
    return Math.max(this.table.now, this.handFree[knob]);
  }

  turn(knob: number, by: number, ms = DETENT_MS): void {
    const from = this.from(knob);
    this.handFree[knob] = from + this.table.hands.begin({ turn: { knob, by, ms } }, from);
  }

  press(knob: number, ms: number): void {
    const from = this.from(knob);
    this.handFree[knob] = from + this.table.hands.begin({ press: { knob, ms } }, from);
  }

  down(knob: number): void {
    const from = this.from(knob);
    this.table.hands.begin({ down: { knob } }, from);
    this.downSince[knob] = from;
    this.handFree[knob] = from + SHORTEST_PRESS_MS * MS;
  }

  up(knob: number): void {
    const from = Math.max(this.table.now, this.downSince[knob] + SHORTEST_PRESS_MS * MS);
    this.table.hands.begin({ up: { knob } }, from);
    this.handFree[knob] = from + REGRIP_MS * MS;
  }

  pause(paused: boolean): void {
    this.paused = paused;
    this.reanchor();
  }
}
