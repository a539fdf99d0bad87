/**
 * A Pico's flash chip: its content survives power loss, an operation can be cut partway, and every sector counts its
 * wear.
 */
import { Random } from '../random.ts';

export const SECTOR_BYTES = 4096;
export const PAGE_BYTES = 256;
const ERASE_NANOS = 45_000_000;
const PROGRAM_NANOS = 700_000;

/** Thrown when the power fails; caught by whoever runs the chip. */
export class PowerCut extends Error {
  constructor() {
    super('the power was cut');
  }
}

export interface FlashEvent {
  ns: number;
  op: 'erase' | 'program';
  address: number;
  length: number;
  /** What was programmed. */
  bytes?: number[];
  /** Fraction that was done before the power failed, if it did. */
  cut?: number;
}

export interface FlashCut {
  /** Index of the operation to cut, from 0; counts only operations of the kind `of`, if given. */
  op: number;
  of?: FlashEvent['op'];
  /** Fraction of it that is done, 0 to 1. */
  fraction: number;
  seed: number;
}

export class Flash {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly erases: Uint32Array;
  /** The unique id of the chip. */
  readonly uniqueId = Uint8Array.from([0xe6, 0x61, 0x40, 0x81, 0x43, 0x2c, 0x5a, 0x21]);
  readonly trace: FlashEvent[] = [];
  operations = 0;
  /** Factor by which operations are slower than typical: old chips are slow. */
  slowness = 1;
  private cut: FlashCut | null = null;

  constructor(bytes: number) {
    this.bytes = new Uint8Array(bytes).fill(0xff);
    this.erases = new Uint32Array(bytes / SECTOR_BYTES);
  }

  /** Schedules a power cut within a coming operation, or cancels it. */
  cutInside(cut: FlashCut | null): void {
    this.cut = cut && { ...cut };
  }

  load(address: number, data: Uint8Array): void {
    this.bytes.set(data, address);
  }

  static nanos(op: FlashEvent['op'], length: number): number {
    return op === 'erase'
      ? Math.ceil(length / SECTOR_BYTES) * ERASE_NANOS
      : Math.ceil(length / PAGE_BYTES) * PROGRAM_NANOS;
  }

  /**
   * Performs an operation that started at `ns`. `wait` lets its time pass and returns how much of it passed, so that a
   * cut by the clock also falls within the operation.
   */
  run(op: FlashEvent['op'], address: number, data: Uint8Array, ns: number, wait: (nanos: number) => number): void {
    const number = this.operations++;
    const whole = Flash.nanos(op, data.length) * this.slowness;
    const armed = this.reached(op);
    const planned = armed ? armed.fraction : 1;
    const done = Math.min(planned, wait(whole * planned) / whole);
    const event: FlashEvent = { ns, op, address, length: data.length };
    if (op === 'program') event.bytes = [...data];
    this.trace.push(event);
    if (op === 'erase') {
      for (let at = address; at < address + data.length; at += SECTOR_BYTES) this.erases[at / SECTOR_BYTES]++;
    }
    // Times are floating-point: allow for rounding at the end of an operation.
    if (done > 1 - 1e-9 && !armed) {
      this.apply(op, address, data, 0, data.length);
      return;
    }
    this.cut = null;
    event.cut = done;
    this.tear(op, address, data, done, new Random(armed?.seed ?? number + 1));
    throw new PowerCut();
  }

  /** Returns the scheduled cut if it falls within this operation. */
  private reached(op: FlashEvent['op']): FlashCut | null {
    const { cut } = this;
    if (!cut || (cut.of ?? op) !== op) return null;
    return cut.op-- === 0 ? cut : null;
  }

  private apply(op: FlashEvent['op'], address: number, data: Uint8Array, from: number, to: number): void {
    for (let i = from; i < to; i++) this.bytes[address + i] = op === 'erase' ? 0xff : this.bytes[address + i] & data[i];
  }

  /**
   * Leaves the flash as a power cut does: finished units are complete, and in the current unit only some bits have
   * changed, as in a real cell array.
   */
  private tear(op: FlashEvent['op'], address: number, data: Uint8Array, done: number, random: Random): void {
    const unit = op === 'erase' ? SECTOR_BYTES : PAGE_BYTES;
    const progress = (data.length * done) / unit;
    const whole = Math.min(data.length, Math.floor(progress) * unit);
    this.apply(op, address, data, 0, whole);
    const probability = progress - Math.floor(progress);
    for (let i = whole; i < Math.min(data.length, whole + unit); i++) {
      const before = this.bytes[address + i];
      const after = op === 'erase' ? 0xff : before & data[i];
      let changed = 0;
      for (let bit = 0; bit < 8; bit++) if (random.part() < probability) changed |= 1 << bit;
      this.bytes[address + i] = (before & ~changed) | (after & changed);
    }
  }
}
