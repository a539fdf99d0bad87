/**
 * A boot ROM that consists of traps: a lookup, and the routines that firmware calls. Each routine is `bkpt #n; bx lr`, and
 * the chip executes routine n. Like the real ROM it leaves a routine in boot RAM that sets the flash interface up for
 * execution again; firmware copies it to its own memory and runs it there.
 */
import { placeWaiting } from '../blocks/reboot.ts';

const FUNCTIONS = ['IF', 'EX', 'RE', 'RP', 'FC', 'CX', 'RB'] as const;
export type RomFunction = (typeof FUNCTIONS)[number] | 'lookup';

const CODE = 0x200;
const LOOKUP = 0;
/** A lookup's flags for a routine that runs on an Arm core in its secure state. */
const FOR_ARM_SECURE = 4;
const BKPT = 0xbe00;
const BX_LR = 0x4770;

/** Registers of the flash interface, and what the routine in boot RAM writes there: quad reads with command 0xeb. */
export const QMI = 0x400d0000;
export const M0_RCMD = 0x14;
const TIMING = 0x60007203;
const RFMT = 0x000492a8;
const RCMD = 0x0000a0eb;

export function stubRom(rom: Uint8Array): void {
  const view = new DataView(rom.buffer, rom.byteOffset, rom.byteLength);
  rom.set([0x4d, 0x75, 0x02, 0x02], 0x10);
  view.setUint16(0x16, CODE | 1, true);
  for (let n = 0; n <= FUNCTIONS.length; n++) {
    view.setUint16(CODE + 4 * n, BKPT | n, true);
    view.setUint16(CODE + 4 * n + 2, BX_LR, true);
  }
  placeWaiting(view);
}

/** The routine that the ROM leaves in boot RAM; it is position-independent. */
export function bootRam(): Uint32Array {
  const halves = [
    0x4803, // ldr r0, QMI
    0x4904, // ldr r1, timing
    0x60c1, // str r1, [r0, #0x0c]
    0x4904, // ldr r1, format
    0x6101, // str r1, [r0, #0x10]
    0x4904, // ldr r1, command
    0x6141, // str r1, [r0, #0x14]
    BX_LR,
  ];
  const words = new Uint32Array(256);
  halves.forEach((half, i) => (words[i >> 1] |= half << (16 * (i & 1))));
  words.set([QMI, TIMING, RFMT, RCMD], 4);
  return words;
}

export function romFunction(trap: number): RomFunction | undefined {
  return trap === LOOKUP ? 'lookup' : FUNCTIONS[trap - 1];
}

/** The address of a routine by its two-letter code, or 0 if it does not exist, as in the real ROM. */
export function lookUp(code: number, mask: number): number {
  if (!(mask & FOR_ARM_SECURE)) return 0;
  const name = String.fromCharCode(code & 0xff, (code >> 8) & 0xff);
  const at = FUNCTIONS.findIndex((known) => known === name);
  return at < 0 ? 0 : (CODE + 4 * (at + 1)) | 1;
}
