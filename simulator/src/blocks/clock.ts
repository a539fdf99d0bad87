/** Simulated time since a chip's start, in nanoseconds, and the alarms that wait for it. */
import type { Timing, TimingAlarm } from './timing.ts';

export class Alarm implements TimingAlarm {
  next: Alarm | null = null;
  at = 0;
  scheduled = false;

  constructor(
    private readonly clock: Clock,
    readonly callback: () => void,
  ) {}

  schedule(deltaNanos: number): void {
    this.scheduleAt(this.clock.nanos + deltaNanos);
  }

  scheduleAt(nanos: number): void {
    if (this.scheduled) this.clock.unlink(this);
    this.at = nanos;
    this.clock.link(this);
  }

  cancel(): void {
    if (this.scheduled) this.clock.unlink(this);
  }
}

export class Clock implements Timing {
  nanos = 0;
  /** Time of the next alarm. A plain field because the core compares it often. */
  due = Infinity;
  private first: Alarm | null = null;

  createAlarm(callback: () => void): Alarm {
    return new Alarm(this, callback);
  }

  link(alarm: Alarm): void {
    let before: Alarm | null = null;
    let after = this.first;
    while (after && after.at <= alarm.at) {
      before = after;
      after = after.next;
    }
    alarm.next = after;
    if (before) before.next = alarm;
    else this.first = alarm;
    alarm.scheduled = true;
    if (!before) this.due = alarm.at;
  }

  unlink(alarm: Alarm): void {
    let before: Alarm | null = null;
    let here = this.first;
    while (here && here !== alarm) {
      before = here;
      here = here.next;
    }
    if (here) {
      if (before) before.next = alarm.next;
      else this.first = alarm.next;
    }
    alarm.next = null;
    alarm.scheduled = false;
    this.due = this.first ? this.first.at : Infinity;
  }

  /** Advances time to `nanos`, firing every alarm at its own instant. */
  advanceTo(nanos: number): void {
    while (this.first && this.due <= nanos) {
      const alarm = this.first;
      if (alarm.at > this.nanos) this.nanos = alarm.at;
      this.unlink(alarm);
      alarm.callback();
    }
    if (nanos > this.nanos) this.nanos = nanos;
  }
}
