/**
 * The RP2350's peripheral bus: the address of each block, and the aliases that set, clear and flip bits. An access to a
 * block in reset, to a missing register or to an address without a block faults; the real chip may return anything.
 */
import { hex } from '../blocks/cortex_m.ts';
import type { Registers } from '../blocks/timing.ts';
import { FaultSignal } from '../chip.ts';

interface Placed {
  name: string;
  registers: Registers;
  /** The block's bit in RESETS; null if it has none. */
  reset: number | null;
  /** True if the block has the three aliases that set, clear and flip bits. */
  aliased: boolean;
  /** Set for memory, which, unlike registers, can be written bytewise. */
  memory?: { bytes: Uint8Array; written(offset: number): void };
}

/** What the bus needs from the rest of the chip. */
export interface BusOwner {
  isInReset(bit: number): boolean;
}

const ALIAS_BITS = 0x3000;
const PAGE = 0x4000;

export class Bus {
  private readonly pages = new Map<number, Placed>();

  constructor(private readonly owner: BusOwner) {}

  /** Maps a block at an address, a multiple of 16 KiB. */
  place(base: number, name: string, registers: Registers, reset: number | null = null, aliased = true): void {
    this.pages.set(base, { name, registers, reset, aliased });
  }

  /** Maps memory that a block shares with the core. */
  placeMemory(base: number, name: string, bytes: Uint8Array, reset: number, written: (offset: number) => void): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const registers: Registers = { readUint32: (offset) => view.getUint32(offset, true), writeUint32: () => {} };
    this.pages.set(base, { name, registers, reset, aliased: true, memory: { bytes, written } });
  }

  private at(address: number): Placed {
    const placed = this.pages.get((address - (address % PAGE)) >>> 0);
    if (!placed) throw new FaultSignal(`nothing answers at ${hex(address)}`);
    if (placed.reset !== null && this.owner.isInReset(placed.reset)) {
      throw new FaultSignal(`${placed.name} is in reset: access to ${hex(address)}`);
    }
    return placed;
  }

  private offset({ aliased }: Placed, address: number): number {
    return address & (aliased ? 0xffc : PAGE - 4);
  }

  read(address: number, bytes: number): number {
    const placed = this.at(address);
    const word = placed.registers.readUint32(this.offset(placed, address));
    return bytes === 4 ? word >>> 0 : (word >>> (8 * (address & 3))) & (bytes === 2 ? 0xffff : 0xff);
  }

  /** A narrow store to a register writes all of it, with the value repeated on every byte lane. */
  write(address: number, bytes: number, value: number): void {
    const placed = this.at(address);
    const { registers, memory } = placed;
    const offset = this.offset(placed, address);
    if (memory) {
      for (let i = 0; i < bytes; i++) memory.bytes[offset + (address & 3) + i] = value >>> (8 * i);
      memory.written(offset);
      return;
    }
    const word = bytes === 4 ? value : bytes === 2 ? value | (value << 16) : Math.imul(value & 0xff, 0x01010101);
    const alias = placed.aliased ? address & ALIAS_BITS : 0;
    if (alias === 0) registers.writeUint32(offset, word >>> 0);
    else {
      const before = registers.readUint32(offset);
      const after = alias === 0x1000 ? before ^ word : alias === 0x2000 ? before | word : before & ~word;
      registers.writeUint32(offset, after >>> 0);
    }
  }
}

/** Registers that only keep what is written to their writable bits. */
export class Plain implements Registers {
  private readonly values = new Map<number, number>();

  constructor(
    private readonly name: string,
    /** By offset: the writable bits, and the reset value. */
    private readonly known: Record<number, { bits: number; first?: number }>,
    private readonly written: (offset: number) => void = () => {},
  ) {
    this.reset();
  }

  reset(): void {
    for (const [offset, { first = 0 }] of Object.entries(this.known)) this.values.set(Number(offset), first);
  }

  readUint32(offset: number): number {
    const value = this.values.get(offset);
    if (value === undefined) throw new FaultSignal(`${this.name} has no register ${hex(offset)}`);
    return value >>> 0;
  }

  writeUint32(offset: number, value: number): void {
    const before = this.readUint32(offset);
    const { bits } = this.known[offset];
    const after = ((before & ~bits) | (value & bits)) >>> 0;
    this.values.set(offset, after);
    this.written(offset);
  }

  /** Sets a register from inside the chip, read-only bits included. */
  set(offset: number, value: number): void {
    this.values.set(offset, value >>> 0);
  }
}
