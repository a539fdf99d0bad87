/** The emulated RP2350: its core's exceptions and its blocks, each shown by a few instructions. */
import { describe, expect, it } from 'vitest';
import { FAMILY as OTHER_FAMILY } from '../src/rp2040/usbboot.ts';
import { FAMILY } from '../src/rp2350/usbboot.ts';
import { Table } from '../src/table.ts';
import type { Uf2Block } from '../src/uf2.ts';
import { BOARD, constant, DEFINITION_AT, SLEEP, store, tinyElf2350 } from './tiny.ts';

const MS = 1e6;
const RESETS_CLEAR = 0x40023000;
const table = (code: number[], handlers: Record<number, number[]> = {}) =>
  new Table({ board: BOARD, elf: tinyElf2350(code, handlers), missCycles: 0 });
const run = (code: number[], handlers: Record<number, number[]> = {}) => {
  const one = table(code, handlers);
  one.run(20 * MS);
  return one;
};
const word = (one: Table, address: number) => new DataView(one.peek(address, 4).buffer).getUint32(0, true);
const whys = (one: Table) => one.events().map((event) => ('why' in event ? event.why : event.kind));
const FAULTED = { 3: SLEEP };
/** The timer runs on the ring oscillator, so a microsecond is approximate: enough for order, not for durations. */
const TICKS = [...store(0x4010801c, 11), ...store(0x40108018, 1)];

const TAG = (name: string) => name.charCodeAt(0) | (name.charCodeAt(1) << 8);
/** Looks up a ROM routine and calls it; the halfword at 0x16 is the address of the lookup function. */
const call = (name: string, ...arguments_: number[]) => [
  ...constant(0, TAG(name)),
  ...constant(1, 4),
  ...constant(2, 0x14),
  0x8852, // ldrh r2, [r2, #2]
  0x4790, // blx r2
  0x4606, // mov r6, r0
  0xbf00,
  ...arguments_.flatMap((value, i) => constant(i, value)),
  0x47b0, // blx r6
  0xbf00,
];

