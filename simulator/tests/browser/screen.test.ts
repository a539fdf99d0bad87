/** The big screen in a real browser: against the emulated device, and against a port that says what a test wants. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstRound } from '../../src/demo.ts';
import type { Board } from '../../src/board.ts';
import type { Line, TableLine } from '../../src/usb/lines.ts';
import { WORDS } from '../../src/big/words.ts';
import { mouse } from './hands.ts';
import { fakePort, tell, violations } from './port.ts';
import { firmware, Site } from './site.ts';

/** Folder for screenshots; without it none are taken. */
const PICTURES = process.env['PICTURES'];

let site: Site;
beforeAll(async () => {
  site = await Site.start();
});
afterAll(() => site?.stop());

const said = (page: Page) => page.locator('#board .said').textContent();
const text = (page: Page, selector: string) => page.locator(selector).allTextContents();

const withPort = (size: { width: number; height: number }) => fakePort(site, 'screen.html', size);

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.locator('#board').screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Elements of the scoreboard that are clipped or overlap others. */
const cut = (page: Page) =>
  page.evaluate(() => {
    const board = document.querySelector('#board')?.getBoundingClientRect();
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(
      '#board .lane, #board .card, #board .said, #board .verdict, #board .legend, #board li',
    )) {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (
        !board ||
        left < board.left - 1 ||
        right > board.right + 1 ||
        top < board.top - 1 ||
        bottom > board.bottom + 1
      )
        found.push(`${element.className}: ${element.textContent}`);
      else if (element.scrollHeight > element.clientHeight + 2) found.push(`${element.className} overflows`);
    }
    return found;
  });

const TWELVE = 'ABCDEFGHIJKL';
const perSeat = <T>(value: (index: number) => T) =>
  Object.fromEntries(Array.from(TWELVE, (seat, i) => [seat, value(i)]));
const table = (more: Partial<TableLine>): Line => ({
  table: {
    phase: 'vote',
    ruleset: 'odyssey',
    round: 3,
    storyteller: 'C',
    seats: TWELVE,
    playing: TWELVE,
    locked: '',
    cards: 12,
    asks: null,
    scores: perSeat((i) => 2 * i),
    ...more,
  },
});
const round = (points: boolean): Line => ({
  round: {
    number: 3,
    storyteller: 'C',
    seats: TWELVE,
    cards: 12,
    story_card: 4,
    red: null,
    votes: Object.fromEntries(Array.from(TWELVE.replace('C', ''), (seat, i) => [seat, i % 3 ? [4, 7] : [9]])),
    owners: { 4: 'C', 7: 'A', 9: 'L' },
    verdict: 'some',
    points: points ? perSeat((i) => (i % 2 ? { found: 3, votes: 3, 'lone-vote': 1 } : { told: 3 })) : null,
    before: points ? perSeat((i) => 2 * i) : null,
    totals: points ? perSeat((i) => 2 * i + (i % 2 ? 7 : 3)) : null,
  },
});

