/** The core's own registers at 0xe000e000: the interrupt controller and the system control block, as far as they are used. */
import { FaultSignal } from '../chip.ts';
import type { Core } from './core.ts';
import { FIRST_IRQ, IRQS, PENDSV } from './nvic.ts';

const ACTLR = 0x008;
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
const SCR = 0xd10;
const CCR = 0xd14;
const SHPR1 = 0xd18;
const SHPR3 = 0xd20;
const SHCSR = 0xd24;
const CFSR = 0xd28;
const HFSR = 0xd2c;
const CPACR = 0xd88;
const STIR = 0xf00;
const FPCCR = 0xf34;

const KEY = 0x05fa;
const SYSTEM_RESET = 4;
const IGNORE_OVERFLOW = 1 << 10;
/** The part of a word that is there: of the second word of interrupts only the lowest twenty. */
const WORD_BITS = [~0, (1 << (IRQS - 32)) - 1];

export class Ppb {
  private readonly plain = new Map<number, number>([
    [ACTLR, 0],
    [SCR, 0],
    [CPACR, 0],
    [FPCCR, 0xc0000004],
    [SHCSR, 0],
  ]);
  private ccr = 0x200;

  constructor(
    private readonly core: Core,
    private readonly reset: () => never,
  ) {}

  read(at: number, bytes: number): number {
    const word = this.readWord(at & 0xffc);
    return bytes === 4 ? word >>> 0 : (word >>> (8 * (at & 3))) & (bytes === 2 ? 0xffff : 0xff);
  }

  private readWord(offset: number): number {
    const { core } = this;
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
    if (offset >= IPR && offset < IPR + IRQS) return this.priorities(FIRST_IRQ + offset - IPR);
    if (offset >= SHPR1 && offset <= SHPR3) return this.priorities(4 + offset - SHPR1);
    switch (offset) {
      case CPUID:
        return 0x411fd210;
      case ICSR:
        return core.ipsr | (nvic.next(core.ipsr, true) << 12) | (nvic.system & (1 << PENDSV) ? 1 << 28 : 0);
      case VTOR:
        return core.vtor;
      case AIRCR:
        return 0xfa050000;
      case CCR:
        return this.ccr;
      case CFSR:
        return core.cfsr;
      case HFSR:
        return core.hfsr;
      default: {
        const value = this.plain.get(offset);
        if (value === undefined)
          throw new FaultSignal(`the core has no register 0xe000e${offset.toString(16).padStart(3, '0')}`);
        return value;
      }
    }
  }

  private priorities(exception: number): number {
    const { priorities } = this.core.nvic;
    return [0, 1, 2, 3].reduce((word, i) => word | (priorities[exception + i] << (8 * i)), 0);
  }

  write(at: number, bytes: number, value: number): void {
    const offset = at & 0xfff;
    const { nvic } = this.core;
    if ((offset >= IPR && offset < IPR + IRQS) || (offset >= SHPR1 && offset < SHPR3 + 4)) {
      const first = offset < SHPR1 ? FIRST_IRQ + offset - IPR : 4 + offset - SHPR1;
      for (let i = 0; i < bytes; i++) nvic.priorities[first + i] = (value >>> (8 * i)) & 0xf0;
      nvic.updated = true;
    } else if (bytes === 4) this.writeWord(offset, value);
    else throw new FaultSignal(`a narrow store to 0xe000e${offset.toString(16)}`);
  }

  private writeWord(offset: number, value: number): void {
    const { core } = this;
    const { nvic } = core;
    const index = (offset & 0x7f) >> 2;
    const bits = value & (WORD_BITS[index] ?? 0);
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
        if (value & (1 << 28)) nvic.pendSystem(PENDSV);
        if (value & (1 << 27)) nvic.system &= ~(1 << PENDSV);
        return;
      case VTOR:
        core.vtor = value & ~0x7f;
        return;
      case AIRCR:
        if (value >>> 16 === KEY && value & SYSTEM_RESET) this.reset();
        return;
      case CCR:
        this.ccr = value;
        core.ignoresOverflow = (value & IGNORE_OVERFLOW) !== 0;
        return;
      case CFSR:
        core.cfsr &= ~value;
        return;
      case HFSR:
        core.hfsr &= ~value;
        return;
      case STIR: {
        const irq = value & 0x1ff;
        if (irq < IRQS) nvic.pend(irq >> 5, 1 << (irq & 31));
        return;
      }
      default:
        this.readWord(offset);
        this.plain.set(offset, value);
    }
  }
}
