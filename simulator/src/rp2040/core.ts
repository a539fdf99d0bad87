/**
 * The Cortex-M0+ core and its interrupt controller: instructions, exceptions, sleep.
 *
 * It replaces the core of rp2040js, which decodes an instruction in a hundred comparisons, keeps an interrupt pending
 * until its peripheral releases the line, and charges no cycles for entering one. Only the main stack is modelled,
 * since our firmware uses no other.
 */
import type { RP2040 } from 'rp2040js';
import type { Cache } from '../blocks/cache.ts';
import type { Clock } from '../blocks/clock.ts';
import { FaultSignal } from '../chip.ts';
import type { Flash } from '../parts/flash.ts';

const SVCALL = 11;
const PENDSV = 14;
const SYSTICK = 15;
const HARD_FAULT = 3;
const NMI = 2;
const ENTRY_CYCLES = 15;
const RETURN_CYCLES = 13;
export const RAM_BYTES = 264 * 1024;
const SELF_BRANCH = 0xe7fe;

export interface CoreOwner {
  /** A breakpoint inside the boot ROM. */
  serve(trap: number): void;
  faulted(why: string, stuck: boolean): void;
  /** An access to watched memory is about to happen at this instant, which the clock has not reached yet. */
  looksAt(nanos: number): void;
}

export class Core {
  /** Signed, because the JavaScript engine is fastest with that; r15 is the current instruction. */
  readonly r = new Int32Array(16);
  cycleNanos = 8;
  awakeCycles = 0;
  waiting = false;
  eventRegistered = false;

  // The names below are those that rp2040js uses for its core.
  IPSR = 0;
  PM = false;
  VTOR = 0;
  SHPR2 = 0;
  SHPR3 = 0;
  pendingInterrupts = 0;
  enabledInterrupts = 0;
  interruptPriorities = [-1, 0, 0, 0];
  pendingNMI = false;
  pendingPendSV = false;
  pendingSVCall = false;
  pendingSystick = false;
  interruptsUpdated = false;
  cycles = 0;

  private lines = 0;
  private negativeZero = 1;
  private carry = 0;
  private overflow = 0;
  /** Cycles of this burst that the clock does not include yet, as needed by accesses; and those that it does. */
  private used = 0;
  private synced = 0;
  /** An access went to a peripheral: time, alarms and interrupts may have changed. */
  private touched = false;
  /** Memory, as offsets, that another block fills lazily: it must be notified before a read. */
  watchedFrom = 0;
  watchedBytes = 0;
  private readonly ram8: Uint8Array;
  private readonly ram16: Uint16Array;
  private readonly ram32: Int32Array;
  private readonly flash8: Uint8Array;
  private readonly flash16: Uint16Array;
  private readonly flash32: Int32Array;
  private readonly rom16: Uint16Array;
  /** The word of flash that the core has prefetched: two instructions come with one access. */
  private fetched = -1;
  /** Cycles that the core has waited for the flash and that are not counted yet. */
  private stall = 0;

  constructor(
    private readonly mcu: RP2040,
    private readonly clock: Clock,
    flash: Flash,
    private readonly cache: Cache,
    private readonly owner: CoreOwner,
  ) {
    this.ram8 = mcu.sram;
    this.ram16 = new Uint16Array(mcu.sram.buffer);
    this.ram32 = new Int32Array(mcu.sram.buffer);
    this.flash8 = flash.bytes;
    this.flash16 = new Uint16Array(flash.bytes.buffer);
    this.flash32 = new Int32Array(flash.bytes.buffer);
    this.rom16 = new Uint16Array(mcu.bootrom.buffer);
  }

  start(vectors: number): void {
    this.VTOR = vectors;
    this.r[13] = this.mcu.readUint32(vectors) & ~3;
    this.r[15] = this.mcu.readUint32(vectors + 4) & ~1;
  }

  reset(): void {}

  // Interrupts --------------------------------------------------------------------------------------------------

  /**
   * A peripheral's interrupt line: once raised, the interrupt stays pending until it is served, even if the line falls.
   */
  setInterrupt(irq: number, high: boolean): void {
    const bit = 1 << irq;
    if (!high) {
      this.lines &= ~bit;
    } else if (!(this.lines & bit)) {
      this.lines |= bit;
      this.pend(bit);
    }
  }

