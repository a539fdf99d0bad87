/**
 * The registers of the flash cache, as far as drivers use them: embassy polls the status after every flash operation, and
 * people who measure read the counters.
 */
import { FaultSignal } from '../chip.ts';
import { Cache } from './cache.ts';
import type { Registers } from './timing.ts';

const CTRL = 0x00;
const FLUSH = 0x04;
const STAT = 0x08;
const HITS = 0x0c;
const ACCESSES = 0x10;
const STREAM_COUNT = 0x18;
const FIFO_EMPTY = 2;
const FLUSH_READY = 1;

/** What differs between the chips. */
export interface CacheControlLayout {
  /** Bits of CTRL that can be written, and those that switch the cache on. */
  control: { bits: number; first: number; enable: number };
  /** True if a register flushes the cache, and its status says that this is done. */
  flushes: boolean;
}

/** The cache of either chip: 16 KiB in two ways, with lines of eight bytes. */
export const makeCache = (missCycles: number) => new Cache({ bytes: 16 * 1024, ways: 2, lineBytes: 8, missCycles });

export class CacheControl implements Registers {
  private control: number;

  constructor(
    private readonly cache: Cache,
    private readonly layout: CacheControlLayout,
  ) {
    this.control = layout.control.first;
  }

  readUint32(offset: number): number {
    switch (offset) {
      case CTRL:
        return this.control;
      case STAT:
        return FIFO_EMPTY | (this.layout.flushes ? FLUSH_READY : 0);
      case HITS:
        return this.cache.hitCounter;
      case ACCESSES:
        return this.cache.accessCounter;
      case STREAM_COUNT:
        return 0;
      case FLUSH:
        if (this.layout.flushes) return 0;
        break;
    }
    throw new FaultSignal(`XIP_CTRL has no register 0x${offset.toString(16)}`);
  }

  writeUint32(offset: number, value: number): void {
    const { cache, layout } = this;
    if (offset === CTRL) {
      this.control = value & layout.control.bits;
      cache.enabled = (value & layout.control.enable) !== 0;
    } else if (offset === HITS) cache.clearHitCounter();
    else if (offset === ACCESSES) cache.clearAccessCounter();
    else if (offset === FLUSH && layout.flushes) {
      if (value & 1) cache.flush();
    } else throw new FaultSignal(`XIP_CTRL takes no store to register 0x${offset.toString(16)}`);
  }
}
