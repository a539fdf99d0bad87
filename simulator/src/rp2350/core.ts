/**
 * The Cortex-M33 core: ARMv8-M Mainline in its secure state, without floating point and DSP. An instruction in flash is
 * decoded once, and the result is kept.
 *
 * ARM does not publish the cycles of this core. Here an instruction takes one, a load from memory two, a taken branch two or
 * three, one through a table or a load more, and a division two to ten; dual issue is not modelled.
 */
import type { Cache } from '../blocks/cache.ts';
import type { Clock } from '../blocks/clock.ts';
import { type CoreMemory, type CoreOwner, CortexM, hex } from '../blocks/cortex_m.ts';
import { HARD_FAULT, NMI, SVCALL } from '../blocks/nvic.ts';
import { type FaultSignal, XIP } from '../chip.ts';
import { highProduct, holds, reversed, swapped } from './arithmetic.ts';
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
import { CFSR, CoreFault, unaligned } from './fault.ts';

export const RAM_BYTES = 520 * 1024;
export const ROM_BYTES = 32 * 1024;
const EXCEPTION_CYCLES = { entry: 12, return: 12 };
/** Upper byte of an address that ends an exception when it is branched to. */
const EXC_RETURN = 0xff;
/** Used in place of the decoded instructions while the flash cannot be executed. */
const NO_CODE = new Int32Array(0);

export class Core extends CortexM {
  msplim = 0;
  psp = 0;
  control = 0;
  cfsr = 0;
  hfsr = 0;
  /** True if a stack overflow is ignored in the handlers of NMI and HardFault. */
  ignoresOverflow = false;
  private saturated = 0;
  /** The current IT block: its condition and the rest of its mask. */
  private itState = 0;
  /** The address that the local monitor guards, or -1. */
  private exclusive = -1;
  /** Decoded instructions of flash, two words for each halfword. */
  private readonly code: Int32Array;

  constructor(
    memory: CoreMemory,
    clock: Clock,
    cache: Cache,
    owner: CoreOwner,
    /** Bytes at the start of the flash that hold code: its decoded instructions are kept. */
    codeBytes: number,
  ) {
    super(memory, clock, cache, owner, EXCEPTION_CYCLES);
    this.code = new Int32Array(codeBytes & ~1);
  }

  /** Discards the decoded instructions of flash that has been changed. */
  forget(from: number, bytes: number): void {
    this.code.fill(0, from & ~1, (from + bytes + 1) & ~1);
    this.fetched = -1;
  }

  // Exceptions --------------------------------------------------------------------------------------------------

  override get psr(): number {
    const it = ((this.itState & 3) << 25) | ((this.itState >> 2) << 10);
    return super.psr | (this.saturated << 27) | it;
  }

  override set psr(psr: number) {
    super.psr = psr;
    this.itState = ((psr >> 25) & 3) | ((psr >> 8) & 0xfc);
  }

  override set flags(psr: number) {
    super.flags = psr;
    this.saturated = (psr >> 27) & 1;
  }

  protected override enter(exception: number): void {
    const overflows = this.overflows(this.nextFrame, exception);
    super.enter(exception);
    this.itState = 0;
    this.exclusive = -1;
    if (overflows && exception !== HARD_FAULT)
      this.fault(new CoreFault('stack overflow on exception entry', CFSR.STACK_OVERFLOW));
  }

  /** Stores nothing below the stack limit; the handler then starts at the limit. */
  protected override pushFrame(exception: number): void {
    if (this.overflows(this.nextFrame, exception)) this.r[13] = this.msplim;
    else super.pushFrame(exception);
  }

  /** True if a stack pointer is below its limit and that is not ignored. */
  private overflows(sp: number, running: number): boolean {
    if (sp >>> 0 >= this.msplim >>> 0) return false;
    return !(this.ignoresOverflow && (running === HARD_FAULT || running === NMI));
  }

  protected override leave(): void {
    super.leave();
    this.exclusive = -1;
  }

