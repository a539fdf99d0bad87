/** One life of an RP2350, from a start to the next reset. It runs unmodified firmware on the first of its Arm cores. */
import type { Cache } from '../blocks/cache.ts';
import { CacheControl, type CacheControlLayout, makeCache } from '../blocks/cache_control.ts';
import type { CoreOwner } from '../blocks/cortex_m.ts';
import type { Crystal } from '../blocks/crystal.ts';
import { Dma, type DmaLayout } from '../blocks/dma.ts';
import { I2cController } from '../blocks/i2c.ts';
import { Life, type Stages } from '../blocks/life.ts';
import { PioBlocks } from '../blocks/pio.ts';
import { notModelled, Ppb, SLEEP_BITS } from '../blocks/ppb.ts';
import { RingOscillator } from '../blocks/rosc.ts';
import { Timer } from '../blocks/timer.ts';
import type { Registers } from '../blocks/timing.ts';
import { DPRAM_BYTES, UsbController } from '../blocks/usb.ts';
import { blankWatchdog, Watchdog } from '../blocks/watchdog.ts';
import { type Chip, type ChipOptions, FaultSignal, noise, RAM, Restart, XIP } from '../chip.ts';
import { Random } from '../random.ts';
import { Bus, Plain } from './bus.ts';
import { Clocks, Ticks, TICKS_TIMER0, TICKS_WATCHDOG } from './clocks.ts';
import { Core, RAM_BYTES, ROM_BYTES } from './core.ts';
import { isBootable } from './definition.ts';
import { Pins, Sio } from './pins.ts';
import { Pwm } from './pwm.ts';
import { bootRam, lookUp, M0_RCMD, QMI, romFunction, stubRom } from './rom.ts';
import { Trng } from './trng.ts';
import { rebootTarget, WDSEL_ROM } from './usbboot.ts';

/** From a reset to the firmware's first instruction, as another emulator has run the vendor's boot ROM. */
const ROM_NANOS = 3.15e6;
/** Duration of a lookup in the boot ROM: an assumption. */
const LOOKUP_CYCLES = 100;

/** Bits of RESETS. */
const RESET = {
  dma: 2,
  i2c0: 4,
  i2c1: 5,
  ioBank0: 6,
  ioQspi: 7,
  padsBank0: 9,
  padsQspi: 10,
  pio0: 11,
  pllSys: 14,
  pllUsb: 15,
  pwm: 16,
  sha256: 17,
  timer0: 23,
  trng: 25,
  usb: 28,
} as const;
const ALL_RESETS = 0x1fffffff;
/** Blocks that the boot ROM has taken out of reset. */
const FREED_BY_ROM =
  (1 << RESET.ioBank0) |
  (1 << RESET.ioQspi) |
  (1 << RESET.padsBank0) |
  (1 << RESET.padsQspi) |
  (1 << RESET.sha256) |
  (1 << RESET.timer0) |
  (1 << RESET.trng);

const IRQ = { timer0: 0, dma0: 10, usb: 14, pio0: 15, io: 21, i2c0: 36, trng: 39 } as const;
const REQUEST_I2C0 = 44;
const PIO_REQUESTS = 24;
const PIO_BASES = [0x50200000, 0x50300000, 0x50400000];
/** The chip's unique number in OTP, in rows of 16 bits: two per word, or in the raw view one. */
const CHIP_ID = [0x43218140, 0x61e6a52c];
const CHIP_ID_ROWS = CHIP_ID.flatMap((word) => [word & 0xffff, word >>> 16]);
const TIMER_INTERRUPTS_AT = 0x3c;
/** CTRL has an enable bit for secure accesses and one for others; the firmware's are secure. */
const CACHE_LAYOUT: CacheControlLayout = { control: { bits: 0xfff, first: 0x83, enable: 0x1 }, flushes: false };
const PSM_WDSEL = 0x08;
const STAGES: Stages = { processor: 1 << 23, crystal: 1 << 3 };
const ROSC_LAYOUT = { status: 0x1c, randomBit: 0x20 };
const DMA_LAYOUT: DmaLayout = {
  channels: 16,
  control: {
    increaseRead: 4,
    increaseWrite: 6,
    ringSize: 8,
    ringSelect: 12,
    chainTo: 13,
    request: 17,
    quiet: 23,
    swap: 24,
    sniff: 25,
    busy: 26,
  },
  missing: (1 << 5) | (1 << 7),
  countBits: 28,
  interruptLines: [0x400, 0x410, 0x420, 0x430],
  timers: 0x440,
  trigger: 0x450,
  abort: 0x464,
  channelCount: 0x468,
};

