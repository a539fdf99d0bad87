/**
 * The RP2350's true random number generator: blocks of 192 bits, with an interrupt after each. On a real chip the noise
 * decides how long a block takes; two milliseconds are assumed. Either every block passes the generator's own tests, or
 * none does: then it stops until it is reset.
 */
import type { RandomBits } from '../blocks/rosc.ts';
import type { Registers, Timing, TimingAlarm } from '../blocks/timing.ts';
import { FaultSignal } from '../chip.ts';
import type { Random } from '../random.ts';

const IMR = 0x100;
const ISR = 0x104;
const ICR = 0x108;
const CONFIG = 0x10c;
const VALID = 0x110;
const DATA0 = 0x114;
const DATA5 = 0x128;
const SOURCE_ENABLE = 0x12c;
const SAMPLE_COUNT = 0x130;
const AUTOCORRELATION = 0x134;
const DEBUG_CONTROL = 0x138;
const SOFTWARE_RESET = 0x140;
const BUSY = 0x1b8;
const RESET_COUNTER = 0x1bc;
const EHR_VALID = 1;
/** Only a reset clears this one. */
const AUTOCORRELATION_FAILED = 2;
const BLOCK_NANOS = 2e6;

const FIRST_SETTINGS: [offset: number, value: number][] = [
  [CONFIG, 0],
  [SAMPLE_COUNT, 0xffff],
  [DEBUG_CONTROL, 0],
  [AUTOCORRELATION, 0],
];

export class Trng implements Registers {
  private mask = 0xf;
  private status = EHR_VALID;
  private enabled = false;
  private words: number[];
  /**
   * True while the block is the last one of the boot ROM, which switches the generator's tests off. Firmware that reads
   * it takes it for its own first block, so that is an error here.
   */
  private isOfRom = true;
  private settings = new Map(FIRST_SETTINGS);
  private readonly alarm: TimingAlarm;

  constructor(
    timing: Timing,
    random: Random,
    behaviour: RandomBits,
    private readonly interrupt: (high: boolean) => void,
  ) {
    const block = () => Array.from({ length: 6 }, () => random.bits());
    this.words = block();
    this.alarm = timing.createAlarm(() => {
      if (behaviour.trngFails) this.status |= AUTOCORRELATION_FAILED;
      else {
        this.words = block();
        this.status |= EHR_VALID;
      }
      this.signal();
    });
  }

  reset(): void {
    this.alarm.cancel();
    this.mask = 0xf;
    this.status = 0;
    this.enabled = false;
    this.words = [];
    this.isOfRom = false;
    this.settings = new Map(FIRST_SETTINGS);
    this.signal();
  }

  private get hasStopped(): boolean {
    return (this.status & AUTOCORRELATION_FAILED) !== 0;
  }

  private signal(): void {
    this.interrupt((this.status & ~this.mask) !== 0);
  }

  readUint32(offset: number): number {
    if (offset >= DATA0 && offset <= DATA5) {
      if (this.isOfRom) throw new FaultSignal("this block of the TRNG is the boot ROM's, drawn without tests");
      const word = this.words[(offset - DATA0) >> 2] ?? 0;
      // Reading the last word of a block starts the next one.
      if (offset === DATA5) {
        this.words = [];
        if (this.enabled) this.alarm.schedule(BLOCK_NANOS);
      }
      return word >>> 0;
    }
    switch (offset) {
      case IMR:
        return this.mask;
      case ISR:
        return this.status;
      case VALID:
        return this.words.length > 0 ? 1 : 0;
      case SOURCE_ENABLE:
        return this.enabled ? 1 : 0;
      case BUSY:
        return this.enabled && this.words.length === 0 && !this.hasStopped ? 1 : 0;
      case SOFTWARE_RESET:
        return 0;
      default: {
        const value = this.settings.get(offset);
        if (value === undefined) throw new FaultSignal(`TRNG has no register 0x${offset.toString(16)}`);
        return value;
      }
    }
  }

  writeUint32(offset: number, value: number): void {
    switch (offset) {
      case IMR:
        this.mask = value & 0xf;
        break;
      case ICR:
        this.status &= ~value | AUTOCORRELATION_FAILED;
        break;
      case SOURCE_ENABLE:
        if ((value & 1) !== 0 && !this.enabled && this.words.length === 0 && !this.hasStopped)
          this.alarm.schedule(BLOCK_NANOS);
        this.enabled = (value & 1) !== 0;
        if (!this.enabled) this.alarm.cancel();
        break;
      case SOFTWARE_RESET:
        if (value & 1) this.reset();
        break;
      case RESET_COUNTER:
        if (!this.enabled) this.words = [];
        break;
      default:
        this.readUint32(offset);
        this.settings.set(offset, value);
    }
    this.signal();
  }
}
