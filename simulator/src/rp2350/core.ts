/**
 * The Cortex-M33 core: ARMv8-M Mainline in its secure state, without floating point and DSP. Instructions of flash are taken
 * apart once and kept.
 *
 * Only the main stack is there; no firmware of ours uses another. ARM publishes no table of cycles for this core: an
 * instruction takes one here, a load two, a taken branch two or three, a division two to eleven. A pair that the real core
 * may issue together takes two.
 */
import type { Cache } from '../blocks/cache.ts';
import type { Clock } from '../blocks/clock.ts';
import { FaultSignal, RAM, XIP } from '../chip.ts';
import type { Flash } from '../parts/flash.ts';
import {
  BY_REGISTER,
  BYTE,
  constant,
  decode,
  DOWN,
  HALF,
  IS_EXCLUSIVE,
  IS_STORE,
  KIND,
  NO_RESULT,
  OFFSET_BIAS,
  OFFSET_MASK,
  POST,
  PRE,
  QUIET_IN_IT,
  SETS_FLAGS,
  SIGNED_BYTE,
  SIGNED_HALF,
  SIZE_SHIFT,
  WORD,
  WRITE_BACK,
} from './decode.ts';
import { HARD_FAULT, NMI, Nvic, SVCALL } from './nvic.ts';

export const RAM_BYTES = 520 * 1024;
export const ROM_BYTES = 32 * 1024;
const ENTRY_CYCLES = 12;
const RETURN_CYCLES = 12;
const EXC_RETURN = 0xff;
const TO_THREAD = 0xfffffff9;
const TO_HANDLER = 0xfffffff1;
/** Where decoded words that are not kept are put. */
const NO_CODE = new Int32Array(0);

/** Bits of CFSR. */
export const CFSR = {
  BUS_ERROR: 1 << 9,
  UNDEFINED: 1 << 16,
  INVALID_PC: 1 << 18,
  STACK_OVERFLOW: 1 << 20,
  UNALIGNED: 1 << 24,
} as const;

/** A crash, with what the core's status register says of it. */
export class CoreFault extends FaultSignal {
  constructor(
    why: string,
    readonly status: number,
  ) {
    super(why);
  }
}

const hex = (value: number) => `0x${(value >>> 0).toString(16)}`;
const unaligned = (at: number) => new CoreFault(`unaligned access at ${hex(at)}`, CFSR.UNALIGNED);

export interface CoreOwner {
  /** A breakpoint inside the boot ROM. */
  serve(trap: number): void;
  faulted(why: string, stuck: boolean): void;
  /** An access to watched memory is about to be made at this instant, which the clock has not reached yet. */
  looksAt(nanos: number): void;
  /** Everything but SRAM and flash; bytes are 1, 2 or 4, and aligned. */
  read(at: number, bytes: number): number;
  write(at: number, bytes: number, value: number): void;
}

export interface CoreMemory {
  ram: Uint8Array<ArrayBuffer>;
  rom: Uint8Array<ArrayBuffer>;
  flash: Flash;
  /** Bytes at the start of the flash that may hold code worth keeping decoded. */
  codeBytes: number;
}

/** Whether a condition holds. */
function holds(condition: number, nz: number, c: number, v: number): boolean {
  let held: boolean;
  switch (condition >> 1) {
    case 0:
      held = nz === 0;
      break;
    case 1:
      held = c === 1;
      break;
    case 2:
      held = nz < 0;
      break;
    case 3:
      held = v === 1;
      break;
    case 4:
      held = c === 1 && nz !== 0;
      break;
    case 5:
      held = nz < 0 === (v === 1);
      break;
    case 6:
      held = nz !== 0 && nz < 0 === (v === 1);
      break;
    default:
      return true;
  }
  return (condition & 1) === 0 ? held : !held;
}

/** The upper half of a product of two unsigned words. */
function highProduct(x: number, y: number): number {
  const [xl, xh, yl, yh] = [x & 0xffff, x >>> 16, y & 0xffff, y >>> 16];
  const low = xl * yl;
  const one = xh * yl + (low >>> 16);
  const two = xl * yh + (one & 0xffff);
  return (xh * yh + Math.floor(one / 65536) + (two >>> 16)) | 0;
}

function reversed(x: number): number {
  let bits = x;
  bits = ((bits >>> 1) & 0x55555555) | ((bits & 0x55555555) << 1);
  bits = ((bits >>> 2) & 0x33333333) | ((bits & 0x33333333) << 2);
  bits = ((bits >>> 4) & 0x0f0f0f0f) | ((bits & 0x0f0f0f0f) << 4);
  return swapped(bits);
}

function swapped(x: number): number {
  const bytes = ((x & 0x00ff00ff) << 8) | ((x >>> 8) & 0x00ff00ff);
  return (bytes << 16) | (bytes >>> 16);
}

export class Core {
  /** Signed, for that is what the engine computes with fastest; r15 is the instruction under way. */
  readonly r = new Int32Array(16);
  readonly nvic = new Nvic();
  cycleNanos = 1000 / 150;
  awakeCycles = 0;
  waiting = false;
  eventRegistered = false;
  /** The running exception, or 0. */
  ipsr = 0;
  vtor = 0;
  msplim = 0;
  psp = 0;
  control = 0;
  cfsr = 0;
  hfsr = 0;
  /** Whether a stack overflow is ignored in the handlers of NMI and HardFault. */
  ignoresOverflow = false;
  /** Whether flash answers; it does not while it is told serial commands. */
  flashAnswers = true;
  /** Memory that somebody else fills in time only if told so before it is looked at, as offsets. */
  watchedFrom = 0;
  watchedBytes = 0;

  private negativeZero = 1;
  private carry = 0;
  private overflow = 0;
  private saturated = 0;
  /** The IT block under way: its condition and what is left of its mask. */
  private itState = 0;
  /** The address that the local monitor guards, or -1. */
  private exclusive = -1;
  /** Cycles of this burst that are not on the clock yet, as far as an access must know them; and those that are. */
  private used = 0;
  private synced = 0;
  /** An access went to a peripheral: time, alarms and interrupts may have changed. */
  private touched = false;
  private readonly ram8: Uint8Array;
  private readonly ram16: Uint16Array;
  private readonly ram32: Int32Array;
  private readonly flash8: Uint8Array;
  private readonly flash16: Uint16Array;
  private readonly flash32: Int32Array;
  private readonly rom16: Uint16Array;
  private readonly rom32: Int32Array;
  /** Decoded instructions of flash, two words for each halfword. */
  private readonly code: Int32Array;
  /** The word of flash that the core holds. */
  private fetched = -1;
  /** Cycles that the core has waited for the flash and that are not counted yet. */
  private stall = 0;

