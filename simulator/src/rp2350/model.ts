/** The RP2350 as a chip model for a table. */
import { blankWatchdog } from '../blocks/watchdog.ts';
import { type ChipModel, noise } from '../chip.ts';
import { Rp2350 } from './chip.ts';
import { ROSC_HZ } from './clocks.ts';
import { RAM_BYTES } from './core.ts';
import { copyUf2, FAMILY, leaveUsbBoot } from './usbboot.ts';

export const RP2350_MODEL: ChipModel = {
  clockHz: 150e6,
  flashBytes: 4 * 1024 * 1024,
  // A quad read of an eight-byte line takes 36 clocks, at a third of the system clock as the boot ROM leaves it.
  missCycles: 108,
  oscillatorHz: ROSC_HZ,
  family: FAMILY,
  start: (options) => new Rp2350(options),
  blank: (random) => ({ sram: noise(random, RAM_BYTES), watchdog: blankWatchdog(), wdsel: 0 }),
  // The RUN pin cuts the power of memory and registers.
  afterRun: () => undefined,
  copyUf2,
  leaveUsbBoot,
};
