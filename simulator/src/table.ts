/**
 * A board on the table: the chip with its firmware, every part that the board file names, and the hands that turn the
 * knobs. Knows neither node nor a browser; both drive this one object.
 */
import { type Board, knobCount } from './board.ts';
import { Chip, program, Restart, type Fault, type Kept } from './rp2040/chip.ts';
import type { Wake } from './rp2040/blocks.ts';
import { type Image, readElf } from './rp2040/elf.ts';
import { spiBlock } from './rp2040/spi.ts';
import { Bus } from './parts/bus.ts';
import { Buzzer } from './parts/buzzer.ts';
import { Flash, type FlashCut, PowerCut } from './parts/flash.ts';
import { Hc165Chain } from './parts/hc165.ts';
import { type Contact, Knob, type KnobKind, type Movement, type Wear } from './parts/knob.ts';
import type { Panel } from './parts/panel.ts';
import { Sh1106 } from './parts/sh1106.ts';
import { Ssd1306 } from './parts/ssd1306.ts';
import { Tca9548a } from './parts/tca9548a.ts';
import { Random } from './random.ts';

const MS = 1_000_000;
const PRESS_MS = 80;
const HOLD_MS = 1000;
/** After a press, turning is ignored for a while; a hand takes longer than that to change its grip. */
const AFTER_PRESS_MS = 70;
const DETENT_MS = 20;

export type TableEvent =
  | ({ ns: number } & Fault)
  | { ns: number; kind: 'restart'; cause: Restart['wish'] }
  | { ns: number; kind: 'power cut' }
  | { ns: number; kind: 'usb boot' };

/** What a hand does; each takes its own time. */
export type Action =
  | { turn: { knob: number; by: number; ms?: number } }
  | { waver: { knob: number; ms?: number } }
  | { press: { knob: number; ms?: number } }
  | { hold: { knob: number; ms?: number } }
  | { down: { knob: number } }
  | { up: { knob: number } }
  | { wait: number };

export interface TableOptions {
  board: Board;
  elf: Uint8Array;
  seed?: number;
  wear?: Wear;
}

interface Timed {
  at: number;
  do: () => void;
}

interface PinChange {
  ns: number;
  pin: number;
  level: number;
}

/** What an eye sees when a picture has changed. */
interface Sight {
  ns: number;
  screen: number;
  on: boolean;
  contrast: number;
  pixels: Uint8Array;
}

interface ContactChange {
  ns: number;
  knob: number;
  contact: Contact;
  level: 0 | 1;
}

export class Table {
  readonly board: Board;
  readonly image: Image;
  readonly flash = new Flash();
  readonly buses: Bus[] = [];
  readonly screens: Panel[] = [];
  readonly knobs: Knob[];
  readonly buzzer: Buzzer | null;
  readonly gpioTrace: PinChange[] = [];
  readonly contactTrace: ContactChange[] = [];
  /** Worn contacts move millions of times in an evening: only who asks for a record gets one. */
  recordsContacts = false;
  /** What the screens showed, change by change, for who asks for it. */
  readonly sights: Sight[] = [];
  recordsSights = false;
  /** Random bits that the chip draws before any others. */
  readonly chosenBits: number[] = [];
  readonly random: Random;
  lit = false;
  /** Where each knob's pointer stands, in detents to the right of where it began. */
  readonly pointers: number[];
  readonly pushed: boolean[];
  private chip: Chip | null = null;
  /** When this life of the chip began, and the meters of the lives before. */
  private bornAt = 0;
  private past = { awakeCycles: 0, asleepNanos: 0, stackBytes: 0 };
  private offNow = 0;
  private lives = 0;
  private readonly muxes: { bus: number; reset: number; part: Tca9548a }[] = [];
  private readonly chain: Hc165Chain | null;
  private readonly contacts: Record<Contact, 0 | 1>[];
  private timeline: Timed[] = [];
  private wakeTimeline: () => void = () => {};
  private happened: TableEvent[] = [];
  private readonly looked: { revision: number; sight: Sight }[] = [];
  private readonly gpioWatched = new Set<number>();

