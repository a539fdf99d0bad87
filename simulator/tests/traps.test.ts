/**
 * Behaviour of a real Pico and real parts that a kinder emulator hides: each trap by itself, so that firmware can run
 * into it.
 */
import { describe, expect, it } from 'vitest';
import type { Board } from '../src/board.ts';
import { Bus } from '../src/parts/bus.ts';
import { Segment } from '../src/parts/device.ts';
import type { Panel, PanelOptions } from '../src/parts/panel.ts';
import { Sh1106 } from '../src/parts/sh1106.ts';
import { Ssd1306 } from '../src/parts/ssd1306.ts';
import { Ssd1309 } from '../src/parts/ssd1309.ts';
import { Tca9548a } from '../src/parts/tca9548a.ts';
import { Random } from '../src/random.ts';
import { FAMILY } from '../src/rp2040/usbboot.ts';
import { blocksOf, type Uf2Block } from '../src/uf2.ts';
import type { Table } from '../src/table.ts';
import { BOARD, constant, SLEEP, store, tiny } from './tiny.ts';

const MS = 1e6;
const [CTRL, LOAD, REASON, SCRATCH0] = [0x40058000, 0x40058004, 0x40058008, 0x4005800c];
const PSM_WDSEL = 0x40010008;
const table = (code: number[], board: Board = BOARD) => tiny(code, {}, board);
const word = (one: Table, address: number) => new DataView(one.peek(address, 4).buffer).getUint32(0, true);
const scratch = (one: Table) => Array.from({ length: 8 }, (_, i) => word(one, SCRATCH0 + 4 * i));

/** Runs `code`, of at most 127 halfwords, only while a register reads 0. */
const unless = (register: number, code: number[]) => [
  ...constant(1, register),
  0x6808, // ldr r0, [r1]
  0x2800, // cmp r0, #0
  0xd100 | code.length, // bne over the code
  0xbf00,
  ...code,
];
/** Runs `code` only on a chip that was not restarted by its watchdog. */
const once = (code: number[]) => [...unless(REASON, code), ...SLEEP];

describe('random bits of the ring oscillator', () => {
  const COUNT = 4000;
  // ldr r2, [r1]; strb r2, [r3]; adds r3, #1; subs r4, #1; bne: as fast as a driver reads.
  const tight = [0x680a, 0x701a, 0x3301, 0x3c01, 0xd1fa];
  const program = [...constant(1, 0x4006001c), ...constant(3, 0x20000000), ...constant(4, COUNT), ...tight, ...SLEEP];
  const bits = (prepare: (one: Table) => void) => {
    const one = table(program);
    prepare(one);
    one.run(10 * MS);
    return [...one.peek(0x20000000, COUNT)];
  };
  /** How far the share of equal bits is from 50 %, at the worst distance of one to eight reads. */
  const worst = (drawn: number[]) =>
    Math.max(
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((lag) => {
        const pairs = drawn.slice(lag).map((bit, i): number => (bit === drawn[i] ? 1 : 0));
        return Math.abs(pairs.reduce((sum, same) => sum + same, 0) / pairs.length - 0.5);
      }),
    );

  it.each([1.8e6, 5e6, 6.5e6, 8e6, 12e6])('are correlated when read in a tight loop at %d Hz', (hz) => {
    expect(worst(bits((one) => one.oscillate({ hz })))).toBeGreaterThan(0.2);
  });

  it('are independent when read far apart', () => {
    const far = table(SLEEP);
    far.oscillate({});
    const drawn = Array.from({ length: COUNT }, () => {
      far.run(20 * MS);
      return far.peek(0x4006001c, 1)[0];
    });
    expect(worst(drawn)).toBeLessThan(0.05);
  });

  it('repeat for the same seed, and differ for another', () => {
    const with7 = bits((one) => one.oscillate({ seed: 7 }));
    expect(bits((one) => one.oscillate({ seed: 7 }))).toEqual(with7);
    expect(bits((one) => one.oscillate({ seed: 8 }))).not.toEqual(with7);
  });

  it('follow the bits that a test has chosen, and are independent without an oscillator model', () => {
    const drawn = bits((one) => {
      one.oscillate({});
      one.randomBits.chosen.push(...Array.from({ length: 100 }, (_, i) => i & 1));
    });
    expect(drawn.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, i) => i & 1));
    expect(worst(bits(() => {}))).toBeLessThan(0.05);
  });

  it('do not change while the oscillator is stopped', () => {
    const one = table([...store(0x40060000, 0xd1e << 12), ...program]);
    one.oscillate({});
    one.run(10 * MS);
    expect(new Set(one.peek(0x20000000, COUNT)).size).toBe(1);
  });
});

