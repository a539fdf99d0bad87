/**
 * Traces stretches of firmware on our Cortex-M33, so that another emulator can repeat them (see judge.py). A stretch
 * ends before the core accesses anything but memory, sleeps, or takes an exception. An IT block is a stretch of its own,
 * without a number of instructions, because Unicorn counts them differently.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Rp2350 } from '../../src/rp2350/chip.ts';
import type { Table } from '../../src/table.ts';

const PAGE = 1024;
const LONGEST = 400;
const isIt = (half: number) => half >>> 8 === 0xbf && (half & 15) !== 0;
/** WFE, WFI, and IT. */
const endsAt = (half: number) => half === 0xbf20 || half === 0xbf30 || isIt(half);
/** The knobs' ring buffer, which DMA writes, at the start of the memory. */
const RING_BYTES = 0x8000;

interface CoreInside {
  burst(limit: number): void;
  touched: boolean;
  itState: number;
  exclusive: number;
}

/**
 * Runs the table for `nanos` nanoseconds and traces a stretch at about one in `every` bursts of the core, and the IT block
 * that follows it. Returns the number of traced instructions.
 */
export function traceRun(table: Table, nanos: number, every: number, path: string): number {
  const { chip } = table as unknown as { chip: Rp2350 };
  const { core } = chip;
  const inside = core as unknown as CoreInside;
  const { ram, rom } = chip as unknown as { ram: Uint8Array; rom: Uint8Array };
  const file = openSync(path, 'w');
  const write = (bytes: Uint8Array) => writeSync(file, bytes);
  const words = (...values: number[]) => write(new Uint8Array(Uint32Array.from(values).buffer));
  words(table.flash.bytes.length, ram.length, rom.length);
  write(table.flash.bytes);
  write(rom);

  const known = new Uint8Array(ram.length);
  /** Writes the pages that have changed since they were last written. */
  const learn = () => {
    const changed: number[] = [];
    for (let at = 0; at < ram.length; at += PAGE) {
      const page = ram.subarray(at, at + PAGE);
      if (Buffer.compare(page, known.subarray(at, at + PAGE)) !== 0) changed.push(at);
    }
    words(changed.length);
    for (const at of changed) {
      const page = ram.slice(at, at + PAGE);
      words(at);
      write(page);
      known.set(page, at);
    }
  };
  /** Registers and flags; PRIMASK in a bit that the status register does not use. */
  const state = () => [...core.r, core.psr | (core.nvic.primask << 9)].map((value) => value >>> 0);
  const half = (at: number) => table.peek(at, 2).reduce((value, byte, i) => value | (byte << (8 * i)), 0);

  const burst = inside.burst.bind(core);
  let [seen, total] = [0, 0];
  let blockFollows = false;
  inside.burst = (limit) => {
    const isChosen = blockFollows || seen++ % every === 0;
    blockFollows = false;
    if (!isChosen || inside.itState !== 0 || inside.exclusive !== -1 || core.r[15] >>> 28 === 0) return burst(limit);
    chip.pio.catchUp();
    const ring = Buffer.from(ram.subarray(0, RING_BYTES));
    const before = state();
    const first = ram.slice();
    let [count, last] = [0, before];
    const isBlock = isIt(half(core.r[15] >>> 0));
    while (isBlock ? count === 0 || inside.itState !== 0 : count < LONGEST && !endsAt(half(core.r[15] >>> 0))) {
      burst(1);
      // A block is compared as a whole or not at all.
      if (inside.touched) {
        if (isBlock) return;
        break;
      }
      count++;
      last = state();
    }
    blockFollows = !inside.touched && isIt(half(core.r[15] >>> 0));
    if (count === 0 || Buffer.compare(ring, ram.subarray(0, RING_BYTES)) !== 0) return;
    const after = ram.slice();
    ram.set(first);
    words(isBlock ? 0 : count, ...before);
    learn();
    ram.set(after);
    words(...last);
    learn();
    total += count;
  };
  try {
    table.run(nanos);
  } finally {
    inside.burst = burst;
    closeSync(file);
  }
  return total;
}
