/** Small register blocks that rp2040js lacks or answers wrongly. */
import { BasePeripheral, type RP2040 } from 'rp2040js';
import type { Random } from '../random.ts';

/** embassy polls these after every flash operation and would wait for ever on the all-ones of a missing block. */
export class XipControl extends BasePeripheral {
  override readUint32(offset: number): number {
    const CTRL = 0x00;
    const STAT = 0x08;
    return offset === CTRL ? 3 : offset === STAT ? 2 : 0;
  }
  override writeUint32(): void {}
}

/**
 * The ring oscillator: firmware takes its random bits from here, so they must differ, and be the same again for the same
 * seed. A test may choose the next ones.
 */
export class RingOscillator extends BasePeripheral {
  constructor(
    mcu: RP2040,
    private readonly random: Random,
    private readonly chosen: number[],
  ) {
    super(mcu, 'ROSC');
  }
  override readUint32(offset: number): number {
    const STATUS = 0x18;
    const RANDOMBIT = 0x1c;
    if (offset === STATUS) return 0x80001000;
    return offset === RANDOMBIT ? (this.chosen.shift() ?? this.random.bits() & 1) : 0;
  }
  override writeUint32(): void {}
}

export type Wake = 'power' | 'run' | 'watchdog';

/** Says why the chip started: without it a cold and a warm start look the same. */
export class ChipReset extends BasePeripheral {
  constructor(
    mcu: RP2040,
    private readonly wake: Wake,
  ) {
    super(mcu, 'VREG_AND_CHIP_RESET');
  }
  override readUint32(offset: number): number {
    const CHIP_RESET = 0x08;
    if (offset !== CHIP_RESET) return offset === 0 ? 0x10b1 : 0;
    return this.wake === 'power' ? 1 << 8 : this.wake === 'run' ? 1 << 16 : 0;
  }
  override writeUint32(): void {}
}
