/**
 * Tests PIO and DMA alone: every instruction against hand-computed results, and skipping whole loops of a program
 * against executing them step by step.
 */
import { describe, expect, it } from 'vitest';
import { Dma } from '../src/blocks/dma.ts';
import { PioBlocks } from '../src/blocks/pio.ts';
import { Hc165Chain } from '../src/parts/hc165.ts';
import { Random } from '../src/random.ts';
import { Clock } from '../src/blocks/clock.ts';
import { FaultSignal } from '../src/chip.ts';
import { DMA_LAYOUT } from '../src/rp2040/pio.ts';

const CYCLE = 8;
const RAM = 0x20000000;
const PIO = 0x50200000;
const [CTRL, FSTAT, FDEBUG, FLEVEL, TXF0, RXF0, IRQ, IRQ_FORCE] = [0, 4, 8, 0xc, 0x10, 0x20, 0x30, 0x34];
const [INTR, INTE0, INTS0] = [0x128, 0x12c, 0x134];
const [CLKDIV, EXECCTRL, SHIFTCTRL, ADDR, INSTR, PINCTRL] = [0xc8, 0xcc, 0xd0, 0xd4, 0xd8, 0xdc];
const AUTOPUSH = 1 << 16;
const AUTOPULL = 1 << 17;
const IN_RIGHT = 1 << 18;
const OUT_RIGHT = 1 << 19;
const JOIN_RX = 1 << 31;

const jmp = (to: number, condition = 0) => (condition << 5) | to;
const wait = (polarity: number, source: number, index: number) => 0x2000 | (polarity << 7) | (source << 5) | index;
const shiftIn = (source: number, bits: number) => 0x4000 | (source << 5) | (bits & 31);
const out = (to: number, bits: number) => 0x6000 | (to << 5) | (bits & 31);
const PUSH = 0x8020;
const PULL = 0x80a0;
const mov = (to: number, from: number, how = 0) => 0xa000 | (to << 5) | (how << 3) | from;
const irq = (index: number, how = 0) => 0xc000 | (how << 5) | index;
const set = (to: number, value: number) => 0xe000 | (to << 5) | value;
const NOP = mov(2, 2);
const delay = (ticks: number) => ticks << 8;
const [PINS, X, Y, NULL, PINDIRS, STATUS, ISR, OSR] = [0, 1, 2, 3, 4, 5, 6, 7];

/** The blocks with pads that a test sets, a DMA and memory. */
class Bench {
  readonly clock = new Clock();
  readonly memory = new Int32Array(16 * 1024);
  readonly dma: Dma;
  readonly pio: PioBlocks;
  readonly interrupts = new Set<string>();
  /** Edges at pins that PIO drives, with their cycle. */
  readonly edges: string[] = [];
  outside = 0;
  skips = true;
  watches = false;
  remembers: () => string = () => '';
  onDrive = (_values: number) => {};

