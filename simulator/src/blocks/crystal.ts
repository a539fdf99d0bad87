/**
 * Start-up time of the clocks: the crystal oscillator, which reports stable after the delay that firmware has
 * programmed, and the PLLs, which lock some time after they are switched on.
 */
import type { Registers, Timing } from './timing.ts';

const CTRL = 0x00;
const STATUS = 0x04;
const STARTUP = 0x0c;
const ENABLE = 0xfab;
const DISABLE = 0xd1e;
const STABLE = 1 << 31;
const BAD_WRITE = 1 << 24;
const ENABLED = 1 << 12;
const RANGES = [0xaa0, 0xaa1, 0xaa2, 0xaa3];
/** The delay is counted in units of this many crystal cycles, or of four times as many. */
const DELAY_UNIT = 256;
const TIMES_FOUR = 1 << 20;

export class Crystal implements Registers {
  private control: number;
  private startup = 0xc4;
  private badWrite = false;
  private enabled: boolean;
  private stableAt = Infinity;

  constructor(
    private readonly hz: number,
    private readonly timing: Timing,
    /** True if the crystal is already running, as after a reset that excludes it. */
    running: boolean,
  ) {
    this.enabled = running;
    this.control = RANGES[0] | ((running ? ENABLE : DISABLE) << 12);
    if (running) this.stableAt = -Infinity;
  }

  get isStable(): boolean {
    return this.enabled && this.timing.nanos >= this.stableAt;
  }

  readUint32(offset: number): number {
    if (offset === CTRL) return this.control;
    if (offset === STARTUP) return this.startup;
    if (offset !== STATUS) return 0;
    const flags = (this.isStable ? STABLE : 0) | (this.enabled ? ENABLED : 0) | (this.badWrite ? BAD_WRITE : 0);
    return flags >>> 0;
  }

  writeUint32(offset: number, value: number): void {
    if (offset === STARTUP) this.startup = value & (TIMES_FOUR | 0x3fff);
    else if (offset === STATUS) {
      if (value & BAD_WRITE) this.badWrite = false;
    } else if (offset === CTRL) this.switch(value);
  }

  private switch(value: number): void {
    this.control = value & 0xffffff;
    const word = (value >>> 12) & 0xfff;
    if (!RANGES.includes(value & 0xfff) || (word !== ENABLE && word !== DISABLE)) this.badWrite = true;
    if (word === DISABLE) this.enabled = false;
    else if (word === ENABLE && !this.enabled) {
      this.enabled = true;
      const units = (this.startup & 0x3fff) * (this.startup & TIMES_FOUR ? 4 : 1);
      this.stableAt = this.timing.nanos + (units * DELAY_UNIT * 1e9) / this.hz;
    }
  }
}

/** Cycles of its reference that a PLL needs to lock. The data sheets name no figure; this is an assumption. */
const LOCK_CYCLES = 500;
const POWER = 0x04;
const FEEDBACK = 0x08;
const LOCKED = 1 << 31;
const POWERED_DOWN = (1 << 0) | (1 << 5);

/** Observes writes to a PLL and reports whether it has locked. */
export class PllLock {
  private lockedAt = Infinity;
  private power = 0x2d;

  constructor(
    private readonly referenceHz: number,
    private readonly timing: Timing,
  ) {}

  written(offset: number, value: number): void {
    if (offset === POWER) {
      const wasOn = (this.power & POWERED_DOWN) === 0;
      this.power = value;
      const isOn = (value & POWERED_DOWN) === 0;
      if (!isOn) this.lockedAt = Infinity;
      else if (!wasOn) this.begin();
    } else if (offset === FEEDBACK && this.lockedAt < Infinity) this.begin();
  }

  private begin(): void {
    this.lockedAt = this.timing.nanos + (LOCK_CYCLES * 1e9) / this.referenceHz;
  }

  /** Adds the lock bit to the value read from CS. */
  status(value: number): number {
    return (this.timing.nanos >= this.lockedAt ? value | LOCKED : value & ~LOCKED) >>> 0;
  }
}
