/** The flash cache: which accesses hit, and what misses cost, tested with a few hand-written instructions. */
import { describe, expect, it } from 'vitest';
import { Cache } from '../src/blocks/cache.ts';
import { Table } from '../src/table.ts';
import { BOARD, constant, SLEEP, store, tinyElf } from './tiny.ts';

const MS = 1e6;
const NOP = 0xbf00;
const run = (code: number[], missCycles = 60) => {
  const table = new Table({ board: BOARD, elf: tinyElf(code), missCycles });
  table.run(100 * MS);
  return table;
};
const counts = (table: Table) => {
  const { flash_hits, flash_misses } = table.meters();
  return { hits: flash_hits, misses: flash_misses };
};
/** Reads a word: six halfwords for its address, a load, a nop to keep the next literal aligned. */
const read = (address: number) => [...constant(1, address), 0x6808, NOP];
/** The hits and misses that the reads of `addresses` add to those of the program's own fetches. */
const added = (addresses: number[]) => {
  const [with_, without] = [addresses, addresses.map(() => 0x20000000)].map((all) =>
    run([...all.flatMap(read), ...SLEEP]),
  );
  return {
    hits: counts(with_).hits - counts(without).hits,
    misses: counts(with_).misses - counts(without).misses,
    cycles: with_.meters().awake_cycles - without.meters().awake_cycles,
  };
};

describe('instructions', () => {
  // 16 instructions are four lines of eight bytes, each of two words; the sleep is one word of a fifth line.
  const straight = [...Array.from({ length: 16 }, () => NOP), ...SLEEP];

  it('miss once per line and hit on its second word', () => {
    expect(counts(run(straight))).toEqual({ hits: 4, misses: 5 });
  });

  it('cost extra cycles for each miss, and none if a miss costs nothing', () => {
    const free = run(straight, 0).meters();
    expect(run(straight, 60).meters().awake_cycles - free.awake_cycles).toBe(5 * 60);
    expect(run(straight, 100).meters().awake_cycles - free.awake_cycles).toBe(5 * 100);
    expect([free.flash_hits, free.flash_misses]).toEqual([0, 0]);
  });

  it('of a loop miss only in its first iteration', () => {
    // movs r0, #100; loop: subs r0, #1; bne loop, all in one line; then sleep.
    const loop = run([0x2064, 0x3801, 0xd1fd, NOP, ...SLEEP]);
    expect(counts(loop).misses).toBe(2);
    // The loop's two words are fetched in turn.
    expect(counts(loop).hits).toBe(1 + 2 * 99);
  });

  it('cost what a request sets at run time', () => {
    const table = new Table({ board: BOARD, elf: tinyElf([0xe7ff, 0xe7fd]) });
    table.setMissCycles(7);
    table.run(100 * MS);
    expect(counts(table).misses).toBe(1);
  });
});

describe('reads', () => {
  const [A, B, C] = [0x10001000, 0x10003000, 0x10005000];

  it('hit in a line that was read before', () => {
    expect(added([A, A, A + 4, A + 8])).toEqual({ hits: 2, misses: 2, cycles: 120 });
  });

  it('keep two lines of a set, and a third evicts the least recently used', () => {
    expect(added([A, B, A, B])).toMatchObject({ hits: 2, misses: 2 });
    expect(added([A, B, A, C, A])).toMatchObject({ hits: 2, misses: 3 });
    expect(added([A, B, A, C, B])).toMatchObject({ hits: 1, misses: 4 });
  });

  it('through an alias skip the allocation or the lookup', () => {
    const [keepsNot, looksNot, neither] = [1, 2, 3].map((alias) => A + alias * 0x1000000);
    expect(added([keepsNot, keepsNot])).toMatchObject({ hits: 0, misses: 2 });
    expect(added([A, keepsNot])).toMatchObject({ hits: 1, misses: 1 });
    expect(added([looksNot, A, looksNot])).toMatchObject({ hits: 1, misses: 2 });
    expect(added([neither, neither, A])).toMatchObject({ hits: 0, misses: 3 });
  });

  it('miss after the cache was flushed or a sector erased', () => {
    const flush = [...read(A), ...store(0x14000004, 1), ...read(A), ...SLEEP];
    const harmless = [...read(A), ...store(0x20000000, 1), ...read(A), ...SLEEP];
    // Two more misses: the word read, and the rest of the line that contains the store itself.
    expect(counts(run(flush)).misses - counts(run(harmless)).misses).toBe(2);
    const erase = [...constant(0, 0x100000), ...constant(1, 4096), ...constant(4, 0x20d), 0x47a0, NOP];
    const look = [...constant(0, 0x100000), ...constant(1, 4096), ...constant(4, 0x201), 0x47a0, NOP];
    const [erased, looked] = [erase, look].map((call) => run([...read(A), ...call, ...read(A), ...SLEEP]));
    expect(erased.flash.trace).toHaveLength(1);
    expect(counts(erased).misses - counts(looked).misses).toBeGreaterThanOrEqual(1);
  });

  it('all miss while the cache is switched off', () => {
    const off = [...store(0x14000000, 2), ...read(A), ...read(A), ...SLEEP];
    expect(counts(run(off)).hits).toBeLessThan(5);
  });
});

describe('the counters', () => {
  it('can be read and cleared by firmware', () => {
    const table = run([...store(0x14000010, 1), ...store(0x1400000c, 1), NOP, NOP, NOP, NOP, ...SLEEP]);
    const word = (address: number) => table.peek(address, 1)[0];
    const { hits, misses } = counts(table);
    expect(word(0x14000010)).toBeGreaterThan(0);
    expect(word(0x14000010)).toBeLessThan(hits + misses);
    expect(word(0x1400000c)).toBeLessThan(word(0x14000010));
  });
});

it('a cache with another geometry keeps as many lines per set as it has ways', () => {
  const cache = new Cache({ bytes: 1024, ways: 4, lineBytes: 16, missCycles: 9 });
  const set = (line: number) => 256 * line;
  expect([0, 1, 2, 3, 0, 1, 2, 3].map((line) => cache.access(set(line)))).toEqual([9, 9, 9, 9, 0, 0, 0, 0]);
  expect([4, 0].map((line) => cache.access(set(line)))).toEqual([9, 9]);
  expect(cache.access(set(0) + 15)).toBe(0);
});
