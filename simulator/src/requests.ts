/**
 * The requests that the emulated table takes from outside, one JSON object each. Everything is checked first: an
 * invalid request changes nothing, and the answer says what is wrong.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type Action, DETENT_MS } from './hands.ts';
import { readUf2 } from './uf2.ts';
import type { Table } from './table.ts';

const MS = 1_000_000;
/** A day: more than any test needs, and idle time is skipped fast enough for it. */
const LONGEST_MS = 86_400_000;
const FARTHEST_TURN = 100_000;
const LONGEST_PEEK = 16 * 1024 * 1024;
const PINS = 30;
const DEFAULT_QUIET_MS = 50;
const BROKEN_FROM_BIT = 16;
const HUNG_CLOCKS = 9;
export const MOST_MISS_CYCLES = 10_000;
const MOST_SENT = 16 * 1024 * 1024;

const span = z.number().min(0).max(LONGEST_MS);
const index = z.int().min(0).max(1000);
const whole = z.int().min(0);
const yes = z.literal(true);
const path = z.string().min(1);
const knob = z.strictObject({ knob: index });
const knobFor = z.strictObject({ knob: index, ms: span.optional() });
const screen = z.strictObject({ screen: index });
const part = z.union([screen, z.strictObject({ mux: index })]);
const traces = z.enum(['bus', 'flash', 'buzzer', 'gpio', 'contacts', 'sights', 'usb']);

const ACTIONS = {
  turn: z.strictObject({
    knob: index,
    by: z.int().min(-FARTHEST_TURN).max(FARTHEST_TURN),
    ms: z.number().positive().max(LONGEST_MS).optional(),
  }),
  waver: knobFor,
  press: knobFor,
  hold: knobFor,
  down: knob,
  up: knob,
  wait: span,
};

/** Returns the path if it is a regular file. Others may be endless, or be where the answers go. */
function plain(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new Error(`${file} is no plain file; name one, or a place where one can be`);
  return file;
}

/** Content of a file that `flash` may have written; throws for any other file. */
function flashImage(file: string, bytes: number): Buffer {
  const image = readFileSync(plain(file));
  if (image.length !== bytes) {
    throw new Error(`${file} has ${image.length} bytes, but a flash has ${bytes}; name a file that {"flash": …} wrote`);
  }
  return image;
}