describe('the core of the RP2350', () => {
  it("starts at its vectors after the boot ROM's three milliseconds", () => {
    const one = table([...store(0x20000000, 7), ...SLEEP]);
    one.poke(0x20000000, Uint8Array.of(1));
    one.run(3 * MS);
    expect(one.peek(0x20000000, 1)[0]).toBe(1);
    one.run(MS);
    expect(one.peek(0x20000000, 1)[0]).toBe(7);
  });

  it('faults when the stack falls below its limit, and runs the handler', () => {
    // msr msplim, r0 with the limit 64 bytes below the stack; then 17 pushes of a register.
    const limit = [...constant(0, 0x20081fc0), 0xf380, 0x880a];
    const one = run([...limit, ...Array.from({ length: 17 }, () => 0xb401), ...SLEEP], {
      3: [...store(0x20000000, 5), ...SLEEP],
    });
    expect(whys(one)).toEqual(['stack overflow: 0x20081fbc is below the limit 0x20081fc0']);
    expect(one.peek(0x20000000, 1)[0]).toBe(5);
  });

  it('locks up if the handler of a stack overflow pushes, too, unless overflows are ignored there', () => {
    const limit = [...constant(0, 0x20081fe0), 0xf380, 0x880a];
    const pushes = Array.from({ length: 12 }, () => 0xb401);
    const handler = [...pushes, ...store(0x20000000, 5), ...SLEEP];
    const stuck = run([...store(0x20000000, 0), ...limit, ...pushes, ...SLEEP], { 3: handler });
    expect(stuck.events().map(({ kind }) => kind)).toEqual(['fault', 'lockup']);
    const ignored = run([...store(0xe000ed14, 0x400), ...limit, ...pushes, ...SLEEP], { 3: handler });
    expect(ignored.events().map(({ kind }) => kind)).toEqual(['fault']);
    expect(ignored.peek(0x20000000, 1)[0]).toBe(5);
  });

  it('lets an interrupt with a lower priority value preempt one with a higher', () => {
    // Interrupt 46 (0x20) pends 47 (0x10), which must run before the first goes on.
    const log = (value: number) => [...constant(1, 0x20000000), 0x6808, 0x0200, 0x3000 | value, 0x6008, 0xbf00, 0xbf00];
    const start = [
      ...store(0x20000000, 0),
      ...store(0xe000e42c, 0x10200000),
      ...store(0xe000e104, 3 << 14),
      ...store(0xe000e204, 1 << 14),
      ...SLEEP,
    ];
    const one = run(start, {
      62: [...log(1), ...store(0xe000e204, 1 << 15), ...log(3), 0x4770],
      63: [...log(2), 0x4770],
    });
    expect(whys(one)).toEqual([]);
    expect(word(one, 0x20000000)).toBe(0x010203);
  });

  it('holds back interrupts that BASEPRI masks', () => {
    const start = [
      ...store(0x20000000, 0),
      ...store(0xe000e42c, 0x20200000),
      ...constant(0, 0x20),
      0xf380, // msr basepri, r0
      0x8811,
      ...store(0xe000e104, 1 << 14),
      ...store(0xe000e204, 1 << 14),
      ...store(0x20000004, 9),
      ...SLEEP,
    ];
    const one = run(start, { 62: [...store(0x20000000, 1), 0x4770] });
    expect([word(one, 0x20000000), word(one, 0x20000004)]).toEqual([0, 9]);
  });

  it('locks up if an interrupt has no valid stack', () => {
    const pend = [...store(0xe000e104, 1 << 14), ...store(0xe000e204, 1 << 14)];
    // mov sp, r0; nop
    const start = [...constant(0, 0x30000000), 0x4685, 0xbf00, ...pend];
    const one = run([...start, ...SLEEP], { 3: SLEEP, 62: [0x4770] });
    expect(one.events().map(({ kind }) => kind)).toEqual(['fault', 'lockup']);
  });

  it('is not woken from WFE by an interrupt that PRIMASK masks, but from WFI', () => {
    const pend = [...store(0xe000e104, 1 << 14), ...store(0xe000e204, 1 << 14)];
    // sev; wfe; cpsid i
    const masked = [0xbf40, 0xbf20, 0xb672, 0xbf00, ...store(0x20000000, 0), ...pend];
    const after = [...store(0x20000000, 5), ...SLEEP];
    const [wfe, wfi] = [0xbf20, 0xbf30].map((sleep) => run([...masked, sleep, 0xbf00, ...after]));
    expect([word(wfe, 0x20000000), word(wfi, 0x20000000)]).toEqual([0, 5]);
  });

  it('faults at the target of a branch to an even address', () => {
    // The handler stores the frame's program counter and CFSR.
    const keep = [0x9906, 0xbf00, ...constant(0, 0x20000000), 0x6001, 0xbf00];
    const status = [...constant(1, 0xe000ed28), 0x6809, 0x6041];
    const one = run([...constant(0, 0x4444), 0x4780, 0xbf00], { 3: [...keep, ...status, ...SLEEP] });
    expect([word(one, 0x20000000), word(one, 0x20000004)]).toEqual([0x4444, 1 << 17]);
    expect(one.events()).toMatchObject([{ kind: 'fault', pc: 0x4444 }]);
  });

  it('locks up in a fault under FAULTMASK', () => {
    // cpsid f; udf
    const one = run([0xb671, 0xde00, ...SLEEP], FAULTED);
    expect(one.events().map(({ kind }) => kind)).toEqual(['lockup']);
  });

  it('faults if firmware asks for what is not modelled', () => {
    for (const [register, bits] of [
      [0xe000ed10, 1 << 4],
      [0xe000ed14, 1 << 3],
      [0xe000ed24, 1 << 18],
      [0xe000ed0c, 0x05fa0700],
    ]) {
      expect(whys(run([...store(register, bits), ...SLEEP], FAULTED))[0]).toMatch(/are not modelled$/);
    }
  });

  it('clears the watchdog’s reason when it resets itself', () => {
    const STARTS = 0x20000000;
    const forced = [...store(0x40018008, 0x1fffff3), ...store(0x400d8000, 0x80000000)];
    const reset = store(0xe000ed0c, 0x05fa0004);
    // ldr r0, [r1]; cmp r0, #start; bne over the code
    const onlyAt = (start: number, code: number[]) => [
      ...constant(1, STARTS),
      ...[0x6808, 0x2800 | start, 0xd100 | code.length, 0xbf00],
      ...code,
    ];
    // ldr r0, [r1]; adds r0, #1; str r0, [r1]
    const count = [...constant(1, STARTS), 0x6808, 0x3001, 0x6008, 0xbf00];
    const one = table([...count, ...onlyAt(1, forced), ...onlyAt(2, reset), ...SLEEP]);
    one.poke(STARTS, new Uint8Array(4));
    one.run(20 * MS);
    expect(one.events()).toMatchObject([{ cause: 'forced' }, { cause: 'system' }]);
    expect(word(one, 0x400d8008)).toBe(0);
  });

  it('goes on with an IT block that an interrupt has cut', () => {
    // r4 pends interrupt 46 at r5; movs r6, #0; movs r0, #5; cmp r0, #5; nop
    const start = [...constant(4, 1 << 14), ...constant(5, 0xe000e204), ...store(0xe000e104, 1 << 14)];
    const compare = [...constant(7, 0x20000000), 0x2600, 0x2005, 0x2805, 0xbf00];
    // itete eq; str r4, [r5]; add r6, #1; add r6, #2; add r6, #4; str r6, [r7]
    const block = [0xbf0b, 0x602c, 0x3601, 0x3602, 0x3604, 0x603e];
    // The handler changes the flags: movs r0, #0; cmp r0, #1
    const one = run([...start, ...compare, ...block, ...SLEEP], { 62: [0x2000, 0x2801, 0x4770] });
    expect(word(one, 0x20000000)).toBe(2);
  });

  it('forgets an exclusive access at an exception', () => {
    const exclusive = (between: number) =>
      // ldrex r2, [r5]; …; strex r3, r2, [r5]; str r3, [r7]
      run(
        [
          ...constant(5, 0x20000100),
          ...constant(7, 0x20000000),
          0xe855,
          0x2f00,
          between,
          0xe845,
          0x2300,
          0x603b,
          ...SLEEP,
        ],
        { 11: [0x4770] },
      );
    const [SVC, NOP] = [0xdf00, 0xbf00];
    expect([SVC, NOP].map((between) => word(exclusive(between), 0x20000000))).toEqual([1, 0]);
  });

  it('aligns the stack for a handler to eight bytes, and undoes that', () => {
    const start = [...store(0x20000000, 9), ...store(0x20000004, 9), ...constant(7, 0x20000000)];
    // sub sp, #4; mov r4, sp; svc; mov r6, sp; subs r6, r6, r4; str r6, [r7]
    const odd = [0xb081, 0x466c, 0xdf00, 0x466e, 0x1b36, 0x603e];
    // mov r2, sp; movs r3, #7; ands r2, r3; str r2, [r7, #4]
    const one = run([...start, ...odd, ...SLEEP], { 11: [0x466a, 0x2307, 0x401a, 0x607a, 0x4770] });
    expect([word(one, 0x20000000), word(one, 0x20000004)]).toEqual([0, 0]);
  });

  it('clears FAULTMASK on return from a handler', () => {
    // svc; mrs r0, faultmask; str r0, [r7]
    const ask = [...store(0x20000000, 9), ...constant(7, 0x20000000), 0xdf00, 0xf3ef, 0x8013, 0x6038];
    // cpsid f
    const one = run([...ask, ...SLEEP], { 11: [0xb671, 0x4770] });
    expect(word(one, 0x20000000)).toBe(0);
  });

  it('takes an interrupt again while its block still requests it', () => {
    const [TIMER0_INTF, COUNT] = [0x400b0044, 0x20000000];
    const start = [...store(COUNT, 0), ...store(0xe000e100, 1), ...store(TIMER0_INTF, 1)];
    // ldr r0, [r1]; adds r0, #1; str r0, [r1]; cmp r0, #3; bne over the store
    const stop = store(TIMER0_INTF, 0);
    const handler = [
      ...constant(1, COUNT),
      0x6808,
      0x3001,
      0x6008,
      0x2803,
      0xd100 | stop.length,
      0xbf00,
      ...stop,
      0x4770,
    ];
    expect(word(run([...start, ...SLEEP], { 16: handler }), COUNT)).toBe(3);
  });

  it('reports an unknown instruction with its address', () => {
    // vmov s0, r0
    const one = run([0xee00, 0x0a10], FAULTED);
    expect(one.events()).toMatchObject([{ kind: 'fault', pc: 0x10000200, why: 'undefined instruction 0xee00 0xa10' }]);
  });
});

