/**
 * A chip's DMA: channels with rings, paced by data requests, by the DMA's own timers, or not at all.
 *
 * A requested transfer takes no time: the bus is far faster than any peripheral. An unpaced block is moved at once, and
 * its channel stays busy for one cycle per transfer. Priorities and bus contention are not modelled.
 */
import { FaultSignal } from '../chip.ts';
import type { Requests } from './pio.ts';
import type { Registers, Timing, TimingAlarm } from './timing.ts';

/** Register layout of a chip: lowest bits of fields, or single bits. */
export interface DmaLayout {
  channels: number;
  control: {
    increaseRead: number;
    increaseWrite: number;
    ringSize: number;
    ringSelect: number;
    chainTo: number;
    request: number;
    quiet: number;
    swap: number;
    sniff: number;
    busy: number;
  };
  /** Control bits without a model: addresses that fall. */
  missing: number;
  /** Number of count bits in TRANS_COUNT; the bits above, if any, select a mode. */
  countBits: number;
  /** Offset of INTR; for each line INTE, INTF and INTS follow at 4, 8 and 12 bytes. */
  interruptLines: number[];
  timers: number;
  trigger: number;
  abort: number;
  channelCount: number;
}

/** The rest of the chip. An access at which no device responds throws a FaultSignal. */
export interface DmaBus {
  read(address: number, bytes: number): number;
  write(address: number, bytes: number, value: number): void;
  /** The memory that the DMA shares with the core. */
  ram: { base: number; words: Int32Array };
}

export interface DmaOptions {
  layout: DmaLayout;
  bus: DmaBus;
  timing: Timing;
  interrupt(line: number, high: boolean): void;
  cycleNanos: number;
  /**
   * True if a request comes from a PIO block: its transfers are carried out later, when something could observe them.
   */
  isLazy: (request: number) => boolean;
  /** True if an address is a FIFO of a PIO block. */
  isLazyRegister: (address: number) => boolean;
}

const EN = 1;
const FIRST_TIMER = 0x3b;
const UNPACED = 0x3f;
/** Blocks up to this length finish before anything could observe them. */
const AT_ONCE = 16;
const DBG_TCR = 0x804;
const AHB_ERROR = 1 << 31;
const READ_ERROR = 1 << 30;
const WRITE_ERROR = 1 << 29;
const NORMAL = 0;
const TRIGGER_SELF = 1;
const ENDLESS = 0xf;

/** Memory that PIO transfers may touch, as offsets into RAM. */
export interface Watched {
  from: number;
  bytes: number;
}

class Channel {
  control = 0;
  readAddress = 0;
  writeAddress = 0;
  count = 0;
  mode = NORMAL;
  reload = 0;
  busy = false;
  private errors = 0;
  private pumping = false;
  private readonly alarm: TimingAlarm;

  constructor(
    private readonly dma: Dma,
    readonly index: number,
  ) {
    this.control = index << dma.layout.control.chainTo;
    this.alarm = dma.options.timing.createAlarm(() => this.rang());
  }

  reset(): void {
    this.abort();
    this.control = this.index << this.dma.layout.control.chainTo;
    this.readAddress = this.writeAddress = this.count = this.reload = 0;
    this.mode = NORMAL;
  }

  get request(): number {
    return (this.control >>> this.dma.layout.control.request) & 0x3f;
  }

  get active(): boolean {
    return this.busy && (this.control & EN) !== 0;
  }

  get bytes(): number {
    return 1 << Math.min(2, (this.control >> 2) & 3);
  }

  get chainTo(): number {
    return (this.control >> this.dma.layout.control.chainTo) & 15;
  }

  bit(bit: number): boolean {
    return (this.control & (1 << bit)) !== 0;
  }

  /** Mask of the ring (length minus one) for the read or write address; 0 without a ring. */
  private ring(write: boolean): number {
    const { ringSize, ringSelect } = this.dma.layout.control;
    const size = (this.control >> ringSize) & 15;
    return size > 0 && this.bit(ringSelect) === write ? (1 << size) - 1 : 0;
  }

  private next(address: number, write: boolean, by: number): number {
    const mask = this.ring(write);
    return mask ? ((address & ~mask) | ((address + by) & mask)) >>> 0 : (address + by) >>> 0;
  }

  start(): void {
    if (!(this.control & EN) || this.busy) return;
    const { countBits } = this.dma.layout;
    this.count = countBits === 32 ? this.reload : this.reload & ((1 << countBits) - 1);
    this.mode = countBits === 32 ? NORMAL : this.reload >>> countBits;
    this.busy = true;
    if (this.count === 0 && this.mode !== ENDLESS) this.finish();
    else this.go();
  }

