/**
 * Decodes instructions of ARMv8-M Mainline, without floating point and DSP, into a form that the core executes fast: a
 * word with the kind and the registers, and a constant. Addresses relative to the instruction become absolute.
 *
 * A comparison is a subtraction, and a test an AND or EOR, whose result goes to r15: the core overwrites that with the
 * address of the next instruction.
 */

/**
 * Kinds of instructions. A kind that sets the flags has the number after the one that does not. The cases of the core's
 * switch are these numbers, because only literals are compiled to a jump table; the names are comments, and a test
 * compares them.
 */
export const KIND = {
  UNDEFINED: 1,
  ADDI: 2,
  ADDIS: 3,
  SUBI: 4,
  SUBIS: 5,
  RSBI: 6,
  RSBIS: 7,
  ADCI: 8,
  ADCIS: 9,
  SBCI: 10,
  SBCIS: 11,
  ANDI: 12,
  ANDIS: 13,
  ORRI: 14,
  ORRIS: 15,
  EORI: 16,
  EORIS: 17,
  BICI: 18,
  BICIS: 19,
  ORNI: 20,
  ORNIS: 21,
  MOVI: 22,
  MOVIS: 23,
  ADDR: 24,
  ADDRS: 25,
  SUBR: 26,
  SUBRS: 27,
  ADCR: 28,
  ADCRS: 29,
  SBCR: 30,
  SBCRS: 31,
  ANDR: 32,
  ANDRS: 33,
  ORRR: 34,
  ORRRS: 35,
  EORR: 36,
  EORRS: 37,
  BICR: 38,
  BICRS: 39,
  MVNR: 40,
  MVNRS: 41,
  MOVR: 42,
  MOVRS: 43,
  LSLI: 44,
  LSLIS: 45,
  LSRI: 46,
  LSRIS: 47,
  ASRI: 48,
  ASRIS: 49,
  SHIFTR: 50,
  SHIFTRS: 51,
  MUL: 52,
  MULS: 53,
  SHIFTED: 54,
  MOVT: 55,
  MLA: 56,
  MLS: 57,
  UMULL: 58,
  SMULL: 59,
  UMLAL: 60,
  SMLAL: 61,
  UDIV: 62,
  SDIV: 63,
  BFI: 64,
  UBFX: 65,
  SBFX: 66,
  SSAT: 67,
  USAT: 68,
  CLZ: 69,
  RBIT: 70,
  REV: 71,
  REV16: 72,
  REVSH: 73,
  SXTB: 74,
  SXTH: 75,
  UXTB: 76,
  UXTH: 77,
  LDR: 78,
  LDRH: 79,
  LDRB: 80,
  LDRSH: 81,
  LDRSB: 82,
  STR: 83,
  STRH: 84,
  STRB: 85,
  LDRX: 86,
  LDRHX: 87,
  LDRBX: 88,
  LDRSHX: 89,
  LDRSBX: 90,
  STRX: 91,
  STRHX: 92,
  STRBX: 93,
  LITERAL: 94,
  /** Loads and stores that write back the base register. */
  LOADED: 95,
  STORED: 96,
  LDRD: 97,
  STRD: 98,
  LDM: 99,
  STM: 100,
  EXCLUSIVE: 101,
  TABLE: 102,
  LDPC: 103,
  MOVSP: 104,
  ADDSPI: 105,
  ADDSPR: 106,
  MOVPC: 107,
  B: 108,
  BEQ: 109,
  BNE: 110,
  BCS: 111,
  BCC: 112,
  BMI: 113,
  BPL: 114,
  BVS: 115,
  BVC: 116,
  BHI: 117,
  BLS: 118,
  BGE: 119,
  BLT: 120,
  BGT: 121,
  BLE: 122,
  CBZ: 123,
  CBNZ: 124,
  BL: 125,
  BX: 126,
  BLX: 127,
  IT: 128,
  NOP: 129,
  WFE: 130,
  WFI: 131,
  SEV: 132,
  CPS: 133,
  BKPT: 134,
  UDF: 135,
  SVC: 136,
  MRS: 137,
  MSR: 138,
  CLREX: 139,
  ADDPC: 140,
} as const;

