/**
 * The RP2350's pins: pads with pulls and isolation, the function selected for each, interrupts, and SIO. Nothing drives an
 * isolated pad; firmware that wants to change its level has forgotten to end the isolation, which faults.
 */
import { INPUT_ON, LevelledPins, OUTPUT_OFF, PULL_DOWN, PULL_UP } from '../blocks/pins.ts';
import type { PioBlock } from '../blocks/pio.ts';
import type { Registers } from '../blocks/timing.ts';
import { type ChipPins, FaultSignal } from '../chip.ts';

const PIN_COUNT = 30;
const PAD_RESET = 0x116;
const ISOLATED = 1 << 8;
const FUNCTION = 0x1f;
const NO_FUNCTION = 0x1f;
/** The overrides of a pin's input and interrupt. */
const OVERRIDES_MISSING = 0x30030000;
const [PWM, SIO, PIO0, PIO2] = [4, 5, 6, 8];

const INTR0 = 0x230;
const INTE0 = 0x248;
const INTF0 = 0x260;
const INTS0 = 0x278;
const WORDS = 6;
/** Interrupt registers of the other core and of the dormant chip: they keep their value and have no effect. */
const OTHERS = 0x290;
const OTHERS_END = 0x320;
const [LEVEL_LOW, LEVEL_HIGH, EDGE_LOW, EDGE_HIGH] = [1, 2, 4, 8];
const EDGES = 0xcccccccc;

/** What the pins need from the rest of the chip. */
export interface PinsOwner {
  pwmLevel(pin: number): number;
  interrupt(high: boolean): void;
}

export class Pins extends LevelledPins implements ChipPins {
  pio: PioBlock[] = [];
  /** SIO's outputs. */
  out = 0;
  outputEnable = 0;
  readonly pads: Registers;
  readonly io: Registers;
  private readonly padValues = new Int32Array(PIN_COUNT).fill(PAD_RESET);
  private readonly controls = new Int32Array(PIN_COUNT).fill(NO_FUNCTION);
  private inputs = 0;
  private voltage = 0;
  private readonly edges = new Int32Array(WORDS);
  private readonly enables = new Int32Array(WORDS);
  private readonly forces = new Int32Array(WORDS);
  private readonly others = new Map<number, number>();

  constructor(private readonly owner: PinsOwner) {
    super(PIN_COUNT);
    this.pads = {
      readUint32: (offset) => this.readPad(offset),
      writeUint32: (offset, value) => this.writePad(offset, value),
    };
    this.io = {
      readUint32: (offset) => this.readIo(offset),
      writeUint32: (offset, value) => this.writeIo(offset, value),
    };
  }

  resetPads(): void {
    this.change(() => this.padValues.fill(PAD_RESET));
  }

  resetIo(): void {
    this.change(() => {
      this.controls.fill(NO_FUNCTION);
      this.edges.fill(0);
      this.enables.fill(0);
      this.forces.fill(0);
    });
    this.signal();
  }

  read(): number {
    return this.inputs;
  }

  protected override pad(index: number): number {
    return this.padValues[index];
  }

  protected override selected(index: number): number {
    return this.padValues[index] & ISOLATED ? NO_FUNCTION : this.controls[index] & FUNCTION;
  }

  /** True if the chip drives the pin, and the level that it drives. */
  private driver(index: number): { on: boolean; level: number } {
    const bit = 1 << index;
    const control = this.controls[index];
    const wanted = control & FUNCTION;
    let [on, level] = [false, 0];
    if (wanted === SIO) [on, level] = [(this.outputEnable & bit) !== 0, this.out & bit ? 1 : 0];
    else if (wanted >= PIO0 && wanted <= PIO2) {
      const block = this.pio[wanted - PIO0];
      if (block) [on, level] = [(block.directions & bit) !== 0, block.values & bit ? 1 : 0];
    } else if (wanted === PWM) [on, level] = [true, this.owner.pwmLevel(index)];
    const over = (control >> 12) & 3;
    if (over === 1) level ^= 1;
    else if (over > 1) level = over & 1;
    const enableOver = (control >> 14) & 3;
    if (enableOver === 1) on = !on;
    else if (enableOver > 1) on = (enableOver & 1) === 1;
    return { on: on && !(this.padValues[index] & OUTPUT_OFF), level };
  }

  protected override resolve(index: number): void {
    const pad = this.padValues[index];
    const outside = this.outside[index];
    const before = this.levels[index];
    const pull = pad & PULL_UP ? (pad & PULL_DOWN ? before : 1) : pad & PULL_DOWN ? 0 : before;
    const { on, level: wanted } = this.driver(index);
    let level = outside ?? pull;
    if (on && pad & ISOLATED) {
      if (wanted !== before) throw new FaultSignal(`GP${index} is driven while its pad is isolated`);
    } else if (on) {
      this.driven |= 1 << index;
      level = wanted === 1 && outside === 0 ? 0 : wanted;
    }
    const seen = level === 1 && pad & INPUT_ON && !(pad & ISOLATED) ? 1 : 0;
    if (level === before && seen === ((this.inputs >> index) & 1)) return;
    this.beforeChange();
    this.levels[index] = level;
    const saw = (this.inputs >> index) & 1;
    this.inputs = (this.inputs & ~(1 << index)) | (seen << index);
    if (seen !== saw) this.edge(index, seen);
    this.afterChange(index);
    if (level !== before) for (const listener of this.listeners[index]) listener(level);
  }