  abort(): void {
    this.busy = false;
    this.alarm.cancel();
  }

  /** Starts or resumes the channel, however it is paced. */
  go(): void {
    const { request } = this;
    if (request === UNPACED) this.moveAll();
    else if (request >= FIRST_TIMER) this.waitForTimer();
    else this.pump();
  }

  private rang(): void {
    if (!this.active) return;
    if (this.request === UNPACED) this.finish();
    else {
      this.transfer();
      if (this.active) this.waitForTimer();
    }
  }

  private waitForTimer(): void {
    const nanos = this.dma.timerNanos(this.request - FIRST_TIMER);
    if (nanos < Infinity) this.alarm.scheduleAt(this.dma.options.timing.nanos + nanos);
  }

  private moveAll(): void {
    const count = this.mode === ENDLESS ? 0 : this.count;
    for (let i = 0; i < count && this.busy; i++) this.move();
    if (!this.busy) return;
    if (count <= AT_ONCE) this.finish();
    else this.alarm.scheduleAt(this.dma.options.timing.nanos + count * this.dma.cycleNanos);
  }

  /** Serves the channel's request for as long as it is asserted. */
  pump(): void {
    if (this.pumping) return;
    this.pumping = true;
    while (this.active && this.dma.isRaised(this.request)) this.transfer();
    this.pumping = false;
  }

  private transfer(): void {
    this.move();
    if (this.busy && this.count === 0 && this.mode !== ENDLESS) this.finish();
  }

  private move(): void {
    const { bytes } = this;
    const { bus } = this.dma.options;
    const { swap, sniff, increaseRead, increaseWrite } = this.dma.layout.control;
    let error = READ_ERROR;
    try {
      let value = bus.read(this.readAddress, bytes);
      if (this.bit(swap) && bytes > 1) value = bytes === 4 ? swap32(value) : swap16(value);
      if (this.bit(sniff)) this.dma.sniff(this.index, value);
      error = WRITE_ERROR;
      bus.write(this.writeAddress, bytes, value);
    } catch (thrown) {
      if (!(thrown instanceof FaultSignal)) throw thrown;
      this.errors |= error | AHB_ERROR;
      this.abort();
      return;
    }
    if (this.bit(increaseRead)) this.readAddress = this.next(this.readAddress, false, bytes);
    if (this.bit(increaseWrite)) this.writeAddress = this.next(this.writeAddress, true, bytes);
    if (this.mode !== ENDLESS) this.count = (this.count - 1) >>> 0;
  }

  private finish(): void {
    this.busy = false;
    const { dma, index, chainTo } = this;
    if (!this.bit(dma.layout.control.quiet)) dma.raiseInterrupt(index);
    if (this.mode === TRIGGER_SELF) this.start();
    else if (chainTo !== index) {
      dma.channels[chainTo]?.start();
      dma.tell();
    }
  }

  // Batches of transfers ----------------------------------------------------------------------------------------------

  /** The memory that coming transfers may touch. */
  spans(): Watched[] {
    const { increaseRead, increaseWrite } = this.dma.layout.control;
    return [
      this.span(this.readAddress, false, this.bit(increaseRead)),
      this.span(this.writeAddress, true, this.bit(increaseWrite)),
    ].flatMap((span) => span ?? []);
  }

  private span(address: number, write: boolean, increases: boolean): Watched | null {
    const { base, words } = this.dma.options.bus.ram;
    const mask = this.ring(write);
    const from = (increases && mask ? address & ~mask : address) >>> 0;
    const length = !increases ? this.bytes : mask ? mask + 1 : this.count * this.bytes;
    const size = 4 * words.length;
    const offset = from - base;
    return offset < 0 || offset >= size ? null : { from: offset, bytes: Math.min(length, size - offset) };
  }

  /** True if transfers affect nothing but memory and a PIO FIFO. */
  get isPrivate(): boolean {
    const { isLazyRegister, bus } = this.dma.options;
    const size = 4 * bus.ram.words.length;
    const isRam = (address: number) => address >= bus.ram.base && address < bus.ram.base + size;
    return (
      (isLazyRegister(this.readAddress) && isRam(this.writeAddress)) ||
      (isRam(this.readAddress) && isLazyRegister(this.writeAddress))
    );
  }

  /**
   * Number of words that `repeat` may write: only whole words, at consecutive addresses, without a transfer end in
   * between.
   */
  get repeatable(): number {
    const { increaseRead, increaseWrite, swap, sniff } = this.dma.layout.control;
    if (this.bytes !== 4 || this.bit(increaseRead) || !this.bit(increaseWrite) || this.bit(swap) || this.bit(sniff))
      return 0;
    if (!this.isPrivate || this.writeAddress & 3) return 0;
    const { base, words } = this.dma.options.bus.ram;
    const left = this.mode === ENDLESS ? Infinity : this.count - 1;
    return this.ring(true) ? left : Math.min(left, words.length - ((this.writeAddress - base) >> 2));
  }

