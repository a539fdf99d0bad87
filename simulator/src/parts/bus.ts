/** One I2C bus of the board: its devices, a record of every transfer, and the faults of its wires. */
import type { Wires } from '../blocks/i2c.ts';
import { Segment } from './device.ts';

export interface Transfer {
  /** Start of the address byte, and end of the stop condition. */
  ns: number;
  end: number;
  bus: number;
  address: number;
  read: boolean;
  acknowledged: boolean;
  bytes: number[];
  /** Nanoseconds from the start to each byte. */
  times: number[];
  /** The open mux channels, as `address.channel`. */
  path: string[];
}

export interface BusLines {
  now(): number;
  sda(level: 0 | 1): void;
  /** True if the chip's I2C block is connected to these wires. False if firmware has selected other pins. */
  joined(): boolean;
  path(): string[];
  /** Called when a transfer has ended. */
  done(): void;
}

export class Bus implements Wires {
  readonly root = new Segment();
  readonly trace: Transfer[] = [];
  byteCount = 0;
  lastTraffic = 0;
  /** Bit time of the last transfer. */
  bitNanos = Infinity;
  /** A test may switch recording off, since a long run makes millions of transfers. */
  recording = true;
  private current: Transfer | null = null;
  private heldUntil = 0;
  private clocksToFree = 0;

  constructor(
    readonly id: number,
    private readonly lines: BusLines,
  ) {}

  /** Pulls SDA low until the time `until`, and until SCL has been pulsed `clocks` times. */
  hold(until: number, clocks: number): void {
    this.heldUntil = until;
    this.clocksToFree = clocks;
    this.updateSda();
  }

  release(): void {
    this.heldUntil = 0;
    this.clocksToFree = 0;
    this.updateSda();
  }

  /** Sets SDA to its idle level. */
  updateSda(): void {
    this.lines.sda(this.held() ? 0 : 1);
  }

  /** Called when SCL, driven as a GPIO, rises: this is how firmware frees a stuck device. */
  clocked(): void {
    if (this.clocksToFree > 0) this.clocksToFree--;
    this.root.clocked();
    this.updateSda();
  }

  held(): boolean {
    return this.clocksToFree > 0 || this.lines.now() < this.heldUntil || this.root.holdsSda();
  }

  start(bitNanos: number): void {
    this.finish();
    this.lastTraffic = this.lines.now();
    this.bitNanos = bitNanos;
    this.root.start(bitNanos);
  }

  address(address: number, read: boolean): boolean {
    const ns = this.lines.now();
    this.lastTraffic = ns;
    this.byteCount++;
    const path = this.recording ? this.lines.path() : [];
    const acknowledged = this.lines.joined() && this.root.address(address, read);
    this.current = { ns, end: ns, bus: this.id, address, read, acknowledged, bytes: [], times: [], path };
    return acknowledged;
  }

  write(byte: number): boolean {
    this.byteCount++;
    this.lastTraffic = this.lines.now();
    this.record(byte);
    return this.root.write(byte);
  }

  read(): number {
    this.byteCount++;
    const byte = this.root.read();
    this.record(byte);
    return byte;
  }

  private record(byte: number): void {
    if (!this.recording || !this.current) return;
    this.current.bytes.push(byte);
    this.current.times.push(Math.round(this.lines.now() - this.current.ns));
  }

  stop(): void {
    this.root.stop();
    this.updateSda();
    this.lastTraffic = this.lines.now();
    this.finish();
    this.lines.done();
  }

  private finish(): void {
    if (!this.current) return;
    this.current.end = this.lines.now();
    if (this.recording) this.trace.push(this.current);
    this.current = null;
  }
}
