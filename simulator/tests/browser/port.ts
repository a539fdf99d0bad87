/** A page with a fake serial port, which sends what a test pushes and keeps what the page writes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { Line } from '../../src/usb/lines.ts';
import type { Opened, Site } from './site.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Opens a page and connects it to the port. What it writes is in `window.sent`. */
export async function fakePort(site: Site, path: string, viewport: { width: number; height: number }): Promise<Opened> {
  const opened = await site.visit(path, { viewport });
  await opened.page.addInitScript(() => {
    const sent: string[] = [];
    let push: (bytes: Uint8Array) => void = () => {};
    const readable = new ReadableStream<Uint8Array>({ start: (to) => void (push = (bytes) => to.enqueue(bytes)) });
    const writable = new WritableStream<Uint8Array>({
      write: (bytes) => void sent.push(new TextDecoder().decode(bytes)),
    });
    const port = { readable, writable, open: async () => {}, close: async () => {}, setSignals: async () => {} };
    Object.defineProperty(navigator, 'serial', { value: { requestPort: async () => port } });
    Object.assign(window, { sent, push: (line: string) => push(new TextEncoder().encode(line)) });
  });
  await opened.page.reload();
  // The reload aborted requests of the first visit.
  opened.complaints.length = 0;
  await opened.page.locator('#connect').click();
  return opened;
}

export const tell = (page: Page, line: Line) =>
  page.evaluate((json) => (window as unknown as { push(line: string): void }).push(`${json}\n`), JSON.stringify(line));

/** The rules of accessibility that the page breaks. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const axe = (window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }).axe;
    return (await axe.run()).violations.map(({ id }) => id);
  });
}
