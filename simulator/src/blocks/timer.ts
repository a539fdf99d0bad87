/**
 * A timer of either chip: a 64-bit count of ticks, microseconds as a rule, and four alarms on its lower word. That of
 * rp2040js counts without ticks, and truncates alarms so that firmware wakes twice for each.
 */
import { FaultSignal } from '../chip.ts';
import type { Registers, Timing, TimingAlarm } from './timing.ts';

const ALARM0 = 0x10;
const ARMED = 0x20;
const RAW_HIGH = 0x24;
const RAW_LOW = 0x28;
const ALARMS = 4;
/** Offsets of the interrupt registers from the first of them. */
const INTR = 0x0;
const INTE = 0x4;
const INTF = 0x8;
const INTS = 0xc;

export class Timer implements Registers {
  /** The count at an instant, and the nanoseconds per tick since then; Infinity without ticks. */
  private counted = { ticks: 0, at: 0 };
  private tickNanos = Infinity;
  private readonly targets = new Uint32Array(ALARMS);
  private readonly alarms: TimingAlarm[];
  private armed = 0;
  private raised = 0;
  private enabled = 0;
  private forced = 0;
  /** The upper word of the count when its lower word was last read. */
  private highWord = 0;

  constructor(
    private readonly timing: Timing,
    /** Offset of the interrupt registers, which differs between the chips. */
    private readonly interruptsAt: number,
    private readonly interrupt: (alarm: number, high: boolean) => void,
  ) {
    this.alarms = Array.from({ length: ALARMS }, (_, n) => timing.createAlarm(() => this.rang(n)));
  }

  reset(): void {
    this.counted = { ticks: 0, at: this.timing.nanos };
    this.armed = this.raised = this.enabled = this.forced = 0;
    for (const alarm of this.alarms) alarm.cancel();
    this.signal();
  }

  /** Sets the time between ticks from now on. */
  pace(tickNanos: number): void {
    this.counted = { ticks: this.ticks, at: this.timing.nanos };
    this.tickNanos = tickNanos;
    for (let n = 0; n < ALARMS; n++) if (this.armed & (1 << n)) this.plan(n);
  }

  private get ticks(): number {
    // Time is a floating-point number: allow for a rounding error just before a tick.
    return this.counted.ticks + Math.floor((this.timing.nanos - this.counted.at) / this.tickNanos + 1e-6);
  }

  private plan(n: number): void {
    const { ticks } = this;
    const ahead = (this.targets[n] - ticks) >>> 0;
    const at = this.counted.at + (ticks + ahead - this.counted.ticks) * this.tickNanos;
    if (at < Infinity) this.alarms[n].scheduleAt(at);
    else this.alarms[n].cancel();
  }

  private rang(n: number): void {
    this.armed &= ~(1 << n);
    this.raised |= 1 << n;
    this.signal();
  }

  private signal(): void {
    const due = (this.raised & this.enabled) | this.forced;
    for (let n = 0; n < ALARMS; n++) this.interrupt(n, (due & (1 << n)) !== 0);
  }

  readUint32(offset: number): number {
    if (offset >= ALARM0 && offset < ALARM0 + 4 * ALARMS) return this.targets[(offset - ALARM0) >> 2];
    switch (offset) {
      case 0x08:
        return this.highWord;
      case 0x0c:
        this.highWord = Math.floor(this.ticks / 2 ** 32);
        return this.ticks >>> 0;
      case ARMED:
        return this.armed;
      case RAW_HIGH:
        return Math.floor(this.ticks / 2 ** 32);
      case RAW_LOW:
        return this.ticks >>> 0;
    }
    switch (offset - this.interruptsAt) {
      case INTR:
        return this.raised;
      case INTE:
        return this.enabled;
      case INTF:
        return this.forced;
      case INTS:
        return (this.raised & this.enabled) | this.forced;
      default:
        throw new FaultSignal(`TIMER has no register 0x${offset.toString(16)}`);
    }
  }

  writeUint32(offset: number, value: number): void {
    if (offset >= ALARM0 && offset < ALARM0 + 4 * ALARMS) {
      const n = (offset - ALARM0) >> 2;
      this.targets[n] = value;
      this.armed |= 1 << n;
      this.plan(n);
      return;
    }
    if (offset === ARMED) {
      for (let n = 0; n < ALARMS; n++) if (value & (1 << n)) this.alarms[n].cancel();
      this.armed &= ~value;
      return;
    }
    switch (offset - this.interruptsAt) {
      case INTR:
        this.raised &= ~value;
        break;
      case INTE:
        this.enabled = value & 15;
        break;
      case INTF:
        this.forced = value & 15;
        break;
      default:
        throw new FaultSignal(`TIMER takes no store to register 0x${offset.toString(16)}`);
    }
    this.signal();
  }
}