  constructor(
    memory: CoreMemory,
    private readonly clock: Clock,
    private readonly cache: Cache,
    private readonly owner: CoreOwner,
  ) {
    this.ram8 = memory.ram;
    this.ram16 = new Uint16Array(memory.ram.buffer);
    this.ram32 = new Int32Array(memory.ram.buffer);
    this.flash8 = memory.flash.bytes;
    this.flash16 = new Uint16Array(memory.flash.bytes.buffer);
    this.flash32 = new Int32Array(memory.flash.bytes.buffer);
    this.rom16 = new Uint16Array(memory.rom.buffer);
    this.rom32 = new Int32Array(memory.rom.buffer);
    this.code = new Int32Array(memory.codeBytes & ~1);
  }

  start(vectors: number): void {
    this.vtor = vectors;
    this.r[13] = this.load32(vectors) & ~7;
    this.r[15] = this.load32(vectors + 4) & ~1;
    this.stall = 0;
  }

  /** Flash was changed here: what was decoded of it no longer holds. */
  forget(from: number, bytes: number): void {
    this.code.fill(0, from & ~1, (from + bytes + 1) & ~1);
    this.fetched = -1;
  }

  // Exceptions --------------------------------------------------------------------------------------------------

  /** Takes an interrupt if one is due. */
  private interrupt(): void {
    const { nvic } = this;
    const exception = nvic.next(this.ipsr, false);
    if (exception === 0) {
      nvic.updated = false;
      if (this.waiting && nvic.next(this.ipsr, true) !== 0) this.waiting = false;
      return;
    }
    nvic.taken(exception);
    this.waiting = false;
    this.enter(exception);
  }

  get psr(): number {
    const n = this.negativeZero < 0 ? 1 << 31 : 0;
    const z = this.negativeZero === 0 ? 1 << 30 : 0;
    const it = ((this.itState & 3) << 25) | ((this.itState >> 2) << 10);
    return n | z | (this.carry << 29) | (this.overflow << 28) | (this.saturated << 27) | it | (1 << 24) | this.ipsr;
  }

  set psr(psr: number) {
    this.flags = psr;
    this.itState = ((psr >> 25) & 3) | ((psr >> 8) & 0xfc);
    this.ipsr = psr & 0x1ff;
  }

  set flags(psr: number) {
    this.negativeZero = psr & (1 << 30) ? 0 : psr < 0 ? -1 : 1;
    this.carry = (psr >> 29) & 1;
    this.overflow = (psr >> 28) & 1;
    this.saturated = (psr >> 27) & 1;
  }

  private enter(exception: number): void {
    const { r } = this;
    const odd = (r[13] >> 2) & 1;
    const frame = (r[13] - 0x20) & ~4;
    const overflows = this.overflows(frame, exception);
    if (overflows) {
      // Nothing is stacked below the limit; the handler begins with what is left.
      r[13] = this.msplim;
    } else {
      [r[0], r[1], r[2], r[3], r[12], r[14], r[15], this.psr | (odd << 9)].forEach((value, i) =>
        this.store32(frame + 4 * i, value),
      );
      r[13] = frame;
    }
    r[14] = this.ipsr === 0 ? TO_THREAD : TO_HANDLER;
    this.ipsr = exception;
    this.itState = 0;
    this.exclusive = -1;
    this.eventRegistered = true;
    r[15] = this.load32(this.vtor + 4 * exception) & ~1;
    this.spend(ENTRY_CYCLES + this.waited());
    if (overflows && exception !== HARD_FAULT) this.fault('stack overflow on exception entry', CFSR.STACK_OVERFLOW);
  }

  /** Whether a stack pointer lies below its limit, where that matters. */
  private overflows(sp: number, running: number): boolean {
    if (sp >>> 0 >= this.msplim >>> 0) return false;
    return !(this.ignoresOverflow && (running === HARD_FAULT || running === NMI));
  }

  private leave(): void {
    const { r } = this;
    const frame = r[13];
    const left = this.ipsr;
    [0, 1, 2, 3, 12, 14, 15].forEach((register, i) => (r[register] = this.load32(frame + 4 * i)));
    const psr = this.load32(frame + 0x1c);
    r[13] = (frame + 0x20) | (((psr >> 9) & 1) << 2);
    r[15] &= ~1;
    this.psr = psr;
    this.exclusive = -1;
    this.eventRegistered = true;
    this.nvic.left(left);
    this.spend(RETURN_CYCLES);
  }

  /** A crash: the firmware's own handler has the last word. */
  fault(why: string, status: number): void {
    const stuck = this.ipsr === HARD_FAULT || this.ipsr === NMI;
    this.cfsr |= status;
    this.hfsr |= 1 << 30;
    this.owner.faulted(why, stuck);
    if (stuck) return this.lockUp();
    try {
      this.enter(HARD_FAULT);
    } catch (thrown) {
      if (!(thrown instanceof FaultSignal)) throw thrown;
      // Neither the frame nor the vector can be reached.
      this.owner.faulted(thrown.message, true);
      this.lockUp();
    }
  }

  /** Only a reset ends this. */
  private lockUp(): void {
    this.nvic.enabled.fill(0);
    this.waiting = true;
  }

  spend(cycles: number): void {
    this.awakeCycles += cycles;
    this.clock.nanos += cycles * this.cycleNanos;
  }

  private waited(): number {
    const { stall } = this;
    this.stall = 0;
    return stall;
  }

  // Memory ------------------------------------------------------------------------------------------------------

  private sync(): void {
    this.spend(this.used);
    this.synced += this.used;
    this.used = 0;
    this.touched = true;
  }