/**
 * Lowest bits of the fields of the word, after the kind: four registers, and SMALL, a number whose meaning depends on
 * the kind.
 */
export const D = 8;
export const N = 12;
export const M = 16;
export const A = 20;
export const SMALL = 24;
/** A 16-bit instruction that sets the flags only outside an IT block. */
export const QUIET_IN_IT = 1 << 30;
/** A 32-bit instruction. */
export const WIDE = 1 << 31;

/**
 * Flag in the constant of SHIFTED. Below it are the operation, in bits 8 to 11 (and, bic, orr, orn, eor, add, adc, sbc,
 * sub, rsb), and the amount of the shift.
 */
export const SETS_FLAGS = 1 << 12;

/** Sizes of a load or store. */
export const WORD = 0;
export const HALF = 1;
export const BYTE = 2;
export const SIGNED_HALF = 3;
export const SIGNED_BYTE = 4;

/** In the constants of loads and stores: the offset, the size, and when the base register is written back. */
export const SIZE_SHIFT = 20;
export const PRE = 1 << 24;
export const POST = 1 << 25;
/** LDPC: the offset is a register, shifted by the field SMALL. */
export const BY_REGISTER = 1 << 26;
export const OFFSET_BIAS = 0x8000;
export const OFFSET_MASK = 0xfffff;

/** Flags in the constants of LDM and STM. */
export const DOWN = 1 << 16;
export const WRITE_BACK = 1 << 17;

/** Flags in the constant of EXCLUSIVE; the offset is below them. */
export const IS_STORE = 1 << 16;
export const IS_EXCLUSIVE = 1 << 17;

const PC = 15;
const SP = 13;

const word = (kind: number, d = 0, n = 0, m = 0, a = 0, small = 0) =>
  kind | (d << D) | (n << N) | (m << M) | (a << A) | (small << SMALL);

/** The constant of the instruction that `decode` has decoded last. */
export let constant = 0;

function made(decoded: number, value = 0): number {
  constant = value | 0;
  return decoded;
}

/** Decodes the instruction at an address: returns its word and sets `constant`. */
export function decode(at: number, op: number, op2: number): number {
  if (op >>> 11 < 0x1d) return decode16(at, op);
  const decoded =
    op >>> 11 === 0x1d ? decode1(at, op, op2) : op >>> 11 === 0x1e ? decode2(at, op, op2) : decode3(at, op, op2);
  return decoded | WIDE;
}

const { ADDI, ADDIS, SUBI, SUBIS, MOVI, MOVIS, ADDR, ADDRS, SUBRS, LSLI, LSLIS, LSRIS, ASRIS, UNDEFINED, NOP } = KIND;
const BRANCHES = [
  KIND.BEQ,
  KIND.BNE,
  KIND.BCS,
  KIND.BCC,
  KIND.BMI,
  KIND.BPL,
  KIND.BVS,
  KIND.BVC,
  KIND.BHI,
  KIND.BLS,
  KIND.BGE,
  KIND.BLT,
  KIND.BGT,
  KIND.BLE,
] as const;
const BY_OFFSET = [
  KIND.STRX,
  KIND.STRHX,
  KIND.STRBX,
  KIND.LDRSBX,
  KIND.LDRX,
  KIND.LDRHX,
  KIND.LDRBX,
  KIND.LDRSHX,
] as const;
const HINTS = [NOP, NOP, KIND.WFE, KIND.WFI, KIND.SEV] as const;

