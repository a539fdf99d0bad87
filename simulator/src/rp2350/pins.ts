/**
 * The RP2350's pins: pads with their pulls and their isolation, the multiplexer behind each, its interrupts, and SIO's view
 * of all. A pad that is isolated lets nothing through, and firmware that drives one has forgotten something: that faults.
 */
import type { PioBlock } from '../blocks/pio.ts';
import type { Registers } from '../blocks/timing.ts';
import { type ChipPins, FaultSignal, type Outside, type PartMemory, type PinListener } from '../chip.ts';

export const PIN_COUNT = 30;
const PAD_RESET = 0x116;
const CTRL_RESET = 0x1f;
const ISOLATED = 1 << 8;
const OUTPUT_OFF = 1 << 7;
const INPUT_ON = 1 << 6;
const PULL_UP = 1 << 3;
const PULL_DOWN = 1 << 2;
const [SPI, I2C, PWM, SIO, PIO0, PIO2] = [1, 3, 4, 5, 6, 8];

const INTR0 = 0x230;
const INTE0 = 0x248;
const INTF0 = 0x260;
const INTS0 = 0x278;
const WORDS = 6;
/** Interrupts of the other core and of a sleeping chip: kept, and without effect. */
const OTHERS = 0x290;
const OTHERS_END = 0x320;
const [LEVEL_LOW, LEVEL_HIGH, EDGE_LOW, EDGE_HIGH] = [1, 2, 4, 8];
const EDGES = 0xcccccccc;

/** What the pins need of the rest of the chip. */
export interface PinsOwner {
  pwmLevel(pin: number): number;
  interrupt(high: boolean): void;
}

export class Pins implements ChipPins {
  readonly count = PIN_COUNT;
  driven = 0;
  /** Whether an edge can interrupt the core. */
  alert = false;
  /** Called before and after a level, or what a pad does with it, changes. PIO may have to make up for time. */
  beforeChange = () => {};
  afterChange = (_index: number | null) => {};
  pio: PioBlock[] = [];
  /** SIO's outputs. */
  out = 0;
  outputEnable = 0;
  readonly pads: Registers;
  readonly io: Registers;
  private readonly padValues = new Int32Array(PIN_COUNT).fill(PAD_RESET);
  private readonly controls = new Int32Array(PIN_COUNT).fill(CTRL_RESET);
  private readonly outside: Outside[] = Array.from({ length: PIN_COUNT }, () => null);
  private readonly levels = new Uint8Array(PIN_COUNT);
  private readonly listeners: PinListener[][] = Array.from({ length: PIN_COUNT }, () => []);
  private readonly memories: PartMemory[] = [];
  private watched = 0;
  private inputs = 0;
  private voltage = 0;
  private readonly edges = new Int32Array(WORDS);
  private readonly enables = new Int32Array(WORDS);
  private readonly forces = new Int32Array(WORDS);
  private readonly others = new Map<number, number>();

  constructor(private readonly owner: PinsOwner) {
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
      this.controls.fill(CTRL_RESET);
      this.edges.fill(0);
      this.enables.fill(0);
      this.forces.fill(0);
    });
    this.signal();
  }

  /** The inputs of all pads, as far as they are switched on. */
  read(): number {
    return this.inputs;
  }

  level(index: number): number {
    return this.levels[index];
  }

  drive(index: number): number {
    return [2, 4, 8, 12][(this.padValues[index] >> 4) & 3];
  }

  isPulledUp(index: number): boolean {
    return (this.padValues[index] & PULL_UP) !== 0;
  }

  private has(index: number, wanted: number): boolean {
    return (this.controls[index] & 0x1f) === wanted && !(this.padValues[index] & ISOLATED);
  }

  isI2c(index: number): boolean {
    return this.has(index, I2C);
  }

  isSpi(index: number): boolean {
    return this.has(index, SPI);
  }

  set(index: number, outside: Outside): void {
    if (this.outside[index] === outside) return;
    this.beforeChange();
    this.outside[index] = outside;
    this.resolve(index);
  }

  onChange(index: number, listener: PinListener, memory?: PartMemory): void {
    this.listeners[index].push(listener);
    if (memory) this.memories.push(memory);
    else this.watched |= 1 << index;
    this.afterChange(null);
  }

  /** What the listening parts remember; null if one of these pins has a listener that has to be told of every edge. */
  memory(pins: number): string | null {
    if (pins & this.watched) return null;
    return [this.read(), ...this.memories.map((memory) => memory())].join();
  }

  /** Whether the chip drives the pin, and where to. */
  private driver(index: number): { on: boolean; level: number } {
    const bit = 1 << index;
    const control = this.controls[index];
    const wanted = control & 0x1f;
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

  private resolve(index: number): void {
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

  /** Works out pins anew after what drives them has changed. */
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
      if (offset & 4) this.change(() => (this.controls[offset >> 3] = value & 0x3003f01f));
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

/** The core's own way to the pins, and what else SIO has that firmware on one core may touch. */
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
      case 0x50: // the other core sends nothing, and takes everything
        return 2;
      default:
        throw new FaultSignal(`SIO has no register 0x${offset.toString(16)}`);
    }
  }

  writeUint32(offset: number, value: number): void {
    const { pins } = this;
    // A store to a spinlock lets it go.
    if (offset >= 0x100 && offset < 0x180) return;
    const isEnable = offset >= 0x30;
    const from = offset - (isEnable ? 0x30 : 0x10);
    // Odd words are the pins that this package does not have.
    if (from < 0 || from > 0x1c) throw new FaultSignal(`SIO takes no store to register 0x${offset.toString(16)}`);
    if (from & 4) return;
    const before = isEnable ? pins.outputEnable : pins.out;
    const after = [value, before | value, before & ~value, before ^ value][from >> 3] & ((1 << PIN_COUNT) - 1);
    if (isEnable) pins.outputEnable = after;
    else pins.out = after;
    pins.update(before ^ after);
  }
}