  repeat(pattern: readonly number[], times: number): void {
    const { base, words } = this.dma.options.bus.ram;
    const mask = this.ring(true);
    const total = pattern.length * times;
    // Words that the ring would overwrite anyway are not written.
    const skipped = mask ? Math.max(0, total - ((mask + 1) >> 2)) : 0;
    let address = this.next(this.writeAddress, true, 4 * skipped);
    for (let i = skipped; i < total; i++) {
      words[(address - base) >> 2] = pattern[i % pattern.length];
      address = this.next(address, true, 4);
    }
    this.writeAddress = address;
    if (this.mode !== ENDLESS) this.count -= total;
  }

  // Registers -----------------------------------------------------------------------------------------------------

  private get status(): number {
    return (this.control | this.errors | (this.busy ? 1 << this.dma.layout.control.busy : 0)) >>> 0;
  }

  private get transCount(): number {
    const { countBits } = this.dma.layout;
    return countBits === 32 ? this.count : ((this.mode << countBits) | this.count) >>> 0;
  }

  /** Each register has four aliases; in every alias one register triggers the channel. */
  read(offset: number): number {
    switch (ALIASES[(offset >> 2) & 15]) {
      case 'read':
        return this.readAddress;
      case 'write':
        return this.writeAddress;
      case 'count':
        return this.transCount;
      default:
        return this.status;
    }
  }

  write(offset: number, value: number): void {
    switch (ALIASES[(offset >> 2) & 15]) {
      case 'read':
        this.readAddress = value >>> 0;
        break;
      case 'write':
        this.writeAddress = value >>> 0;
        break;
      case 'count':
        this.reload = value >>> 0;
        break;
      default: {
        const wasOn = this.control & EN;
        this.errors &= ~value & (READ_ERROR | WRITE_ERROR);
        if (this.errors) this.errors |= AHB_ERROR;
        if (value & this.dma.layout.missing) throw new FaultSignal('DMA: falling addresses are not modelled');
        this.control = value & ((1 << this.dma.layout.control.busy) - 1);
        if (this.busy && !wasOn && this.control & EN) this.go();
      }
    }
    if ((offset & 0xc) !== 0xc) return;
    if (value !== 0) this.start();
    else if (this.bit(this.dma.layout.control.quiet)) this.dma.raiseInterrupt(this.index);
  }
}

const ALIASES = [
  ...(['read', 'write', 'count', 'control'] as const),
  ...(['control', 'read', 'write', 'count'] as const),
  ...(['control', 'count', 'read', 'write'] as const),
  ...(['control', 'write', 'count', 'read'] as const),
];

export class Dma implements Registers, Requests {
  readonly layout: DmaLayout;
  readonly channels: Channel[];
  cycleNanos: number;
  /** Called before an access to a register, and after a channel's behaviour may have changed. */
  beforeAccess = () => {};
  changed = (_watched: Watched) => {};
  private readonly raised: boolean[] = Array.from({ length: 64 }, () => false);
  private interrupts = 0;
  private readonly enables: number[];
  private readonly forces: number[];
  private readonly timers = [0, 0, 0, 0];
  private sniffControl = 0;
  private sniffData = 0;

  constructor(readonly options: DmaOptions) {
    this.layout = options.layout;
    this.cycleNanos = options.cycleNanos;
    this.enables = this.layout.interruptLines.map(() => 0);
    this.forces = this.layout.interruptLines.map(() => 0);
    this.channels = Array.from({ length: this.layout.channels }, (_, i) => new Channel(this, i));
  }

  reset(): void {
    this.beforeAccess();
    for (const channel of this.channels) channel.reset();
    this.interrupts = 0;
    this.enables.fill(0);
    this.forces.fill(0);
    this.timers.fill(0);
    this.signal();
    this.tell();
  }

  // Requests ------------------------------------------------------------------------------------------------------

  isRaised(request: number): boolean {
    return this.raised[request];
  }

  raise(request: number): void {
    if (this.raised[request]) return;
    this.raised[request] = true;
    for (const channel of this.channels) if (channel.active && channel.request === request) channel.pump();
  }

  drop(request: number): void {
    this.raised[request] = false;
  }

  private on(request: number): Channel[] {
    return this.channels.filter((channel) => channel.active && channel.request === request);
  }

