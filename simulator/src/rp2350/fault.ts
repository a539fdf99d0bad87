/** The faults that the Cortex-M33 distinguishes, with their bits in CFSR. */
import { hex } from '../blocks/cortex_m.ts';
import { FaultSignal } from '../chip.ts';

/** Bits of CFSR. */
export const CFSR = {
  BUS_ERROR: 1 << 9,
  UNDEFINED: 1 << 16,
  INVALID_STATE: 1 << 17,
  STACK_OVERFLOW: 1 << 20,
  UNALIGNED: 1 << 24,
} as const;

/** A fault, with the bits that it sets in CFSR; other faults are bus errors. */
export class CoreFault extends FaultSignal {
  constructor(
    why: string,
    readonly status: number,
  ) {
    super(why);
  }
}

export const unaligned = (at: number) => new CoreFault(`unaligned access at ${hex(at)}`, CFSR.UNALIGNED);