  constructor() {
    const isFifo = (address: number) => address >= PIO + TXF0 && address < PIO + IRQ;
    this.dma = new Dma({
      layout: DMA_LAYOUT,
      timing: this.clock,
      cycleNanos: CYCLE,
      interrupt: (line, high) => this.line(`dma${line}`, high),
      isLazy: (request) => request < 16,
      isLazyRegister: isFifo,
      bus: {
        ram: { base: RAM, words: this.memory },
        read: (address, bytes) => {
          if (address >>> 20 === PIO >>> 20) return this.pio.blocks[0].readUint32(address & 0xfff);
          if (address >>> 28 !== 2) throw new FaultSignal('nothing there');
          const word = this.memory[(address - RAM) >> 2] >>> (8 * (address & 3));
          return bytes === 4 ? word >>> 0 : word & ((1 << (8 * bytes)) - 1);
        },
        write: (address, bytes, value) => {
          if (address >>> 20 === PIO >>> 20) this.pio.blocks[0].writeUint32(address & 0xfff, value);
          else if (address >>> 20 === 0x500) this.dma.writeUint32(address & 0xfff, value);
          else if (address >>> 28 !== 2) throw new FaultSignal('nothing there');
          else if (bytes === 4) this.memory[(address - RAM) >> 2] = value;
          else new Uint8Array(this.memory.buffer)[address - RAM] = value;
        },
      },
    });
    this.pio = new PioBlocks({
      blocks: 2,
      version: 0,
      interruptsAt: 0x128,
      interruptFlags: 4,
      request: (block, machine, fifo) => 8 * block + machine + (fifo === 'rx' ? 4 : 0),
      interrupt: (block, line, high) => this.line(`pio${block}.${line}`, high),
      requests: this.dma,
      timing: this.clock,
      cycleNanos: CYCLE,
      pads: {
        read: () => this.pads(),
        drive: (block, changed) => {
          const { values } = this.pio.blocks[block];
          if (this.watches) this.edges.push(`${this.clock.nanos / CYCLE}: ${(values >>> 0).toString(2)}`);
          this.pio.padsChanged(changed);
          this.onDrive(values);
        },
        memory: () => (this.skips && !this.watches ? `${this.pads()} ${this.remembers()}` : null),
        alert: false,
      },
    });
    this.dma.beforeAccess = () => this.pio.catchUp();
    this.dma.changed = () => this.pio.changed();
  }

  private line(name: string, high: boolean): void {
    if (high) this.interrupts.add(name);
    else this.interrupts.delete(name);
  }

  private pads(): number {
    const { values, directions } = this.pio.blocks[0];
    return (this.outside & ~directions) | (values & directions);
  }

  pin(index: number, level: number): void {
    const was = this.outside;
    this.pio.catchUp();
    this.outside = (this.outside & ~(1 << index)) | (level << index);
    if (this.outside !== was) this.pio.padsChanged(1 << index);
  }

  write(offset: number, value: number, block = 0): void {
    this.pio.blocks[block].writeUint32(offset, value >>> 0);
  }

  read(offset: number, block = 0): number {
    return this.pio.blocks[block].readUint32(offset);
  }

  /** Lets `count` cycles pass. */
  cycles(count: number): void {
    this.clock.advanceTo(this.clock.nanos + count * CYCLE);
    this.pio.catchUp();
  }

  load(program: number[]): void {
    program.forEach((op, i) => this.write(0x48 + 4 * i, op));
    this.write(EXECCTRL, ((program.length - 1) << 12) | (this.read(EXECCTRL) & 0x60000000));
  }

  /** Runs a program on the first state machine for `cycles` cycles and returns what it has pushed. */
  run(program: number[], cycles: number, shift = IN_RIGHT | OUT_RIGHT): number[] {
    this.load(program);
    this.write(SHIFTCTRL, shift);
    this.write(CTRL, 1);
    this.cycles(cycles);
    return this.taken();
  }

  taken(): number[] {
    return Array.from({ length: (this.read(FLEVEL) >> 4) & 15 }, () => this.read(RXF0));
  }

  /** DMA channel 0 from the first FIFO into a ring of 2^`bits` bytes. */
  ring(bits: number, count = 0xffffffff, more = 0): void {
    this.dma.writeUint32(0x00, PIO + RXF0);
    this.dma.writeUint32(0x04, RAM);
    this.dma.writeUint32(0x08, count);
    this.dma.writeUint32(0x0c, 1 | (2 << 2) | (1 << 5) | (bits << 6) | (1 << 10) | (4 << 15) | more);
  }
}