function decode16(at: number, op: number): number {
  const [d, n, m] = [op & 7, (op >> 3) & 7, (op >> 6) & 7];
  const upper = (op >> 8) & 7;
  const five = (op >> 6) & 31;
  const eight = op & 255;
  switch (op >>> 11) {
    case 0:
      return made(word(five === 0 ? KIND.MOVRS : LSLIS, d, 0, n) | QUIET_IN_IT, five);
    case 1:
      return made(word(LSRIS, d, 0, n) | QUIET_IN_IT, five || 32);
    case 2:
      return made(word(ASRIS, d, 0, n) | QUIET_IN_IT, five || 32);
    case 3:
      if (op & 0x400) return made(word(op & 0x200 ? SUBIS : ADDIS, d, n) | QUIET_IN_IT, m);
      return made(word(op & 0x200 ? SUBRS : ADDRS, d, n, m) | QUIET_IN_IT);
    case 4:
      return made(word(MOVIS, upper) | QUIET_IN_IT, eight);
    case 5:
      return made(word(SUBIS, PC, upper), eight);
    case 6:
      return made(word(ADDIS, upper, upper) | QUIET_IN_IT, eight);
    case 7:
      return made(word(SUBIS, upper, upper) | QUIET_IN_IT, eight);
    case 8:
      return op < 0x4400 ? dataProcessing16(op, d, n) : special16(at, op);
    case 9:
      return made(word(KIND.LITERAL, upper, 0, 0, WORD), ((at + 4) & ~3) + 4 * eight);
    case 10:
    case 11:
      return made(word(BY_OFFSET[(op >> 9) & 7], d, n, m));
    case 12:
      return made(word(KIND.STR, d, n), 4 * five);
    case 13:
      return made(word(KIND.LDR, d, n), 4 * five);
    case 14:
      return made(word(KIND.STRB, d, n), five);
    case 15:
      return made(word(KIND.LDRB, d, n), five);
    case 16:
      return made(word(KIND.STRH, d, n), 2 * five);
    case 17:
      return made(word(KIND.LDRH, d, n), 2 * five);
    case 18:
      return made(word(KIND.STR, upper, SP), 4 * eight);
    case 19:
      return made(word(KIND.LDR, upper, SP), 4 * eight);
    case 20:
      return made(word(MOVI, upper), ((at + 4) & ~3) + 4 * eight);
    case 21:
      return made(word(ADDI, upper, SP), 4 * eight);
    case 22:
    case 23:
      return miscellaneous16(at, op);
    case 24:
      return made(word(KIND.STM, 0, upper), eight | WRITE_BACK);
    case 25:
      return made(word(KIND.LDM, 0, upper), eight | (eight & (1 << upper) ? 0 : WRITE_BACK));
    case 26:
    case 27: {
      const condition = (op >> 8) & 15;
      if (condition === 14) return made(word(KIND.UDF), eight);
      if (condition === 15) return made(word(KIND.SVC), eight);
      return made(word(BRANCHES[condition]), at + 4 + ((op << 24) >> 23));
    }
    default:
      return made(word(KIND.B), at + 4 + ((op << 21) >> 20));
  }
}

function dataProcessing16(op: number, d: number, n: number): number {
  const quiet = (kind: number, value = 0) => made(word(kind, d, d, n) | QUIET_IN_IT, value);
  const shift = (type: number) => made(word(KIND.SHIFTRS, d, d, n, 0, type) | QUIET_IN_IT);
  switch ((op >> 6) & 15) {
    case 0:
      return quiet(KIND.ANDRS);
    case 1:
      return quiet(KIND.EORRS);
    case 2:
      return shift(0);
    case 3:
      return shift(1);
    case 4:
      return shift(2);
    case 5:
      return quiet(KIND.ADCRS);
    case 6:
      return quiet(KIND.SBCRS);
    case 7:
      return shift(3);
    case 8:
      return made(word(KIND.ANDRS, PC, d, n));
    case 9:
      return made(word(KIND.RSBIS, d, n) | QUIET_IN_IT, 0);
    case 10:
      return made(word(SUBRS, PC, d, n));
    case 11:
      return made(word(ADDRS, PC, d, n));
    case 12:
      return quiet(KIND.ORRRS);
    case 13:
      return quiet(KIND.MULS);
    case 14:
      return quiet(KIND.BICRS);
    default:
      return quiet(KIND.MVNRS);
  }
}

