/**
 * The cache between the core and its serial flash: which lines it holds, and how long the core waits on a miss. Cached
 * data never differ from the flash, so only the time is modelled.
 *
 * The RP2040's data sheet does not name the replacement policy; this model uses LRU. A miss costs the same whichever
 * word of the line is accessed.
 */

export interface CacheOptions {
  bytes: number;
  ways: number;
  lineBytes: number;
  /** Cycles that a miss costs; 0 models a flash as fast as its cache. */
  missCycles: number;
}

/** Line number of an empty place in the cache. */
const EMPTY = -1;
const MOST = 0xffffffff;

export class Cache {
  missCycles: number;
  enabled = true;
  hits = 0;
  misses = 0;
  private readonly sets: number;
  private readonly lineShift: number;
  /** The lines of each set, most recently used first. */
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

  /** Accesses an offset in flash and returns how many cycles the core must wait. */
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

  /** Like `access`, through an alias of the flash that may skip the lookup or the allocation. */
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

  // Counters that firmware can read and clear; they saturate ---------------------------------------------------------

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
