/** The released firmware on plain rp2040js: shows that it does not depend on our own chip model. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Board } from '../src/board.ts';
import { firstRound } from '../src/demo.ts';
import { Table } from '../src/table.ts';
import { bare } from './player.ts';
import { PlainPico } from './plain.ts';

const firmware = (path: string) => fileURLToPath(new URL(`../../target/firmware/${path}`, import.meta.url));

// The quick tests build no firmware.
describe.skipIf(process.env['DIXIT_QUICK'] !== undefined).each(['table', 'solo'])('the firmware of %s', (name) => {
  it(
    'plays a first round on plain rp2040js with the same pictures as on our chip model',
    { timeout: 300_000 },
    async () => {
      if (!existsSync(firmware('firmware.elf'))) throw new Error('no firmware was built; run `cargo xtask uf2`');
      const board = JSON.parse(readFileSync(firmware(`${name}/board.json`), 'utf8')) as Board;
      const elf = readFileSync(firmware('firmware.elf'));
      const block = readFileSync(firmware(`${name}/board.bin`));
      const [plain, ours] = [new PlainPico(board, elf, block), new Table({ board, elf, block, seed: 7 })];
      const shown = (pixels: Uint8Array) => Buffer.from(pixels).toString('hex');
      plain.run(600e6);
      ours.run(600e6);
      expect(plain.screen.on).toBe(true);
      const pictures = new Set<string>();
      for (const step of firstRound(board)) {
        await step.do(plain.player());
        await step.do(bare(ours));
        // Compare only after countdowns and pages that advance by themselves have ended.
        plain.run(4e9);
        ours.run(4e9);
        expect(shown(plain.screen.pixels()), `after “${step.title}”`).toBe(shown(ours.screens[0].pixels()));
        pictures.add(shown(plain.screen.pixels()));
      }
      expect(pictures.size).toBeGreaterThan(4);
    },
  );
});
