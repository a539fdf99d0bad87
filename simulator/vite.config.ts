/** The page: the built firmware is served beside it, and copied into the site that `npm run build` makes. */
import { spawn } from 'node:child_process';
import { createReadStream, cpSync, existsSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const firmware = fileURLToPath(new URL('../target/firmware', import.meta.url));

/** Who plays from a clone names the boards that there are and the command that builds one. */
const boards = process.env['BOARDS']?.split(',');

/** Builds a board while the page waits, and tells it line by line how far that is. */
function build(name: string, response: ServerResponse): void {
  const command = process.env['XTASK'] ?? '';
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  const child = spawn(command, ['build', '--board', name], { cwd: root });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      response.write(chunk);
    });
  }
  child.on('error', (error) => response.end(`failed: ${error.message}\n`));
  child.on('close', (code) =>
    response.end(code === 0 ? 'done\n' : `failed: ${said.trim().split('\n').at(-1) ?? ''}\n`),
  );
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
        const [, name, what] = /^\/([\w-]+)\/(build)$/.exec(request.url ?? '') ?? [];
        if (request.url === '/boards.json' && boards) return void response.end(JSON.stringify(boards));
        if (request.method === 'POST' && what && boards?.includes(name)) return build(name, response);
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

export default defineConfig({
  // Relative, so that the site can lie in any folder of any host.
  base: './',
  plugins: [withFirmware()],
  worker: { format: 'es' },
  build: { outDir: 'dist/site', emptyOutDir: true, target: 'es2022' },
  // Nothing is looked up on the network while it runs.
  clearScreen: false,
});