describe('the boot ROM', () => {
  const UB = 0x22c | 1;
  const marked = [...store(SCRATCH0 + 8, 0x22), ...store(SCRATCH0 + 12, 0x33), ...store(0x20000100, 42)];

  it('waits for a file when its button is held, and restarts by the watchdog timer', () => {
    const one = table(SLEEP);
    one.run(MS);
    one.holdBootsel();
    expect(one.events().map(({ kind }) => kind)).toEqual(['power cut', 'usb boot']);
    expect(() => one.peek(0x20000000, 1)).toThrow('waits for a UF2 file');
    const from = one.now;
    one.copyUf2();
    expect(one.events()).toMatchObject([{ kind: 'restart', cause: 'boot rom' }]);
    expect(one.now - from).toBe(500 * MS);
    expect(word(one, REASON)).toBe(1);
    expect(scratch(one)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    // The watchdog is still enabled with one second loaded, and resets all but the oscillators.
    expect(word(one, CTRL)).toBe(0x400f4240);
    expect(word(one, PSM_WDSEL)).toBe(0x1fffc);
    one.run(5000 * MS);
    expect(one.events()).toEqual([]);
  });

  it('keeps memory, screens and most scratch registers when firmware requests it', () => {
    const ask = [...constant(0, 1 << 25), ...constant(1, 3), ...constant(2, UB), 0x4790, 0xbf00];
    const one = table(once([...marked, ...ask]));
    one.run(MS);
    // The ROM waits for the watchdog.
    expect(one.events()).toEqual([]);
    one.run(20 * MS);
    expect(one.events()).toMatchObject([{ kind: 'usb boot' }]);
    const shown = one.screens[0].ram.slice();
    one.copyUf2();
    one.run(MS);
    expect(one.screens[0].ram).toEqual(shown);
    expect(one.peek(0x20000100, 1)[0]).toBe(42);
    expect(scratch(one).slice(0, 5)).toEqual([1 << 25, 3, 0x22, 0x33, 0]);
    expect(word(one, REASON)).toBe(1);
  });

  it('restarts in the same way when picotool requests it', () => {
    const one = table(SLEEP);
    one.rebootByPicotool();
    expect([word(one, REASON), word(one, CTRL)]).toEqual([1, 0x4007a120]);
  });

  it('copies the second boot stage to the end of memory at every start', () => {
    const one = table(SLEEP);
    one.run(MS);
    one.poke(0x20041f00, Uint8Array.of(1, 2, 3, 4));
    one.pressReset();
    expect([...one.peek(0x20041f00, 4)]).toEqual([...one.flash.bytes.subarray(0, 4)]);
  });

  it('keeps what lies after the firmware, and corrupts used flash if the file has a gap', () => {
    const page = (sector: number, number: number, value: number): Uf2Block => {
      const bytes = new Uint8Array(256).fill(value);
      return { address: 0x10000000 + 4096 * sector, number, count: 2, family: FAMILY, bytes };
    };
    const one = table(SLEEP);
    one.flash.bytes.fill(0x0f, 4096 * 8, 4096 * 9);
    one.flash.bytes[0x1f0000] = 9;
    const own = blocksOf(one.image, FAMILY);
    one.copyUf2([...own, page(8, own.length - 1, 0xf5)]);
    expect([one.flash.bytes[4096 * 8], one.flash.bytes[0x1f0000]]).toEqual([0x05, 9]);
    // With a number that matches its address, the same page is written correctly.
    one.copyUf2([...own, page(8, 8 * 16, 0xf5)]);
    expect(one.flash.bytes[4096 * 8]).toBe(0xf5);
  });

  it('skips blocks for another chip', () => {
    const one = table(SLEEP);
    const before = one.flash.bytes.slice();
    one.copyUf2(
      blocksOf(one.image, FAMILY).map((block) => ({ ...block, family: 0xe48bff59, bytes: new Uint8Array(256) })),
    );
    expect(Buffer.compare(one.flash.bytes, before)).toBe(0);
  });
});

describe('the watchdog', () => {
  const marks = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => store(SCRATCH0 + 4 * i, 0xa0 + i));
  const unplugged = (one: Table) => {
    one.powerOff();
    one.powerOn();
  };
  const trigger = store(CTRL, 0x80000000);
  const whole = store(PSM_WDSEL, 0x1fffc);

  it('restarts when triggered, and keeps the reason and all scratch registers', () => {
    const one = table(once([...marks.slice(0, 5 * 14), ...whole, ...trigger]));
    one.run(MS);
    expect(one.events()).toMatchObject([{ kind: 'restart', cause: 'forced' }]);
    expect(word(one, REASON)).toBe(2);
    expect(scratch(one)).toEqual([0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0, 0, 0]);
    expect(word(one, CTRL) >>> 31).toBe(0);
  });

  it('loses the reason and the scratch registers at the RUN pin and without power', () => {
    for (const end of [(one: Table) => one.pressReset(), unplugged]) {
      const one = table(once([...whole, ...store(SCRATCH0, 5), ...trigger]));
      one.run(MS);
      expect([word(one, REASON), word(one, SCRATCH0)]).toEqual([2, 5]);
      end(one);
      expect([word(one, REASON), word(one, SCRATCH0)]).toEqual([0, 0]);
    }
  });

  it('restarts nothing while WDSEL excludes the processor and all before it', () => {
    const secondCore = store(PSM_WDSEL, 1 << 16);
    const one = table([...secondCore, ...trigger, ...store(0x20000000, 77), ...SLEEP]);
    one.run(MS);
    expect(one.events()).toEqual([]);
    expect([word(one, 0x20000000), word(one, REASON)]).toEqual([77, 2]);
  });

  it('restarts the processor when WDSEL selects a stage before it', () => {
    const one = table(once([...store(PSM_WDSEL, 1 << 2), ...trigger]));
    one.run(MS);
    expect(one.events()).toMatchObject([{ kind: 'restart', cause: 'forced' }]);
  });

  it('counts two per tick, and after it has fired stands still until loaded again', () => {
    const one = table(once([...whole, ...store(LOAD, 4000), ...store(CTRL, 0x40000000)]));
    one.run(1 * MS);
    expect(word(one, CTRL) & 0xffffff).toBeGreaterThan(1900);
    expect(word(one, CTRL) & 0xffffff).toBeLessThan(2100);
    one.run(50 * MS);
    expect(one.events()).toMatchObject([{ kind: 'restart', cause: 'watchdog' }]);
    expect(word(one, CTRL)).toBe(0x40000000 | 4000);
    // A byte write to a register reaches all four of its bytes.
    one.poke(LOAD, Uint8Array.of(0x01));
    one.run(0x010101 * 500 - 1000);
    expect(one.events()).toEqual([]);
    one.run(10_000);
    expect(one.events()).toMatchObject([{ kind: 'restart', cause: 'watchdog' }]);
  });

  it('keeps the reason when the core requests its own reset', () => {
    const reset = [...store(SCRATCH0, 9), ...store(0xe000ed0c, 0x05fa0004)];
    const one = table([...unless(REASON, [...whole, ...trigger]), ...unless(SCRATCH0, reset), ...SLEEP]);
    one.run(20 * MS);
    expect(one.events()).toMatchObject([{ cause: 'forced' }, { cause: 'system' }]);
    expect([word(one, REASON), word(one, SCRATCH0)]).toEqual([2, 9]);
  });
});

