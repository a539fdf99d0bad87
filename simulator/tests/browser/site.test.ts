/**
 * The project's site as `cargo xtask site` writes it, in a real browser: links, downloads, accessibility, sheets on
 * paper.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from './chromium.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'target/site');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};
/** An arbitrary path: the site must work in any folder of any host. */
const SUB_PATH = '/some/where/';
const PHONE = { width: 360, height: 740 };
const MM = 96 / 25.4;

/** What axe reports. */
interface Findings {
  violations: { id: string; nodes: { html: string }[] }[];
}

let server: Server;
let browser: Browser;
let address = '';

beforeAll(async () => {
  if (!existsSync(join(folder, 'index.html'))) throw new Error('there is no site yet; run `cargo xtask site`');
  server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0]);
    const file = join(folder, normalize(path.slice(SUB_PATH.length)));
    if (!path.startsWith(SUB_PATH) || !file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${SUB_PATH}`;
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(address + path);
  return page;
}

/** Every page of the site that is reachable from the front page, without the simulator, which has its own tests. */
async function crawl(): Promise<{ pages: string[]; broken: string[]; abroad: string[] }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const abroad: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith('data:')) abroad.push(request.url());
  });
  const pages: string[] = [];
  const broken: string[] = [];
  const checked = new Map<string, Set<string>>();
  const waiting = ['index.html'];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (pages.includes(path)) continue;
    pages.push(path);
    await page.goto(address + path);
    const { links, resources } = await page.evaluate(() => ({
      links: [...document.querySelectorAll('a')].map((a) => a.href),
      resources: [...document.querySelectorAll<HTMLImageElement>('img')].map((img) => img.src),
    }));
    for (const link of [...links, ...resources]) {
      if (!link.startsWith(address)) {
        if (link.startsWith('http:')) broken.push(`${path}: ${link} leaves the site`);
        continue;
      }
      const url = new URL(link);
      const target = url.origin + url.pathname;
      if (!checked.has(target)) {
        const answer = await fetch(target);
        const ids = new Set<string>();
        if (!answer.ok) broken.push(`${path}: ${link} is not there`);
        else if (target.endsWith('.html')) {
          for (const [, id] of (await answer.text()).matchAll(/ id="([^"]+)"/g)) ids.add(id);
          const name = target.slice(address.length);
          if (!name.startsWith('play/')) waiting.push(name);
        }
        checked.set(target, ids);
      }
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (anchor && target.endsWith('.html') && !checked.get(target)?.has(anchor))
        broken.push(`${path}: ${link} has no such place`);
    }
  }
  await context.close();
  return { pages, broken, abroad };
}

describe('the site', () => {
  let pages: string[] = [];

  it('has no broken links, from any sub-path and without a network', async () => {
    const found = await crawl();
    pages = found.pages;
    expect(found.broken).toEqual([]);
    expect(found.abroad).toEqual([]);
    const boards = JSON.parse(readFileSync(join(folder, 'play/firmware/boards.json'), 'utf8')) as string[];
    for (const board of boards) expect(pages).toContain(`boards/${board}/index.html`);
    expect(pages.length).toBeGreaterThan(12);
  });

  it('is accessible, also on a phone', async () => {
    const faults: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const path of pages) {
        const page = await open(path, { viewport: PHONE, colorScheme });
        await page.addScriptTag({ content: AXE });
        // In the dark only the colours differ.
        const { violations } = await page.evaluate(
          (rules) => (window as unknown as { axe: { run: (options: object) => Promise<Findings> } }).axe.run(rules),
          colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {},
        );
        for (const { id, nodes } of violations) faults.push(`${path} (${colorScheme}): ${id}: ${nodes[0].html}`);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (wide > 0) faults.push(`${path}: ${wide} pixels wider than the phone`);
        await page.context().close();
      }
    }
    expect(faults.join('\n')).toBe('');
  });

  it('can be navigated by keyboard', async () => {
    const page = await open('index.html');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('To the text');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Play it here');
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
    expect(outline).toBe('solid');
    await page.keyboard.press('Enter');
    await page.waitForURL(/play\/index\.html/);
    await page.context().close();
  });

  it('explains the project without scrolling', async () => {
    const page = await open('index.html', { viewport: { width: 1280, height: 720 } });
    for (const text of ['Play it here', 'Build one', 'Copy the file', 'Prototype: be builder no. 1']) {
      const link = page.getByRole('link', { name: text, exact: true }).last();
      expect(await link.evaluate((at) => at.getBoundingClientRect().bottom)).toBeLessThan(720);
    }
    const questions = await page.locator('dt').allTextContents();
    expect(questions.length).toBeGreaterThan(4);
    // The supported editions are visible without scrolling.
    const boxes = await page.getByText('Odyssey', { exact: true }).first().boundingBox();
    expect(boxes && boxes.y + boxes.height).toBeLessThan(720);
    // The badge appears once on the page, and each of the three boards has a picture.
    expect(await page.getByText(/builder no\. 1|nobody has built/i).count()).toBe(1);
    expect(await page.locator('.board img').count()).toBe(3);
    await page.context().close();
  });

  it.each([820, 1024, 1280])('fits a window of %d pixels, its navigation included', async (width) => {
    for (const path of ['index.html', 'docs/built.html', 'play/index.html']) {
      const page = await open(path, { viewport: { width, height: 800 } });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
      const last = page.getByRole('navigation', { name: 'Pages' }).getByRole('link').last();
      await last.focus();
      const box = await last.boundingBox();
      expect(box && box.x + box.width, path).toBeLessThanOrEqual(width);
      await page.context().close();
    }
  });

  it('keeps every page under 500 KB, with its table of contents in view', async () => {
    const heavy: string[] = [];
    for (const path of pages.filter((path) => !/print\.html|circuit\//.test(path))) {
      const page = await open(path);
      const bytes = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .reduce(
            (sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize,
            document.documentElement.outerHTML.length,
          ),
      );
      if (bytes > 500_000) heavy.push(`${path}: ${bytes} bytes`);
      await page.context().close();
    }
    expect(heavy).toEqual([]);
    const guide = await open('boards/table/index.html', { viewport: { width: 1280, height: 800 } });
    await guide.evaluate(() => scrollTo(0, 4000));
    const contents = await guide.getByRole('link', { name: 'Step by step' }).boundingBox();
    expect(contents && contents.y > 0 && contents.y < 800).toBe(true);
    await guide.context().close();
  });

  it('finds a symptom by search', async () => {
    const page = await open('docs/troubleshooting.html');
    const rows = page.locator('article tbody tr:visible');
    const all = await rows.count();
    await page.getByRole('searchbox').fill('bootsel button');
    const found = await rows.count();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(all / 4);
    for (const text of await rows.allTextContents()) expect(text.toLowerCase()).toMatch(/bootsel|button/);
    // Every row found has a symptom, also where several causes share one.
    for (const symptom of await rows.locator('td:first-child').allTextContents()) expect(symptom).not.toBe('');
    await page.getByRole('searchbox').fill('');
    expect(await rows.count()).toBe(all);
    await page.context().close();
  });

  it('offers exactly the files that were built', async () => {
    const page = await open('download/index.html');
    const boards = JSON.parse(readFileSync(join(folder, 'play/firmware/boards.json'), 'utf8')) as string[];
    for (const board of boards) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: `dixit-dials-${board}.uf2` }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`dixit-dials-${board}.uf2`);
      const bytes = readFileSync(await download.path());
      const built = readFileSync(join(root, 'target/firmware', board, 'firmware.uf2'));
      expect(Buffer.compare(bytes, built), board).toBe(0);
      expect(bytes.readUInt32LE(0)).toBe(0x0a324655);
    }
    await page.context().close();
  });

  it('opens the simulator for every board, and links back', async () => {
    const page = await open('play/index.html?board=solo&seed=7');
    await page.waitForSelector('.glass.lit');
    await page.getByRole('link', { name: 'Dixit Dials' }).click();
    await page.waitForURL(/where\/index\.html/);
    await page.context().close();
  });

  it('runs the simulator offline after one visit, also with boards not opened before', async () => {
    const page = await open('play/index.html?board=solo&seed=7');
    await page.waitForSelector('.glass.lit');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.goto(`${address}play/index.html?board=pods&seed=7`);
    await page.waitForSelector('.glass.lit');
    expect(await page.locator('[data-knob]').count()).toBe(12);
    await page.context().close();
  });

  it('explains what to do if it is opened as a file', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`file://${join(folder, 'play/index.html')}`);
    expect(await page.locator('#loading').textContent()).toContain('has to come from a web server');
    await context.close();
  });

  // The time to the first picture depends on the computer's load: it is measured here, and judged in the bench.
  it('downloads little before its first picture, and measures the time to it', async () => {
    // Two rates in Mbit/s, with the round trips in milliseconds that belong to them.
    const [nine, slow] = [await firstPicture(9, 40), await firstPicture(1.6, 150)];
    const figures = { bytes: nine.bytes, at_9_mbit_ms: nine.ms, at_1_6_mbit_ms: slow.ms };
    console.log(`first picture: ${JSON.stringify(figures)}`);
    writeFileSync(join(root, 'target/first-picture.json'), `${JSON.stringify(figures)}\n`);
    expect(nine.bytes).toBeGreaterThan(500_000);
    // These take 6 s at 1.6 Mbit/s, without the compression that most web servers add.
    expect(nine.bytes).toBeLessThan(1_200_000);
  });
});