/** STKOFHFNMIGN of CCR, and its traps of unaligned accesses and of divisions by zero. */
const IGNORE_OVERFLOW = 1 << 10;
const FAULT_TRAPS = 0x18;
/** Bits of SHCSR that give kinds of faults their own handlers. */
const FAULT_HANDLERS = 0xf << 16;

/** The only reboot that firmware may request here: to USB boot, without returning. */
const REBOOT_BOOTSEL = 2;
const REBOOT_TO_BOOTSEL = 0x100 | REBOOT_BOOTSEL;
/** Cycles of the crystal in a tick of the watchdog, unless firmware has chosen another number. */
const REBOOT_TICK = 12;

export class Rp2350 extends Life implements Chip {
  readonly cache: Cache;
  readonly pins: Pins;
  readonly i2c: I2cController[];
  readonly usb: UsbController;
  readonly core: Core;
  readonly pio: PioBlocks;
  protected readonly romNanos = ROM_NANOS;
  protected readonly vectors = XIP;
  protected readonly ram = new Uint8Array(RAM_BYTES);
  protected readonly watchdog: Watchdog;
  private readonly rom = new Uint8Array(ROM_BYTES);
  private readonly bus: Bus;
  private readonly clocks: Clocks;
  private readonly ticks: Ticks;
  private readonly timer: Timer;
  private readonly dma: Dma;
  private readonly pwm: Pwm;
  private readonly trng: Trng;
  private readonly ppb: Ppb;
  private readonly psm: Plain;
  private readonly resets: Plain;
  private resetBits: number = ALL_RESETS & ~FREED_BY_ROM;

