/**
 * The PWM slices of the RP2350, counting up: period, two compare levels, divider. A running slice takes over a new period
 * or level at the end of the current period, a stopped one at once. Phase-correct counting and inputs are not modelled.
 */
import type { Registers, Timing, TimingAlarm } from '../blocks/timing.ts';
import { FaultSignal } from '../chip.ts';

const SLICES = 12;
const STRIDE = 0x14;
const [CSR, DIV, CTR, CC, TOP] = [0x00, 0x04, 0x08, 0x0c, 0x10];
const EN = 0xf0;
const INTR = 0xf4;
const INTE = [0xf8, 0x104];
const ENABLE = 1;
const PHASE_CORRECT = 2;
const INVERT_A = 4;
const INVERT_B = 8;
const DIVIDER_MODE = 0x30;
const PULSES = 0xc0;

class Slice {
  control = 0;
  divider = 0x10;
  /** The values written last, and those in effect. */
  compares = 0;
  top = 0xffff;
  private activeCompares = 0;
  private activeTop = 0xffff;
  private counted = { value: 0, at: 0 };
  private readonly alarm: TimingAlarm;
  levels = 0;

  constructor(
    private readonly index: number,
    private readonly pwm: Pwm,
  ) {
    this.alarm = pwm.timing.createAlarm(() => this.rang());
  }

  get isOn(): boolean {
    return (this.control & ENABLE) !== 0;
  }

  private get countNanos(): number {
    return ((this.divider || 0x1000) / 16) * this.pwm.cycleNanos;
  }

  get counter(): number {
    if (!this.isOn) return this.counted.value;
    const gone = Math.floor((this.pwm.timing.nanos - this.counted.at) / this.countNanos + 1e-6);
    return Math.min(this.activeTop, this.counted.value + gone);
  }

  /** Updates the counter to now, runs `change`, and reschedules the alarm. */
  change(change: () => void): void {
    this.counted = { value: this.counter, at: this.pwm.timing.nanos };
    change();
    if (!this.isOn) this.takeOver();
    this.follow();
  }

  setCounter(value: number): void {
    this.change(() => (this.counted.value = value & 0xffff));
  }

  private takeOver(): void {
    this.activeCompares = this.compares;
    this.activeTop = this.top;
  }

  private rang(): void {
    const now = this.pwm.timing.nanos;
    const { value, at } = this.counted;
    const reached = value + Math.round((now - at) / this.countNanos);
    this.counted = { value: reached, at: now };
    if (reached > this.activeTop) {
      this.counted.value = 0;
      this.takeOver();
    }
    this.follow();
  }

  /** Updates the outputs, and sets the alarm to their next change. */
  private follow(): void {
    const { value } = this.counted;
    const [a, b] = [this.activeCompares & 0xffff, this.activeCompares >>> 16];
    const levels = (value < a ? 1 : 0) | (value < b ? 2 : 0);
    const shown = levels ^ (this.control & INVERT_A ? 1 : 0) ^ (this.control & INVERT_B ? 2 : 0);
    if (this.isOn) {
      const next = Math.min(...[a, b, this.activeTop + 1].filter((count) => count > value), this.activeTop + 1);
      this.alarm.scheduleAt(this.counted.at + (next - value) * this.countNanos);
    } else this.alarm.cancel();
    if (shown === this.levels) return;
    this.levels = shown;
    this.pwm.changed(this.index);
  }
}

export class Pwm implements Registers {
  private readonly slices: Slice[];
  cycleNanos = 1;

  constructor(
    readonly timing: Timing,
    /** Called when the outputs of a slice have changed. */
    readonly changed: (slice: number) => void,
  ) {
    this.slices = Array.from({ length: SLICES }, (_, i) => new Slice(i, this));
  }

  reset(): void {
    for (const slice of this.slices) {
      slice.change(() => {
        slice.control = slice.compares = 0;
        slice.divider = 0x10;
        slice.top = 0xffff;
      });
      slice.setCounter(0);
    }
  }

  /** The level of a pin's channel: even pins are A. */
  level(pin: number): number {
    return (this.slices[(pin >> 1) & 7].levels >> (pin & 1)) & 1;
  }

  readUint32(offset: number): number {
    const slice = this.slices[Math.floor(offset / STRIDE)];
    if (slice) {
      switch (offset % STRIDE) {
        case CSR:
          return slice.control;
        case DIV:
          return slice.divider;
        case CTR:
          return slice.counter;
        case CC:
          return slice.compares >>> 0;
        case TOP:
          return slice.top;
      }
    }
    if (offset === EN) return this.slices.reduce((bits, { isOn }, i) => bits | (isOn ? 1 << i : 0), 0);
    // Interrupts of slices are not modelled.
    if (offset >= INTR && offset <= 0x10c) return 0;
    throw new FaultSignal(`PWM has no register 0x${offset.toString(16)}`);
  }

  writeUint32(offset: number, value: number): void {
    const slice = this.slices[Math.floor(offset / STRIDE)];
    if (slice) {
      switch (offset % STRIDE) {
        case CSR:
          if (value & (PHASE_CORRECT | DIVIDER_MODE | PULSES) && value & ENABLE) {
            throw new FaultSignal(`PWM counts in a way that is not modelled: CSR 0x${value.toString(16)}`);
          }
          return slice.change(() => (slice.control = value & 0x3f));
        case DIV:
          return slice.change(() => (slice.divider = value & 0xfff));
        case CTR:
          return slice.setCounter(value);
        case CC:
          return slice.change(() => (slice.compares = value | 0));
        case TOP:
          return slice.change(() => (slice.top = value & 0xffff));
      }
    }
    if (offset === EN) {
      this.slices.forEach((one, i) =>
        one.change(() => (one.control = (one.control & ~ENABLE) | (value & (1 << i) ? ENABLE : 0))),
      );
    } else if (offset === INTR) {
      // No interrupt is ever pending, so there is nothing to acknowledge.
    } else if (!INTE.includes(offset) || value !== 0) {
      throw new FaultSignal(`PWM takes no store to register 0x${offset.toString(16)}`);
    }
  }
}
