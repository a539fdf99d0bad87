/**
 * One life of an RP2040, from a start to the next reset. It runs unmodified firmware and is based on rp2040js. What
 * rp2040js does not model, or models in a way that firmware notices, is fixed here, with the reason beside each fix.
 */
import { RP2040 } from 'rp2040js';
import type { Dma } from '../blocks/dma.ts';
import type { PioBlocks } from '../blocks/pio.ts';
import { Random } from '../random.ts';
import type { Cache } from '../blocks/cache.ts';
import { CacheControl, type CacheControlLayout, makeCache } from '../blocks/cache_control.ts';
import { Crystal, PllLock } from '../blocks/crystal.ts';
import { I2cController } from '../blocks/i2c.ts';
import { Life, type Stages } from '../blocks/life.ts';
import { Ppb, SLEEP_BITS } from '../blocks/ppb.ts';
import { RingOscillator } from '../blocks/rosc.ts';
import { Timer } from '../blocks/timer.ts';
import { UsbController } from '../blocks/usb.ts';
import { blankWatchdog, TICK, TICK_ENABLE, Watchdog } from '../blocks/watchdog.ts';
import { type Chip, type ChipOptions, FaultSignal, noise, RAM, Restart } from '../chip.ts';
import { ChipReset, Place, readSized, writeSized } from './blocks.ts';
import { Core, RAM_BYTES } from './core.ts';
import { Pins } from './pins.ts';
import { installPioAndDma } from './pio.ts';
import { lookUp, romFunction, stubRom } from './rom.ts';
import { FlashCommands } from './ssi.ts';
import { askForUsbBoot, WDSEL_USUAL } from './usbboot.ts';

const VECTORS = 0x10000100;
const PSM = 0x40010;
const PSM_WDSEL = 0x08;
const STAGES: Stages = { processor: 1 << 15, crystal: 1 << 1 };
const CRYSTAL_HZ = 12e6;
const ROSC_LAYOUT = { status: 0x18, randomBit: 0x1c };
const CACHE_LAYOUT: CacheControlLayout = { control: { bits: 0xb, first: 0x3, enable: 0x1 }, flushes: true };
const BOOT2_BYTES = 256;
const TIMER_INTERRUPTS_AT = 0x34;
/** The boot ROM's watchdog ticks once in 12 cycles of the crystal; it loads 10 ms, and gets half of that (RP2040-E1). */
const [REBOOT_TICK, REBOOT_LOAD] = [12, 10_000];
const IRQ_TIMER = 0;
const IRQ_USB = 5;
const IRQ_I2C0 = 23;
const REQUEST_I2C0 = 32;
/** The watchdog counts each tick twice (erratum RP2040-E1). */
const WATCHDOG_PER_TICK = 2;

/** Typical frequency of the ring oscillator, on which the chip starts; the data sheet allows 1.8 to 12 MHz. */
export const ROSC_HZ = 6.5e6;
/**
 * From a reset to the firmware, reckoned from the boot ROM's published source: it waits for the pull-up of BOOTSEL,
 * leaves the flash's reading mode, reads the second stage at 48 cycles a byte, and checks it bit by bit.
 */
const ROM_CYCLES = 42_000;
/** Leaving the flash's reading mode: two waits for its pull-ups, and ten bytes on its wires. */
const EXIT_XIP_CYCLES = 2 * 6_144 + 10 * 48;
/** A lookup in the boot ROM takes nine cycles per table entry, and the usual functions are near the eighth. */
const LOOKUP_CYCLES = 70;
/** Duration of a copy in the boot ROM: ten cycles for four words, or seven for each byte if they are not aligned. */
const copyCycles = (addresses: number, bytes: number) => (addresses & 3 ? 7 * bytes : 10 * Math.ceil(bytes / 16)) + 10;

/** Private members of rp2040js that a fix needs. */
interface Inside {
  core: Core;
  flash: Uint8Array;
  flash16: Uint16Array;
  flashView: DataView;
}
interface PwmInside {
  channels: { writeRegister(offset: number, value: number): void; updateEnable(): void }[];
}

