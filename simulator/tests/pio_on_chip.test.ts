/** PIO and DMA inside the chip: a ring that fills while the core sleeps, polls or waits for the flash. */
import { describe, expect, it } from 'vitest';
import type { Board } from '../src/board.ts';
import type { Table } from '../src/table.ts';
import { BOARD, constant, SLEEP, store, tiny } from './tiny.ts';

const MS = 1e6;
const RING = 0x20004000;
const [PIO, DMA, PADS, IO] = [0x50200000, 0x50000000, 0x4001c000, 0x40014000];
/** Sampling period in nanoseconds. */
const EVERY = 125_000;

/** DMA from the first FIFO into a ring of 4 KiB. */
const ring = [
  ...store(DMA, PIO + 0x20),
  ...store(DMA + 4, RING),
  ...store(DMA + 8, 0xffffffff),
  ...store(DMA + 0xc, 1 | (2 << 2) | (1 << 5) | (12 << 6) | (1 << 10) | (4 << 15) | (1 << 21)),
];
const pullUp = (pin: number) => store(PADS + 4 + 4 * pin, 0x5a);
const sampler = [
  ...[2, 3, 4].flatMap(pullUp),
  ...store(PIO + 0x48, 0x4000),
  ...store(PIO + 0xcc, 0),
  ...store(PIO + 0xd0, (1 << 16) | (1 << 31)),
  ...store(PIO + 0xc8, 15625 << 16),
  ...ring,
  ...store(PIO, 0x101),
];
const word = (table: Table, address: number) => {
  const [a, b, c, d] = table.peek(address, 4);
  return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
};
const words = (table: Table, count: number) => Array.from({ length: count }, (_, i) => word(table, RING + 4 * i));
const push = (table: Table, count: number) => words(table, count).map((one) => (one >> 4) & 1);

describe('a state machine that samples the pins', () => {
  it('runs while the core sleeps, and sees a contact at the right sample', () => {
    const table = tiny([...sampler, ...SLEEP]);
    const { now } = table;
    const { awake_cycles } = table.meters();
    table.run(10 * EVERY);
    table.at(now + 30.5 * EVERY, () => table.contactMoved(0, 'push', 0));
    table.at(now + 50.5 * EVERY, () => table.contactMoved(0, 'push', 1));
    table.run(60 * EVERY);
    const seen = push(table, 69);
    // The divider started a few microseconds after the program.
    expect(seen.indexOf(0)).toBe(30);
    expect(seen.lastIndexOf(0)).toBe(49);
    expect(seen.slice(30, 50)).not.toContain(1);
    expect(table.meters().awake_cycles - awake_cycles).toBeLessThan(1000);
  });

  it('continues during an erase with interrupts off', () => {
    // r0 = 1 MiB, r1 = a sector: erase it, then sleep.
    const erase = [...constant(0, 0x100000), ...constant(1, 4096), ...constant(4, 0x20d), 0x47a0, 0xbf00];
    const table = tiny([...sampler, ...erase, ...SLEEP]);
    const { now } = table;
    table.at(now + 200.5 * EVERY, () => table.contactMoved(0, 'push', 0));
    table.at(now + 250.5 * EVERY, () => table.contactMoved(0, 'push', 1));
    table.run(60 * MS);
    expect(table.flash.trace).toHaveLength(1);
    const seen = push(table, 479);
    expect(seen.indexOf(0)).toBe(200);
    expect(seen.lastIndexOf(0)).toBe(249);
  });

  it('fills the ring in time for a core that only polls it', () => {
    // Loops until the tenth word of the ring is no longer zero, and stores the time before and after.
    const poll = [...store(RING + 36, 0), ...constant(1, RING + 36), 0x6808, 0x2800, 0xd0fc, 0xbf00];
    const keep = (at: number) => [...constant(1, 0x40054028), 0x6808, 0xbf00, ...constant(1, at), 0x6008, 0xbf00];
    const [FROM, TO] = [0x20000000, 0x20000004];
    const table = tiny([...keep(FROM), ...sampler, ...poll, ...keep(TO), ...SLEEP]);
    table.run(10 * MS);
    const took = word(table, TO) - word(table, FROM);
    expect(took).toBeGreaterThanOrEqual(1250);
    expect(took).toBeLessThan(1260);
  });

  it('reads nothing from a pad whose input is switched off', () => {
    const table = tiny([...sampler, ...store(PADS + 4 + 16, 0x1a), ...SLEEP]);
    table.run(MS);
    expect(push(table, 5)).toEqual([0, 0, 0, 0, 0]);
    expect((word(table, RING) >> 3) & 1).toBe(1);
  });
});