describe('jmp', () => {
  it.each([
    ['always', [jmp(3)], 9],
    ['when X is zero', [jmp(3, 1)], 9],
    ['not when X is something', [set(X, 1), jmp(4, 1)], 5],
    ['when Y is zero', [jmp(3, 3)], 9],
    ['when X and Y differ', [set(X, 2), jmp(4, 5)], 9],
    ['not when X and Y are the same', [jmp(3, 5)], 5],
    ['when OSR is not used up', [mov(OSR, X), jmp(4, 7)], 9],
    ['not when it is', [jmp(3, 7)], 5],
    ['not when its pin is low', [jmp(3, 6)], 5],
  ])('%s', (_when, head, expected) => {
    const bench = new Bench();
    const tail = [set(Y, 5), jmp(head.length + 3), set(Y, 9), mov(ISR, Y), PUSH, jmp(head.length + 5)];
    expect(bench.run([...head, ...tail], 20)[0]).toBe(expected);
  });

  it('decrements X past zero, and continues after that', () => {
    // Three rounds of the second instruction, then X is all ones.
    const bench = new Bench();
    expect(bench.run([set(X, 2), jmp(1, 2), mov(ISR, X), PUSH, jmp(4)], 30)).toEqual([0xffffffff]);
    expect(bench.read(ADDR)).toBe(4);
  });

  it('tests the configured pin', () => {
    const bench = new Bench();
    bench.pin(7, 1);
    bench.load([jmp(2, 6), jmp(0), set(Y, 3), mov(ISR, Y), PUSH, jmp(5)]);
    bench.write(EXECCTRL, (7 << 24) | (5 << 12));
    bench.write(CTRL, 1);
    bench.cycles(20);
    expect(bench.taken()).toEqual([3]);
  });
});

describe('in and out', () => {
  it('shift right: bits come in from the left and leave at the right', () => {
    const bench = new Bench();
    bench.write(TXF0, 0x89abcdef);
    expect(bench.run([PULL, out(X, 8), shiftIn(X, 8), out(X, 4), shiftIn(X, 4), PUSH, jmp(6)], 30)).toEqual([
      0xdef00000,
    ]);
  });

  it('shift left: bits come in from the right and leave at the left', () => {
    const bench = new Bench();
    bench.write(TXF0, 0x89abcdef);
    expect(bench.run([PULL, out(X, 8), shiftIn(X, 8), out(X, 4), shiftIn(X, 4), PUSH, jmp(6)], 30, 0)).toEqual([0x89a]);
  });

  it('moves 32 bits at once', () => {
    const bench = new Bench();
    bench.write(TXF0, 0x89abcdef);
    expect(bench.run([PULL, out(Y, 32), shiftIn(Y, 32), PUSH, jmp(4)], 30)).toEqual([0x89abcdef]);
  });

  it('autopush and autopull at their thresholds', () => {
    const bench = new Bench();
    bench.write(TXF0, 0x44332211);
    bench.write(TXF0, 0x88776655);
    const byteAfterByte = (8 << 25) | AUTOPULL | (16 << 20) | AUTOPUSH | OUT_RIGHT;
    // Of each word only the threshold's eight bits are used; two of them make a word on the other side.
    expect(bench.run([out(X, 8), shiftIn(X, 8)], 30, byteAfterByte)).toEqual([0x1155]);
    expect(bench.read(FDEBUG) >>> 24).toBe(1);
  });

  it('reads pins from its base on, wrapping around', () => {
    const bench = new Bench();
    bench.pin(30, 1);
    bench.pin(1, 1);
    bench.write(PINCTRL, 30 << 15);
    expect(bench.run([NOP, NOP, NOP, shiftIn(PINS, 4), PUSH, jmp(5)], 30, 0)).toEqual([0b1001]);
  });

  it('writes the configured number of pins from its base on', () => {
    const bench = new Bench();
    bench.write(PINCTRL, (3 << 20) | 4);
    bench.write(TXF0, 0b111010);
    bench.run([PULL, out(PINDIRS, 3), out(PINS, 3), jmp(3)], 30);
    expect(bench.pio.blocks[0].directions).toBe(0b010 << 4);
    expect(bench.pio.blocks[0].values).toBe(0b111 << 4);
  });

  it('executes the data of OUT EXEC, without a delay of its own', () => {
    const bench = new Bench();
    bench.write(TXF0, set(X, 21));
    expect(bench.run([PULL, out(7, 16) | delay(31), mov(ISR, X), PUSH, jmp(4)], 8)).toEqual([21]);
  });

  it('jumps to where OUT PC says', () => {
    const bench = new Bench();
    bench.write(TXF0, 3);
    expect(bench.run([PULL, out(5, 5), set(Y, 1), mov(ISR, Y), PUSH, jmp(5)], 10)).toEqual([0]);
  });
});