export class Rp2040 extends Life implements Chip {
  readonly mcu: RP2040;
  readonly pins: Pins;
  readonly i2c: I2cController[];
  readonly core: Core;
  readonly cache: Cache;
  readonly usb: UsbController;
  readonly dma: Dma;
  readonly pio: PioBlocks;
  private readonly ssi: FlashCommands;
  private readonly timer: Timer;
  protected readonly romNanos = (ROM_CYCLES * 1e9) / ROSC_HZ;
  // There is no vendor boot ROM to copy the second stage and jump to it: start where that would jump.
  protected readonly vectors = VECTORS;
  protected readonly ram: Uint8Array;
  protected readonly watchdog: Watchdog;
  protected readonly crystal: Crystal;

  constructor(options: ChipOptions) {
    super(options, STAGES);
    const { flash, kept, wake } = options;
    const mcu = (this.mcu = new RP2040(this.clock));
    const random = new Random(options.seed);

    // Flash belongs to the board, not to the chip: share its bytes, because mcu.reset() and loadBootrom() would clear
    // them.
    Object.assign(mcu as unknown as Partial<Inside>, {
      flash: flash.bytes,
      flash16: new Uint16Array(flash.bytes.buffer),
      flashView: new DataView(flash.bytes.buffer),
    });
    // SRAM starts with noise, so that nothing can rely on zeros; a warm start finds its old content.
    if (kept) mcu.sram.set(kept.sram);
    else mcu.sram.set(noise(random, RAM_BYTES));
    // The boot ROM copies the second stage to the end of SRAM at every start: nothing survives there.
    mcu.sram.set(flash.bytes.subarray(0, BOOT2_BYTES), mcu.sram.length - BOOT2_BYTES);
    this.ram = mcu.sram;

    this.cache = makeCache(options.missCycles);
    this.core = new Core({ ram: mcu.sram, rom: mcu.bootrom, flash }, this.clock, this.cache, {
      serve: (trap) => this.serve(trap),
      faulted: (why, stuck) => this.faulted(why, stuck),
      looksAt: (nanos) => this.pio.catchUp(nanos),
      read: (at, bytes) => this.read(at, bytes),
      write: (at, bytes, value) => this.write(at, bytes, value),
    });
    (mcu as unknown as Inside).core = this.core;
    this.quieten();
    stubRom(mcu.bootrom);

    this.pins = new Pins(mcu);
    ({ dma: this.dma, pio: this.pio } = installPioAndDma(mcu, this.clock, this.core, this.pins));
    this.connect(this.dma, this.pins);
    this.i2c = [0, 1].map((n) => this.makeI2c(n));
    mcu.peripherals[0x40044] = new Place(mcu, 'I2C0', this.i2c[0]);
    mcu.peripherals[0x40048] = new Place(mcu, 'I2C1', this.i2c[1]);
    this.usb = this.makeUsb();
    mcu.peripherals[0x14000] = new Place(mcu, 'XIP_CTRL', new CacheControl(this.cache, CACHE_LAYOUT));
    this.ssi = new FlashCommands(flash.uniqueId, () => (this.core.flashAnswers = true));
    mcu.peripherals[0x18000] = new Place(mcu, 'SSI', this.ssi);
    const now = () => options.bornAt + this.clock.nanos;
    mcu.peripherals[0x40060] = new Place(mcu, 'ROSC', new RingOscillator(now, random, options.randomBits, ROSC_LAYOUT));
    mcu.peripherals[0x40064] = new ChipReset(mcu, wake);
    this.watchdog = new Watchdog({
      timing: this.clock,
      memory: kept?.watchdog ?? blankWatchdog(),
      perTick: WATCHDOG_PER_TICK,
      tickChanged: () => this.clockChanged(),
      fired: () => this.bitten(),
    });
    mcu.peripherals[PSM].writeUint32(PSM_WDSEL, kept?.wdsel ?? 0);
    mcu.peripherals[0x40058] = new Place(mcu, 'WATCHDOG', this.watchdog);
    this.crystal = new Crystal(CRYSTAL_HZ, this.clock, kept?.crystal ?? false);
    mcu.peripherals[0x40024] = new Place(mcu, 'XOSC', this.crystal);
    for (const pll of [0x40028, 0x4002c]) this.curePll(pll);
    this.cureResets();
    this.timer = new Timer(this.clock, TIMER_INTERRUPTS_AT, (alarm, high) => mcu.setInterrupt(IRQ_TIMER + alarm, high));
    mcu.peripherals[0x40054] = new Place(mcu, 'TIMER', this.timer);
    this.curePwm();
    this.cureSystemBlock();
    mcu.addClockListener(() => this.clockChanged());
    // rp2040js starts with the frequency that firmware usually sets.
    mcu.roscFreq = ROSC_HZ;
    mcu.updateClocks();
  }

