/** The emulated table without a page, for comparison. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Board } from '../../src/board.ts';
import type { ChipName } from '../../src/chips.ts';
import { Table } from '../../src/table.ts';
import { firmware } from './site.ts';

export function load(name: string, chip: ChipName = 'rp2040'): Table {
  const read = (file: string) => readFileSync(join(firmware, name, file));
  const table = new Table({
    board: JSON.parse(read('board.json').toString()) as Board,
    elf: read(chip === 'rp2040' ? '../firmware.elf' : `../${chip}/firmware.elf`),
    block: read('board.bin'),
    seed: 7,
  });
  table.run(600e6);
  return table;
}

/** What its first screen shows. */
export const shown = (table: Table) => Buffer.from(table.screens[0].pixels()).toString('hex');
