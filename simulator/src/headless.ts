/** The emulated table for tests: one request a line on standard input, one answer a line on standard output. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Board } from './board.ts';
import { answer } from './requests.ts';
import { Table } from './table.ts';

const USAGE = 'usage: headless <folder with firmware.elf and board.json> [--seed N] [--worn]';

function open(args: string[]): Table {
  const options = { seed: { type: 'string', default: '1' }, worn: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new Error(USAGE);
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(`--seed ${values.seed} is not a whole number; ${USAGE}`);
  if (!existsSync(join(folder, 'board.json'))) {
    throw new Error(`there is no firmware in ${folder}; \`cargo xtask build\` makes it, in target/firmware/`);
  }
  return new Table({
    board: boardOf(join(folder, 'board.json')),
    elf: readFileSync(join(folder, 'firmware.elf')),
    seed,
    wear: values.worn ? 'worn' : 'new',
  });
}

function boardOf(file: string): Board {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Board;
  } catch (error) {
    throw new Error(`${file} cannot be read (${String(error)}); \`cargo xtask build\` writes it anew`, {
      cause: error,
    });
  }
}

try {
  const table = open(process.argv.slice(2));
  createInterface({ input: process.stdin }).on('line', (line) => {
    if (line.trim()) process.stdout.write(`${answer(table, line)}\n`);
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