describe('the blocks of the RP2350', () => {
  it('fault while in reset, and respond after it', () => {
    expect(whys(run([...store(0x40090004, 0x3c), ...SLEEP], FAULTED))).toEqual([
      'I2C0 is in reset: access to 0x40090004',
    ]);
    const one = run([...store(RESETS_CLEAR, 1 << 4), ...store(0x40090004, 0x3c), ...SLEEP], FAULTED);
    expect(whys(one)).toEqual([]);
    expect(word(one, 0x40090004)).toBe(0x3c);
  });

  it('can be written through aliases that flip, set and clear bits', () => {
    const SCRATCH0 = 0x400d800c;
    const writes: [alias: number, value: number][] = [
      [0, 0xf0],
      [0x2000, 0x0f],
      [0x3000, 0x3c],
      [0x1000, 0xff],
    ];
    const one = run([...writes.flatMap(([alias, value]) => store(SCRATCH0 + alias, value)), ...SLEEP]);
    expect(word(one, SCRATCH0)).toBe(0x3c);
  });

  it('fault at an unmapped address', () => {
    expect(whys(run([...store(0x400c0000, 1), ...SLEEP], FAULTED))).toEqual(['nothing answers at 0x400c0000']);
    expect(whys(run([...store(0x40010f00, 1), ...SLEEP], FAULTED))).toEqual(['CLOCKS has no register 0xf00']);
    expect(whys(run([...store(0x10000000, 1), ...SLEEP], FAULTED))).toEqual(['store to read-only 0x10000000']);
  });

  it('fault if an isolated pad is driven, and drive it once isolation has ended', () => {
    const drive = [...store(0x400280cc, 5), ...store(0xd0000018, 1 << 25), ...store(0xd0000038, 1 << 25)];
    const isolated = run([...drive, ...SLEEP], FAULTED);
    expect(whys(isolated)).toEqual(['GP25 is driven while its pad is isolated']);
    const one = run([...store(0x40038068, 0x56), ...drive, ...SLEEP], FAULTED);
    expect(whys(one)).toEqual([]);
    expect(one.lit).toBe(true);
  });

  it('wake the core by a timer with ticks, and not by one without', () => {
    const alarm = [...store(0x400b0040, 1), ...store(0xe000e100, 1), ...store(0x400b0010, 500), ...SLEEP];
    const handler = { 16: [...store(0x20000000, 77), ...store(0x400b003c, 1), 0x4770] };
    expect(run([...TICKS, ...alarm], handler).peek(0x20000000, 1)[0]).toBe(77);
    expect(run([...store(0x20000000, 0), ...alarm], handler).peek(0x20000000, 1)[0]).toBe(0);
  });

  it('count the watchdog down by one per tick, and only with ticks', () => {
    const arm = [
      ...store(0x40018008, 0x1fffff3),
      ...store(0x400d8004, 2000),
      ...store(0x400d8000, 0x40000000),
      ...SLEEP,
    ];
    const ticks = (cycles: number) => [...store(0x40108034, cycles), ...store(0x40108030, 1)];
    const still = run(arm);
    expect(still.events()).toEqual([]);
    // The ring oscillator has eleven cycles per microsecond.
    for (const micros of [1, 3]) {
      const [first] = run([...ticks(11 * micros), ...arm]).events();
      expect(first).toMatchObject({ kind: 'restart', cause: 'watchdog' });
      expect(first.ns / MS).toBeGreaterThan(3.15 + 2 * micros);
      expect(first.ns / MS).toBeLessThan(3.15 + 2 * micros + 0.1);
    }
  });

  it('refuse what they do not model', () => {
    const refused: [address: number, value: number, why: string][] = [
      [0x400280cc, 1 << 16, 'GP25: input overrides are not modelled'],
      [0x5000000c, 1 << 5, 'DMA: falling addresses are not modelled'],
      [0x50200048, 0x8010, 'PIO0: not modelled in register 0x48'],
      [0x502000d8, 0xc008, 'PIO0: not modelled in register 0xd8'],
      [0x502000d0, 0x8000, 'PIO0: not modelled in register 0xd0'],
      [0x50200000, 1 << 24, 'PIO0: not modelled in register 0x0'],
      [0xe000ed04, 1 << 26, 'bits 0x4000000 of 0xe000ed04 are not modelled'],
    ];
    for (const [address, value, why] of refused) {
      expect(whys(run([...store(RESETS_CLEAR, 0x1fffffff), ...store(address, value), ...SLEEP], FAULTED))).toEqual([
        why,
      ]);
    }
  });

  const KEPT = 0x20080000;
  const BYTES = [1, 2, 3, 4, 5, 6, 7, 8];

  it('lose all memory at the RUN pin', () => {
    const one = run(SLEEP);
    one.poke(KEPT, Uint8Array.from(BYTES));
    one.pressReset();
    expect([...one.peek(KEPT, 8)]).not.toEqual(BYTES);
  });

  it('lose none at a watchdog reset', () => {
    const trigger = [...store(0x40018008, 0x1fffff3), ...store(0x400d8000, 0x80000000)];
    const one = table([...trigger, ...SLEEP]);
    one.poke(KEPT, Uint8Array.from(BYTES));
    one.run(5 * MS);
    expect(one.events()).toMatchObject([{ kind: 'restart', cause: 'forced' }]);
    expect([...one.peek(KEPT, 8)]).toEqual(BYTES);
  });
});

