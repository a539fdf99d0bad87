/**
 * The levels at the chip's pins. rp2040js models neither pulls nor that an output can be read back, and takes every
 * repeated level for an edge; so each pin is resolved here from driver, outside world and pull, and told only of changes.
 */
import { GPIOPinState, type RP2040 } from 'rp2040js';

/** What a part does to a wire: tie it low, tie it high, or leave it alone. */
export type Outside = 0 | 1 | null;
export type PinListener = (level: number) => void;

const PADS_BANK0 = 0x4001c;
const IO_BANK0 = 0x40014;
const SPI = 1;
const SIO = 5;
const I2C = 3;
const EDGES = 0b1100;

/** Members of rp2040js that are private there. */
interface Inside {
  rawInputValue: boolean;
}

export class Pins {
  private readonly outside: Outside[];
  private readonly levels: number[];
  private readonly listeners: PinListener[][];
  /** GPIO_IN, worked out only when a level or a pad has changed. */
  private inputs = 0;
  private stale = true;

  constructor(private readonly mcu: RP2040) {
    this.outside = mcu.gpio.map(() => null);
    this.levels = mcu.gpio.map(() => 0);
    this.listeners = mcu.gpio.map(() => []);
    mcu.gpio.forEach((pin, index) => {
      // The data sheet's reset value: input on, pulled down.
      pin.padValue = 0x56;
      pin.addListener(() => this.resolve(index));
    });
    for (const block of [PADS_BANK0, IO_BANK0]) {
      const peripheral = mcu.peripherals[block];
      const write = peripheral.writeUint32.bind(peripheral);
      peripheral.writeUint32 = (offset, value) => {
        write(offset, value);
        this.stale = true;
      };
    }
    Object.defineProperty(mcu, 'gpioValues', { get: () => this.read() });
  }

  private read(): number {
    if (this.stale) {
      this.stale = false;
      this.inputs = 0;
      this.mcu.gpio.forEach((pin, index) => {
        if (pin.inputValue) this.inputs |= 1 << index;
      });
    }
    return this.inputs;
  }

  level(index: number): number {
    return this.levels[index];
  }

  /** The current that firmware lets the pad sink, in milliamperes. */
  drive(index: number): number {
    return [2, 4, 8, 12][(this.mcu.gpio[index].padValue >> 4) & 3];
  }

  /** Whether firmware has switched the pad's own pull-up on. */
  isPulledUp(index: number): boolean {
    return this.mcu.gpio[index].pullupEnabled;
  }

  /** Whether firmware has given the pin to its I2C block. */
  isI2c(index: number): boolean {
    return this.mcu.gpio[index].functionSelect === I2C;
  }

  /** The same of its SPI block. */
  isSpi(index: number): boolean {
    return this.mcu.gpio[index].functionSelect === SPI;
  }

  set(index: number, outside: Outside): void {
    if (this.outside[index] === outside) return;
    this.outside[index] = outside;
    this.resolve(index);
  }

  onChange(index: number, listener: PinListener): void {
    this.listeners[index].push(listener);
  }

  private resolve(index: number): void {
    const pin = this.mcu.gpio[index];
    const outside = this.outside[index];
    let level: number;
    switch (pin.value) {
      case GPIOPinState.Low:
        level = 0;
        break;
      case GPIOPinState.High:
        level = outside === 0 ? 0 : 1;
        break;
      case GPIOPinState.InputPullUp:
        level = outside ?? 1;
        break;
      case GPIOPinState.InputPullDown:
        level = outside ?? 0;
        break;
      default:
        level = outside ?? this.levels[index];
    }
    if (level === this.levels[index]) return;
    this.levels[index] = level;
    this.stale = true;
    if (pin.irqEnableMask === 0 && pin.functionSelect === SIO) {
      const inside = pin as unknown as Inside;
      inside.rawInputValue = level === 1;
      pin.irqStatus = (pin.irqStatus & EDGES) | (level === 1 ? 0b1010 : 0b0101);
    } else pin.setInputValue(level === 1);
    for (const listener of this.listeners[index]) listener(level);
  }
}
