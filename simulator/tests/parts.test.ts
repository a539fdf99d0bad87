/** Each part by itself, according to its data sheet. */
import { describe, expect, it } from 'vitest';
import { Buzzer } from '../src/parts/buzzer.ts';
import { Segment } from '../src/parts/device.ts';
import { Flash, PAGE_BYTES, PowerCut } from '../src/parts/flash.ts';
import { Hc165Chain } from '../src/parts/hc165.ts';
import { Knob, type Movement } from '../src/parts/knob.ts';
import type { Panel } from '../src/parts/panel.ts';
import { Sh1106 } from '../src/parts/sh1106.ts';
import { Ssd1306 } from '../src/parts/ssd1306.ts';
import { Tca9548a } from '../src/parts/tca9548a.ts';
import { Random } from '../src/random.ts';

/** 400 kHz, the fastest rate that the screens are rated for. */
const BIT_400K = 2500;

function send(device: Segment | Panel, address: number, ...bytes: number[]): boolean {
  device.start(BIT_400K);
  const acknowledged = device.address(address, false) && bytes.map((byte) => device.write(byte)).every(Boolean);
  device.stop();
  return acknowledged;
}

const panel = (height: 32 | 64 = 64) => new Ssd1306({ address: 0x3c, height, random: new Random(1) });
const INIT_64 = [0xae, 0xa8, 0x3f, 0xd3, 0, 0x40, 0x8d, 0x14, 0x20, 0, 0xa1, 0xc8, 0xda, 0x12, 0x81, 0x40];
const INIT_32 = [0xae, 0xa8, 0x1f, 0xd3, 0, 0x40, 0x8d, 0x14, 0x20, 0, 0xa1, 0xc8, 0xda, 0x02, 0x81, 0x40];
const lit = (screen: Panel, x: number, y: number) => (screen.pixels()[y * 16 + (x >> 3)] >> (7 - (x & 7))) & 1;
const clear = (screen: Panel) => send(screen, 0x3c, 0x40, ...new Array<number>(1024).fill(0));

describe('an SSD1306', () => {
  it('powers up dark, with noise in its memory', () => {
    const screen = panel();
    expect(screen.on).toBe(false);
    expect(screen.pixels().every((byte) => byte === 0)).toBe(true);
    expect(new Set(screen.ram).size).toBeGreaterThan(50);
  });

  it('loses its memory without power, unless the gap is very short', () => {
    const screen = panel();
    const before = screen.ram.slice();
    screen.powerUp();
    expect(screen.ram).not.toEqual(before);
    screen.remembers = true;
    const kept = screen.ram.slice();
    send(screen, 0x3c, 0x00, ...INIT_64, 0xaf);
    screen.powerUp();
    expect([screen.on, screen.ram]).toEqual([false, kept]);
  });

  it('stays dark without its charge pump', () => {
    const screen = panel();
    send(screen, 0x3c, 0x00, 0xaf);
    expect(screen.on).toBe(false);
    send(screen, 0x3c, 0x00, 0x8d, 0x14);
    expect(screen.on).toBe(true);
  });

  it('shows a byte as a column of eight pixels, the lowest bit on top', () => {
    const screen = panel();
    send(screen, 0x3c, 0x00, ...INIT_64, 0xaf);
    clear(screen);
    send(screen, 0x3c, 0x00, 0x21, 5, 127, 0x22, 2, 7);
    send(screen, 0x3c, 0x40, 0b0000_0101);
    expect([0, 1, 2].map((dy) => lit(screen, 5, 16 + dy))).toEqual([1, 0, 1]);
  });

  it('accepts single bytes, each after its own control byte', () => {
    const screen = panel();
    send(screen, 0x3c, 0x80, 0x8d, 0x80, 0x14, 0x80, 0xaf, 0x80, 0x81, 0x00, 0x55);
    expect([screen.on, screen.contrast]).toEqual([true, 0x55]);
  });

  it('fills a window row by row, column by column or within its page', () => {
    const places = (mode: number) => {
      const screen = panel();
      send(screen, 0x3c, 0x00, ...INIT_64, 0x20, mode, 0xaf);
      screen.ram.fill(0);
      send(screen, 0x3c, 0x00, 0x21, 10, 11, 0x22, 3, 4, 0xb3, 0x0a, 0x10);
      send(screen, 0x3c, 0x40, 1, 2, 3, 4);
      return [...screen.ram].flatMap((byte, at) => (byte ? [[byte, at >> 7, at & 127]] : []));
    };
    expect(places(0)).toEqual([
      [1, 3, 10],
      [2, 3, 11],
      [3, 4, 10],
      [4, 4, 11],
    ]);
    expect(places(1)).toEqual([
      [1, 3, 10],
      [3, 3, 11],
      [2, 4, 10],
      [4, 4, 11],
    ]);
    expect(places(2)).toEqual([
      [1, 3, 10],
      [2, 3, 11],
      [3, 3, 12],
      [4, 3, 13],
    ]);
  });

  it('shows the hidden half of its memory on a 32-row panel when only the start line changes', () => {
    const screen = panel(32);
    send(screen, 0x3c, 0x00, ...INIT_32, 0xaf);
    clear(screen);
    send(screen, 0x3c, 0x00, 0x21, 0, 127, 0x22, 4, 7);
    send(screen, 0x3c, 0x40, 0xff);
    expect(lit(screen, 0, 0)).toBe(0);
    send(screen, 0x3c, 0x00, 0x60);
    expect(lit(screen, 0, 0)).toBe(1);
  });

  it('shows another picture if the rows are configured for another glass', () => {
    const screen = panel(32);
    send(screen, 0x3c, 0x00, ...INIT_32, 0xaf);
    clear(screen);
    send(screen, 0x3c, 0x00, 0x21, 0, 127, 0x22, 0, 7);
    send(screen, 0x3c, 0x40, 0b10);
    expect(lit(screen, 0, 1)).toBe(1);
    send(screen, 0x3c, 0x00, 0xda, 0x12);
    expect(lit(screen, 0, 1)).toBe(0);
  });

  it('does not acknowledge while unplugged, and has lost its memory when plugged in again', () => {
    const screen = panel();
    send(screen, 0x3c, 0x00, ...INIT_64, 0xaf);
    screen.unplug();
    expect([screen.on, send(screen, 0x3c, 0x00, 0xaf)]).toEqual([false, false]);
    screen.plug();
    expect([screen.on, send(screen, 0x3c, 0x00, 0xaf)]).toEqual([false, true]);
  });
});

