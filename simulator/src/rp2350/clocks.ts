/**
 * The RP2350's clocks: source and frequency of each, and the tick generators. The core runs on the ring oscillator until
 * firmware has started the crystal and the PLLs.
 */
import { Crystal, PllLock } from '../blocks/crystal.ts';
import type { Registers, Timing } from '../blocks/timing.ts';
import { FaultSignal } from '../chip.ts';
import { Plain } from './bus.ts';

export const CRYSTAL_HZ = 12e6;
/** Typical frequency of the ring oscillator after a reset; the data sheet allows 4.6 to 19.2 MHz. */
export const ROSC_HZ = 11e6;

const REF_CTRL = 0x30;
const REF_DIV = 0x34;
const REF_SELECTED = 0x38;
const SYS_CTRL = 0x3c;
const SYS_DIV = 0x40;
const SYS_SELECTED = 0x44;
const PERI_CTRL = 0x48;
const PERI_DIV = 0x4c;
const SYS_RESUS = 0x84;

const CS = 0x00;
const FBDIV = 0x08;
const PRIM = 0x0c;
const PWR = 0x04;
const POST_DIVIDER_OFF = 1 << 3;

/** A PLL with the crystal as its reference. */
class Pll implements Registers {
  private readonly registers = new Plain('PLL', {
    [CS]: { bits: 0x13f, first: 1 },
    [PWR]: { bits: 0x2d, first: 0x2d },
    [FBDIV]: { bits: 0xfff },
    [PRIM]: { bits: 0x77000, first: 0x77000 },
  });
  private lock: PllLock;

  constructor(
    private readonly timing: Timing,
    private readonly crystal: Crystal,
    private readonly changed: () => void,
  ) {
    this.lock = new PllLock(CRYSTAL_HZ, timing);
  }

  reset(): void {
    this.registers.reset();
    this.lock = new PllLock(CRYSTAL_HZ, this.timing);
  }

  readUint32(offset: number): number {
    const value = this.registers.readUint32(offset);
    return offset === CS && this.crystal.isStable ? this.lock.status(value) : value;
  }

  writeUint32(offset: number, value: number): void {
    this.registers.writeUint32(offset, value);
    this.lock.written(offset, value);
    this.changed();
  }

  /** Output frequency; 0 if it is not running. */
  get hz(): number {
    const isLocked = this.readUint32(CS) >>> 31 === 1;
    if (!isLocked || this.registers.readUint32(PWR) & POST_DIVIDER_OFF) return 0;
    const prim = this.registers.readUint32(PRIM);
    const [first, second] = [(prim >> 16) & 7, (prim >> 12) & 7];
    return (CRYSTAL_HZ * this.registers.readUint32(FBDIV)) / ((this.registers.readUint32(CS) & 0x3f) * first * second);
  }
}

export class Clocks implements Registers {
  readonly crystal: Crystal;
  readonly pllSys: Pll;
  readonly pllUsb: Pll;
  private readonly registers = new Plain(
    'CLOCKS',
    {
      [REF_CTRL]: { bits: 0x63 },
      [REF_DIV]: { bits: 0xff0000, first: 1 << 16 },
      [REF_SELECTED]: { bits: 0, first: 1 },
      [SYS_CTRL]: { bits: 0xe1 },
      [SYS_DIV]: { bits: ~0, first: 1 << 16 },
      [SYS_SELECTED]: { bits: 0, first: 1 },
      [PERI_CTRL]: { bits: 0xce0 },
      [PERI_DIV]: { bits: 0x30000, first: 1 << 16 },
      [0x54]: { bits: 0x130ce0 },
      [0x58]: { bits: 0x30000, first: 1 << 16 },
      [0x60]: { bits: 0x130ce0 },
      [0x64]: { bits: 0xf0000, first: 1 << 16 },
      [0x6c]: { bits: 0x130ce0 },
      [0x70]: { bits: 0xf0000, first: 1 << 16 },
      [SYS_RESUS]: { bits: 0x111ff, first: 0xff },
      [0xac]: { bits: ~0, first: ~0 },
      [0xb0]: { bits: ~0, first: ~0 },
      [0xb4]: { bits: ~0, first: ~0 },
      [0xb8]: { bits: ~0, first: ~0 },
    },
    () => this.choose(),
  );
  refHz = ROSC_HZ;
  sysHz = ROSC_HZ;

  constructor(
    timing: Timing,
    crystalRuns: boolean,
    /** Called when the reference or the system clock has a new frequency. */
    private readonly changed: () => void,
  ) {
    this.crystal = new Crystal(CRYSTAL_HZ, timing, crystalRuns);
    this.pllSys = new Pll(timing, this.crystal, () => this.choose());
    this.pllUsb = new Pll(timing, this.crystal, () => this.choose());
  }

  readUint32(offset: number): number {
    return this.registers.readUint32(offset);
  }

  writeUint32(offset: number, value: number): void {
    this.registers.writeUint32(offset, value);
  }

  private get crystalHz(): number {
    return this.crystal.isStable ? CRYSTAL_HZ : 0;
  }

  private choose(): void {
    const { registers } = this;
    const ref = registers.readUint32(REF_CTRL);
    const refSource = ref & 3;
    const refAux = [this.pllUsb.hz][(ref >> 5) & 3] ?? 0;
    const refHz = [ROSC_HZ, refAux, this.crystalHz, 0][refSource] / (registers.readUint32(REF_DIV) >>> 16 || 256);
    const sys = registers.readUint32(SYS_CTRL);
    const sources = [this.pllSys.hz, this.pllUsb.hz, ROSC_HZ, this.crystalHz];
    const aux = sources[(sys >> 5) & 7] ?? 0;
    const sysHz = (sys & 1 ? aux : refHz) / (registers.readUint32(SYS_DIV) / 65536 || 65536);
    if (refHz === 0 || sysHz === 0) throw new FaultSignal('the core is switched to a clock that does not run');
    registers.set(REF_SELECTED, 1 << refSource);
    registers.set(SYS_SELECTED, 1 << (sys & 1));
    if (refHz === this.refHz && sysHz === this.sysHz) return;
    [this.refHz, this.sysHz] = [refHz, sysHz];
    this.changed();
  }
}

/** The tick generators. Each has a control register, the reference cycles per tick, and the current count. */
export class Ticks implements Registers {
  private readonly registers: Plain;

  constructor(private readonly changed: () => void) {
    const known: Record<number, { bits: number }> = {};
    for (let i = 0; i < 6; i++) {
      known[12 * i] = { bits: 1 };
      known[12 * i + 4] = { bits: 0x1ff };
      known[12 * i + 8] = { bits: 0 };
    }
    this.registers = new Plain('TICKS', known, () => this.changed());
  }

  readUint32(offset: number): number {
    const value = this.registers.readUint32(offset);
    // A generator runs as soon as it is enabled.
    return offset % 12 === 0 && value & 1 ? value | 2 : value;
  }

  writeUint32(offset: number, value: number): void {
    this.registers.writeUint32(offset, value);
  }

  /** Starts a generator unless firmware has done so. */
  start(consumer: number, cycles: number): void {
    if (this.cycles(consumer) > 0) return;
    this.writeUint32(12 * consumer + 4, cycles);
    this.writeUint32(12 * consumer, 1);
  }

  /** Reference cycles per tick; 0 if the generator is disabled. */
  cycles(consumer: number): number {
    return this.registers.readUint32(12 * consumer) & 1 ? this.registers.readUint32(12 * consumer + 4) || 512 : 0;
  }
}

export const TICKS_TIMER0 = 2;
export const TICKS_WATCHDOG = 4;
