/** The ring oscillator. Firmware draws random bits by reading the oscillator's level. */
import type { Random } from '../random.ts';
import type { Registers } from './timing.ts';

const CTRL = 0x00;
const STABLE = 0x80000000;
const ENABLED = 1 << 12;
const DISABLE = 0xd1e;

/**
 * Standard deviation of one period, as a fraction of it: a cautious assumption, at the low end for ring oscillators.
 */
export const USUAL_JITTER = 0.005;

export interface OscillatorOptions {
  hz: number;
  jitter: number;
  random: Random;
}

/**
 * A free-running oscillator. Deviations of the periods add up like a random walk: two readings a few periods apart are
 * correlated, distant ones are not.
 */
export class Oscillator {
  /** Phase in periods; only the fraction matters. */
  private phase: number;
  private seenAt = 0;

  constructor(private readonly options: OscillatorOptions) {
    this.phase = options.random.part();
  }

  level(nanos: number): 0 | 1 {
    const { hz, jitter, random } = this.options;
    const periods = (Math.max(0, nanos - this.seenAt) * hz) / 1e9;
    this.seenAt = nanos;
    if (periods > 0) {
      const moved = this.phase + periods + jitter * Math.sqrt(periods) * gauss(random);
      this.phase = moved - Math.floor(moved);
    }
    return this.phase < 0.5 ? 1 : 0;
  }
}

/** A normally distributed number (Box–Muller). */
function gauss(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.part())) * Math.cos(2 * Math.PI * random.part());
}

export interface RandomBits {
  /** Bits that a test has chosen; used before any others. */
  chosen: number[];
  /** A realistic oscillator; if null, every bit is drawn independently and repeats for the same seed. */
  oscillator: Oscillator | null;
  /** True if no block of the true random number generator passes its tests, as on some chips that have one. */
  trngFails: boolean;
}

/** Offsets of two registers that differ between chips. */
export interface OscillatorLayout {
  status: number;
  randomBit: number;
}

export class RingOscillator implements Registers {
  private readonly registers = new Map<number, number>([[CTRL, 0xaa0]]);
  private last = 0;

  constructor(
    private readonly now: () => number,
    private readonly random: Random,
    private readonly bits: RandomBits,
    private readonly layout: OscillatorLayout,
  ) {}

  private get stopped(): boolean {
    return (this.registers.get(CTRL) ?? 0) >> 12 === DISABLE;
  }

  readUint32(offset: number): number {
    if (offset === this.layout.status) return this.stopped ? 0 : (STABLE | ENABLED) >>> 0;
    if (offset !== this.layout.randomBit) return this.registers.get(offset) ?? 0;
    const { chosen, oscillator } = this.bits;
    const next = chosen.shift();
    if (next !== undefined) return next;
    if (!oscillator) return this.random.bits() & 1;
    // A stopped oscillator keeps its last level.
    if (!this.stopped) this.last = oscillator.level(this.now());
    return this.last;
  }

  writeUint32(offset: number, value: number): void {
    this.registers.set(offset, value);
  }
}
