/** What a block needs of the chip's clock: the time now, in nanoseconds, and alarms. */
export interface TimingAlarm {
  /** So many nanoseconds from now. */
  schedule(deltaNanos: number): void;
  scheduleAt(nanos: number): void;
  cancel(): void;
}

export interface Timing {
  /** Set back by blocks that make up for time that has passed already, so that a pin's edge carries its own time. */
  nanos: number;
  createAlarm(callback: () => void): TimingAlarm;
}

/** A block's registers as the bus sees them; offsets are those of the plain alias. */
export interface Registers {
  readUint32(offset: number): number;
  writeUint32(offset: number, value: number): void;
}
