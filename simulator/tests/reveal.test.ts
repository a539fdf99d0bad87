/** The ten seconds of a reveal on the front page and in the read-me are what the firmware shows, frame by frame. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Board } from '../src/board.ts';
import { firstRound } from '../src/demo.ts';
import { Table } from '../src/table.ts';
import { animate, type Frame } from './apng.ts';
import { bare } from './player.ts';

const project = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const firmware = (path: string) => project(`target/firmware/${path}`);
const FILE = project('docs/pictures/reveal.png');
const MS = 1e6;
/** Frame time: finer than the eye can tell, coarser than the shifts that unrelated changes to the firmware cause. */
const STEP_MS = 100;
/** From the last lock: the countdown and the votes, the verdict, whose card it was, the points. */
const PARTS_MS = [5000, 2000, 1600, 2400];

// The quick tests build no firmware.
it.skipIf(process.env['DIXIT_QUICK'] !== undefined)('is what the device shows', { timeout: 300_000 }, async () => {
  if (!existsSync(firmware('firmware.elf'))) throw new Error('no firmware was built; run `cargo xtask uf2`');
  const board = JSON.parse(readFileSync(firmware('table/board.json'), 'utf8')) as Board;
  const [elf, block] = [readFileSync(firmware('firmware.elf')), readFileSync(firmware('table/board.bin'))];
  const table = new Table({ board, elf, block, seed: 7 });
  table.run(600 * MS);
  const steps = firstRound(board);
  const vote = steps.findIndex(({ title }) => title === 'Vote in secret');
  for (const step of steps.slice(0, vote)) await step.do(bare(table));
  const hands = bare(table);
  await steps[vote].do({ ...hands, press: (knob) => (knob === 3 ? Promise.resolve() : hands.press(knob)) });
  // All but one have locked and turned their numbers away. Now the last one locks.
  await hands.turn(3, 2);
  table.act([{ press: { knob: 3 } }]);

  const frames: Frame[] = [];
  for (const [part, length] of PARTS_MS.entries()) {
    for (let ms = 0; ms < length; ms += STEP_MS) {
      table.run(STEP_MS * MS);
      const pixels = table.screens[0].pixels();
      const last = frames.at(-1);
      if (last && Buffer.compare(last.pixels, pixels) === 0) last.ms += STEP_MS;
      else frames.push({ pixels, ms: STEP_MS });
    }
    table.act([{ press: { knob: part === 2 ? 1 : 0 } }]);
  }
  expect(frames.length).toBeGreaterThan(6);
  const made = animate(frames, 128);
  if (process.env['UPDATE_PICTURES'] !== undefined) writeFileSync(FILE, made);
  const same = Buffer.compare(readFileSync(FILE), made) === 0;
  expect(same, 'docs/pictures/reveal.png is old; UPDATE_PICTURES=1 npx vitest run tests/reveal.test.ts').toBe(true);
});