describe('push and pull', () => {
  it('stall when the FIFO is full, set the flag, and continue when there is room', () => {
    const bench = new Bench();
    expect(bench.read(FSTAT)).toBe(0x0f000f00);
    bench.load([set(X, 1), mov(ISR, X), PUSH]);
    bench.write(CTRL, 1);
    bench.cycles(100);
    expect(bench.read(FSTAT) & 0xf).toBe(1);
    expect(bench.read(FDEBUG)).toBe(1);
    expect(bench.read(ADDR)).toBe(2);
    bench.write(FDEBUG, 1);
    expect(bench.read(FDEBUG)).toBe(0);
    bench.read(RXF0);
    bench.cycles(2);
    expect(bench.read(ADDR)).not.toBe(2);
    expect((bench.read(FLEVEL) >> 4) & 15).toBe(4);
  });

  it('lose a word if not blocking, and set the flag, too', () => {
    const bench = new Bench();
    bench.load([mov(ISR, X), PUSH & ~0x20]);
    bench.write(CTRL, 1);
    bench.cycles(100);
    expect(bench.read(FDEBUG) & 1).toBe(1);
    expect(bench.taken()).toHaveLength(4);
  });

  it('pull X from an empty FIFO if not blocking', () => {
    const bench = new Bench();
    expect(bench.run([set(X, 9), PULL & ~0x20, mov(ISR, OSR), PUSH, jmp(4)], 20)).toEqual([9]);
  });

  it('do nothing below the threshold with IfFull and IfEmpty', () => {
    const bench = new Bench();
    expect(bench.run([set(X, 1), shiftIn(X, 8), PUSH | 0x40, shiftIn(X, 24), PUSH | 0x40, jmp(5)], 20, 0)).toEqual([
      (1 << 24) | 1,
    ]);
  });

  it('hold eight words where the FIFOs are joined', () => {
    const bench = new Bench();
    bench.run([mov(ISR, X), PUSH], 0);
    bench.write(SHIFTCTRL, JOIN_RX);
    bench.cycles(100);
    expect((bench.read(FLEVEL) >> 4) & 15).toBe(8);
  });

  it('report a read from an empty FIFO and a write to a full one', () => {
    const bench = new Bench();
    bench.read(RXF0 + 4);
    for (let i = 0; i < 5; i++) bench.write(TXF0, i);
    expect(bench.read(FDEBUG)).toBe((1 << 16) | (2 << 8));
    expect(bench.read(FSTAT) & 0x010f0000).toBe(0x00010000);
  });
});

describe('mov', () => {
  it('inverts and reverses', () => {
    const bench = new Bench();
    const program = [set(X, 5), mov(ISR, X, 1), PUSH, mov(ISR, X, 2), PUSH, mov(ISR, NULL, 1), PUSH, jmp(7)];
    expect(bench.run(program, 30)).toEqual([0xfffffffa, 0xa0000000, 0xffffffff]);
  });

  it('reads the FIFO status', () => {
    const bench = new Bench();
    bench.load([mov(ISR, STATUS), PUSH, jmp(2)]);
    bench.write(EXECCTRL, (2 << 12) | 2);
    bench.write(TXF0, 1);
    bench.write(CTRL, 1);
    bench.cycles(10);
    expect(bench.taken()).toEqual([0xffffffff]);
    bench.write(TXF0, 1);
    bench.write(INSTR, jmp(0));
    bench.cycles(10);
    expect(bench.taken()).toEqual([0]);
  });
});

