/**
 * An eight-channel I2C mux: any set of its channels may be open at once, a new selection takes effect at the stop
 * condition, RESET closes all.
 */
import { type I2cDevice, Segment } from './device.ts';

export class Tca9548a implements I2cDevice {
  readonly channels = Array.from({ length: 8 }, () => new Segment());
  private open = 0;
  private chosen: number | null = null;
  private addressed = false;
  private inReset = false;
  private gone = false;
  private heard: Segment[] = [];
  private reached: Segment[] = [];

  constructor(readonly ownAddress: number) {}

  /** Level of the RESET pin, which is active low. */
  reset(level: number): void {
    this.inReset = level === 0;
    if (this.inReset) this.powerUp();
  }

  /** False if missing or without power: then nothing behind it is reachable either. */
  set plugged(there: boolean) {
    this.gone = !there;
    this.powerUp();
  }

  private get deaf(): boolean {
    return this.inReset || this.gone;
  }

  powerUp(): void {
    this.open = 0;
    this.chosen = null;
    this.addressed = false;
    this.heard = [];
    this.reached = [];
  }

  get openChannels(): number[] {
    return [0, 1, 2, 3, 4, 5, 6, 7].filter((channel) => this.open & (1 << channel));
  }

  /** True if a device behind an open channel holds SDA. A closed channel, or a mux in reset, isolates its devices. */
  holdsSda(): boolean {
    if (this.deaf || this.open === 0) return false;
    return this.channels.some((segment, channel) => this.open & (1 << channel) && segment.holdsSda());
  }

  /** Passes a clock on to the devices behind open channels. */
  clocked(): void {
    if (this.deaf) return;
    for (const channel of this.openChannels) this.channels[channel].clocked();
  }

  start(bitNanos: number): void {
    this.addressed = false;
    // A device on a channel opened during a transfer must not see the rest of it, which has no start.
    this.heard = this.openChannels.map((channel) => this.channels[channel]);
    for (const segment of this.heard) segment.start(bitNanos);
  }

  address(address: number, read: boolean): boolean {
    if (this.deaf) return false;
    this.addressed = address === this.ownAddress;
    this.reached = this.heard.filter((segment) => segment.address(address, read));
    return this.addressed || this.reached.length > 0;
  }

  write(byte: number): boolean {
    if (this.deaf) return false;
    if (this.addressed) this.chosen = byte;
    const behind = this.reached.map((segment) => segment.write(byte));
    return this.addressed || behind.includes(true);
  }

  read(): number {
    const behind = this.reached.reduce((value, segment) => value & segment.read(), 0xff);
    return this.addressed ? behind & this.open : behind;
  }

  stop(): void {
    for (const segment of this.heard) segment.stop();
    this.heard = [];
    this.reached = [];
    if (this.chosen !== null && !this.deaf) this.open = this.chosen;
    this.chosen = null;
    this.addressed = false;
  }
}
