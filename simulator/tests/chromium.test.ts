import { expect, it } from 'vitest';
import { chromiumPath } from './browser/chromium.ts';

it('reports that the browser named in CHROMIUM does not exist, and opens no other', () => {
  expect(() => chromiumPath('/no/such/browser')).toThrow('CHROMIUM names /no/such/browser, which does not exist');
  expect(chromiumPath(process.execPath)).toBe(process.execPath);
});
