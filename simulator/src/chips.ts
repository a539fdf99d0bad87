/** The emulated chips, by the names that commands and the page use. */
import { type ChipModel, XIP } from './chip.ts';
import type { Image } from './elf.ts';
import { RP2040_MODEL } from './rp2040/model.ts';
import { firstBlock, SEARCHED_BYTES } from './rp2350/definition.ts';
import { RP2350_MODEL } from './rp2350/model.ts';

export const CHIPS = { rp2040: RP2040_MODEL, rp2350: RP2350_MODEL } as const satisfies Record<string, ChipModel>;
export type ChipName = keyof typeof CHIPS;

/** The chip that firmware was built for: only an image for the RP2350 has a definition. */
export function chipOf({ segments }: Image): ChipName {
  const isDefined = segments.some(({ address, bytes }) => {
    const at = firstBlock(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return at !== undefined && address >= XIP && address + at < XIP + SEARCHED_BYTES;
  });
  return isDefined ? 'rp2350' : 'rp2040';
}