describe('irq and wait', () => {
  it('sets its flag, waits until it is cleared, and interrupts the core', () => {
    const bench = new Bench();
    bench.write(INTE0, 1 << 9);
    bench.load([irq(0x11, 1), set(X, 1), jmp(2)]);
    bench.write(CTRL, 1);
    bench.cycles(20);
    expect(bench.read(IRQ)).toBe(2);
    expect(bench.read(INTR) >> 8).toBe(2);
    expect(bench.read(INTS0)).toBe(1 << 9);
    expect([...bench.interrupts]).toEqual(['pio0.0']);
    expect(bench.read(ADDR)).toBe(0);
    bench.write(IRQ, 2);
    expect([...bench.interrupts]).toEqual([]);
    bench.cycles(2);
    expect(bench.read(ADDR)).toBe(2);
  });

  it('adds the number of the machine to a relative flag', () => {
    const bench = new Bench();
    bench.write(0x48, irq(0x13));
    bench.write(0x4c, jmp(1));
    bench.write(CTRL, 4);
    bench.cycles(5);
    expect(bench.read(IRQ)).toBe(1 << 1);
  });

  it('waits for a flag and clears it', () => {
    const bench = new Bench();
    bench.load([wait(1, 2, 5), set(X, 1), jmp(2)]);
    bench.write(CTRL, 1);
    bench.cycles(50);
    expect(bench.read(ADDR)).toBe(0);
    bench.write(IRQ_FORCE, 1 << 5);
    bench.cycles(2);
    expect(bench.read(ADDR)).toBe(2);
    expect(bench.read(IRQ)).toBe(0);
  });

  it('lets one machine wait for another', () => {
    const bench = new Bench();
    [set(X, 7), irq(4), jmp(2), wait(1, 2, 4), set(Y, 3), mov(ISR, Y), PUSH, jmp(7)].forEach((op, i) =>
      bench.write(0x48 + 4 * i, op),
    );
    bench.write(INSTR + 0x18, jmp(3));
    bench.write(CTRL, 3);
    bench.cycles(20);
    expect(bench.read(RXF0 + 4)).toBe(3);
  });

  it('sees a pin two cycles after its change, or at once if the synchroniser is bypassed', () => {
    const waits = (bypass: number) => {
      const bench = new Bench();
      bench.write(0x38, bypass);
      bench.load([wait(1, 0, 3), jmp(1)]);
      bench.write(CTRL, 1);
      bench.cycles(10);
      bench.pin(3, 1);
      let cycles = 0;
      while (bench.read(ADDR) === 0 && cycles < 10) {
        bench.cycles(1);
        cycles++;
      }
      return cycles;
    };
    expect(waits(0)).toBe(2);
    expect(waits(1 << 3)).toBe(1);
  });
});

