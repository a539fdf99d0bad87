/**
 * A board on the table: the chip with its firmware, every part in the board's file, and the power and time that they
 * share. Hands, faults and recorders are parts of it. It knows neither node nor a browser; both drive this one object.
 */
import type { Board } from './board.ts';
import { type BusElectrics, measure } from './electrics.ts';
import { Faults, makeScreen } from './faults.ts';
import { type Action, Hands } from './hands.ts';
import { Bus } from './parts/bus.ts';
import { Buzzer } from './parts/buzzer.ts';
import { Computer } from './parts/computer.ts';
import type { Segment } from './parts/device.ts';
import { Flash, type FlashCut, PowerCut } from './parts/flash.ts';
import { Hc165Chain } from './parts/hc165.ts';
import type { Contact, Wear } from './parts/knob.ts';
import type { Panel } from './parts/panel.ts';
import { Tca9548a } from './parts/tca9548a.ts';
import { Random } from './random.ts';
import { Recorders } from './recorders.ts';
import { clearTarget } from './blocks/reboot.ts';
import { Oscillator, type RandomBits, USUAL_JITTER } from './blocks/rosc.ts';
import { type Chip, type ChipModel, type Fault, type Kept, program, Restart, UsbBoot, type Wake } from './chip.ts';
import { chipOf, CHIPS } from './chips.ts';
import { type Image, readElf, withBlock } from './elf.ts';
import { blocksOf, type Uf2Block } from './uf2.ts';

export type TableEvent =
  | ({ ns: number } & Fault)
  | { ns: number; kind: 'restart'; cause: Restart['reason'] | 'boot rom' }
  | { ns: number; kind: 'power cut' }
  | { ns: number; kind: 'usb boot' };

export interface TableOptions {
  board: Board;
  /** The firmware, which also determines the chip. */
  elf: Uint8Array;
  /** The board's block, as the firmware finds it in flash. */
  block?: Uint8Array;
  seed?: number;
  wear?: Wear;
  /** Cycles that a flash cache miss costs; 0 makes flash as fast as its cache. */
  missCycles?: number;
}

/** Totals since the table was set up, through all restarts of the chip. */
export interface Meters {
  awake_cycles: number;
  asleep_ns: number;
  bus_bytes: number[];
  erases: number;
  /** Flash accesses that hit and missed the cache; not counted while a miss costs nothing. */
  flash_hits: number;
  flash_misses: number;
}

interface Timed {
  at: number;
  do: () => void;
}

export class Table {
  readonly board: Board;
  readonly image: Image;
  readonly flash: Flash;
  readonly buses: Bus[] = [];
  readonly screens: Panel[] = [];
  /** The bus segment of each screen. */
  readonly places: Segment[] = [];
  readonly chain: Hc165Chain | null;
  readonly buzzer: Buzzer | null;
  readonly random: Random;
  readonly randomBits: RandomBits = { chosen: [], oscillator: null, trngFails: false };
  readonly hands: Hands;
  readonly faults = new Faults(this);
  readonly recorders = new Recorders();
  /** At the other end of the USB cable; not plugged in until somebody does so. */
  readonly computer = new Computer(() => this.now);
  lit = false;
  private readonly model: ChipModel;
  private chip: Chip | null = null;
  /** The chip's state while its boot ROM waits for a file and no firmware runs. */
  private waiting: Kept | null = null;
  /** Start of this life of the chip, and the meters of earlier lives. */
  private bornAt = 0;
  private past = { awakeCycles: 0, asleepNanos: 0, hits: 0, misses: 0 };
  private missCycles: number;
  private offNow = 0;
  private lives = 0;
  readonly muxes: { bus: number; reset: number; part: Tca9548a }[] = [];
  private readonly pullUps = new Map<number, number[]>();
  private readonly widest = new Map<number, number[][]>();
  private timeline: Timed[] = [];
  private wakeTimeline: () => void = () => {};
  private happened: TableEvent[] = [];

