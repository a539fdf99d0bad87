/** The RP2040 as a chip model for a table. */
import { blankWatchdog } from '../blocks/watchdog.ts';
import { type ChipModel, noise } from '../chip.ts';
import { ROSC_HZ, Rp2040 } from './chip.ts';
import { RAM_BYTES } from './core.ts';
import { copyUf2, FAMILY, leaveUsbBoot } from './usbboot.ts';

export const RP2040_MODEL: ChipModel = {
  clockHz: 125e6,
  flashBytes: 2 * 1024 * 1024,
  missCycles: 60,
  oscillatorHz: ROSC_HZ,
  family: FAMILY,
  start: (options) => new Rp2040(options),
  blank: (random) => ({ sram: noise(random, RAM_BYTES), watchdog: blankWatchdog(), wdsel: 0 }),
  // The reset button: SRAM survives, the scratch registers do not.
  afterRun: ({ sram }) => ({ sram, watchdog: blankWatchdog(), wdsel: 0 }),
  copyUf2,
  leaveUsbBoot,
};
