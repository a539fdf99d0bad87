/**
 * PIO and DMA of the RP2040: the common blocks with this chip's layout. rp2040js runs state machines from timers of its
 * own and without dividers, and does DMA by alarms; both are replaced.
 */
import type { RP2040 } from 'rp2040js';
import { Dma, type DmaLayout } from '../blocks/dma.ts';
import { type PioBlock, PioBlocks } from '../blocks/pio.ts';
import type { Clock } from '../blocks/clock.ts';
import { RAM } from '../chip.ts';
import { Place, readSized, writeSized } from './blocks.ts';
import type { Core } from './core.ts';
import type { Pins } from './pins.ts';

const IRQ_PIO0_0 = 7;
const IRQ_DMA_0 = 11;
const DMA_BASE = 0x50000;
const PIO_BASES = [0x50200, 0x50300];
const PIO_REQUESTS = 16;
const FIRST_FIFO = 0x10;
const LAST_FIFO = 0x2f;

export const DMA_LAYOUT: DmaLayout = {
  channels: 12,
  control: {
    increaseRead: 4,
    increaseWrite: 5,
    ringSize: 6,
    ringSelect: 10,
    chainTo: 11,
    request: 15,
    quiet: 21,
    swap: 22,
    sniff: 23,
    busy: 24,
  },
  missing: 0,
  countBits: 32,
  interruptLines: [0x400, 0x410],
  timers: 0x420,
  trigger: 0x430,
  abort: 0x444,
  channelCount: 0x448,
};

/** The DMA in the form that the blocks of rp2040js use. */
class DmaPlace extends Place {
  constructor(
    mcu: RP2040,
    private readonly dma: Dma,
  ) {
    super(mcu, 'DMA', dma);
  }
  setDREQ(request: number): void {
    this.dma.raise(request);
  }
  clearDREQ(request: number): void {
    this.dma.drop(request);
  }
}

/** A PIO block in the form that the pins of rp2040js use. */
class PioPlace extends Place {
  readonly machines = [];
  constructor(
    mcu: RP2040,
    private readonly block: PioBlock,
  ) {
    super(mcu, `PIO${block.index}`, block);
  }
  get pinValues(): number {
    return this.block.values;
  }
  get pinDirections(): number {
    return this.block.directions;
  }
}

/** Members of rp2040js that are replaced. */
interface Inside {
  dma: unknown;
  pio: unknown[];
}

function isFifo(address: number): boolean {
  const offset = address & 0xfff;
  return PIO_BASES.includes(((address >>> 14) << 2) >>> 0) && offset >= FIRST_FIFO && offset <= LAST_FIFO;
}

/** Installs DMA and the PIO blocks in the chip. */
export function installPioAndDma(mcu: RP2040, clock: Clock, core: Core, pins: Pins): { dma: Dma; pio: PioBlocks } {
  const words = new Int32Array(mcu.sram.buffer);
  const dma = new Dma({
    layout: DMA_LAYOUT,
    timing: clock,
    cycleNanos: core.cycleNanos,
    interrupt: (line, high) => mcu.setInterrupt(IRQ_DMA_0 + line, high),
    isLazy: (request) => request < PIO_REQUESTS,
    isLazyRegister: isFifo,
    bus: {
      ram: { base: RAM, words },
      read: (address, bytes) => {
        core.dmaReads(address);
        return readSized(mcu, address & -bytes, bytes);
      },
      write: (address, bytes, value) => writeSized(mcu, address & -bytes, bytes, value),
    },
  });
  // Requests that the other blocks made while they were constructed.
  const { dreq } = mcu.dma as unknown as { dreq: (boolean | undefined)[] };
  dreq.forEach((high, request) => {
    if (high && request >= PIO_REQUESTS) dma.raise(request);
  });
  const pio = new PioBlocks({
    blocks: PIO_BASES.length,
    version: 0,
    interruptsAt: 0x128,
    interruptFlags: 4,
    request: (block, machine, fifo) => 8 * block + machine + (fifo === 'rx' ? 4 : 0),
    interrupt: (block, line, high) => mcu.setInterrupt(IRQ_PIO0_0 + 2 * block + line, high),
    requests: dma,
    timing: clock,
    cycleNanos: core.cycleNanos,
    pads: {
      read: () => pins.read(),
      drive: (_block, changed) => {
        for (let left = changed; left; left &= left - 1) mcu.gpio[31 - Math.clz32(left & -left)]?.checkForUpdates();
      },
      memory: (moved) => pins.memory(moved),
      get alert() {
        return pins.alert;
      },
    },
  });
  const inside = mcu as unknown as Inside;
  inside.dma = mcu.peripherals[DMA_BASE] = new DmaPlace(mcu, dma);
  PIO_BASES.forEach((base, i) => {
    inside.pio[i] = mcu.peripherals[base] = new PioPlace(mcu, pio.blocks[i]);
  });
  return { dma, pio };
}
