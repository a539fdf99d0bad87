/** The page in a real browser: whole rounds by mouse, keyboard and finger, faults, accessibility, speed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Board } from '../../src/board.ts';
import type { ChipName } from '../../src/chips.ts';
import { firstRound, type Player } from '../../src/demo.ts';
import { read } from '../../src/page/reader.ts';
import shape from '../../src/page/shape.json' with { type: 'json' };
import { Table } from '../../src/table.ts';
import { bare } from '../player.ts';
import { finger, keyboard, mouse } from './hands.ts';
import { firmware, glass, Site } from './site.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const boards = JSON.parse(readFileSync(join(firmware, 'boards.json'), 'utf8')) as string[];
const PHONE = { width: 390, height: 844 };

let site: Site;
beforeAll(async () => {
  site = await Site.start();
});
afterAll(() => site?.stop());

const load = (name: string, chip: ChipName = 'rp2040'): Table => {
  const read = (file: string) => readFileSync(join(firmware, name, file));
  const table = new Table({
    board: JSON.parse(read('board.json').toString()) as Board,
    elf: read(chip === 'rp2040' ? '../firmware.elf' : `../${chip}/firmware.elf`),
    block: read('board.bin'),
    seed: 7,
  });
  table.run(600e6);
  return table;
};

/** The step that the guide shows. */
const step = (page: Page) => page.locator('#guide').getAttribute('data-step');

const shown = (table: Table) => Buffer.from(table.screens[0].pixels()).toString('hex');

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

  it('is shown as a demo through the same knobs', async () => {
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
});

describe('the guide', () => {
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
    await page.waitForTimeout(800);
    const before = await glass(page, 0);
    await page.getByText('Bench for builders').click();
    await page.getByLabel('Shared screen', { exact: true }).and(page.locator('input')).check();
    await expect.poll(() => page.locator('canvas.glass').first().getAttribute('data-picture')).toBe('dark');
    // No hand is faster than this. The device checks four times a second whether a screen is there.
    await page.waitForTimeout(600);
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
      ['dixit-dials-table-flash.bin', 2 * 1024 * 1024],
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