describe('the flash of the RP2350', () => {
  it('is not executed while it is being written', () => {
    const one = run([...call('EX'), ...SLEEP], FAULTED);
    const [first] = one.events();
    expect(first).toMatchObject({ kind: 'fault' });
    expect('why' in first && first.why).toMatch(/^flash executed at 0x[0-9a-f]+ while it is busy$/);
  });

  it('is not read while it is being written', () => {
    // In RAM: blx r6, which ends the reading mode; then a load from flash.
    const inRam = [0x47b0, 0xbf00, ...constant(1, 0x10000400), 0x6808, 0xbf00, ...SLEEP];
    const lookup = call('EX').slice(0, -2);
    const one = table([...lookup, ...constant(5, 0x20001001), 0x4728, 0xbf00], FAULTED);
    one.poke(0x20001000, new Uint8Array(Uint16Array.from(inRam).buffer));
    one.run(20 * MS);
    // The handler lies in flash, too.
    expect(whys(one)).toEqual([
      'read of flash at 0x10000400 while it is busy',
      'read of flash at 0x1000000c while it is busy',
    ]);
  });

  it('refuses to be erased while it is set up for execution', () => {
    const one = run([...call('RE', 0x3f0000, 4096, 0, 0), ...SLEEP], FAULTED);
    expect(whys(one)).toEqual(['erase while the flash is set up for execution']);
  });
});

