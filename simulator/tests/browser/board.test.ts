/** The page on which people make boards, in a real browser: changed by mouse, keys and finger, shared, downloaded, played. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Board } from '../../src/board.ts';
import { firstRound } from '../../src/demo.ts';
import { read } from '../../src/page/reader.ts';
import { Rust } from '../../src/maker/rust.ts';
import { readUf2 } from '../../src/uf2.ts';
import { Table } from '../../src/table.ts';
import { bare } from '../player.ts';
import { type Opened, firmware, PHONE, Site } from './site.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WASM = readFileSync(join(firmware, 'maker.wasm'));
const MS = 1e6;

let site: Site;
beforeAll(async () => {
  site = await Site.start();
});
afterAll(() => site?.stop());

const ready = (page: Page) => page.waitForFunction(() => document.body.dataset['drawn'] !== undefined);

async function open(board: string, options = {}): Promise<Opened> {
  const opened = await site.visit(`board.html?board=${board}`, options);
  await ready(opened.page);
  return opened;
}

const field = (page: Page, key: string) => page.locator(`[data-key="${key}"]`);
const beside = (page: Page, key: string) => page.locator(`[data-slot="${key}"]`).textContent();
const toml = async (page: Page) => (await page.locator('#toml').textContent()) ?? '';
/** The price of the cheapest way to build it, and the current that its parts take. */
const number = async (page: Page, selector: string, pattern: RegExp) =>
  Number(pattern.exec((await page.locator(selector).textContent()) ?? '')?.[1]);
const euros = (page: Page) => number(page, '#parts', /about (\d+) €/);
const milliamperes = (page: Page) => number(page, '#currents', /(\d+) of \d+ mA/);
const mistakes = (page: Page) => page.evaluate(() => Number(document.body.dataset['mistakes']));
/** Text of the drawing. */
const drawing = (page: Page) =>
  page.evaluate(async () => (await fetch(document.querySelector<HTMLImageElement>('.drawing')?.src ?? '')).text());

async function downloaded(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(button).click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

it('reduces a board from eight dials to five by mouse, and redraws after every change', async () => {
  const { page, complaints, close } = await open('table');
  expect(await drawing(page)).toContain('lead to dial H');
  const price = await euros(page);
  for (const letter of ['H', 'G', 'F']) await page.getByRole('button', { name: `Remove knob ${letter}` }).click();
  // A message beside the number of seats says that knobs are missing, and the old drawing stays.
  await expect.poll(() => beside(page, 'seats.most')).toBe('8 seats, but 5 knobs');
  expect(await page.locator('#try').getAttribute('href')).toBe(null);
  expect(await page.locator('#download').isDisabled()).toBe(true);
  expect(await drawing(page)).toContain('lead to dial H');
  await field(page, 'seats.most').fill('5');
  await expect.poll(() => mistakes(page)).toBe(0);
  await expect.poll(() => drawing(page)).not.toContain('lead to dial F');
  expect(await drawing(page)).toContain('lead to dial E');
  expect(await euros(page)).toBeLessThan(price);
  await field(page, 'has-buzzer').check();
  await expect.poll(() => toml(page)).toMatch(/\[buzzer\]\npin = \d+\n/);
  await page.locator('#kind').selectOption('ring.svg');
  await expect.poll(async () => (await drawing(page)).match(/>5<\/text>/g)?.length).toBe(5);
  await field(page, 'ring.numbers').fill('6');
  await expect.poll(async () => (await drawing(page)).match(/>6<\/text>/g)?.length).toBe(5);
  expect(complaints).toEqual([]);
  await close();
});

it('explains why a pin is impossible, by mouse and by keyboard, and accepts a possible one', async () => {
  const { page, complaints, close } = await open('solo');
  const before = await toml(page);
  await field(page, 'buses[0].sda').click();
  const dialog = page.getByRole('dialog');
  // Grey pins count as disabled, but can be clicked.
  await dialog.locator('[data-pin="6"]').click({ force: true });
  expect(await dialog.getByRole('status').textContent()).toBe(
    'GP6 cannot be SDA of I2C0, but GP0, GP4, GP8, GP12, GP16, GP20 can',
  );
  await dialog.locator('[data-pin="12"]').click({ force: true });
  expect(await dialog.getByRole('status').textContent()).toBe('GP12 is already knobs.pins[0].push');
  await page.keyboard.press('Escape');
  await expect(dialog.count()).resolves.toBe(0);
  expect(await toml(page)).toBe(before);

  // By keys alone: from SDA, which is GP4, up to GP3, which cannot be SDA, and on to GP0.
  await field(page, 'buses[0].sda').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  expect(await dialog.getByRole('status').textContent()).toContain('GP3 cannot be SDA of I2C0');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => toml(page)).toContain('sda = 0\nscl = 1\n');
  expect(await mistakes(page)).toBe(0);
  // The focus is where it was.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-key'))).toBe('buses[0].sda');
  await expect.poll(() => drawing(page)).toContain('>1 GP0<');
  expect(complaints).toEqual([]);
  await close();
});