/** Time and download from the opening of the simulator to its first picture. */
async function firstPicture(mbits: number, latency: number): Promise<{ ms: number; bytes: number }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // The page's and its workers' files, but not what the service worker fetches for later.
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).pathname.slice(SUB_PATH.length)));
  const rate = (mbits * 1e6) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: rate,
    uploadThroughput: rate,
  });
  const begun = performance.now();
  await page.goto(`${address}play/index.html?board=table`, { waitUntil: 'commit' });
  await page.waitForSelector('.glass.lit');
  const ms = performance.now() - begun;
  const bytes = [...asked].reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
  await context.close();
  return { ms, bytes };
}

describe("the players' sheet", () => {
  it.each(['', '-it', '-pl', '-fr', '-de', '-es'])(
    'prints on one page, with Party and Team on a second: players%s',
    async (language) => {
      const page = await open(`docs/players${language}.html`);
      for (const format of ['A4', 'Letter'] as const) {
        const pdf = (await page.pdf({ format, margin: {} })).toString('latin1');
        expect(pdf.match(/\/Type \/Page\b/g)?.length, format).toBe(2);
      }
      await page.context().close();
    },
  );
});

describe('the sheets', () => {
  const boards = JSON.parse(readFileSync(join(root, 'target/firmware/boards.json'), 'utf8')) as string[];

  it.each(boards)('of %s have no overlapping words, wires or parts', async (board) => {
    const page = await open(`boards/${board}/print.html`);
    const sheets = await page
      .locator('img.sheet')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
    expect(sheets.length).toBeGreaterThan(2);
    for (const sheet of sheets) {
      await page.goto(sheet);
      const clashes = await page.evaluate(clash);
      expect(clashes, sheet).toEqual([]);
    }
    await page.context().close();
  });

  it.each(boards)('of %s print at full size on A4 and Letter', async (board) => {
    const page = await open(`boards/${board}/print.html`);
    await page.emulateMedia({ media: 'print' });
    const sheets = await page.locator('img.sheet').evaluateAll((images) =>
      images.map((image) => {
        const { width, height, left } = image.getBoundingClientRect();
        return { src: (image as HTMLImageElement).src, width, height, left };
      }),
    );
    for (const sheet of sheets) {
      // As wide as A4 and no taller than Letter.
      expect(sheet.width / MM, sheet.src).toBeCloseTo(210, 0);
      expect(sheet.height / MM, sheet.src).toBeLessThanOrEqual(279.4);
      expect(sheet.left).toBe(0);
    }
    for (const format of ['A4', 'Letter'] as const) {
      const pdf = (await page.pdf({ format, margin: {} })).toString('latin1');
      expect(pdf.match(/\/Type \/Page\b/g)?.length, format).toBe(sheets.length);
    }
    let bars = 0;
    for (const { src } of sheets) {
      await page.goto(src);
      const bar = page.locator('path.bar');
      if ((await bar.count()) === 0) continue;
      bars++;
      expect((await bar.evaluate((path) => path.getBoundingClientRect().width)) / MM, src).toBeCloseTo(50, 1);
    }
    expect(bars).toBeGreaterThan(0);
    await page.context().close();
  });
});

