/**
 * The levels at the chip's pins. rp2040js models neither pulls nor the read-back of outputs, and takes every repeated
 * level for an edge. So each pin is resolved here from driver, outside world and pull, and only changes are reported.
 */
import { GPIOPinState, type RP2040 } from 'rp2040js';
import { LevelledPins } from '../blocks/pins.ts';
import type { ChipPins } from '../chip.ts';

const PADS_BANK0 = 0x4001c;
const IO_BANK0 = 0x40014;
const SIO = 5;
const EDGES = 0b1100;

/** Private members of rp2040js. */
interface Inside {
  rawInputValue: boolean;
}

export class Pins extends LevelledPins implements ChipPins {
  /** GPIO_IN, recomputed only when a level or a pad has changed. */
  private inputs = 0;
  private stale = true;

  constructor(private readonly mcu: RP2040) {
    super(mcu.gpio.length);
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

  protected override pad(index: number): number {
    return this.mcu.gpio[index].padValue;
  }

  protected override selected(index: number): number {
    return this.mcu.gpio[index].functionSelect;
  }

  protected override resolve(index: number): void {
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