describe('a state machine that shifts the chain in', () => {
  const SIDE = 0x1000;
  const program = [
    0xe000,
    0xe001,
    0xe033,
    0x4001 - SIDE,
    0xa042,
    0x4001 - SIDE,
    0x0043,
    0x4078,
    0xe05b | 0x700,
    0x0089 | 0xa00,
  ];
  const [LOAD, CLOCK, DATA] = [10, 11, 12];
  const board: Board = {
    ...BOARD,
    knobs: {
      ...BOARD.knobs,
      pins: undefined,
      chain: {
        clock: CLOCK,
        data: DATA,
        load: LOAD,
        registers: 5,
        first_bit: 0,
        proof: { first_bit: 36, levels: [0, 1, 0, 1] },
      },
    } as unknown as Board['knobs'],
    seats: { least: 3, most: 12 },
  };
  const scanner = [
    ...program.flatMap((op, i) => store(PIO + 0x48 + 4 * i, op + SIDE)),
    ...[LOAD, CLOCK, DATA].flatMap((pin) => store(IO + 4 + 8 * pin, 6)),
    ...store(PIO + 0xcc, 9 << 12),
    ...store(PIO + 0xd0, (1 << 16) | (1 << 31)),
    ...store(PIO + 0xdc, (5 << 26) | (LOAD << 5)),
    ...store(PIO + 0xd8, 0xe083),
    ...store(PIO + 0xd8, 0xe003),
    ...store(PIO + 0xdc, ((1 << 29) | (1 << 26) | (CLOCK << 10) | (LOAD << 5) | (DATA << 15)) >>> 0),
    ...store(PIO + 0xc8, 156 << 16),
    ...ring,
    ...store(PIO, 0x101),
  ];

  it('clocks the registers on the board and puts each scan into the ring', () => {
    const table = tiny([...scanner, ...SLEEP], {}, board);
    table.run(10 * MS);
    const bits = (scan: number) =>
      [word(table, RING + 8 * scan), word(table, RING + 8 * scan + 4)]
        .map((one) => one.toString(2).padStart(32, '0'))
        .join('');
    expect(bits(3)).toBe(`${'1'.repeat(36)}0101${'0'.repeat(24)}`);
    table.contactMoved(1, 'b', 0);
    table.run(10 * MS);
    expect(bits(3)).toBe(`${'1'.repeat(36)}0101${'0'.repeat(24)}`);
    expect(bits(30)).toBe(`11110${'1'.repeat(31)}0101${'0'.repeat(24)}`);
  });

  it('reports every edge to a listener on a pin, and then skips nothing', () => {
    const table = tiny([...scanner, ...SLEEP], {}, board);
    table.watchPin(CLOCK);
    table.run(5 * MS);
    const edges = table.recorders.pins.splice(0);
    expect(edges.length).toBeGreaterThan(80 * 8);
    expect(edges.every(({ ns }, i) => i === 0 || ns > edges[i - 1].ns)).toBe(true);
  });

  it('does not slow down an idle board', () => {
    const table = tiny([...scanner, ...SLEEP], {}, board);
    const began = performance.now();
    table.run(600e9);
    // Ten minutes of 2,000 scans a second; stepping through them would take more than a minute.
    expect(performance.now() - began).toBeLessThan(5000);
    expect(word(table, DMA + 8)).toBeLessThan(0xffffffff - 600 * 2000);
  });
});

describe('DMA to an I2C block', () => {
  it('keeps its queue filled until all is sent', () => {
    const I2C = 0x40044000;
    const bytes = 40;
    const start = [
      ...[0, 1].flatMap((pin) => store(IO + 4 + 8 * pin, 3)),
      ...store(I2C + 0x04, 0x3c),
      ...store(I2C + 0x8c, 8),
      ...store(I2C + 0x88, 2),
      ...store(I2C + 0x6c, 1),
      ...store(0x20000000, 0x40),
      ...store(DMA, 0x20000000),
      ...store(DMA + 4, I2C + 0x10),
      ...store(DMA + 8, bytes),
      ...store(DMA + 0xc, 1 | (2 << 2) | (32 << 15)),
      ...SLEEP,
    ];
    const table = tiny(start);
    // The address is still being sent. One more byte than the threshold waits in the queue.
    table.run(3000);
    expect(word(table, DMA + 8)).toBe(bytes - 9);
    table.run(20 * MS);
    expect(word(table, DMA + 8)).toBe(0);
    // The address comes first; without a stop the block waits for more.
    expect(table.meters().bus_bytes).toEqual([bytes + 1]);
  });
});