/** 16-bit instructions that can use all registers. */
function special16(at: number, op: number): number {
  const m = (op >> 3) & 15;
  const d = (op & 7) | ((op >> 4) & 8);
  switch ((op >> 8) & 3) {
    case 0:
      if (d === PC) return made(word(KIND.ADDPC, 0, 0, m), at + 4);
      if (d === SP) return made(word(KIND.ADDSPR, 0, SP, m));
      return m === PC ? made(word(ADDI, d, d), at + 4) : made(word(ADDR, d, d, m));
    case 1:
      return made(word(SUBRS, PC, d, m));
    case 2:
      if (d === PC) return made(word(KIND.MOVPC, 0, 0, m));
      if (d === SP) return made(word(KIND.MOVSP, 0, 0, m));
      return m === PC ? made(word(MOVI, d), at + 4) : made(word(KIND.MOVR, d, 0, m));
    default:
      return op & 7 ? made(word(UNDEFINED)) : made(word(op & 0x80 ? KIND.BLX : KIND.BX, 0, 0, m));
  }
}

function miscellaneous16(at: number, op: number): number {
  const [d, n] = [op & 7, (op >> 3) & 7];
  if ((op & 0x500) === 0x100) {
    const to = at + 4 + (((op >> 3) & 31) << 1) + (op & 0x200 ? 64 : 0);
    return made(word(op & 0x800 ? KIND.CBNZ : KIND.CBZ, 0, d), to);
  }
  switch ((op >> 8) & 15) {
    case 0:
      return made(word(KIND.ADDSPI, 0, SP), op & 0x80 ? -4 * (op & 0x7f) : 4 * (op & 0x7f));
    case 2:
      return made(word([KIND.SXTH, KIND.SXTB, KIND.UXTH, KIND.UXTB][(op >> 6) & 3], d, 0, n));
    case 4:
    case 5:
      return made(word(KIND.STM, 0, SP), (op & 255) | (op & 0x100 ? 1 << 14 : 0) | DOWN | WRITE_BACK);
    case 6:
      return (op & 0xffe8) === 0xb660 ? made(word(KIND.CPS), op & 0x13) : made(word(UNDEFINED));
    case 10: {
      const kind = [KIND.REV, KIND.REV16, UNDEFINED, KIND.REVSH][(op >> 6) & 3];
      return made(word(kind, d, 0, n));
    }
    case 12:
    case 13:
      return made(word(KIND.LDM, 0, SP), (op & 255) | (op & 0x100 ? 1 << 15 : 0) | WRITE_BACK);
    case 14:
      return made(word(KIND.BKPT), op & 255);
    case 15:
      if (op & 15) return made(word(KIND.IT), op & 255);
      return made(word(HINTS[(op >> 4) & 15] ?? NOP));
    default:
      return made(word(UNDEFINED));
  }
}

// Instructions of 32 bits -------------------------------------------------------------------------------------------

/** Loads and stores of several registers, exclusive accesses, table branches, data processing with a shifted register. */
function decode1(at: number, op: number, op2: number): number {
  if ((op & 0xfe40) === 0xe800) return multiple(op, op2);
  if ((op & 0xfe40) === 0xe840) return dualOrExclusive(at, op, op2);
  if ((op & 0xfe00) === 0xea00) return shiftedRegister(op, op2);
  return made(word(UNDEFINED));
}

