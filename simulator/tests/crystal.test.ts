/** Start-up of the clocks: the crystal takes the delay that firmware has set, a PLL some time to lock. */
import { describe, expect, it } from 'vitest';
import { Crystal } from '../src/blocks/crystal.ts';
import { Clock } from '../src/blocks/clock.ts';
import { Table } from '../src/table.ts';
import { BOARD, constant, SLEEP, store, tinyElf } from './tiny.ts';

const [XOSC, PLL, TIME] = [0x40024000, 0x40028000, 0x40054028];
/** Polls until the highest bit of a register is set, then stores the time in microseconds. */
const poll = (address: number) => [...constant(1, address), 0x6808, 0x2800, 0xdafc, 0xbf00];
const keep = [...constant(1, TIME), 0x6808, 0xbf00, ...constant(1, 0x20000000), 0x6008, 0xbf00];
const micros = (code: number[]) => {
  const table = new Table({ board: BOARD, elf: tinyElf([...code, ...keep, ...SLEEP]), missCycles: 0 });
  table.run(1e9);
  const [a, b, c, d] = table.peek(0x20000000, 4);
  return a | (b << 8) | (c << 16) | (d << 24);
};
const crystal = (delay: number) => [...store(XOSC + 0xc, delay), ...store(XOSC, 0xfabaa0), ...poll(XOSC + 4)];

describe('the crystal', () => {
  it('is stable after a millisecond with the delay of the Pico SDK', () => {
    expect(micros(crystal(47))).toBeGreaterThanOrEqual(1002);
    expect(micros(crystal(47))).toBeLessThan(1010);
  });

  it('is stable after 128 ms with the delay that embassy uses', () => {
    expect(micros(crystal(6000))).toBeGreaterThanOrEqual(128_000);
    expect(micros(crystal(6000))).toBeLessThan(128_010);
  });

  it('takes four times as long with X4 set, and the default time without a delay', () => {
    expect(micros(crystal(47 | (1 << 20)))).toBeGreaterThanOrEqual(4010);
    expect(micros([...store(XOSC, 0xfabaa0), ...poll(XOSC + 4)])).toBeGreaterThanOrEqual(4181);
  });

  it('keeps running through a reset that excludes it', () => {
    const clock = new Clock();
    const [cold, warm] = [false, true].map((running) => new Crystal(12e6, clock, running));
    for (const one of [cold, warm]) one.writeUint32(0, 0xfabaa0);
    expect([cold.readUint32(4) >>> 31, warm.readUint32(4) >>> 31]).toEqual([0, 1]);
    warm.writeUint32(0, 0xd1eaa0);
    expect(warm.readUint32(4)).toBe(0);
  });
});

it('a PLL locks some time after it is switched on, not earlier', () => {
  const on = [...store(PLL + 8, 125), ...store(PLL + 4, 0x0c), ...poll(PLL)];
  expect(micros(on)).toBeGreaterThanOrEqual(41);
  expect(micros(on)).toBeLessThan(50);
});
