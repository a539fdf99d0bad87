/** Small register blocks that rp2040js lacks or answers wrongly. */
import { BasePeripheral, type RP2040 } from 'rp2040js';

/** embassy polls these after every flash operation and would wait for ever on the all-ones of a missing block. */
export class XipControl extends BasePeripheral {
  override readUint32(offset: number): number {
    const CTRL = 0x00;
    const STAT = 0x08;
    return offset === CTRL ? 3 : offset === STAT ? 2 : 0;
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