  private clockChanged(): void {
    const { core, dma, mcu, pio, timer, watchdog } = this;
    core.cycleNanos = dma.cycleNanos = 1e9 / mcu.clkSys;
    pio.clockChanged(core.cycleNanos);
    const cycles = watchdog.tickCycles;
    const tickNanos = cycles > 0 ? (cycles * 1e9) / mcu.clocks.refFreq : Infinity;
    timer.pace(tickNanos);
    watchdog.pace(tickNanos);
  }

  private makeI2c(n: number): I2cController {
    const { mcu } = this;
    const dma = mcu.dma as unknown as { setDREQ(request: number): void; clearDREQ(request: number): void };
    return new I2cController({
      timing: this.clock,
      clockHz: () => mcu.clkPeri,
      interrupt: (high) => mcu.setInterrupt(IRQ_I2C0 + n, high),
      request: (queue, high) => {
        const request = REQUEST_I2C0 + 2 * n + (queue === 'rx' ? 1 : 0);
        if (high) dma.setDREQ(request);
        else dma.clearDREQ(request);
      },
    });
  }

  /** The USB controller of rp2040js enumerates only once, and its computer never stops reading. */
  private makeUsb(): UsbController {
    const { mcu } = this;
    const interrupt = (high: boolean) => mcu.setInterrupt(IRQ_USB, high);
    const usb = new UsbController({ timing: this.clock, memory: mcu.usbDPRAM, interrupt });
    mcu.peripherals[0x50110] = new Place(mcu, 'USB', usb);
    Object.assign(mcu, { usbCtrl: { DPRAMUpdated: (offset: number) => usb.memoryWritten(offset) } });
    return usb;
  }

  private read(at: number, bytes: number): number {
    // The aliases of flash: 1 does not allocate on a miss, 2 does not look up, 3 neither.
    const alias = (at >>> 24) - 0x10;
    if (alias >= 1 && alias <= 3 && this.cache.missCycles > 0)
      this.core.wait(this.cache.accessAs(at & 0xffffff, (alias & 2) === 0, (alias & 1) === 0));
    return readSized(this.mcu, at, bytes);
  }

  /** Stores to ROM and flash fault; rp2040js would execute them. */
  private write(at: number, bytes: number, value: number): void {
    const top = at >>> 24;
    if (top < 0x20 && top !== 0x14 && top !== 0x18) throw new FaultSignal(`store to read-only 0x${at.toString(16)}`);
    writeSized(this.mcu, at, bytes, value);
  }

  readByte(address: number): number {
    return this.mcu.readUint8(address);
  }

  writeByte(address: number, value: number): void {
    this.mcu.writeUint8(address, value);
  }

  private quieten(): void {
    const ignore = () => {};
    this.mcu.logger = {
      info: ignore,
      debug: ignore,
      // rp2040js only logs a bus fault: an access to an unmapped address must fault as on the chip.
      warn: (name, message) => {
        if (name === 'RP2040' && / (invalid|undefined) .*address/.test(message)) throw new FaultSignal(message);
      },
      error: (_name, message) => {
        throw new FaultSignal(message);
      },
    };
  }