function multiple(op: number, op2: number): number {
  const n = op & 15;
  const how = (op >> 7) & 3;
  if (how === 0 || how === 3 || n === PC) return made(word(UNDEFINED));
  const list = op2 | (how === 2 ? DOWN : 0) | (op & 0x20 ? WRITE_BACK : 0);
  return made(word(op & 0x10 ? KIND.LDM : KIND.STM, 0, n), list);
}

function dualOrExclusive(at: number, op: number, op2: number): number {
  const [n, t, t2] = [op & 15, op2 >> 12, (op2 >> 8) & 15];
  const offset = (op2 & 255) << 2;
  if (op & 0x120) {
    const kind = op & 0x10 ? KIND.LDRD : KIND.STRD;
    const signed = op & 0x80 ? offset : -offset;
    const how = (op & 0x100 ? (op & 0x20 ? PRE : 0) : POST) >>> 0;
    if (n !== PC) return made(word(kind, t, n, t2), (signed + OFFSET_BIAS) | how);
    return op & 0x10 ? made(word(kind, t, PC, t2), ((at + 4) & ~3) + signed) : made(word(UNDEFINED));
  }
  const exclusive = (size: number, flags: number, d = 0, bytes = 0) =>
    made(word(KIND.EXCLUSIVE, t, n, d, size), bytes | flags);
  switch (op & 0xfff0) {
    case 0xe840:
      return t === PC ? made(word(UNDEFINED)) : exclusive(WORD, IS_STORE | IS_EXCLUSIVE, t2, offset);
    case 0xe850:
      return exclusive(WORD, IS_EXCLUSIVE, 0, offset);
    default: {
      const kind = (op2 >> 4) & 15;
      const isLoad = (op & 0x10) !== 0;
      if (isLoad && kind < 2) return made(word(KIND.TABLE, 0, n, op2 & 15, 0, kind), at + 4);
      const size = [BYTE, HALF, WORD][kind & 3];
      if (kind < 4 || size === undefined || (kind & ~3) === 0) return made(word(UNDEFINED));
      return exclusive(size, (isLoad ? 0 : IS_STORE) | (kind & 4 ? IS_EXCLUSIVE : 0), op2 & 15);
    }
  }
}

const REGISTER_KINDS = [
  KIND.ANDR,
  KIND.BICR,
  KIND.ORRR,
  0,
  KIND.EORR,
  0,
  0,
  0,
  ADDR,
  0,
  KIND.ADCR,
  KIND.SBCR,
  0,
  KIND.SUBR,
] as const;
/** The number that SHIFTED has for an operation, or -1. */
const SHIFTED_OPERATIONS = [0, 1, 2, 3, 4, -1, -1, -1, 5, -1, 6, 7, -1, 8, 9] as const;

function shiftedRegister(op: number, op2: number): number {
  const operation = (op >> 5) & 15;
  const sets = (op >> 4) & 1;
  const [n, d, m] = [op & 15, (op2 >> 8) & 15, op2 & 15];
  const type = (op2 >> 4) & 3;
  const amount = ((op2 >> 10) & 0x1c) | ((op2 >> 6) & 3);
  const plain = amount === 0 && type === 0;
  if (operation === 2 && n === PC) return moveOrShift(sets, d, m, type, amount);
  if (operation === 3 && n === PC && plain) return made(word(KIND.MVNR + sets, d, 0, m));
  if (d === SP && (operation === 8 || operation === 13)) {
    if (type !== 0 || sets) return made(word(UNDEFINED));
    return made(word(KIND.ADDSPR, operation === 13 ? 1 : 0, n, m, 0, amount));
  }
  const kind = REGISTER_KINDS[operation];
  if (plain && kind) return made(word(kind + sets, d, n, m));
  const which = SHIFTED_OPERATIONS[operation] ?? -1;
  if (which < 0) return made(word(UNDEFINED));
  // MVN is ORN with r15 as its first operand, which reads as zero here.
  return made(word(KIND.SHIFTED, d, n, m, 0, type), amount | (which << 8) | (sets ? SETS_FLAGS : 0));
}

