/**
 * An SPI block of the RP2040 as a controller whose frames take as long as on real wires.
 *
 * Registers and queues are those of rp2040js, which finishes a frame at once and has no wires. Clock edges are
 * delivered when their frame ends, or when somebody reads the state of the wires: nothing else could tell the
 * difference.
 */
import type { RP2040 } from 'rp2040js';
import type { Alarm, Clock } from '../blocks/clock.ts';
import type { ChipSpi, SpiWires } from '../chip.ts';

const CR0 = 0x00;
const IDLES_HIGH = 1 << 6;
const CAPTURES_LATE = 1 << 7;
/**
 * Frames that capture on the first edge have the select line raised between them, according to ARM's PL022 diagrams.
 */
const BETWEEN_FRAMES = 1.5;

/** The block that a pin belongs to, if it is assigned to one. */
export const spiBlock = (pin: number) => (pin >> 3) & 1;

export class SpiController implements ChipSpi {
  wires: SpiWires | null = null;
  private readonly block: RP2040['spi'][number];
  private readonly alarm: Alarm;
  private begunAt = 0;
  private period = 0;
  private bits = 0;
  private edges = 0;
  private idle = 0;
  private captureOn = 0;
  private received = 0;

  constructor(
    mcu: RP2040,
    index: number,
    private readonly timing: Clock,
  ) {
    this.block = mcu.spi[index];
    this.alarm = timing.createAlarm(() => this.ended());
    this.block.onTransmit = () => this.begin();
  }

  private begin(): void {
    const control = this.block.readUint32(CR0);
    this.idle = control & IDLES_HIGH ? 1 : 0;
    this.captureOn = control & CAPTURES_LATE ? 1 : 0;
    this.bits = this.block.dataBits;
    this.period = 1e9 / this.block.clockFrequency;
    this.begunAt = this.timing.nanos;
    this.edges = 0;
    this.received = 0;
    this.alarm.schedule((this.bits + (this.captureOn === 0 ? BETWEEN_FRAMES : 0)) * this.period);
  }

  private ended(): void {
    this.handOn(2 * this.bits);
    this.bits = this.edges = 0;
    this.block.completeTransmit(this.received);
  }

  /** Delivers every clock edge up to now. */
  catchUp(): void {
    if (this.bits > 0)
      this.handOn(Math.min(2 * this.bits, Math.floor((2 * (this.timing.nanos - this.begunAt)) / this.period)));
  }

  private handOn(due: number): void {
    for (; this.edges < due; this.edges++) {
      // An edge captures the level before it.
      if (this.edges % 2 === this.captureOn) this.received = (this.received << 1) | (this.wires?.data() ?? 0);
      this.wires?.clock(this.edges % 2 === 0 ? 1 - this.idle : this.idle);
    }
  }
}
