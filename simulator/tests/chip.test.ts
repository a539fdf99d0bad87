/**
 * The RP2040 and the table around it: each correction to rp2040js, tested with a few instructions or on the block alone.
 */
import { describe, expect, it } from 'vitest';
import { Clock } from '../src/blocks/clock.ts';
import { I2cController, type Wires } from '../src/blocks/i2c.ts';
import { Table } from '../src/table.ts';
import { BOARD, constant, SLEEP, store, tiny, tinyElf } from './tiny.ts';

const MS = 1e6;

describe('the chip', () => {
  it('skips idle time in one jump and counts it as sleep', () => {
    const one = tiny(SLEEP);
    const [from, { awake_cycles, asleep_ns }] = [one.now, one.meters()];
    one.run(3600e9);
    expect(one.now - from).toBe(3600e9);
    expect(one.meters().awake_cycles - awake_cycles).toBeLessThan(1000);
    expect(one.meters().asleep_ns - asleep_ns).toBeGreaterThan(3599e9);
  });

  it('fires a timer alarm at its microsecond, not earlier', () => {
    // TIMER alarm 0 at 20,000 µs with its interrupt enabled; the handler stores the time in SRAM and acknowledges.
    const start = [...store(0x40054038, 1), ...store(0xe000e100, 1), ...store(0x40054010, 20_000), ...SLEEP];
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
    const one = tiny(start, { 16: [...handler, ...save] });
    one.run(20 * MS);
    const [low, high] = one.peek(0x20000000, 2);
    expect(low | (high << 8)).toBe(20_000);
  });

  it('serves an interrupt pended by software exactly once', () => {
    const bump = [...constant(1, 0x20000000), 0x6808, 0x3001, 0x6008, 0x4770];
    const one = tiny([...store(0x20000000, 0), ...store(0xe000e100, 1 << 5), ...store(0xe000e200, 1 << 5), ...SLEEP], {
      21: bump,
    });
    one.run(MS);
    expect(one.peek(0x20000000, 1)[0]).toBe(1);
  });

  it('reports a crash with its address and runs the firmware’s own handler', () => {
    const one = tiny([0xde01], { 3: [...store(0x20000000, 77), ...SLEEP] });
    one.run(MS);
    const events = one.events();
    expect(events.map(({ kind }) => kind)).toEqual(['fault']);
    expect(events[0]).toMatchObject({ pc: 0x10000200, why: 'udf #1' });
    expect(one.peek(0x20000000, 1)[0]).toBe(77);
  });

  it('faults at the target of a branch to an even address', () => {
    const one = tiny([...constant(0, 0x4444), 0x4780, 0xbf00], { 3: SLEEP });
    one.run(MS);
    expect(one.events()).toMatchObject([{ kind: 'fault', pc: 0x4444 }]);
  });

  it('faults on an access to an unmapped address and on a store to flash', () => {
    for (const address of [0x30000000, 0x10000000]) {
      const one = tiny(store(address, 1), { 3: SLEEP });
      one.run(MS);
      expect(one.events().map(({ kind }) => kind)).toEqual(['fault']);
    }
  });

  it('is restarted by its watchdog, keeps SRAM and scratch registers, and reports the reason', () => {
    // The watchdog is armed only if it did not cause the start (REASON 0): 2000 half-microseconds, then sleep.
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
    const one = tiny([...first, ...arm, ...SLEEP]);
    one.poke(0x20000100, Uint8Array.of(42));
    one.run(10 * MS);
    expect(one.events()).toMatchObject([{ kind: 'restart', cause: 'watchdog' }]);
    expect(one.peek(0x20000100, 1)[0]).toBe(42);
    expect(one.peek(0x40058008, 1)[0]).toBe(1);
    expect(one.peek(0x4005800c, 2)[1]).toBe(0x0a);
  });

  it('has noise in SRAM after a power cut, and its flash unchanged', () => {
    const one = tiny(SLEEP);
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

describe('the start', () => {
  const raw = (code: number[]) => new Table({ board: BOARD, elf: tinyElf(code), missCycles: 0 });

  it('comes after the boot ROM', () => {
    const one = raw([...store(0x20000000, 5), ...SLEEP]);
    one.poke(0x20000000, new Uint8Array(4));
    one.run(6.4 * MS);
    expect(one.peek(0x20000000, 1)[0]).toBe(0);
    one.run(0.2 * MS);
    expect(one.peek(0x20000000, 1)[0]).toBe(5);
  });

  it('is on the ring oscillator', () => {
    // A loop of two instructions.
    const one = raw([0xbf00, 0xe7fd]);
    one.run(10 * MS);
    const { awake_cycles } = one.meters();
    one.run(10 * MS);
    expect(one.meters().awake_cycles - awake_cycles).toBeCloseTo(65_000, -1);
  });

  it('is with a timer that stands still until the watchdog generates ticks', () => {
    const time = (one: Table) => new DataView(one.peek(0x40054028, 4).buffer).getUint32(0, true);
    const one = raw(SLEEP);
    one.run(1000 * MS);
    expect(time(one)).toBe(0);
    const ticking = raw([...store(0x4005802c, 0x200 | 13), ...SLEEP]);
    ticking.run(1006.5 * MS);
    expect(time(ticking)).toBeGreaterThan(499_900);
    expect(time(ticking)).toBeLessThan(500_100);
  });
});

describe('the pins', () => {
  it('keep their level until a pull-up is on, and follow a closing contact', () => {
    const PAD_PULL_UP = 0x5a;
    const one = tiny([...store(0x4001c000 + 4 + 4 * 4, PAD_PULL_UP), ...SLEEP]);
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
    const one = tiny([...drive, ...SLEEP]);
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

describe('the stack guard', () => {
  /**
   * A stack guard as embassy sets it up: 32 bytes at 0x20041fc0, in the seventh of the eight parts of a region of 256
   * bytes.
   */
  const guard = [
    ...store(0xe000ed94, 5),
    ...store(0xe000ed9c, 0x20041f00 | 0x10),
    ...store(0xe000eda0, 1 | (7 << 1) | (0xbf << 8) | 0x10000000),
  ];
  /** push {r0} */
  const pushes = (count: number) => Array.from({ length: count }, () => 0xb401);
  const why = (one: Table) => one.events().map((event) => ('why' in event ? event.why : event.kind));

  it('faults, and the handler runs on the same stack although its frame is lost', () => {
    const handler = [...pushes(10), ...store(0x20000000, 5), ...SLEEP];
    const one = tiny([...store(0x20000000, 0), ...guard, ...pushes(17), 0xbf00, ...SLEEP], { 3: handler });
    one.poke(0x20041fc0, new Uint8Array(32).fill(0x77));
    one.run(MS);
    expect(why(one)).toEqual(['the MPU forbids the access to 0x20041fdc']);
    expect(one.peek(0x20000000, 1)[0]).toBe(5);
    expect([...new Set(one.peek(0x20041fc0, 32))]).toEqual([0x77]);
  });

  it('leaves the memory around it alone, and everything if it is not enabled', () => {
    const around = [...store(0x20041fbc, 1), ...store(0x20041fe0, 1), ...store(0x20041f00, 1)];
    const one = tiny([...guard, ...around, ...store(0x20000000, 5), ...SLEEP], { 3: SLEEP });
    one.run(MS);
    expect([why(one), one.peek(0x20000000, 1)[0]]).toEqual([[], 5]);
    const off = tiny([...guard, ...store(0xe000ed94, 0), ...store(0x20041fc4, 9), ...SLEEP], { 3: SLEEP });
    off.run(MS);
    expect([why(off), off.peek(0x20041fc4, 1)[0]]).toEqual([[], 9]);
  });

  it('is hit by reads and by the frame of an interrupt, too', () => {
    const read = tiny([...guard, ...constant(1, 0x20041fde), 0x7808, 0xbf00, ...SLEEP], { 3: SLEEP });
    read.run(MS);
    expect(why(read)).toEqual(['the MPU forbids the access to 0x20041fde']);
    const pend = [...store(0xe000e100, 1 << 31), ...store(0xe000e200, 1 << 31)];
    const one = tiny([...guard, ...pushes(2), ...pend, ...SLEEP], { 3: SLEEP, 47: [...store(0x20000000, 1), 0x4770] });
    one.run(MS);
    expect(why(one)).toEqual(['the MPU forbids the access to 0x20041fd8']);
  });
});

describe('the flash', () => {
  /** ldr r4 with the address of the boot ROM's routine that ends the reading mode; blx r4. */
  const exit = [...constant(4, 0x209), 0x47a0, 0xbf00];

  it('is not executed between two modes', () => {
    const one = tiny([...exit, ...SLEEP]);
    one.run(MS);
    const [first] = one.events();
    expect(first).toMatchObject({ kind: 'fault' });
    expect('why' in first && first.why).toMatch(/^flash executed at 0x[0-9a-f]+ while it is busy$/);
  });

  it('is executed again once the serial interface is set up for that', () => {
    // In RAM: exit, set SPI_CTRLR0, enable the interface, and jump to r7.
    const inRam = [...exit, ...store(0x180000f4, 0x21c), ...store(0x18000008, 1), 0x4738, 0xbf00];
    const back = 0x10000200 + 2 * (6 + 6 + 2);
    const one = tiny([
      ...constant(7, back | 1),
      ...constant(6, 0x20001001),
      0x4730, // bx r6
      0xbf00,
      ...store(0x20000000, 5),
      ...SLEEP,
    ]);
    one.poke(0x20001000, new Uint8Array(Uint16Array.from(inRam).buffer));
    one.run(MS);
    expect(one.events()).toEqual([]);
    expect(one.peek(0x20000000, 1)[0]).toBe(5);
  });
});
