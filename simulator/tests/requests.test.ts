/** Requests from outside: valid ones do what they say; invalid ones change nothing and are answered with a reason. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answer } from '../src/requests.ts';
import { readElf, withBlock } from '../src/elf.ts';
import { FAMILY } from '../src/rp2040/usbboot.ts';
import { blocksOf, readUf2, type Uf2Block } from '../src/uf2.ts';
import { Table } from '../src/table.ts';
import { BOARD, SLEEP, tinyElf } from './tiny.ts';

const fresh = () => new Table({ board: BOARD, elf: tinyElf(SLEEP) });
const ask = (table: Table, line: string) => JSON.parse(answer(table, line)) as { ok?: unknown; error?: string };

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'requests-'))));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a request that cannot be served', () => {
  it.each([
    ['{"run": 1e999}', 'run:'],
    ['{"run": 1e9}', 'run:'],
    ['{"run": -1}', 'run:'],
    ['{"run": "x"}', 'run:'],
    ['{"wait": "x"}', 'wait:'],
    ['{"settle": 1e999}', 'settle:'],
    ['{"settle": 10, "quiet": "x"}', 'quiet:'],
    ['{"turn": {"knob": 0, "by": 1000000000}}', 'turn.by:'],
    ['{"turn": {"knob": 0, "by": 1.5}}', 'turn.by:'],
    ['{"turn": {"knob": 0, "by": 1, "ms": 0}}', 'turn.ms:'],
    ['{"turn": {"knob": 9, "by": 1}}', 'the board has no knob 9'],
    ['{"press": {"knob": 0, "for": 3}}', 'press'],
    ['{"many": [{"turn": {"knob": 0, "by": 1e9}}]}', 'turn.by:'],
    ['{"many": [{"run": 3}]}', 'not what a hand can do: run'],
    ['{"flash": 1}', 'flash:'],
    ['{"loadflash": 0}', 'loadflash:'],
    ['{"toString": 1}', 'unknown request: toString'],
    ['{"constructor": {}}', 'unknown request: constructor'],
    ['{"__proto__": {"run": 1}}', 'unknown request'],
    ['{"jump": 1}', 'unknown request: jump'],
    ['{}', 'unknown request: nothing'],
    ['[]', 'a request is an object'],
    ['null', 'a request is an object'],
    ['7', 'a request is an object'],
    ['{"run": 1, "press": {"knob": 0}}', 'does not go together'],
    ['{"screens": 4}', 'the board has no screen 4'],
    ['{"memory": 4}', 'the board has no screen 4'],
    ['{"unplug": {"screen": 4}}', 'the board has no screen 4'],
    ['{"hang": {"screen": 4}}', 'the board has no screen 4'],
    ['{"holdbus": {"bus": 1, "ms": 5}}', 'the board has no bus 1'],
    ['{"watch": 99}', 'watch:'],
    ['{"peek": {"address": 536870912, "length": 1e12}}', 'peek.length:'],
    ['{"poke": {"address": 536870912, "bytes": [256]}}', 'poke.bytes.0:'],
    ['{"cut": {"in_flash_op": {"n": 0, "fraction": 2}}}', 'cut.in_flash_op.fraction:'],
    ['{"symbol": "no_such_symbol"}', 'the firmware has no symbol no_such_symbol'],
    ['{"symbol": ""}', 'symbol:'],
    ['{"chain": "broken"}', 'has no chain'],
    ['{"chain": "whole"}', 'has no chain'],
    ['{"cut": {"after_ns": 5, "in_flash_op": {"n": 0, "fraction": 0.5}}}', 'two different cuts'],
    ['{"pullups": {"bus": 0, "ohms": []}}', 'pullups.ohms:'],
    ['{"many": [{"press": {"knob": 0}}, {"turn": {"knob": 0, "by": 1}}]}', 'two hands at knob 0'],
    ['{"turn": {"knob": 0, "by": 100000, "ms": 86400000}}', 'longer than a day'],
    ['{"many": [{"turn": {"knob": 0, "by": -2, "ms": 86400000}}]}', 'longer than a day'],
    ['{"loadflash": "package.json"}', 'but a flash has 2097152'],
    ['{"misscycles": -1}', 'misscycles:'],
    ['{"misscycles": 1.5}', 'misscycles:'],
    ['{"trace": "toString"}', 'trace:'],
    ['{"rosc": {"hz": 0}}', 'rosc'],
    ['{"bootsel": "x"}', 'bootsel: Invalid option: expected one of "hold"|"copy"|"reboot", or bootsel: Invalid input'],
    ['{"usb": "plugg"}', 'usb: Invalid option: expected one of "plug"|'],
    ['{"random": [2]}', 'random.0: Invalid option: expected one of 0|1'],
    ['{"rosc": {"hz": "x"}}', 'rosc.hz: Invalid input: expected number'],
    ['{"bootsel": {"copy": "/nowhere.uf2"}}', 'ENOENT'],
    ['{"flash": "/dev/stdout"}', 'no plain file'],
    ['{"loadflash": "/dev/null"}', 'no plain file'],
    ['{"bootsel": {"copy": "/"}}', 'no plain file'],
    ['not JSON', 'JSON'],
  ])('%s is refused with the reason', (line, reason) => {
    const table = fresh();
    table.run(1e6);
    const before = table.now;
    expect(ask(table, line).error).toContain(reason);
    expect(table.now).toBe(before);
  });

  it('{"flash": 1} writes nothing to standard output', () => {
    const write = vi.spyOn(process.stdout, 'write');
    ask(fresh(), '{"flash": 1}');
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
  });
});

it('serves valid requests', () => {
  const table = fresh();
  expect(ask(table, '{"run": 2.5}').ok).toBe(true);
  expect(ask(table, '{"now": true}').ok).toEqual({ ns: 2_500_000 });
  expect(ask(table, '{"settle": 100, "quiet": 20}').ok).toBe(true);
  expect(ask(table, '{"many": [{"turn": {"knob": 0, "by": -3, "ms": 20}}, {"wait": 100}]}').ok).toBe(true);
  expect(ask(table, '{"pointers": true}').ok).toEqual([-3]);
  expect(ask(table, '{"cut": {}}')).toMatchObject({ ok: true, events: [{ kind: 'power cut' }] });
  expect(ask(table, '{"peek": {"address": 536870912, "length": 1}}').error).toBe('the power is off');
  expect(ask(table, '{"power": true}').ok).toBe(true);
});

/** The bytes of a UF2 file. */
function uf2File(blocks: Uf2Block[]): Uint8Array {
  const file = new Uint8Array(512 * blocks.length);
  const view = new DataView(file.buffer);
  blocks.forEach(({ address, number, count, family, bytes }, i) => {
    const words = [0x0a324655, 0x9e5d5157, 0x2000, address, bytes.length, number, count, family];
    words.forEach((word, at) => view.setUint32(512 * i + 4 * at, word, true));
    file.set(bytes, 512 * i + 32);
    view.setUint32(512 * i + 508, 0x0ab16f30, true);
  });
  return file;
}