describe('an SH1106', () => {
  it('shows columns 2 to 129 and does not step to the next page', () => {
    const screen = new Sh1106({ address: 0x3c, height: 64, random: new Random(1) });
    send(screen, 0x3c, 0x00, 0xa1, 0xc8, 0xda, 0x12, 0xaf);
    screen.ram.fill(0);
    send(screen, 0x3c, 0x00, 0xb0, 0x02, 0x10);
    send(screen, 0x3c, 0x40, 1, ...new Array<number>(200).fill(0));
    expect(lit(screen, 0, 0)).toBe(1);
    expect(screen.ram[132 + 2]).toBe(0);
  });
});

describe('a TCA9548A', () => {
  const hub = () => {
    const [root, mux] = [new Segment(), new Tca9548a(0x70)];
    const screens = [panel(), panel()];
    root.devices.push(mux);
    screens.forEach((screen, channel) => mux.channels[channel].devices.push(screen));
    return { root, mux, screens };
  };

  it('passes nothing on until a channel is open', () => {
    const { root } = hub();
    expect(send(root, 0x3c, 0x00, 0xaf)).toBe(false);
    expect(send(root, 0x70, 0b01)).toBe(true);
    expect(send(root, 0x3c, 0x00, 0xaf)).toBe(true);
  });

  it('passes a transfer to all open channels at once', () => {
    const { root, screens } = hub();
    send(root, 0x70, 0b11);
    send(root, 0x3c, 0x00, 0x8d, 0x14, 0xaf);
    expect(screens.map((screen) => screen.on)).toEqual([true, true]);
  });

  it('closes all channels and does not acknowledge while in reset', () => {
    const { root, mux } = hub();
    send(root, 0x70, 0b11);
    mux.reset(0);
    expect(send(root, 0x70, 0b01)).toBe(false);
    mux.reset(1);
    expect([mux.openChannels, send(root, 0x70, 0b10), mux.openChannels]).toEqual([[], true, [1]]);
  });
});

describe('a chain of 74HC165', () => {
  const read = (chain: Hc165Chain, line: { level: number }, bits: number) => {
    chain.load(0);
    chain.load(1);
    return Array.from({ length: bits }, () => {
      const { level } = line;
      chain.clock(1);
      chain.clock(0);
      return level;
    });
  };

  it('shifts out its inputs in order, as they were at the load', () => {
    const line = { level: 0 };
    const chain = new Hc165Chain(16, (level) => (line.level = level));
    [1, 6, 12].forEach((bit) => chain.set(bit, 0));
    expect(read(chain, line, 16).flatMap((level, bit) => (level ? [] : [bit]))).toEqual([1, 6, 12]);
  });

  it('shifts out the level of a loose wire behind a break', () => {
    const line = { level: 0 };
    const chain = new Hc165Chain(16, (level) => (line.level = level));
    chain.breakAt(8, 0);
    expect(read(chain, line, 16)).toEqual([...new Array<number>(8).fill(1), ...new Array<number>(8).fill(0)]);
    chain.breakAt(null);
    expect(read(chain, line, 16)).toEqual(new Array<number>(16).fill(1));
  });
});

