/** A table's time over several lives of its chip: every instant is reached, however its numbers round. */
import { afterEach, expect, it, vi } from 'vitest';
import { Rp2040 } from '../src/rp2040/chip.ts';
import { Clock } from '../src/blocks/clock.ts';
import { Table } from '../src/table.ts';
import { BOARD, SLEEP, tinyElf } from './tiny.ts';

/** Start of a life, half a rounding step away from representable later instants: sums with it round to even. */
const BORN = 2 ** 29 + 2 ** -22;
/** Such an instant: its difference from the start rounds down, and so does the sum of both. */
const LATER = 3 * 2 ** 30 + 2 ** -21;

/** Fails instead of hanging in an endless repetition. */
function once(): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with their own `this` below
  const [run, link] = [Rp2040.prototype.run, Clock.prototype.link];
  let calls = 0;
  vi.spyOn(Rp2040.prototype, 'run').mockImplementation(function (this: Rp2040, nanos) {
    if (++calls > 1000) throw new Error('time stands still');
    run.call(this, nanos);
  });
  vi.spyOn(Clock.prototype, 'link').mockImplementation(function (this: Clock, alarm) {
    if (++calls > 1000) throw new Error('an alarm rings for ever');
    link.call(this, alarm);
  });
}
afterEach(() => vi.restoreAllMocks());

function secondLife(): Table {
  const table = new Table({ board: BOARD, elf: tinyElf(SLEEP), missCycles: 0 });
  table.powerOff();
  table.runUntil(BORN);
  table.powerOn();
  expect(BORN + (LATER - BORN)).toBeLessThan(LATER);
  return table;
}

it('runs to any instant after a restart', () => {
  const table = secondLife();
  once();
  table.runUntil(LATER);
  expect(table.now).toBeCloseTo(LATER, 3);
});

it('does what is due at any instant after a restart', () => {
  const table = secondLife();
  let done = 0;
  table.at(LATER, () => done++);
  once();
  table.runUntil(LATER + 1000);
  expect(done).toBe(1);
});