  constructor(private readonly options: TableOptions) {
    const { board } = options;
    this.board = board;
    this.image = readElf(options.elf);
    this.random = new Random(options.seed ?? 1);
    program(this.flash, this.image);
    const kind = {
      detentsPerCycle: board.knobs.detents_per_cycle,
      rest: board.knobs.rest,
      reverse: board.knobs.reverse,
    };
    this.knobs = Array.from({ length: knobCount(board) }, () => new Knob(kind, this.random));
    this.pointers = this.knobs.map(() => 0);
    this.pushed = this.knobs.map(() => false);
    this.contacts = this.knobs.map((knob) => ({ a: knob.level('a'), b: knob.level('b'), push: 1 }));
    this.setWear(options.wear ?? 'new');
    this.chain = this.makeChain();
    this.makeBuses();
    this.buzzer = board.buzzer ? new Buzzer() : null;
    this.powerOn();
  }

  private makeChain(): Hc165Chain | null {
    const wiring = this.board.knobs.chain;
    if (!wiring) return null;
    const chain = new Hc165Chain(wiring.registers * 8, (level) =>
      this.chip?.pins.set(wiring.data, level === 1 ? 1 : 0),
    );
    wiring.proof.levels.forEach((level, i) => chain.set(wiring.proof.first_bit + i, level));
    return chain;
  }

  private makeBuses(): void {
    for (const wiring of this.board.buses) {
      const bus = new Bus(wiring.id, {
        now: () => this.now,
        sda: (level) => this.chip?.pins.set(wiring.sda, level),
        joined: () => [wiring.sda, wiring.scl].every((pin) => this.chip?.pins.isI2c(pin) ?? false),
        path: () => this.openPath(wiring.id),
        done: () => this.recordsSights && this.look(wiring.id),
      });
      this.buses.push(bus);
      for (const { address, reset } of wiring.mux ?? []) {
        const part = new Tca9548a(address);
        this.muxes.push({ bus: wiring.id, reset, part });
        bus.root.devices.push(part);
      }
    }
    for (const wiring of this.board.screens) {
      const options = {
        address: wiring.address,
        height: wiring.size === '128x64' ? 64 : 32,
        random: this.random,
      } as const;
      const panel = wiring.driver === 'sh1106' ? new Sh1106(options) : new Ssd1306(options);
      const bus = this.bus(wiring.bus);
      const mux = wiring.mux === undefined ? undefined : this.muxes.filter((one) => one.bus === wiring.bus)[wiring.mux];
      (mux ? mux.part.channels[wiring.channel ?? 0] : bus.root).devices.push(panel);
      this.screens.push(panel);
    }
  }

  bus(id: number): Bus {
    const bus = this.buses.find((one) => one.id === id);
    if (!bus) throw new Error(`the board has no bus ${id}`);
    return bus;
  }

  private openPath(bus: number): string[] {
    return this.muxes
      .filter((mux) => mux.bus === bus)
      .flatMap(({ part }) => part.openChannels.map((channel) => `${part.ownAddress}.${channel}`));
  }

  // Time and power ----------------------------------------------------------------------------------------------

  /** Simulated time since the table was set up, over all of the chip's lives. */
  get now(): number {
    return this.chip ? this.bornAt + this.chip.clock.nanos : this.offNow;
  }

  get powered(): boolean {
    return this.chip !== null;
  }

  powerOn(): void {
    if (this.chip) return;
    for (const screen of this.screens) if (screen.plugged) screen.powerUp();
    for (const mux of this.muxes) mux.part.powerUp();
    this.start('power');
  }

  /** Pulls the plug between two instructions. */
  powerOff(): void {
    if (!this.chip) return;
    const now = this.now;
    this.retire();
    this.offNow = now;
    this.flash.cutInside(null);
    for (const screen of this.screens) {
      screen.powerUp();
    }
    this.happened.push({ ns: now, kind: 'power cut' });
  }

  /** The reset button: memory survives, the scratch registers do not. */
  pressReset(): void {
    if (!this.chip) return;
    const kept = this.chip.keep(0);
    kept.scratch.fill(0);
    this.restart('run', kept);
  }

