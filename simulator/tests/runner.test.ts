/**
 * A long run of the page's worker: random inputs, power cuts and resets, while the wall clock advances in uneven steps.
 * Neither the emulated time nor the firmware may stand still. `STILL_MINUTES` sets a longer simulated time.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Board } from '../src/board.ts';
import type { FromWorker } from '../src/page/messages.ts';
import { Runner } from '../src/page/runner.ts';
import { Random } from '../src/random.ts';
import { Table, type TableEvent } from '../src/table.ts';
import { neverStill } from './still.ts';

const firmware = (path: string) => fileURLToPath(new URL(`../../target/firmware/${path}`, import.meta.url));
const MINUTES = Number(process.env['STILL_MINUTES'] ?? 0.5);

/** The watchdog restarts a firmware that stands still while time passes. */
const isFailure = (event: TableEvent) =>
  event.kind === 'fault' || event.kind === 'lockup' || (event.kind === 'restart' && event.cause === 'watchdog');

afterEach(() => vi.restoreAllMocks());

// The quick tests build no firmware.
describe.skipIf(process.env['DIXIT_QUICK'] !== undefined).each(['pods', 'table', 'solo'])(
  'the worker of %s',
  (name) => {
    it('never stands still', { timeout: 6 * 3600e3 }, () => {
      if (!existsSync(firmware('firmware.elf'))) throw new Error('no firmware was built; run `cargo xtask uf2`');
      neverStill(100_000);
      const board = JSON.parse(readFileSync(firmware(`${name}/board.json`), 'utf8')) as Board;
      const [elf, block] = [readFileSync(firmware('firmware.elf')), readFileSync(firmware(`${name}/board.bin`))];
      const random = new Random(20);
      let wall = 1000 * random.part();
      const table = new Table({ board, elf, block, seed: 20 });
      const happened: TableEvent[] = [];
      const post = (message: FromWorker) => {
        if (message.from === 'events') happened.push(...message.events);
      };
      const runner = new Runner(table, { post, wall: () => wall });
      const knobs = table.hands.knobs.length;
      const held = new Set<number>();
      let lives = 0;
      while (table.now < MINUTES * 60e9) {
        // Like a browser's clock: steps of a few milliseconds whose fractions have no exact binary form.
        wall += 4 + Math.floor(random.between(0, 120)) / 10;
        const before = table.now;
        runner.beat();
        expect(table.now).toBeGreaterThan(before);
        const knob = random.below(knobs);
        const roll = random.below(4000);
        if (roll < 60) runner.turn(knob, random.below(9) - 4);
        else if (roll < 110) runner.press(knob, 60 + random.below(200));
        else if (roll < 130 && !held.has(knob)) {
          runner.down(knob);
          held.add(knob);
        } else if (roll < 200 && held.has(knob)) {
          runner.up(knob);
          held.delete(knob);
        } else if (roll === 200) {
          table.pressReset();
          lives++;
        } else if (roll === 201) {
          table.powerOff();
          wall += 37.7;
          runner.beat();
          table.powerOn();
          lives++;
        }
      }
      console.log(`${name}: ${(table.now / 60e9).toFixed(1)} minutes, ${lives} restarts`);
      expect(lives).toBeGreaterThan(0);
      expect(happened.filter(isFailure)).toEqual([]);
    });
  },
);
