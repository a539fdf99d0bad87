/** Makes a test fail instead of hang if emulated time stops. */
import { vi } from 'vitest';
import { Clock } from '../src/blocks/clock.ts';
import { Rp2040 } from '../src/rp2040/chip.ts';

export function neverStill(most: number): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with their own `this` below
  const [run, link] = [Rp2040.prototype.run, Clock.prototype.link];
  let [calls, at, recorded] = [0, -1, 0];
  const spies = [vi.spyOn(Rp2040.prototype, 'run'), vi.spyOn(Clock.prototype, 'link')] as const;
  const count = (nanos: number, why: string) => {
    if (nanos !== at) [calls, at] = [0, nanos];
    else if (++calls > most) throw new Error(why);
    // A spy keeps every call, which would fill the memory in some twenty simulated minutes.
    if (++recorded % 10_000 === 0) for (const spy of spies) spy.mockClear();
  };
  spies[0].mockImplementation(function (this: Rp2040, nanos) {
    count(this.clock.nanos, 'time stands still');
    run.call(this, nanos);
  });
  spies[1].mockImplementation(function (this: Clock, alarm) {
    count(this.nanos, 'an alarm rings for ever');
    link.call(this, alarm);
  });
}