  constructor(options: ChipOptions) {
    super(options, STAGES);
    const { flash, kept } = options;
    const random = new Random(options.seed);
    const { clock } = this;
    this.ram.set(kept?.sram ?? noise(random, RAM_BYTES));
    stubRom(this.rom);

    this.cache = makeCache(options.missCycles);
    const owner: CoreOwner = {
      serve: (trap) => this.serve(trap),
      faulted: (why, stuck) => this.faulted(why, stuck),
      looksAt: (nanos) => this.pio.catchUp(nanos),
      read: (at, bytes) => this.read(at, bytes),
      write: (at, bytes, value) => this.write(at, bytes, value),
    };
    this.core = new Core({ ram: this.ram, rom: this.rom, flash }, clock, this.cache, owner, this.codeBytes());
    const interrupt = (irq: number) => (high: boolean) => this.core.nvic.setLine(irq, high);
    this.ppb = makePpb(this.core, () => {
      this.watchdog.memory.reason = 0;
      throw new Restart('system');
    });
    this.pwm = new Pwm(clock, (slice) => this.pins.update(0x00030003 << (2 * slice)));
    this.pins = new Pins({ pwmLevel: (pin) => this.pwm.level(pin), interrupt: interrupt(IRQ.io) });
    this.clocks = new Clocks(clock, kept?.crystal ?? false, () => this.clockChanged());
    this.timer = new Timer(clock, TIMER_INTERRUPTS_AT, (alarm, high) =>
      this.core.nvic.setLine(IRQ.timer0 + alarm, high),
    );
    this.trng = new Trng(clock, random, options.randomBits, interrupt(IRQ.trng));
    this.watchdog = new Watchdog({
      timing: clock,
      memory: kept?.watchdog ?? blankWatchdog(),
      perTick: 1,
      fired: () => this.bitten(),
    });
    this.ticks = new Ticks(() => this.clockChanged());
    this.psm = new Plain('PSM', {
      0x00: { bits: 0 },
      0x04: { bits: 0x1ffffff },
      [PSM_WDSEL]: { bits: 0x1ffffff, first: kept?.wdsel ?? 0 },
      0x0c: { bits: 0, first: 0x1ffffff },
    });
    this.resets = new Plain(
      'RESETS',
      { 0x00: { bits: ALL_RESETS, first: this.resetBits }, 0x04: { bits: ALL_RESETS }, 0x08: { bits: 0 } },
      () => this.resetsChanged(),
    );
    this.resets.set(0x08, ~this.resetBits & ALL_RESETS);
    this.dma = this.makeDma();
    this.pio = this.makePio();
    this.pins.pio = this.pio.blocks;
    this.connect(this.dma, this.pins);
    this.i2c = [0, 1].map((n) => this.makeI2c(n));
    const usbMemory = new Uint8Array(DPRAM_BYTES);
    this.usb = new UsbController({ timing: clock, memory: usbMemory, interrupt: interrupt(IRQ.usb) });
    this.bus = new Bus({ isInReset: (bit) => (this.resetBits & (1 << bit)) !== 0 });
    this.bus.placeMemory(0x50100000, 'USB memory', usbMemory, RESET.usb, (at) => this.usb.memoryWritten(at));
    this.placeBlocks(random);
    this.clockChanged();
  }

  /** Size of the image, board block excluded: the part of the flash that holds code. */
  private codeBytes(): number {
    const { image, flash } = this.options;
    const board = image.symbols.get('_board')?.address ?? Infinity;
    const ends = image.segments
      .filter(({ address }) => address >= XIP && address < Math.min(board, XIP + flash.bytes.length))
      .map(({ address, bytes }) => address - XIP + bytes.length);
    return Math.max(4096, ...ends);
  }

  private makeI2c(n: number): I2cController {
    return new I2cController({
      timing: this.clock,
      clockHz: () => this.clocks.sysHz,
      interrupt: (high) => this.core.nvic.setLine(IRQ.i2c0 + n, high),
      request: (queue, high) => {
        const request = REQUEST_I2C0 + 2 * n + (queue === 'rx' ? 1 : 0);
        if (high) this.dma.raise(request);
        else this.dma.drop(request);
      },
    });
  }

  private makeDma(): Dma {
    return new Dma({
      layout: DMA_LAYOUT,
      timing: this.clock,
      cycleNanos: this.core.cycleNanos,
      interrupt: (line, high) => this.core.nvic.setLine(IRQ.dma0 + line, high),
      isLazy: (request) => request < PIO_REQUESTS,
      isLazyRegister: (address) =>
        PIO_BASES.some((base) => address >>> 0 >= base + 0x10 && address >>> 0 < base + 0x30),
      bus: {
        ram: { base: RAM, words: new Int32Array(this.ram.buffer) },
        read: (address, bytes) => {
          this.core.dmaReads(address);
          return this.readAny(address & -bytes, bytes);
        },
        write: (address, bytes, value) => this.writeAny(address & -bytes, bytes, value),
      },
    });
  }

  private makePio(): PioBlocks {
    const { pins } = this;
    return new PioBlocks({
      blocks: PIO_BASES.length,
      version: 1,
      interruptsAt: 0x16c,
      interruptFlags: 8,
      request: (block, machine, fifo) => 8 * block + machine + (fifo === 'rx' ? 4 : 0),
      interrupt: (block, line, high) => this.core.nvic.setLine(IRQ.pio0 + 2 * block + line, high),
      requests: this.dma,
      timing: this.clock,
      cycleNanos: this.core.cycleNanos,
      pads: {
        read: () => pins.read(),
        drive: (_block, changed) => pins.update(changed),
        memory: (moved) => pins.memory(moved),
        get alert() {
          return pins.alert;
        },
      },
    });
  }