const screen = (options: Partial<PanelOptions> = {}, Kind: new (options: PanelOptions) => Panel = Ssd1306) =>
  new Kind({ address: 0x3c, height: 64, random: new Random(1), ...options });
const BIT = 2500;

function send(device: Segment | Panel | Bus, address: number, ...bytes: number[]): boolean {
  device.start(BIT);
  const acknowledged = device.address(address, false) && bytes.map((byte) => device.write(byte)).every(Boolean);
  device.stop();
  return acknowledged;
}

describe('a screen that hangs behind a mux', () => {
  const hub = () => {
    const line = { sda: 1 };
    const bus = new Bus(0, {
      now: () => 0,
      sda: (level) => (line.sda = level),
      joined: () => true,
      path: () => [],
      done: () => {},
    });
    const mux = new Tca9548a(0x70);
    const screens = [screen(), screen()];
    bus.root.devices.push(mux);
    screens.forEach((one, channel) => mux.channels[channel].devices.push(one));
    const choose = (channels: number) => {
      bus.start(BIT);
      bus.address(0x70, false);
      bus.write(channels);
      bus.stop();
    };
    const reset = (level: number) => {
      mux.reset(level);
      bus.updateSda();
    };
    return { bus, line, screens, choose, reset };
  };
  const clocks = (bus: Bus, count: number) => {
    for (let i = 0; i < count; i++) bus.clocked();
  };

  it('holds the bus only while its channel is open', () => {
    const { bus, line, screens, choose } = hub();
    screens[1].hang(9);
    choose(0b01);
    expect([bus.held(), line.sda]).toEqual([false, 1]);
    choose(0b10);
    expect([bus.held(), line.sda]).toEqual([true, 0]);
  });

  it('is not freed by clocks that a mux in reset blocks', () => {
    const { bus, line, screens, choose, reset } = hub();
    screens[1].hang(9);
    choose(0b10);
    reset(0);
    expect(line.sda).toBe(1);
    clocks(bus, 100);
    reset(1);
    choose(0b10);
    expect([bus.held(), line.sda]).toEqual([true, 0]);
  });

  it('is freed by nine clocks through its open channel, not by eight', () => {
    const { bus, line, screens, choose } = hub();
    choose(0b11);
    screens[1].hang(9);
    bus.updateSda();
    clocks(bus, 8);
    expect([bus.held(), line.sda]).toEqual([true, 0]);
    clocks(bus, 1);
    expect([bus.held(), line.sda]).toEqual([false, 1]);
    expect(send(bus.root, 0x3c, 0x00, 0xaf)).toBe(true);
  });

  it('releases the bus when it loses power', () => {
    const { bus, screens, choose } = hub();
    choose(0b10);
    screens[1].hang(9);
    screens[1].unplug();
    expect(bus.held()).toBe(false);
    screens[1].plug();
    expect(bus.held()).toBe(false);
  });
});