  cutAfter(nanos: number): void {
    if (this.chip) this.chip.cutAt = this.chip.clock.nanos + nanos;
  }

  cutInFlash(cut: FlashCut): void {
    this.flash.cutInside(cut);
  }

  private retire(): void {
    if (!this.chip) return;
    this.past.awakeCycles += this.chip.core.awakeCycles;
    this.past.asleepNanos += this.chip.asleepNanos;
    this.past.stackBytes = Math.max(this.past.stackBytes, this.chip.stackBytes);
    this.chip = null;
    this.lit = false;
  }

  private restart(wake: Wake, kept: Kept): void {
    const now = this.now;
    this.retire();
    this.offNow = now;
    this.start(wake, kept);
  }

  private start(wake: Wake, kept?: Kept): void {
    this.bornAt = this.offNow;
    const chip = new Chip({
      image: this.image,
      flash: this.flash,
      seed: (this.options.seed ?? 1) + 7919 * this.lives++,
      wake,
      bornAt: this.bornAt,
      chosenBits: this.chosenBits,
      ...(kept ? { kept } : {}),
      onFault: (fault) => this.happened.push({ ns: this.now, ...fault }),
    });
    this.chip = chip;
    this.wire(chip);
    const alarm = chip.clock.createAlarm(() => this.due());
    this.wakeTimeline = () => {
      const first = this.timeline[0];
      if (first) alarm.scheduleAt(first.at - this.bornAt);
      else alarm.cancel();
    };
    this.wakeTimeline();
  }

  private wire(chip: Chip): void {
    const { board } = this;
    const { pins } = chip;
    for (const wiring of board.buses) {
      const bus = this.bus(wiring.id);
      chip.i2c[wiring.id].wires = bus;
      pins.set(wiring.sda, bus.held() ? 0 : 1);
      pins.set(wiring.scl, 1);
      pins.onChange(wiring.scl, (level) => {
        if (level === 1) bus.clocked();
      });
    }
    // The switches' reset pins have pull-ups on the board.
    for (const mux of this.muxes) {
      pins.onChange(mux.reset, (level) => mux.part.reset(level));
      pins.set(mux.reset, 1);
    }
    const { chain } = this;
    if (chain && board.knobs.chain) {
      const { clock, data, load } = board.knobs.chain;
      const spi = chip.spi[spiBlock(clock)];
      spi.wires = {
        clock: (level) => pins.isSpi(clock) && chain.clock(level),
        data: () => (pins.isSpi(data) ? pins.level(data) : 0),
      };
      chain.catchUp = () => spi.catchUp();
      pins.onChange(load, (level) => chain.load(level));
    }
    this.knobs.forEach((_, knob) => {
      for (const contact of ['a', 'b', 'push'] as const) this.moveContact(knob, contact, this.contacts[knob][contact]);
    });
    const { buzzer } = this;
    if (buzzer && board.buzzer) pins.onChange(board.buzzer.pin, (level) => buzzer.edge(level, this.now));
    if (board.led) pins.onChange(board.led.pin, (level) => (this.lit = level === 1));
    for (const pin of this.gpioWatched) this.watch(chip, pin);
  }

  /** Lets simulated time run; resets and power cuts are lived through. */
  run(nanos: number): void {
    this.runUntil(this.now + nanos);
  }

  runUntil(end: number): void {
    while (this.now < end) {
      if (!this.chip) {
        this.passWithoutPower(end);
        continue;
      }
      try {
        this.chip.run(end - this.bornAt);
      } catch (ending) {
        this.ended(ending);
      }
    }
    this.buzzer?.listen(this.now);
  }

  private passWithoutPower(end: number): void {
    while (this.timeline[0] && this.timeline[0].at <= end) {
      this.offNow = Math.max(this.offNow, this.timeline[0].at);
      this.due();
    }
    this.offNow = end;
  }

