/**
 * The core's own registers at 0xe000e000: interrupt controller and system control block. Registers that firmware of ours
 * does not use are missing; an access to them faults, and so does a store of a bit that would have an effect without a
 * model.
 */
import { FaultSignal } from '../chip.ts';
import { type CortexM, hex } from './cortex_m.ts';
import { FIRST_IRQ, PENDSV } from './nvic.ts';

const ISER = 0x100;
const ICER = 0x180;
const ISPR = 0x200;
const ICPR = 0x280;
const IABR = 0x300;
const IPR = 0x400;
const CPUID = 0xd00;
const ICSR = 0xd04;
const VTOR = 0xd08;
const AIRCR = 0xd0c;
const SHPR1 = 0xd18;
const SHPR3 = 0xd20;
const STIR = 0xf00;

const KEY = 0x05fa;
const SYSTEM_RESET = 4;
/** Bits of ICSR that make NMI and SysTick pending. */
const OTHER_PENDING = (1 << 31) | (1 << 26);

export interface PpbOptions {
  core: CortexM;
  cpuid: number;
  /** Number of interrupts. */
  interrupts: number;
  /** The implemented bits of a priority. */
  priorityBits: number;
  /** Registers that only keep what is written to them: offset, reset value, and the bits that have no model. */
  plain: [offset: number, first: number, missing?: number][];
  /** Registers with an effect, by offset. */
  special?: Record<number, { read(): number; write(value: number): void }>;
  /** Called when firmware requests a reset. */
  reset(): never;
}

export class Ppb {
  private readonly plain: Map<number, number>;
  private readonly missing: Map<number, number>;
  /** The interrupts that exist, 32 to a word. */
  private readonly words: number[];

  constructor(private readonly options: PpbOptions) {
    this.plain = new Map(options.plain.map(([offset, first]) => [offset, first]));
    this.missing = new Map(options.plain.map(([offset, , missing]) => [offset, missing ?? 0]));
    this.words = [0, 32].map((first) => {
      const left = options.interrupts - first;
      return left >= 32 ? ~0 : left > 0 ? (1 << left) - 1 : 0;
    });
  }

  read(at: number, bytes: number): number {
    const word = this.readWord(at & 0xffc);
    return bytes === 4 ? word >>> 0 : (word >>> (8 * (at & 3))) & (bytes === 2 ? 0xffff : 0xff);
  }

  private isPriority(offset: number): boolean {
    return offset >= IPR && offset < IPR + this.options.interrupts;
  }

  private readWord(offset: number): number {
    const { core, cpuid, special } = this.options;
    const { nvic } = core;
    const index = (offset & 0x7f) >> 2;
    if (index < 2) {
      switch (offset & ~0x7f) {
        case ISER:
        case ICER:
          return nvic.enabled[index];
        case ISPR:
        case ICPR:
          return nvic.pending[index];
        case IABR:
          return nvic.active[index];
      }
    }
    if (this.isPriority(offset)) return this.priorities(FIRST_IRQ + offset - IPR);
    if (offset >= SHPR1 && offset <= SHPR3) return this.priorities(4 + offset - SHPR1);
    switch (offset) {
      case CPUID:
        return cpuid;
      case ICSR:
        return core.ipsr | (nvic.next(core.ipsr, true) << 12) | (nvic.system & (1 << PENDSV) ? 1 << 28 : 0);
      case VTOR:
        return core.vtor;
      case AIRCR:
        return 0xfa050000;
      default: {
        const value = special?.[offset]?.read() ?? this.plain.get(offset);
        if (value === undefined)
          throw new FaultSignal(`the core has no register 0xe000e${offset.toString(16).padStart(3, '0')}`);
        return value;
      }
    }
  }

  private priorities(exception: number): number {
    const { priorities } = this.options.core.nvic;
    return [0, 1, 2, 3].reduce((word, i) => word | (priorities[exception + i] << (8 * i)), 0);
  }

  write(at: number, bytes: number, value: number): void {
    const offset = at & 0xfff;
    const { core, priorityBits } = this.options;
    const { nvic } = core;
    if (this.isPriority(offset) || (offset >= SHPR1 && offset < SHPR3 + 4)) {
      const first = offset < SHPR1 ? FIRST_IRQ + offset - IPR : 4 + offset - SHPR1;
      for (let i = 0; i < bytes; i++) nvic.priorities[first + i] = (value >>> (8 * i)) & priorityBits;
      nvic.updated = true;
    } else if (bytes === 4) this.writeWord(offset, value);
    else throw new FaultSignal(`a narrow store to 0xe000e${offset.toString(16)}`);
  }

  private writeWord(offset: number, value: number): void {
    const { core, interrupts, special } = this.options;
    const { nvic } = core;
    const index = (offset & 0x7f) >> 2;
    const bits = value & (this.words[index] ?? 0);
    if (index < 2) {
      switch (offset & ~0x7f) {
        case ISER:
          nvic.enabled[index] |= bits;
          nvic.updated = true;
          return;
        case ICER:
          nvic.enabled[index] &= ~bits;
          return;
        case ISPR:
          return nvic.pend(index, bits);
        case ICPR:
          return nvic.unpend(index, bits);
      }
    }
    switch (offset) {
      case ICSR:
        if (value & OTHER_PENDING) throw notModelled(ICSR, value & OTHER_PENDING);
        if (value & (1 << 28)) nvic.pendSystem(PENDSV);
        if (value & (1 << 27)) nvic.system &= ~(1 << PENDSV);
        return;
      case VTOR:
        core.vtor = value & ~0x7f;
        return;
      case AIRCR:
        if (value >>> 16 !== KEY) return;
        if (value & 0xffff & ~SYSTEM_RESET) throw notModelled(AIRCR, value & 0xffff & ~SYSTEM_RESET);
        if (value & SYSTEM_RESET) this.options.reset();
        return;
      case STIR: {
        const irq = value & 0x1ff;
        if (irq < interrupts) nvic.pend(irq >> 5, 1 << (irq & 31));
        return;
      }
      default:
        this.readWord(offset);
        if (special?.[offset]) return special[offset].write(value);
        if (value & (this.missing.get(offset) ?? 0)) throw notModelled(offset, value & (this.missing.get(offset) ?? 0));
        this.plain.set(offset, value);
    }
  }
}

export const notModelled = (offset: number, bits: number) =>
  new FaultSignal(`bits ${hex(bits)} of 0xe000e${offset.toString(16)} are not modelled`);

/** Bits of SCR: sleep on leaving a handler, wake for pending interrupts that are not enabled. */
export const SLEEP_BITS = 0x12;