it.each([
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
])('shows every phase of a game for twelve at $width × $height', async (size) => {
  const { page, complaints, close } = await withPort(size);
  const hello = { protocol: 1, version: '0', chip: 'rp2040', board: 'pods', serial: '1', seats: 12, language: 'en' };
  await tell(page, { hello });
  await tell(page, table({ phase: 'lobby', seats: 'ABD', playing: '', round: 0, scores: {} }));
  expect(await said(page)).toBe(WORDS['en'].lobby);
  expect((await text(page, '.lane .emblem b')).join('')).toBe('ABD');
  const shots = `${size.height}`;
  await picture(page, `${shots}-lobby`);
  await tell(page, { game: { ruleset: 'odyssey', seats: TWELVE, first_round: 1, ends: 'goal', goal: 30 } });
  await tell(page, table({ phase: 'clue' }));
  await picture(page, `${shots}-clue`);
  await tell(page, table({ locked: 'ADEL' }));
  expect((await text(page, '.lane.locked .emblem b')).join('')).toBe('ADEL');
  expect(await cut(page)).toEqual([]);
  await picture(page, `${shots}-vote`);
  await tell(page, round(false));
  await tell(page, table({ phase: 'reveal' }));
  expect((await text(page, '.card:nth-child(9) .voters b')).join('')).toBe('AEHK');
  // People look at the votes first.
  expect(await page.locator('.card.story').count()).toBe(0);
  await expect.poll(() => page.locator('.card.story .number').textContent(), { timeout: 10_000 }).toBe('★ 4');
  expect(await cut(page)).toEqual([]);
  await picture(page, `${shots}-reveal`);
  await tell(page, table({ phase: 'owners', asks: 7 }));
  expect(await said(page)).toBe('Whose is card 7?');
  await picture(page, `${shots}-owners`);
  await tell(page, round(true));
  await tell(page, table({ phase: 'points', scores: perSeat((i) => 2 * i + (i % 2 ? 7 : 3)) }));
  expect((await text(page, '.lane[data-seat="B"] .state'))[0]).toBe('+3 found it · +3 votes drawn · +1 one vote');
  expect(await cut(page)).toEqual([]);
  await picture(page, `${shots}-points`);
  const scores = perSeat((i) => 2 * i + (i % 2 ? 7 : 3));
  await tell(page, table({ phase: 'over', scores }));
  const awards = Object.fromEntries(
    ['storyteller', 'bluffer', 'guesser', 'fooled'].map((a) => [a, { seats: 'BL', count: 9 }]),
  );
  await tell(page, { over: { winners: 'L', rounds: 3, scores, awards } });
  expect(await said(page)).toBe('L wins!');
  expect(await page.locator('.curves polyline').count()).toBe(12);
  expect(await cut(page)).toEqual([]);
  await picture(page, `${shots}-over`);
  // Letters can be told from their ground, and the smallest text can be read from afar: 1/40 of the height.
  const smallest = await page.evaluate(() =>
    Math.min(
      ...Array.from(document.querySelectorAll<HTMLElement>('#board .lane *, #board .said'), (element) =>
        element.textContent ? parseFloat(getComputedStyle(element).fontSize) : Infinity,
      ),
    ),
  );
  expect(smallest).toBeGreaterThanOrEqual(size.height / 42);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it("uses the device's language, keeps names, requests lost lines again and saves the game", async () => {
  const { page, close } = await withPort({ width: 1280, height: 720 });
  for (const [language, words] of Object.entries(WORDS)) {
    await tell(page, { settings: { language } });
    await tell(page, table({}));
    expect(await said(page)).toBe(words.vote);
  }
  await tell(page, { settings: { language: 'en' } });
  await page.locator('.named summary').click();
  await page.locator('input[name="B"]').fill('Bo, "the" bluffer');
  expect((await text(page, '.lane[data-seat="B"] .name'))[0]).toBe('Bo, "the" bluf');
  await page.locator('input[name="B"]').fill('=Bo');
  await tell(page, { dropped: 4 });
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { sent: string[] }).sent.join('')))
    .toBe('{"ask":"game"}\n');
  await tell(page, round(true));
  const [csv] = await Promise.all([page.waitForEvent('download'), page.locator('#csv').click()]);
  const rows = readFileSync(await csv.path(), 'utf8').split('\r\n');
  expect(rows[0].split(',').slice(0, 8)).toEqual('round,seat,name,tells,story_card,verdict,vote_1,vote_2'.split(','));
  expect(rows.length).toBe(1 + 12 + 1);
  expect(rows[2]).toBe("3,B,'=Bo,0,4,some,4,7,,,,3,,,3,1,,,,7,2,9");
  const [json] = await Promise.all([page.waitForEvent('download'), page.locator('#json').click()]);
  const file = JSON.parse(readFileSync(await json.path(), 'utf8')) as { rounds: unknown[]; names: object };
  expect(file.rounds).toEqual([round(true).round]);
  expect(file.names).toEqual({ B: '=Bo' });
  await page.reload();
  expect(await page.locator('input[name="B"]').inputValue()).toBe('=Bo');
  await close();
});

it('names the supported browsers in one that is not', async () => {
  const { page, close } = await site.visit('screen.html');
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serial', { value: undefined }));
  await page.reload();
  expect(await page.locator('#unable').textContent()).toContain('Chrome, Edge and Opera');
  expect(await page.locator('#connect').isVisible()).toBe(false);
  await close();
});

it('follows a round on the emulated device', async () => {
  const board = JSON.parse(readFileSync(join(firmware, 'table/board.json'), 'utf8')) as Board;
  const { page, complaints, close } = await site.visit('screen.html?board=table', {
    viewport: { width: 1280, height: 720 },
  });
  await page.locator('#emulated').click();
  await expect.poll(() => said(page), { timeout: 30_000 }).toBe(WORDS['en'].lobby);
  const hands = mouse(page);
  const seen: string[] = [];
  for (const step of firstRound(board)) {
    await step.do(hands);
    const phase = await page.evaluate(() => document.body.dataset['phase'] ?? '');
    if (seen.at(-1) !== phase) seen.push(phase);
  }
  await expect.poll(() => page.locator('.lane[data-seat="A"] .score').textContent(), { timeout: 30_000 }).toBe('3');
  expect(seen).toContain('vote');
  expect(seen).toContain('points');
  expect((await text(page, '.lane .emblem b')).join('')).toBe('ABCD');
  await picture(page, 'emulated');
  expect(complaints).toEqual([]);
  await close();
});
