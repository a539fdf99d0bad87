/** Start-up of the clocks: the crystal takes the delay that firmware has set, a PLL some time to lock. */
import { describe, expect, it } from 'vitest';
import { Crystal } from '../src/blocks/crystal.ts';
import { Clock } from '../src/blocks/clock.ts';
import { Table } from '../src/table.ts';
import { BOARD, constant, poll, SLEEP, store, tinyElf } from './tiny.ts';

const [XOSC, PLL, TIME, TICK] = [0x40024000, 0x40028000, 0x40054028, 0x4005802c];
/** Stores the time in ticks. */
const keep = (at: number) => [...constant(1, TIME), 0x6808, 0xbf00, ...constant(1, at), 0x6008, 0xbf00];
/** On the ring oscillator, 13 cycles of the reference clock are 2 µs. */
const TICKS = store(TICK, 0x200 | 13);
const micros = (code: number[]) => {
  const measured = [...TICKS, ...keep(0x20000000), ...code, ...keep(0x20000004), ...SLEEP];
  const table = new Table({ board: BOARD, elf: tinyElf(measured), missCycles: 0 });
  table.run(1e9);
  const [from, to] = new Uint32Array(table.peek(0x20000000, 8).slice().buffer);
  return 2 * (to - from);
};
const crystal = (delay: number) => [...store(XOSC + 0xc, delay), ...store(XOSC, 0xfabaa0), ...poll(XOSC + 4)];

describe('the crystal', () => {
  it('is stable after a millisecond with the delay of the Pico SDK', () => {
    expect(micros(crystal(47))).toBeGreaterThanOrEqual(1002);
    expect(micros(crystal(47))).toBeLessThan(1030);
  });

  it('is stable after 128 ms with the delay that embassy uses', () => {
    expect(micros(crystal(6000))).toBeGreaterThanOrEqual(128_000);
    expect(micros(crystal(6000))).toBeLessThan(128_030);
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
  expect(micros(on)).toBeLessThan(75);
});
