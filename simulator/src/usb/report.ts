/** The report of a device for whoever builds it: what the page shows in words, and what is saved as one file. */
import type { BenchLine, BusLine, ContactsOfKnob, Hello, Line, PerSeat } from './lines.ts';

/** A row of a table: what was looked at, what was found, and whether that is wrong. */
export interface Finding {
  what: string;
  found: string;
  wrong: boolean;
}

export class Report {
  hello: Hello | null = null;
  buses: BusLine[] = [];
  contacts: PerSeat<ContactsOfKnob> = {};
  chain: BenchLine['chain'];
  flash: BenchLine['flash'];
  cache: BenchLine['cache'];
  oscillator: string | undefined;
  run: BenchLine['run'];
  complete = false;

  /** Takes a line. Returns true if it belongs to the report. */
  take({ hello, bench }: Line): boolean {
    if (hello) this.hello = hello;
    if (bench === undefined) return false;
    if (bench === 'done') {
      this.complete = true;
      return true;
    }
    const { bus, contacts, chain, flash, cache, oscillator, run } = bench;
    if (bus) {
      const same = (one: BusLine) => one.bus === bus.bus && one.mux === bus.mux && one.channel === bus.channel;
      this.buses = [...this.buses.filter((one) => !same(one)), bus];
    }
    if (contacts) this.contacts = contacts;
    if (chain) this.chain = chain;
    if (flash) this.flash = flash;
    if (cache !== undefined) this.cache = cache;
    if (oscillator) this.oscillator = oscillator;
    if (run) this.run = run;
    return true;
  }

  /** The report as JSON with the builder's notes, to attach to an issue. */
  json(notes: string, taken: Date): string {
    const { hello, buses, contacts, chain, flash, cache, oscillator, run } = this;
    const all = { device: hello, taken, notes, buses, contacts, chain, flash, cache, oscillator, run };
    return `${JSON.stringify(all, null, 1)}\n`;
  }

  wiring(): Finding[] {
    return this.buses.map((bus) => wiring(bus, this.inFrontOf(bus)));
  }

  /** Addresses that answer in front of the muxes, and so behind every channel. */
  private inFrontOf({ bus, mux }: BusLine): number[] {
    const front = this.buses.find((one) => one.bus === bus && one.mux === null);
    return mux === null ? [] : (front?.answers.map(([address]) => address) ?? []);
  }

  knobs(): Finding[] {
    return Object.entries(this.contacts).map(([letter, knob]) => contact(letter, knob));
  }

  /** Everything but buses and knobs. */
  rest(): Finding[] {
    const { chain, flash, cache, oscillator, run } = this;
    const found: Finding[] = [];
    const add = (what: string, text: string, wrong = false) => found.push({ what, found: text, wrong });
    if (chain) {
      const text = chain.whole ? `whole: ${chain.bits}` : `broken: ${chain.bits}, but must be ${chain.proof}`;
      add('Register chain', text, !chain.whole);
    }
    if (flash) {
      add('Flash chip', flash.jedec ? `JEDEC id ${flash.jedec}` : 'not known on this chip');
      add('Slowest page', time(flash.page_us, 'none since power-on; change a setting to write one'));
      add('Slowest erase', time(flash.erase_us, 'none since power-on'));
    }
    if (cache) {
      const share = Math.round((100 * cache.misses) / Math.max(1, cache.hits + cache.misses));
      add('A number drawn', `${cache.us} µs, ${cache.hits} cache hits, ${cache.misses} misses (${share} %)`);
    } else if (cache === null) add('A number drawn', 'votes on this board show no number');
    if (oscillator) add('Oscillator', `${oscillator}, ${ones(oscillator)} of ${4 * oscillator.length} bits are ones`);
    if (run) {
      add('Running', `for ${run.seconds} s, since ${RESETS[run.reset]}`, run.reset === 'watchdog');
      add('Last run', run.crash === null ? 'did not crash' : `crashed: ${run.crash}`, run.crash !== null);
      add('Deepest stack', `${run.stack} bytes`);
      add('Numbers drawn too late', String(run.overruns), run.overruns > 0);
    }
    return found;
  }
}

const RESETS = {
  power: 'power-on',
  restart: 'the firmware restarted the chip',
  watchdog: 'the watchdog restarted the chip',
  copied: 'firmware was copied',
} as const;

const hex = (byte: number) => `0x${byte.toString(16).padStart(2, '0')}`;

function time(us: number | null, none: string): string {
  return us === null ? none : `${(us / 1000).toFixed(1)} ms`;
}

function ones(digits: string): number {
  return Array.from(digits).reduce((sum, digit) => sum + (parseInt(digit, 16).toString(2).match(/1/g)?.length ?? 0), 0);
}

/** The name of a screen's controller, which most reveal in the low half of their status byte. */
function controller(status: number): string {
  const low = status & 0xf;
  if (low === 8) return ', like an SH1106';
  return [3, 6, 7].includes(low) ? ', like an SSD1306' : '';
}

function answer(address: number, status: number | null): string {
  if (status === null) return 'accepts writes, but no reads';
  return `answers ${hex(status)}${address >> 1 === 0x1e ? controller(status) : ''}`;
}

/** A part by its name in a line: a seat's letter stands for its screen. */
function named(part: string): string {
  if (part === 'shared') return 'shared screen';
  return part.startsWith('mux') ? part : `screen ${part}`;
}

function wiring({ bus, mux, channel, expected, answers, held }: BusLine, inFront: number[]): Finding {
  const what = mux === null ? `Bus ${bus}` : `Bus ${bus}, mux ${hex(mux)}, channel ${channel}`;
  const told: string[] = [];
  let wrong = held;
  for (const [part, address] of Object.entries(expected)) {
    const found = answers.find(([at]) => at === address);
    wrong ||= !found;
    told.push(`${named(part)} at ${hex(address)} ${found ? answer(...found) : 'does not answer'}`);
  }
  const known = [...Object.values(expected), ...inFront];
  for (const [address, status] of answers.filter(([at]) => !known.includes(at))) {
    wrong = true;
    told.push(`${hex(address)} ${answer(address, status)}, but nothing is expected there`);
  }
  if (held) told.push('a line is held low');
  return { what, found: told.join('; ') || 'nothing, as expected', wrong };
}

const CONTACTS = ['A', 'B', 'push'];

function contact(letter: string, { levels, changes, bounces }: ContactsOfKnob): Finding {
  const found = CONTACTS.map((name, at) => {
    const level = `${name} ${levels[at] === '1' ? 'open' : 'closed'}`;
    return changes?.[at] ? `${level}, ${changes[at]} changes, ${bounces?.[at]} bounces` : level;
  });
  return { what: letter, found: found.join('; '), wrong: false };
}