function moveOrShift(sets: number, d: number, m: number, type: number, amount: number): number {
  if (type === 0 && amount === 0) {
    return d === SP ? made(word(KIND.MOVSP, 0, 0, m)) : made(word(KIND.MOVR + sets, d, 0, m));
  }
  if (type < 3) return made(word(LSLI + 2 * type + sets, d, 0, m), amount || 32);
  // ROR, or RRX if the amount is 0: an ORR with r15, which reads as zero in SHIFTED.
  return made(word(KIND.SHIFTED, d, PC, m, 0, type), amount | (2 << 8) | (sets ? SETS_FLAGS : 0));
}

/** Data processing with a constant, branches, special registers, hints and barriers. */
function decode2(at: number, op: number, op2: number): number {
  if (op2 & 0x8000) return branchOrControl(at, op, op2);
  return op & 0x200 ? plainImmediate(at, op, op2) : modifiedImmediate(op, op2);
}

/**
 * A logical operation with a rotated constant sets the carry to the constant's highest bit: `small` is then 2 plus that
 * bit.
 */
function modifiedImmediate(op: number, op2: number): number {
  const [n, d] = [op & 15, (op2 >> 8) & 15];
  const sets = (op >> 4) & 1;
  const twelve = ((op << 1) & 0x800) | ((op2 >> 4) & 0x700) | (op2 & 255);
  const eight = twelve & 255;
  let value: number;
  let small = 0;
  if (twelve < 0x400) {
    value = [eight, eight | (eight << 16), (eight << 8) | (eight << 24), Math.imul(eight, 0x01010101)][twelve >> 8];
  } else {
    const by = twelve >> 7;
    const bits = 0x80 | (twelve & 0x7f);
    value = (bits >>> by) | (bits << (32 - by));
    small = 2 | (value >>> 31);
  }
  const logical = (kind: number) => made(word(kind + sets, d, n, 0, 0, small), value);
  const sum = (kind: number) => made(word(kind + sets, d, n), value);
  switch ((op >> 5) & 15) {
    case 0:
      return logical(KIND.ANDI);
    case 1:
      return logical(KIND.BICI);
    case 2:
      return n === PC ? made(word(MOVI + sets, d, 0, 0, 0, small), value) : logical(KIND.ORRI);
    case 3:
      return n === PC ? made(word(MOVI + sets, d, 0, 0, 0, small), ~value) : logical(KIND.ORNI);
    case 4:
      return logical(KIND.EORI);
    case 8:
      if (d === SP && !sets) return made(word(KIND.ADDSPI, 0, n), value);
      return sum(ADDI);
    case 10:
      return sum(KIND.ADCI);
    case 11:
      return sum(KIND.SBCI);
    case 13:
      if (d === SP && !sets) return made(word(KIND.ADDSPI, 0, n), -value);
      return sum(SUBI);
    case 14:
      return sum(KIND.RSBI);
    default:
      return made(word(UNDEFINED));
  }
}

