/** The emulated table for tests: one request per line on standard input, one answer per line on standard output. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Board } from './board.ts';
import { answer, MOST_MISS_CYCLES } from './requests.ts';
import { Table } from './table.ts';

/** Without a board.bin the flash holds no board. */
const FOLDER = '<folder with board.json and board.bin, beside firmware.elf>';
const USAGE = `usage: headless ${FOLDER} [--seed N] [--worn] [--miss-cycles N]`;

function open(args: string[]): Table {
  const options = {
    seed: { type: 'string', default: '1' },
    worn: { type: 'boolean', default: false },
    'miss-cycles': { type: 'string' },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new Error(USAGE);
  const seed = whole('seed', values.seed);
  const miss = values['miss-cycles'];
  const missCycles = miss === undefined ? undefined : whole('miss-cycles', miss);
  if ((missCycles ?? 0) > MOST_MISS_CYCLES) throw new Error(`--miss-cycles is at most ${MOST_MISS_CYCLES}; ${USAGE}`);
  if (!['../firmware.elf', 'board.json'].every((name) => existsSync(join(folder, name)))) {
    throw new Error(`there is no firmware in ${folder}; \`cargo xtask build\` makes it, in target/firmware/`);
  }
  const block = join(folder, 'board.bin');
  return new Table({
    board: boardOf(join(folder, 'board.json')),
    elf: readFileSync(join(folder, '../firmware.elf')),
    ...(existsSync(block) ? { block: readFileSync(block) } : {}),
    seed,
    wear: values.worn ? 'worn' : 'new',
    ...(missCycles === undefined ? {} : { missCycles }),
  });
}

function whole(name: string, value: string): number {
  const number = value.trim() === '' ? NaN : Number(value);
  if (!Number.isSafeInteger(number) || number < 0)
    throw new Error(`--${name} ${value} is not a whole number; ${USAGE}`);
  return number;
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