  /**
   * Executes the boot ROM's routines natively. Flash operations take as long as on the real chip, with interrupts off.
   */
  private serve(trap: number): void {
    const { core } = this;
    const { sram } = this.mcu;
    this.pio.catchUp();
    const [r0, r1, r2] = Array.from(core.r.subarray(0, 3), (value) => value >>> 0);
    const read = (from: number, length: number) => Uint8Array.from({ length }, (_, i) => this.mcu.readUint8(from + i));
    const copy = (to: number, bytes: Uint8Array) => {
      if (to >= RAM && to + bytes.length <= RAM + sram.length) sram.set(bytes, to - RAM);
      else bytes.forEach((byte, i) => this.mcu.writeUint8(to + i, byte));
    };
    switch (romFunction(trap)) {
      case 'lookup':
        core.r[0] = lookUp(r0, r1);
        core.spend(LOOKUP_CYCLES);
        break;
      case 'EX':
        core.flashAnswers = false;
        this.ssi.exit();
        core.spend(EXIT_XIP_CYCLES);
        break;
      case 'CX':
        core.flashAnswers = true;
        break;
      case 'RE':
        this.operate('erase', r0, new Uint8Array(r1));
        break;
      case 'RP':
        this.operate('program', r0, read(r1, r2));
        break;
      case 'C4':
      case 'MC':
        copy(r0, read(r1, r2));
        core.spend(copyCycles(r0 | r1, r2));
        break;
      case 'S4':
      case 'MS':
        copy(r0, new Uint8Array(r2).fill(r1 & 0xff));
        core.spend(copyCycles(r0, r2));
        break;
      case 'FC':
        this.cache.flush();
        break;
      case 'UB':
        this.mcu.peripherals[PSM].writeUint32(PSM_WDSEL, WDSEL_USUAL);
        this.watchdog.writeUint32(TICK, TICK_ENABLE | REBOOT_TICK);
        this.rebootByWatchdog(askForUsbBoot(this.watchdog.memory.scratch, r0, r1), REBOOT_LOAD);
        break;
      default:
        break;
    }
  }

  /** The ROM's check of the second stage is not modelled. */
  protected override isBootable(): boolean {
    return true;
  }

  protected override get wdsel(): number {
    return this.mcu.peripherals[PSM].readUint32(PSM_WDSEL);
  }

  /** RESETS has no effect in rp2040js, but firmware uses it to free a hung I2C block and to start with a fresh PIO. */
  private cureResets(): void {
    const resets = this.mcu.peripherals[0x4000c];
    const write = resets.writeUint32.bind(resets);
    resets.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset !== 0) return;
      if (value & (1 << 3)) this.i2c[0].reset();
      if (value & (1 << 4)) this.i2c[1].reset();
      if (value & (1 << 2)) this.dma.reset();
      if (value & (1 << 10)) this.pio.blocks[0].reset();
      if (value & (1 << 11)) this.pio.blocks[1].reset();
      if (value & (1 << 21)) this.timer.reset();
      if (value & (1 << 24)) this.usb.reset();
    };
  }

  /** In rp2040js a PLL is locked at once, even while switched off. */
  private curePll(base: number): void {
    const pll = this.mcu.peripherals[base];
    const lock = new PllLock(CRYSTAL_HZ, this.clock);
    const read = pll.readUint32.bind(pll);
    const write = pll.writeUint32.bind(pll);
    pll.readUint32 = (offset) => (offset === 0 ? lock.status(read(offset)) : read(offset));
    pll.writeUint32 = (offset, value) => {
      write(offset, value);
      lock.written(offset, value);
    };
  }

  /** In rp2040js a new divider starts a stopped slice, so that a tone misses its first edge. */
  private curePwm(): void {
    const { channels } = this.mcu.peripherals[0x40050] as unknown as PwmInside;
    for (const channel of channels) {
      const write = channel.writeRegister.bind(channel);
      channel.writeRegister = (offset, value) => {
        write(offset, value);
        channel.updateEnable();
      };
    }
  }

  /** rp2040js keeps the interrupt controller in its own core, and does not model SCB's reset request. */
  private cureSystemBlock(): void {
    const own = new Ppb({
      core: this.core,
      cpuid: 0x410cc601,
      interrupts: 32,
      priorityBits: 0xc0,
      plain: [
        [0xd10, 0, SLEEP_BITS], // SCR
        [0xd14, 0x208], // CCR
      ],
      special: this.core.mpu.registers,
      reset: () => {
        throw new Restart('system');
      },
    });
    const { ppb } = this.mcu;
    ppb.readUint32 = (offset) => own.read(offset, 4);
    ppb.writeUint32 = (offset, value) => own.write(offset, 4, value);
  }
}