describe('side-set, delay and the divider', () => {
  const blink = (control: number, exec: number, program: number[], divider = 0x10000) => {
    const bench = new Bench();
    bench.watches = true;
    bench.load(program);
    bench.write(EXECCTRL, ((program.length - 1) << 12) | exec);
    bench.write(PINCTRL, control);
    bench.write(CLKDIV, divider);
    bench.write(CTRL, 1 | 0x100);
    return bench;
  };

  it('side-sets with every instruction, and delays after it', () => {
    // One side-set bit at pin 0 leaves four bits of delay.
    const bench = blink(1 << 29, 0, [NOP | (1 << 12) | delay(2), NOP | delay(4)]);
    bench.cycles(16);
    expect(bench.edges).toEqual(['1: 1', '4: 0', '9: 1', '12: 0']);
  });

  it('side-sets only where enabled, if it is optional', () => {
    // Two bits, of which the upper one enables the side-set.
    const bench = blink(2 << 29, 1 << 30, [NOP | (3 << 11), NOP, NOP | (2 << 11), NOP]);
    bench.cycles(8);
    expect(bench.edges).toEqual(['1: 1', '3: 0', '5: 1', '7: 0']);
  });

  it('side-sets even while it stalls, and takes precedence over SET', () => {
    const bench = blink((1 << 29) | (1 << 26), 0, [set(PINS, 0) | (1 << 12), wait(1, 0, 9) | (0 << 12)]);
    bench.cycles(10);
    expect(bench.edges).toEqual(['1: 1', '2: 0']);
  });

  it('runs at the divided clock, with fractions on average', () => {
    const bench = blink(1 << 26, 0, [set(PINS, 1), set(PINS, 0)], 0x00028000);
    bench.cycles(13);
    // 2.5 cycles per tick: at whole cycles, alternately two and three.
    expect(bench.edges).toEqual(['2: 1', '5: 0', '7: 1', '10: 0', '12: 1']);
  });

  it('wraps from its top to its bottom', () => {
    const bench = new Bench();
    [set(X, 1), set(X, 2), mov(ISR, X), PUSH, jmp(0)].forEach((op, i) => bench.write(0x48 + 4 * i, op));
    bench.write(EXECCTRL, (3 << 12) | (1 << 7));
    bench.write(CTRL, 1);
    bench.cycles(7);
    expect(bench.taken()).toEqual([2, 2]);
  });

  it('executes a write to INSTR at once, even when disabled', () => {
    const bench = new Bench();
    bench.write(PINCTRL, (1 << 26) | (6 << 5));
    bench.write(INSTR, set(PINDIRS, 1));
    bench.write(INSTR, set(PINS, 1));
    expect(bench.read(0x3c)).toBe(1 << 6);
    expect(bench.read(0x40)).toBe(1 << 6);
    expect(bench.read(ADDR)).toBe(0);
  });

  it('sees its own pin three cycles later', () => {
    const bench = new Bench();
    bench.write(PINCTRL, 1 << 26);
    bench.write(INSTR, set(PINDIRS, 1));
    const program = [
      set(PINS, 1),
      shiftIn(PINS, 1),
      shiftIn(PINS, 1),
      shiftIn(PINS, 1),
      shiftIn(PINS, 1),
      PUSH,
      jmp(6),
    ];
    expect(bench.run(program, 20, 0)).toEqual([0b0011]);
  });
});

