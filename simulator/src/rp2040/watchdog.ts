/**
 * The watchdog. It stands in for that of rp2040js, which forgets over a reset what the chip remembers: the scratch
 * registers, the reason, and that the timer is still switched on after it has fired.
 */
import { BasePeripheral, type RP2040 } from 'rp2040js';
import type { Alarm, Clock } from './clock.ts';

const CTRL = 0x00;
const LOAD = 0x04;
const REASON = 0x08;
const SCRATCH0 = 0x0c;
const SCRATCH7 = 0x28;
const TICK = 0x2c;

const TRIGGER = 0x80000000;
const ENABLE = 0x40000000;
const PAUSES = 0x07000000;
const TIME = 0x00ffffff;
const TICK_ENABLE = 1 << 9;
const TICK_RUNNING = 1 << 10;
const TICK_CYCLES = 0x1ff;

export const REASON_TIMER = 1;
export const REASON_FORCED = 2;

/** Half-microseconds: the counter goes down by two at every tick (erratum RP2040-E1). */
const PER_MICRO = 2;
const MICRO = 1000;

/** What a reset by the watchdog leaves in it; power and the RUN pin leave nothing. */
export interface WatchdogMemory {
  scratch: Uint32Array;
  reason: number;
  /** The enable bit and the three pauses. */
  control: number;
  load: number;
}

export const blankWatchdog = (): WatchdogMemory => ({
  scratch: new Uint32Array(8),
  reason: 0,
  control: PAUSES,
  load: 0,
});

export class Watchdog extends BasePeripheral {
  private readonly alarm: Alarm;
  private tick = TICK_ENABLE;
  /** The counter as it was at an instant of this life. */
  private counted: { value: number; at: number };
  /** Kept on over a reset, the counter stands until it is loaded anew; so it was read out on a real Pico. */
  private standing: boolean;

  constructor(
    mcu: RP2040,
    private readonly time: Clock,
    readonly memory: WatchdogMemory,
    /** Fired; what that resets is the state machine's to say. */
    private readonly fired: () => void,
  ) {
    super(mcu, 'WATCHDOG');
    this.counted = { value: memory.load, at: 0 };
    this.standing = true;
    this.alarm = time.createAlarm(() => this.fire(REASON_TIMER));
  }

  private get counting(): boolean {
    return (this.memory.control & ENABLE) !== 0 && (this.tick & TICK_ENABLE) !== 0 && !this.standing;
  }

  private get value(): number {
    if (!this.counting) return this.counted.value;
    const gone = PER_MICRO * Math.floor((this.time.nanos - this.counted.at) / MICRO);
    return Math.max(0, this.counted.value - gone);
  }

  /** Takes the counter as it is now, lets `change` happen, and sets the alarm by what then counts. */
  private change(change: () => void): void {
    this.counted = { value: this.value, at: this.time.nanos };
    change();
    if (this.counting) this.alarm.schedule(Math.ceil(this.counted.value / PER_MICRO) * MICRO);
    else this.alarm.cancel();
  }

  private fire(reason: number): void {
    this.memory.reason = reason;
    this.change(() => {
      this.counted.value = this.memory.load;
      this.standing = true;
    });
    this.fired();
  }

  override readUint32(offset: number): number {
    if (offset === CTRL) return (this.memory.control | this.value) >>> 0;
    if (offset === REASON) return this.memory.reason;
    if (offset >= SCRATCH0 && offset <= SCRATCH7) return this.memory.scratch[(offset - SCRATCH0) >> 2];
    if (offset === TICK) return this.tick | (this.tick & TICK_ENABLE ? TICK_RUNNING : 0);
    return 0;
  }

  override writeUint32(offset: number, value: number): void {
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
    } else if (offset === TICK) {
      this.change(() => (this.tick = value & (TICK_ENABLE | TICK_CYCLES)));
    }
  }
}

/** Everything but the two oscillators: what the boot ROM tells the power-on state machine to reset, and drivers do. */
export const WDSEL_USUAL = 0x1fffc;