  /** Resolves these pins after the block that drives them has changed its outputs. */
  update(pins: number): void {
    for (let left = pins & ((1 << PIN_COUNT) - 1); left; left &= left - 1) this.resolve(31 - Math.clz32(left & -left));
  }

  private change(change: () => void): void {
    this.beforeChange();
    change();
    this.alert = this.enables.some((bits) => bits !== 0);
    this.update(~0);
    this.afterChange(null);
  }

  // Interrupts ------------------------------------------------------------------------------------------------------

  private edge(index: number, level: number): void {
    this.edges[index >> 3] |= (level ? EDGE_HIGH : EDGE_LOW) << (4 * (index & 7));
    if (this.alert) this.signal();
  }

  private raw(word: number): number {
    let bits = this.edges[word];
    for (let i = 0; i < 8 && 8 * word + i < PIN_COUNT; i++) {
      bits |= ((this.inputs >> (8 * word + i)) & 1 ? LEVEL_HIGH : LEVEL_LOW) << (4 * i);
    }
    return bits;
  }

  private status(word: number): number {
    return (this.raw(word) & this.enables[word]) | this.forces[word];
  }

  private signal(): void {
    let high = false;
    for (let word = 0; word < WORDS; word++) high ||= this.status(word) !== 0;
    this.owner.interrupt(high);
  }

  // Registers -------------------------------------------------------------------------------------------------------

  private readPad(offset: number): number {
    if (offset === 0) return this.voltage;
    const index = (offset - 4) >> 2;
    if (index >= PIN_COUNT) throw new FaultSignal(`PADS_BANK0 has no register 0x${offset.toString(16)}`);
    return this.padValues[index];
  }

  private writePad(offset: number, value: number): void {
    this.readPad(offset);
    if (offset === 0) this.voltage = value & 1;
    else this.change(() => (this.padValues[(offset - 4) >> 2] = value & 0x1ff));
  }

  private readIo(offset: number): number {
    if (offset < 8 * PIN_COUNT) {
      const index = offset >> 3;
      if (offset & 4) return this.controls[index];
      const { on, level } = this.driver(index);
      return (level << 9) | (on ? 1 << 13 : 0) | (this.levels[index] << 17);
    }
    const word = (from: number) => (offset - from) >> 2;
    if (offset >= INTR0 && offset < INTR0 + 4 * WORDS) return this.raw(word(INTR0)) >>> 0;
    if (offset >= INTE0 && offset < INTE0 + 4 * WORDS) return this.enables[word(INTE0)] >>> 0;
    if (offset >= INTF0 && offset < INTF0 + 4 * WORDS) return this.forces[word(INTF0)] >>> 0;
    if (offset >= INTS0 && offset < INTS0 + 4 * WORDS) return this.status(word(INTS0)) >>> 0;
    if (offset >= OTHERS && offset < OTHERS_END) return this.others.get(offset) ?? 0;
    throw new FaultSignal(`IO_BANK0 has no register 0x${offset.toString(16)}`);
  }

  private writeIo(offset: number, value: number): void {
    const word = (from: number) => (offset - from) >> 2;
    if (offset < 8 * PIN_COUNT) {
      if (value & OVERRIDES_MISSING) throw new FaultSignal(`GP${offset >> 3}: input overrides are not modelled`);
      if (offset & 4) this.change(() => (this.controls[offset >> 3] = value & 0xf01f));
    } else if (offset >= INTR0 && offset < INTR0 + 4 * WORDS) {
      this.edges[word(INTR0)] &= ~(value & EDGES);
    } else if (offset >= INTE0 && offset < INTE0 + 4 * WORDS) {
      this.change(() => (this.enables[word(INTE0)] = value | 0));
    } else if (offset >= INTF0 && offset < INTF0 + 4 * WORDS) {
      this.forces[word(INTF0)] = value | 0;
    } else if (offset >= OTHERS && offset < OTHERS_END) {
      this.others.set(offset, value);
    } else throw new FaultSignal(`IO_BANK0 takes no store to register 0x${offset.toString(16)}`);
    this.signal();
  }
}

/** SIO, as far as firmware on one core uses it: the core's fast access to the pins. A spinlock can only be released. */
export class Sio implements Registers {
  constructor(private readonly pins: Pins) {}

  readUint32(offset: number): number {
    const { pins } = this;
    switch (offset) {
      case 0x00: // the number of this core
      case 0x08: // pins that this package does not have
        return 0;
      case 0x04:
        pins.beforeChange();
        return pins.read();
      case 0x10:
        return pins.out;
      case 0x30:
        return pins.outputEnable;
      case 0x50: // FIFO to the other core: nothing to read, room to write
        return 2;
      default:
        throw new FaultSignal(`SIO has no register 0x${offset.toString(16)}`);
    }
  }

  writeUint32(offset: number, value: number): void {
    const { pins } = this;
    // Any store releases a spinlock.
    if (offset >= 0x100 && offset < 0x180) return;
    const isEnable = offset >= 0x30;
    const from = offset - (isEnable ? 0x30 : 0x10);
    // Odd words are for pins that this package does not have.
    if (from < 0 || from > 0x1c) throw new FaultSignal(`SIO takes no store to register 0x${offset.toString(16)}`);
    if (from & 4) return;
    const before = isEnable ? pins.outputEnable : pins.out;
    const after = [value, before | value, before & ~value, before ^ value][from >> 3] & ((1 << PIN_COUNT) - 1);
    if (isEnable) pins.outputEnable = after;
    else pins.out = after;
    pins.update(before ^ after);
  }
}
