/**
 * A chip as the table, its parts and the page know it: one life of it, from a start to the reset or the power cut that ends
 * it, and what its boot ROM does between two lives. Each chip that can be emulated is a model.
 */
import type { Cache } from './blocks/cache.ts';
import type { Clock } from './blocks/clock.ts';
import type { RandomBits } from './blocks/rosc.ts';
import type { WatchdogMemory } from './blocks/watchdog.ts';
import type { Image } from './elf.ts';
import type { Flash } from './parts/flash.ts';
import type { Random } from './random.ts';
import type { Uf2Block } from './uf2.ts';
import type { Wires } from './blocks/i2c.ts';

/** Where every chip here sees its flash and its memory. */
export const XIP = 0x10000000;
export const RAM = 0x20000000;

export type Wake = 'power' | 'run' | 'watchdog';

/** The chip restarts: by its watchdog or by its own wish. */
export class Restart extends Error {
  constructor(readonly wish: 'watchdog' | 'forced' | 'system') {
    super(`the chip restarts: ${wish}`);
  }
}

/** The firmware has asked the boot ROM to wait for a UF2 file. */
export class UsbBoot extends Error {
  constructor(
    readonly activityPins: number,
    readonly disabledInterfaces: number,
  ) {
    super('the chip waits for a UF2 file');
  }
}

/** Something that only a crash does. */
export class FaultSignal extends Error {}

export interface Fault {
  kind: 'fault' | 'lockup';
  pc: number;
  lr: number;
  place: string;
  why: string;
}

/** What a warm start finds. */
export interface Kept {
  sram: Uint8Array;
  watchdog: WatchdogMemory;
  /** How far the watchdog's reset reaches. */
  wdsel: number;
  /** Whether the crystal went on through the reset. */
  crystal?: boolean;
}

/** What a part does to a wire: tie it low, tie it high, or leave it alone. */
export type Outside = 0 | 1 | null;
export type PinListener = (level: number) => void;
/** Tells all that a listening part remembers of the edges so far. */
export type PartMemory = () => string;

/** The levels at a chip's pins, and what firmware has made of each. */
export interface ChipPins {
  readonly count: number;
  /** Pins that the chip itself has driven in this life, a bit each. */
  readonly driven: number;
  level(index: number): number;
  /** The current that firmware lets the pad sink, in milliamperes. */
  drive(index: number): number;
  isPulledUp(index: number): boolean;
  /** Whether firmware has given the pin to its I2C block. */
  isI2c(index: number): boolean;
  isSpi(index: number): boolean;
  set(index: number, outside: Outside): void;
  /**
   * Tells a part of every edge. One that says what it remembers may be left out where it would only be told the same
   * again, and remember the same after it.
   */
  onChange(index: number, listener: PinListener, memory?: PartMemory): void;
}

/** What hangs on the wires of an SPI block. */
export interface SpiWires {
  clock(level: number): void;
  /** The level of the line that comes back. */
  data(): number;
}

export interface ChipSpi {
  wires: SpiWires | null;
  /** Hands on every clock edge up to now. */
  catchUp(): void;
}

export interface Chip {
  readonly clock: Clock;
  readonly cache: Cache;
  readonly pins: ChipPins;
  readonly i2c: { wires: Wires | null }[];
  /** The SPI block that a pin belongs to, on chips where one is modelled. */
  spi(pin: number): ChipSpi | null;
  readonly pio: { aboutToChange(): void };
  readonly awakeCycles: number;
  readonly asleepNanos: number;
  /** The deepest stack so far. */
  readonly stackBytes: number;
  /** When the power goes, if it is to go. */
  cutAt: number;
  /** Lets simulated time run to `nanos` of this life. Throws Restart, UsbBoot or PowerCut when the life ends before. */
  run(nanos: number): void;
  /** What outlives a reset by the watchdog or by the core itself. */
  keep(): Kept;
  readByte(address: number): number;
  writeByte(address: number, value: number): void;
}

export interface ChipOptions {
  image: Image;
  flash: Flash;
  seed: number;
  wake: Wake;
  /** When this life begins on the table's clock. */
  bornAt: number;
  randomBits: RandomBits;
  kept?: Kept;
  /** Cycles that a miss of the flash cache costs. */
  missCycles: number;
  onFault(fault: Fault): void;
}

export interface ChipModel {
  /** The core's clock as the firmware sets it, in hertz. */
  readonly clockHz: number;
  /** How much flash the maker's own board has. */
  readonly flashBytes: number;
  /** Cycles that the core waits for a line which is not in the flash cache, unless somebody says otherwise. */
  readonly missCycles: number;
  /** Whose blocks its boot ROM takes from a UF2 file. */
  readonly family: number;
  start(options: ChipOptions): Chip;
  /** What the chip holds when the power has just come, or after its RUN pin was low. */
  blank(random: Random): Kept;
  /** What the next life finds after the RUN pin was low; nothing, if that takes memory its power. */
  afterRun(kept: Kept): Kept | undefined;
  /** The chip's memory while its boot ROM waits for a file that firmware has asked for. */
  enterUsbBoot(kept: Kept, asked: UsbBoot): Kept;
  /** Writes a file as the boot ROM does. */
  copyUf2(flash: Flash, blocks: Uf2Block[]): void;
  /** The restart out of USB boot, after a copy or by `picotool`: what the next life finds, and how long it takes. */
  leaveUsbBoot(kept: Kept, why: 'copied' | 'asked'): { kept: Kept; nanos: number };
}

/** Puts an image where a programmer would: into flash, once. */
export function program(flash: Flash, image: Image): void {
  for (const { address, bytes } of image.segments) {
    if (address >= XIP && address < XIP + flash.bytes.length) flash.load(address - XIP, bytes);
  }
}

/** What memory of this size holds when the power comes. */
export function noise(random: Random, bytes: number): Uint8Array {
  return new Uint8Array(Uint32Array.from({ length: bytes / 4 }, () => random.bits()).buffer);
}

/** The function that an address lies in. */
export function place(image: Image, address: number): string {
  let best = '';
  let from = 0;
  for (const [name, symbol] of image.symbols) {
    const start = symbol.address & ~1;
    if (symbol.size > 0 && start <= address && address < start + symbol.size && start >= from) {
      [best, from] = [name, start];
    }
  }
  return best ? `${best}+${address - from}` : `0x${address.toString(16)}`;
}

/** The deepest stack: the first byte above the statics that is no longer what it was at the start. */
export function stackBytes(image: Image, sram: Uint8Array, painted: Uint8Array): number {
  const symbol = (name: string) => image.symbols.get(name)?.address;
  const top = symbol('_stack_start');
  const end = symbol('__sheap') ?? symbol('__euninit') ?? symbol('__ebss');
  if (top === undefined || end === undefined) return 0;
  for (let at = end - RAM; at < top - RAM; at++) {
    if (sram[at] !== painted[at]) return top - RAM - at;
  }
  return 0;
}
