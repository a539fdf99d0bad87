/** `cargo xtask play`: any board is chosen and changed on the page, and nothing is compiled for it. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServer, type ViteDevServer } from 'vite';
import { chromiumPath } from './chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'dixit-dials-'));
/** A user's own board, in another folder. */
const own = join(folder, 'my-solo');
const file = join(own, 'board.toml');
const AT_ONCE = { timeout: 20_000 };

let server: ViteDevServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  cpSync(join(root, '../boards/solo'), own, { recursive: true });
  if (!process.env['XTASK']) throw new Error('XTASK has to name the commands’ program; `cargo xtask test` does');
  process.env['OWN_BOARD'] = own;
  server = await createServer({ root, logLevel: 'error', server: { host: '127.0.0.1', port: 0 } });
  await server.listen();
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
  page = await browser.newPage();
  await page.goto(`${server.resolvedUrls?.local[0] ?? ''}?board=my-solo&seed=7`);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true });
});

const chosen = () => page.evaluate(() => document.body.dataset['board']);
const notice = () => page.locator('#notice').textContent();

function change(from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

it('plays a board from another folder, and every bundled board, with one firmware', async () => {
  await page.waitForSelector('.glass.lit');
  expect(await chosen()).toBe('my-solo');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const name of ['pods', 'table', 'solo', 'my-solo']) {
    await page.locator(`#boards input[value="${name}"]`).check({ force: true });
    await expect.poll(chosen, AT_ONCE).toBe(name);
    await page.waitForSelector('.glass.lit');
  }
  expect(asked.filter((url) => url.endsWith('.elf'))).toEqual([]);
});

it('rewires the device when its file is saved, and keeps the old wiring while the file has a mistake', async () => {
  await page.waitForSelector('.glass.lit');
  expect(await page.locator('#sound').isVisible()).toBe(true);
  change('push = 12', 'push = 40');
  await expect.poll(notice, AT_ONCE).toContain('knobs.pins[0].push: 40 is not between 0 and 29');
  expect(await page.locator('#sound').isVisible()).toBe(true);
  change('push = 40', 'push = 3');
  change(/\n\[buzzer\][^[]*/.exec(readFileSync(file, 'utf8'))?.[0] ?? 'no buzzer', '\n');
  await expect.poll(() => page.locator('#sound').isVisible(), AT_ONCE).toBe(false);
  await page.waitForSelector('.glass.lit');
  expect(await notice()).toBe('');
});
