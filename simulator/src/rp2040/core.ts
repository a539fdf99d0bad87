/**
 * The Cortex-M0+ core. It replaces that of rp2040js, which decodes an instruction in a hundred comparisons, keeps an
 * interrupt pending until its peripheral releases the line, and charges no cycles for entering one.
 */
import type { Cache } from '../blocks/cache.ts';
import type { Clock } from '../blocks/clock.ts';
import { type CoreMemory, type CoreOwner, CortexM, hex } from '../blocks/cortex_m.ts';
import { HARD_FAULT, NMI, SVCALL } from '../blocks/nvic.ts';
import { FaultSignal, XIP } from '../chip.ts';
import { Mpu } from './mpu.ts';

export const RAM_BYTES = 264 * 1024;
const ROM_BYTES = 16 * 1024;
const EXCEPTION_CYCLES = { entry: 15, return: 13 };
const SELF_BRANCH = 0xe7fe;

/** An access that the MPU forbids. */
class Forbidden extends FaultSignal {}

export class Core extends CortexM {
  /** The MPU's region: kept here because every access is compared with it. */
  private protectedFrom = 0;
  private protectedBytes = 0;
  readonly mpu = new Mpu((from, bytes) => {
    this.protectedFrom = from | 0;
    this.protectedBytes = bytes;
  });
  /** Bytes of flash that can be executed: none while it executes serial commands. */
  private executable = 0;
  /** rp2040js adds the cycles of a division here; they are not used. */
  cycles = 0;

  constructor(memory: CoreMemory, clock: Clock, cache: Cache, owner: CoreOwner) {
    super(memory, clock, cache, owner, EXCEPTION_CYCLES);
  }

  /** Called by rp2040js for its peripherals. */
  setInterrupt(irq: number, high: boolean): void {
    this.nvic.setLine(irq, high);
  }

  /** Faults if the MPU forbids an access. It is off in the handlers of HardFault and NMI. */
  private ask(at: number): void {
    if (this.ipsr !== HARD_FAULT && this.ipsr !== NMI && this.mpu.forbids(at >>> 0))
      throw new Forbidden(`the MPU forbids the access to ${hex(at)}`);
  }

  protected override load32(at: number): number {
    if ((at - this.protectedFrom) >>> 0 < this.protectedBytes) this.ask(at);
    return super.load32(at);
  }

  protected override load16(at: number): number {
    if ((at - this.protectedFrom) >>> 0 < this.protectedBytes) this.ask(at);
    return super.load16(at);
  }

  protected override load8(at: number): number {
    if ((at - this.protectedFrom) >>> 0 < this.protectedBytes) this.ask(at);
    return super.load8(at);
  }

  protected override store32(at: number, value: number): void {
    if ((at - this.protectedFrom) >>> 0 < this.protectedBytes) this.ask(at);
    super.store32(at, value);
  }

  protected override store16(at: number, value: number): void {
    if ((at - this.protectedFrom) >>> 0 < this.protectedBytes) this.ask(at);
    super.store16(at, value);
  }

  protected override store8(at: number, value: number): void {
    if ((at - this.protectedFrom) >>> 0 < this.protectedBytes) this.ask(at);
    super.store8(at, value);
  }

  /** If the MPU forbids the frame of a HardFault, the rest of the frame is lost, but the handler still runs. */
  protected override pushFrame(exception: number): void {
    try {
      super.pushFrame(exception);
    } catch (thrown) {
      if (exception !== HARD_FAULT || !(thrown instanceof Forbidden)) throw thrown;
      this.r[13] = this.nextFrame;
    }
  }

  protected override loadUnaligned(at: number): never {
    throw new FaultSignal(`unaligned access at ${hex(at)}`);
  }

  protected override storeUnaligned(at: number): never {
    throw new FaultSignal(`unaligned access at ${hex(at)}`);
  }

  /** Fetches an instruction. One access to flash brings two. */
  private fetch(at: number): number {
    const flash = (at - XIP) >>> 0;
    if (flash < this.executable) {
      if (flash >> 2 !== this.fetched && this.cache.missCycles > 0) {
        this.fetched = flash >> 2;
        this.stall += this.cache.access(flash);
      }
      return this.flash16[flash >> 1];
    }
    return this.halfAt(at);
  }