  pend(bits: number): void {
    this.pendingInterrupts |= bits;
    this.interruptsUpdated = true;
  }

  /** A line that is still high cannot be cleared. */
  unpend(bits: number): void {
    this.pendingInterrupts &= ~(bits & ~this.lines);
  }

  private priorityOf(exception: number): number {
    if (exception === 0) return 4;
    if (exception <= HARD_FAULT) return -1;
    if (exception === SVCALL) return this.SHPR2 >>> 30;
    if (exception === PENDSV) return (this.SHPR3 >> 22) & 3;
    if (exception === SYSTICK) return this.SHPR3 >>> 30;
    const bit = 1 << (exception - 16);
    return this.interruptPriorities.findIndex((set) => set & bit);
  }

  /** The exception that would be taken now, or 0. */
  private next(evenMasked: boolean): number {
    if (this.pendingNMI) return this.IPSR === NMI ? 0 : NMI;
    if (this.PM && !evenMasked) return 0;
    const below = this.priorityOf(this.IPSR);
    const set = this.pendingInterrupts & this.enabledInterrupts;
    for (let priority = 0; priority < below; priority++) {
      if (this.pendingSVCall && this.priorityOf(SVCALL) === priority) return SVCALL;
      if (this.pendingPendSV && this.priorityOf(PENDSV) === priority) return PENDSV;
      if (this.pendingSystick && this.priorityOf(SYSTICK) === priority) return SYSTICK;
      const here = set & this.interruptPriorities[priority];
      if (here) return 16 + (31 - Math.clz32(here & -here));
    }
    return 0;
  }

  get vectPending(): number {
    return this.next(true);
  }

  /** Takes an interrupt if one is pending. */
  private interrupt(): void {
    const exception = this.next(false);
    if (exception === 0) {
      this.interruptsUpdated = false;
      if (this.waiting && this.next(true) !== 0) this.waiting = false;
      return;
    }
    if (exception === NMI) this.pendingNMI = false;
    else if (exception === SVCALL) this.pendingSVCall = false;
    else if (exception === PENDSV) this.pendingPendSV = false;
    else if (exception === SYSTICK) this.pendingSystick = false;
    else this.pendingInterrupts &= ~(1 << (exception - 16));
    this.waiting = false;
    this.enter(exception);
  }

  private get psr(): number {
    const n = this.negativeZero < 0 ? 1 << 31 : 0;
    const z = this.negativeZero === 0 ? 1 << 30 : 0;
    return n | z | (this.carry << 29) | (this.overflow << 28) | (1 << 24) | this.IPSR;
  }

  private set flags(psr: number) {
    this.negativeZero = psr & (1 << 30) ? 0 : psr < 0 ? -1 : 1;
    this.carry = (psr >> 29) & 1;
    this.overflow = (psr >> 28) & 1;
  }

  private enter(exception: number): void {
    const { r } = this;
    const odd = (r[13] >> 2) & 1;
    const frame = (r[13] - 0x20) & ~4;
    [r[0], r[1], r[2], r[3], r[12], r[14], r[15], this.psr | (odd << 9)].forEach((value, i) =>
      this.store32(frame + 4 * i, value),
    );
    r[13] = frame;
    r[14] = this.IPSR === 0 ? 0xfffffff9 : 0xfffffff1;
    this.IPSR = exception;
    this.eventRegistered = true;
    r[15] = this.load32(this.VTOR + 4 * exception) & ~1;
    this.spend(ENTRY_CYCLES + this.waited());
  }

  private leave(): void {
    const { r } = this;
    const frame = r[13];
    const left = this.IPSR;
    [0, 1, 2, 3, 12, 14, 15].forEach((register, i) => (r[register] = this.load32(frame + 4 * i)));
    const psr = this.load32(frame + 0x1c);
    r[13] = (frame + 0x20) | (((psr >> 9) & 1) << 2);
    r[15] &= ~1;
    this.flags = psr;
    this.IPSR = psr & 0x3f;
    this.eventRegistered = true;
    if (left >= 16) this.pendingInterrupts |= this.lines & (1 << (left - 16));
    this.interruptsUpdated = true;
    this.spend(RETURN_CYCLES);
  }