describe('a knob', () => {
  const kind = { detentsPerCycle: 1, rest: 'high', reverse: false } as const;
  const levels = (movements: Movement[]) => movements.map(({ contact, level }) => `${contact}${level}`).join(' ');

  it('moves A before B to the right and B before A to the left', () => {
    const knob = new Knob(kind, new Random(1));
    expect(levels(knob.turn(1, 20e6))).toBe('a0 b0 a1 b1');
    expect(levels(knob.turn(-1, 20e6))).toBe('b0 a0 b1 a1');
  });

  it('has its contacts swapped if wired in reverse', () => {
    expect(levels(new Knob({ ...kind, reverse: true }, new Random(1)).turn(1, 20e6))).toBe('b0 a0 b1 a1');
  });

  it('turns halfway and back with its edges at the same times as a click', () => {
    const click = new Knob(kind, new Random(1)).turn(1, 20e6);
    const waver = new Knob(kind, new Random(1)).waver(20e6);
    expect(levels(waver)).toBe('a0 b0 b1 a1');
    expect(waver.map(({ after }) => after)).toEqual(click.map(({ after }) => after));
  });

  it('rests at both levels in turn with two detents a cycle', () => {
    const knob = new Knob({ ...kind, detentsPerCycle: 2 }, new Random(1));
    expect(levels(knob.turn(1, 20e6))).toBe('a0 b0');
    expect(levels(knob.turn(1, 20e6))).toBe('a1 b1');
  });

  it('bounces when worn, and ends at the right level within its time', () => {
    const knob = new Knob(kind, new Random(5));
    knob.wear = 'worn';
    for (let turn = 0; turn < 50; turn++) {
      const movements = knob.turn(3, 50e6);
      expect(movements.length).toBeGreaterThan(12);
      const last = { a: 1, b: 1, push: 1 };
      for (const { contact, level } of movements) last[contact] = level;
      expect(last).toEqual({ a: 1, b: 1, push: 1 });
      expect(Math.max(...movements.map(({ after }) => after))).toBeLessThan(150e6);
    }
  });
});

describe('the flash', () => {
  const whole = (nanos: number) => nanos;

  it('programs bits only from one to zero, and erases a sector to ones', () => {
    const flash = new Flash(0x200000);
    flash.run('program', 0, Uint8Array.of(0x0f), 0, whole);
    flash.run('program', 0, Uint8Array.of(0xf1), 0, whole);
    expect(flash.bytes[0]).toBe(0x01);
    flash.run('erase', 0, new Uint8Array(4096), 0, whole);
    expect([flash.bytes[0], flash.erases[0]]).toEqual([0xff, 1]);
  });

  it('leaves whole pages before a cut, a torn one at the cut and nothing after it', () => {
    const flash = new Flash(0x200000);
    flash.cutInside({ op: 1, fraction: 0.5, seed: 3 });
    flash.run('program', 8192, new Uint8Array(PAGE_BYTES), 0, whole);
    expect(() => flash.run('program', 0, new Uint8Array(3 * PAGE_BYTES), 0, whole)).toThrow(PowerCut);
    const page = (n: number) => [...flash.bytes.subarray(n * PAGE_BYTES, (n + 1) * PAGE_BYTES)];
    expect(new Set(page(0))).toEqual(new Set([0]));
    expect(new Set(page(1)).size).toBeGreaterThan(2);
    expect(new Set(page(2))).toEqual(new Set([0xff]));
  });

  it('delays a cut to the next operation of the given kind', () => {
    const flash = new Flash(0x200000);
    flash.cutInside({ op: 0, of: 'erase', fraction: 0.5, seed: 3 });
    flash.run('program', 0, new Uint8Array(PAGE_BYTES), 0, whole);
    expect(() => flash.run('erase', 0, new Uint8Array(4096), 0, whole)).toThrow(PowerCut);
  });

  it('is cut at the right point if the power fails within an operation', () => {
    const flash = new Flash(0x200000);
    expect(() => flash.run('erase', 0, new Uint8Array(4096), 0, (nanos) => nanos / 2)).toThrow(PowerCut);
    expect(flash.trace[0].cut).toBeCloseTo(0.5);
  });
});

describe('a buzzer', () => {
  it('derives the tone from the edges and notices silence', () => {
    const buzzer = new Buzzer();
    for (let i = 0; i < 10; i++) {
      buzzer.edge(1, i * 500_000);
      buzzer.edge(0, i * 500_000 + 250_000);
    }
    buzzer.listen(100_000_000);
    expect(buzzer.trace.map(({ hz }) => hz)).toEqual([2000, 0]);
  });
});