  protected override fault(signal: FaultSignal): void {
    this.cfsr |= signal instanceof CoreFault ? signal.status : CFSR.BUS_ERROR;
    this.hfsr |= 1 << 30;
    super.fault(signal);
  }

  // Memory ------------------------------------------------------------------------------------------------------

  /** Memory can be accessed at any address, peripherals only at aligned ones. */
  protected override loadUnaligned(at: number, bytes: number): number {
    if (!this.isMemory(at)) throw unaligned(at);
    let value = 0;
    for (let i = bytes - 1; i >= 0; i--) value = (value << 8) | this.load8((at + i) | 0);
    return value;
  }

  protected override storeUnaligned(at: number, bytes: number, value: number): void {
    if (!this.isMemory(at)) throw unaligned(at);
    for (let i = 0; i < bytes; i++) this.store8((at + i) | 0, value >> (8 * i));
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

  /** Sets the stack pointer; faults if that is below its limit. */
  private setStack(to: number): void {
    const sp = to & ~3;
    if (sp >>> 0 < this.msplim >>> 0 && this.overflows(sp, this.ipsr)) {
      throw new CoreFault(`stack overflow: ${hex(sp)} is below the limit ${hex(this.msplim)}`, CFSR.STACK_OVERFLOW);
    }
    this.r[13] = sp;
  }

  /** Writes back a base register. */
  private setBase(register: number, to: number): void {
    if (register === 13) this.setStack(to);
    else this.r[register] = to;
  }

  /** Decodes an instruction: returns its first word and leaves its second in `constant`. */
  private decodeAt(at: number): number {
    const op = this.halfAt(at);
    return decode(at, op, op >>> 11 >= 0x1d ? this.halfAt(at + 2) : 0);
  }

  // Instructions ------------------------------------------------------------------------------------------------

  protected override burst(limit: number): void {
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
        // The operands of most instructions: register n, and the constant or register m.
        const d = (w >> 8) & 15;
        const x = r[(w >> 12) & 15];
        const y = kind < KIND.ADDR ? imm : r[(w >> 16) & 15];
        switch (kind) {
          case 2: // ADDI
          case 24: // ADDR
            r[d] = (x + y) | 0;
            break;
          case 3: // ADDIS
          case 25: {
            // ADDRS
            nz = (x + y) | 0;
            c = nz >>> 0 < x >>> 0 ? 1 : 0;
            v = (~(x ^ y) & (x ^ nz)) >>> 31;
            r[d] = nz;
            break;
          }
          case 4: // SUBI
          case 26: // SUBR
            r[d] = (x - y) | 0;
            break;
          case 5: // SUBIS
          case 27: {
            // SUBRS
            nz = (x - y) | 0;
            c = x >>> 0 >= y >>> 0 ? 1 : 0;
            v = ((x ^ y) & (x ^ nz)) >>> 31;
            r[d] = nz;
            break;
          }
          case 6: // RSBI
            r[d] = (imm - x) | 0;
            break;
          case 7: {
            // RSBIS
            nz = (imm - x) | 0;
            c = imm >>> 0 >= x >>> 0 ? 1 : 0;
            v = ((imm ^ x) & (imm ^ nz)) >>> 31;
            r[d] = nz;
            break;
          }
          case 8: // ADCI
          case 28: // ADCR
            r[d] = (x + y + c) | 0;
            break;
          case 9: // ADCIS
          case 29: {
            // ADCRS
            const sum = (x >>> 0) + (y >>> 0) + c;
            nz = sum | 0;
            c = sum > 0xffffffff ? 1 : 0;
            v = (~(x ^ y) & (x ^ nz)) >>> 31;
            r[d] = nz;
            break;
          }
          case 10: // SBCI
          case 30: // SBCR
            r[d] = (x + ~y + c) | 0;
            break;
          case 11: // SBCIS
          case 31: {
            // SBCRS
            const sum = (x >>> 0) + (~y >>> 0) + c;
            nz = sum | 0;
            c = sum > 0xffffffff ? 1 : 0;
            v = ((x ^ y) & (x ^ nz)) >>> 31;
            r[d] = nz;
            break;
          }
          case 12: // ANDI
          case 32: // ANDR
            r[d] = x & y;
            break;
          case 13: // ANDIS
          case 33: // ANDRS
            r[d] = nz = x & y;
            if (w & 0x2000000) c = (w >> 24) & 1;
            break;
          case 14: // ORRI
          case 34: // ORRR
            r[d] = x | y;
            break;
          case 15: // ORRIS
          case 35: // ORRRS
            r[d] = nz = x | y;
            if (w & 0x2000000) c = (w >> 24) & 1;
            break;
          case 16: // EORI
          case 36: // EORR
            r[d] = x ^ y;
            break;
          case 17: // EORIS
          case 37: // EORRS
            r[d] = nz = x ^ y;
            if (w & 0x2000000) c = (w >> 24) & 1;
            break;
          case 18: // BICI
          case 38: // BICR
            r[d] = x & ~y;
            break;
          case 19: // BICIS
          case 39: // BICRS
            r[d] = nz = x & ~y;
            if (w & 0x2000000) c = (w >> 24) & 1;
            break;
          case 20: // ORNI
            r[d] = x | ~imm;
            break;
          case 21: // ORNIS
            r[d] = nz = x | ~imm;
            if (w & 0x2000000) c = (w >> 24) & 1;
            break;
          case 22: // MOVI
          case 42: // MOVR
            r[d] = y;
            break;
          case 23: // MOVIS
          case 43: // MOVRS
            r[d] = nz = y;
            if (w & 0x2000000) c = (w >> 24) & 1;
            break;
          case 40: // MVNR
            r[d] = ~y;
            break;
          case 41: // MVNRS
            r[d] = nz = ~y;
            break;
          case 44: // LSLI
            r[d] = y << imm;
            break;
          case 45: {
            // LSLIS
            c = (y >>> (32 - imm)) & 1;
            r[d] = nz = y << imm;
            break;
          }
          case 46: // LSRI
            r[d] = imm === 32 ? 0 : y >>> imm;
            break;
          case 47: {
            // LSRIS
            c = (y >>> (imm - 1)) & 1;
            r[d] = nz = imm === 32 ? 0 : (y >>> imm) | 0;
            break;
          }
          case 48: // ASRI
            r[d] = y >> (imm === 32 ? 31 : imm);
            break;
          case 49: {
            // ASRIS
            c = (y >> (imm - 1)) & 1;
            r[d] = nz = y >> (imm === 32 ? 31 : imm);
            break;
          }
          case 50: // SHIFTR
          case 51: {
            // SHIFTRS
            const by = y & 255;
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
            r[d] = Math.imul(x, y);
            break;
          case 53: // MULS
            r[d] = nz = Math.imul(x, y);
            break;
          case 54: {
            // SHIFTED
            const a = ((w >> 12) & 15) === 15 ? 0 : x;
            const by = imm & 31;
            let b: number;
            let out = c;
            switch ((w >> 24) & 3) {
              case 0:
                b = y << by;
                if (by) out = (y >>> (32 - by)) & 1;
                break;
              case 1:
                b = by ? y >>> by : 0;
                out = (y >>> (by ? by - 1 : 31)) & 1;
                break;
              case 2:
                b = y >> (by || 31);
                out = (y >> (by ? by - 1 : 31)) & 1;
                break;
              default:
                b = by ? (y >>> by) | (y << (32 - by)) : (c << 31) | (y >>> 1);
                out = by ? b >>> 31 : y & 1;
            }
            b |= 0;
            let value: number;
            let overflow = v;
            switch ((imm >> 8) & 15) {
              case 0:
                value = a & b;
                break;
              case 1:
                value = a & ~b;
                break;
              case 2:
                value = a | b;
                break;
              case 3:
                value = a | ~b;
                break;
              case 4:
                value = a ^ b;
                break;
              case 5:
                value = (a + b) | 0;
                out = value >>> 0 < a >>> 0 ? 1 : 0;
                overflow = (~(a ^ b) & (a ^ value)) >>> 31;
                break;
              case 6: {
                const sum = (a >>> 0) + (b >>> 0) + c;
                value = sum | 0;
                out = sum > 0xffffffff ? 1 : 0;
                overflow = (~(a ^ b) & (a ^ value)) >>> 31;
                break;
              }
              case 7: {
                const sum = (a >>> 0) + (~b >>> 0) + c;
                value = sum | 0;
                out = sum > 0xffffffff ? 1 : 0;
                overflow = ((a ^ b) & (a ^ value)) >>> 31;
                break;
              }
              case 8:
                value = (a - b) | 0;
                out = a >>> 0 >= b >>> 0 ? 1 : 0;
                overflow = ((a ^ b) & (a ^ value)) >>> 31;
                break;
              default:
                value = (b - a) | 0;
                out = b >>> 0 >= a >>> 0 ? 1 : 0;
                overflow = ((a ^ b) & (b ^ value)) >>> 31;
            }
            r[d] = value;
            if (imm & SETS_FLAGS) {
              nz = value;
              c = out;
              v = overflow;
            }
            break;
          }
          case 55: // MOVT
            r[d] = (r[d] & 0xffff) | imm;
            break;
          case 56: // MLA
            r[d] = (r[(w >> 20) & 15] + Math.imul(x, y)) | 0;
            break;
          case 57: // MLS
            r[d] = (r[(w >> 20) & 15] - Math.imul(x, y)) | 0;
            break;
          case 58: // UMULL
          case 59: // SMULL
          case 60: // UMLAL
          case 61: {
            // SMLAL
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
          case 62: // UDIV
          case 63: {
            // SDIV
            const from = kind === KIND.UDIV ? x : Math.abs(x);
            const by = kind === KIND.UDIV ? y : Math.abs(y);
            used += 1 + (Math.max(0, Math.clz32(by) - Math.clz32(from)) >> 2);
            if (y === 0) r[d] = 0;
            else if (kind === KIND.UDIV) r[d] = Math.floor((x >>> 0) / (y >>> 0));
            else r[d] = (x / y) | 0;
            break;
          }
          case 64: {
            // BFI
            const n = (w >> 12) & 15;
            const low = imm & 31;
            const mask = (0xffffffff >>> (32 - (imm >> 8))) << low;
            r[d] = (r[d] & ~mask) | (n === 15 ? 0 : (r[n] << low) & mask);
            break;
          }
          case 65: // UBFX
            r[d] = (x << (32 - (imm & 31) - (imm >> 8))) >>> (32 - (imm >> 8));
            break;
          case 66: // SBFX
            r[d] = (x << (32 - (imm & 31) - (imm >> 8))) >> (32 - (imm >> 8));
            break;
          case 67: // SSAT
          case 68: {
            // USAT
            const by = imm & 31;
            const shifted = w & 0x1000000 ? x >> by : x << by;
            const bits = imm >> 8;
            const most = 2 ** bits - 1;
            const least = kind === KIND.SSAT ? -(2 ** bits) : 0;
            const value = Math.max(least, Math.min(most, shifted));
            if (value !== shifted) this.saturated = 1;
            r[d] = value;
            break;
          }
          case 69: // CLZ
            r[d] = Math.clz32(y);
            break;
          case 70: // RBIT
            r[d] = reversed(y);
            break;
          case 71: // REV
            r[d] = swapped(y);
            break;
          case 72: {
            // REV16
            r[d] = ((y & 0x00ff00ff) << 8) | ((y >>> 8) & 0x00ff00ff);
            break;
          }
          case 73: {
            // REVSH
            r[d] = ((y << 24) >> 16) | ((y >>> 8) & 0xff);
            break;
          }
          case 74: {
            // SXTB
            r[d] = ((imm ? (y >>> imm) | (y << (32 - imm)) : y) << 24) >> 24;
            break;
          }
          case 75: {
            // SXTH
            r[d] = ((imm ? (y >>> imm) | (y << (32 - imm)) : y) << 16) >> 16;
            break;
          }
          case 76: {
            // UXTB
            r[d] = (imm ? y >>> imm : y) & 0xff;
            break;
          }
          case 77: {
            // UXTH
            r[d] = (imm ? (y >>> imm) | (y << (32 - imm)) : y) & 0xffff;
            break;
          }
          case 78: // LDR
          case 86: {
            // LDRX
            const at = (x + (kind < 86 ? imm : y << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[d] = this.load32(at);
            break;
          }
          case 79: // LDRH
          case 87: {
            // LDRHX
            const at = (x + (kind < 86 ? imm : y << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[d] = this.load16(at);
            break;
          }
          case 80: // LDRB
          case 88: {
            // LDRBX
            const at = (x + (kind < 86 ? imm : y << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[d] = this.load8(at);
            break;
          }
          case 81: // LDRSH
          case 89: {
            // LDRSHX
            const at = (x + (kind < 86 ? imm : y << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[d] = (this.load16(at) << 16) >> 16;
            break;
          }
          case 82: // LDRSB
          case 90: {
            // LDRSBX
            const at = (x + (kind < 86 ? imm : y << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 3, 1);
            r[d] = (this.load8(at) << 24) >> 24;
            break;
          }
          case 83: // STR
          case 91: {
            // STRX
            const at = (x + (kind < 86 ? imm : y << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 4, 0);
            this.store32(at, r[d]);
            break;
          }
          case 84: // STRH
          case 92: {
            // STRHX
            const at = (x + (kind < 86 ? imm : y << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 4, 0);
            this.store16(at, r[d]);
            break;
          }
          case 85: // STRB
          case 93: {
            // STRBX
            const at = (x + (kind < 86 ? imm : y << ((w >> 24) & 3))) | 0;
            this.used = used;
            used += this.reach(at, 4, 0);
            this.store8(at, r[d]);
            break;
          }
          case 94: // LITERAL
            this.used = used++;
            r[d] = this.loadSized(imm, (w >> 20) & 15);
            break;
          case 95: {
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
          case 96: {
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
          case 97: // LDRD
          case 98: {
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
              const second = y;
              if (imm & (PRE | POST)) this.setBase(n, moved);
              this.store32(at, first);
              this.store32(at + 4, second);
            }
            break;
          }
          case 99: {
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
              if (!(to & 1)) throw this.notThumb(to);
              pc = to & ~1;
            } else if (imm & WRITE_BACK) {
              r[n] = base;
              this.setBase(n, end);
            }
            break;
          }
          case 100: {
            // STM
            const n = (w >> 12) & 15;
            let count = 0;
            for (let left = imm & 0xffff; left; left &= left - 1) count++;
            let at = imm & DOWN ? r[n] - 4 * count : r[n];
            const end = imm & DOWN ? at : at + 4 * count;
            if (at & 3) throw unaligned(at);
            this.used = used;
            used += count;
            // The limit is checked before anything is stored.
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
          case 101: {
            // EXCLUSIVE
            const at = (x + (imm & 0xffff)) | 0;
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
          case 102: {
            // TABLE
            const n = (w >> 12) & 15;
            const base = n === 15 ? imm : r[n];
            const index = y;
            this.used = used;
            used += 3;
            const entry = w & 0x1000000 ? this.load16((base + 2 * index) | 0) : this.load8((base + index) | 0);
            pc = imm + 2 * entry;
            break;
          }
          case 103: {
            // LDPC
            const n = (w >> 12) & 15;
            this.used = used;
            used += 4;
            let at: number;
            if (n === 15) at = imm;
            else if (imm & BY_REGISTER) at = (r[n] + (y << ((w >> 24) & 3))) | 0;
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
            if (!(to & 1)) throw this.notThumb(to);
            pc = to & ~1;
            break;
          }
          case 104: // MOVSP
            this.setStack(y);
            break;
          case 105: // ADDSPI
            this.setStack(x + imm);
            break;
          case 106: {
            // ADDSPR
            const by = y << ((w >> 24) & 31);
            this.setStack(x + (d ? -by : by));
            break;
          }
          case 107: // MOVPC
            pc = y & ~1;
            used += 2;
            break;
          case 108: // B
            used++;
            // An endless loop waits for an interrupt or the watchdog: skip to it.
            if (imm === r[15] && used < limit) used = limit;
            pc = imm;
            break;
          case 109: // BEQ
          case 110: // BNE
          case 111: // BCS
          case 112: // BCC
          case 113: // BMI
          case 114: // BPL
          case 115: // BVS
          case 116: // BVC
          case 117: // BHI
          case 118: // BLS
          case 119: // BGE
          case 120: // BLT
          case 121: // BGT
          case 122: // BLE
            if (holds(kind - KIND.BEQ, nz, c, v)) {
              pc = imm;
              used++;
            }
            break;
          case 123: // CBZ
            if (x === 0) {
              pc = imm;
              used++;
            }
            break;
          case 124: // CBNZ
            if (x !== 0) {
              pc = imm;
              used++;
            }
            break;
          case 125: // BL
            r[14] = pc | 1;
            pc = imm;
            used++;
            break;
          case 126: // BX
          case 127: {
            // BLX
            const to = y;
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
            if (!(to & 1)) throw this.notThumb(to);
            pc = to & ~1;
            break;
          }
          case 128: // IT
            it = imm;
            break;
          case 129: // NOP
            break;
          case 130: // WFE
          case 131: // WFI
            used++;
            if (kind === KIND.WFE && this.eventRegistered) this.eventRegistered = false;
            else {
              this.sleep(kind === KIND.WFI);
              this.used = used;
              this.sync();
            }
            break;
          case 132: // SEV
            this.eventRegistered = true;
            break;
          case 133: {
            // CPS
            const { nvic } = this;
            if (imm & 2) nvic.primask = imm & 0x10 ? 1 : 0;
            if (imm & 1) nvic.faultmask = imm & 0x10 ? 1 : 0;
            if (!(imm & 0x10) && nvic.anyPending) {
              nvic.updated = true;
              this.used = used;
              this.sync();
            }
            break;
          }
          case 134: // BKPT
            this.keep(nz, c, v, it);
            this.used = used;
            if (r[15] >>> 0 >= ROM_BYTES) throw new CoreFault(`bkpt #${imm}`, 0);
            this.sync();
            this.owner.serve(imm);
            break;
          case 135: // UDF
            this.used = used;
            throw new CoreFault(`udf #${imm}`, CFSR.UNDEFINED);
          case 136: // SVC
            this.nvic.pendSystem(SVCALL);
            this.used = used;
            this.sync();
            break;
          case 137: // MRS
            used++;
            this.keep(nz, c, v, it);
            r[d] = this.readSpecial(imm);
            break;
          case 138: // MSR
            used++;
            this.keep(nz, c, v, it);
            this.used = used;
            this.writeSpecial(imm, x);
            nz = this.negativeZero;
            c = this.carry;
            v = this.overflow;
            break;
          case 139: // CLREX
            this.exclusive = -1;
            break;
          case 140: // ADDPC
            pc = (imm + y) & ~1;
            used += 2;
            break;
          default:
            this.used = used;
            throw this.unknown();
        }
        if (this.stall !== 0) used += this.waited();
        if (this.touched) {
          // Cycles spent up to the access are already on the clock.
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

  protected override notThumb(to: number): CoreFault {
    return new CoreFault(super.notThumb(to).message, CFSR.INVALID_STATE);
  }

  private unknown(): CoreFault {
    const at = this.r[15];
    const op = this.halfAt(at);
    const second = op >>> 11 >= 0x1d ? ` ${hex(this.halfAt(at + 2))}` : '';
    return new CoreFault(`undefined instruction ${hex(op)}${second}`, CFSR.UNDEFINED);
  }

  /** Stores the flags, which are local variables during a burst, for the rest of the class. */
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