  /** A fault: the firmware's own handler runs. */
  fault(why: string): void {
    const stuck = this.IPSR === HARD_FAULT || this.IPSR === NMI;
    this.owner.faulted(why, stuck);
    if (stuck) {
      this.enabledInterrupts = 0;
      this.waiting = true;
    } else this.enter(HARD_FAULT);
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
    if (at & 3) throw new FaultSignal(`unaligned access at 0x${(at >>> 0).toString(16)}`);
    const ram = (at - 0x20000000) >>> 0;
    if (ram < RAM_BYTES) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      return this.ram32[ram >> 2];
    }
    const flash = (at - 0x10000000) >>> 0;
    if (flash < this.flash8.length) {
      if (this.cache.missCycles > 0) this.stall += this.cache.access(flash);
      return this.flash32[flash >> 2];
    }
    this.reachAround(at);
    this.sync();
    return this.mcu.readUint32(at >>> 0) | 0;
  }

  private load16(at: number): number {
    if (at & 1) throw new FaultSignal(`unaligned access at 0x${(at >>> 0).toString(16)}`);
    const ram = (at - 0x20000000) >>> 0;
    if (ram < RAM_BYTES) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      return this.ram16[ram >> 1];
    }
    const flash = (at - 0x10000000) >>> 0;
    if (flash < this.flash8.length) {
      if (this.cache.missCycles > 0) this.stall += this.cache.access(flash);
      return this.flash16[flash >> 1];
    }
    this.reachAround(at);
    this.sync();
    return this.mcu.readUint16(at >>> 0) & 0xffff;
  }

  private load8(at: number): number {
    const ram = (at - 0x20000000) >>> 0;
    if (ram < RAM_BYTES) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      return this.ram8[ram];
    }
    const flash = (at - 0x10000000) >>> 0;
    if (flash < this.flash8.length) {
      if (this.cache.missCycles > 0) this.stall += this.cache.access(flash);
      return this.flash8[flash];
    }
    this.reachAround(at);
    this.sync();
    return this.mcu.readUint8(at >>> 0) & 0xff;
  }

  private store32(at: number, value: number): void {
    if (at & 3) throw new FaultSignal(`unaligned access at 0x${(at >>> 0).toString(16)}`);
    const ram = (at - 0x20000000) >>> 0;
    if (ram < RAM_BYTES) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      this.ram32[ram >> 2] = value;
    } else {
      this.writable(at);
      this.mcu.writeUint32(at >>> 0, value >>> 0);
    }
  }

  private store16(at: number, value: number): void {
    if (at & 1) throw new FaultSignal(`unaligned access at 0x${(at >>> 0).toString(16)}`);
    const ram = (at - 0x20000000) >>> 0;
    if (ram < RAM_BYTES) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      this.ram16[ram >> 1] = value;
    } else {
      this.writable(at);
      this.mcu.writeUint16(at >>> 0, value & 0xffff);
    }
  }

  private store8(at: number, value: number): void {
    const ram = (at - 0x20000000) >>> 0;
    if (ram < RAM_BYTES) {
      if ((ram - this.watchedFrom) >>> 0 < this.watchedBytes) this.lookAtWatched();
      this.ram8[ram] = value;
    } else {
      this.writable(at);
      this.mcu.writeUint8(at >>> 0, value & 0xff);
    }
  }

  /** A read through one of the aliases of flash: 1 does not allocate on a miss, 2 does not look up, 3 neither. */
  private reachAround(at: number): void {
    const alias = (at >>> 24) - 0x10;
    if (alias < 1 || alias > 3 || this.cache.missCycles === 0) return;
    this.stall += this.cache.accessAs(at & 0xffffff, (alias & 2) === 0, (alias & 1) === 0);
  }

  private lookAtWatched(): void {
    this.owner.looksAt(this.clock.nanos + this.used * this.cycleNanos);
  }

  /** Stores to ROM and flash have no effect; rp2040js would write them. */
  private writable(at: number): void {
    this.sync();
    if ((at & 0xe0000000) === 0 && at >>> 24 !== 0x14 && at >>> 24 !== 0x18) {
      throw new FaultSignal(`store to read-only 0x${(at >>> 0).toString(16)}`);
    }
  }

  private fetch(at: number): number {
    const flash = (at - 0x10000000) >>> 0;
    if (flash < this.flash8.length) {
      if (flash >> 2 !== this.fetched && this.cache.missCycles > 0) {
        this.fetched = flash >> 2;
        this.stall += this.cache.access(flash);
      }
      return this.flash16[flash >> 1];
    }
    const ram = (at - 0x20000000) >>> 0;
    if (ram < RAM_BYTES) return this.ram16[ram >> 1];
    if (at >>> 0 < 0x4000) return this.rom16[at >> 1];
    throw new FaultSignal(`no code at 0x${(at >>> 0).toString(16)}`);
  }

  /** Cycles of an access beyond the instruction's own: none for SIO, more behind the slow bridge. */
  private reach(at: number, bridge: number): number {
    const top = at >>> 28;
    return top === 0xd ? 0 : top === 4 ? bridge : 1;
  }

  // Running -----------------------------------------------------------------------------------------------------

  /** Executes until the time is reached or the core sleeps. */
  run(until: number): void {
    const { clock } = this;
    for (;;) {
      if (clock.due <= clock.nanos) clock.advanceTo(clock.nanos);
      if (clock.nanos >= until) return;
      if (this.interruptsUpdated) {
        this.interrupt();
        if (clock.due <= clock.nanos) continue;
      }
      if (this.waiting) return;
      const limit = Math.max(1, Math.ceil((Math.min(clock.due, until) - clock.nanos) / this.cycleNanos));
      try {
        this.burst(limit);
      } catch (thrown) {
        this.spend(this.used);
        this.used = 0;
        if (!(thrown instanceof FaultSignal)) throw thrown;
        this.fault(thrown.message);
      }
    }
  }

  /** Executes up to `limit` cycles, or until something outside the core may have changed. */
  private burst(limit: number): void {
    const { r } = this;
    let pc = r[15];
    let nz = this.negativeZero;
    let c = this.carry;
    let v = this.overflow;
    let used = 0;
    this.touched = false;
    this.used = this.synced = 0;
    try {
      while (used < limit) {
        r[15] = pc;
        const op = this.fetch(pc);
        pc += 2;
        used++;
        if (this.stall !== 0) used += this.waited();
        switch (op >>> 11) {
          case 0: {
            // LSLS #
            const by = (op >> 6) & 31;
            const x = r[(op >> 3) & 7];
            if (by) c = (x >>> (32 - by)) & 1;
            r[op & 7] = nz = x << by;
            break;
          }
          case 1: {
            // LSRS #
            const by = (op >> 6) & 31;
            const x = r[(op >> 3) & 7];
            c = (x >>> (by ? by - 1 : 31)) & 1;
            r[op & 7] = nz = by ? (x >>> by) | 0 : 0;
            break;
          }
          case 2: {
            // ASRS #
            const by = (op >> 6) & 31;
            const x = r[(op >> 3) & 7];
            c = (x >> (by ? by - 1 : 31)) & 1;
            r[op & 7] = nz = x >> (by || 31);
            break;
          }
          case 3: {
            // ADDS, SUBS: register or three bits
            const x = r[(op >> 3) & 7];
            const y = op & 0x400 ? (op >> 6) & 7 : r[(op >> 6) & 7];
            if (op & 0x200) {
              nz = (x - y) | 0;
              c = x >>> 0 >= y >>> 0 ? 1 : 0;
              v = ((x ^ y) & (x ^ nz)) >>> 31;
            } else {
              nz = (x + y) | 0;
              c = nz >>> 0 < x >>> 0 ? 1 : 0;
              v = (~(x ^ y) & (x ^ nz)) >>> 31;
            }
            r[op & 7] = nz;
            break;
          }
          case 4: // MOVS #
            r[(op >> 8) & 7] = nz = op & 255;
            break;
          case 5: {
            // CMP #
            const x = r[(op >> 8) & 7];
            const y = op & 255;
            nz = (x - y) | 0;
            c = x >>> 0 >= y ? 1 : 0;
            v = (x & ~nz) >>> 31;
            break;
          }
          case 6: {
            // ADDS #
            const x = r[(op >> 8) & 7];
            nz = (x + (op & 255)) | 0;
            c = nz >>> 0 < x >>> 0 ? 1 : 0;
            v = (~x & nz) >>> 31;
            r[(op >> 8) & 7] = nz;
            break;
          }
          case 7: {
            // SUBS #
            const x = r[(op >> 8) & 7];
            const y = op & 255;
            nz = (x - y) | 0;
            c = x >>> 0 >= y ? 1 : 0;
            v = (x & ~nz) >>> 31;
            r[(op >> 8) & 7] = nz;
            break;
          }
          case 8:
            if (op < 0x4400) {
              const d = op & 7;
              const x = r[d];
              const y = r[(op >> 3) & 7];
              switch ((op >> 6) & 15) {
                case 0: // ANDS
                  r[d] = nz = x & y;
                  break;
                case 1: // EORS
                  r[d] = nz = x ^ y;
                  break;
                case 2: {
                  // LSLS
                  const by = y & 255;
                  if (by) c = by > 32 ? 0 : by === 32 ? x & 1 : (x >>> (32 - by)) & 1;
                  r[d] = nz = by > 31 ? 0 : x << by;
                  break;
                }
                case 3: {
                  // LSRS
                  const by = y & 255;
                  if (by) c = by > 32 ? 0 : (x >>> (by - 1)) & 1;
                  r[d] = nz = by > 31 ? 0 : (x >>> by) | 0;
                  break;
                }
                case 4: {
                  // ASRS
                  const by = y & 255;
                  if (by) c = (x >> (by > 32 ? 31 : by - 1)) & 1;
                  r[d] = nz = x >> (by > 31 ? 31 : by);
                  break;
                }
                case 5: {
                  // ADCS
                  const sum = (x >>> 0) + (y >>> 0) + c;
                  nz = sum | 0;
                  c = sum > 0xffffffff ? 1 : 0;
                  v = (~(x ^ y) & (x ^ nz)) >>> 31;
                  r[d] = nz;
                  break;
                }
                case 6: {
                  // SBCS
                  const sum = (x >>> 0) + (~y >>> 0) + c;
                  nz = sum | 0;
                  c = sum > 0xffffffff ? 1 : 0;
                  v = ((x ^ y) & (x ^ nz)) >>> 31;
                  r[d] = nz;
                  break;
                }
                case 7: {
                  // RORS
                  const by = y & 31;
                  nz = by ? (x >>> by) | (x << (32 - by)) : x;
                  if (y & 255) c = nz >>> 31;
                  r[d] = nz;
                  break;
                }
                case 8: // TST
                  nz = x & y;
                  break;
                case 9: // RSBS
                  nz = -y | 0;
                  c = y === 0 ? 1 : 0;
                  v = (y & nz) >>> 31;
                  r[d] = nz;
                  break;
                case 10: // CMP
                  nz = (x - y) | 0;
                  c = x >>> 0 >= y >>> 0 ? 1 : 0;
                  v = ((x ^ y) & (x ^ nz)) >>> 31;
                  break;
                case 11: // CMN
                  nz = (x + y) | 0;
                  c = nz >>> 0 < x >>> 0 ? 1 : 0;
                  v = (~(x ^ y) & (x ^ nz)) >>> 31;
                  break;
                case 12: // ORRS
                  r[d] = nz = x | y;
                  break;
                case 13: // MULS
                  r[d] = nz = Math.imul(x, y);
                  break;
                case 14: // BICS
                  r[d] = nz = x & ~y;
                  break;
                default: // MVNS
                  r[d] = nz = ~y;
              }
            } else {
              const m = (op >> 3) & 15;
              const d = (op & 7) | ((op >> 4) & 8);
              const y = m === 15 ? pc + 2 : r[m];
              switch ((op >> 8) & 3) {
                case 0: {
                  // ADD
                  const sum = ((d === 15 ? pc + 2 : r[d]) + y) | 0;
                  if (d === 15) {
                    pc = sum & ~1;
                    used++;
                  } else r[d] = d === 13 ? sum & ~3 : sum;
                  break;
                }
                case 1: {
                  // CMP
                  const x = d === 15 ? pc + 2 : r[d];
                  nz = (x - y) | 0;
                  c = x >>> 0 >= y >>> 0 ? 1 : 0;
                  v = ((x ^ y) & (x ^ nz)) >>> 31;
                  break;
                }
                case 2: // MOV
                  if (d === 15) {
                    pc = y & ~1;
                    used++;
                  } else r[d] = d === 13 ? y & ~3 : y;
                  break;
                default: // BX, BLX
                  if (op & 0x80) r[14] = pc | 1;
                  used++;
                  if (y >>> 28 === 15 && this.IPSR !== 0 && !(op & 0x80)) {
                    this.keep(nz, c, v);
                    this.used = used;
                    this.sync();
                    this.leave();
                    return;
                  }
                  pc = y & ~1;
              }
            }
            break;
          case 9: // LDR, literal
            used++;
            r[(op >> 8) & 7] = this.load32(((pc + 2) & ~3) + ((op & 255) << 2));
            break;
          case 10:
          case 11: {
            const at = (r[(op >> 3) & 7] + r[(op >> 6) & 7]) | 0;
            const d = op & 7;
            this.used = used;
            switch ((op >> 9) & 7) {
              case 0:
                used += this.reach(at, 4);
                this.store32(at, r[d]);
                break;
              case 1:
                used += this.reach(at, 4);
                this.store16(at, r[d]);
                break;
              case 2:
                used += this.reach(at, 4);
                this.store8(at, r[d]);
                break;
              case 3:
                used += this.reach(at, 3);
                r[d] = (this.load8(at) << 24) >> 24;
                break;
              case 4:
                used += this.reach(at, 3);
                r[d] = this.load32(at);
                break;
              case 5:
                used += this.reach(at, 3);
                r[d] = this.load16(at);
                break;
              case 6:
                used += this.reach(at, 3);
                r[d] = this.load8(at);
                break;
              default:
                used += this.reach(at, 3);
                r[d] = (this.load16(at) << 16) >> 16;
            }
            break;
          }
          case 12: {
            const at = (r[(op >> 3) & 7] + ((op >> 4) & 0x7c)) | 0;
            this.used = used;
            used += this.reach(at, 4);
            this.store32(at, r[op & 7]);
            break;
          }
          case 13: {
            const at = (r[(op >> 3) & 7] + ((op >> 4) & 0x7c)) | 0;
            this.used = used;
            used += this.reach(at, 3);
            r[op & 7] = this.load32(at);
            break;
          }
          case 14: {
            const at = (r[(op >> 3) & 7] + ((op >> 6) & 31)) | 0;
            this.used = used;
            used += this.reach(at, 4);
            this.store8(at, r[op & 7]);
            break;
          }
          case 15: {
            const at = (r[(op >> 3) & 7] + ((op >> 6) & 31)) | 0;
            this.used = used;
            used += this.reach(at, 3);
            r[op & 7] = this.load8(at);
            break;
          }
          case 16: {
            const at = (r[(op >> 3) & 7] + ((op >> 5) & 0x3e)) | 0;
            this.used = used;
            used += this.reach(at, 4);
            this.store16(at, r[op & 7]);
            break;
          }
          case 17: {
            const at = (r[(op >> 3) & 7] + ((op >> 5) & 0x3e)) | 0;
            this.used = used;
            used += this.reach(at, 3);
            r[op & 7] = this.load16(at);
            break;
          }
          case 18:
            this.used = used++;
            this.store32((r[13] + ((op & 255) << 2)) | 0, r[(op >> 8) & 7]);
            break;
          case 19:
            this.used = used++;
            r[(op >> 8) & 7] = this.load32((r[13] + ((op & 255) << 2)) | 0);
            break;
          case 20: // ADR
            r[(op >> 8) & 7] = ((pc + 2) & ~3) + ((op & 255) << 2);
            break;
          case 21: // ADD, SP
            r[(op >> 8) & 7] = r[13] + ((op & 255) << 2);
            break;
          case 22:
          case 23:
            switch ((op >> 8) & 15) {
              case 0: // ADD SP, SUB SP
                r[13] += op & 0x80 ? -((op & 0x7f) << 2) : (op & 0x7f) << 2;
                break;
              case 2: {
                // SXTH, SXTB, UXTH, UXTB
                const x = r[(op >> 3) & 7];
                const kind = (op >> 6) & 3;
                r[op & 7] =
                  kind === 0 ? (x << 16) >> 16 : kind === 1 ? (x << 24) >> 24 : kind === 2 ? x & 0xffff : x & 0xff;
                break;
              }
              case 4:
              case 5: {
                // PUSH
                this.used = used;
                let at = r[13];
                if (op & 0x100) this.store32((at -= 4), r[14]);
                for (let i = 7; i >= 0; i--) if (op & (1 << i)) this.store32((at -= 4), r[i]);
                used += (r[13] - at) >> 2;
                r[13] = at;
                break;
              }
              case 6: // CPSIE, CPSID
                this.PM = (op & 0x10) !== 0;
                if (!this.PM && (this.pendingInterrupts || this.pendingPendSV || this.pendingSystick)) {
                  this.interruptsUpdated = true;
                  this.used = used;
                  this.sync();
                }
                break;
              case 10: {
                // REV, REV16, REVSH
                const x = r[(op >> 3) & 7];
                const swapped = ((x & 0x00ff00ff) << 8) | ((x >>> 8) & 0x00ff00ff);
                const kind = (op >> 6) & 3;
                r[op & 7] =
                  kind === 0 ? (swapped << 16) | (swapped >>> 16) : kind === 1 ? swapped : (swapped << 16) >> 16;
                break;
              }
              case 12:
              case 13: {
                // POP
                this.used = used;
                let at = r[13];
                for (let i = 0; i < 8; i++)
                  if (op & (1 << i)) {
                    r[i] = this.load32(at);
                    at += 4;
                  }
                used += (at - r[13]) >> 2;
                if (op & 0x100) {
                  const to = this.load32(at);
                  r[13] = at + 4;
                  used += 3;
                  if (to >>> 28 === 15 && this.IPSR !== 0) {
                    this.keep(nz, c, v);
                    this.used = used;
                    this.sync();
                    this.leave();
                    return;
                  }
                  pc = to & ~1;
                } else r[13] = at;
                break;
              }
              case 14: // BKPT
                this.keep(nz, c, v);
                this.used = used;
                if (r[15] >>> 0 >= 0x4000) throw new FaultSignal(`bkpt #${op & 255}`);
                this.sync();
                this.owner.serve(op & 255);
                break;
              case 15: // hints
                if (op === 0xbf20 || op === 0xbf30) {
                  used++;
                  if (op === 0xbf20 && this.eventRegistered) {
                    this.eventRegistered = false;
                  } else {
                    this.waiting = this.next(true) === 0;
                    this.used = used;
                    this.sync();
                  }
                } else if (op === 0xbf40) this.eventRegistered = true;
                break;
              default:
                throw new FaultSignal(`undefined instruction 0x${op.toString(16)}`);
            }
            break;
          case 24: {
            // STM
            this.used = used;
            const base = (op >> 8) & 7;
            let at = r[base];
            for (let i = 0; i < 8; i++)
              if (op & (1 << i)) {
                this.store32(at, r[i]);
                at += 4;
                used++;
              }
            r[base] = at;
            break;
          }
          case 25: {
            // LDM
            this.used = used;
            const base = (op >> 8) & 7;
            let at = r[base];
            for (let i = 0; i < 8; i++)
              if (op & (1 << i)) {
                r[i] = this.load32(at);
                at += 4;
                used++;
              }
            if (!(op & (1 << base))) r[base] = at;
            break;
          }
          case 26:
          case 27: {
            let taken: boolean;
            switch ((op >> 8) & 15) {
              case 0:
                taken = nz === 0;
                break;
              case 1:
                taken = nz !== 0;
                break;
              case 2:
                taken = c === 1;
                break;
              case 3:
                taken = c === 0;
                break;
              case 4:
                taken = nz < 0;
                break;
              case 5:
                taken = nz >= 0;
                break;
              case 6:
                taken = v === 1;
                break;
              case 7:
                taken = v === 0;
                break;
              case 8:
                taken = c === 1 && nz !== 0;
                break;
              case 9:
                taken = c === 0 || nz === 0;
                break;
              case 10:
                taken = nz < 0 === (v === 1);
                break;
              case 11:
                taken = nz < 0 !== (v === 1);
                break;
              case 12:
                taken = nz !== 0 && nz < 0 === (v === 1);
                break;
              case 13:
                taken = nz === 0 || nz < 0 !== (v === 1);
                break;
              case 14:
                this.used = used;
                throw new FaultSignal(`udf #${op & 255}`);
              default: // SVC
                taken = false;
                this.pendingSVCall = this.interruptsUpdated = true;
                this.used = used;
                this.sync();
            }
            if (taken) {
              pc += 2 + ((op << 24) >> 23);
              used++;
            }
            break;
          }
          case 28: // B
            pc += 2 + ((op << 21) >> 20);
            used++;
            // An endless loop waits for an interrupt or the watchdog: skip to it.
            if (op === SELF_BRANCH && used < limit) used = limit;
            break;
          case 30: {
            const op2 = this.fetch(pc);
            pc += 2;
            if ((op2 & 0xd000) === 0xd000) {
              // BL
              const s = (op >> 10) & 1;
              const i1 = 1 ^ (((op2 >> 13) & 1) ^ s);
              const i2 = 1 ^ (((op2 >> 11) & 1) ^ s);
              r[14] = pc | 1;
              pc += (s ? -0x1000000 : 0) + (i1 << 23) + (i2 << 22) + ((op & 0x3ff) << 12) + ((op2 & 0x7ff) << 1);
              used += 2;
            } else if (op === 0xf3ef) {
              used += 2;
              this.keep(nz, c, v);
              r[(op2 >> 8) & 15] = this.readSpecial(op2 & 255);
            } else if ((op & 0xfff0) === 0xf380) {
              used += 2;
              this.keep(nz, c, v);
              this.used = used;
              this.writeSpecial(op2 & 255, r[op & 15]);
              nz = this.negativeZero;
              c = this.carry;
              v = this.overflow;
            } else if (op === 0xf3bf)
              used += 2; // barriers
            else throw new FaultSignal(`undefined instruction 0x${op.toString(16)} 0x${op2.toString(16)}`);
            break;
          }
          default:
            this.used = used;
            throw new FaultSignal(`undefined instruction 0x${op.toString(16)}`);
        }
        if (this.touched) {
          // Cycles spent up to the access are already on the clock.
          used -= this.synced;
          break;
        }
      }
    } catch (thrown) {
      this.keep(nz, c, v);
      throw thrown;
    }
    this.keep(nz, c, v);
    r[15] = pc;
    this.spend(used);
    this.used = 0;
  }

  /** Flags are local variables during a burst; this stores them for everyone else. */
  private keep(negativeZero: number, carry: number, overflow: number): void {
    this.negativeZero = negativeZero;
    this.carry = carry;
    this.overflow = overflow;
  }

  private readSpecial(which: number): number {
    switch (which) {
      case 0:
      case 1:
      case 2:
      case 3:
        return which === 0 ? this.psr & 0xf0000000 : this.psr & ~(1 << 24);
      case 5:
        return this.IPSR;
      case 8:
        return this.r[13];
      case 16:
        return this.PM ? 1 : 0;
      default:
        return 0;
    }
  }

  private writeSpecial(which: number, value: number): void {
    if (which < 4) this.flags = value;
    else if (which === 8) this.r[13] = value & ~3;
    else if (which === 16) {
      this.PM = (value & 1) !== 0;
      this.interruptsUpdated = true;
      this.sync();
    }
  }
}
