/**
 * The levels at a chip's pins, the outside world that drives them, and the parts that listen. Each chip defines how a
 * level results from driver, outside world and pull.
 */
import type { Outside, PartMemory, PinListener } from '../chip.ts';

/** Bits of a pad's register that all chips here share. */
export const PULL_UP = 1 << 3;
export const PULL_DOWN = 1 << 2;
export const INPUT_ON = 1 << 6;
export const OUTPUT_OFF = 1 << 7;
/** Number of the I2C function, the same on all chips here. */
const I2C = 3;
/** Drive strengths that a pad can be set to, in milliamperes. */
const STRENGTHS = [2, 4, 8, 12];

export abstract class LevelledPins {
  /** Pins that the chip has driven in this life, one bit each. */
  driven = 0;
  /** True if an edge can interrupt the core. */
  alert = false;
  /** Called before and after a level or a pad's configuration changes, so that PIO can catch up. */
  beforeChange = () => {};
  afterChange = (_index: number | null) => {};
  protected readonly levels: Uint8Array;
  protected readonly outside: Outside[];
  protected readonly listeners: PinListener[][];
  private readonly memories: PartMemory[] = [];
  /** Pins with a listener that must be notified of every edge. */
  private watched = 0;

  constructor(readonly count: number) {
    this.levels = new Uint8Array(count);
    this.outside = Array.from({ length: count }, () => null);
    this.listeners = Array.from({ length: count }, () => []);
  }

  /** The inputs of all pads that have input enabled. */
  abstract read(): number;

  /** Works out the level of a pin again, and reports it if it has changed. */
  protected abstract resolve(index: number): void;

  /** The pad's register. */
  protected abstract pad(index: number): number;

  /** The function that firmware has assigned to the pin. */
  protected abstract selected(index: number): number;

  level(index: number): number {
    return this.levels[index];
  }

  drive(index: number): number {
    return STRENGTHS[(this.pad(index) >> 4) & 3];
  }

  isPulledUp(index: number): boolean {
    return (this.pad(index) & PULL_UP) !== 0;
  }

  isI2c(index: number): boolean {
    return this.selected(index) === I2C && (this.pad(index) & (INPUT_ON | OUTPUT_OFF)) === INPUT_ON;
  }

  set(index: number, outside: Outside): void {
    if (this.outside[index] === outside) return;
    this.beforeChange();
    this.outside[index] = outside;
    this.resolve(index);
  }

  onChange(index: number, listener: PinListener, memory?: PartMemory): void {
    this.listeners[index].push(listener);
    if (memory) this.memories.push(memory);
    else this.watched |= 1 << index;
    this.afterChange(null);
  }

  /** The state of the listening parts; null if one of these pins has a listener that must be notified of every edge. */
  memory(pins: number): string | null {
    if (pins & this.watched) return null;
    return [this.read(), ...this.memories.map((memory) => memory())].join();
  }
}
