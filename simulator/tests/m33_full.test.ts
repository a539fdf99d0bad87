/**
 * The emulated Cortex-M33 against Unicorn, run live: a million samples, and stretches of our own firmware. Full run
 * only.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Board } from '../src/board.ts';
import { Table } from '../src/table.ts';
import { Bench, readSamples } from './m33/samples.ts';
import { traceRun } from './m33/trace.ts';

/** On a busy computer a million samples have taken 51 minutes. */
const LONG = 7_200_000;
const judge = fileURLToPath(new URL('m33/judge.py', import.meta.url));
const firmware = (path: string) => fileURLToPath(new URL(`../../target/firmware/${path}`, import.meta.url));

let folder = '';
const python = (...args: string[]) => execFileSync('python3', [judge, ...args], { encoding: 'utf8' });

describe.skipIf(process.env['DIXIT_FULL'] === undefined)('the Cortex-M33 in the full run', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'm33-'));
    try {
      execFileSync('python3', ['-c', 'import unicorn']);
    } catch {
      throw new Error('Unicorn is missing; `cargo xtask test --full` installs it, and so does `pip install unicorn`');
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(
    'agrees with Unicorn on a million samples',
    () => {
      const path = join(folder, 'samples.bin');
      python('make', '1000000', '77', path);
      const bench = new Bench();
      const samples = readSamples(readFileSync(path));
      expect(samples.length).toBe(1_000_000);
      const wrong = samples.flatMap((sample, index) => {
        const { sum, fault } = bench.run(index, sample);
        return sum === sample.sum && !fault
          ? []
          : [`${index}: ${sample.code.map((half) => half.toString(16)).join(' ')}`];
      });
      expect(wrong).toEqual([]);
    },
    LONG,
  );

  it.each(['pods', 'solo', 'table'])(
    'goes through the firmware of %s as Unicorn does',
    (name) => {
      const elf = firmware('rp2350/firmware.elf');
      if (!existsSync(elf)) throw new Error('no firmware was built; run `cargo xtask uf2`');
      const read = (file: string) => readFileSync(firmware(`${name}/${file}`));
      const board = JSON.parse(read('board.json').toString()) as Board;
      const table = new Table({ board, elf: readFileSync(elf), block: read('board.bin'), seed: 3 });
      table.run(4e6);
      const path = join(folder, `${name}.bin`);
      const traced = traceRun(table, 0.6e9, 7, path);
      expect(traced).toBeGreaterThan(50_000);
      const judged = python('trace', path);
      console.log(`${name}: ${judged}`);
      expect(judged).toMatch(/ [1-9]\d* IT blocks, .* 0 different\n$/);
      rmSync(path);
    },
    LONG,
  );
});
