/**
 * What every Cortex-M core here shares: registers and flags, time, exceptions and sleep, and access to memory. Each core
 * adds its instructions. Only the main stack is modelled, since our firmware uses no other.
 */
import { FaultSignal, RAM, XIP } from '../chip.ts';
import type { Flash } from '../parts/flash.ts';
import type { Cache } from './cache.ts';
import type { Clock } from './clock.ts';
import { HARD_FAULT, NMI, Nvic } from './nvic.ts';

export interface CoreOwner {
  /** Called at a breakpoint inside the boot ROM: executes the routine with that number. */
  serve(trap: number): void;
  faulted(why: string, stuck: boolean): void;
  /** Called before an access to watched memory. The clock has not reached `nanos`, the time of the access, yet. */
  looksAt(nanos: number): void;
  /** Accesses everything but SRAM, flash and ROM; `bytes` is 1, 2 or 4, and `at` is aligned to it. */
  read(at: number, bytes: number): number;
  write(at: number, bytes: number, value: number): void;
}

export interface CoreMemory {
  ram: Uint8Array;
  rom: Uint8Array | Uint32Array;
  flash: Flash;
}

/** Cycles that this core takes to enter and to leave an exception. */
export interface ExceptionCycles {
  entry: number;
  return: number;
}

const TO_THREAD = 0xfffffff9;
const TO_HANDLER = 0xfffffff1;
const FRAME_BYTES = 0x20;

export const hex = (value: number) => `0x${(value >>> 0).toString(16)}`;

export abstract class CortexM {
  /** Signed, because the JavaScript engine is fastest with that; r15 is the current instruction. */
  readonly r = new Int32Array(16);
  readonly nvic = new Nvic();
  cycleNanos = 8;
  awakeCycles = 0;
  waiting = false;
  private wakesMasked = false;
  eventRegistered = false;
  /** The running exception, or 0. */
  ipsr = 0;
  vtor = 0;
  /** False while the flash executes serial commands: an access faults. */
  flashAnswers = true;
  /** Offset and length of the RAM that another block fills lazily: the block must be notified before an access. */
  watchedFrom = 0;
  watchedBytes = 0;

  /** A value that has the sign and zeroness that the N and Z flags describe. */
  protected negativeZero = 1;
  protected carry = 0;
  protected overflow = 0;
  /**
   * Cycles of this burst that are not on the clock yet, and those that are. `sync` updates the clock before an access.
   */
  protected used = 0;
  protected synced = 0;
  /** True if an access went to a peripheral: time, alarms and interrupts may have changed. */
  protected touched = false;
  /** The word of flash that the core has prefetched. */
  protected fetched = -1;
  /** Cycles that the core has waited for the flash and that are not counted yet. */
  protected stall = 0;
  protected readonly ram8: Uint8Array;
  protected readonly ram16: Uint16Array;
  protected readonly ram32: Int32Array;
  protected readonly flash8: Uint8Array;
  protected readonly flash16: Uint16Array;
  protected readonly flash32: Int32Array;
  protected readonly rom8: Uint8Array;
  protected readonly rom16: Uint16Array;
  protected readonly rom32: Int32Array;
  private readonly ramBytes: number;
  private readonly flashBytes: number;
  private readonly romBytes: number;

  constructor(
    { ram, rom, flash }: CoreMemory,
    protected readonly clock: Clock,
    protected readonly cache: Cache,
    protected readonly owner: CoreOwner,
    private readonly exceptionCycles: ExceptionCycles,
  ) {
    this.ram8 = ram;
    this.ram16 = new Uint16Array(ram.buffer);
    this.ram32 = new Int32Array(ram.buffer);
    this.flash8 = flash.bytes;
    this.flash16 = new Uint16Array(flash.bytes.buffer);
    this.flash32 = new Int32Array(flash.bytes.buffer);
    this.rom8 = new Uint8Array(rom.buffer);
    this.rom16 = new Uint16Array(rom.buffer);
    this.rom32 = new Int32Array(rom.buffer);
    this.ramBytes = ram.length;
    this.flashBytes = flash.bytes.length;
    this.romBytes = rom.byteLength;
  }

  /** Starts at a vector table in flash, which the boot ROM has read. */
  start(vectors: number): void {
    const [stack, entry] = this.flash32.subarray((vectors - XIP) >> 2);
    this.vtor = vectors;
    this.r[13] = stack & ~3;
    this.r[15] = entry & ~1;
  }

  // Exceptions --------------------------------------------------------------------------------------------------

  get psr(): number {
    const n = this.negativeZero < 0 ? 1 << 31 : 0;
    const z = this.negativeZero === 0 ? 1 << 30 : 0;
    return n | z | (this.carry << 29) | (this.overflow << 28) | (1 << 24) | this.ipsr;
  }

  set psr(psr: number) {
    this.flags = psr;
    this.ipsr = psr & 0x1ff;
  }

