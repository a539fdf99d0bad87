/** The browser for the tests: the one that CHROMIUM names, or else the system's own. */
import { existsSync } from 'node:fs';

const USUAL = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function chromiumPath(named = process.env['CHROMIUM']): string {
  // Do not silently use another browser than the one named.
  if (named && !existsSync(named)) {
    throw new Error(`CHROMIUM names ${named}, which does not exist; correct it, or unset it to use the system's own`);
  }
  const path = named || USUAL.find((path) => existsSync(path));
  if (!path) throw new Error('no Chromium; install it, or name it in CHROMIUM');
  return path;
}
