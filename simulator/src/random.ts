/** A small seeded generator, so that every bounce, every torn bit and every random bit can be reproduced. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = (seed * 2654435761 + 0x9e3779b9) >>> 0;
  }

  /** 32 random bits. */
  bits(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** At least 0, less than 1. */
  part(): number {
    return this.bits() / 4294967296;
  }

  between(least: number, most: number): number {
    return least + this.part() * (most - least);
  }

  /** A whole number, at least 0 and less than `limit`. */
  below(limit: number): number {
    return Math.floor(this.part() * limit);
  }
}