  private ended(ending: unknown): void {
    if (ending instanceof PowerCut) {
      this.powerOff();
    } else if (ending instanceof Restart && this.chip) {
      const ns = this.now;
      if (ending.wish === 'usb boot') {
        this.powerOff();
        this.happened.pop();
        this.happened.push({ ns, kind: 'usb boot' });
        return;
      }
      this.happened.push({ ns, kind: 'restart', cause: ending.wish });
      const reason = { watchdog: 1, forced: 2, system: 0 }[ending.wish];
      this.restart('watchdog', this.chip.keep(reason));
    } else throw ending;
  }

  /** Runs until no bus has carried anything for `quiet`, at most for `most` (both in nanoseconds). */
  settle(most: number, quiet: number): boolean {
    const end = this.now + most;
    const from = this.now;
    while (this.now < end) {
      const last = Math.max(from, ...this.buses.map((bus) => bus.lastTraffic));
      if (this.now - last >= quiet) return true;
      this.runUntil(Math.min(end, last + quiet));
    }
    return false;
  }

  events(): TableEvent[] {
    return this.happened.splice(0);
  }

  // Hands -------------------------------------------------------------------------------------------------------

  /** Does something at an instant of the table's time, also in the middle of an instruction or a flash operation. */
  at(nanos: number, action: () => void): void {
    const entry = { at: nanos, do: action };
    let place = this.timeline.length;
    while (place > 0 && this.timeline[place - 1].at > nanos) place--;
    this.timeline.splice(place, 0, entry);
    if (place === 0) this.wakeTimeline();
  }

  private due(): void {
    for (let first = this.timeline[0]; first && first.at <= this.now; first = this.timeline[0]) {
      this.timeline.shift();
      first.do();
    }
    if (this.chip) this.wakeTimeline();
  }

  private moveContact(knob: number, contact: Contact, level: 0 | 1): void {
    this.contacts[knob][contact] = level;
    if (this.recordsContacts) this.contactTrace.push({ ns: this.now, knob, contact, level });
    const { pins, chain } = this.board.knobs;
    // An open contact leaves its pin to the chip's pull-up; at the registers the board has its own.
    if (pins) this.chip?.pins.set(pins[knob][contact], level === 0 ? 0 : null);
    if (chain) this.chain?.set(chain.first_bit + 3 * knob + { a: 0, b: 1, push: 2 }[contact], level);
  }

  private play(knob: number, movements: Movement[], from: number): void {
    for (const { after, contact, level } of movements) {
      this.at(from + after, () => this.moveContact(knob, contact, level));
    }
  }

  /** Begins an action and answers how long it takes. */
  begin(action: Action, from = this.now): number {
    if ('wait' in action) return action.wait * MS;
    if ('turn' in action) {
      const { knob, by, ms = DETENT_MS } = action.turn;
      this.play(knob, this.knob(knob).turn(by, ms * MS), from);
      for (let i = 1; i <= Math.abs(by); i++) {
        this.at(from + (i - 0.5) * ms * MS, () => (this.pointers[knob] += Math.sign(by)));
      }
      return Math.abs(by) * ms * MS;
    }
    if ('waver' in action) {
      const { knob, ms = DETENT_MS } = action.waver;
      this.play(knob, this.knob(knob).waver(ms * MS), from);
      return ms * MS;
    }
    if ('down' in action) return this.push(action.down.knob, true, from);
    if ('up' in action) return this.push(action.up.knob, false, from);
    const { knob, ms } = 'press' in action ? { ms: PRESS_MS, ...action.press } : { ms: HOLD_MS, ...action.hold };
    this.push(knob, true, from);
    this.push(knob, false, from + ms * MS);
    return (ms + AFTER_PRESS_MS) * MS;
  }

  private push(knob: number, down: boolean, from: number): number {
    this.play(knob, this.knob(knob).push(down), from);
    this.at(from, () => (this.pushed[knob] = down));
    return 0;
  }

  private knob(index: number): Knob {
    const knob = this.knobs[index];
    if (!knob) throw new Error(`the board has no knob ${index}`);
    return knob;
  }

  /** Does actions side by side and lets the time of the longest pass. */
  act(actions: Action[]): void {
    const longest = Math.max(0, ...actions.map((action) => this.begin(action)));
    this.run(longest);
  }

