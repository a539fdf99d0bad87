/**
 * The page: the built firmware is served beside it, and copied into the site that `npm run build` makes. When playing
 * from a clone, `XTASK` names the command that checks a board: it runs whenever a board is requested, and the page is
 * notified when a board's file changes.
 */
import { spawn } from 'node:child_process';
import {
  createReadStream,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { ServerResponse } from 'node:http';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin, type ViteDevServer } from 'vite';
import { readElf, writeElf } from './src/elf.ts';
import { frame } from './src/look/frame.ts';
import { offline } from './src/look/offline.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const firmware = join(root, 'target/firmware');
const bundled = join(root, 'boards');

const command = process.env['XTASK'];
/** A board's folder outside the clone. */
const own = process.env['OWN_BOARD'];

const isBoard = (folder: string) => existsSync(join(folder, 'board.toml'));

/** The folder of each board, by its name. */
function boards(): Map<string, string> {
  const folders = readdirSync(bundled).map((name) => join(bundled, name));
  return new Map([...folders, ...(own ? [own] : [])].filter(isBoard).map((folder) => [basename(folder), folder]));
}

/** Runs a command, then continues, or responds with the error. */
function run(words: string[], response: ServerResponse, done: () => void): void {
  const failed = (why: string) => {
    response.statusCode = 422;
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    response.end(why);
  };
  let said = '';
  const child = spawn(command ?? '', words, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.on('error', (error) => failed(error.message));
  child.on('close', (code) => {
    if (code === 0) done();
    else failed(/^xtask: (.*)$/ms.exec(said)?.[1].trim() ?? said.trim());
  });
}

/**
 * Files that must be rebuilt before they are sent: the file to flash needs both chips' compilers, a board is instant.
 */
const MADE = new Map([
  ['firmware.uf2', 'uf2'],
  ['board.json', 'block'],
]);

/** Notifies the page of a changed board, and reloads it when boards are added or removed. */
function watch({ watcher, ws }: ViteDevServer): void {
  watcher.add([bundled, ...(own ? [own] : [])]);
  watcher.on('all', (event, path) => {
    if (basename(path) !== 'board.toml') return;
    if (event === 'change') ws.send('board', { name: basename(dirname(path)) });
    else ws.send({ type: 'full-reload' });
  });
}

/** Sends a built file, or leaves the request to the next handler. */
function sendFile(url: string, response: ServerResponse, next: () => void): void {
  const path = join(firmware, normalize(decodeURIComponent(url)));
  if (!path.startsWith(firmware) || !existsSync(path) || !statSync(path).isFile()) return next();
  response.setHeader('Content-Type', path.endsWith('.json') ? 'application/json' : 'application/octet-stream');
  response.setHeader('Cache-Control', 'no-store');
  createReadStream(path).pipe(response);
}

/** The firmware of each chip as the page loads it: without what only debuggers read, and packed. */
const PACKED = ['firmware.bin', 'rp2350/firmware.bin'];
const elfOf = (name: string) => join(firmware, name.replace(/bin$/, 'elf'));
const packed = (elf: string) => gzipSync(writeElf(readElf(readFileSync(elf))), { level: 9 });

function withFirmware(): Plugin {
  let out = '';
  return {
    name: 'firmware',
    configResolved: (config) => {
      out = join(config.root, config.build.outDir);
    },
    configureServer: (server) => {
      if (command) watch(server);
      server.middlewares.use('/firmware', (request, response, next) => {
        const [path] = (request.url ?? '/').split('?');
        const send = () => sendFile(path, response, next);
        if (PACKED.includes(path.slice(1)) && existsSync(elfOf(path)))
          return void response.setHeader('Cache-Control', 'no-store').end(packed(elfOf(path)));
        if (!command) return send();
        if (path === '/boards.json') return void response.end(JSON.stringify([...boards().keys()]));
        // The code for making boards is compiled when its page is first opened.
        if (path === '/maker.wasm') return run(['maker'], response, send);
        const [, name, file] = /^\/([\w-]+)\/([\w.]+)$/.exec(path) ?? [];
        const [folder, what] = [boards().get(name ?? ''), MADE.get(file ?? '')];
        if (folder && what) run([what, '--board', folder], response, send);
        else send();
      });
    },
    closeBundle: () => {
      if (!existsSync(join(firmware, 'boards.json'))) throw new Error('no firmware was built; run `cargo xtask uf2`');
      if (!existsSync(join(firmware, 'maker.wasm')))
        throw new Error('board.html lacks its code; run `cargo xtask maker`');
      const names = JSON.parse(readFileSync(join(firmware, 'boards.json'), 'utf8')) as string[];
      for (const file of ['boards.json', 'maker.wasm', ...names])
        cpSync(join(firmware, file), join(out, 'firmware', file), { recursive: true });
      for (const file of PACKED.filter((name) => existsSync(elfOf(name)))) {
        mkdirSync(dirname(join(out, 'firmware', file)), { recursive: true });
        writeFileSync(join(out, 'firmware', file), packed(elfOf(file)));
      }
    },
  };
}

export default defineConfig({
  // Relative, so that the site works in any folder of any host.
  base: './',
  plugins: [frame(), withFirmware(), offline()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'es2022',
    // Every page that is built from here, by the name of its file.
    rolldownOptions: { input: ['index.html', 'board.html', 'screen.html', 'bench.html'] },
  },
  // Nothing is fetched from the network while it runs.
  clearScreen: false,
});