function plainImmediate(at: number, op: number, op2: number): number {
  const [n, d] = [op & 15, (op2 >> 8) & 15];
  const twelve = ((op << 1) & 0x800) | ((op2 >> 4) & 0x700) | (op2 & 255);
  const low = ((op2 >> 10) & 0x1c) | ((op2 >> 6) & 3);
  const width = op2 & 31;
  switch ((op >> 4) & 31) {
    case 0:
    case 10: {
      const value = (op >> 4) & 31 ? -twelve : twelve;
      if (n === PC) return made(word(MOVI, d), ((at + 4) & ~3) + value);
      return d === SP ? made(word(KIND.ADDSPI, 0, n), value) : made(word(ADDI, d, n), value);
    }
    case 4:
      return made(word(MOVI, d), twelve | (n << 12));
    case 12:
      return made(word(KIND.MOVT, d), (twelve | (n << 12)) << 16);
    case 16:
    case 18:
    case 24:
    case 26: {
      const isArithmetic = (op & 0x20) !== 0;
      if (isArithmetic && low === 0) return made(word(UNDEFINED));
      const kind = op & 0x80 ? KIND.USAT : KIND.SSAT;
      return made(word(kind, d, n, 0, 0, isArithmetic ? 1 : 0), low | (width << 8));
    }
    case 20:
      return made(word(KIND.SBFX, d, n), low | ((width + 1) << 8));
    case 22:
      return made(word(KIND.BFI, d, n), low | ((width - low + 1) << 8));
    case 28:
      return made(word(KIND.UBFX, d, n), low | ((width + 1) << 8));
    default:
      return made(word(UNDEFINED));
  }
}

function branchOrControl(at: number, op: number, op2: number): number {
  const s = (op >> 10) & 1;
  const [j1, j2] = [(op2 >> 13) & 1, (op2 >> 11) & 1];
  switch (op2 & 0xd000) {
    case 0x9000:
    case 0xd000: {
      const high = (s ? -0x1000000 : 0) + ((1 ^ j1 ^ s) << 23) + ((1 ^ j2 ^ s) << 22);
      const to = at + 4 + high + ((op & 0x3ff) << 12) + ((op2 & 0x7ff) << 1);
      return made(word(op2 & 0x4000 ? KIND.BL : KIND.B), to);
    }
    case 0x8000:
      break;
    default:
      return made(word(UNDEFINED));
  }
  if ((op & 0x380) !== 0x380) {
    const high = (s ? -0x100000 : 0) + (j2 << 19) + (j1 << 18);
    return made(
      word(BRANCHES[(op >> 6) & 15] ?? UNDEFINED),
      at + 4 + high + ((op & 0x3f) << 12) + ((op2 & 0x7ff) << 1),
    );
  }
  if ((op & 0xfff0) === 0xf380) return made(word(KIND.MSR, 0, op & 15, 0, (op2 >> 8) & 15), op2 & 255);
  if (op === 0xf3ef) return made(word(KIND.MRS, (op2 >> 8) & 15), op2 & 255);
  if (op === 0xf3af && !(op2 & 0x700)) return made(word(HINTS[op2 & 255] ?? NOP));
  if (op === 0xf3bf) return made(word(((op2 >> 4) & 15) === 2 ? KIND.CLREX : NOP));
  if ((op & 0xfff0) === 0xf7f0 && (op2 & 0xf000) === 0xa000)
    return made(word(KIND.UDF), ((op & 15) << 12) | (op2 & 0xfff));
  return made(word(UNDEFINED));
}

/** Loads and stores of one register, shifts by a register, extensions, multiplications and divisions. */
function decode3(at: number, op: number, op2: number): number {
  if ((op & 0xfe00) === 0xf800) return single(at, op, op2);
  const [n, d, m] = [op & 15, (op2 >> 8) & 15, op2 & 15];
  const four = (op2 >> 4) & 15;
  if ((op & 0xff00) === 0xfa00 && op2 >> 12 === 15) {
    if ((op & 0x80) === 0 && four === 0) return made(word(KIND.SHIFTR + ((op >> 4) & 1), d, n, m, 0, (op >> 5) & 3));
    if ((op & 0x80) === 0 && four & 8 && n === PC) {
      const kind = [KIND.SXTH, KIND.UXTH, 0, 0, KIND.SXTB, KIND.UXTB][(op >> 4) & 7];
      return kind ? made(word(kind, d, 0, m), 8 * (four & 3)) : made(word(UNDEFINED));
    }
    if ((op & 0xf0) === 0x90 && four >> 2 === 2) {
      return made(word([KIND.REV, KIND.REV16, KIND.RBIT, KIND.REVSH][four & 3], d, 0, m));
    }
    if ((op & 0xf0) === 0xb0 && four === 8) return made(word(KIND.CLZ, d, 0, m));
    return made(word(UNDEFINED));
  }
  if ((op & 0xff80) === 0xfb00) {
    const a = op2 >> 12;
    if ((op & 0x70) !== 0 || four > 1) return made(word(UNDEFINED));
    if (four === 1) return made(word(KIND.MLS, d, n, m, a));
    return a === PC ? made(word(KIND.MUL, d, n, m)) : made(word(KIND.MLA, d, n, m, a));
  }
  if ((op & 0xff80) === 0xfb80) {
    const kind = [KIND.SMULL, KIND.SDIV, KIND.UMULL, KIND.UDIV, KIND.SMLAL, 0, KIND.UMLAL][(op >> 4) & 7] ?? 0;
    const divides = kind === KIND.SDIV || kind === KIND.UDIV;
    if (kind === 0 || four !== (divides ? 15 : 0)) return made(word(UNDEFINED));
    return made(word(kind, d, n, m, op2 >> 12));
  }
  return made(word(UNDEFINED));
}