  /** Takes a knob out and puts one of another kind in its place. */
  mount(index: number, kind: KnobKind): void {
    const knob = new Knob(kind, this.random);
    knob.wear = this.knob(index).wear;
    this.knobs[index] = knob;
    for (const contact of ['a', 'b'] as const) {
      if (this.contacts[index][contact] !== knob.level(contact)) this.moveContact(index, contact, knob.level(contact));
    }
  }

  setWear(wear: Wear, knob?: number): void {
    for (const one of knob === undefined ? this.knobs : [this.knob(knob)]) one.wear = wear;
  }

  // Faults ------------------------------------------------------------------------------------------------------

  unplug(screen: number): void {
    this.screen(screen).unplug();
  }

  plug(screen: number): void {
    this.screen(screen).plug();
  }

  private screen(index: number): Panel {
    const screen = this.screens[index];
    if (!screen) throw new Error(`the board has no screen ${index}`);
    return screen;
  }

  /** Holds a bus for a time, or until its clock has been pulsed by hand so many times. */
  holdBus(id: number, nanos: number, clocks = 0): void {
    const bus = this.bus(id);
    bus.hold(this.now + nanos, clocks);
    if (clocks === 0) {
      this.at(this.now + nanos, () => {
        if (!bus.held()) bus.release();
      });
    }
  }

  releaseBus(id: number): void {
    this.bus(id).release();
  }

  /** Breaks the chain of registers from a bit on; what comes from behind the break is the level of a loose wire. */
  breakChain(from: number | null, level = 1): void {
    this.chain?.breakAt(from, level);
  }

  // Meters ------------------------------------------------------------------------------------------------------

  meters(): { awake_cycles: number; asleep_ns: number; bus_bytes: number[]; stack_bytes: number; erases: number } {
    const { chip, past } = this;
    return {
      awake_cycles: Math.round(past.awakeCycles + (chip?.core.awakeCycles ?? 0)),
      asleep_ns: Math.round(past.asleepNanos + (chip?.asleepNanos ?? 0)),
      bus_bytes: this.buses.map((bus) => bus.byteCount),
      stack_bytes: Math.max(past.stackBytes, chip?.stackBytes ?? 0),
      erases: this.flash.erases.reduce((sum, count) => sum + count, 0),
    };
  }

  /** Notes every screen of a bus that shows something else than before. */
  private look(bus: number): void {
    this.screens.forEach((panel, screen) => {
      if (this.board.screens[screen].bus !== bus || panel.revision === this.looked[screen]?.revision) return;
      const { on, contrast } = panel;
      const pixels = panel.pixels();
      const before = this.looked[screen]?.sight;
      const same =
        before &&
        before.on === on &&
        before.contrast === contrast &&
        before.pixels.every((byte, i) => byte === pixels[i]);
      const sight = same ? before : { ns: this.now, screen, on, contrast, pixels };
      this.looked[screen] = { revision: panel.revision, sight };
      if (!same) this.sights.push(sight);
    });
  }

  /** Keeps a record of a pin from now on. */
  watchPin(pin: number): void {
    if (this.gpioWatched.has(pin)) return;
    this.gpioWatched.add(pin);
    if (this.chip) this.watch(this.chip, pin);
  }

  private watch(chip: Chip, pin: number): void {
    chip.pins.onChange(pin, (level) => this.gpioTrace.push({ ns: this.now, pin, level }));
  }

  peek(address: number, length: number): Uint8Array {
    const { chip } = this;
    if (!chip) throw new Error('the power is off');
    return Uint8Array.from({ length }, (_, i) => chip.mcu.readUint8(address + i));
  }

  poke(address: number, bytes: Uint8Array): void {
    const { chip } = this;
    if (!chip) throw new Error('the power is off');
    bytes.forEach((byte, i) => chip.mcu.writeUint8(address + i, byte));
  }

  /** Replaces what the flash holds, but not the firmware: as it is after an update. */
  loadFlash(bytes: Uint8Array): void {
    this.flash.bytes.set(bytes.subarray(0, this.flash.bytes.length));
    program(this.flash, this.image);
  }
}