it('swaps two pins if none is free', async () => {
  const { page, close } = await open('table');
  expect(await toml(page)).toContain('{ a = 3, b = 4, push = 5 }');
  await field(page, 'knobs.pins[1].a').click();
  const dialog = page.getByRole('dialog', { name: 'Knob B, CLK (A): which pin?' });
  await dialog.locator('[data-pin="26"]').click({ force: true });
  expect(await dialog.locator('#swap').isVisible()).toBe(false);
  await dialog.locator('[data-pin="11"]').click({ force: true });
  expect(await dialog.getByRole('status').textContent()).toBe('GP11 is already knobs.pins[3].push');
  await dialog.getByRole('button', { name: 'Let the two change places' }).click();
  await expect.poll(() => toml(page)).toContain('{ a = 11, b = 4, push = 5 }');
  expect(await toml(page)).toContain('{ a = 9, b = 10, push = 3 }');
  await expect.poll(() => mistakes(page)).toBe(0);
  await close();
});

it('can be filled in by keyboard alone', async () => {
  const { page, close } = await open('pods');
  const current = await milliamperes(page);
  await field(page, 'seats.most').focus();
  for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowDown');
  await expect.poll(() => toml(page)).toContain('most = 4\n');
  await expect.poll(() => mistakes(page)).toBe(0);
  expect(await milliamperes(page)).toBeLessThan(current);
  const text = await toml(page);
  // Registers, proof, screens and muxes have followed.
  expect(text).toContain('registers = 2\ncount = 4\n');
  expect(text).toContain('proof = { first_bit = 12, levels = [1, 0, 1, 0] }');
  expect(text.match(/for = "seat"/g)?.length).toBe(4);
  expect(text.match(/reset = /g)?.length).toBe(1);
  await field(page, 'voting-pods').focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => toml(page)).toContain('voting = "pass"');
  await expect.poll(() => mistakes(page)).toBe(0);
  await field(page, 'knobs.detents').fill('');
  await expect.poll(() => beside(page, 'knobs.detents')).toContain('missing; expected a whole number, 8 to 48');
  await page.getByRole('button', { name: 'Go to it' }).press('Enter');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-key'))).toBe('knobs.detents');
  await page.keyboard.type('24');
  await expect.poll(() => mistakes(page)).toBe(0);
  await close();
});

