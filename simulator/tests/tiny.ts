/** A minimal firmware, a vector table and a few hand-written instructions, and a board for it. */
import type { Board } from '../src/board.ts';
import { Table } from '../src/table.ts';

const CODE = 0x10000200;
/** The program that sets up the clocks waits while this word is 1. */
const GATE = 0x20030000;

export const STACK = 0x20042000;

/**
 * `code` runs from reset, on the ring oscillator; `handlers` holds other vectors by exception number, as halfwords.
 */
export const tinyElf = (code: number[], handlers: Record<number, number[]> = {}) =>
  elf(code, handlers, { vectors: 0x100, stack: STACK });

/** Where the image definition lies, between the vectors and the code. */
export const DEFINITION_AT = 0x1e8;
/** One block that defines a secure program for Arm, and links to itself. */
const DEFINITION = [0xffffded3, 0x10210142, 0x000001ff, 0, 0xab123579];

/** Like `tinyElf` for the RP2350: vectors first, then an image definition where its boot ROM searches for one. */
export const tinyElf2350 = (code: number[], handlers: Record<number, number[]> = {}) =>
  elf(code, handlers, { vectors: 0, stack: 0x20082000, definition: DEFINITION });

interface Layout {
  vectors: number;
  stack: number;
  definition?: number[];
  /** Runs before the code. */
  before?: number[];
}

function elf(
  code: number[],
  handlers: Record<number, number[]>,
  { vectors, stack, definition, before }: Layout,
): Uint8Array {
  // Handlers follow the code, at multiples of 128 bytes, and what runs before it comes last.
  const codeBytes = Math.max(0x80, (2 * code.length + 0x7f) & ~0x7f);
  const beforeAt = CODE + codeBytes + 0x80 * Math.max(4, Object.keys(handlers).length);
  const image = new Uint8Array(beforeAt - 0x10000000 + 2 * (before?.length ?? 0));
  const view = new DataView(image.buffer);
  const put = (at: number, halfwords: number[]) =>
    halfwords.forEach((half, i) => view.setUint16(at - 0x10000000 + 2 * i, half, true));
  view.setUint32(vectors, stack, true);
  view.setUint32(vectors + 4, (before ? beforeAt : CODE) | 1, true);
  put(beforeAt, before ?? []);
  definition?.forEach((word, i) => view.setUint32(DEFINITION_AT + 4 * i, word, true));
  put(CODE, code);
  Object.entries(handlers).forEach(([exception, halfwords], i) => {
    const at = CODE + codeBytes + 0x80 * i;
    view.setUint32(vectors + 4 * Number(exception), at | 1, true);
    put(at, halfwords);
  });
  const file = new Uint8Array(52 + 32 + image.length);
  const head = new DataView(file.buffer);
  file.set([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1]);
  head.setUint32(28, 52, true); // program headers
  head.setUint16(42, 32, true);
  head.setUint16(44, 1, true);
  const program: [number, number][] = [
    [0, 1],
    [4, 84],
    [8, 0x10000000],
    [12, 0x10000000],
    [16, image.length],
    [20, image.length],
  ];
  for (const [at, value] of program) head.setUint32(52 + at, value, true);
  file.set(image, 84);
  return file;
}

/** Loads a 32-bit constant into r0 to r7, with a literal behind an unconditional branch. */
export function constant(register: number, value: number): number[] {
  // The literal is aligned when the sequence starts at a multiple of four.
  return [0x4801 | (register << 8), 0xe003, 0xbf00, 0xbf00, value & 0xffff, value >>> 16];
}

/** Sleeps forever: wfe, and back. */
export const SLEEP = [0xbf20, 0xe7fd];

export const BOARD: Board = {
  name: 'tiny',
  title: 'A board for tests',
  voting: 'pass',
  pico: 'pico',
  flash: 2,
  seats: { least: 3, most: 8 },
  knobs: { detents: 20, detents_per_cycle: 1, rest: 'high', reverse: false, pins: [{ a: 2, b: 3, push: 4 }] },
  buses: [{ id: 0, sda: 0, scl: 1, hz: 400000, pull_up_ohm: 0, mux: [] }],
  screens: [
    { for: 'shared', bus: 0, address: 0x3c, size: '128x64', controller: 'ssd1306', pull_up_ohm: 4700, copies: 1 },
  ],
  led: { pin: 25 },
  power: { supply: 'usb-port', regulator: 'pico' },
  battery: false,
  body: { table_length: 1400, table_width: 1400, slope: 35, hood: 24 },
};

/** Stores a constant to an address: r0 = value, r1 = address, str r0, [r1]. */
export const store = (address: number, value: number) => [
  ...constant(0, value),
  ...constant(1, address),
  0x6008,
  0xbf00,
];

/** Polls until the highest bit of a register is set. */
export const poll = (address: number) => [...constant(1, address), 0x6808, 0x2800, 0xdafc, 0xbf00];

/** Sets up crystal, PLL and ticks as firmware does, for 125 MHz and a timer in microseconds, and goes on to the code. */
const SET_CLOCKS = [
  ...store(0x4002400c, 1), // XOSC: the shortest delay,
  ...store(0x40024000, 0xfabaa0), // and on
  ...poll(0x40024004),
  ...store(0x40008030, 2), // CLK_REF from the crystal
  ...store(0x4005802c, 0x200 | 12), // a tick every 12 cycles of it
  ...store(0x40028008, 125), // PLL_SYS: 12 MHz by 125,
  ...store(0x4002800c, (6 << 16) | (2 << 12)), // divided by 12,
  ...store(0x40028004, 0x04), // and on
  ...poll(0x40028000),
  ...store(0x4000803c, 1), // CLK_SYS from the PLL
  ...store(0x40008048, 1 << 11), // CLK_PERI from CLK_SYS
  ...constant(1, GATE),
  ...[0x6808, 0x2801, 0xd0fc, 0xbf00], // ldr r0, [r1]; cmp r0, #1; beq
  ...constant(0, CODE | 1),
  0x4700, // bx r0
];
/** Longer than boot ROM and clocks take. */
const SET_NANOS = 7e6;

/** An RP2040 that is about to run `code` at 125 MHz. */
export function tiny(code: number[], handlers: Record<number, number[]> = {}, board = BOARD): Table {
  const image = elf(code, handlers, { vectors: 0x100, stack: STACK, before: SET_CLOCKS });
  const table = new Table({ board, elf: image, missCycles: 0 });
  table.poke(GATE, Uint8Array.of(1, 0, 0, 0));
  table.run(SET_NANOS);
  table.poke(GATE, Uint8Array.of(0));
  return table;
}