describe('DMA', () => {
  const SAMPLE = [shiftIn(PINS, 32)];
  /** Samples all pins every 15,625 cycles: 8,000 times a second. */
  const sampler = (bench: Bench) => {
    bench.load(SAMPLE);
    bench.write(SHIFTCTRL, AUTOPUSH | JOIN_RX);
    bench.write(CLKDIV, 15625 << 16);
    bench.write(CTRL, 1 | 0x100);
  };

  it('fills a ring, wraps around, and counts', () => {
    const bench = new Bench();
    bench.ring(5);
    sampler(bench);
    for (let i = 0; i < 10; i++) {
      bench.pin(i, 1);
      bench.cycles(15625);
    }
    // Eight words; the ninth and tenth overwrite the first two.
    expect([...bench.memory.subarray(0, 9)]).toEqual([0x1ff, 0x3ff, 7, 15, 31, 63, 127, 255, 0]);
    expect(bench.dma.readUint32(0x04)).toBe(RAM + 8);
    expect(bench.dma.readUint32(0x08)).toBe(0xffffffff - 10);
  });

  it('ends when its count does, interrupts at that very sample, and restarts when triggered', () => {
    const bench = new Bench();
    bench.dma.writeUint32(0x404, 1);
    bench.ring(5, 20);
    sampler(bench);
    // Nothing polls in between: the alarm must fire by itself.
    bench.clock.advanceTo(20 * 15625 * CYCLE - 1);
    expect([...bench.interrupts]).toEqual([]);
    bench.clock.advanceTo(20 * 15625 * CYCLE);
    expect([...bench.interrupts]).toEqual(['dma0']);
    expect(bench.dma.readUint32(0x0c) & (1 << 24)).toBe(0);
    bench.dma.writeUint32(0x400, 1);
    expect([...bench.interrupts]).toEqual([]);
    // Without DMA the eight words of the FIFO fill up, and the machine stalls with a ninth.
    bench.cycles(20 * 15625);
    expect((bench.read(FLEVEL) >> 4) & 15).toBe(8);
    expect(bench.read(FDEBUG) & 1).toBe(1);
    bench.dma.writeUint32(0x1c, 100);
    expect(bench.dma.readUint32(0x08)).toBe(92);
  });

  it('is re-armed by a second channel that it chains to', () => {
    const bench = new Bench();
    // Channel 1 writes the count into channel 0's trigger: the ring never ends.
    bench.memory[1000] = 20;
    bench.dma.writeUint32(0x40, RAM + 4000);
    bench.dma.writeUint32(0x44, 0x5000001c);
    bench.dma.writeUint32(0x48, 1);
    bench.dma.writeUint32(0x50, 1 | (2 << 2) | (1 << 11) | (0x3f << 15) | (1 << 21));
    bench.ring(5, 20, 1 << 11);
    sampler(bench);
    bench.cycles(15625 * 1001);
    expect(bench.dma.readUint32(0x08)).toBe(20 - 1);
    expect(bench.dma.readUint32(0x04)).toBe(RAM + (1001 % 8) * 4);
    expect(bench.read(FDEBUG)).toBe(0);
  });

  it('stops when aborted and keeps its address', () => {
    const bench = new Bench();
    bench.ring(5);
    sampler(bench);
    bench.cycles(15625 * 3);
    bench.dma.writeUint32(0x444, 1);
    expect(bench.dma.readUint32(0x0c) & (1 << 24)).toBe(0);
    bench.cycles(15625 * 3);
    expect(bench.dma.readUint32(0x04)).toBe(RAM + 12);
    expect((bench.read(FLEVEL) >> 4) & 15).toBe(3);
  });

  it('feeds a FIFO from memory as fast as it empties', () => {
    const bench = new Bench();
    bench.watches = true;
    bench.memory.set([1, 0, 1, 1, 0, 1], 0);
    bench.load([out(PINS, 32)]);
    bench.write(PINCTRL, 1 << 20);
    bench.write(SHIFTCTRL, AUTOPULL | OUT_RIGHT);
    bench.write(CLKDIV, 10 << 16);
    bench.dma.writeUint32(0x00, RAM);
    bench.dma.writeUint32(0x04, PIO + TXF0);
    bench.dma.writeUint32(0x08, 6);
    bench.dma.writeUint32(0x0c, 1 | (2 << 2) | (1 << 4) | (0 << 15) | (0 << 11));
    expect(bench.dma.readUint32(0x08)).toBe(2);
    bench.write(CTRL, 1 | 0x100);
    bench.cycles(100);
    expect(bench.edges).toEqual(['20: 1', '30: 0', '40: 1', '60: 0', '70: 1']);
  });

  it('copies memory, swaps bytes, and stops at a bus error', () => {
    const bench = new Bench();
    bench.memory[0] = 0x11223344;
    const copy = (from: number, to: number) => {
      bench.dma.writeUint32(0x80, from);
      bench.dma.writeUint32(0x84, to);
      bench.dma.writeUint32(0x88, 1);
      bench.dma.writeUint32(0x8c, 1 | (2 << 2) | (2 << 11) | (0x3f << 15) | (1 << 22));
      return bench.dma.readUint32(0x8c) >>> 24;
    };
    expect(copy(RAM, RAM + 4)).toBe(0);
    expect(bench.memory[1]).toBe(0x44332211);
    expect(copy(0x30000000, RAM + 4)).toBe(0xc0);
    expect(copy(RAM, 0x30000000)).toBe(0xe0);
  });

  it('is paced by its own timer', () => {
    const bench = new Bench();
    bench.dma.writeUint32(0x420, (1 << 16) | 1000);
    bench.dma.writeUint32(0x00, RAM);
    bench.dma.writeUint32(0x04, RAM + 4096);
    bench.dma.writeUint32(0x08, 10);
    bench.dma.writeUint32(0x0c, 1 | (2 << 2) | (1 << 5) | (0x3b << 15));
    bench.clock.advanceTo(3500 * CYCLE);
    expect(bench.dma.readUint32(0x08)).toBe(7);
  });
});