/** Each request by its name: its parameters and what it does. The function's return value is the answer. */
const REQUESTS = {
  run: request(span, (table, ms) => table.run(ms * MS)),
  settle: request(span, (table, most, { quiet }) => {
    const wanted = accept('quiet', span, quiet ?? DEFAULT_QUIET_MS);
    return table.settle(most * MS, wanted * MS);
  }),
  many: request(z.array(z.unknown()).max(1000), (table, actions) => table.act(together(actions.map(action)))),
  screens: request(z.union([yes, index]), screens),
  now: request(yes, (table) => ({ ns: table.now })),
  meters: request(yes, (table) => table.meters()),
  electrics: request(yes, (table) => table.electrics()),
  pullups: request(
    z.strictObject({ bus: index, ohms: z.array(z.number().positive().max(1e7)).min(1).max(100) }),
    (table, { bus, ohms }) => table.setPullUps(bus, ohms),
  ),
  trace: request(traces, trace),
  recording: request(z.boolean(), (table, on) => {
    for (const bus of table.buses) bus.recording = on;
    table.recorders.keepsContacts = on;
  }),
  sights: request(z.boolean(), (table, on) => void (table.recorders.keepsSights = on)),
  random: request(z.array(z.literal([0, 1])).max(1_000_000), (table, bits) => {
    for (const bit of bits) table.randomBits.chosen.push(bit);
  }),
  rosc: request(
    z.union([
      z.strictObject({
        hz: z.number().min(1e3).max(1e9).optional(),
        seed: whole.optional(),
        jitter: z.number().min(0).max(10).optional(),
      }),
      z.literal(false),
    ]),
    (table, how) => {
      if (how) table.oscillate(defined(how));
      else table.randomBits.oscillator = null;
    },
  ),
  trng: request(z.enum(['works', 'fails']), (table, how) => {
    table.randomBits.trngFails = how === 'fails';
  }),
  remember: request(z.boolean(), (table, on) => {
    for (const panel of table.screens) panel.remembers = on;
  }),
  ignorant: request(z.boolean(), (table, on) => {
    for (const panel of table.screens) panel.ignorant = on;
  }),
  memory: request(index, (table, at) => base64(panel(table, at).ram)),
  watch: request(
    z
      .int()
      .min(0)
      .max(PINS - 1),
    (table, pin) => table.watchPin(pin),
  ),
  cut: request(
    z.strictObject({
      after_ns: z
        .number()
        .min(0)
        .max(LONGEST_MS * MS)
        .optional(),
      in_flash_op: z
        .strictObject({
          n: whole,
          fraction: z.number().min(0).max(1),
          seed: whole.optional(),
          of: z.enum(['erase', 'program']).optional(),
        })
        .optional(),
    }),
    (table, { after_ns, in_flash_op }) => {
      if (in_flash_op && after_ns !== undefined) {
        throw new Error('cut: after_ns and in_flash_op are two different cuts; ask for one of them');
      }
      if (in_flash_op) {
        const { n, seed = 1, ...how } = in_flash_op;
        table.cutInFlash({ op: n, seed, ...defined(how) });
      } else if (after_ns !== undefined) table.cutAfter(after_ns);
      else table.powerOff();
    },
  ),
  off: request(yes, (table) => table.powerOff()),
  power: request(yes, (table) => table.powerOn()),
  warm: request(yes, (table) => table.pressReset()),
  bootsel: request(z.union([z.enum(['hold', 'copy', 'reboot']), z.strictObject({ copy: path })]), (table, how) => {
    if (how === 'hold') table.holdBootsel();
    else if (how === 'reboot') table.rebootByPicotool();
    else if (how === 'copy') table.copyUf2();
    else table.copyUf2(readUf2(readFileSync(plain(how.copy))));
  }),
  unplug: request(part, (table, one) => {
    if ('screen' in one) table.faults.unplug(one.screen);
    else table.faults.plugMux(one.mux, false);
  }),
  plug: request(part, (table, one) => {
    if ('screen' in one) table.faults.plug(one.screen);
    else table.faults.plugMux(one.mux, true);
  }),
  hang: request(
    z.strictObject({ screen: index, clocks: z.int().min(0).max(1000).default(HUNG_CLOCKS) }),
    (table, one) => table.faults.hang(one.screen, one.clocks),
  ),
  fit: request(
    z.strictObject({
      screen: index,
      controller: z.enum(['ssd1306', 'sh1106', 'ssd1309']).optional(),
      address: z.int().min(0x08).max(0x77).optional(),
      com: z.enum(['sequential', 'alternative']).optional(),
      reads: z.boolean().optional(),
      acknowledges: z.boolean().optional(),
      identity: z.int().min(0).max(0xf).optional(),
    }),
    (table, { screen: at, ...kind }) => table.faults.fit(at, defined(kind)),
  ),
  holdbus: request(
    z.strictObject({ bus: index, ms: span, clocks: z.int().min(0).max(1000).optional() }),
    (table, { bus, ms, clocks }) => table.faults.holdBus(bus, ms * MS, clocks),
  ),
  freebus: request(z.strictObject({ bus: index }), (table, { bus }) => table.faults.releaseBus(bus)),
  chain: request(
    z.union([z.enum(['broken', 'whole']), z.strictObject({ from: index, level: z.literal([0, 1]).optional() })]),
    (table, how) => {
      if (!table.chain) throw new Error('chain: this board reads its knobs by pins and has no chain of registers');
      if (how === 'whole') table.faults.breakChain(null);
      else if (how === 'broken') table.faults.breakChain(BROKEN_FROM_BIT);
      else table.faults.breakChain(how.from, how.level);
    },
  ),
  worn: request(z.union([z.boolean(), z.strictObject({ knob: index, worn: z.boolean() })]), (table, how) => {
    if (typeof how === 'boolean') table.hands.setWear(how ? 'worn' : 'new');
    else table.hands.setWear(how.worn ? 'worn' : 'new', how.knob);
  }),
  mount: request(
    z.strictObject({
      knob: index,
      detents_per_cycle: z.literal([1, 2]),
      rest: z.enum(['high', 'low']),
      reverse: z.boolean(),
    }),
    (table, { knob: at, detents_per_cycle, rest, reverse }) =>
      table.hands.mount(at, { detentsPerCycle: detents_per_cycle, rest, reverse }),
  ),
  misscycles: request(z.int().min(0).max(MOST_MISS_CYCLES), (table, cycles) => table.setMissCycles(cycles)),
  slowflash: request(z.number().positive().max(1000), (table, times) => void (table.flash.slowness = times)),
  flash: request(path, (table, file) => writeFileSync(plain(file), table.flash.bytes)),
  loadflash: request(path, (table, file) => table.loadFlash(flashImage(file, table.flash.bytes.length))),
  symbol: request(z.string().min(1), (table, name) => {
    const found = table.image.symbols.get(name);
    if (!found) throw new Error(`symbol: the firmware has no symbol ${name}`);
    return found;
  }),
  peek: request(z.strictObject({ address: whole, length: z.int().min(0).max(LONGEST_PEEK) }), (table, from) => [
    ...table.peek(from.address, from.length),
  ]),
  poke: request(
    z.strictObject({ address: whole, bytes: z.array(z.int().min(0).max(255)).max(LONGEST_PEEK) }),
    (table, { address, bytes }) => table.poke(address, Uint8Array.from(bytes)),
  ),
  usb: request(
    z.union([
      z.enum(['plug', 'unplug', 'open', 'close', 'suspend', 'resume', 'deaf', 'read', 'state']),
      z.strictObject({ send: z.string().max(MOST_SENT) }),
      z.strictObject({ bytes: z.base64().max(MOST_SENT) }),
    ]),
    usb,
  ),
  pointers: request(yes, (table) => table.hands.pointers),
  driven: request(yes, (table) => table.driven()),
  led: request(yes, (table) => table.lit),
  board: request(yes, (table) => table.board),
};

