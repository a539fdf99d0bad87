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

const command = process.env['XTASK'] ?? '';

/** The file to flash is also for the chip that is not emulated here: it is made only when somebody asks for it. */
function makeUf2(name: string, done: () => void, failed: (error: Error) => void): void {
  let said = '';
  const child = spawn(command, ['uf2', '--board', name], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.on('error', failed);
  child.on('close', (code) => {
    if (code === 0) done();
    else failed(new Error(said.trim().split('\n').at(-1) ?? ''));
  });
}

/** Builds a board while the page waits, and tells it line by line how far that is. */
function build(name: string, response: ServerResponse): void {
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

/** Sends a built file, or leaves it to whoever comes next. */
function sendFile(url: string, response: ServerResponse, next: () => void): void {
  const path = join(firmware, normalize(decodeURIComponent(url.split('?')[0])));
  if (!path.startsWith(firmware) || !existsSync(path) || !statSync(path).isFile()) return next();
  response.setHeader('Content-Type', path.endsWith('.json') ? 'application/json' : 'application/octet-stream');
  response.setHeader('Cache-Control', 'no-store');
  createReadStream(path).pipe(response);
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
        const send = () => sendFile(request.url ?? '/', response, next);
        const [, wanted] = /^\/([\w-]+)\/firmware\.uf2$/.exec(request.url ?? '') ?? [];
        if (wanted && boards?.includes(wanted)) return makeUf2(wanted, send, next);
        send();
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