describe('a round that is skipped', () => {
  /** Loads a chain of 40 bits and shifts it in, 2,000 times a second. */
  const SIDE = 1 << 12;
  const CHAIN = [
    set(PINS, 0) | SIDE,
    set(PINS, 1) | SIDE,
    set(X, 19) | SIDE,
    shiftIn(PINS, 1),
    NOP | SIDE,
    shiftIn(PINS, 1),
    jmp(3, 2) | SIDE,
    shiftIn(NULL, 24) | SIDE,
    set(Y, 27) | SIDE | delay(7),
    jmp(9, 4) | SIDE | delay(10),
  ];
  const [LOAD, CLOCK, DATA] = [10, 11, 12];

  const chained = (skips: boolean) => {
    const bench = new Bench();
    bench.skips = skips;
    const chain = new Hc165Chain(40, (level) => bench.pin(DATA, level));
    chain.catchUp = () => bench.pio.aboutToChange();
    bench.remembers = () => chain.memory;
    let was = 0;
    bench.onDrive = (values) => {
      const changed = values ^ was;
      was = values;
      if (changed & (1 << CLOCK)) chain.clock((values >> CLOCK) & 1);
      if (changed & (1 << LOAD)) chain.load((values >> LOAD) & 1);
    };
    bench.write(PINCTRL, (1 << 29) | (1 << 26) | (CLOCK << 10) | (LOAD << 5) | (DATA << 15));
    bench.write(INSTR, set(PINDIRS, 1));
    bench.pio.blocks[0].writeDirections(3 << LOAD, 3 << LOAD);
    bench.pio.blocks[0].writePins(3 << LOAD, 3 << LOAD);
    bench.load(CHAIN);
    bench.write(SHIFTCTRL, AUTOPUSH | JOIN_RX);
    bench.write(CLKDIV, 0x00ca3500);
    bench.ring(9);
    bench.write(CTRL, 1 | 0x100);
    return { bench, chain };
  };

  it('puts every contact of a chain into the ring, first bit highest', () => {
    const { bench, chain } = chained(true);
    chain.set(0, 0);
    chain.set(33, 0);
    bench.cycles(125_000);
    expect([...bench.memory.subarray(0, 2)].map((word) => word >>> 0)).toEqual([0x7fffffff, 0xbf000000]);
  });

  it('leaves the same memory, count and time as single steps', () => {
    const [fast, slow] = [chained(true), chained(false)];
    const random = new Random(5);
    for (let i = 0; i < 300; i++) {
      const pause = random.below(3) === 0 ? random.below(2_000_000) : random.below(20_000);
      const [bit, level] = [random.below(40), random.below(2)];
      for (const { bench, chain } of [fast, slow]) {
        bench.clock.advanceTo(bench.clock.nanos + pause * CYCLE);
        chain.set(bit, level);
        if (i % 5 === 0) bench.pio.catchUp();
      }
    }
    const seen = ({ bench }: { bench: Bench }) => ({
      ring: [...bench.memory.subarray(0, 130)],
      address: bench.dma.readUint32(0x04),
      count: bench.dma.readUint32(0x08),
      pc: bench.read(ADDR),
      due: bench.pio.due,
    });
    expect(seen(fast)).toEqual(seen(slow));
    expect(seen(fast).count).toBeLessThan(0xffffffff - 1000);
  });

  it('takes almost no host time while no contact moves', () => {
    const { bench } = chained(true);
    let steps = 0;
    const { machine } = bench.pio.blocks[0].clocked[0];
    const step = machine.step.bind(machine);
    machine.step = () => {
      steps++;
      return step();
    };
    bench.cycles(125e6 * 60);
    expect(steps).toBeLessThan(1000);
    expect(bench.dma.readUint32(0x08)).toBeLessThan(0xffffffff - 60 * 2000);
  });

  it('is not skipped while a listener watches the pins', () => {
    const { bench } = chained(true);
    bench.watches = true;
    bench.cycles(125_000);
    expect(bench.edges.length).toBeGreaterThan(80);
  });
});
