/**
 * How both boot ROMs restart into USB boot: they write a target into the watchdog's scratch registers and wait for the
 * watchdog. The restarted ROM finds the target there, and clears it.
 */

/** A program counter, and the stack pointer or argument that comes with it. */
export interface RebootTarget {
  entry: number;
  stack: number;
}

const MAGIC = 0xb007c0d3;
/** Address in the boot ROM at which a routine waits for the watchdog. */
export const WAITING = 0x300;
/** `wfi`, and a branch back to it. */
const WAIT_CODE = [0xbf30, 0xe7fd];

export function placeWaiting(rom: DataView): void {
  WAIT_CODE.forEach((half, i) => rom.setUint16(WAITING + 2 * i, half, true));
}

export function setTarget(scratch: Uint32Array, { entry, stack }: RebootTarget): void {
  scratch.set([MAGIC, entry ^ -MAGIC, stack, entry], 4);
}

export function hasTarget(scratch: Uint32Array): boolean {
  const [magic, check, , entry] = scratch.subarray(4);
  return magic === MAGIC && check === (entry ^ -MAGIC) >>> 0;
}

/** The restarted ROM has read the target. */
export function clearTarget(scratch: Uint32Array): void {
  scratch[4] = 0;
}
