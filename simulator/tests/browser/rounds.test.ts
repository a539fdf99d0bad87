/** Whole rounds on the page in a real browser, by mouse, keyboard and finger, and on the other chip. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChipName } from '../../src/chips.ts';
import { firstRound, type Player } from '../../src/demo.ts';
import { bare } from '../player.ts';
import { finger, keyboard, mouse } from './hands.ts';
import { glass, PHONE, Site } from './site.ts';
import { load, shown } from './table.ts';

let site: Site;
beforeAll(async () => {
  site = await Site.start();
});
afterAll(() => site?.stop());

/** Plays the round on the page and on the bare table, and compares all screens after every step. */
async function playRound(name: string, page: Page, hands: Player, chip: ChipName = 'rp2040'): Promise<void> {
  const table = load(name, chip);
  const here = bare(table);
  const steps = { page: firstRound(table.board), bare: firstRound(table.board) };
  const start = await glass(page, 0);
  for (let i = 0; i < steps.page.length; i++) {
    await steps.page[i].do(hands);
    await steps.bare[i].do(here);
    table.run(2e9);
    const expected = shown(table);
    table.run(2e9);
    // A running countdown cannot be compared.
    if (shown(table) !== expected) continue;
    await expect
      .poll(() => glass(page, 0), { timeout: 40_000, message: `after “${steps.page[i].title}”` })
      .toBe(expected);
  }
  expect(await glass(page, 0)).not.toBe(start);
}

describe('a whole round', () => {
  it('is played by mouse on a ring', async () => {
    const { page, complaints, close } = await site.open('table');
    await playRound('table', page, mouse(page));
    expect(complaints).toEqual([]);
    await close();
  });

  it('is played by keyboard with a screen for every seat', async () => {
    const { page, complaints, close } = await site.open('pods');
    await playRound('pods', page, keyboard(page));
    expect(complaints).toEqual([]);
    await close();
  });

  it('is played by touch on a phone, on the device that is passed round', async () => {
    const { page, complaints, close } = await site.open('solo', { viewport: PHONE, hasTouch: true, isMobile: true });
    await playRound('solo', page, await finger(page));
    expect(complaints).toEqual([]);
    await close();
  });

  it('is played on the other chip, chosen in the bench panel', async () => {
    const { page, complaints, close } = await site.open('solo');
    await page.getByText('Bench for builders').click();
    await page.getByLabel('Pico 2 (RP2350)').check();
    await expect.poll(() => new URL(page.url()).searchParams.get('chip')).toBe('rp2350');
    await page.waitForSelector('.glass.lit');
    await playRound('solo', page, mouse(page), 'rp2350');
    expect(complaints).toEqual([]);
    await close();
  });
});
