/**
 * The boot ROM while it waits for a file, according to its published source. The chip stays powered, so memory
 * survives; the firmware is restarted by the watchdog's timer.
 */
import { type Flash, SECTOR_BYTES } from '../parts/flash.ts';
import { clearTarget, type RebootTarget } from '../blocks/reboot.ts';
import { ENABLE, REASON_TIMER } from '../blocks/watchdog.ts';
import { type Kept, XIP } from '../chip.ts';
import type { Uf2Block } from '../uf2.ts';

export const FAMILY = 0xe48bff56;
/** WDSEL as the boot ROM and drivers set it: reset everything but the two oscillators. */
export const WDSEL_USUAL = 0x1fffc;
const SRAM_END = 0x20042000;
/** Somewhere in the ROM: the exact address differs between versions. */
const USB_BOOT: RebootTarget = { entry: 0x2591, stack: SRAM_END };
/** The ROM sets one second and gets half of it (erratum RP2040-E1). */
const COPY_LOAD = 1_000_000;
/** The value that picotool sets, also halved by the erratum. */
const REBOOT_LOAD = 500_000;

/** Firmware asks for USB boot: its two arguments are left in scratch registers. */
export function askForUsbBoot(scratch: Uint32Array, activityPins: number, disabledInterfaces: number): RebootTarget {
  scratch.set([activityPins, disabledInterfaces]);
  return USB_BOOT;
}

/** The restart from USB boot: only scratch 4 is written, where the ROM would look for another boot target. */
export function leaveUsbBoot(kept: Kept, why: 'copied' | 'asked'): { kept: Kept; nanos: number } {
  const load = why === 'copied' ? COPY_LOAD : REBOOT_LOAD;
  const { watchdog } = kept;
  clearTarget(watchdog.scratch);
  watchdog.reason = REASON_TIMER;
  watchdog.control = ENABLE;
  watchdog.load = load;
  // The counter is decremented twice per microsecond.
  return { kept: { ...kept, wdsel: WDSEL_USUAL }, nanos: load * 500 };
}

/**
 * Writes a file as the ROM does: it erases by a block's number, not by its address, which is right only for files
 * without a gap.
 */
export function copyUf2(flash: Flash, blocks: Uf2Block[]): void {
  const erased = new Set<number>();
  for (const { address, number, family, bytes } of blocks) {
    if (family !== FAMILY) continue;
    const at = address - XIP;
    if (at < 0 || at + bytes.length > flash.bytes.length) continue;
    const sector = Math.floor((number * 256) / SECTOR_BYTES);
    if (!erased.has(sector)) {
      erased.add(sector);
      flash.load(at - (at % SECTOR_BYTES), new Uint8Array(SECTOR_BYTES).fill(0xff));
    }
    flash.load(
      at,
      bytes.map((byte, i) => byte & flash.bytes[at + i]),
    );
  }
}
