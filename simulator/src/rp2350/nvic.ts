/**
 * The interrupt controller of a Cortex-M33: what is pending and enabled, and what comes first. A priority has four bits; a
 * smaller number comes first. Of several with the same priority the lowest number does.
 */

export const NMI = 2;
export const HARD_FAULT = 3;
export const SVCALL = 11;
export const PENDSV = 14;
export const SYSTICK = 15;
export const FIRST_IRQ = 16;
export const IRQS = 52;
/** Of a core that runs no handler. */
export const THREAD_PRIORITY = 256;

export class Nvic {
  /** Lines and bits by interrupt: 32 a word. */
  readonly lines = new Int32Array(2);
  readonly pending = new Int32Array(2);
  readonly enabled = new Int32Array(2);
  readonly active = new Int32Array(2);
  /** By exception number, in the upper four bits of a byte. */
  readonly priorities = new Uint8Array(FIRST_IRQ + IRQS);
  /** Pending system exceptions, a bit each. */
  system = 0;
  /** Something may have become due since it was last looked for. */
  updated = false;
  primask = 0;
  faultmask = 0;
  basepri = 0;

  /** A peripheral's line: what has risen stays pending until it is served, even if the line falls. */
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

  /** A line that is still high cannot be cleared. */
  unpend(word: number, bits: number): void {
    this.pending[word] &= ~(bits & ~this.lines[word]);
  }

  pendSystem(exception: number): void {
    this.system |= 1 << exception;
    this.updated = true;
  }

  /** The priority of a running exception; negative for those that nothing masks. */
  priorityOf(exception: number): number {
    if (exception === 0) return THREAD_PRIORITY;
    if (exception === NMI) return -2;
    if (exception === HARD_FAULT) return -1;
    return this.priorities[exception];
  }

  /** What keeps others away while this exception runs, its priority and the masks together. */
  private threshold(running: number, evenMasked: boolean): number {
    let threshold = this.priorityOf(running);
    if (this.basepri > 0) threshold = Math.min(threshold, this.basepri);
    if (this.primask && !evenMasked) threshold = Math.min(threshold, 0);
    if (this.faultmask) threshold = Math.min(threshold, -1);
    return threshold;
  }

  /** The exception that would be taken now, or 0. WFI and WFE also wake for one that PRIMASK keeps away. */
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

  /** An exception begins. */
  taken(exception: number): void {
    if (exception < FIRST_IRQ) {
      this.system &= ~(1 << exception);
      return;
    }
    const [word, bit] = [(exception - FIRST_IRQ) >> 5, 1 << ((exception - FIRST_IRQ) & 31)];
    this.pending[word] &= ~bit;
    this.active[word] |= bit;
  }

  /** An exception ends: a line that is still high makes it pending again. */
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
