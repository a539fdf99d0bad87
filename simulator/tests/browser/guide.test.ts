/** The guide on the page in a real browser, its demo, and the game that stays in the browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstRound } from '../../src/demo.ts';
import { read } from '../../src/page/reader.ts';
import { bare } from '../player.ts';
import { mouse } from './hands.ts';
import { glass, Site } from './site.ts';
import { load, shown } from './table.ts';

let site: Site;
beforeAll(async () => {
  site = await Site.start();
});
afterAll(() => site?.stop());

/** The step that the guide shows. */
const step = (page: Page) => page.locator('#guide').getAttribute('data-step');

describe('the guide', () => {
  it('shows a whole round as a demo through the same knobs', async () => {
    const { page, complaints, close } = await site.open('solo');
    await page.getByRole('button', { name: 'Watch a demo round' }).click();
    const table = load('solo');
    for (const step of firstRound(table.board)) await step.do(bare(table));
    table.run(2e9);
    // The guide ends at the last step, and says so.
    await expect.poll(() => step(page), { timeout: 120_000 }).toBe('done');
    expect(await page.locator('#guide').getAttribute('data-state')).toBe('open');
    // Compare the words: a picture that stands for minutes moves by a pixel.
    const words = (picture: string) => read(Uint8Array.from(Buffer.from(picture, 'hex')));
    await expect.poll(async () => words(await glass(page, 0)), { timeout: 40_000 }).toBe(words(shown(table)));
    expect(complaints).toEqual([]);
    await close();
  });

  it('does step after step, even if the visitor has turned knobs before', async () => {
    const { page, complaints, close } = await site.open('table');
    await mouse(page).turn(2, -7);
    const table = load('table');
    const steps = firstRound(table.board).slice(0, 5);
    for (const [i, { do: act }] of steps.entries()) {
      await page.getByRole('button', { name: 'Do it for me' }).click();
      await expect.poll(() => step(page), { timeout: 60_000 }).toBe(String(i + 1));
      await act(bare(table));
    }
    table.run(1e9);
    await expect.poll(() => glass(page, 0), { timeout: 40_000 }).toBe(shown(table));
    expect(complaints).toEqual([]);
    await close();
  });

  it("follows the visitor's steps, notices when they do something else, and resumes", async () => {
    const { page, close } = await site.open('table');
    const hands = mouse(page);
    const steps = firstRound(load('table').board);
    await expect.poll(() => step(page), { timeout: 60_000 }).toBe('0');
    for (const [i, { do: act }] of steps.slice(0, 4).entries()) {
      await act(hands);
      await expect.poll(() => step(page), { timeout: 60_000 }).toBe(String(i + 1));
    }
    // The menu is not part of the first round.
    await hands.hold(0);
    await expect.poll(() => step(page), { timeout: 60_000 }).toBe('elsewhere');
    expect(await page.getByRole('button', { name: 'Do it for me' }).count()).toBe(0);
    await hands.hold(0);
    await expect.poll(() => step(page), { timeout: 60_000 }).toBe('4');
    await close();
  });

  it('asks before a demo erases a game, and keeps the game if told to', async () => {
    const { page, close } = await site.open('solo');
    const hands = mouse(page);
    for (const { do: act } of firstRound(load('solo').board).slice(0, 2)) await act(hands);
    await expect.poll(() => page.locator('body').getAttribute('data-kept'), { timeout: 40_000 }).toBe('solo');
    await hands.wait(500);
    const before = await glass(page, 0);
    await page.getByRole('button', { name: 'Watch a demo round' }).click();
    await page.getByRole('button', { name: 'Keep my game' }).click();
    await hands.wait(1500);
    expect(await glass(page, 0)).toBe(before);
    expect(await page.locator('#guide').getAttribute('data-state')).toBe('open');
    await close();
  });
});

describe('the game', () => {
  it('survives a reload and a change of board, until the visitor asks for a blank device', async () => {
    const { page, complaints, close } = await site.open('solo');
    const hands = mouse(page);
    const blank = await glass(page, 0);
    for (const { do: act } of firstRound(load('solo').board).slice(0, 2)) await act(hands);
    await hands.wait(1500);
    const before = await glass(page, 0);
    expect(before).not.toBe(blank);
    await page.reload();
    await expect.poll(() => glass(page, 0), { timeout: 40_000 }).toBe(before);
    await page.getByRole('radio', { name: 'Table' }).check({ force: true });
    await expect.poll(() => page.locator('[data-knob]').count(), { timeout: 40_000 }).toBe(8);
    await page.getByRole('radio', { name: 'Solo' }).check({ force: true });
    await expect.poll(() => glass(page, 0), { timeout: 40_000 }).toBe(before);
    await page.getByRole('button', { name: 'Start afresh' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start afresh' }).click();
    await expect.poll(() => glass(page, 0), { timeout: 40_000 }).toBe(blank);
    await page.reload();
    await expect.poll(() => glass(page, 0), { timeout: 40_000 }).toBe(blank);
    expect(complaints).toEqual([]);
    await close();
  });
});
