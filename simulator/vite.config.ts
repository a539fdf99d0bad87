/** The page: the built firmware is served beside it, and copied into the site that `npm run build` makes. */
import { createReadStream, cpSync, existsSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const firmware = fileURLToPath(new URL('../target/firmware', import.meta.url));

function withFirmware(): Plugin {
  let out = '';
  return {
    name: 'firmware',
    configResolved: (config) => {
      out = join(config.root, config.build.outDir);
    },
    configureServer: (server) => {
      server.middlewares.use('/firmware', (request, response, next) => {
        const path = join(firmware, normalize(decodeURIComponent((request.url ?? '/').split('?')[0])));
        if (!path.startsWith(firmware) || !existsSync(path) || !statSync(path).isFile()) return next();
        response.setHeader('Content-Type', path.endsWith('.json') ? 'application/json' : 'application/octet-stream');
        response.setHeader('Cache-Control', 'no-store');
        createReadStream(path).pipe(response);
      });
    },
    closeBundle: () => {
      if (!existsSync(join(firmware, 'boards.json'))) throw new Error('no firmware was built; run `cargo xtask uf2`');
      cpSync(firmware, join(out, 'firmware'), { recursive: true });
    },
  };
}

export default defineConfig(({ command }) => ({
  // Relative, so that the site can lie in any folder of any host.
  base: './',
  plugins: [withFirmware()],
  worker: { format: 'es' },
  build: { outDir: 'dist/site', emptyOutDir: true, target: 'es2022' },
  // Nothing is looked up on the network while it runs.
  clearScreen: false,
  define: command === 'serve' ? {} : {},
}));
