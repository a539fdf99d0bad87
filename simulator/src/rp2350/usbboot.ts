/**
 * The RP2350's boot ROM while it waits for a file, according to its published source. It clears the main memory before it
 * waits. It erases by address and skips blocks of other families, even between its own.
 */
import { clearTarget, type RebootTarget, setTarget } from '../blocks/reboot.ts';
import { ENABLE, REASON_TIMER } from '../blocks/watchdog.ts';
import { type Kept, XIP } from '../chip.ts';
import { type Flash, SECTOR_BYTES } from '../parts/flash.ts';
import type { Uf2Block } from '../uf2.ts';

/** UF2 family: Arm cores in their secure state. */
export const FAMILY = 0xe48bff59;
/** Every stage of the power-on state machine but the first is reset, the oscillators too. */
export const WDSEL_ROM = 0x1fffffe;
const REBOOT_MILLIS = 500;
/** In place of an address: the argument then says what kind of reboot this is. */
const MAGIC_ENTRY = 0xb007c0d3;
const FLASH_UPDATE = 4;

/** Prepares a reboot of some kind: its two parameters are left in scratch registers. */
export function rebootTarget(scratch: Uint32Array, kind: number, first: number, second: number): RebootTarget {
  scratch.set([first, second], 2);
  return { entry: MAGIC_ENTRY, stack: kind };
}

export function leaveUsbBoot(kept: Kept, why: 'copied' | 'asked'): { kept: Kept; nanos: number } {
  const { watchdog } = kept;
  if (why === 'copied') setTarget(watchdog.scratch, rebootTarget(watchdog.scratch, FLASH_UPDATE, XIP, 0));
  clearTarget(watchdog.scratch);
  watchdog.reason = REASON_TIMER;
  watchdog.control = ENABLE;
  watchdog.load = REBOOT_MILLIS * 1000;
  const sram = new Uint8Array(kept.sram.length);
  return { kept: { ...kept, sram, wdsel: WDSEL_ROM, crystal: false }, nanos: REBOOT_MILLIS * 1e6 };
}

export function copyUf2(flash: Flash, blocks: Uf2Block[]): void {
  const erased = new Set<number>();
  for (const { address, family, bytes } of blocks) {
    if (family !== FAMILY) continue;
    const at = address - XIP;
    if (at < 0 || at + bytes.length > flash.bytes.length) continue;
    const sector = at - (at % SECTOR_BYTES);
    if (!erased.has(sector)) {
      erased.add(sector);
      flash.load(sector, new Uint8Array(SECTOR_BYTES).fill(0xff));
    }
    flash.load(at, bytes);
  }
}