it('is shared as a link, and saved and opened as a file', async () => {
  const { page, close } = await open('table');
  await field(page, 'title').fill('Für uns: “fünf” Räder');
  await field(page, 'name').fill('five');
  await field(page, 'seats.most').fill('5');
  await expect.poll(() => toml(page)).toContain('most = 5\n');
  await expect.poll(() => mistakes(page)).toBe(0);
  const [url, text] = [page.url(), await toml(page)];
  expect(url.length).toBeLessThan(1_000);
  const saved = await downloaded(page, '#save');
  expect([saved.name, saved.bytes.toString()]).toEqual(['board.toml', text]);

  const other = await site.visit(url.slice(site.address.length));
  await ready(other.page);
  expect(await toml(other.page)).toBe(text);
  expect(await field(other.page, 'name').inputValue()).toBe('five');
  await other.page.locator('#from').selectOption('solo');
  await expect.poll(() => toml(other.page)).toContain('voting = "pass"');
  await other.page.locator('#open').setInputFiles({ name: 'board.toml', mimeType: '', buffer: saved.bytes });
  await expect.poll(() => toml(other.page)).toBe(text);
  const wrong = Buffer.from(text.replace('most = 5', 'mots = 5'));
  await other.page.locator('#open').setInputFiles({ name: 'board.toml', mimeType: '', buffer: wrong });
  await expect
    .poll(() => other.page.locator('#said').textContent())
    .toContain('seats.mots: unknown key, did you mean most?');
  // A truncated link is reported, and the page starts with a board.
  const cut = await site.visit(`board.html#${new URL(url).hash.slice(1, 60)}`);
  await ready(cut.page);
  expect(await cut.page.locator('#said').textContent()).toContain('holds no board');
  for (const opened of [other, cut]) {
    expect(opened.complaints).toEqual([]);
    await opened.close();
  }
  await close();
});

it('writes a file that the emulated Pico accepts and plays', async () => {
  const { page, close } = await open('solo');
  await field(page, 'name').fill('mine');
  await field(page, 'knobs.pins[0].a').click();
  await page.getByRole('dialog').locator('[data-pin="20"]').click();
  await field(page, 'screens[0].controller').selectOption('sh1106');
  await expect.poll(() => toml(page)).toContain('{ a = 20, b = 11, push = 12 }');
  await expect.poll(() => toml(page)).toContain('controller = "sh1106"');
  await expect.poll(() => mistakes(page)).toBe(0);
  const { name, bytes } = await downloaded(page, '#download');
  expect(name).toBe('dixit-dials-mine.uf2');
  const alone = await downloaded(page, '#alone');
  expect(alone.name).toBe('board-mine.uf2');

  const rust = await Rust.of(WASM);
  const opened = rust.open('mine', await toml(page));
  if (!('board' in opened)) throw new Error('the file was refused');
  const elf = readFileSync(join(firmware, 'firmware.elf'));
  const said = async (table: Table, board: Board) => {
    const all: string[] = [];
    table.run(600 * MS);
    for (const step of firstRound(board)) {
      await step.do(bare(table));
      table.run(700 * MS);
      all.push(read(table.screens[0].pixels()));
    }
    return all;
  };
  /** A Pico with empty flash and this wiring, to which files are copied. */
  const copied = (...files: Buffer[]) => {
    const table = new Table({ board: opened.board, elf, seed: 7 });
    table.holdBootsel();
    table.flash.bytes.fill(0xff);
    for (const file of files) table.copyUf2(readUf2(file));
    return table;
  };
  // A board of the project with other pins shows the same in its first round.
  const bundled = JSON.parse(readFileSync(join(firmware, 'solo/board.json'), 'utf8')) as Board;
  const block = readFileSync(join(firmware, 'solo/board.bin'));
  const expected = await said(new Table({ board: bundled, elf, block, seed: 7 }), bundled);
  expect(new Set(expected).size).toBeGreaterThan(5);
  const flash = copied(bytes).flash.bytes.slice();
  expect(await said(copied(bytes), opened.board)).toEqual(expected);
  // The firmware of another board, followed by this board alone, gives the same result.
  const both = copied(readFileSync(join(firmware, 'solo/firmware.uf2')), alone.bytes).flash.bytes;
  expect(Buffer.compare(both, flash)).toBe(0);
  await close();
});