  set flags(psr: number) {
    this.negativeZero = psr & (1 << 30) ? 0 : psr < 0 ? -1 : 1;
    this.carry = (psr >> 29) & 1;
    this.overflow = (psr >> 28) & 1;
  }

  /** WFI or WFE: waits unless an interrupt is due. Only WFI wakes for one that PRIMASK masks. */
  protected sleep(wakesMasked: boolean): void {
    this.wakesMasked = wakesMasked;
    this.waiting = this.nvic.next(this.ipsr, wakesMasked) === 0;
  }

  /** Takes an interrupt if one is due. */
  private interrupt(): void {
    const { nvic } = this;
    const exception = nvic.next(this.ipsr, false);
    if (exception === 0) {
      nvic.updated = false;
      if (this.waiting && this.wakesMasked && nvic.next(this.ipsr, true) !== 0) this.waiting = false;
      return;
    }
    nvic.taken(exception);
    this.waiting = false;
    try {
      this.enter(exception);
    } catch (thrown) {
      this.caught(thrown);
    }
  }

  protected enter(exception: number): void {
    const { r } = this;
    this.pushFrame(exception);
    r[14] = this.ipsr === 0 ? TO_THREAD : TO_HANDLER;
    this.ipsr = exception;
    this.eventRegistered = true;
    r[15] = this.load32(this.vtor + 4 * exception) & ~1;
    this.spend(this.exceptionCycles.entry + this.waited());
  }

  /** Where the next exception's frame goes: at a multiple of eight. */
  protected get nextFrame(): number {
    return (this.r[13] - FRAME_BYTES) & ~4;
  }

  protected pushFrame(_exception: number): void {
    const { r, nextFrame: frame } = this;
    const odd = (r[13] >> 2) & 1;
    [r[0], r[1], r[2], r[3], r[12], r[14], r[15], this.psr | (odd << 9)].forEach((value, i) =>
      this.store32(frame + 4 * i, value),
    );
    r[13] = frame;
  }

  protected leave(): void {
    const { r } = this;
    const frame = r[13];
    const left = this.ipsr;
    [0, 1, 2, 3, 12, 14, 15].forEach((register, i) => (r[register] = this.load32(frame + 4 * i)));
    const psr = this.load32(frame + 0x1c);
    r[13] = (frame + FRAME_BYTES) | (((psr >> 9) & 1) << 2);
    r[15] &= ~1;
    this.psr = psr;
    this.eventRegistered = true;
    this.nvic.left(left);
    this.spend(this.exceptionCycles.return);
  }

  private caught(thrown: unknown): void {
    if (!(thrown instanceof FaultSignal)) throw thrown;
    this.fault(thrown);
  }

  /** A fault: the firmware's own handler runs. In that handler, or if it is masked or fails, the core locks up. */
  protected fault(signal: FaultSignal): void {
    const stuck = this.ipsr === HARD_FAULT || this.ipsr === NMI || this.nvic.faultmask !== 0;
    this.owner.faulted(signal.message, stuck);
    if (stuck) return this.lockUp();
    try {
      this.enter(HARD_FAULT);
    } catch (thrown) {
      if (!(thrown instanceof FaultSignal)) throw thrown;
      this.owner.faulted(thrown.message, true);
      this.lockUp();
    }
  }

  /** The fault of a branch to an even address: it is taken at the target. */
  protected notThumb(to: number): FaultSignal {
    this.r[15] = to;
    return new FaultSignal(`branch to ${hex(to)}, an even address`);
  }

  /** Locks up the core. Only a reset ends that. */
  private lockUp(): void {
    this.nvic.enabled.fill(0);
    this.waiting = true;
  }

  // Time --------------------------------------------------------------------------------------------------------

  spend(cycles: number): void {
    this.awakeCycles += cycles;
    this.clock.nanos += cycles * this.cycleNanos;
  }

  /** Makes the instruction under way wait for the flash. */
  wait(cycles: number): void {
    this.stall += cycles;
  }

  protected waited(): number {
    const { stall } = this;
    this.stall = 0;
    return stall;
  }

  /** Puts the cycles used so far on the clock, and ends the burst after this instruction. */
  protected sync(): void {
    this.spend(this.used);
    this.synced += this.used;
    this.used = 0;
    this.touched = true;
  }

  /** Executes until the time is reached or the core sleeps. */
  run(until: number): void {
    const { clock, nvic } = this;
    for (;;) {
      if (clock.due <= clock.nanos) clock.advanceTo(clock.nanos);
      if (clock.nanos >= until) return;
      if (nvic.updated) {
        this.interrupt();
        if (clock.due <= clock.nanos) continue;
      }
      if (this.waiting) return;
      const limit = Math.max(1, Math.ceil((Math.min(clock.due, until) - clock.nanos) / this.cycleNanos));
      this.guarded(limit);
    }
  }

  /** Executes one instruction, even if an interrupt or an alarm is due. For tests. */
  step(): void {
    this.guarded(1);
  }