  constructor(private readonly options: TableOptions) {
    const { board } = options;
    this.board = board;
    this.image = withBlock(readElf(options.elf), options.block);
    this.random = new Random(options.seed ?? 1);
    this.model = CHIPS[chipOf(this.image)];
    this.flash = new Flash(this.model.flashBytes);
    this.missCycles = options.missCycles ?? this.model.missCycles;
    program(this.flash, this.image);
    this.hands = new Hands(board, this.random, this);
    this.hands.setWear(options.wear ?? 'new');
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
        done: () => {
          this.noteChannels(wiring.id);
          this.look(wiring.id);
        },
      });
      this.buses.push(bus);
      for (const { address, reset } of wiring.mux) {
        const part = new Tca9548a(address);
        this.muxes.push({ bus: wiring.id, reset, part });
        bus.root.devices.push(part);
      }
    }
    for (const wiring of this.board.screens) {
      const panel = makeScreen(wiring, this.random);
      const bus = this.bus(wiring.bus);
      const mux = wiring.mux === undefined ? undefined : this.muxes.filter((one) => one.bus === wiring.bus)[wiring.mux];
      const place = mux ? mux.part.channels[wiring.channel ?? 0] : bus.root;
      place.devices.push(panel);
      this.places.push(place);
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

  /** Nanoseconds of simulated time since the table was set up. They continue through restarts and power cuts. */
  get now(): number {
    return this.chip ? this.bornAt + this.chip.clock.nanos : this.offNow;
  }

  get powered(): boolean {
    return this.chip !== null || this.waiting !== null;
  }

  powerOn(): void {
    if (this.chip) return;
    this.powerParts();
    this.start('power');
  }

  private powerParts(): void {
    for (const screen of this.screens) if (screen.plugged) screen.powerUp();
    for (const mux of this.muxes) mux.part.powerUp();
    for (const bus of this.buses) bus.updateSda();
  }

  /** Cuts the power between two instructions. */
  powerOff(): void {
    if (!this.powered) return;
    const now = this.now;
    this.retire();
    this.offNow = now;
    this.flash.cutInside(null);
    for (const screen of this.screens) screen.powerUp();
    this.happened.push({ ns: now, kind: 'power cut' });
  }

  /** The reset button. */
  pressReset(): void {
    const kept = this.chip?.keep() ?? this.waiting;
    if (kept) this.restart('run', this.model.afterRun(kept));
  }

  // The boot ROM ------------------------------------------------------------------------------------------------

  /** Plugs the board in with its BOOTSEL button held down: the boot ROM waits for a file. */
  holdBootsel(): void {
    this.powerOff();
    this.powerParts();
    this.waiting = this.model.blank(new Random(this.lifeSeed()));
    this.happened.push({ ns: this.now, kind: 'usb boot' });
  }

  /** Copies a UF2 file (this firmware's by default) to the boot ROM's drive; the chip then restarts. */
  copyUf2(blocks: Uf2Block[] = blocksOf(this.image, this.model.family)): void {
    if (!this.waiting) this.holdBootsel();
    this.model.copyUf2(this.flash, blocks);
    this.leaveUsbBoot('copied');
  }

  /** `picotool reboot`: reaches only the boot ROM, since the firmware offers no reset interface. */
  rebootByPicotool(): void {
    if (!this.waiting) this.holdBootsel();
    this.leaveUsbBoot('asked');
  }

  private leaveUsbBoot(why: 'copied' | 'asked'): void {
    if (!this.waiting) return;
    const { kept, nanos } = this.model.leaveUsbBoot(this.waiting, why);
    this.run(nanos);
    this.happened.push({ ns: this.now, kind: 'restart', cause: 'boot rom' });
    this.start('watchdog', kept);
  }

  cutAfter(nanos: number): void {
    if (this.chip) this.chip.cutAt = this.chip.clock.nanos + nanos;
  }

  cutInFlash(cut: FlashCut): void {
    this.flash.cutInside(cut);
  }

  private retire(): void {
    this.waiting = null;
    if (!this.chip) return;
    this.past.awakeCycles += this.chip.awakeCycles;
    this.past.asleepNanos += this.chip.asleepNanos;
    this.past.hits += this.chip.cache.hits;
    this.past.misses += this.chip.cache.misses;
    this.computer.detach();
    this.chip = null;
    this.lit = false;
  }

  private restart(wake: Wake, kept: Kept | undefined): void {
    const now = this.now;
    this.retire();
    this.offNow = now;
    this.start(wake, kept);
  }

  /** Every life has its own random numbers. */
  private lifeSeed(): number {
    return (this.options.seed ?? 1) + 7919 * this.lives++;
  }

  private start(wake: Wake, kept?: Kept): void {
    this.bornAt = this.offNow;
    this.waiting = null;
    const chip = this.model.start({
      image: this.image,
      flash: this.flash,
      seed: this.lifeSeed(),
      wake,
      bornAt: this.bornAt,
      randomBits: this.randomBits,
      missCycles: this.missCycles,
      ...(kept ? { kept } : {}),
      onFault: (fault) => this.happened.push({ ns: this.now, ...fault }),
    });
    this.chip = chip;
    this.computer.attach(chip.usb, chip.clock);
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
    // The muxes' reset pins have pull-ups on the board.
    for (const mux of this.muxes) {
      pins.onChange(mux.reset, (level) => {
        mux.part.reset(level);
        this.bus(mux.bus).updateSda();
      });
      pins.set(mux.reset, 1);
    }
    const { chain } = this;
    if (chain && board.knobs.chain) {
      const { clock, load } = board.knobs.chain;
      chain.catchUp = () => chip.pio.aboutToChange();
      const memory = () => chain.memory;
      pins.onChange(clock, (level) => chain.clock(level), memory);
      pins.onChange(load, (level) => chain.load(level), memory);
    }
    this.hands.present();
    const { buzzer } = this;
    if (buzzer && board.buzzer) pins.onChange(board.buzzer.pin, (level) => buzzer.edge(level, this.now));
    if (board.led) pins.onChange(board.led.pin, (level) => (this.lit = level === 1));
    for (const pin of this.recorders.watchedPins) this.watch(chip, pin);
  }

  /** Advances simulated time, through resets and power cuts. */
  run(nanos: number): void {
    this.runUntil(this.now + nanos);
  }

  /**
   * True if this time has been reached. Compared on the chip's own clock: adding the start of its life may round down
   * to just before the instant, and a loop would then never end.
   */
  private reached(nanos: number): boolean {
    return this.chip ? this.chip.clock.nanos >= nanos - this.bornAt : this.offNow >= nanos;
  }

  runUntil(end: number): void {
    while (!this.reached(end)) {
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
    } else if (ending instanceof UsbBoot && this.chip) {
      const [now, kept] = [this.now, this.chip.keep()];
      this.retire();
      this.offNow = now;
      clearTarget(kept.watchdog.scratch);
      this.waiting = kept;
      this.happened.push({ ns: now, kind: 'usb boot' });
    } else if (ending instanceof Restart && this.chip) {
      this.happened.push({ ns: this.now, kind: 'restart', cause: ending.reason });
      this.restart('watchdog', this.chip.keep());
    } else throw ending;
  }

  /** Runs until no bus has carried anything for `quiet`, at most for `most` (both in nanoseconds). */
  settle(most: number, quiet: number): boolean {
    const end = this.now + most;
    const from = this.now;
    while (!this.reached(end)) {
      const last = Math.max(from, ...this.buses.map((bus) => bus.lastTraffic));
      if (this.reached(last + quiet)) return true;
      this.runUntil(Math.min(end, last + quiet));
    }
    return false;
  }

  events(): TableEvent[] {
    return this.happened.splice(0);
  }

  /** Runs an action at an instant of table time, even in the middle of an instruction or a flash operation. */
  at(nanos: number, action: () => void): void {
    const entry = { at: nanos, do: action };
    let place = this.timeline.length;
    while (place > 0 && this.timeline[place - 1].at > nanos) place--;
    this.timeline.splice(place, 0, entry);
    if (place === 0) this.wakeTimeline();
  }

  private due(): void {
    for (let first = this.timeline[0]; first && this.reached(first.at); first = this.timeline[0]) {
      this.timeline.shift();
      first.do();
    }
    if (this.chip) this.wakeTimeline();
  }

  contactMoved(knob: number, contact: Contact, level: 0 | 1): void {
    this.recorders.contact({ ns: this.now, knob, contact, level });
    const { pins, chain } = this.board.knobs;
    // An open contact leaves its pin to the chip's pull-up; the inputs of shift registers have pull-ups on the board.
    if (pins) this.chip?.pins.set(pins[knob][contact], level === 0 ? 0 : null);
    if (chain) this.chain?.set(chain.first_bit + 3 * knob + { a: 0, b: 1, push: 2 }[contact], level);
  }

  /** Performs actions at the same time and runs until the longest has ended. */
  act(actions: Action[]): void {
    const longest = Math.max(0, ...actions.map((action) => this.hands.begin(action)));
    this.run(longest);
  }

  /** From now on the chip draws its random bits from a realistic oscillator; bits chosen by a test still come first. */
  oscillate({ hz, seed = 1, jitter = USUAL_JITTER }: { hz?: number; seed?: number; jitter?: number }): void {
    this.randomBits.oscillator = new Oscillator({
      hz: hz ?? this.model.oscillatorHz,
      jitter,
      random: new Random(seed),
    });
  }

  // Meters ------------------------------------------------------------------------------------------------------

  /** Sets the cost of a flash cache miss, in cycles; 0 switches the cache model off. */
  setMissCycles(cycles: number): void {
    this.missCycles = cycles;
    if (this.chip) this.chip.cache.missCycles = cycles;
  }

  /** Duration of a core cycle at the clock that the firmware sets, in nanoseconds. */
  get cycleNanos(): number {
    return 1e9 / this.model.clockHz;
  }

  meters(): Meters {
    const { chip, past } = this;
    return {
      awake_cycles: Math.round(past.awakeCycles + (chip?.awakeCycles ?? 0)),
      asleep_ns: Math.round(past.asleepNanos + (chip?.asleepNanos ?? 0)),
      bus_bytes: this.buses.map((bus) => bus.byteCount),
      erases: this.flash.erases.reduce((sum, count) => sum + count, 0),
      flash_hits: past.hits + (chip?.cache.hits ?? 0),
      flash_misses: past.misses + (chip?.cache.misses ?? 0),
    };
  }

  /** Sets the pull-ups on a bus itself, instead of those of the usual modules. */
  setPullUps(bus: number, ohms: number[]): void {
    this.pullUps.set(this.bus(bus).id, ohms);
  }

  electrics(): BusElectrics[] {
    const { pins } = this.running;
    return this.board.buses.map((wiring) => {
      const { id, sda, scl } = wiring;
      const measured = measure({
        board: this.board,
        bus: wiring,
        bitNanos: this.bus(id).bitNanos,
        drive: { sda: pins.drive(sda), scl: pins.drive(scl) },
        pulled: pins.isPulledUp(sda),
        open: this.widest.get(id) ?? this.openOn(id),
        pullUps: this.pullUps.get(id),
      });
      const hurried = this.board.screens.flatMap(({ bus }, screen) => {
        const transfers = this.screens[screen].hurried;
        return bus === id && transfers > 0 ? [{ screen, transfers }] : [];
      });
      return { ...measured, hurried };
    });
  }

  private openOn(bus: number): number[][] {
    return this.muxes.filter((mux) => mux.bus === bus).map(({ part }) => part.openChannels);
  }

  /** Remembers the state with the most channels open at once: the pull-ups of their screens add to those of the bus. */
  private noteChannels(bus: number): void {
    const now = this.openOn(bus);
    if (now.flat().length > (this.widest.get(bus)?.flat().length ?? 0)) this.widest.set(bus, now);
  }

  private look(bus: number): void {
    if (!this.recorders.keepsSights) return;
    this.screens.forEach((panel, screen) => {
      if (this.board.screens[screen].bus === bus) this.recorders.look(panel, screen, this.now);
    });
  }

  /** Records a pin from now on. */
  watchPin(pin: number): void {
    if (this.recorders.watchedPins.has(pin)) return;
    this.recorders.watchedPins.add(pin);
    if (this.chip) this.watch(this.chip, pin);
  }

  private watch(chip: Chip, pin: number): void {
    chip.pins.onChange(pin, (level) => this.recorders.pin({ ns: this.now, pin, level }));
  }

  /** The pins that the chip has driven, high or low, since it last started. */
  driven(): number[] {
    const { count, driven } = this.running.pins;
    return Array.from({ length: count }, (_, pin) => pin).filter((pin) => driven & (1 << pin));
  }

  private get running(): Chip {
    if (!this.chip) throw new Error(this.waiting ? 'the chip waits for a UF2 file' : 'the power is off');
    return this.chip;
  }

  peek(address: number, length: number): Uint8Array {
    const chip = this.running;
    return Uint8Array.from({ length }, (_, i) => chip.readByte(address + i));
  }

  poke(address: number, bytes: Uint8Array): void {
    const chip = this.running;
    bytes.forEach((byte, i) => chip.writeByte(address + i, byte));
  }

  /** Replaces the flash content except the firmware, as after an update. */
  loadFlash(bytes: Uint8Array): void {
    this.flash.bytes.set(bytes.subarray(0, this.flash.bytes.length));
    program(this.flash, this.image);
  }
}