const LOADS = [KIND.LDR, KIND.LDRH, KIND.LDRB, KIND.LDRSH, KIND.LDRSB] as const;
const STORES: readonly number[] = [KIND.STR, KIND.STRH, KIND.STRB];

function single(at: number, op: number, op2: number): number {
  const [n, t, m] = [op & 15, op2 >> 12, op2 & 15];
  const isLoad = (op & 0x10) !== 0;
  const isSigned = (op & 0x100) !== 0;
  const width = (op >> 5) & 3;
  if (width === 3 || (isSigned && (!isLoad || width === 2))) return made(word(UNDEFINED));
  const size = width === 2 ? WORD : width === 1 ? (isSigned ? SIGNED_HALF : HALF) : isSigned ? SIGNED_BYTE : BYTE;
  // A load of a halfword or byte into the program counter is a preload hint.
  if (isLoad && t === PC && size !== WORD) return made(word(NOP));
  const toPc = isLoad && t === PC;
  if (isLoad && n === PC) {
    const address = ((at + 4) & ~3) + (op & 0x80 ? op2 & 0xfff : -(op2 & 0xfff));
    return toPc ? made(word(KIND.LDPC, 0, PC, 0, 1), address) : made(word(KIND.LITERAL, t, 0, 0, size), address);
  }
  if (n === PC) return made(word(UNDEFINED));
  if (op & 0x80) {
    const offset = op2 & 0xfff;
    if (toPc) return made(word(KIND.LDPC, 0, n), offset + OFFSET_BIAS);
    return made(word(isLoad ? LOADS[size] : STORES[size], t, n), offset);
  }
  if ((op2 & 0xfc0) === 0) {
    const shift = (op2 >> 4) & 3;
    if (toPc) return made(word(KIND.LDPC, 0, n, m, 0, shift), BY_REGISTER | OFFSET_BIAS);
    return made(word(isLoad ? KIND.LDRX + size : KIND.STRX + size, t, n, m, 0, shift));
  }
  if (!(op2 & 0x800)) return made(word(UNDEFINED));
  const offset = op2 & 0x200 ? op2 & 255 : -(op2 & 255);
  const [pre, writes] = [(op2 & 0x400) !== 0, (op2 & 0x100) !== 0];
  if (!pre && !writes) return made(word(UNDEFINED));
  const how = writes ? (pre ? PRE : POST) : 0;
  if (toPc) return made(word(KIND.LDPC, 0, n), (offset + OFFSET_BIAS) | how);
  if (!writes) return made(word(isLoad ? LOADS[size] : STORES[size], t, n), offset);
  return made(word(isLoad ? KIND.LOADED : KIND.STORED, t, n), (offset + OFFSET_BIAS) | how | (size << SIZE_SHIFT));
}
