/**
 * Writes the service worker beside the built pages: after a visit to one of them, all of them work offline, with every
 * board. Runs after everything else has been written.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Not kept: files to flash are large, and the pages do not need them. */
const LEFT_OUT = /\.uf2$|^sw\.js$/;

export function offline(): Plugin {
  let out = '';
  return {
    name: 'offline',
    configResolved: (config) => {
      out = join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => {
        const files = readdirSync(out, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) =>
            join(entry.parentPath, entry.name)
              .slice(out.length + 1)
              .replaceAll('\\', '/'),
          )
          .filter((name) => !LEFT_OUT.test(name))
          .sort();
        const version = createHash('sha256');
        for (const name of files) version.update(name).update(readFileSync(join(out, name)));
        const script = readFileSync(new URL('sw.js', import.meta.url), 'utf8');
        writeFileSync(
          join(out, 'sw.js'),
          script
            .replace("'{{files}}'", files.map((name) => JSON.stringify(name)).join(', '))
            .replace('{{version}}', version.digest('hex').slice(0, 16)),
        );
      },
    },
  };
}
