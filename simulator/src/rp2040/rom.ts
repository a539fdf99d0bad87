/**
 * A boot ROM that consists of traps: the vendor's may not be copied, and firmware only needs its lookup and a few flash
 * routines. Each routine is `bkpt #n; bx lr`, and the chip executes routine n.
 */
import { placeWaiting } from '../blocks/reboot.ts';

const FUNCTIONS = ['IF', 'EX', 'RE', 'RP', 'FC', 'CX', 'C4', 'MC', 'S4', 'MS', 'UB'] as const;
export type RomFunction = (typeof FUNCTIONS)[number] | 'lookup';

const FUNCTION_TABLE = 0x100;
const DATA_TABLE = 0x180;
const CODE = 0x200;
const LOOKUP = 0;

export function stubRom(rom: Uint32Array): void {
  const bytes = new DataView(rom.buffer, rom.byteOffset, rom.byteLength);
  bytes.setUint8(0x10, 'M'.charCodeAt(0));
  bytes.setUint8(0x11, 'u'.charCodeAt(0));
  bytes.setUint8(0x12, 1);
  bytes.setUint8(0x13, 2);
  bytes.setUint16(0x14, FUNCTION_TABLE, true);
  bytes.setUint16(0x16, DATA_TABLE, true);
  bytes.setUint16(0x18, CODE | 1, true);
  for (let n = 0; n <= FUNCTIONS.length; n++) {
    bytes.setUint16(CODE + 4 * n, 0xbe00 | n, true);
    bytes.setUint16(CODE + 4 * n + 2, 0x4770, true);
  }
  placeWaiting(bytes);
}

export function romFunction(trap: number): RomFunction | undefined {
  return trap === LOOKUP ? 'lookup' : FUNCTIONS[trap - 1];
}

/** The address of a routine by its two-letter code, or 0 if it does not exist, as in the real ROM. */
export function lookUp(table: number, code: number): number {
  if (table !== FUNCTION_TABLE) return 0;
  const name = String.fromCharCode(code & 0xff, (code >> 8) & 0xff);
  const at = FUNCTIONS.findIndex((known) => known === name);
  return at < 0 ? 0 : (CODE + 4 * (at + 1)) | 1;
}
