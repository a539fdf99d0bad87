import { expect, it } from 'vitest';
import { chromiumPath } from './browser/chromium.ts';

it('says that a browser named in CHROMIUM does not exist, rather than open another', () => {
  expect(() => chromiumPath('/no/such/browser')).toThrow('CHROMIUM names /no/such/browser, which does not exist');
  expect(chromiumPath(process.execPath)).toBe(process.execPath);
});
