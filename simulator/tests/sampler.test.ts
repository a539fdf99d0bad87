/**
 * The ring of contact samples, with the real firmware. After some seven hours the count of its DMA channel ends and a
 * second channel starts it again. Here that happens while the flash is busy, and after an odd number of words, though a
 * sample of the register chain has two: no sample may be lost, and none put together from halves of two.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Dma } from '../src/blocks/dma.ts';
import type { Board } from '../src/board.ts';
import { firstRound } from '../src/demo.ts';
import { Table } from '../src/table.ts';
import { bare } from './player.ts';

const firmware = (path: string) => fileURLToPath(new URL(`../../target/firmware/${path}`, import.meta.url));
/** Words left in the shortened count: fewer than are sampled while a page is programmed. */
const WORDS_LEFT = 3;
const CASES = [
  { chip: 'RP2040', elf: 'firmware.elf' },
  { chip: 'RP2350', elf: 'rp2350/firmware.elf' },
];
/** Steps of a first round: until the votes. */
const STEPS = 5;

/** Shortens the DMA count so that it ends within each flash operation. Returns the count after each operation. */
function shorten(table: Table): number[] {
  const left: number[] = [];
  const run = table.flash.run.bind(table.flash);
  table.flash.run = (...operation) => {
    const { dma } = (table as unknown as { chip: { dma: Dma } }).chip;
    const [ring] = dma.channels;
    ring.count = WORDS_LEFT;
    dma.tell();
    run(...operation);
    left.push(ring.count);
  };
  return left;
}

// The quick tests build no firmware.
describe.skipIf(process.env['DIXIT_QUICK'] !== undefined).each(CASES)('the knobs of pods on the $chip', (one) => {
  it('are sampled on when the count ends while the flash is busy', { timeout: 120_000 }, async () => {
    if (!existsSync(firmware(one.elf))) throw new Error('no firmware was built; run `cargo xtask uf2`');
    const board = JSON.parse(readFileSync(firmware('pods/board.json'), 'utf8')) as Board;
    const [elf, block] = [readFileSync(firmware(one.elf)), readFileSync(firmware('pods/board.bin'))];
    const [right, disturbed] = [0, 1].map(() => new Table({ board, elf, block, seed: 7 }));
    const left = shorten(disturbed);
    const pictures = (table: Table) => table.screens.map((screen) => Buffer.from(screen.pixels()).toString('hex'));
    for (const table of [right, disturbed]) table.run(600e6);
    for (const step of firstRound(board).slice(0, STEPS)) {
      for (const table of [right, disturbed]) {
        await step.do(bare(table));
        table.run(1e9);
      }
      expect(pictures(disturbed), `after “${step.title}”`).toEqual(pictures(right));
    }
    expect(left.length).toBeGreaterThan(2);
    expect(Math.min(...left)).toBeGreaterThan(1e6);
  });
});
