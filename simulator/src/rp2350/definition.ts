/**
 * What the RP2350's boot ROM reads before it starts an image: a loop of blocks that begins in the first 4 KiB of flash, one
 * of which defines a program for an Arm core in its secure state.
 */
export const SEARCHED_BYTES = 4096;
const START = 0xffffded3;
const END = 0xab123579;
/** An item begins with its type and its size in words, which has two bytes if the type has this bit, or else one. */
const LONG = 0x80;
const LAST = 0xff;
const IMAGE_TYPE = 0x42;
/** An executable, secure, for Arm, for this chip. */
const PROGRAM = 0x1021;
/** More blocks than any loop has. */
const MOST_BLOCKS = 64;

/** The offset of the first block, or undefined if there is none. */
export function firstBlock(flash: DataView): number | undefined {
  for (let at = 0; at < Math.min(SEARCHED_BYTES, flash.byteLength - 3); at += 4) {
    if (flash.getUint32(at, true) === START) return at;
  }
  return undefined;
}

/** True if the boot ROM would start the image. */
export function isBootable(flash: DataView): boolean {
  const word = (at: number) => (at >= 0 && at + 4 <= flash.byteLength ? flash.getUint32(at, true) : 0);
  const first = firstBlock(flash);
  if (first === undefined) return false;
  let isDefined = false;
  for (let block = first, seen = 0; seen < MOST_BLOCKS; seen++) {
    let item = block + 4;
    while ((word(item) & 0xff) !== LAST) {
      const size = (word(item) >>> 8) & (word(item) & LONG ? 0xffff : 0xff);
      if (size === 0) return false;
      if ((word(item) & 0xff) === IMAGE_TYPE) isDefined = word(item) >>> 16 === PROGRAM;
      item += 4 * size;
    }
    const itemWords = (item - block - 4) / 4;
    if (((word(item) >>> 8) & 0xffff) !== itemWords || word(item + 8) !== END) return false;
    block += word(item + 4) | 0;
    if (block === first) return isDefined;
    if (word(block) !== START) return false;
  }
  return false;
}
