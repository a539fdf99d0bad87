/**
 * A Pico of plain rp2040js: its own core, clock, timers, interrupts, I2C and pins. It is patched only where its gaps
 * require it, each patch with its reason, so that firmware relies on nothing of our own except the parts outside.
 */
import { BasePeripheral, I2CMode, Simulator } from 'rp2040js';
import type { Board } from '../src/board.ts';
import { countLit, type Player } from '../src/demo.ts';
import { Knob } from '../src/parts/knob.ts';
import type { Panel } from '../src/parts/panel.ts';
import { makeScreen } from '../src/faults.ts';
import { Random } from '../src/random.ts';
import { readElf, withBlock } from '../src/elf.ts';
import { lookUp, romFunction, stubRom } from '../src/rp2040/rom.ts';

const VECTORS = 0x10000100;
const XIP = 0x10000000;
const MS = 1e6;
const SETTLE_MS = 220;
const HOLD_MS = 1150;
const PRESS_MS = 80;
const DETENT_NANOS = 20 * MS;
const BIT_NANOS = 2500;
const INTR_MASK = 0x30;
const TX_EMPTY = 1 << 4;

/** Private members of rp2040js that a patch needs. */
interface I2cInside {
  intEnable: number;
  intRaw: number;
  checkInterrupts(): void;
  enable: number;
  txFIFO: { itemCount: number };
  txThreshold: number;
}

export class PlainPico {
  readonly screen: Panel;
  private readonly simulator = new Simulator();
  private readonly clock = this.simulator.clock;
  private readonly mcu = this.simulator.rp2040;
  private readonly knobs: Knob[];
  private readonly levels: Record<'a' | 'b' | 'push', 0 | 1>[];
  readonly pointers: number[];

  constructor(
    private readonly board: Board,
    elf: Uint8Array,
    block: Uint8Array,
  ) {
    const { mcu } = this;
    const random = new Random(7);
    const ignore = () => {};
    mcu.logger = {
      debug: ignore,
      warn: ignore,
      error: (_, message) => {
        throw new Error(message);
      },
      // SEV only writes to the log: a task that wakes another would sleep forever.
      info: (_, message) => {
        if (message === 'SEV') mcu.core.eventRegistered = true;
      },
    };
    for (const { address, bytes } of withBlock(readElf(elf), block).segments) {
      if (address >= XIP && address < XIP + mcu.flash.length) mcu.flash.set(bytes, address - XIP);
    }
    this.lendBootRom();
    this.fillHoles(random);
    this.screen = makeScreen(board.screens[0], random);
    this.wireScreen();
    this.paceSampler();
    const { detents_per_cycle, rest, reverse, pins } = board.knobs;
    if (!pins) throw new Error('plain rp2040js is given no register chain');
    this.knobs = pins.map(() => new Knob({ detentsPerCycle: detents_per_cycle, rest, reverse }, random));
    this.levels = this.knobs.map((knob) => ({ a: knob.level('a'), b: knob.level('b'), push: 1 }));
    this.pointers = this.knobs.map(() => 0);
    // Pulls are not modelled: every input is set to its level.
    pins.forEach((own, knob) => {
      for (const contact of ['a', 'b', 'push'] as const) {
        mcu.gpio[own[contact]].setInputValue(this.levels[knob][contact] === 1);
      }
    });
    for (const { sda, scl } of board.buses) for (const pin of [sda, scl]) mcu.gpio[pin].setInputValue(true);

    // No vendor boot ROM runs first: start where it would jump.
    mcu.core.VTOR = VECTORS;
    mcu.core.SP = mcu.readUint32(VECTORS);
    mcu.core.PC = mcu.readUint32(VECTORS + 4) & ~1;
  }

  /** The vendor's boot ROM may not be copied: a stub takes its place, whose routines run natively. */
  private lendBootRom(): void {
    const { mcu } = this;
    stubRom(mcu.bootrom);
    const SRAM = 0x20000000;
    mcu.onBreak = (trap) => {
      const { registers } = mcu.core;
      const [r0, r1, r2] = Array.from(registers.slice(0, 3), (value) => value >>> 0);
      if (mcu.core.PC >= 0x4000) throw new Error(`the firmware ended in a breakpoint at ${mcu.core.PC.toString(16)}`);
      switch (romFunction(trap)) {
        case 'lookup':
          registers[0] = lookUp(r0, r1);
          break;
        case 'RE':
          mcu.flash.fill(0xff, r0, r0 + r1);
          break;
        case 'RP':
          for (let i = 0; i < r2; i++) mcu.flash[r0 + i] &= mcu.readUint8(r1 + i);
          break;
        case 'C4':
        case 'MC':
          for (let i = 0; i < r2; i++) mcu.sram[r0 - SRAM + i] = mcu.readUint8(r1 + i);
          break;
        case 'S4':
        case 'MS':
          mcu.sram.fill(r1 & 0xff, r0 - SRAM, r0 - SRAM + r2);
          break;
        case 'UB':
          throw new Error('the firmware asked for USB boot');
        default:
          break;
      }
    };
  }

