/**
 * The serial interface to the flash chip, for commands that firmware sends itself. The boot ROM's own transfers are
 * executed natively and do not pass through here.
 */
import type { Registers } from '../blocks/timing.ts';

const SSIENR = 0x08;
const SPI_CTRLR0 = 0xf4;
const SR = 0x28;
const DR0 = 0x60;
const TX_NOT_FULL = 2;
const TX_EMPTY = 4;
const RX_NOT_EMPTY = 8;

const JEDEC_ID = 0x9f;
const UNIQUE_ID = 0x4b;
/** Dummy bytes before the unique number. */
const UNIQUE_DUMMIES = 4;
/** A W25Q16JV, as on a Pico. */
const JEDEC = [0xef, 0x40, 0x15];

export class FlashCommands implements Registers {
  private readonly registers = new Map<number, number>();
  private answer: number[] = [];

  constructor(
    private readonly unique: Uint8Array,
    /** Called when the interface is enabled with the format of reads by the core, as the second stage does it. */
    private readonly setUp: () => void,
  ) {}

  /** The flash has left the mode in which the core reads it. */
  exit(): void {
    this.registers.delete(SPI_CTRLR0);
  }

  readUint32(offset: number): number {
    if (offset === SR) return TX_NOT_FULL | TX_EMPTY | (this.answer.length > 0 ? RX_NOT_EMPTY : 0);
    if (offset === DR0) return this.answer.shift() ?? 0;
    return this.registers.get(offset) ?? 0;
  }

  writeUint32(offset: number, value: number): void {
    if (offset === DR0) this.answer = this.command(value & 0xff);
    else this.registers.set(offset, value);
    if (offset !== SSIENR) return;
    this.answer = [];
    if (value & 1 && this.registers.has(SPI_CTRLR0)) this.setUp();
  }

  private command(code: number): number[] {
    if (code === JEDEC_ID) return [...JEDEC];
    if (code === UNIQUE_ID) return [...new Array<number>(UNIQUE_DUMMIES).fill(0), ...this.unique];
    return [];
  }
}
