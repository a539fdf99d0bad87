/** The bench in a real browser, against the emulated device on the page and against a port that says what a test wants. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Line } from '../../src/usb/lines.ts';
import { mouse } from './hands.ts';
import { fakePort, tell, violations } from './port.ts';
import { Site } from './site.ts';

/** Folder for screenshots; without it none are taken. */
const PICTURES = process.env['PICTURES'];

let site: Site;
beforeAll(async () => {
  site = await Site.start();
});
afterAll(() => site?.stop());

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

const text = (page: Page, selector: string) => page.locator(selector).allTextContents();
const status = (page: Page) => page.locator('#status').textContent();
const sent = (page: Page) => page.evaluate(() => (window as unknown as { sent: string[] }).sent.join(''));

it('measures the emulated device, watches its knobs and saves one file', async () => {
  const { page, complaints, close } = await site.visit('bench.html?board=pods');
  await picture(page, 'bench-welcome');
  await page.locator('#emulated').click();
  await expect.poll(() => status(page), { timeout: 60_000 }).toBe('Everything that was measured is as it should be.');
  expect((await text(page, '#wiring th')).length).toBe(18);
  expect((await text(page, '#wiring td'))[1]).toMatch(/^screen A at 0x3c answers 0x\d3, like an SSD1306$/);
  expect((await text(page, '#knobs td'))[0]).toBe('A open; B open; push open');
  expect((await text(page, '#rest th'))[0]).toBe('Register chain');
  await page.locator('#watch').click();
  await mouse(page).turn(0, 3);
  await expect
    .poll(async () => (await text(page, '#knobs td'))[0], { timeout: 30_000 })
    .toMatch(/A open, (6|\d\d) changes/);
  expect((await text(page, '#knobs td'))[1]).toBe('A open; B open; push open');
  await picture(page, 'bench-measured');
  await page.locator('#notes').fill('An "emulated" one.');
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
  expect(download.suggestedFilename()).toMatch(/^dixit-bench-pods-\d{4}-\d\d-\d\d\.json$/);
  const file = JSON.parse(readFileSync(await download.path(), 'utf8')) as Record<string, never>;
  expect(file).toMatchObject({ notes: 'An "emulated" one.', device: { board: 'pods' }, chain: { whole: true } });
  expect(file['buses']).toHaveLength(18);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('marks what is wrong, says why a report is refused, and fits a phone', async () => {
  const { page, close } = await fakePort(site, 'bench.html', { width: 390, height: 800 });
  const hello = { protocol: 1, version: '0', chip: 'rp2040', board: 'solo', serial: '1', seats: 12, language: 'en' };
  await tell(page, { hello });
  await expect.poll(() => sent(page)).toBe('{"ask":"bench"}\n');
  const bus = { bus: 0, mux: null, channel: null, expected: { shared: 60 }, answers: [], held: false };
  const lines: Line[] = [
    { bench: { bus } },
    { bench: { contacts: { A: { levels: '110' } } } },
    { bench: { flash: { jedec: null, page_us: null, erase_us: 181_000 } } },
    { bench: 'done' },
  ];
  for (const line of lines) await tell(page, line);
  expect(await status(page)).toBe('Something is wrong in 1 line, marked with ⚠.');
  expect(await text(page, '.wrong td')).toEqual(['⚠ shared screen at 0x3c does not answer']);
  expect((await text(page, '#rest td'))[2]).toBe('181.0 ms');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await picture(page, 'bench-phone');
  await page.locator('#watch').click();
  await tell(page, { error: 'only in the lobby: end the game first' });
  await expect.poll(() => status(page)).toBe('The device refuses: only in the lobby: end the game first.');
  expect(await page.locator('#watch').getAttribute('aria-pressed')).toBe('false');
  expect(await sent(page)).toBe('{"ask":"bench"}\n{"ask":"contacts"}\n');
  await close();
});
