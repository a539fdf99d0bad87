/** The messages between the page and its worker. */
import type { Board } from '../board.ts';
import type { Wear } from '../parts/knob.ts';
import type { TableEvent } from '../table.ts';

export type ToWorker =
  | { to: 'open'; board: Board; elf: Uint8Array; block: Uint8Array; flash?: Uint8Array; seed: number }
  | { to: 'turn'; knob: number; by: number; ms?: number }
  | { to: 'press'; knob: number; ms: number }
  | { to: 'down'; knob: number }
  | { to: 'up'; knob: number }
  | { to: 'power'; on: boolean }
  | { to: 'reset' }
  | { to: 'screen'; index: number; plugged: boolean }
  | { to: 'wear'; wear: Wear }
  | { to: 'holdbus'; bus: number; held: boolean }
  | { to: 'chain'; whole: boolean }
  | { to: 'flash' }
  /** Plugs the USB cable into a computer, which opens the port at once, or pulls it out. */
  | { to: 'usb'; plugged: boolean }
  | { to: 'send'; bytes: Uint8Array }
  | { to: 'pause'; paused: boolean };

export interface GlassFrame {
  index: number;
  on: boolean;
  contrast: number;
  pixels: Uint8Array;
}

export interface Meters {
  /** Simulated seconds. */
  seconds: number;
  /** Simulated time divided by real time. */
  pace: number;
  /** The fraction of the last interval in which the chip was awake, 0 to 1. */
  awake: number;
  busBytes: number[];
}

export type FromWorker =
  | {
      from: 'frame';
      glasses: GlassFrame[];
      pointers: number[];
      pushed: boolean[];
      lit: boolean;
      powered: boolean;
      /** Simulated milliseconds. */ now: number;
    }
  | { from: 'meters'; meters: Meters }
  | { from: 'tone'; hz: number }
  /** What the computer on the USB cable has received. */
  | { from: 'usb'; bytes: Uint8Array }
  | { from: 'events'; events: TableEvent[] }
  | { from: 'flash'; bytes: Uint8Array }
  /** The flash was written, and nothing more for a while. */
  | { from: 'written'; board: string; bytes: Uint8Array }
  | { from: 'failed'; why: string };
