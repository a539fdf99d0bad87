/** What a block needs from the chip's clock: the current time, in nanoseconds, and alarms. */
export interface TimingAlarm {
  /** Fires `deltaNanos` nanoseconds from now. */
  schedule(deltaNanos: number): void;
  scheduleAt(nanos: number): void;
  cancel(): void;
}

export interface Timing {
  /** The current time. A block that catches up sets it back temporarily, so that a pin's edge carries its own time. */
  nanos: number;
  createAlarm(callback: () => void): TimingAlarm;
}

/** A block's registers as the bus sees them; offsets are those of the plain alias. */
export interface Registers {
  readUint32(offset: number): number;
  writeUint32(offset: number, value: number): void;
}