describe('screens from shops', () => {
  const reads = (device: Panel, address = 0x3c) => {
    device.start(BIT);
    const status = device.address(address, true) ? device.read() : null;
    device.stop();
    return status;
  };

  it('may accept writes and refuse reads', () => {
    const one = screen({ reads: false });
    expect(send(one, 0x3c, 0x00, 0x8d, 0x14, 0xaf)).toBe(true);
    expect([one.on, reads(one)]).toEqual([true, null]);
  });

  it('may never acknowledge', () => {
    const one = screen({ acknowledges: false });
    expect([send(one, 0x3c, 0x00, 0xaf), reads(one)]).toEqual([false, null]);
  });

  it('report their type in the low half of the status byte, and whether they are off in bit 6', () => {
    const status = (one: Panel) => {
      const before = reads(one);
      send(one, 0x3c, 0x00, 0xaf);
      return [before, reads(one)];
    };
    expect(status(screen())).toEqual([0x43, 0x03]);
    expect(status(screen({ identity: 6 }))).toEqual([0x46, 0x06]);
    expect(status(screen({}, Sh1106))).toEqual([0x48, 0x08]);
    expect(status(screen({}, Ssd1309))).toEqual([0x40, 0x00]);
  });

  it('may use the other address', () => {
    const one = screen({ address: 0x3d });
    expect([send(one, 0x3c, 0x00, 0xaf), send(one, 0x3d, 0x00, 0xaf)]).toEqual([false, true]);
  });

  /** For row 0, 1, … of memory, the row of glass that shows it with these COM settings. */
  const rowsShown = (height: 32 | 64, com: 'sequential' | 'alternative', pins: number) => {
    const one = screen({ height, com });
    send(one, 0x3c, 0x00, 0xa8, height - 1, 0x8d, 0x14, 0x20, 0, 0xa1, 0xc8, 0xda, pins, 0xaf);
    return Array.from({ length: height }, (_, row) => {
      one.ram.fill(0);
      for (let column = 0; column < 128; column++) one.ram[(row >> 3) * 128 + column] = 1 << (row & 7);
      const lit = one.pixels().findIndex((byte) => byte !== 0);
      return lit < 0 ? null : lit / 16;
    });
  };
  const inOrder = (height: number) => Array.from({ length: height }, (_, row) => row);

  it('may have 32 rows wired alternately, and show scrambled pictures until configured for it', () => {
    expect(rowsShown(32, 'alternative', 0x12)).toEqual(inOrder(32));
    expect(rowsShown(32, 'sequential', 0x02)).toEqual(inOrder(32));
    const scrambled = rowsShown(32, 'alternative', 0x02);
    expect(scrambled.slice(0, 16)).toEqual(inOrder(16).map((row) => 2 * row));
    expect(new Set(scrambled.slice(16))).toEqual(new Set([null]));
    expect(rowsShown(32, 'sequential', 0x12)).not.toEqual(inOrder(32));
  });

  it('may have 64 rows wired either way', () => {
    expect(rowsShown(64, 'alternative', 0x12)).toEqual(inOrder(64));
    expect(rowsShown(64, 'sequential', 0x02)).toEqual(inOrder(64));
    expect(rowsShown(64, 'sequential', 0x12)).not.toEqual(inOrder(64));
    expect(rowsShown(64, 'alternative', 0x02)).not.toEqual(inOrder(64));
  });

  it('may have an SSD1309, which needs no charge pump and can be locked', () => {
    const one = screen({}, Ssd1309);
    send(one, 0x3c, 0x00, 0xaf);
    expect(one.on).toBe(true);
    send(one, 0x3c, 0x00, 0xfd, 0x16, 0xae);
    expect(one.on).toBe(true);
    send(one, 0x3c, 0x00, 0xfd, 0x12, 0xae);
    expect(one.on).toBe(false);
    // It lacks the SSD1306's charge pump command; the argument is taken for a column.
    send(one, 0x3c, 0x00, 0x8d, 0x14, 0xaf, 0x20, 0x02, 0xb0, 0x00, 0x10);
    expect(one.on).toBe(true);
  });

  it('can replace the one that the board file names', () => {
    const one = table(SLEEP);
    one.faults.fit(0, { controller: 'sh1106', address: 0x3d });
    const [fitted] = one.screens;
    expect(fitted).toBeInstanceOf(Sh1106);
    expect(one.places[0].devices).toEqual([fitted]);
    expect(send(one.places[0], 0x3d, 0x00, 0xaf)).toBe(true);
  });

  it('report a bus that is faster than their rating', () => {
    const one = screen();
    one.start(1e9 / 400e3);
    one.address(0x3c, false);
    expect(one.hurried).toBe(0);
    one.start(1e9 / 426e3);
    one.address(0x3c, false);
    expect(one.hurried).toBe(1);
  });
});