type Fields = Record<string, unknown>;
type Server = (table: Table, value: unknown, all: Fields) => unknown;

/** A request whose value is checked before it is served. */
function request<T>(schema: z.ZodType<T>, serve: (table: Table, value: T, all: Fields) => unknown) {
  return (name: string): Server =>
    (table, value, all) =>
      serve(table, accept(name, schema, value), all);
}

/** Keys that accompany a request and are not requests themselves. */
const COMPANIONS: Record<string, string[]> = { settle: ['quiet'] };

function accept<T>(name: string, schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new Error(read.error.issues.map((issue) => told(issue, [name])).join('; '));
}

/** A copy without the fields that were left out. */
function defined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> };
}

const isAction = (name: string): name is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, name);
const isRequest = (name: string): name is keyof typeof REQUESTS => Object.hasOwn(REQUESTS, name);

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('a request is an object, such as {"run": 100}');
  }
  return value as Fields;
}

function action(value: unknown): Action {
  const fields = fieldsOf(value);
  const [name, ...others] = Object.keys(fields);
  if (name === undefined || others.length > 0 || !isAction(name)) {
    throw new Error(`not what a hand can do: ${Object.keys(fields).join(', ') || 'nothing'}`);
  }
  const schema: z.ZodType = ACTIONS[name];
  const made = { [name]: accept(name, schema, fields[name]) } as Action;
  if ('turn' in made) {
    const { by, ms = DETENT_MS } = made.turn;
    if (Math.abs(by) * ms > LONGEST_MS) {
      throw new Error(`turn: ${Math.abs(by)} clicks of ${ms} ms take longer than a day; turn by fewer, or faster`);
    }
  }
  return made;
}

/** Two hands cannot hold the same knob. */
function together(actions: Action[]): Action[] {
  const held = new Set<number>();
  for (const one of actions) {
    const [what] = Object.values(one) as [number | { knob: number }];
    if (typeof what === 'number') continue;
    if (held.has(what.knob)) throw new Error(`many: two hands at knob ${what.knob}; a knob has room for one`);
    held.add(what.knob);
  }
  return actions;
}

