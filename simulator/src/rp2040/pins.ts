/**
 * The levels at the chip's pins. rp2040js models neither pulls nor the read-back of outputs, and takes every repeated
 * level for an edge. So each pin is resolved here from driver, outside world and pull, and only changes are reported.
 */
import { GPIOPinState, type RP2040 } from 'rp2040js';
import type { ChipPins, Outside, PartMemory, PinListener } from '../chip.ts';

const PADS_BANK0 = 0x4001c;
const IO_BANK0 = 0x40014;
const SPI = 1;
const SIO = 5;
const I2C = 3;
const PIO_FUNCTIONS = [6, 7];
const EDGES = 0b1100;

/** Private members of rp2040js. */
interface Inside {
  rawInputValue: boolean;
}

export class Pins implements ChipPins {
  readonly count: number;
  private readonly outside: Outside[];
  private readonly levels: number[];
  private readonly listeners: PinListener[][];
  private readonly memories: PartMemory[] = [];
  /** Pins with a listener that must be notified of every edge. */
  private watched = 0;
  /** GPIO_IN, recomputed only when a level or a pad has changed. */
  private inputs = 0;
  private stale = true;
  /** Pins that the chip has driven in this life, one bit each. */
  driven = 0;
  /** True if an edge can interrupt the core. */
  alert = false;
  /** Called before and after a level or a pad's configuration changes, so that PIO can catch up. */
  beforeChange = () => {};
  afterChange = (_index: number | null) => {};

  constructor(private readonly mcu: RP2040) {
    this.count = mcu.gpio.length;
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
        this.beforeChange();
        write(offset, value);
        this.stale = true;
        this.alert = mcu.gpio.some((pin) => pin.irqEnableMask !== 0);
        this.afterChange(null);
      };
    }
    Object.defineProperty(mcu, 'gpioValues', {
      get: () => {
        this.beforeChange();
        return this.read();
      },
    });
  }

  /** The inputs of all pads that have input enabled. */
  read(): number {
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

  drive(index: number): number {
    return [2, 4, 8, 12][(this.mcu.gpio[index].padValue >> 4) & 3];
  }

  isPulledUp(index: number): boolean {
    return this.mcu.gpio[index].pullupEnabled;
  }

  isI2c(index: number): boolean {
    return this.mcu.gpio[index].functionSelect === I2C;
  }

  isSpi(index: number): boolean {
    return this.mcu.gpio[index].functionSelect === SPI;
  }

  /** True if firmware has assigned the pin to a PIO block. */
  isPio(index: number): boolean {
    return PIO_FUNCTIONS.includes(this.mcu.gpio[index].functionSelect);
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

  private resolve(index: number): void {
    const pin = this.mcu.gpio[index];
    const outside = this.outside[index];
    let level: number;
    if (pin.outputEnable) this.driven |= 1 << index;
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
    this.beforeChange();
    this.levels[index] = level;
    if (pin.irqEnableMask === 0 && pin.functionSelect === SIO) {
      const inside = pin as unknown as Inside;
      inside.rawInputValue = level === 1;
      pin.irqStatus = (pin.irqStatus & EDGES) | (level === 1 ? 0b1010 : 0b0101);
    } else pin.setInputValue(level === 1);
    if (!this.stale) this.inputs = (this.inputs & ~(1 << index)) | (pin.inputValue ? 1 << index : 0);
    this.afterChange(index);
    for (const listener of this.listeners[index]) listener(level);
  }
}
