/**
 * The Cortex-M0+'s memory protection unit, as far as a stack guard needs it: one region that nothing may access,
 * divided into eight subregions that can be disabled. All other memory is accessed as if there were no protection. Any
 * other use faults.
 */
import { FaultSignal } from '../chip.ts';

const TYPE = 0xd90;
const CTRL = 0xd94;
const RNR = 0xd98;
const RBAR = 0xd9c;
const RASR = 0xda0;

const EIGHT_REGIONS = 8 << 8;
const ENABLE = 1;
const IN_HARD_FAULT = 2;
const DEFAULT_MAP = 4;
/** Bit of RBAR: if set, the lowest bits of RBAR select the region. */
const VALID = 0x10;
const PERMISSIONS = 7 << 24;
/** Minimum size of a region with subregions. */
const LEAST_BYTES = 256;

export class Mpu {
  private control = 0;
  private base = 0;
  private attributes = 0;

  /** `changed` is called with the region, disabled subregions included; `bytes` is 0 if there is no region. */
  constructor(private readonly changed: (from: number, bytes: number) => void) {}

  /** The MPU's registers, by offset. */
  readonly registers = {
    [TYPE]: { read: () => EIGHT_REGIONS, write: () => {} },
    [CTRL]: { read: () => this.control, write: (value: number) => this.setControl(value) },
    [RNR]: { read: () => 0, write: (value: number) => this.select(value) },
    [RBAR]: { read: () => this.base, write: (value: number) => this.setBase(value) },
    [RASR]: { read: () => this.attributes, write: (value: number) => this.setAttributes(value) },
  };

  /**
   * True if the MPU forbids access to an address within the region. It does, unless the address's subregion is
   * disabled.
   */
  forbids(at: number): boolean {
    const part = Math.floor((8 * (at - this.base)) / this.size);
    return ((this.attributes >> (8 + part)) & 1) === 0;
  }

  private get size(): number {
    return 2 ** (((this.attributes >> 1) & 31) + 1);
  }

  private setControl(value: number): void {
    this.control = value & 7;
    if (value & ENABLE && !(value & DEFAULT_MAP))
      throw new FaultSignal('an MPU without the default map is not modelled');
    if (value & IN_HARD_FAULT) throw new FaultSignal('an MPU that is on in the HardFault handler is not modelled');
    this.update();
  }

  private select(region: number): void {
    if (region !== 0) throw new FaultSignal(`region ${region} of the MPU is not modelled`);
  }

  private setBase(value: number): void {
    if (value & VALID) this.select(value & 0xf);
    this.base = (value & ~0xff) >>> 0;
    this.update();
  }

  private setAttributes(value: number): void {
    this.attributes = value;
    if (value & ENABLE && (value & PERMISSIONS || this.size < LEAST_BYTES))
      throw new FaultSignal('an MPU region with permissions or without parts is not modelled');
    this.update();
  }

  private update(): void {
    this.changed(this.base, this.control & this.attributes & ENABLE ? this.size : 0);
  }
}