  private placeBlocks(random: Random): void {
    const { bus, options, clock } = this;
    const now = () => options.bornAt + clock.nanos;
    const boot = bootRam();
    const wake = { power: 1 << 16, run: 1 << 18, watchdog: 0 }[options.wake];
    bus.place(0x40010000, 'CLOCKS', this.clocks);
    bus.place(0x40018000, 'PSM', this.psm);
    bus.place(0x40020000, 'RESETS', this.resets);
    bus.place(0x40028000, 'IO_BANK0', this.pins.io, RESET.ioBank0);
    bus.place(0x40038000, 'PADS_BANK0', this.pins.pads, RESET.padsBank0);
    bus.place(0x40048000, 'XOSC', this.clocks.crystal);
    bus.place(0x40050000, 'PLL_SYS', this.clocks.pllSys, RESET.pllSys);
    bus.place(0x40058000, 'PLL_USB', this.clocks.pllUsb, RESET.pllUsb);
    bus.place(0x40090000, 'I2C0', this.i2c[0], RESET.i2c0);
    bus.place(0x40098000, 'I2C1', this.i2c[1], RESET.i2c1);
    bus.place(0x400a8000, 'PWM', this.pwm, RESET.pwm);
    bus.place(0x400b0000, 'TIMER0', this.timer, RESET.timer0);
    bus.place(0x400c8000, 'XIP_CTRL', new CacheControl(this.cache, CACHE_LAYOUT));
    bus.place(QMI, 'QMI', this.qmi());
    bus.place(0x400d8000, 'WATCHDOG', this.watchdog);
    bus.place(0x400e0000, 'BOOTRAM', words('BOOTRAM', boot), null, false);
    bus.place(0x400e8000, 'ROSC', new RingOscillator(now, random, options.randomBits, ROSC_LAYOUT));
    bus.place(0x400f0000, 'TRNG', this.trng, RESET.trng, false);
    bus.place(
      0x40100000,
      'POWMAN',
      new Plain('POWMAN', { 0x0c: { bits: 0, first: 0xb0 }, 0x2c: { bits: 0, first: wake } }),
    );
    bus.place(0x40108000, 'TICKS', this.ticks);
    bus.place(0x50000000, 'DMA', this.dma, RESET.dma);
    bus.place(0x50110000, 'USB', this.usb, RESET.usb);
    bus.place(0x40130000, 'OTP', words('OTP', Uint32Array.from(CHIP_ID)), null, false);
    bus.place(0x40134000, 'raw OTP', words('raw OTP', Uint32Array.from(CHIP_ID_ROWS)), null, false);
    PIO_BASES.forEach((base, i) => bus.place(base, `PIO${i}`, this.pio.blocks[i], RESET.pio0 + i));
    bus.place(0xd0000000, 'SIO', new Sio(this.pins), null, false);
  }

  /** The flash interface. A write of its read command means that it has been set up for execution again. */
  private qmi(): Registers {
    const known = Object.fromEntries(
      Array.from({ length: 21 }, (_, i) => [4 * i, { bits: i === 2 ? 0 : ~0 }] as const),
    );
    return new Plain('QMI', known, (offset) => {
      if (offset === M0_RCMD) this.core.flashAnswers = true;
    });
  }

  // Time --------------------------------------------------------------------------------------------------------------

  private clockChanged(): void {
    const { clocks, core, ticks } = this;
    core.cycleNanos = this.dma.cycleNanos = this.pwm.cycleNanos = 1e9 / clocks.sysHz;
    this.pio.clockChanged(core.cycleNanos);
    const tickNanos = (consumer: number) => {
      const cycles = ticks.cycles(consumer);
      return cycles > 0 ? (cycles * 1e9) / clocks.refHz : Infinity;
    };
    this.timer.pace(tickNanos(TICKS_TIMER0));
    this.watchdog.pace(tickNanos(TICKS_WATCHDOG));
  }

