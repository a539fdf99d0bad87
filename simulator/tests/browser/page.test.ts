/** The page in a real browser: what a new visitor sees, faults, accessibility, speed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstRound } from '../../src/demo.ts';
import shape from '../../src/page/shape.json' with { type: 'json' };
import { keyboard, mouse } from './hands.ts';
import { firmware, glass, PHONE, Site } from './site.ts';
import { load } from './table.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const boards = JSON.parse(readFileSync(join(firmware, 'boards.json'), 'utf8')) as string[];

let site: Site;
beforeAll(async () => {
  site = await Site.start();
});
afterAll(() => site?.stop());

describe('a new visitor', () => {
  it.each([
    ['a desk', { viewport: { width: 1280, height: 800 } }],
    ['a low desk', { viewport: { width: 1366, height: 657 } }],
    ['a phone', { viewport: PHONE, hasTouch: true, isMobile: true }],
  ])('sees the screen, the instructions and every knob at %s without scrolling', async (_, options) => {
    for (const board of boards) {
      const { page, close } = await site.open(board, options);
      const parts = [page.locator('.centre'), page.locator('#guide'), ...(await page.locator('.dial').all())];
      for (const part of parts) {
        const box = await part.boundingBox();
        if (!box) throw new Error(`${board}: ${String(part)} is not to be seen`);
        const name = `${board}: ${String(part)}`;
        expect(Math.min(box.x, box.y), name).toBeGreaterThanOrEqual(0);
        expect(box.y + box.height, name).toBeLessThanOrEqual(options.viewport.height);
        expect(box.x + box.width, name).toBeLessThanOrEqual(options.viewport.width);
      }
      await close();
    }
  });

  it.each([
    ['table', '.seat', shape.dial],
    ['pods', '.seat', shape.pod],
    ['solo', '.cloth', shape.device],
  ])(
    'shows the boxes of %s in the proportions of the printed ones',
    async (board, boxes, { left, right, near, far }) => {
      const { page, close } = await site.open(board);
      for (const seen of await page.locator(boxes).all()) {
        const { width, height } = (await seen.boundingBox()) ?? { width: 0, height: 1 };
        expect(width / height).toBeCloseTo((right - left) / (far - near), 1);
      }
      await close();
    },
  );

  it('reads about touch on a phone, and about mouse and keyboard on a computer', async () => {
    const words = async (options: BrowserContextOptions) => {
      const { page, close } = await site.open('table', options);
      const text = await page.locator('.how').innerText();
      await close();
      return text;
    };
    const phone = await words({ viewport: PHONE, hasTouch: true, isMobile: true });
    expect(phone).toContain('finger');
    expect(phone).not.toMatch(/wheel|click|Space|Tab/);
    const desk = await words({});
    expect(desk).toContain('wheel');
    expect(desk).not.toMatch(/finger|tap\b/);
  });

  it.each([40, 53, 100, 120, 240])(
    'turns the knob by one detent for one notch of a wheel that reports %d',
    async (delta) => {
      const { page, close } = await site.open('table');
      await page.waitForTimeout(300);
      const place = () => page.locator('[data-knob="1"]').getAttribute('aria-valuenow');
      await page.locator('[data-knob="1"]').dispatchEvent('wheel', { deltaY: delta, deltaMode: 0, wheelDeltaY: -120 });
      await expect.poll(place).toBe('1');
      await page.locator('[data-knob="1"]').dispatchEvent('wheel', { deltaY: 3, deltaMode: 1 });
      await expect.poll(place).toBe('2');
      await page.waitForTimeout(200);
      expect(await place()).toBe('2');
      await close();
    },
  );

  it('scrolls with a finger beside a dial, and turns the dial with a finger on it', async () => {
    const { page, close } = await site.open('table', { viewport: PHONE, hasTouch: true, isMobile: true });
    const session = await page.context().newCDPSession(page);
    const bench = page.getByText('Bench for builders');
    const [dial, beside] = [await page.locator('[data-knob="2"]').boundingBox(), await bench.boundingBox()];
    if (!dial || !beside) throw new Error('the dial or the bench is not to be seen');
    const swipe = async (box: { x: number; y: number; width: number; height: number }) => {
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const from = await page.evaluate(() => scrollY);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
      await touch('touchStart', [{ x, y }]);
      for (let up = 10; up <= 200; up += 10) await touch('touchMove', [{ x, y: y - up }]);
      await touch('touchEnd', []);
      await page.waitForTimeout(300);
      return (await page.evaluate(() => scrollY)) - from;
    };
    // Swipe on the dial first: scrolling would move it.
    expect(await swipe(dial)).toBe(0);
    await bench.evaluate((summary) => summary.parentElement?.setAttribute('open', ''));
    expect(await swipe(beside)).toBeGreaterThan(50);
    await close();
  });

  it('turns the dial under a slow finger, and presses it under one that rests', async () => {
    const { page, close } = await site.open('solo', { viewport: PHONE, hasTouch: true, isMobile: true });
    const session = await page.context().newCDPSession(page);
    const dial = page.locator('[data-knob="0"]');
    const box = await dial.boundingBox();
    if (!box) throw new Error('the dial is not to be seen');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 8];
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((right) => ({ x: x + right, y })) });
    const state = () => dial.getAttribute('aria-valuetext');
    // The page's own time, so that a busy computer does not make the finger rest.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await touch('touchStart', 0);
    for (let right = 3; right <= 36; right += 3) {
      await page.clock.runFor(100);
      await touch('touchMove', right);
    }
    await touch('touchEnd');
    await expect.poll(state).toBe('click 1');
    await touch('touchStart', 0);
    await page.clock.runFor(200);
    await touch('touchMove', 1);
    await page.clock.runFor(100);
    await expect.poll(state).toBe('click 1, pressed');
    await touch('touchEnd');
    await expect.poll(state).toBe('click 1');
    await close();
  });

  it('can have the screens read by a screen reader', async () => {
    const { page, close } = await site.open('pods');
    await expect.poll(() => page.locator('#spoken').textContent(), { timeout: 40_000 }).toContain('Dixit');
    const label = (index: number) => page.locator('canvas.glass').nth(index).getAttribute('aria-label');
    await expect.poll(() => label(0), { timeout: 40_000 }).toMatch(/^Shared screen: .*Dixit/);
    await expect.poll(() => label(1), { timeout: 40_000 }).toMatch(/^Screen of seat A: .*\p{L}{3}/u);
    // The screen of one seat is not read aloud to others.
    await keyboard(page).press(0);
    await page.waitForTimeout(1000);
    expect(await page.locator('[aria-live]').evaluateAll((all) => all.map(({ id }) => id).sort())).toEqual([
      'notice',
      'spoken',
    ]);
    await close();
  });
});

describe('a device that has stopped', () => {
  it('is reported and can be restarted with its saved game', async () => {
    const { page, close } = await site.open('solo');
    const hands = mouse(page);
    for (const { do: act } of firstRound(load('solo').board).slice(0, 2)) await act(hands);
    await expect.poll(() => page.locator('body').getAttribute('data-kept'), { timeout: 40_000 }).toBe('solo');
    await hands.wait(1500);
    const before = await glass(page, 0);
    const device = page.workers().find((worker) => /\/worker-/.test(worker.url()));
    // This call never returns; it is rejected when the page closes.
    device
      ?.evaluate(() => {
        for (;;);
      })
      .catch(() => undefined);
    await page.getByRole('button', { name: 'Restart the device' }).click({ timeout: 30_000 });
    await expect.poll(() => glass(page, 0), { timeout: 40_000 }).toBe(before);
    expect(await page.locator('#notice').textContent()).toBe('');
    await close();
  });
});

describe('the bench', () => {
  it('cuts the power, and the game resumes when it is back', async () => {
    const { page, complaints, close } = await site.open('solo');
    const hands = mouse(page);
    for (const step of firstRound(load('solo').board).slice(0, 2)) await step.do(hands);
    await hands.wait(800);
    const before = await glass(page, 0);
    await page.getByText('Bench for builders').click();
    await page.getByRole('button', { name: 'Cut the power' }).click();
    await expect.poll(() => page.locator('canvas.glass.lit').count()).toBe(0);
    await page.getByRole('button', { name: 'Bring the power back' }).click();
    await expect.poll(() => glass(page, 0), { timeout: 40_000 }).toBe(before);
    expect(complaints).toEqual([]);
    await close();
  });

  it('unplugs a screen and plugs it in again', async () => {
    const { page, close } = await site.open('pods');
    const hands = keyboard(page);
    await hands.wait(800);
    const before = await glass(page, 0);
    await page.getByText('Bench for builders').click();
    await page.getByLabel('Shared screen', { exact: true }).and(page.locator('input')).check();
    await expect.poll(() => page.locator('canvas.glass').first().getAttribute('data-picture')).toBe('dark');
    // No hand is faster than this. The device checks four times a second whether a screen is there.
    await hands.wait(600);
    await page.getByLabel('Shared screen', { exact: true }).and(page.locator('input')).uncheck();
    await expect.poll(() => glass(page, 0), { timeout: 40_000 }).toBe(before);
    await close();
  });

  it('offers the flash image and the UF2 for this board', async () => {
    const { page, close } = await site.open('table');
    await page.getByText('Bench for builders').click();
    const downloads = [];
    for (const name of ['Flash image', 'UF2 for this board']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByText(name, { exact: true }).click(),
      ]);
      downloads.push([download.suggestedFilename(), readFileSync(await download.path()).length]);
    }
    expect(downloads).toEqual([
      ['dixit-dials-table-rp2040-flash.bin', 2 * 1024 * 1024],
      ['dixit-dials-table.uf2', readFileSync(join(firmware, 'table/firmware.uf2')).length],
    ]);
    await close();
  });
});

describe.each(boards)('the page of %s', (name) => {
  it.each(['dark', 'light'] as const)(
    'has no serious fault for those who cannot see or point, in %s',
    async (colorScheme) => {
      for (const viewport of [{ width: 1360, height: 860 }, PHONE]) {
        const { page, close } = await site.open(name, { colorScheme, viewport });
        await page.getByText('Bench for builders').click();
        await page.evaluate(AXE);
        const found = await page.evaluate(async () => {
          const { violations } = await (
            window as unknown as {
              axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
            }
          ).axe.run();
          return violations
            .filter(({ impact }) => ['serious', 'critical'].includes(impact))
            .map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
        });
        expect(found).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
        await close();
      }
    },
  );

  it('makes every knob reachable by keyboard', async () => {
    const { page, close } = await site.open(name);
    const reached = new Set<string>();
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab');
      reached.add(await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['knob'] ?? ''));
    }
    reached.delete('');
    expect(reached.size).toBe(await page.locator('[data-knob]').count());
    await close();
  });
});

/** The longest time between two frames within some seconds, and the speed of the emulated device. */
const frames = (page: Page, ms: number) =>
  page.evaluate(
    (length) =>
      new Promise<{ longest: number; pace: number }>((resolve) => {
        const start = performance.now();
        let [last, longest] = [start, 0];
        const frame = (now: number) => {
          longest = Math.max(longest, now - last);
          last = now;
          if (now - start < length) requestAnimationFrame(frame);
          else resolve({ longest, pace: Number(document.body.dataset['pace']) });
        };
        requestAnimationFrame(frame);
      }),
    ms,
  );

