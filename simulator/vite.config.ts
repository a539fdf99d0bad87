/** The page: the built firmware is served beside it, and copied into the site that `npm run build` makes. */
import { execFile } from 'node:child_process';
import { createReadStream, cpSync, existsSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const firmware = fileURLToPath(new URL('../target/firmware', import.meta.url));

/** What `cargo xtask play` gives us: the boards there are, and the program that builds one. Without it only built ones are served. */
const boards = (process.env['BOARDS'] ?? '').split(',').filter((name) => name !== '');
const xtask = process.env['XTASK'];

/** Builds under way or done, each with why it failed, if it did. */
const builds = new Map<string, Promise<string | null>>();

/** Builds the board when somebody first asks for a file of it. */
function built(path: string): Promise<string | null> {
  const [, name = '', file] = path.split('/');
  if (!xtask || !file || !boards.includes(name) || existsSync(join(firmware, name, 'firmware.elf')))
    return Promise.resolve(null);
  const known = builds.get(name);
  if (known) return known;
  console.log(`building the firmware of ${name}, which somebody chose on the page`);
  const build = new Promise<string | null>((resolve) => {
    const child = execFile(xtask, ['build', '--board', name], (error, _, said) => resolve(error ? said : null));
    child.stderr?.pipe(process.stderr);
  });
  builds.set(name, build);
  // One that failed may be mended and asked for again.
  void build.then((failure) => failure === null || builds.delete(name));
  return build;
}

function withFirmware(): Plugin {
  let out = '';
  return {
    name: 'firmware',
    configResolved: (config) => {
      out = join(config.root, config.build.outDir);
    },
    configureServer: (server) => {
      server.middlewares.use('/firmware', (request, response, next) => {
        const asked = normalize(decodeURIComponent((request.url ?? '/').split('?')[0]));
        if (asked === '/boards.json' && boards.length > 0) {
          response.setHeader('Content-Type', 'application/json');
          response.end(JSON.stringify(boards));
          return;
        }
        void built(asked).then((failure) => {
          const path = join(firmware, asked);
          if (failure !== null) {
            response.statusCode = 500;
            response.end(failure);
            return;
          }
          if (!path.startsWith(firmware) || !existsSync(path) || !statSync(path).isFile()) return next();
          response.setHeader('Content-Type', path.endsWith('.json') ? 'application/json' : 'application/octet-stream');
          response.setHeader('Cache-Control', 'no-store');
          createReadStream(path).pipe(response);
        });
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