  // Memory ------------------------------------------------------------------------------------------------------------

  private read(at: number, bytes: number): number {
    if (at >>> 28 === 0xe) return this.ppb.read(this.ownAddress(at), bytes);
    // The uncached alias of flash.
    const uncached = (at - 0x14000000) >>> 0;
    if (uncached < this.options.flash.bytes.length && this.core.flashAnswers) {
      if (this.cache.missCycles > 0) this.core.wait(this.cache.accessAs(uncached, false, false));
      return this.readAny(XIP + uncached, bytes);
    }
    return this.bus.read(at, bytes);
  }

  private write(at: number, bytes: number, value: number): void {
    if (at >>> 28 === 0xe) this.ppb.write(this.ownAddress(at), bytes, value);
    else if (at >>> 28 < 2) throw new FaultSignal(`store to read-only 0x${at.toString(16)}`);
    else this.bus.write(at, bytes, value);
  }

  private ownAddress(at: number): number {
    if (at >>> 12 !== 0xe000e) throw new FaultSignal(`nothing answers at 0x${at.toString(16)}`);
    return at;
  }

  /** An access that takes no time: by DMA, by the ROM's routines or by a test. */
  private readAny(at: number, bytes: number): number {
    const ram = (at - RAM) >>> 0;
    const flash = (at - XIP) >>> 0;
    const from = ram < RAM_BYTES ? this.ram : flash < this.options.flash.bytes.length ? this.options.flash.bytes : null;
    if (!from) return this.read(at >>> 0, bytes);
    const start = ram < RAM_BYTES ? ram : flash;
    let value = 0;
    for (let i = bytes - 1; i >= 0; i--) value = (value << 8) | from[start + i];
    return value >>> 0;
  }

  private writeAny(at: number, bytes: number, value: number): void {
    const ram = (at - RAM) >>> 0;
    if (ram >= RAM_BYTES) this.write(at >>> 0, bytes, value);
    else for (let i = 0; i < bytes; i++) this.ram[ram + i] = value >>> (8 * i);
  }

  readByte(address: number): number {
    if ((address - RAM) >>> 0 < RAM_BYTES) this.pio.catchUp();
    return this.readAny(address >>> 0, 1);
  }

  writeByte(address: number, value: number): void {
    this.writeAny(address >>> 0, 1, value);
  }

  // Resets, faults and the ROM ------------------------------------------------------------------------------------------

  private resetsChanged(): void {
    const before = this.resetBits;
    this.resetBits = this.resets.readUint32(0);
    this.resets.set(0x08, ~this.resetBits & ALL_RESETS);
    const fallen = this.resetBits & ~before;
    const [first, second] = this.i2c;
    if (fallen & (1 << RESET.i2c0)) first.reset();
    if (fallen & (1 << RESET.i2c1)) second.reset();
    if (fallen & (1 << RESET.dma)) this.dma.reset();
    this.pio.blocks.forEach((block, i) => {
      if (fallen & (1 << (RESET.pio0 + i))) block.reset();
    });
    if (fallen & (1 << RESET.usb)) this.usb.reset();
    if (fallen & (1 << RESET.pwm)) this.pwm.reset();
    if (fallen & (1 << RESET.timer0)) this.timer.reset();
    if (fallen & (1 << RESET.trng)) this.trng.reset();
    if (fallen & (1 << RESET.pllSys)) this.clocks.pllSys.reset();
    if (fallen & (1 << RESET.pllUsb)) this.clocks.pllUsb.reset();
    if (fallen & (1 << RESET.ioBank0)) this.pins.resetIo();
    if (fallen & (1 << RESET.padsBank0)) this.pins.resetPads();
  }

