/** A chain of shift registers. Bits are counted in the order in which they arrive at the Pico. */
export class Hc165Chain {
  private readonly inputs: Uint8Array;
  private shifted: Uint8Array;
  private clockLevel = 0;
  private loadLevel = 1;
  /** First missing bit if a register or a wire of the chain is missing. */
  private brokenFrom: number | null = null;
  private readonly broken: { level: number } = { level: 1 };
  /** Called before any other access to the registers, so that a lagging clock can catch up. */
  catchUp = () => {};

  constructor(
    bits: number,
    /** Called with the level of the data line when it may have changed. */
    private readonly output: (level: number) => void,
  ) {
    this.inputs = new Uint8Array(bits).fill(1);
    this.shifted = this.inputs.slice();
  }

  /** Content of the registers, and levels of their clock and load lines. */
  get memory(): string {
    return `${this.shifted.join('')}${this.clockLevel}${this.loadLevel}`;
  }

  set(bit: number, level: number): void {
    if (this.inputs[bit] === level) return;
    this.catchUp();
    this.inputs[bit] = level;
    if (this.loadLevel === 0) this.latch();
  }

  breakAt(bit: number | null, level = 1): void {
    this.catchUp();
    this.brokenFrom = bit;
    this.broken.level = level;
    this.show();
  }

  /** Load is active low and asynchronous: the registers follow their inputs while it is low. */
  load(level: number): void {
    this.catchUp();
    this.loadLevel = level;
    if (level === 0) this.latch();
  }

  clock(level: number): void {
    const rising = level === 1 && this.clockLevel === 0;
    this.clockLevel = level;
    if (!rising || this.loadLevel === 0) return;
    this.shifted.copyWithin(0, 1);
    // The last register's serial input is tied low.
    this.shifted[this.shifted.length - 1] = 0;
    this.show();
  }

  private latch(): void {
    this.shifted = this.inputs.slice();
    if (this.brokenFrom !== null) this.shifted.fill(this.broken.level, this.brokenFrom);
    this.show();
  }

  private show(): void {
    this.output(this.brokenFrom === 0 ? this.broken.level : this.shifted[0]);
  }
}
