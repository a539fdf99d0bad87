/**
 * A chip as the table, its parts and the page see it: one life of it, from a start to the reset or power cut that ends
 * it, and what its boot ROM does between two lives. Each emulated chip is a model.
 */
import type { Cache } from './blocks/cache.ts';
import type { UsbController } from './blocks/usb.ts';
import type { Clock } from './blocks/clock.ts';
import type { RandomBits } from './blocks/rosc.ts';
import type { WatchdogMemory } from './blocks/watchdog.ts';
import type { Image } from './elf.ts';
import type { Flash } from './parts/flash.ts';
import type { Random } from './random.ts';
import type { Uf2Block } from './uf2.ts';
import type { Wires } from './blocks/i2c.ts';

/** Base addresses of flash and memory on every chip here. */
export const XIP = 0x10000000;
export const RAM = 0x20000000;

export type Wake = 'power' | 'run' | 'watchdog';

/** The chip restarts, by its watchdog or by a reset request. */
export class Restart extends Error {
  constructor(readonly reason: 'watchdog' | 'forced' | 'system') {
    super(`the chip restarts: ${reason}`);
  }
}

/** The boot ROM waits for a UF2 file: firmware has asked for that, or the flash holds nothing that could be started. */
export class UsbBoot extends Error {
  constructor() {
    super('the chip waits for a UF2 file');
  }
}

/** An access or an instruction at which the chip reports a fault, or that this emulator does not model. */
export class FaultSignal extends Error {}

export interface Fault {
  kind: 'fault' | 'lockup';
  pc: number;
  lr: number;
  place: string;
  why: string;
}

/** State that a warm start finds. */
export interface Kept {
  sram: Uint8Array;
  watchdog: WatchdogMemory;
  /** Scope of the watchdog's reset. */
  wdsel: number;
  /** True if the crystal kept running through the reset. */
  crystal?: boolean;
}

/** How a part drives a wire: low, high, or not at all. */
export type Outside = 0 | 1 | null;
export type PinListener = (level: number) => void;
/** Returns all that a listening part remembers of earlier edges. */
export type PartMemory = () => string;

/** The levels at a chip's pins, and how firmware has configured each. */
export interface ChipPins {
  readonly count: number;
  /** Pins that the chip has driven in this life, one bit each. */
  readonly driven: number;
  level(index: number): number;
  /** Drive strength that firmware has set for the pad, in milliamperes. */
  drive(index: number): number;
  isPulledUp(index: number): boolean;
  /** True if firmware has assigned the pin to its I2C block, and its pad lets signals in and out. */
  isI2c(index: number): boolean;
  set(index: number, outside: Outside): void;
  /**
   * Notifies a part of every edge. For a part with `memory`, edges may be skipped if they would only repeat and leave
   * its state unchanged.
   */
  onChange(index: number, listener: PinListener, memory?: PartMemory): void;
}

export interface Chip {
  readonly clock: Clock;
  readonly cache: Cache;
  readonly pins: ChipPins;
  readonly i2c: { wires: Wires | null }[];
  readonly usb: UsbController;
  readonly pio: { aboutToChange(): void };
  readonly awakeCycles: number;
  readonly asleepNanos: number;
  /** Time of a planned power cut. */
  cutAt: number;
  /** Runs to `nanos` of this life. Throws Restart, UsbBoot or PowerCut if the life ends earlier. */
  run(nanos: number): void;
  /** State that survives a reset by the watchdog or by the core itself. */
  keep(): Kept;
  readByte(address: number): number;
  writeByte(address: number, value: number): void;
}

export interface ChipOptions {
  image: Image;
  flash: Flash;
  seed: number;
  wake: Wake;
  /** Start of this life in table time. */
  bornAt: number;
  randomBits: RandomBits;
  kept?: Kept;
  /** Cycles that a flash cache miss costs. */
  missCycles: number;
  onFault(fault: Fault): void;
}

export interface ChipModel {
  /** Core clock that the firmware sets, in hertz. */
  readonly clockHz: number;
  /** Flash size of the manufacturer's own board, in bytes. */
  readonly flashBytes: number;
  /** Cycles that the core waits on a flash cache miss, by default. */
  readonly missCycles: number;
  /** Typical frequency of the ring oscillator, in hertz. */
  readonly oscillatorHz: number;
  /** UF2 family that its boot ROM accepts. */
  readonly family: number;
  start(options: ChipOptions): Chip;
  /** The chip's state at power-on. */
  blank(random: Random): Kept;
  /** The state after the RUN pin was low; undefined if that also cuts the memory's power. */
  afterRun(kept: Kept): Kept | undefined;
  /** Writes a file as the boot ROM does. */
  copyUf2(flash: Flash, blocks: Uf2Block[]): void;
  /** The restart from USB boot, after a copy or by `picotool`: the state afterwards, and how long it takes. */
  leaveUsbBoot(kept: Kept, why: 'copied' | 'asked'): { kept: Kept; nanos: number };
}

/** Writes an image into flash, as a programmer would. */
export function program(flash: Flash, image: Image): void {
  for (const { address, bytes } of image.segments) {
    if (address >= XIP && address < XIP + flash.bytes.length) flash.load(address - XIP, bytes);
  }
}

/** Random content of memory of this size at power-on. */
export function noise(random: Random, bytes: number): Uint8Array {
  return new Uint8Array(Uint32Array.from({ length: bytes / 4 }, () => random.bits()).buffer);
}

/** The function that contains an address. */
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