it.each(['rp2040', 'rp2350'])('runs twelve screens on the %s and measures speed and frame gaps', async (chip) => {
  const { page, close } = await site.open(`pods&chip=${chip}`);
  const hands = keyboard(page);
  for (const step of firstRound(load('pods').board).slice(0, 3)) await step.do(hands);
  // Other programs may delay frames: the gaps of an empty page show by how much.
  const empty = await page.context().newPage();
  let best = { longest: Infinity, pace: 0, theirs: 0 };
  for (let i = 0; i < 4 && !(best.longest < 50 && best.pace > 0.98); i++) {
    await empty.bringToFront();
    const { longest: theirs } = await frames(empty, 2500);
    await page.bringToFront();
    const measured = frames(page, 4000);
    for (let turn = 0; turn < 8; turn++) await hands.turn(turn % 4, turn % 2 ? -3 : 3);
    const seen = { ...(await measured), theirs };
    if (seen.longest - seen.theirs < best.longest - best.theirs) best = seen;
  }
  const { longest, pace, theirs } = best;
  console.log(
    `pods on the ${chip} in the browser: ${pace.toFixed(2)} × real time, longest frame gap ${longest.toFixed(0)} ms (empty page ${theirs.toFixed(0)} ms)`,
  );
  // For the bench, which lists it with the other figures.
  writeFileSync(
    join(firmware, `../page-${chip}.json`),
    `${JSON.stringify({ pace, longest_gap_ms: longest, empty_page_gap_ms: theirs })}\n`,
  );
  // The speed depends on the computer and its load, so the bench judges it. Here it only has to run.
  expect(pace).toBeGreaterThan(0.2);
  await close();
});