describe('the block of a board', () => {
  const block = new Uint8Array([1, 2, 3]);
  const image = { ...readElf(tinyElf(SLEEP)), symbols: new Map([['_board', { address: 0x101ef000, size: 0 }]]) };

  it('is placed where the firmware looks for it, also when copied over used flash', () => {
    const table = fresh();
    table.flash.bytes.fill(0x50, 0x1ef000, 0x200000);
    table.copyUf2(blocksOf(withBlock(image, block), FAMILY));
    expect([...table.flash.bytes.subarray(0x1ef000, 0x1ef004)]).toEqual([1, 2, 3, 0xff]);
    expect(table.flash.bytes[0x1f0000]).toBe(0x50);
  });

  it('is refused by firmware that has no room for it', () => {
    expect(() => new Table({ board: BOARD, elf: tinyElf(SLEEP), block })).toThrow('no room for a board');
  });
});

describe('an incomplete file', () => {
  const elf = tinyElf(SLEEP);
  const uf2 = uf2File(blocksOf(readElf(elf), FAMILY));

  it('is reported as truncated if it is an ELF', () => {
    for (const length of [60, 84, elf.length - 1]) expect(() => readElf(elf.slice(0, length))).toThrow('cut off');
    expect(() => readElf(elf.slice(0, 20))).toThrow('not a 32-bit little-endian ELF');
  });

  it('is reported as truncated if it is a UF2', () => {
    expect(readUf2(uf2)).toEqual(blocksOf(readElf(elf), FAMILY));
    expect(() => readUf2(uf2.slice(0, uf2.length - 1))).toThrow('cut off: 8191 bytes are not whole blocks');
    expect(() => readUf2(uf2.slice(0, uf2.length - 512))).toThrow('cut off: 15 of 16 blocks are there');
    expect(() => readUf2(uf2.slice(32))).toThrow('not a UF2 file');
    const damaged = uf2.slice();
    damaged[1024 + 508] ^= 1;
    expect(() => readUf2(damaged)).toThrow('damaged in its block 2');
  });

  it('is never copied in part', () => {
    const file = join(folder, 'half.uf2');
    writeFileSync(file, uf2.slice(0, 1024));
    const table = fresh();
    const before = table.flash.bytes.slice();
    expect(ask(table, JSON.stringify({ bootsel: { copy: file } })).error).toContain('2 of 16 blocks');
    expect(Buffer.compare(table.flash.bytes, before)).toBe(0);
    writeFileSync(file, uf2);
    expect(ask(table, JSON.stringify({ bootsel: { copy: file } })).ok).toBe(true);
    expect(readFileSync(file).length).toBe(uf2.length);
  });
});
