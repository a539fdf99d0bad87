/** The emulated chips, by the names that commands and the page use. */
import { type ChipModel, XIP } from './chip.ts';
import type { Image } from './elf.ts';
import { RP2040_MODEL } from './rp2040/model.ts';
import { RP2350_MODEL } from './rp2350/model.ts';

export const CHIPS = { rp2040: RP2040_MODEL, rp2350: RP2350_MODEL } as const satisfies Record<string, ChipModel>;
export type ChipName = keyof typeof CHIPS;

/** The word that begins an image definition, which the RP2350's boot ROM searches in the first 4 KiB of flash. */
const DEFINITION = 0xffffded3;
const DEFINITION_WITHIN = 4096;

/** The chip that firmware was built for: only an image for the RP2350 has a definition. */
export function chipOf({ segments }: Image): ChipName {
  const defined = segments.some(({ address, bytes }) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + 4 <= bytes.length && address + at < XIP + DEFINITION_WITHIN; at += 4) {
      if (address >= XIP && view.getUint32(at, true) === DEFINITION) return true;
    }
    return false;
  });
  return defined ? 'rp2350' : 'rp2040';
}
