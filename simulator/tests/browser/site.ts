/** The pages as `npm run build` makes them (`built.ts`), served on a local port and opened in a real Chromium. */
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { preview, type PreviewServer } from 'vite';
import { chromiumPath } from './chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const firmware = fileURLToPath(new URL('../../../target/firmware', import.meta.url));

/** The window of a phone. */
export const PHONE = { width: 390, height: 844 };

export interface Opened {
  page: Page;
  /** Errors and warnings of the browser. */
  complaints: string[];
  close: () => Promise<void>;
}

export class Site {
  private constructor(
    private readonly server: PreviewServer,
    private readonly browser: Browser,
    readonly address: string,
  ) {}

  static async start(): Promise<Site> {
    const server = await preview({ root, logLevel: 'error', preview: { host: '127.0.0.1', port: 0 } });
    const address = server.resolvedUrls?.local[0];
    if (!address) throw new Error('the site is not served');
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
    });
    return new Site(server, browser, address);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }

  /** The simulator with a board. */
  async open(board: string, options: BrowserContextOptions = {}): Promise<Opened> {
    const opened = await this.visit(`?board=${board}&seed=7`, options);
    await opened.page.waitForSelector('.glass.lit');
    return opened;
  }

  /** Any page of the site. */
  async visit(path: string, options: BrowserContextOptions = {}): Promise<Opened> {
    const context = await this.browser.newContext({
      viewport: { width: 1360, height: 860 },
      reducedMotion: 'reduce',
      ...options,
    });
    // Other programs may be running on this computer.
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) => {
      // The browser aborts what a page has not loaded yet when somebody leaves it.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`${request.url()} failed`);
    });
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(this.address))
        complaints.push(`asked ${request.url()}`);
    });
    await page.goto(`${this.address}${path}`);
    return { page, complaints, close: () => context.close() };
  }
}

/** What a screen on the page shows, eight pixels per byte, read from the canvas. */
export async function glass(page: Page, index: number): Promise<string> {
  return page.evaluate((at) => {
    const canvas = document.querySelectorAll<HTMLCanvasElement>('canvas.glass')[at];
    const scale = 4;
    const [width, height] = [canvas.width / scale, canvas.height / scale];
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let out = '';
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x += 8) {
        let byte = 0;
        for (let bit = 0; bit < 8; bit++)
          if (data[4 * (y * scale * canvas.width + (x + bit) * scale)] > 60) byte |= 0x80 >> bit;
        out += byte.toString(16).padStart(2, '0');
      }
    }
    return out;
  }, index);
}

export function lit(picture: string): number {
  return Array.from(picture).reduce(
    (sum, digit) => sum + [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4][parseInt(digit, 16)],
    0,
  );
}
