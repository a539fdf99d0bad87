/** The RP2040's flash interface: the cache and its control registers. */
import { BasePeripheral, type RP2040 } from 'rp2040js';
import { Cache } from '../blocks/cache.ts';

/** Cycles that the core waits on a cache miss, by default. */
export const MISS_CYCLES = 60;

const CTRL = 0x00;
const FLUSH = 0x04;
const STAT = 0x08;
const CTR_HIT = 0x0c;
const CTR_ACC = 0x10;
const ENABLED = 1;
const ERR_BADWRITE = 2;
const FIFO_EMPTY = 2;
const FLUSH_READY = 1;

export const makeCache = (missCycles: number) => new Cache({ bytes: 16 * 1024, ways: 2, lineBytes: 8, missCycles });

/**
 * The cache's registers. embassy polls them after every flash operation, and would wait forever on the all-ones of a
 * missing block.
 */
export class XipControl extends BasePeripheral {
  private control = ERR_BADWRITE | ENABLED;

  constructor(
    mcu: RP2040,
    private readonly cache: Cache,
  ) {
    super(mcu, 'XIP_CTRL');
  }

  override readUint32(offset: number): number {
    switch (offset) {
      case CTRL:
        return this.control;
      case STAT:
        return FIFO_EMPTY | FLUSH_READY;
      case CTR_HIT:
        return this.cache.hitCounter;
      case CTR_ACC:
        return this.cache.accessCounter;
      default:
        return 0;
    }
  }

  override writeUint32(offset: number, value: number): void {
    if (offset === CTRL) {
      this.control = value & 0xb;
      this.cache.enabled = (value & ENABLED) !== 0;
    } else if (offset === FLUSH) {
      if (value & 1) this.cache.flush();
    } else if (offset === CTR_HIT) this.cache.clearHitCounter();
    else if (offset === CTR_ACC) this.cache.clearAccessCounter();
  }
}