  protected override burst(limit: number): void {
    const { r } = this;
    let pc = r[15];
    let nz = this.negativeZero;
    let c = this.carry;
    let v = this.overflow;
    let used = 0;
    this.touched = false;
    this.used = this.synced = 0;
    this.executable = this.flashAnswers ? this.flash8.length : 0;
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
                  if (y >>> 28 === 15 && this.ipsr !== 0 && !(op & 0x80)) {
                    this.keep(nz, c, v);
                    this.used = used;
                    this.sync();
                    this.leave();
                    return;
                  }
                  if (!(y & 1)) throw this.notThumb(y);
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
                used += this.reach(at, 4, 1);
                this.store32(at, r[d]);
                break;
              case 1:
                used += this.reach(at, 4, 1);
                this.store16(at, r[d]);
                break;
              case 2:
                used += this.reach(at, 4, 1);
                this.store8(at, r[d]);
                break;
              case 3:
                used += this.reach(at, 3, 1);
                r[d] = (this.load8(at) << 24) >> 24;
                break;
              case 4:
                used += this.reach(at, 3, 1);
                r[d] = this.load32(at);
                break;
              case 5:
                used += this.reach(at, 3, 1);
                r[d] = this.load16(at);
                break;
              case 6:
                used += this.reach(at, 3, 1);
                r[d] = this.load8(at);
                break;
              default:
                used += this.reach(at, 3, 1);
                r[d] = (this.load16(at) << 16) >> 16;
            }
            break;
          }
          case 12: {
            const at = (r[(op >> 3) & 7] + ((op >> 4) & 0x7c)) | 0;
            this.used = used;
            used += this.reach(at, 4, 1);
            this.store32(at, r[op & 7]);
            break;
          }
          case 13: {
            const at = (r[(op >> 3) & 7] + ((op >> 4) & 0x7c)) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[op & 7] = this.load32(at);
            break;
          }
          case 14: {
            const at = (r[(op >> 3) & 7] + ((op >> 6) & 31)) | 0;
            this.used = used;
            used += this.reach(at, 4, 1);
            this.store8(at, r[op & 7]);
            break;
          }
          case 15: {
            const at = (r[(op >> 3) & 7] + ((op >> 6) & 31)) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[op & 7] = this.load8(at);
            break;
          }
          case 16: {
            const at = (r[(op >> 3) & 7] + ((op >> 5) & 0x3e)) | 0;
            this.used = used;
            used += this.reach(at, 4, 1);
            this.store16(at, r[op & 7]);
            break;
          }
          case 17: {
            const at = (r[(op >> 3) & 7] + ((op >> 5) & 0x3e)) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
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
                this.nvic.primask = (op >> 4) & 1;
                if (!this.nvic.primask && this.nvic.anyPending) {
                  this.nvic.updated = true;
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
                  if (to >>> 28 === 15 && this.ipsr !== 0) {
                    this.keep(nz, c, v);
                    this.used = used;
                    this.sync();
                    this.leave();
                    return;
                  }
                  if (!(to & 1)) throw this.notThumb(to);
                  pc = to & ~1;
                } else r[13] = at;
                break;
              }
              case 14: // BKPT
                this.keep(nz, c, v);
                this.used = used;
                if (r[15] >>> 0 >= ROM_BYTES) throw new FaultSignal(`bkpt #${op & 255}`);
                this.sync();
                this.owner.serve(op & 255);
                break;
              case 15: // hints
                if (op === 0xbf20 || op === 0xbf30) {
                  used++;
                  if (op === 0xbf20 && this.eventRegistered) {
                    this.eventRegistered = false;
                  } else {
                    this.sleep(op === 0xbf30);
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
                this.nvic.pendSystem(SVCALL);
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

  /** Stores the flags, which are local variables during a burst, for the rest of the class. */
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
        return this.ipsr;
      case 8:
        return this.r[13];
      case 16:
        return this.nvic.primask;
      default:
        return 0;
    }
  }

  private writeSpecial(which: number, value: number): void {
    if (which < 4) this.flags = value;
    else if (which === 8) this.r[13] = value & ~3;
    else if (which === 16) {
      this.nvic.primask = value & 1;
      this.nvic.updated = true;
      this.sync();
    }
  }
}
