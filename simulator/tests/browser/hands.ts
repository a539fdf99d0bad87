/** Players at the page: with a mouse, a keyboard, a finger. */
import type { CDPSession, Page } from 'playwright-core';
import type { Player } from '../../src/demo.ts';
import { glass, lit } from './site.ts';

const HOLD_MS = 1150;
const SETTLE_MS = 220;
const DETENT_DEGREES = 18;

/** Waits in the device's time, because a busy computer may run it slower than real time. */
const passing = (page: Page) => async (ms: number) => {
  const now = await page.evaluate(() => Number(document.body.dataset['now']));
  await page.waitForFunction((until) => Number(document.body.dataset['now']) >= until, now + ms);
};

const dial = (page: Page, knob: number) => page.locator(`[data-knob="${knob}"]`);

/** Holds a knob that a pointer is on. The page decides only after a moment that the pointer presses it. */
async function held(page: Page, knob: number): Promise<void> {
  await page.waitForSelector(`[data-knob="${knob}"].pushed`);
  await passing(page)(HOLD_MS);
}

/** The dial's centre, once it is in view. */
async function middle(page: Page, knob: number): Promise<{ x: number; y: number; radius: number }> {
  await dial(page, knob).scrollIntoViewIfNeeded();
  const box = await dial(page, knob).boundingBox();
  if (!box) throw new Error(`knob ${knob} is not to be seen`);
  // Position of the knob's axis, as a fraction of the height from the top.
  const down = Number(await dial(page, knob).getAttribute('data-middle'));
  return { x: box.x + box.width / 2, y: box.y + box.height * down, radius: box.width * 0.36 };
}

/** What a player sees, whatever they turn with. Screens are in the board's order: the shared one first. */
const eyes = (page: Page) => ({
  wait: passing(page),
  look: async () => {},
  lit: async (screen: number) => lit(await glass(page, screen)),
  pointer: (knob: number) => dial(page, knob).getAttribute('aria-valuenow').then(Number),
});

export function mouse(page: Page): Player {
  const wait = passing(page);
  const at = async (knob: number) => {
    const { x, y } = await middle(page, knob);
    await page.mouse.move(x, y);
  };
  return {
    ...eyes(page),
    turn: async (knob, by) => {
      await at(knob);
      for (let i = 0; i < Math.abs(by); i++) await page.mouse.wheel(0, 40 * Math.sign(by));
      await wait(SETTLE_MS);
    },
    press: async (knob) => {
      await at(knob);
      await page.mouse.down();
      await page.mouse.up();
      await wait(SETTLE_MS);
    },
    hold: async (knob) => {
      await at(knob);
      await page.mouse.down();
      await held(page, knob);
      await page.mouse.up();
      await wait(SETTLE_MS);
    },
  };
}

export function keyboard(page: Page): Player {
  const wait = passing(page);
  return {
    ...eyes(page),
    turn: async (knob, by) => {
      await dial(page, knob).focus();
      for (let i = 0; i < Math.abs(by); i++) await page.keyboard.press(by > 0 ? 'ArrowRight' : 'ArrowLeft');
      await wait(SETTLE_MS);
    },
    press: async (knob) => {
      await dial(page, knob).focus();
      await page.keyboard.press('Space');
      await wait(SETTLE_MS);
    },
    hold: async (knob) => {
      await dial(page, knob).focus();
      await page.keyboard.down('Space');
      await wait(HOLD_MS);
      await page.keyboard.up('Space');
      await wait(SETTLE_MS);
    },
  };
}

export async function finger(page: Page): Promise<Player> {
  const wait = passing(page);
  const session: CDPSession = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  return {
    ...eyes(page),
    turn: async (knob, by) => {
      if (by === 0) return;
      const { x, y, radius } = await middle(page, knob);
      const point = (degrees: number) => {
        const angle = ((degrees - 90) * Math.PI) / 180;
        return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
      };
      // Steps of a third of a detent, and one more at the end: rounding must not lose the last click.
      const places = Array.from({ length: 3 * Math.abs(by) + 1 }, (_, i) =>
        point((Math.sign(by) * (i + 1) * DETENT_DEGREES) / 3),
      );
      // Send all events at once: if this program were slow between two of them, the finger would rest on the knob for
      // long enough to press it.
      await Promise.all([
        touch('touchStart', [point(0)]),
        ...places.map((place) => touch('touchMove', [place])),
        touch('touchEnd', []),
      ]);
      await wait(SETTLE_MS);
    },
    press: async (knob) => {
      const { x, y } = await middle(page, knob);
      await touch('touchStart', [{ x, y }]);
      await touch('touchEnd', []);
      await wait(SETTLE_MS);
    },
    hold: async (knob) => {
      const { x, y } = await middle(page, knob);
      await touch('touchStart', [{ x, y }]);
      await held(page, knob);
      await touch('touchEnd', []);
      await wait(SETTLE_MS);
    },
  };
}