  protected override isBootable(): boolean {
    const { bytes } = this.options.flash;
    return isBootable(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  protected override get crystal(): Crystal {
    return this.clocks.crystal;
  }

  protected override get wdsel(): number {
    return this.psm.readUint32(PSM_WDSEL);
  }

  /** Executes the boot ROM's routines natively. */
  private serve(trap: number): void {
    const { core } = this;
    this.pio.catchUp();
    const [r0, r1, r2, r3] = Array.from(core.r.subarray(0, 4), (value) => value >>> 0);
    switch (romFunction(trap)) {
      case 'lookup':
        core.r[0] = lookUp(r0, r1);
        core.spend(LOOKUP_CYCLES);
        break;
      case 'EX':
        core.flashAnswers = false;
        break;
      case 'RE':
        this.operate('erase', r0, new Uint8Array(r1));
        break;
      case 'RP':
        this.operate(
          'program',
          r0,
          Uint8Array.from({ length: r2 }, (_, i) => this.readAny(r1 + i, 1)),
        );
        break;
      case 'FC':
        this.cache.flush();
        break;
      case 'CX':
        core.flashAnswers = true;
        break;
      case 'RB':
        this.reboot(r0, r1, r2, r3);
        break;
      default:
        break;
    }
  }

  private reboot(flags: number, millis: number, first: number, second: number): void {
    if (flags !== REBOOT_TO_BOOTSEL) throw new FaultSignal(`a reboot with flags ${flags} is not modelled`);
    this.psm.writeUint32(PSM_WDSEL, WDSEL_ROM);
    this.ticks.start(TICKS_WATCHDOG, REBOOT_TICK);
    this.rebootByWatchdog(rebootTarget(this.watchdog.memory.scratch, REBOOT_BOOTSEL, first, second), 1000 * millis);
  }

  protected override operate(op: 'erase' | 'program', address: number, data: Uint8Array): void {
    if (this.core.flashAnswers) throw new FaultSignal(`${op} while the flash is set up for execution`);
    this.core.forget(address & (this.options.flash.bytes.length - 1), data.length);
    super.operate(op, address, data);
  }
}

/** The core's own registers. */
function makePpb(core: Core, reset: () => never): Ppb {
  const [ACTLR, SCR, CCR, SHCSR, CFSR, HFSR, CPACR, FPCCR] = [8, 0xd10, 0xd14, 0xd24, 0xd28, 0xd2c, 0xd88, 0xf34];
  let ccr = 0x201;
  return new Ppb({
    core,
    cpuid: 0x411fd210,
    interrupts: 52,
    priorityBits: 0xf0,
    plain: [
      [ACTLR, 0],
      [SCR, 0, SLEEP_BITS],
      [SHCSR, 0, FAULT_HANDLERS],
      [CPACR, 0],
      [FPCCR, 0xc0000004],
    ],
    special: {
      [CCR]: {
        read: () => ccr,
        write: (value) => {
          if (value & FAULT_TRAPS) throw notModelled(CCR, value & FAULT_TRAPS);
          ccr = value;
          core.ignoresOverflow = (value & IGNORE_OVERFLOW) !== 0;
        },
      },
      [CFSR]: { read: () => core.cfsr, write: (value) => (core.cfsr &= ~value) },
      [HFSR]: { read: () => core.hfsr, write: (value) => (core.hfsr &= ~value) },
    },
    reset,
  });
}

/** Memory that is accessed like registers. */
function words(name: string, memory: Uint32Array): Registers {
  const within = (offset: number) => {
    if (offset >> 2 >= memory.length) throw new FaultSignal(`${name} ends before 0x${offset.toString(16)}`);
    return offset >> 2;
  };
  return {
    readUint32: (offset) => memory[within(offset)],
    writeUint32: (offset, value) => {
      memory[within(offset)] = value;
    },
  };
}