  quietTransfers(request: number): number {
    let quiet = Infinity;
    for (const channel of this.channels) {
      if (!channel.active || channel.request !== request) continue;
      if (!channel.isPrivate) return 1;
      const interrupts =
        !channel.bit(this.layout.control.quiet) && this.enables.some((set) => set & (1 << channel.index));
      if (channel.mode !== ENDLESS && (interrupts || channel.chainTo !== channel.index)) {
        quiet = Math.min(quiet, channel.count);
      }
    }
    return quiet;
  }

  repeatable(request: number): number {
    const on = this.on(request);
    return on.length === 1 ? on[0].repeatable : 0;
  }

  repeat(request: number, words: readonly number[], times: number): void {
    this.on(request)[0].repeat(words, times);
  }

  timerNanos(timer: number): number {
    const value = this.timers[timer];
    const dividend = value >>> 16;
    const divisor = value & 0xffff;
    return dividend && divisor ? (divisor / dividend) * this.cycleNanos : Infinity;
  }

  /** Plain sums only; the CRC modes leave the sum unchanged. */
  sniff(channel: number, value: number): void {
    const { sniffControl } = this;
    const isOn = (sniffControl & 1) !== 0 && ((sniffControl >> 1) & 15) === channel;
    if (isOn && ((sniffControl >> 5) & 15) === 0xf) this.sniffData = (this.sniffData + value) >>> 0;
  }

  // Interrupts ----------------------------------------------------------------------------------------------------

  raiseInterrupt(channel: number): void {
    this.interrupts |= 1 << channel;
    this.signal();
  }

  private status(line: number): number {
    return (this.interrupts & this.enables[line]) | this.forces[line];
  }

  private signal(): void {
    this.layout.interruptLines.forEach((_, line) => this.options.interrupt(line, this.status(line) !== 0));
  }

  // Registers -----------------------------------------------------------------------------------------------------

  readUint32(offset: number): number {
    this.beforeAccess();
    const { layout } = this;
    if (offset < layout.channels * 0x40) return this.channels[offset >> 6].read(offset & 0x3f);
    const line = layout.interruptLines.findIndex((at) => offset >= at && offset < at + 0x10);
    if (line >= 0) {
      const register = (offset - layout.interruptLines[line]) >> 2;
      return [this.interrupts, this.enables[line], this.forces[line], this.status(line)][register] >>> 0;
    }
    if (offset >= layout.timers && offset < layout.timers + 16) return this.timers[(offset - layout.timers) >> 2];
    if (offset === layout.trigger + 4) return this.sniffControl;
    if (offset === layout.trigger + 8) return this.sniffData;
    if (offset === layout.channelCount) return layout.channels;
    if (offset >= 0x800 && (offset & 0x3f) === (DBG_TCR & 0x3f))
      return this.channels[(offset - 0x800) >> 6]?.reload ?? 0;
    return 0;
  }

  writeUint32(offset: number, value: number): void {
    this.beforeAccess();
    this.write(offset, value);
    this.tell();
  }

  private write(offset: number, value: number): void {
    const { layout } = this;
    if (offset < layout.channels * 0x40) {
      this.channels[offset >> 6].write(offset & 0x3f, value);
      return;
    }
    const line = layout.interruptLines.findIndex((at) => offset >= at && offset < at + 0x10);
    if (line >= 0) {
      const register = (offset - layout.interruptLines[line]) >> 2;
      if (register === 1) this.enables[line] = value & 0xffff;
      else if (register === 2) this.forces[line] = value & 0xffff;
      else this.interrupts &= ~value;
      this.signal();
    } else if (offset >= layout.timers && offset < layout.timers + 16) {
      this.timers[(offset - layout.timers) >> 2] = value >>> 0;
    } else if (offset === layout.trigger) {
      for (const channel of this.channels) if (value & (1 << channel.index)) channel.start();
    } else if (offset === layout.trigger + 4) {
      this.sniffControl = value;
    } else if (offset === layout.trigger + 8) {
      this.sniffData = value >>> 0;
    } else if (offset === layout.abort) {
      for (const channel of this.channels) if (value & (1 << channel.index)) channel.abort();
    }
  }

  /** Reports which memory PIO transfers may touch from now on. */
  tell(): void {
    let from = Infinity;
    let to = 0;
    for (const channel of this.channels) {
      if (!channel.active || !this.options.isLazy(channel.request)) continue;
      for (const span of channel.spans()) {
        from = Math.min(from, span.from);
        to = Math.max(to, span.from + span.bytes);
      }
    }
    this.changed(from < to ? { from, bytes: to - from } : { from: 0, bytes: 0 });
  }
}

const swap16 = (value: number) => ((value & 0xff) << 8) | ((value >> 8) & 0xff);
const swap32 = (value: number) => ((swap16(value & 0xffff) << 16) | swap16(value >>> 16)) >>> 0;