  /** Missing blocks read as all ones; firmware would wait for them forever. */
  private fillHoles(random: Random): void {
    const { mcu } = this;
    const registers = (name: string, read: (offset: number) => number) => {
      const block = new BasePeripheral(mcu, name);
      block.readUint32 = read;
      block.writeUint32 = () => {};
      return block;
    };
    mcu.peripherals[0x14000] = registers('XIP_CTRL', (offset) => (offset === 0 ? 3 : offset === 8 ? 2 : 0));
    mcu.peripherals[0x40060] = registers('ROSC', (offset) =>
      offset === 0x18 ? 0x80001000 : offset === 0x1c ? random.bits() & 1 : 0,
    );
    mcu.peripherals[0x40064] = registers('VREG_AND_CHIP_RESET', () => 1 << 8);
    const watchdog = mcu.peripherals[0x40058] as unknown as { onWatchdogTrigger: () => void };
    watchdog.onWatchdogTrigger = () => {
      throw new Error('the watchdog restarted the chip');
    };
  }

  /** The PIO of rp2040js runs as fast as the host's timers allow; here a step takes as long as the divider says. */
  private paceSampler(): void {
    for (const pio of this.mcu.pio) {
      const step = this.clock.createAlarm(() => {
        if (pio.stopped) return;
        pio.step();
        pio.run();
      });
      pio.run = () => {
        const { clockDivInt, clockDivFrac } = pio.machines[0];
        step.schedule(((clockDivInt + clockDivFrac / 256) * 1e9) / this.mcu.clkSys);
      };
    }
  }

  private wireScreen(): void {
    const { mcu, screen } = this;
    const block = mcu.i2c[this.board.screens[0].bus];
    const inside = block as unknown as I2cInside;
    // In rp2040js the mask cannot be written, so no interrupt would ever come, and an empty queue is reported only
    // once.
    const write = block.writeUint32.bind(block);
    block.writeUint32 = (offset, value) => {
      if (offset === INTR_MASK) inside.intEnable = value & 0x1fff;
      else write(offset, value);
      if (inside.txFIFO.itemCount <= inside.txThreshold && inside.enable & 1) inside.intRaw |= TX_EMPTY;
      else inside.intRaw &= ~TX_EMPTY;
      inside.checkInterrupts();
    };
    // Each step takes its time on the bus; otherwise the queue would drain faster than code can refill it.
    const after = (bits: number, act: () => void) => this.clock.createAlarm(act).schedule(bits * BIT_NANOS);
    block.onStart = () => {
      screen.start(BIT_NANOS);
      after(1, () => block.completeStart());
    };
    block.onConnect = (address, mode) => {
      const acknowledged = screen.address(address, mode === I2CMode.Read);
      after(9, () => block.completeConnect(acknowledged));
    };
    block.onWriteByte = (byte) => {
      const acknowledged = screen.write(byte);
      after(9, () => block.completeWrite(acknowledged));
    };
    block.onReadByte = () => {
      const byte = screen.read();
      after(9, () => block.completeRead(byte));
    };
    block.onStop = () => {
      screen.stop();
      after(1, () => block.completeStop());
    };
  }

  run(nanos: number): void {
    const { clock, mcu } = this;
    const until = clock.nanos + nanos;
    while (clock.nanos < until) {
      if (mcu.core.waiting) {
        const next = clock.nanosToNextAlarm;
        clock.tick(Math.min(next > 0 ? next : 1, until - clock.nanos));
      } else clock.tick((mcu.core.executeInstruction() * 1e9) / mcu.clkSys);
    }
  }

  private move(knob: number, contact: 'a' | 'b' | 'push', level: 0 | 1): void {
    if (this.levels[knob][contact] === level) return;
    this.levels[knob][contact] = level;
    const pin = this.board.knobs.pins?.[knob][contact];
    if (pin !== undefined) this.mcu.gpio[pin].setInputValue(level === 1);
  }

  private press(knob: number, ms: number): void {
    this.move(knob, 'push', 0);
    this.run(ms * MS);
    this.move(knob, 'push', 1);
    this.run(SETTLE_MS * MS);
  }

  player(): Player {
    return {
      look: async () => {},
      wait: async (ms) => this.run(ms * MS),
      lit: async () => countLit(this.screen.pixels()),
      pointer: async (knob) => this.pointers[knob],
      press: async (knob) => this.press(knob, PRESS_MS),
      hold: async (knob) => this.press(knob, HOLD_MS),
      turn: async (knob, by) => {
        let done = 0;
        for (const { after, contact, level } of this.knobs[knob].turn(by, DETENT_NANOS)) {
          this.run(after - done);
          done = after;
          this.move(knob, contact, level);
        }
        this.pointers[knob] += by;
        this.run(SETTLE_MS * MS);
      },
    };
  }
}