export function serve(table: Table, value: unknown): unknown {
  const fields = fieldsOf(value);
  const names = Object.keys(fields);
  const name = names.find((one) => isAction(one) || isRequest(one));
  if (name === undefined) throw new Error(`unknown request: ${names.join(', ') || 'nothing'}`);
  const strangers = names.filter((one) => one !== name && !COMPANIONS[name]?.includes(one));
  if (strangers.length > 0) throw new Error(`${name} does not go together with ${strangers.join(', ')}`);
  if (isRequest(name)) return REQUESTS[name](name)(table, fields[name], fields);
  table.act([action(value)]);
  return true;
}

/** What is wrong and where. If a value may take several forms, says what is wrong with it in each. */
function told(issue: z.core.$ZodIssue, within: PropertyKey[]): string {
  const where = [...within, ...issue.path];
  if (issue.code !== 'invalid_union') return `${where.join('.')}: ${issue.message}`;
  const forms = issue.errors.map((issues) => issues.map((one) => told(one, where)).join('; '));
  return [...new Set(forms)].join(', or ');
}

/** Rounds to whole nanoseconds: the chip's slow clocks have fractional periods. */
function wholeNanos(key: string, value: unknown): unknown {
  return (key === 'ns' || key === 'end' || key === 'ready') && typeof value === 'number' ? Math.round(value) : value;
}

/** Handles one request line and returns the answer line. */
export function answer(table: Table, line: string): string {
  try {
    const ok = serve(table, JSON.parse(line)) ?? true;
    const events = table.events();
    return JSON.stringify(events.length > 0 ? { ok, events } : { ok }, wholeNanos);
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? error.message : String(error), events: table.events() });
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function panel(table: Table, at: number) {
  const found = table.screens[at];
  if (!found) throw new Error(`the board has no screen ${at}`);
  return found;
}

function screens(table: Table, only: true | number): unknown {
  const one = (at: number) => {
    const shown = panel(table, at);
    const { on, plugged, contrast, width, height } = shown;
    const wiring = table.board.screens[at];
    const pixels = base64(shown.pixels());
    return { for: wiring.for, seat: wiring.seat ?? null, on, plugged, contrast, width, height, pixels };
  };
  return only === true ? table.screens.map((_, at) => one(at)) : one(only);
}

type UsbRequest =
  | 'plug'
  | 'unplug'
  | 'open'
  | 'close'
  | 'suspend'
  | 'resume'
  | 'deaf'
  | 'read'
  | 'state'
  | { send: string }
  | { bytes: string };

/** Actions of the computer. `plug` also opens the port. */
function usb({ computer }: Table, what: UsbRequest): unknown {
  if (typeof what === 'object') {
    computer.send('send' in what ? new TextEncoder().encode(what.send) : Buffer.from(what.bytes, 'base64'));
  } else if (what === 'plug') {
    computer.open();
    computer.plug();
  } else if (what === 'unplug') computer.unplug();
  else if (what === 'open' || what === 'close') computer.open(what === 'open');
  else if (what === 'suspend') computer.suspend();
  else if (what === 'resume') computer.resume();
  else if (what === 'deaf' || what === 'read') computer.setReading(what === 'read');
  const { state, device, waiting } = computer;
  return { state, device, waiting };
}

function trace(table: Table, of: z.infer<typeof traces>): unknown[] {
  const { recorders } = table;
  if (of === 'bus') return table.buses.flatMap((bus) => bus.trace.splice(0)).sort((one, other) => one.ns - other.ns);
  if (of === 'flash') return table.flash.trace.splice(0);
  if (of === 'gpio') return recorders.pins.splice(0);
  if (of === 'sights') return recorders.sights.splice(0).map((sight) => ({ ...sight, pixels: base64(sight.pixels) }));
  if (of === 'contacts') return recorders.contacts.splice(0);
  if (of === 'usb') {
    return table.computer.packets.splice(0).map((packet) => ({ ...packet, data: base64(packet.data) }));
  }
  return table.buzzer?.trace.splice(0) ?? [];
}