  private load32(at: number): number {
    if (at & 3) return this.loadUnaligned(at, 4);
    const ram = (at - RAM) >>> 0;
    if (ram < RAM_BYTES) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      return this.ram32[ram >> 2];
    }
    const flash = (at - XIP) >>> 0;
    if (flash < this.flash8.length) {
      this.readFlash(flash);
      return this.flash32[flash >> 2];
    }
    if (at >>> 0 < ROM_BYTES) return this.rom32[at >> 2];
    this.sync();
    return this.owner.read(at >>> 0, 4) | 0;
  }

  private load16(at: number): number {
    if (at & 1) return this.loadUnaligned(at, 2);
    const ram = (at - RAM) >>> 0;
    if (ram < RAM_BYTES) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      return this.ram16[ram >> 1];
    }
    const flash = (at - XIP) >>> 0;
    if (flash < this.flash8.length) {
      this.readFlash(flash);
      return this.flash16[flash >> 1];
    }
    if (at >>> 0 < ROM_BYTES) return this.rom16[at >> 1];
    this.sync();
    return this.owner.read(at >>> 0, 2) & 0xffff;
  }

  private load8(at: number): number {
    const ram = (at - RAM) >>> 0;
    if (ram < RAM_BYTES) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      return this.ram8[ram];
    }
    const flash = (at - XIP) >>> 0;
    if (flash < this.flash8.length) {
      this.readFlash(flash);
      return this.flash8[flash];
    }
    if (at >>> 0 < ROM_BYTES) return (this.rom16[at >> 1] >> (8 * (at & 1))) & 0xff;
    this.sync();
    return this.owner.read(at >>> 0, 1) & 0xff;
  }

  /** Memory takes accesses at any address; peripherals do not. */
  private loadUnaligned(at: number, bytes: number): number {
    if (!this.isMemory(at)) throw unaligned(at);
    let value = 0;
    for (let i = bytes - 1; i >= 0; i--) value = (value << 8) | this.load8((at + i) | 0);
    return value;
  }

  private storeUnaligned(at: number, bytes: number, value: number): void {
    if (!this.isMemory(at)) throw unaligned(at);
    for (let i = 0; i < bytes; i++) this.store8((at + i) | 0, value >> (8 * i));
  }

  private isMemory(at: number): boolean {
    return (at - RAM) >>> 0 < RAM_BYTES || (at - XIP) >>> 0 < this.flash8.length || at >>> 0 < ROM_BYTES;
  }

  private readFlash(offset: number): void {
    if (!this.flashAnswers)
      throw new CoreFault(`read of flash at ${hex(XIP + offset)} while it is busy`, CFSR.BUS_ERROR);
    if (this.cache.missCycles > 0) this.stall += this.cache.access(offset);
  }

  private store32(at: number, value: number): void {
    if (at & 3) return this.storeUnaligned(at, 4, value);
    const ram = (at - RAM) >>> 0;
    if (ram < RAM_BYTES) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      this.ram32[ram >> 2] = value;
    } else {
      this.writable(at);
      this.owner.write(at >>> 0, 4, value >>> 0);
    }
  }

  private store16(at: number, value: number): void {
    if (at & 1) return this.storeUnaligned(at, 2, value);
    const ram = (at - RAM) >>> 0;
    if (ram < RAM_BYTES) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      this.ram16[ram >> 1] = value;
    } else {
      this.writable(at);
      this.owner.write(at >>> 0, 2, value & 0xffff);
    }
  }

  private store8(at: number, value: number): void {
    const ram = (at - RAM) >>> 0;
    if (ram < RAM_BYTES) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      this.ram8[ram] = value;
    } else {
      this.writable(at);
      this.owner.write(at >>> 0, 1, value & 0xff);
    }
  }

  private loadSized(at: number, size: number): number {
    switch (size) {
      case WORD:
        return this.load32(at);
      case HALF:
        return this.load16(at);
      case BYTE:
        return this.load8(at);
      case SIGNED_HALF:
        return (this.load16(at) << 16) >> 16;
      case SIGNED_BYTE:
        return (this.load8(at) << 24) >> 24;
      default:
        throw new Error(`no size ${size}`);
    }
  }

  private storeSized(at: number, size: number, value: number): void {
    if (size === WORD) this.store32(at, value);
    else if (size === HALF) this.store16(at, value);
    else this.store8(at, value);
  }

  private lookAtWatched(): void {
    this.owner.looksAt(this.clock.nanos + this.used * this.cycleNanos);
  }

  /** ROM and flash take no stores. */
  private writable(at: number): void {
    this.sync();
    if (at >>> 28 < 2) throw new CoreFault(`store to read-only ${hex(at)}`, CFSR.BUS_ERROR);
  }

  /** Moves the stack pointer, unless that passes its limit. */
  private setStack(to: number): void {
    const sp = to & ~3;
    if (sp >>> 0 < this.msplim >>> 0 && this.overflows(sp, this.ipsr)) {
      throw new CoreFault(`stack overflow: ${hex(sp)} is below the limit ${hex(this.msplim)}`, CFSR.STACK_OVERFLOW);
    }
    this.r[13] = sp;
  }

  /** A base register's new value. */
  private setBase(register: number, to: number): void {
    if (register === 13) this.setStack(to);
    else this.r[register] = to;
  }

  private halfAt(at: number): number {
    const flash = (at - XIP) >>> 0;
    if (flash < this.flash8.length) {
      if (!this.flashAnswers) throw new CoreFault(`flash executed at ${hex(at)} while it is busy`, CFSR.BUS_ERROR);
      return this.flash16[flash >> 1];
    }
    const ram = (at - RAM) >>> 0;
    if (ram < RAM_BYTES) return this.ram16[ram >> 1];
    if (at >>> 0 < ROM_BYTES) return this.rom16[at >> 1];
    throw new CoreFault(`no code at ${hex(at)}`, CFSR.BUS_ERROR);
  }

  /** The decoded word of an instruction that is not kept; its constant is in `constant`. */
  private decodeAt(at: number): number {
    const op = this.halfAt(at);
    return decode(at, op, op >>> 11 >= 0x1d ? this.halfAt(at + 2) : 0);
  }

  /** What an access costs beyond the instruction's own cycle: none at the pins, more behind the slow bridge. */
  private reach(at: number, bridge: number, memory: number): number {
    const top = at >>> 28;
    return top === 0xd ? 0 : top === 4 ? bridge : memory;
  }

  // Running -----------------------------------------------------------------------------------------------------

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

  /** Executes one instruction, whatever is due; for tests. */
  step(): void {
    this.guarded(1);
  }

  private guarded(limit: number): void {
    try {
      this.burst(limit);
    } catch (thrown) {
      this.spend(this.used);
      this.used = 0;
      if (!(thrown instanceof FaultSignal)) throw thrown;
      this.fault(thrown.message, thrown instanceof CoreFault ? thrown.status : CFSR.BUS_ERROR);
    }
  }

  /** Executes up to `limit` cycles, or until something outside the core may have changed. */
  private burst(limit: number): void {
    const { r, cache } = this;
    const code = this.flashAnswers ? this.code : NO_CODE;
    const kept = code.length;
    const timed = cache.missCycles > 0;
    let pc = r[15];
    let nz = this.negativeZero;
    let c = this.carry;
    let v = this.overflow;
    let it = this.itState;
    let used = 0;
    this.touched = false;
    this.used = this.synced = 0;
    try {
      while (used < limit) {
        r[15] = pc;
        used++;
        const offset = (pc - XIP) >>> 0;
        let w: number;
        let imm: number;
        if (offset < kept) {
          w = code[offset];
          if (w === 0) {
            w = code[offset] = this.decodeAt(pc);
            code[offset + 1] = constant;
          }
          imm = code[offset + 1];
          if (timed) {
            if (offset >> 2 !== this.fetched) {
              this.fetched = offset >> 2;
              used += cache.access(offset);
            }
            if (w < 0 && offset & 2) {
              this.fetched = (offset + 2) >> 2;
              used += cache.access(offset + 2);
            }
          }
        } else {
          w = this.decodeAt(pc);
          imm = constant;
        }
        pc += w < 0 ? 4 : 2;
        let kind = w & 0xff;
        if (it !== 0) {
          const condition = it >> 4;
          it = (it & 7) === 0 ? 0 : (it & 0xe0) | ((it << 1) & 0x1f);
          if (!holds(condition, nz, c, v)) continue;
          if (w & QUIET_IN_IT) kind--;
        }
        const d = (w >> 8) & 15;
        switch (kind) {
          case 2: // ADDI
            r[d] = (r[(w >> 12) & 15] + imm) | 0;
            break;
          case 3: {
            // ADDIS
            const x = r[(w >> 12) & 15];
            nz = (x + imm) | 0;
            c = nz >>> 0 < x >>> 0 ? 1 : 0;
            v = (~(x ^ imm) & (x ^ nz)) >>> 31;
            r[d] = nz;
            break;
          }
          case 4: // SUBI
            r[d] = (r[(w >> 12) & 15] - imm) | 0;
            break;
          case 5: {
            // SUBIS
            const x = r[(w >> 12) & 15];
            nz = (x - imm) | 0;
            c = x >>> 0 >= imm >>> 0 ? 1 : 0;
            v = ((x ^ imm) & (x ^ nz)) >>> 31;
            r[d] = nz;
            break;
          }
          case 6: // RSBI
            r[d] = (imm - r[(w >> 12) & 15]) | 0;
            break;
          case 7: {
            // RSBIS
            const y = r[(w >> 12) & 15];
            nz = (imm - y) | 0;
            c = imm >>> 0 >= y >>> 0 ? 1 : 0;
            v = ((imm ^ y) & (imm ^ nz)) >>> 31;
            r[d] = nz;
            break;
          }
          case 8: // ADCI
            r[d] = (r[(w >> 12) & 15] + imm + c) | 0;
            break;
          case 9: {
            // ADCIS
            const x = r[(w >> 12) & 15];
            const sum = (x >>> 0) + (imm >>> 0) + c;
            nz = sum | 0;
            c = sum > 0xffffffff ? 1 : 0;
            v = (~(x ^ imm) & (x ^ nz)) >>> 31;
            r[d] = nz;
            break;
          }
          case 10: // SBCI
            r[d] = (r[(w >> 12) & 15] + ~imm + c) | 0;
            break;
          case 11: {
            // SBCIS
            const x = r[(w >> 12) & 15];
            const sum = (x >>> 0) + (~imm >>> 0) + c;
            nz = sum | 0;
            c = sum > 0xffffffff ? 1 : 0;
            v = ((x ^ imm) & (x ^ nz)) >>> 31;
            r[d] = nz;
            break;
          }
          case 12: // ANDI
            r[d] = r[(w >> 12) & 15] & imm;
            break;
          case 13: // ANDIS
            r[d] = nz = r[(w >> 12) & 15] & imm;
            if (w & 0x2000000) c = (w >> 24) & 1;
            break;
          case 14: // ORRI
            r[d] = r[(w >> 12) & 15] | imm;
            break;
          case 15: // ORRIS
            r[d] = nz = r[(w >> 12) & 15] | imm;
            if (w & 0x2000000) c = (w >> 24) & 1;
            break;
          case 16: // EORI
            r[d] = r[(w >> 12) & 15] ^ imm;
            break;
          case 17: // EORIS
            r[d] = nz = r[(w >> 12) & 15] ^ imm;
            if (w & 0x2000000) c = (w >> 24) & 1;
            break;
          case 18: // BICI
            r[d] = r[(w >> 12) & 15] & ~imm;
            break;
          case 19: // BICIS
            r[d] = nz = r[(w >> 12) & 15] & ~imm;
            if (w & 0x2000000) c = (w >> 24) & 1;
            break;
          case 20: // ORNI
            r[d] = r[(w >> 12) & 15] | ~imm;
            break;
          case 21: // ORNIS
            r[d] = nz = r[(w >> 12) & 15] | ~imm;
            if (w & 0x2000000) c = (w >> 24) & 1;
            break;
          case 22: // MOVI
            r[d] = imm;
            break;
          case 23: // MOVIS
            r[d] = nz = imm;
            if (w & 0x2000000) c = (w >> 24) & 1;
            break;
          case 24: // ADDR
            r[d] = (r[(w >> 12) & 15] + r[(w >> 16) & 15]) | 0;
            break;
          case 25: {
            // ADDRS
            const x = r[(w >> 12) & 15];
            const y = r[(w >> 16) & 15];
            nz = (x + y) | 0;
            c = nz >>> 0 < x >>> 0 ? 1 : 0;
            v = (~(x ^ y) & (x ^ nz)) >>> 31;
            r[d] = nz;
            break;
          }
          case 26: // SUBR
            r[d] = (r[(w >> 12) & 15] - r[(w >> 16) & 15]) | 0;
            break;
          case 27: {
            // SUBRS
            const x = r[(w >> 12) & 15];
            const y = r[(w >> 16) & 15];
            nz = (x - y) | 0;
            c = x >>> 0 >= y >>> 0 ? 1 : 0;
            v = ((x ^ y) & (x ^ nz)) >>> 31;
            r[d] = nz;
            break;
          }
          case 28: // ADCR
            r[d] = (r[(w >> 12) & 15] + r[(w >> 16) & 15] + c) | 0;
            break;
          case 29: {
            // ADCRS
            const x = r[(w >> 12) & 15];
            const y = r[(w >> 16) & 15];
            const sum = (x >>> 0) + (y >>> 0) + c;
            nz = sum | 0;
            c = sum > 0xffffffff ? 1 : 0;
            v = (~(x ^ y) & (x ^ nz)) >>> 31;
            r[d] = nz;
            break;
          }
          case 30: // SBCR
            r[d] = (r[(w >> 12) & 15] + ~r[(w >> 16) & 15] + c) | 0;
            break;
          case 31: {
            // SBCRS
            const x = r[(w >> 12) & 15];
            const y = r[(w >> 16) & 15];
            const sum = (x >>> 0) + (~y >>> 0) + c;
            nz = sum | 0;
            c = sum > 0xffffffff ? 1 : 0;
            v = ((x ^ y) & (x ^ nz)) >>> 31;
            r[d] = nz;
            break;
          }
          case 32: // ANDR
            r[d] = r[(w >> 12) & 15] & r[(w >> 16) & 15];
            break;
          case 33: // ANDRS
            r[d] = nz = r[(w >> 12) & 15] & r[(w >> 16) & 15];
            break;
          case 34: // ORRR
            r[d] = r[(w >> 12) & 15] | r[(w >> 16) & 15];
            break;
          case 35: // ORRRS
            r[d] = nz = r[(w >> 12) & 15] | r[(w >> 16) & 15];
            break;
          case 36: // EORR
            r[d] = r[(w >> 12) & 15] ^ r[(w >> 16) & 15];
            break;
          case 37: // EORRS
            r[d] = nz = r[(w >> 12) & 15] ^ r[(w >> 16) & 15];
            break;
          case 38: // BICR
            r[d] = r[(w >> 12) & 15] & ~r[(w >> 16) & 15];
            break;
          case 39: // BICRS
            r[d] = nz = r[(w >> 12) & 15] & ~r[(w >> 16) & 15];
            break;
          case 40: // MVNR
            r[d] = ~r[(w >> 16) & 15];
            break;
          case 41: // MVNRS
            r[d] = nz = ~r[(w >> 16) & 15];
            break;
          case 42: // MOVR
            r[d] = r[(w >> 16) & 15];
            break;
          case 43: // MOVRS
            r[d] = nz = r[(w >> 16) & 15];
            break;
          case 44: // LSLI
            r[d] = r[(w >> 16) & 15] << imm;
            break;
          case 45: {
            // LSLIS
            const x = r[(w >> 16) & 15];
            c = (x >>> (32 - imm)) & 1;
            r[d] = nz = x << imm;
            break;
          }
          case 46: // LSRI
            r[d] = imm === 32 ? 0 : r[(w >> 16) & 15] >>> imm;
            break;
          case 47: {
            // LSRIS
            const x = r[(w >> 16) & 15];
            c = (x >>> (imm - 1)) & 1;
            r[d] = nz = imm === 32 ? 0 : (x >>> imm) | 0;
            break;
          }
          case 48: // ASRI
            r[d] = r[(w >> 16) & 15] >> (imm === 32 ? 31 : imm);
            break;
          case 49: {
            // ASRIS
            const x = r[(w >> 16) & 15];
            c = (x >> (imm - 1)) & 1;
            r[d] = nz = x >> (imm === 32 ? 31 : imm);
            break;
          }
          case 50: // SHIFTR
          case 51: {
            // SHIFTRS
            const x = r[(w >> 12) & 15];
            const by = r[(w >> 16) & 15] & 255;
            let value = x;
            let out = c;
            if (by !== 0) {
              switch ((w >> 24) & 3) {
                case 0:
                  out = by > 32 ? 0 : by === 32 ? x & 1 : (x >>> (32 - by)) & 1;
                  value = by > 31 ? 0 : x << by;
                  break;
                case 1:
                  out = by > 32 ? 0 : (x >>> (by - 1)) & 1;
                  value = by > 31 ? 0 : (x >>> by) | 0;
                  break;
                case 2:
                  out = (x >> (by > 32 ? 31 : by - 1)) & 1;
                  value = x >> (by > 31 ? 31 : by);
                  break;
                default: {
                  const turn = by & 31;
                  value = turn ? (x >>> turn) | (x << (32 - turn)) : x;
                  out = value >>> 31;
                }
              }
            }
            r[d] = value;
            if (kind === KIND.SHIFTRS) {
              nz = value;
              c = out;
            }
            break;
          }
          case 52: // MUL
            r[d] = Math.imul(r[(w >> 12) & 15], r[(w >> 16) & 15]);
            break;
          case 53: // MULS
            r[d] = nz = Math.imul(r[(w >> 12) & 15], r[(w >> 16) & 15]);
            break;
          case 54: {
            // SHIFTED
            const n = (w >> 12) & 15;
            const x = n === 15 ? 0 : r[n];
            const z = r[(w >> 16) & 15];
            const by = imm & 31;
            let y: number;
            let out = c;
            switch ((w >> 24) & 3) {
              case 0:
                y = z << by;
                if (by) out = (z >>> (32 - by)) & 1;
                break;
              case 1:
                y = by ? z >>> by : 0;
                out = (z >>> (by ? by - 1 : 31)) & 1;
                break;
              case 2:
                y = z >> (by || 31);
                out = (z >> (by ? by - 1 : 31)) & 1;
                break;
              default:
                y = by ? (z >>> by) | (z << (32 - by)) : (c << 31) | (z >>> 1);
                out = by ? y >>> 31 : z & 1;
            }
            y |= 0;
            let value: number;
            let overflow = v;
            switch ((imm >> 8) & 15) {
              case 0:
                value = x & y;
                break;
              case 1:
                value = x & ~y;
                break;
              case 2:
                value = x | y;
                break;
              case 3:
                value = x | ~y;
                break;
              case 4:
              case 5:
                value = x ^ y;
                break;
              case 6:
                value = (x + y) | 0;
                out = value >>> 0 < x >>> 0 ? 1 : 0;
                overflow = (~(x ^ y) & (x ^ value)) >>> 31;
                break;
              case 7: {
                const sum = (x >>> 0) + (y >>> 0) + c;
                value = sum | 0;
                out = sum > 0xffffffff ? 1 : 0;
                overflow = (~(x ^ y) & (x ^ value)) >>> 31;
                break;
              }
              case 8: {
                const sum = (x >>> 0) + (~y >>> 0) + c;
                value = sum | 0;
                out = sum > 0xffffffff ? 1 : 0;
                overflow = ((x ^ y) & (x ^ value)) >>> 31;
                break;
              }
              case 9:
                value = (x - y) | 0;
                out = x >>> 0 >= y >>> 0 ? 1 : 0;
                overflow = ((x ^ y) & (x ^ value)) >>> 31;
                break;
              default:
                value = (y - x) | 0;
                out = y >>> 0 >= x >>> 0 ? 1 : 0;
                overflow = ((x ^ y) & (y ^ value)) >>> 31;
            }
            if (!(imm & NO_RESULT)) r[d] = value;
            if (imm & SETS_FLAGS) {
              nz = value;
              c = out;
              v = overflow;
            }
            break;
          }
          case 55: {
            // CMPI
            const x = r[(w >> 12) & 15];
            nz = (x - imm) | 0;
            c = x >>> 0 >= imm >>> 0 ? 1 : 0;
            v = ((x ^ imm) & (x ^ nz)) >>> 31;
            break;
          }
          case 56: {
            // CMNI
            const x = r[(w >> 12) & 15];
            nz = (x + imm) | 0;
            c = nz >>> 0 < x >>> 0 ? 1 : 0;
            v = (~(x ^ imm) & (x ^ nz)) >>> 31;
            break;
          }
          case 57: // TSTI
            nz = r[(w >> 12) & 15] & imm;
            if (w & 0x2000000) c = (w >> 24) & 1;
            break;
          case 58: // TEQI
            nz = r[(w >> 12) & 15] ^ imm;
            if (w & 0x2000000) c = (w >> 24) & 1;
            break;
          case 59: {
            // CMPR
            const x = r[(w >> 12) & 15];
            const y = r[(w >> 16) & 15];
            nz = (x - y) | 0;
            c = x >>> 0 >= y >>> 0 ? 1 : 0;
            v = ((x ^ y) & (x ^ nz)) >>> 31;
            break;
          }
          case 60: {
            // CMNR
            const x = r[(w >> 12) & 15];
            const y = r[(w >> 16) & 15];
            nz = (x + y) | 0;
            c = nz >>> 0 < x >>> 0 ? 1 : 0;
            v = (~(x ^ y) & (x ^ nz)) >>> 31;
            break;
          }
          case 61: // TSTR
            nz = r[(w >> 12) & 15] & r[(w >> 16) & 15];
            break;
          case 62: // MOVT
            r[d] = (r[d] & 0xffff) | imm;
            break;
          case 63: // MLA
            r[d] = (r[(w >> 20) & 15] + Math.imul(r[(w >> 12) & 15], r[(w >> 16) & 15])) | 0;
            break;
          case 64: // MLS
            r[d] = (r[(w >> 20) & 15] - Math.imul(r[(w >> 12) & 15], r[(w >> 16) & 15])) | 0;
            break;
          case 65: // UMULL
          case 66: // SMULL
          case 67: // UMLAL
          case 68: {
            // SMLAL
            const x = r[(w >> 12) & 15];
            const y = r[(w >> 16) & 15];
            const low = (w >> 20) & 15;
            let bottom = Math.imul(x, y);
            let top = highProduct(x, y);
            if (kind === KIND.SMULL || kind === KIND.SMLAL) top = (top - (x < 0 ? y : 0) - (y < 0 ? x : 0)) | 0;
            if (kind === KIND.UMLAL || kind === KIND.SMLAL) {
              const sum = (bottom >>> 0) + (r[low] >>> 0);
              bottom = sum | 0;
              top = (top + r[d] + (sum > 0xffffffff ? 1 : 0)) | 0;
            }
            r[low] = bottom;
            r[d] = top;
            break;
          }
          case 69: // UDIV
          case 70: {
            // SDIV
            const x = r[(w >> 12) & 15];
            const y = r[(w >> 16) & 15];
            const from = kind === KIND.UDIV ? x : Math.abs(x);
            const by = kind === KIND.UDIV ? y : Math.abs(y);
            used += 1 + (Math.max(0, Math.clz32(by) - Math.clz32(from)) >> 2);
            if (y === 0) r[d] = 0;
            else if (kind === KIND.UDIV) r[d] = Math.floor((x >>> 0) / (y >>> 0));
            else r[d] = (x / y) | 0;
            break;
          }
          case 71: {
            // BFI
            const n = (w >> 12) & 15;
            const low = imm & 31;
            const mask = (0xffffffff >>> (32 - (imm >> 8))) << low;
            r[d] = (r[d] & ~mask) | (n === 15 ? 0 : (r[n] << low) & mask);
            break;
          }
          case 72: // UBFX
            r[d] = (r[(w >> 12) & 15] << (32 - (imm & 31) - (imm >> 8))) >>> (32 - (imm >> 8));
            break;
          case 73: // SBFX
            r[d] = (r[(w >> 12) & 15] << (32 - (imm & 31) - (imm >> 8))) >> (32 - (imm >> 8));
            break;
          case 74: // SSAT
          case 75: {
            // USAT
            const from = r[(w >> 12) & 15];
            const by = imm & 31;
            const x = w & 0x1000000 ? from >> by : from << by;
            const bits = imm >> 8;
            const most = 2 ** bits - 1;
            const least = kind === KIND.SSAT ? -(2 ** bits) : 0;
            const value = Math.max(least, Math.min(most, x));
            if (value !== x) this.saturated = 1;
            r[d] = value;
            break;
          }
          case 76: // CLZ
            r[d] = Math.clz32(r[(w >> 16) & 15]);
            break;
          case 77: // RBIT
            r[d] = reversed(r[(w >> 16) & 15]);
            break;
          case 78: // REV
            r[d] = swapped(r[(w >> 16) & 15]);
            break;
          case 79: {
            // REV16
            const x = r[(w >> 16) & 15];
            r[d] = ((x & 0x00ff00ff) << 8) | ((x >>> 8) & 0x00ff00ff);
            break;
          }
          case 80: {
            // REVSH
            const x = r[(w >> 16) & 15];
            r[d] = ((x << 24) >> 16) | ((x >>> 8) & 0xff);
            break;
          }
          case 81: {
            // SXTB
            const x = r[(w >> 16) & 15];
            r[d] = ((imm ? (x >>> imm) | (x << (32 - imm)) : x) << 24) >> 24;
            break;
          }
          case 82: {
            // SXTH
            const x = r[(w >> 16) & 15];
            r[d] = ((imm ? (x >>> imm) | (x << (32 - imm)) : x) << 16) >> 16;
            break;
          }
          case 83: {
            // UXTB
            const x = r[(w >> 16) & 15];
            r[d] = (imm ? x >>> imm : x) & 0xff;
            break;
          }
          case 84: {
            // UXTH
            const x = r[(w >> 16) & 15];
            r[d] = (imm ? (x >>> imm) | (x << (32 - imm)) : x) & 0xffff;
            break;
          }
          case 85: {
            // LDR
            const at = (r[(w >> 12) & 15] + imm) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[d] = this.load32(at);
            break;
          }
          case 86: {
            // LDRH
            const at = (r[(w >> 12) & 15] + imm) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[d] = this.load16(at);
            break;
          }
          case 87: {
            // LDRB
            const at = (r[(w >> 12) & 15] + imm) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[d] = this.load8(at);
            break;
          }
          case 88: {
            // LDRSH
            const at = (r[(w >> 12) & 15] + imm) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[d] = (this.load16(at) << 16) >> 16;
            break;
          }
          case 89: {
            // LDRSB
            const at = (r[(w >> 12) & 15] + imm) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[d] = (this.load8(at) << 24) >> 24;
            break;
          }
          case 90: {
            // STR
            const at = (r[(w >> 12) & 15] + imm) | 0;
            this.used = used;
            used += this.reach(at, 4, 0);
            this.store32(at, r[d]);
            break;
          }
          case 91: {
            // STRH
            const at = (r[(w >> 12) & 15] + imm) | 0;
            this.used = used;
            used += this.reach(at, 4, 0);
            this.store16(at, r[d]);
            break;
          }
          case 92: {
            // STRB
            const at = (r[(w >> 12) & 15] + imm) | 0;
            this.used = used;
            used += this.reach(at, 4, 0);
            this.store8(at, r[d]);
            break;
          }
          case 93: {
            // LDRX
            const at = (r[(w >> 12) & 15] + (r[(w >> 16) & 15] << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[d] = this.load32(at);
            break;
          }
          case 94: {
            // LDRHX
            const at = (r[(w >> 12) & 15] + (r[(w >> 16) & 15] << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[d] = this.load16(at);
            break;
          }
          case 95: {
            // LDRBX
            const at = (r[(w >> 12) & 15] + (r[(w >> 16) & 15] << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[d] = this.load8(at);
            break;
          }
          case 96: {
            // LDRSHX
            const at = (r[(w >> 12) & 15] + (r[(w >> 16) & 15] << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[d] = (this.load16(at) << 16) >> 16;
            break;
          }
          case 97: {
            // LDRSBX
            const at = (r[(w >> 12) & 15] + (r[(w >> 16) & 15] << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[d] = (this.load8(at) << 24) >> 24;
            break;
          }
          case 98: {
            // STRX
            const at = (r[(w >> 12) & 15] + (r[(w >> 16) & 15] << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 4, 0);
            this.store32(at, r[d]);
            break;
          }
          case 99: {
            // STRHX
            const at = (r[(w >> 12) & 15] + (r[(w >> 16) & 15] << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 4, 0);
            this.store16(at, r[d]);
            break;
          }
          case 100: {
            // STRBX
            const at = (r[(w >> 12) & 15] + (r[(w >> 16) & 15] << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 4, 0);
            this.store8(at, r[d]);
            break;
          }
          case 101: // LITERAL
            this.used = used++;
            r[d] = this.loadSized(imm, (w >> 20) & 15);
            break;
          case 102: {
            // LOADED
            const n = (w >> 12) & 15;
            const moved = (r[n] + (imm & OFFSET_MASK) - OFFSET_BIAS) | 0;
            const at = imm & PRE ? moved : r[n];
            this.used = used;
            used += this.reach(at, 3, 1);
            const value = this.loadSized(at, (imm >> SIZE_SHIFT) & 7);
            this.setBase(n, moved);
            r[d] = value;
            break;
          }
          case 103: {
            // STORED
            const n = (w >> 12) & 15;
            const moved = (r[n] + (imm & OFFSET_MASK) - OFFSET_BIAS) | 0;
            const at = imm & PRE ? moved : r[n];
            this.used = used;
            used += this.reach(at, 4, 0);
            const value = r[d];
            const before = r[n];
            this.setBase(n, moved);
            try {
              this.storeSized(at, (imm >> SIZE_SHIFT) & 7, value);
            } catch (thrown) {
              r[n] = before;
              throw thrown;
            }
            break;
          }
          case 104: // LDRD
          case 105: {
            // STRD
            const n = (w >> 12) & 15;
            const moved = n === 15 ? imm : (r[n] + (imm & OFFSET_MASK) - OFFSET_BIAS) | 0;
            const at = n !== 15 && imm & POST ? r[n] : moved;
            if (at & 3) throw unaligned(at);
            this.used = used;
            if (kind === KIND.LDRD) {
              used += 2 * this.reach(at, 3, 1);
              const first = this.load32(at);
              const second = this.load32(at + 4);
              if (n !== 15 && imm & (PRE | POST)) this.setBase(n, moved);
              r[d] = first;
              r[(w >> 16) & 15] = second;
            } else {
              used += 2 * this.reach(at, 4, 0) + 1;
              const first = r[d];
              const second = r[(w >> 16) & 15];
              if (imm & (PRE | POST)) this.setBase(n, moved);
              this.store32(at, first);
              this.store32(at + 4, second);
            }
            break;
          }
          case 106: {
            // LDM
            const n = (w >> 12) & 15;
            let count = 0;
            for (let left = imm & 0xffff; left; left &= left - 1) count++;
            let at = imm & DOWN ? r[n] - 4 * count : r[n];
            const end = imm & DOWN ? at : at + 4 * count;
            if (at & 3) throw unaligned(at);
            this.used = used;
            used += count;
            const base = r[n];
            for (let i = 0; i < 15; i++) {
              if (imm & (1 << i)) {
                const value = this.load32(at);
                r[i] = value;
                at += 4;
              }
            }
            if (imm & 0x8000) {
              const to = this.load32(at);
              used += 2;
              if (imm & WRITE_BACK) {
                r[n] = base;
                this.setBase(n, end);
              }
              if (to >>> 24 === EXC_RETURN && this.ipsr !== 0) {
                this.keep(nz, c, v, it);
                this.used = used;
                this.sync();
                this.leave();
                return;
              }
              if (!(to & 1)) throw new CoreFault(`branch to ${hex(to)}`, CFSR.INVALID_PC);
              pc = to & ~1;
            } else if (imm & WRITE_BACK) {
              r[n] = base;
              this.setBase(n, end);
            }
            break;
          }
          case 107: {
            // STM
            const n = (w >> 12) & 15;
            let count = 0;
            for (let left = imm & 0xffff; left; left &= left - 1) count++;
            let at = imm & DOWN ? r[n] - 4 * count : r[n];
            const end = imm & DOWN ? at : at + 4 * count;
            if (at & 3) throw unaligned(at);
            this.used = used;
            used += count;
            // The limit is looked at before anything is stored.
            if (n === 13 && imm & WRITE_BACK && end >>> 0 < this.msplim >>> 0) this.setStack(end);
            for (let i = 0; i < 15; i++) {
              if (imm & (1 << i)) {
                this.store32(at, r[i]);
                at += 4;
              }
            }
            if (imm & WRITE_BACK) r[n] = end;
            break;
          }
          case 108: {
            // EXCLUSIVE
            const at = (r[(w >> 12) & 15] + (imm & 0xffff)) | 0;
            const size = (w >> 20) & 15;
            if (at & (size === WORD ? 3 : size === HALF ? 1 : 0)) throw unaligned(at);
            this.used = used;
            if (!(imm & IS_STORE)) {
              used += this.reach(at, 3, 1);
              r[d] = this.loadSized(at, size);
              if (imm & IS_EXCLUSIVE) this.exclusive = at;
            } else if (!(imm & IS_EXCLUSIVE)) {
              used += this.reach(at, 4, 0);
              this.storeSized(at, size, r[d]);
            } else {
              used += 1;
              const holdsMonitor = this.exclusive === at;
              if (holdsMonitor) this.storeSized(at, size, r[d]);
              this.exclusive = -1;
              r[(w >> 16) & 15] = holdsMonitor ? 0 : 1;
            }
            break;
          }
          case 109: {
            // TABLE
            const n = (w >> 12) & 15;
            const base = n === 15 ? imm : r[n];
            const index = r[(w >> 16) & 15];
            this.used = used;
            used += 3;
            const entry = w & 0x1000000 ? this.load16((base + 2 * index) | 0) : this.load8((base + index) | 0);
            pc = imm + 2 * entry;
            break;
          }
          case 110: {
            // LDPC
            const n = (w >> 12) & 15;
            this.used = used;
            used += 4;
            let at: number;
            if (n === 15) at = imm;
            else if (imm & BY_REGISTER) at = (r[n] + (r[(w >> 16) & 15] << ((w >> 24) & 3))) | 0;
            else {
              const moved = (r[n] + (imm & OFFSET_MASK) - OFFSET_BIAS) | 0;
              at = imm & POST ? r[n] : moved;
              if (imm & (PRE | POST)) this.setBase(n, moved);
            }
            const to = this.load32(at);
            if (to >>> 24 === EXC_RETURN && this.ipsr !== 0) {
              this.keep(nz, c, v, it);
              this.used = used;
              this.sync();
              this.leave();
              return;
            }
            if (!(to & 1)) throw new CoreFault(`branch to ${hex(to)}`, CFSR.INVALID_PC);
            pc = to & ~1;
            break;
          }
          case 111: // MOVSP
            this.setStack(r[(w >> 16) & 15]);
            break;
          case 112: // ADDSPI
            this.setStack(r[(w >> 12) & 15] + imm);
            break;
          case 113: {
            // ADDSPR
            const by = r[(w >> 16) & 15] << ((w >> 24) & 31);
            this.setStack(r[(w >> 12) & 15] + (d ? -by : by));
            break;
          }
          case 114: // MOVPC
            pc = r[(w >> 16) & 15] & ~1;
            used += 2;
            break;
          case 115: // B
            used++;
            // A loop without an end waits for an interrupt or the watchdog: skip to it.
            if (imm === r[15] && used < limit) used = limit;
            pc = imm;
            break;
          case 116: // BEQ
            if (nz === 0) {
              pc = imm;
              used++;
            }
            break;
          case 117: // BNE
            if (nz !== 0) {
              pc = imm;
              used++;
            }
            break;
          case 118: // BCS
            if (c === 1) {
              pc = imm;
              used++;
            }
            break;
          case 119: // BCC
            if (c === 0) {
              pc = imm;
              used++;
            }
            break;
          case 120: // BMI
            if (nz < 0) {
              pc = imm;
              used++;
            }
            break;
          case 121: // BPL
            if (nz >= 0) {
              pc = imm;
              used++;
            }
            break;
          case 122: // BVS
            if (v === 1) {
              pc = imm;
              used++;
            }
            break;
          case 123: // BVC
            if (v === 0) {
              pc = imm;
              used++;
            }
            break;
          case 124: // BHI
            if (c === 1 && nz !== 0) {
              pc = imm;
              used++;
            }
            break;
          case 125: // BLS
            if (c === 0 || nz === 0) {
              pc = imm;
              used++;
            }
            break;
          case 126: // BGE
            if (nz < 0 === (v === 1)) {
              pc = imm;
              used++;
            }
            break;
          case 127: // BLT
            if (nz < 0 !== (v === 1)) {
              pc = imm;
              used++;
            }
            break;
          case 128: // BGT
            if (nz !== 0 && nz < 0 === (v === 1)) {
              pc = imm;
              used++;
            }
            break;
          case 129: // BLE
            if (nz === 0 || nz < 0 !== (v === 1)) {
              pc = imm;
              used++;
            }
            break;
          case 130: // CBZ
            if (r[(w >> 12) & 15] === 0) {
              pc = imm;
              used++;
            }
            break;
          case 131: // CBNZ
            if (r[(w >> 12) & 15] !== 0) {
              pc = imm;
              used++;
            }
            break;
          case 132: // BL
            r[14] = pc | 1;
            pc = imm;
            used++;
            break;
          case 133: // BX
          case 134: {
            // BLX
            const to = r[(w >> 16) & 15];
            used += 2;
            if (kind === KIND.BLX) r[14] = pc | 1;
            else if (to >>> 24 === EXC_RETURN && this.ipsr !== 0) {
              this.keep(nz, c, v, it);
              this.used = used;
              this.sync();
              this.leave();
              return;
            }
            this.used = used;
            if (!(to & 1)) throw new CoreFault(`branch to ${hex(to)}`, CFSR.INVALID_PC);
            pc = to & ~1;
            break;
          }
          case 135: // IT
            it = imm;
            break;
          case 136: // NOP
            break;
          case 137: // WFE
          case 138: // WFI
            used++;
            if (kind === KIND.WFE && this.eventRegistered) this.eventRegistered = false;
            else {
              this.waiting = this.nvic.next(this.ipsr, true) === 0;
              this.used = used;
              this.sync();
            }
            break;
          case 139: // SEV
            this.eventRegistered = true;
            break;
          case 140: {
            // CPS
            const { nvic } = this;
            if (imm & 2) nvic.primask = imm & 0x10 ? 1 : 0;
            if (imm & 1) nvic.faultmask = imm & 0x10 ? 1 : 0;
            if (!(imm & 0x10) && (nvic.pending[0] || nvic.pending[1] || nvic.system)) {
              nvic.updated = true;
              this.used = used;
              this.sync();
            }
            break;
          }
          case 141: // BKPT
            this.keep(nz, c, v, it);
            this.used = used;
            if (r[15] >>> 0 >= ROM_BYTES) throw new CoreFault(`bkpt #${imm}`, 0);
            this.sync();
            this.owner.serve(imm);
            break;
          case 142: // UDF
            this.used = used;
            throw new CoreFault(`udf #${imm}`, CFSR.UNDEFINED);
          case 143: // SVC
            this.nvic.pendSystem(SVCALL);
            this.used = used;
            this.sync();
            break;
          case 144: // MRS
            used++;
            this.keep(nz, c, v, it);
            r[d] = this.readSpecial(imm);
            break;
          case 145: // MSR
            used++;
            this.keep(nz, c, v, it);
            this.used = used;
            this.writeSpecial(imm, r[(w >> 12) & 15]);
            nz = this.negativeZero;
            c = this.carry;
            v = this.overflow;
            break;
          case 146: // CLREX
            this.exclusive = -1;
            break;
          case 147: // ADDPC
            pc = (imm + r[(w >> 16) & 15]) & ~1;
            used += 2;
            break;
          default:
            this.used = used;
            throw this.unknown();
        }
        if (this.stall !== 0) used += this.waited();
        if (this.touched) {
          // What was spent up to the access is on the clock already.
          used -= this.synced;
          break;
        }
      }
    } catch (thrown) {
      this.keep(nz, c, v, it);
      throw thrown;
    }
    this.keep(nz, c, v, it);
    r[15] = pc;
    this.spend(used);
    this.used = 0;
  }

  private unknown(): CoreFault {
    const at = this.r[15];
    const op = this.halfAt(at);
    const second = op >>> 11 >= 0x1d ? ` ${hex(this.halfAt(at + 2))}` : '';
    return new CoreFault(`undefined instruction ${hex(op)}${second}`, CFSR.UNDEFINED);
  }

  /** Flags live in locals during a burst; whoever else looks at them finds them here. */
  private keep(negativeZero: number, carry: number, overflow: number, it: number): void {
    this.negativeZero = negativeZero;
    this.carry = carry;
    this.overflow = overflow;
    this.itState = it;
  }

  private readSpecial(which: number): number {
    const { nvic } = this;
    switch (which) {
      case 0:
      case 1:
      case 2:
      case 3:
        return which === 0 ? this.psr & 0xf8000000 : this.psr & 0xf80001ff;
      case 5:
      case 6:
      case 7:
        return this.ipsr;
      case 8:
        return this.r[13];
      case 9:
        return this.psp;
      case 10:
        return this.msplim;
      case 16:
        return nvic.primask;
      case 17:
      case 18:
        return nvic.basepri;
      case 19:
        return nvic.faultmask;
      case 20:
        return this.control;
      default:
        throw new CoreFault(`special register ${which} is not known`, CFSR.UNDEFINED);
    }
  }

  private writeSpecial(which: number, value: number): void {
    const { nvic } = this;
    switch (which) {
      case 0:
      case 1:
      case 2:
      case 3:
        this.flags = value;
        return;
      case 8:
        this.setStack(value);
        return;
      case 9:
        this.psp = value & ~3;
        return;
      case 10:
        this.msplim = value & ~7;
        return;
      case 16:
        nvic.primask = value & 1;
        break;
      case 17:
        nvic.basepri = value & 0xf0;
        break;
      case 18:
        if ((value & 0xf0) !== 0 && (nvic.basepri === 0 || (value & 0xf0) < nvic.basepri)) nvic.basepri = value & 0xf0;
        break;
      case 19:
        nvic.faultmask = value & 1;
        break;
      case 20:
        if (value & 2) throw new CoreFault('the process stack is not modelled', CFSR.UNDEFINED);
        this.control = value & 1;
        return;
      default:
        throw new CoreFault(`special register ${which} is not known`, CFSR.UNDEFINED);
    }
    nvic.updated = true;
    this.sync();
  }
}
