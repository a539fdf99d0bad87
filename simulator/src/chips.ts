/** The chips that can be emulated, by the names that commands and the page use. */
import type { ChipModel } from './chip.ts';
import { RP2040_MODEL } from './rp2040/model.ts';
import { RP2350_MODEL } from './rp2350/model.ts';

export const CHIPS = { rp2040: RP2040_MODEL, rp2350: RP2350_MODEL } as const satisfies Record<string, ChipModel>;
export type ChipName = keyof typeof CHIPS;
export const DEFAULT_CHIP: ChipName = 'rp2040';