  private guarded(limit: number): void {
    try {
      this.burst(limit);
    } catch (thrown) {
      this.spend(this.used);
      this.used = 0;
      this.caught(thrown);
    }
  }

  /** Executes up to `limit` cycles, or until something outside the core may have changed. */
  protected abstract burst(limit: number): void;

  // Memory ------------------------------------------------------------------------------------------------------

  protected load32(at: number): number {
    if (at & 3) return this.loadUnaligned(at, 4);
    const ram = (at - RAM) >>> 0;
    if (ram < this.ramBytes) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      return this.ram32[ram >> 2];
    }
    const flash = (at - XIP) >>> 0;
    if (flash < this.flashBytes) {
      this.readFlash(flash);
      return this.flash32[flash >> 2];
    }
    if (at >>> 0 < this.romBytes) return this.rom32[at >> 2];
    this.sync();
    return this.owner.read(at >>> 0, 4) | 0;
  }

  protected load16(at: number): number {
    if (at & 1) return this.loadUnaligned(at, 2);
    const ram = (at - RAM) >>> 0;
    if (ram < this.ramBytes) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      return this.ram16[ram >> 1];
    }
    const flash = (at - XIP) >>> 0;
    if (flash < this.flashBytes) {
      this.readFlash(flash);
      return this.flash16[flash >> 1];
    }
    if (at >>> 0 < this.romBytes) return this.rom16[at >> 1];
    this.sync();
    return this.owner.read(at >>> 0, 2) & 0xffff;
  }

  protected load8(at: number): number {
    const ram = (at - RAM) >>> 0;
    if (ram < this.ramBytes) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      return this.ram8[ram];
    }
    const flash = (at - XIP) >>> 0;
    if (flash < this.flashBytes) {
      this.readFlash(flash);
      return this.flash8[flash];
    }
    if (at >>> 0 < this.romBytes) return this.rom8[at];
    this.sync();
    return this.owner.read(at >>> 0, 1) & 0xff;
  }

  protected store32(at: number, value: number): void {
    if (at & 3) return this.storeUnaligned(at, 4, value);
    const ram = (at - RAM) >>> 0;
    if (ram < this.ramBytes) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      this.ram32[ram >> 2] = value;
    } else {
      this.sync();
      this.owner.write(at >>> 0, 4, value >>> 0);
    }
  }

  protected store16(at: number, value: number): void {
    if (at & 1) return this.storeUnaligned(at, 2, value);
    const ram = (at - RAM) >>> 0;
    if (ram < this.ramBytes) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      this.ram16[ram >> 1] = value;
    } else {
      this.sync();
      this.owner.write(at >>> 0, 2, value & 0xffff);
    }
  }

  protected store8(at: number, value: number): void {
    const ram = (at - RAM) >>> 0;
    if (ram < this.ramBytes) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      this.ram8[ram] = value;
    } else {
      this.sync();
      this.owner.write(at >>> 0, 1, value & 0xff);
    }
  }

  protected abstract loadUnaligned(at: number, bytes: number): number;
  protected abstract storeUnaligned(at: number, bytes: number, value: number): void;

  /** True for SRAM, flash and ROM. */
  protected isMemory(at: number): boolean {
    return (at - RAM) >>> 0 < this.ramBytes || (at - XIP) >>> 0 < this.flashBytes || at >>> 0 < this.romBytes;
  }

  private readFlash(offset: number): void {
    if (!this.flashAnswers) throw new FaultSignal(`read of flash at ${hex(XIP + offset)} while it is busy`);
    if (this.cache.missCycles > 0) this.stall += this.cache.access(offset);
  }

  private lookAtWatched(): void {
    this.owner.looksAt(this.clock.nanos + this.used * this.cycleNanos);
  }

  /** Reads a halfword of code, bypassing the cache. */
  protected halfAt(at: number): number {
    const flash = (at - XIP) >>> 0;
    if (flash < this.flashBytes) {
      if (!this.flashAnswers) throw new FaultSignal(`flash executed at ${hex(at)} while it is busy`);
      return this.flash16[flash >> 1];
    }
    const ram = (at - RAM) >>> 0;
    if (ram < this.ramBytes) return this.ram16[ram >> 1];
    if (at >>> 0 < this.romBytes) return this.rom16[at >> 1];
    throw new FaultSignal(`no code at ${hex(at)}`);
  }

  /** Called before DMA reads an address: faults if that is flash which does not answer. */
  dmaReads(at: number): void {
    if (!this.flashAnswers && (at - XIP) >>> 0 < this.flashBytes)
      throw new FaultSignal(`DMA reads flash at ${hex(at)} while it is busy`);
  }

  /** Cycles of an access beyond the instruction's own: none for SIO, more behind the slow bridge. */
  protected reach(at: number, bridge: number, memory: number): number {
    const top = at >>> 28;
    return top === 0xd ? 0 : top === 4 ? bridge : memory;
  }
}
