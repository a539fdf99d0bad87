/** Small register blocks that rp2040js lacks or answers wrongly, and adapters for larger ones on its bus. */
import { BasePeripheral, type RP2040 } from 'rp2040js';
import type { Registers } from '../blocks/timing.ts';
import type { Wake } from '../chip.ts';

/** Reports why the chip started: without it a cold and a warm start look the same. */
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

/** Maps registers onto the bus of rp2040js. */
export class Place extends BasePeripheral {
  constructor(
    mcu: RP2040,
    name: string,
    private readonly registers: Registers,
  ) {
    super(mcu, name);
  }
  override readUint32(offset: number): number {
    return this.registers.readUint32(offset & 0xfff);
  }
  override writeUint32(offset: number, value: number): void {
    this.registers.writeUint32(offset, value >>> 0);
  }
}

/** An aligned access of 1, 2 or 4 bytes. */
export function readSized(mcu: RP2040, at: number, bytes: number): number {
  return bytes === 4 ? mcu.readUint32(at) : bytes === 2 ? mcu.readUint16(at) : mcu.readUint8(at);
}

export function writeSized(mcu: RP2040, at: number, bytes: number, value: number): void {
  if (bytes === 4) mcu.writeUint32(at, value);
  else if (bytes === 2) mcu.writeUint16(at, value);
  else mcu.writeUint8(at, value);
}
