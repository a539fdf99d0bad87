/**
 * The cache between the core and its serial flash: which lines it holds, and how long the core waits for one that it does
 * not. Data never differ from the flash, so only the time is modelled.
 *
 * The RP2040's data sheet does not say which of two lines gives way; here it is the one that was used longer ago. A line
 * costs the same whichever word of it is asked for.
 */

export interface CacheOptions {
  bytes: number;
  ways: number;
  lineBytes: number;
  /** Cycles that a miss costs; 0 for a flash that is as fast as its cache. */
  missCycles: number;
}

/** No line has this number. */
const EMPTY = -1;
const MOST = 0xffffffff;

export class Cache {
  missCycles: number;
  enabled = true;
  hits = 0;
  misses = 0;
  private readonly sets: number;
  private readonly lineShift: number;
  /** The lines of each set, the one used last first. */
  private readonly lines: Int32Array;
  private counted = { hits: 0, accesses: 0 };

  constructor(private readonly options: CacheOptions) {
    this.missCycles = options.missCycles;
    this.sets = options.bytes / (options.ways * options.lineBytes);
    this.lineShift = Math.log2(options.lineBytes);
    this.lines = new Int32Array(this.sets * options.ways).fill(EMPTY);
  }

  flush(): void {
    this.lines.fill(EMPTY);
  }

  /** An access to an offset in flash: answers how many cycles the core has to wait for it. */
  access(offset: number): number {
    const line = offset >>> this.lineShift;
    const { lines } = this;
    const first = (line & (this.sets - 1)) * this.options.ways;
    if (!this.enabled) return this.miss();
    if (lines[first] === line) {
      this.hits++;
      return 0;
    }
    return this.search(line, first, true, true);
  }

  /** The same through an alias, which may not look for a hit or not keep what it misses. */
  accessAs(offset: number, looks: boolean, allocates: boolean): number {
    const line = offset >>> this.lineShift;
    if (!this.enabled) return this.miss();
    return this.search(line, (line & (this.sets - 1)) * this.options.ways, looks, allocates);
  }

  private search(line: number, first: number, looks: boolean, allocates: boolean): number {
    const { lines } = this;
    const last = first + this.options.ways - 1;
    let at = first;
    while (at < last && lines[at] !== line) at++;
    const isHit = lines[at] === line;
    if (isHit || allocates) {
      for (; at > first; at--) lines[at] = lines[at - 1];
      lines[first] = line;
    }
    if (!isHit || !looks) return this.miss();
    this.hits++;
    return 0;
  }

  private miss(): number {
    this.misses++;
    return this.missCycles;
  }

  // The counters that firmware can read and clear; they stop at their highest value ---------------------------------

  get hitCounter(): number {
    return Math.min(MOST, this.hits - this.counted.hits);
  }

  get accessCounter(): number {
    return Math.min(MOST, this.hits + this.misses - this.counted.accesses);
  }

  clearHitCounter(): void {
    this.counted.hits = this.hits;
  }

  clearAccessCounter(): void {
    this.counted.accesses = this.hits + this.misses;
  }
}
