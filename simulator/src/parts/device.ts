/** A device on an I2C bus, and the wires that join several of them. */
export interface I2cDevice {
  /** A start condition, and the bit time of this transfer. */
  start(bitNanos: number): void;
  /**
   * Returns whether the device, or one behind it, acknowledges. It then receives the bytes up to the next start or
   * stop.
   */
  address(address: number, read: boolean): boolean;
  write(byte: number): boolean;
  read(): number;
  stop(): void;
  /** True if the device, or one reachable through it, pulls SDA low outside of any transfer. */
  holdsSda(): boolean;
  /** SCL rose, driven as a GPIO outside of any transfer. */
  clocked(): void;
}

/** Devices in parallel. A zero wins over a one: any acknowledgement counts, and reads are ANDed. */
export class Segment implements I2cDevice {
  readonly devices: I2cDevice[] = [];
  private talking: I2cDevice[] = [];

  start(bitNanos: number): void {
    for (const device of this.devices) device.start(bitNanos);
    this.talking = [];
  }
  address(address: number, read: boolean): boolean {
    this.talking = this.devices.filter((device) => device.address(address, read));
    return this.talking.length > 0;
  }
  write(byte: number): boolean {
    let acknowledged = false;
    for (const device of this.talking) acknowledged = device.write(byte) || acknowledged;
    return acknowledged;
  }
  read(): number {
    return this.talking.reduce((value, device) => value & device.read(), 0xff);
  }
  stop(): void {
    for (const device of this.devices) device.stop();
    this.talking = [];
  }
  holdsSda(): boolean {
    return this.devices.some((device) => device.holdsSda());
  }
  clocked(): void {
    for (const device of this.devices) device.clocked();
  }
}