describe('the boot ROM of the RP2350', () => {
  const blocks = (family: number, fill: number): Uf2Block[] =>
    Array.from({ length: 16 }, (_, number) => ({
      address: 0x10300000 + 256 * number,
      number,
      count: 16,
      family,
      bytes: new Uint8Array(256).fill(fill),
    }));

  it('starts only a program with a whole image definition', () => {
    // Word of the definition, and what to write there: another kind of image, a wrong size, a link to nowhere, no end.
    const broken: [word: number, value: number][] = [
      [1, 0x10220142],
      [2, 0x000002ff],
      [3, 0x00000010],
      [4, 0],
    ];
    for (const [word, value] of broken) {
      const one = table([...store(0x20000000, 7), ...SLEEP]);
      new DataView(one.flash.bytes.buffer).setUint32(DEFINITION_AT + 4 * word, value, true);
      one.run(10 * MS);
      expect(one.events().map(({ kind }) => kind)).toEqual(['usb boot']);
    }
  });

  it('restarts into USB boot by the watchdog, whose ticks it starts, and into the program at the RUN pin', () => {
    const one = table([...store(0x20000000, 7), ...call('RB', 0x102, 10, 0, 0), ...SLEEP]);
    one.run(12 * MS);
    expect(one.events()).toEqual([]);
    one.run(6 * MS);
    expect(one.events().map(({ kind }) => kind)).toEqual(['usb boot']);
    one.pressReset();
    one.run(4 * MS);
    expect(word(one, 0x20000000)).toBe(7);
  });

  it('writes the blocks of its own family, whatever lies between them', () => {
    const one = run(SLEEP);
    const [own, others] = [blocks(FAMILY, 1), blocks(OTHER_FAMILY, 2)];
    one.copyUf2(own.flatMap((block, i) => [others[i], block]));
    expect([...new Set(one.flash.bytes.subarray(0x300000, 0x301000))]).toEqual([1]);
    one.run(10 * MS);
    expect(one.events().map(({ kind }) => kind)).toEqual(['power cut', 'usb boot', 'restart']);
    // The ROM has cleared the memory.
    expect([...new Set(one.peek(0x20000100, 64))]).toEqual([0]);
    // The reset reason is the timer, and no target for the ROM is left.
    expect([word(one, 0x400d8008), word(one, 0x400d801c)]).toEqual([1, 0]);
  });
});
