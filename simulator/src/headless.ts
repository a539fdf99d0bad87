/** The emulated table for tests: one request a line on standard input, one answer a line on standard output. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Board } from './board.ts';
import { type Action, Table } from './table.ts';

const MS = 1_000_000;

interface Requests {
  run: number;
  settle: number;
  quiet: number;
  many: Action[];
  screens: true | number;
  now: true;
  meters: true;
  trace: 'bus' | 'flash' | 'buzzer' | 'gpio' | 'contacts' | 'sights';
  recording: boolean;
  sights: boolean;
  random: number[];
  remember: boolean;
  ignorant: boolean;
  memory: number;
  watch: number;
  cut: { after_ns?: number; in_flash_op?: { n: number; fraction: number; seed?: number; of?: 'erase' | 'program' } };
  off: true;
  power: true;
  warm: true;
  unplug: { screen: number };
  plug: { screen: number };
  holdbus: { bus: number; ms: number; clocks?: number };
  freebus: { bus: number };
  chain: 'broken' | 'whole' | { from: number; level?: number };
  worn: boolean | { knob: number; worn: boolean };
  mount: { knob: number; detents_per_cycle: 1 | 2; rest: 'high' | 'low'; reverse: boolean };
  slowflash: number;
  flash: string;
  loadflash: string;
  symbol: string;
  peek: { address: number; length: number };
  poke: { address: number; bytes: number[] };
  pointers: true;
  led: true;
  board: true;
}
type Name = keyof Requests;

function open(args: string[]): Table {
  const folder = args.find((arg) => !arg.startsWith('--') && args[args.indexOf(arg) - 1] !== '--seed');
  if (!folder) throw new Error('usage: headless <folder with firmware.elf and board.json> [--seed N] [--worn]');
  const seed = args.includes('--seed') ? Number(args[args.indexOf('--seed') + 1]) : 1;
  return new Table({
    board: JSON.parse(readFileSync(join(folder, 'board.json'), 'utf8')) as Board,
    elf: readFileSync(join(folder, 'firmware.elf')),
    seed,
    wear: args.includes('--worn') ? 'worn' : 'new',
  });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function screens(table: Table, only: true | number): unknown {
  const one = (index: number) => {
    const [panel, wiring] = [table.screens[index], table.board.screens[index]];
    if (!panel) throw new Error(`the board has no screen ${index}`);
    return {
      for: wiring.for,
      seat: wiring.seat ?? null,
      on: panel.on,
      plugged: panel.plugged,
      contrast: panel.contrast,
      width: panel.width,
      height: panel.height,
      pixels: base64(panel.pixels()),
    };
  };
  return only === true ? table.screens.map((_, index) => one(index)) : one(only);
}

function trace(table: Table, of: Requests['trace']): unknown[] {
  if (of === 'bus') return table.buses.flatMap((bus) => bus.trace.splice(0)).sort((one, other) => one.ns - other.ns);
  if (of === 'flash') return table.flash.trace.splice(0);
  if (of === 'gpio') return table.gpioTrace.splice(0);
  if (of === 'sights') return table.sights.splice(0).map((sight) => ({ ...sight, pixels: base64(sight.pixels) }));
  if (of === 'contacts') return table.contactTrace.splice(0);
  return table.buzzer?.trace.splice(0) ?? [];
}

function cut(table: Table, { after_ns, in_flash_op }: Requests['cut']): void {
  if (in_flash_op) {
    const { n, seed = 1, ...how } = in_flash_op;
    table.cutInFlash({ op: n, seed, ...how });
  } else if (after_ns !== undefined) table.cutAfter(after_ns);
  else table.powerOff();
}

function breakChain(table: Table, how: Requests['chain']): void {
  if (how === 'whole') table.breakChain(null);
  else if (how === 'broken') table.breakChain(16);
  else table.breakChain(how.from, how.level);
}

function wear(table: Table, how: Requests['worn']): void {
  if (typeof how === 'boolean') table.setWear(how ? 'worn' : 'new');
  else table.setWear(how.worn ? 'worn' : 'new', how.knob);
}

/** Each request by its name; what is answered is what the function returns. */
const SERVE: { [K in Name]?: (table: Table, value: Requests[K], all: Partial<Requests>) => unknown } = {
  run: (table, ms) => table.run(ms * MS),
  settle: (table, most, { quiet = 50 }) => table.settle(most * MS, quiet * MS),
  many: (table, actions) => table.act(actions),
  screens,
  now: (table) => ({ ns: table.now }),
  meters: (table) => table.meters(),
  trace,
  recording: (table, on) => {
    table.buses.forEach((bus) => (bus.recording = on));
    table.recordsContacts = on;
  },
  sights: (table, on) => void (table.recordsSights = on),
  random: (table, bits) => void table.chosenBits.push(...bits),
  remember: (table, on) => table.screens.forEach((screen) => (screen.remembers = on)),
  ignorant: (table, on) => table.screens.forEach((screen) => (screen.ignorant = on)),
  memory: (table, screen) => base64(table.screens[screen].ram),
  watch: (table, pin) => table.watchPin(pin),
  cut,
  off: (table) => table.powerOff(),
  power: (table) => table.powerOn(),
  warm: (table) => table.pressReset(),
  unplug: (table, { screen }) => table.unplug(screen),
  plug: (table, { screen }) => table.plug(screen),
  holdbus: (table, { bus, ms, clocks }) => table.holdBus(bus, ms * MS, clocks),
  freebus: (table, { bus }) => table.releaseBus(bus),
  chain: breakChain,
  worn: wear,
  mount: (table, { knob, detents_per_cycle, rest, reverse }) =>
    table.mount(knob, { detentsPerCycle: detents_per_cycle, rest, reverse }),
  slowflash: (table, times) => {
    table.flash.slowness = times;
  },
  flash: (table, path) => writeFileSync(path, table.flash.bytes),
  loadflash: (table, path) => table.loadFlash(readFileSync(path)),
  symbol: (table, name) => table.image.symbols.get(name) ?? null,
  peek: (table, { address, length }) => [...table.peek(address, length)],
  poke: (table, { address, bytes }) => table.poke(address, Uint8Array.from(bytes)),
  pointers: (table) => table.pointers,
  led: (table) => table.lit,
  board: (table) => table.board,
};

const ACTIONS = ['turn', 'waver', 'press', 'hold', 'down', 'up', 'wait'];

function serve(table: Table, request: Partial<Requests>): unknown {
  const names = Object.keys(request);
  if (names.some((name) => ACTIONS.includes(name))) {
    table.act([request as unknown as Action]);
    return true;
  }
  const name = names.find((one): one is Name => one in SERVE);
  if (!name) throw new Error(`unknown request: ${names.join(', ')}`);
  const handler = SERVE[name] as (table: Table, value: unknown, all: Partial<Requests>) => unknown;
  return handler(table, request[name], request);
}

/** The chip's slow clocks have no whole period; nobody needs the picoseconds. */
function wholeNanos(key: string, value: unknown): unknown {
  return (key === 'ns' || key === 'end') && typeof value === 'number' ? Math.round(value) : value;
}

function answer(table: Table, line: string): string {
  try {
    const ok = serve(table, JSON.parse(line) as Partial<Requests>) ?? true;
    const events = table.events();
    return JSON.stringify(events.length > 0 ? { ok, events } : { ok }, wholeNanos);
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? error.message : String(error), events: table.events() });
  }
}

try {
  const table = open(process.argv.slice(2));
  createInterface({ input: process.stdin }).on('line', (line) => {
    if (line.trim()) process.stdout.write(`${answer(table, line)}\n`);
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
