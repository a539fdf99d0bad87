/**
 * The watchdog of both chips. On the RP2040 it replaces that of rp2040js, which loses over a reset what the chip keeps:
 * the scratch registers, the reason, and that the timer is still enabled after it has fired.
 */
import type { Registers, Timing, TimingAlarm } from './timing.ts';

const CTRL = 0x00;
const LOAD = 0x04;
const REASON = 0x08;
const SCRATCH0 = 0x0c;
const SCRATCH7 = 0x28;
export const TICK = 0x2c;

const TRIGGER = 0x80000000;
export const ENABLE = 0x40000000;
const PAUSES = 0x07000000;
const TIME = 0x00ffffff;
export const TICK_ENABLE = 1 << 9;
const TICK_RUNNING = 1 << 10;
const TICK_CYCLES = 0x1ff;

export const REASON_TIMER = 1;
export const REASON_FORCED = 2;

/** What the watchdog keeps through its own reset; power-on and the RUN pin clear it. */
export interface WatchdogMemory {
  scratch: Uint32Array;
  reason: number;
  /** The enable bit and the three pause bits. */
  control: number;
  load: number;
}

export const blankWatchdog = (): WatchdogMemory => ({
  scratch: new Uint32Array(8),
  reason: 0,
  control: PAUSES,
  load: 0,
});

export interface WatchdogOptions {
  timing: Timing;
  memory: WatchdogMemory;
  /** Counter decrement per tick. */
  perTick: number;
  /** On the RP2040, where this block generates the ticks: called when firmware writes their register. */
  tickChanged?(): void;
  /** Called when the watchdog fires; the power-on state machine decides what is reset. */
  fired(): void;
}

export class Watchdog implements Registers {
  readonly memory: WatchdogMemory;
  private readonly alarm: TimingAlarm;
  private tick = TICK_ENABLE;
  /** The counter's value, and the instant at which it had that value. */
  private counted: { value: number; at: number };
  /** Nanoseconds per tick; Infinity without ticks. */
  private tickNanos = Infinity;
  /**
   * True after a reset that left the watchdog enabled: the counter stands still until it is loaded again, as others have
   * measured on a Pico.
   */
  private standing: boolean;

  constructor(private readonly options: WatchdogOptions) {
    this.memory = options.memory;
    this.counted = { value: this.memory.load, at: 0 };
    this.standing = true;
    this.alarm = options.timing.createAlarm(() => this.fire(REASON_TIMER));
  }

  private get counting(): boolean {
    return (this.memory.control & ENABLE) !== 0 && this.tickNanos < Infinity && !this.standing;
  }

  private get value(): number {
    if (!this.counting) return this.counted.value;
    // Time is a floating-point number: allow for a rounding error just before a tick.
    const ticks = Math.floor((this.options.timing.nanos - this.counted.at) / this.tickNanos + 1e-6);
    const gone = this.options.perTick * ticks;
    return Math.max(0, this.counted.value - gone);
  }

  /** Updates the counter to now, runs `change`, and reschedules the alarm. */
  private change(change: () => void): void {
    this.counted = { value: this.value, at: this.options.timing.nanos };
    change();
    if (this.counting) this.alarm.schedule(Math.ceil(this.counted.value / this.options.perTick) * this.tickNanos);
    else this.alarm.cancel();
  }

  /** Sets the time between ticks from now on. */
  pace(tickNanos: number): void {
    this.change(() => (this.tickNanos = tickNanos));
  }

  /** Reference cycles per tick that the block generates; 0 if it generates none. */
  get tickCycles(): number {
    return this.tick & TICK_ENABLE ? this.tick & TICK_CYCLES : 0;
  }

  /** Fires after so many decrements, unless it is reloaded before. */
  fireIn(count: number): void {
    this.writeUint32(CTRL, 0);
    this.writeUint32(LOAD, count);
    this.writeUint32(CTRL, ENABLE);
  }

  private fire(reason: number): void {
    this.memory.reason = reason;
    this.change(() => {
      this.counted.value = this.memory.load;
      this.standing = true;
    });
    this.options.fired();
  }

  readUint32(offset: number): number {
    if (offset === CTRL) return (this.memory.control | this.value) >>> 0;
    if (offset === REASON) return this.memory.reason;
    if (offset >= SCRATCH0 && offset <= SCRATCH7) return this.memory.scratch[(offset - SCRATCH0) >> 2];
    if (offset === TICK && this.options.tickChanged) return this.tick | (this.tick & TICK_ENABLE ? TICK_RUNNING : 0);
    return 0;
  }

  writeUint32(offset: number, value: number): void {
    if (offset === CTRL) {
      this.change(() => {
        const was = this.memory.control;
        this.memory.control = (value & (ENABLE | PAUSES)) >>> 0;
        if (!(was & ENABLE) && value & ENABLE) this.standing = false;
      });
      if (value & TRIGGER) this.fire(REASON_FORCED);
    } else if (offset === LOAD) {
      this.change(() => {
        this.memory.load = this.counted.value = value & TIME;
        this.standing = false;
      });
    } else if (offset >= SCRATCH0 && offset <= SCRATCH7) {
      this.memory.scratch[(offset - SCRATCH0) >> 2] = value;
    } else if (offset === TICK && this.options.tickChanged) {
      this.tick = value & (TICK_ENABLE | TICK_CYCLES);
      this.options.tickChanged();
    }
  }
}
