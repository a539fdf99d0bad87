/** A table's time over several lives of its chip: every instant is reached, despite rounding. */
import { afterEach, expect, it, vi } from 'vitest';
import { Table } from '../src/table.ts';
import { neverStill } from './still.ts';
import { BOARD, SLEEP, tinyElf } from './tiny.ts';

/** Start of a life, chosen so that a sum with a later time is inexact. */
const BORN = 2 ** 29 + 2 ** -22;
/** An instant for which BORN + (LATER - BORN) rounds to less than LATER. */
const LATER = 3 * 2 ** 30 + 2 ** -21;

afterEach(() => vi.restoreAllMocks());

function secondLife(): Table {
  const table = new Table({ board: BOARD, elf: tinyElf(SLEEP), missCycles: 0 });
  table.powerOff();
  table.runUntil(BORN);
  table.powerOn();
  expect(BORN + (LATER - BORN)).toBeLessThan(LATER);
  return table;
}

it('reaches any instant after a restart', () => {
  const table = secondLife();
  neverStill(1000);
  table.runUntil(LATER);
  expect(table.now).toBeCloseTo(LATER, 3);
});

it('fires alarms at any instant after a restart', () => {
  const table = secondLife();
  let done = 0;
  table.at(LATER, () => done++);
  neverStill(1000);
  table.runUntil(LATER + 1000);
  expect(done).toBe(1);
});