/** Words that overlap other words, that a wire crosses, or that leave the paper. */
function clash(): string[] {
  const found: string[] = [];
  const paper = document.documentElement.getBoundingClientRect();
  const words = [...document.querySelectorAll('text')].map((text) => {
    const box = text.getBoundingClientRect();
    // The line box is taller than the visible glyphs.
    const air = text.hasAttribute('transform') ? 0 : box.height * 0.22;
    // A rotated figure fills a circle, not the upright box around it.
    const matrix = text.getScreenCTM();
    if (matrix && matrix.b !== 0 && (text.textContent ?? '').length < 3) {
      const inner = text.getBBox();
      const half = (Math.min(inner.width, inner.height * 0.6) / 2) * Math.hypot(matrix.a, matrix.b);
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      return { text: text.textContent, left: x - half, right: x + half, top: y - half, bottom: y + half };
    }
    return {
      text: text.textContent,
      left: box.left + 0.3,
      right: box.right - 0.3,
      top: box.top + air,
      bottom: box.bottom - air,
    };
  });
  words.forEach((one, at) => {
    if (one.left < 0 || one.right > paper.width || one.top < 0 || one.bottom > paper.height)
      found.push(`“${one.text}” leaves the paper`);
    for (const other of words.slice(at + 1)) {
      if (one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom)
        found.push(`“${one.text}” touches “${other.text}”`);
    }
  });
  const scale = paper.width / (document.documentElement as unknown as SVGSVGElement).viewBox.baseVal.width;
  for (const wire of document.querySelectorAll('path.wire')) {
    const numbers = [...(wire.getAttribute('d') ?? '').matchAll(/[\d.]+/g)].map(([number]) => Number(number) * scale);
    for (let i = 0; i + 3 < numbers.length; i += 2) {
      const [left, right] = [numbers[i], numbers[i + 2]].sort((a, b) => a - b);
      const [top, bottom] = [numbers[i + 1], numbers[i + 3]].sort((a, b) => a - b);
      for (const word of words) {
        if (left < word.right && right > word.left && top < word.bottom && bottom > word.top)
          found.push(`a wire runs through “${word.text}”`);
      }
    }
  }
  return found;
}
