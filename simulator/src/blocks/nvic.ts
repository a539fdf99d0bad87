/**
 * The interrupt controller of a Cortex-M core: which interrupts are pending and enabled, and which is served first. The
 * lowest priority value comes first; among equal ones, the lowest exception number. A core without BASEPRI or FAULTMASK
 * leaves them at zero.
 */

export const NMI = 2;
export const HARD_FAULT = 3;
export const SVCALL = 11;
export const PENDSV = 14;
const SYSTICK = 15;
export const FIRST_IRQ = 16;
/** The priority of code outside any handler: below every exception. */
const THREAD_PRIORITY = 256;

export class Nvic {
  /** The lines from the peripherals and the state of each interrupt, 32 to a word. */
  readonly lines = new Int32Array(2);
  readonly pending = new Int32Array(2);
  readonly enabled = new Int32Array(2);
  readonly active = new Int32Array(2);
  /** Priorities by exception number, in the upper bits of a byte. */
  readonly priorities = new Uint8Array(FIRST_IRQ + 64);
  /** Pending system exceptions, one bit each. */
  system = 0;
  /** True if an exception may have become due since `next` was last asked. */
  updated = false;
  primask = 0;
  faultmask = 0;
  basepri = 0;

  /** A peripheral's line. Once raised, the interrupt stays pending until it is served, even if the line falls. */
  setLine(irq: number, high: boolean): void {
    const [word, bit] = [irq >> 5, 1 << (irq & 31)];
    if (!high) {
      this.lines[word] &= ~bit;
    } else if (!(this.lines[word] & bit)) {
      this.lines[word] |= bit;
      this.pend(word, bit);
    }
  }

  pend(word: number, bits: number): void {
    this.pending[word] |= bits;
    this.updated = true;
  }

  /** Clears pending interrupts, except those whose line is still high. */
  unpend(word: number, bits: number): void {
    this.pending[word] &= ~(bits & ~this.lines[word]);
  }

  pendSystem(exception: number): void {
    this.system |= 1 << exception;
    this.updated = true;
  }

  /** The priority of a running exception; negative if nothing can mask it. */
  private priorityOf(exception: number): number {
    if (exception === 0) return THREAD_PRIORITY;
    if (exception === NMI) return -2;
    if (exception === HARD_FAULT) return -1;
    return this.priorities[exception];
  }

  /**
   * An exception is taken only if its priority value is below this: that of the running exception, or less if masks are
   * set.
   */
  private threshold(running: number, evenMasked: boolean): number {
    let threshold = this.priorityOf(running);
    if (this.basepri > 0) threshold = Math.min(threshold, this.basepri);
    if (this.primask && !evenMasked) threshold = Math.min(threshold, 0);
    if (this.faultmask) threshold = Math.min(threshold, -1);
    return threshold;
  }

  /** The exception that would be taken now, or 0. With `evenMasked`, PRIMASK is ignored: WFI wakes in spite of it. */
  next(running: number, evenMasked: boolean): number {
    if (this.system & (1 << NMI)) return running === NMI ? 0 : NMI;
    let best = this.threshold(running, evenMasked);
    let found = 0;
    for (const exception of [SVCALL, PENDSV, SYSTICK]) {
      if (this.system & (1 << exception) && this.priorities[exception] < best) {
        best = this.priorities[exception];
        found = exception;
      }
    }
    for (let word = 0; word < 2; word++) {
      for (let left = this.pending[word] & this.enabled[word]; left; left &= left - 1) {
        const exception = FIRST_IRQ + 32 * word + 31 - Math.clz32(left & -left);
        if (this.priorities[exception] < best) {
          best = this.priorities[exception];
          found = exception;
        }
      }
    }
    return found;
  }

  /** True if any exception is pending, enabled or not. */
  get anyPending(): boolean {
    return (this.pending[0] | this.pending[1] | this.system) !== 0;
  }

  /** Called when an exception starts. */
  taken(exception: number): void {
    if (exception < FIRST_IRQ) {
      this.system &= ~(1 << exception);
      return;
    }
    const [word, bit] = [(exception - FIRST_IRQ) >> 5, 1 << ((exception - FIRST_IRQ) & 31)];
    this.pending[word] &= ~bit;
    this.active[word] |= bit;
  }

  /** Called when an exception ends. If its line is still high, it becomes pending again. */
  left(exception: number): void {
    if (exception !== NMI) this.faultmask = 0;
    if (exception >= FIRST_IRQ) {
      const [word, bit] = [(exception - FIRST_IRQ) >> 5, 1 << ((exception - FIRST_IRQ) & 31)];
      this.active[word] &= ~bit;
      this.pending[word] |= this.lines[word] & bit;
    }
    this.updated = true;
  }
}