describe('the electrical meter', () => {
  const PAD_SDA = 0x4001c004;
  const PAD_SCL = 0x4001c008;
  /** Drive strength in bits 4 and 5. */
  const driving = (strength: number) => {
    const pad = 0x46 | (strength << 4);
    const one = table([...store(PAD_SDA, pad), ...store(PAD_SCL, pad), ...SLEEP]);
    one.setPullUps(0, [2200, 10_000, 10_000, 4700]);
    one.run(MS);
    return one.electrics()[0];
  };

  it('reports the drive strength that firmware has set, and the low level that results', () => {
    expect([0, 1, 2, 3].map((strength) => driving(strength).drive_ma)).toEqual(
      [2, 4, 8, 12].map((ma) => ({ sda: ma, scl: ma })),
    );
    const lows = [0, 1, 2, 3].map((strength) => driving(strength).low_of_vdd);
    expect(lows).toEqual([0.217, 0.108, 0.054, 0.036]);
  });

  it('adds up the pull-ups and their current', () => {
    expect(driving(1)).toMatchObject({ pull_up_ohms: 1153, sink_ma: 2.862 });
  });

  it('counts the pull-ups behind all channels that were open at once', () => {
    const [shared] = BOARD.screens;
    const seats = [0, 1, 2].map((channel) => ({ ...shared, for: 'seat' as const, seat: channel + 1, mux: 0, channel }));
    const board: Board = {
      ...BOARD,
      buses: [{ ...BOARD.buses[0], mux: [{ address: 0x70, reset: 6, pull_up_ohm: 10_000, channel_pull_up_ohm: 0 }] }],
      screens: seats,
    };
    const one = table([...store(0x40014004, 3), ...store(0x4001400c, 3), ...SLEEP], board);
    one.run(MS);
    const ohms = () => one.electrics()[0].pull_up_ohms;
    expect(ohms()).toBe(10_000);
    send(one.bus(0), 0x70, 0b001);
    expect(ohms()).toBe(3197);
    send(one.bus(0), 0x70, 0b111);
    send(one.bus(0), 0x70, 0b000);
    expect(ohms()).toBe(1354);
  });
});
