/**
 * The chip and the table around it: each correction to rp2040js, tested with a few instructions or on the block alone.
 */
import { RP2040 } from 'rp2040js';
import { describe, expect, it } from 'vitest';
import { Clock } from '../src/blocks/clock.ts';
import { I2cController, type Wires } from '../src/blocks/i2c.ts';
import { SpiController } from '../src/rp2040/spi.ts';
import { Hc165Chain } from '../src/parts/hc165.ts';
import { Table } from '../src/table.ts';
import { BOARD, constant, SLEEP, store, tinyElf } from './tiny.ts';

const MS = 1e6;
const table = (code: number[], handlers: Record<number, number[]> = {}) =>
  new Table({ board: BOARD, elf: tinyElf(code, handlers), missCycles: 0 });

describe('the chip', () => {
  it('skips idle time in one jump and counts it as sleep', () => {
    const one = table(SLEEP);
    one.run(3600e9);
    expect(one.now).toBe(3600e9);
    expect(one.meters().awake_cycles).toBeLessThan(1000);
    expect(one.meters().asleep_ns).toBeGreaterThan(3599e9);
  });

  it('fires a timer alarm at its microsecond, not earlier', () => {
    // TIMER alarm 0 at 500 µs with its interrupt enabled; the handler stores the time in SRAM and acknowledges.
    const start = [...store(0x40054038, 1), ...store(0xe000e100, 1), ...store(0x40054010, 500), ...SLEEP];
    const handler = [...constant(1, 0x40054028), 0x6808, 0xbf00];
    const save = [
      ...constant(1, 0x20000000),
      0x6008,
      0xbf00,
      ...constant(0, 1),
      ...constant(1, 0x40054034),
      0x6008,
      0x4770,
    ];
    const one = table(start, { 16: [...handler, ...save] });
    one.run(2 * MS);
    const [low, high] = one.peek(0x20000000, 2);
    expect(low | (high << 8)).toBe(500);
  });

  it('serves an interrupt pended by software exactly once', () => {
    const bump = [...constant(1, 0x20000000), 0x6808, 0x3001, 0x6008, 0x4770];
    const one = table([...store(0x20000000, 0), ...store(0xe000e100, 1 << 5), ...store(0xe000e200, 1 << 5), ...SLEEP], {
      21: bump,
    });
    one.run(MS);
    expect(one.peek(0x20000000, 1)[0]).toBe(1);
  });

  it('reports a crash with its address and runs the firmware’s own handler', () => {
    const one = table([0xde01], { 3: [...store(0x20000000, 77), ...SLEEP] });
    one.run(MS);
    const events = one.events();
    expect(events.map(({ kind }) => kind)).toEqual(['fault']);
    expect(events[0]).toMatchObject({ pc: 0x10000200, why: 'udf #1' });
    expect(one.peek(0x20000000, 1)[0]).toBe(77);
  });

  it('faults on an access to an unmapped address and on a store to flash', () => {
    for (const address of [0x30000000, 0x10000000]) {
      const one = table(store(address, 1), { 3: SLEEP });
      one.run(MS);
      expect(one.events().map(({ kind }) => kind)).toEqual(['fault']);
    }
  });

  it('is restarted by its watchdog, keeps SRAM and scratch registers, and reports the reason', () => {
    // Only a chip that was not restarted by the watchdog (REASON 0) arms it: 2000 half-microseconds, then sleep.
    const reach = store(0x40010008, 0x1fffc);
    const arm = [
      ...reach,
      ...store(0x4005800c, 0xabc),
      ...store(0x40058004, 2000),
      ...store(0x40058000, 0x40000000),
      ...SLEEP,
    ];
    // ldr r0, [r1]; cmp r0, #0; bne over the arming code to the sleep after it.
    const first = [...constant(1, 0x40058008), 0x6808, 0x2800, 0xd100 | arm.length, 0xbf00];
    const one = table([...first, ...arm, ...SLEEP]);
    one.poke(0x20000100, Uint8Array.of(42));
    one.run(10 * MS);
    expect(one.events()).toMatchObject([{ kind: 'restart', cause: 'watchdog' }]);
    expect(one.peek(0x20000100, 1)[0]).toBe(42);
    expect(one.peek(0x40058008, 1)[0]).toBe(1);
    expect(one.peek(0x4005800c, 2)[1]).toBe(0x0a);
  });

  it('has noise in SRAM after a power cut, and its flash unchanged', () => {
    const one = table(SLEEP);
    one.run(MS);
    one.poke(0x20000100, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
    one.flash.bytes[0x1f0000] = 9;
    one.powerOff();
    one.run(MS);
    expect(() => one.peek(0x20000100, 1)).toThrow('the power is off');
    one.powerOn();
    expect([...one.peek(0x20000100, 8)]).not.toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(one.flash.bytes[0x1f0000]).toBe(9);
  });
});

describe('the pins', () => {
  it('keep their level until a pull-up is on, and follow a closing contact', () => {
    const PAD_PULL_UP = 0x5a;
    const one = table([...store(0x4001c000 + 4 + 4 * 4, PAD_PULL_UP), ...SLEEP]);
    one.run(MS);
    const push = () => (one.peek(0xd0000004, 1)[0] >> 4) & 1;
    expect(push()).toBe(1);
    one.act([{ down: { knob: 0 } }]);
    one.run(MS);
    expect(push()).toBe(0);
    one.act([{ up: { knob: 0 } }]);
    one.run(MS);
    expect(push()).toBe(1);
  });

  it('light the LED when driven, and can be read back', () => {
    const drive = [...store(0x400140cc, 5), ...store(0xd0000024, 1 << 25), ...store(0xd0000014, 1 << 25)];
    const one = table([...drive, ...SLEEP]);
    one.run(MS);
    expect(one.lit).toBe(true);
    expect((one.peek(0xd0000004, 4)[3] >> 1) & 1).toBe(1);
  });
});

describe('an I2C block', () => {
  const block = (acknowledges = true) => {
    const clock = new Clock();
    const heard: string[] = [];
    let held = false;
    const wires: Wires = {
      start: () => heard.push('start'),
      address: (address, read) => (heard.push(`${address.toString(16)}${read ? 'r' : 'w'}`), acknowledges),
      write: (byte) => (heard.push(byte.toString(16)), true),
      read: () => 0x5a,
      stop: () => heard.push('stop'),
      held: () => held,
    };
    const i2c = new I2cController({
      timing: clock,
      clockHz: () => 125e6,
      interrupt: () => {},
      request: () => {},
    });
    i2c.wires = wires;
    const on = () => {
      // Register values for 400 kHz at a clock of 125 MHz, as embassy sets them.
      i2c.writeUint32(0x1c, 126);
      i2c.writeUint32(0x20, 187);
      i2c.writeUint32(0xa0, 11);
      i2c.writeUint32(0x04, 0x3c);
      i2c.writeUint32(0x6c, 1);
    };
    on();
    return { clock, i2c, heard, on, hold: (on: boolean) => (held = on) };
  };
  const RAW = 0x34;

  it('takes as long as real wires: one bit for start and stop, nine for every byte', () => {
    const { clock, i2c, heard } = block();
    [0x00, 0xae | 0x200].forEach((command) => i2c.writeUint32(0x10, command));
    const bit = (126 + 11 + 7 + 187 + 1) * 8;
    expect(i2c.bitNanos).toBe(bit);
    clock.advanceTo(bit * (1 + 9 + 9 + 9 + 1) - 1);
    expect(i2c.readUint32(RAW) & 0x200).toBe(0);
    clock.advanceTo(bit * 29);
    expect(i2c.readUint32(RAW) & 0x200).toBe(0x200);
    expect(heard).toEqual(['start', '3cw', '0', 'ae', 'stop']);
  });

  it('aborts with the reason if no device acknowledges, and frees the bus', () => {
    const { clock, i2c, heard } = block(false);
    i2c.writeUint32(0x10, 0x200);
    clock.advanceTo(1e6);
    expect(i2c.readUint32(0x80)).toBe(1);
    expect(heard).toEqual(['start', '3cw', 'stop']);
  });

  it('accepts no byte after an abort until the abort register was read', () => {
    const { clock, i2c, heard } = block(false);
    i2c.writeUint32(0x10, 0x00);
    clock.advanceTo(1e6);
    i2c.writeUint32(0x10, 0xe3 | 0x200);
    clock.advanceTo(2e6);
    expect(heard).toEqual(['start', '3cw', 'stop']);
    i2c.readUint32(0x54);
    i2c.writeUint32(0x10, 0x200);
    clock.advanceTo(3e6);
    expect(heard).toEqual(['start', '3cw', 'stop', 'start', '3cw', 'stop']);
  });

  it('waits while the bus is held, and is freed by a reset', () => {
    const { clock, i2c, on, hold, heard } = block();
    hold(true);
    i2c.writeUint32(0x10, 0x200);
    clock.advanceTo(1e9);
    expect(i2c.readUint32(RAW) & 0x240).toBe(0);
    hold(false);
    i2c.reset();
    on();
    expect(i2c.readUint32(0x70) & 0x20).toBe(0);
    i2c.writeUint32(0x10, 0x200);
    clock.advanceTo(clock.nanos + 1e6);
    expect(heard.slice(-1)).toEqual(['stop']);
  });

  it('finishes the current byte and stops when disabled, and starts again when enabled', () => {
    const { clock, i2c, heard } = block();
    [1, 2, 3, 4].forEach((byte) => i2c.writeUint32(0x10, byte));
    clock.advanceTo(i2c.bitNanos * 15);
    i2c.writeUint32(0x6c, 0);
    i2c.writeUint32(0x6c, 1);
    i2c.writeUint32(0x10, 9 | 0x200);
    clock.advanceTo(1e6);
    expect(heard).toEqual(['start', '3cw', '1', 'stop', 'start', '3cw', '9', 'stop']);
  });
});

describe('an SPI block', () => {
  const [CR0, CR1, DR, SR, CPSR] = [0x00, 0x04, 0x08, 0x0c, 0x10];
  const [TX_EMPTY, TX_ROOM, RX_SOME, RX_FULL, BUSY] = [1, 2, 4, 8, 16];
  /** A period of 400 ns: the chip's clock divided by 50. Frames of 14 bits, idle high, captured on the first edge. */
  const PERIOD = 400;
  const FRAME = (14 + 1.5) * PERIOD;
  const block = (mode = 0x40) => {
    const clock = new Clock();
    const mcu = new RP2040(clock);
    const spi = new SpiController(mcu, 1, clock);
    const line = { level: 1 };
    const chain = new Hc165Chain(40, (level) => (line.level = level));
    spi.wires = { clock: (level) => chain.clock(level), data: () => line.level };
    chain.catchUp = () => spi.catchUp();
    const registers = mcu.spi[1];
    registers.writeUint32(CPSR, 50 * (mcu.clkPeri / 125e6));
    registers.writeUint32(CR0, 13 | mode);
    registers.writeUint32(CR1, 2);
    const load = () => {
      chain.load(0);
      chain.load(1);
    };
    load();
    return {
      clock,
      chain,
      load,
      status: () => registers.readUint32(SR),
      send: () => registers.writeUint32(DR, 0),
      take: () => registers.readUint32(DR),
    };
  };

  it('takes the time of the wires, frame after frame, and is busy until the last', () => {
    const { clock, status, send } = block();
    expect(status()).toBe(TX_EMPTY | TX_ROOM);
    for (let i = 0; i < 3; i++) send();
    expect(status()).toBe(TX_ROOM | BUSY);
    clock.advanceTo(FRAME - 1);
    expect(status()).toBe(TX_ROOM | BUSY);
    clock.advanceTo(FRAME);
    expect(status()).toBe(TX_ROOM | BUSY | RX_SOME);
    clock.advanceTo(3 * FRAME - 1);
    expect(status()).toBe(TX_EMPTY | TX_ROOM | BUSY | RX_SOME);
    clock.advanceTo(3 * FRAME);
    expect(status()).toBe(TX_EMPTY | TX_ROOM | RX_SOME);
  });

  it('brings every bit of a chain to its place, the first bit highest', () => {
    const { clock, chain, load, send, take } = block();
    [0, 13, 14, 39].forEach((bit) => chain.set(bit, 0));
    load();
    for (let i = 0; i < 3; i++) send();
    clock.advanceTo(3 * FRAME);
    // Bits 40 and 41 come from beyond the last register, whose serial input is tied low.
    expect([take(), take(), take()]).toEqual([0x1ffe, 0x1fff, 0x3ff8]);
  });

  it('loses the first bit when told to capture on the second edge', () => {
    const { clock, chain, load, send, take } = block(0x80);
    chain.set(0, 0);
    load();
    send();
    clock.advanceTo(14 * PERIOD);
    expect(take()).toBe(0x3fff);
  });

  it('shows a load in the middle of a frame from that bit on', () => {
    const { clock, chain, load, send, take } = block();
    send();
    clock.advanceTo(5.25 * PERIOD);
    chain.set(0, 0);
    load();
    clock.advanceTo(FRAME);
    // Five bits were shifted; the sixth is the first bit again.
    expect(take()).toBe(0x3fff & ~(1 << 8));
  });

  it('keeps eight frames and drops what comes on top', () => {
    const { clock, status, send, take } = block();
    for (let i = 0; i < 9; i++) send();
    clock.advanceTo(8 * FRAME);
    expect(status() & (RX_FULL | BUSY)).toBe(RX_FULL | BUSY);
    clock.advanceTo(9 * FRAME);
    expect(status() & (RX_FULL | BUSY)).toBe(RX_FULL);
    const taken = Array.from({ length: 8 }, take);
    expect(taken.slice(0, 4)).toEqual([0x3fff, 0x3fff, 0x3ffc, 0]);
    expect(status() & RX_SOME).toBe(0);
  });
});