it('opens in the simulator, and can be edited again from there', async () => {
  const { page, complaints, close } = await open('pods');
  await field(page, 'name').fill('mine');
  await field(page, 'seats.most').fill('5');
  await expect.poll(() => toml(page)).toContain('most = 5\n');
  const text = await toml(page);
  await expect.poll(() => mistakes(page)).toBe(0);
  await page.locator('#try').click();
  await page.waitForSelector('.glass.lit');
  expect(await page.evaluate(() => document.body.dataset['board'])).toBe('mine');
  expect(await page.locator('[data-knob]').count()).toBe(5);
  expect(await page.locator('canvas.glass').count()).toBe(6);
  await page.locator('#boards input[value="solo"]').check({ force: true });
  await expect.poll(() => page.locator('[data-knob]').count()).toBe(1);
  await page.locator('#boards input[value="mine"]').check({ force: true });
  await expect.poll(() => page.locator('[data-knob]').count()).toBe(5);
  await page.locator('#change').click();
  await ready(page);
  expect(await toml(page)).toBe(text);
  // A board that cannot be built is not tried, and the message says why.
  const wrong = await site.visit('index.html#board=q1ZKVLKqVlJQUqqtBQA');
  await wrong.page.waitForSelector('.glass.lit');
  expect(await wrong.page.locator('#notice').textContent()).toContain('the board in the address cannot be built');
  await wrong.close();
  expect(complaints).toEqual([]);
  await close();
});

it('prints every sheet on its own paper', async () => {
  const { page, close } = await open('table');
  await page.evaluate(() => {
    window.print = () => (document.body.dataset['printed'] = 'yes');
  });
  await page.locator('#print').click();
  await page.waitForFunction(() => document.body.dataset['printed'] === 'yes');
  const sheets = await page.locator('#paper img').count();
  expect(sheets).toBeGreaterThan(8);
  for (const format of ['A4', 'Letter'] as const) {
    const pdf = (await page.pdf({ format, margin: {} })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)?.length, format).toBe(sheets);
  }
  await page.emulateMedia({ media: 'print' });
  const width = await page
    .locator('#paper img')
    .first()
    .evaluate((img) => img.getBoundingClientRect().width);
  expect(width / (96 / 25.4)).toBeCloseTo(210, 0);
  await close();
});

it.each(['light', 'dark'] as const)('is accessible, also on a phone, %s', async (colorScheme) => {
  // The colours are the same on all boards.
  for (const board of colorScheme === 'dark' ? ['table'] : ['table', 'pods', 'solo']) {
    const { page, close } = await open(board, { colorScheme, viewport: PHONE, hasTouch: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await field(page, 'seats.most').fill('13');
    await expect.poll(() => mistakes(page)).toBe(1);
    // The picker, by touch.
    await field(page, 'led.pin').tap();
    await page.getByRole('dialog').locator('[data-pin="25"]').tap();
    await expect(page.getByRole('dialog').count()).resolves.toBe(0);
    await field(page, 'led.pin').tap();
    for (const open of [true, false]) {
      if (!open) await page.keyboard.press('Escape');
      await page.evaluate(AXE);
      const found = await page.evaluate(async () => {
        const { axe } = window as unknown as {
          axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
      });
      expect(found, board).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    }
    await close();
  }
});

it('measures the time to its first drawing and the size of its code', async () => {
  const times: number[] = [];
  for (const board of ['solo', 'table', 'pods']) {
    let best = Infinity;
    // Other programs may be running on this computer.
    for (let i = 0; i < 2; i++) {
      const { page, close } = await open(board);
      best = Math.min(best, await page.evaluate(() => Number(document.body.dataset['firstDrawing'])));
      await close();
    }
    times.push(best);
  }
  const figures = { first_drawing_ms: Math.max(...times), wasm_bytes: WASM.length, gzip_bytes: gzipSync(WASM).length };
  console.log(`board page: ${JSON.stringify(figures)}`);
  // For the bench, which lists it with the other figures.
  writeFileSync(join(firmware, '../board-page.json'), `${JSON.stringify(figures)}\n`);
  expect(figures.gzip_bytes).toBeLessThan(500 * 1024);
});
