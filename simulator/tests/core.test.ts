/**
 * Our core against that of rp2040js: both execute the same random instructions and must agree on registers and flags.
 */
import { RP2040 } from 'rp2040js';
import { expect, it } from 'vitest';
import { Clock } from '../src/blocks/clock.ts';
import { Core } from '../src/rp2040/core.ts';
import { makeCache } from '../src/blocks/cache_control.ts';
import { Flash } from '../src/parts/flash.ts';
import { Random } from '../src/random.ts';

const CODE = 0x20001000;
const NOP = 0xbf00;

/** Shifts by a register, and additions with carry, have corner cases where rp2040js differs from the manual. */
const isDisputed = (op: number) => op >>> 10 === 0x10 && [2, 3, 4, 5, 6, 7].includes((op >> 6) & 15);

function instruction(random: Random): number {
  for (;;) {
    const op = random.bits() & 0xffff;
    const arithmetic = op < 0x4400 && !isDisputed(op);
    const wide = op >= 0x4400 && op < 0x4700 && (op & 0x87) !== 0x87 && ((op >> 3) & 15) < 13 && (op & 0x87) !== 0x85;
    const extend = op >>> 8 === 0xb2 || (op >>> 8 === 0xba && ((op >> 6) & 3) !== 2);
    const branch = op >>> 12 === 0xd && (op & 0xe00) !== 0xe00;
    if (arithmetic || wide || extend || branch) return op;
  }
}

const newCore = (mcu: RP2040) =>
  new Core({ ram: mcu.sram, rom: mcu.bootrom, flash: new Flash(0x200000) }, new Clock(), makeCache(0), {
    serve: () => {},
    faulted: () => {},
    looksAt: () => {},
    read: () => 0,
    write: () => {},
  });
/** Private members that a test must set up and read. */
interface Inside {
  psr: number;
  burst(limit: number): void;
}

it('adds and subtracts with the carry, and shifts by any amount, as the manual says', () => {
  const mcu = new RP2040();
  const core = newCore(mcu);
  const inside = core as unknown as Inside;
  const values = [0, 1, 2, 31, 32, 33, 255, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];
  const run = (op: number, x: number, y: number, carry: number) => {
    mcu.sramView.setUint16(CODE - 0x20000000, op | (1 << 3), true);
    [core.r[0], core.r[1], core.r[15]] = [x, y, CODE];
    Object.assign(core, { carry });
    inside.burst(1);
    return { value: core.r[0] >>> 0, carry: (inside.psr >>> 29) & 1, overflow: (inside.psr >>> 28) & 1 };
  };
  const signed = (value: number) => BigInt(value | 0);
  for (const x of values)
    for (const y of values)
      for (const carry of [0, 1]) {
        const sum = x + y + carry;
        const trueSum = signed(x) + signed(y) + BigInt(carry);
        expect(run(0x4140, x, y, carry)).toEqual({
          value: sum % 2 ** 32,
          carry: sum >= 2 ** 32 ? 1 : 0,
          overflow: trueSum === BigInt.asIntN(32, trueSum) ? 0 : 1,
        });
        const rest = x - y - (1 - carry);
        const trueRest = signed(x) - signed(y) - BigInt(1 - carry);
        expect(run(0x4180, x, y, carry)).toEqual({
          value: (rest + 2 ** 32) % 2 ** 32,
          carry: rest >= 0 ? 1 : 0,
          overflow: trueRest === BigInt.asIntN(32, trueRest) ? 0 : 1,
        });
        const by = BigInt(y & 255);
        const wide = BigInt(x);
        const left = run(0x4080, x, y, carry);
        expect([left.value, left.carry]).toEqual([
          Number((wide << by) & 0xffffffffn),
          by === 0n ? carry : Number(((wide << by) >> 32n) & 1n),
        ]);
        const right = run(0x40c0, x, y, carry);
        expect([right.value, right.carry]).toEqual([
          Number(wide >> by),
          by === 0n ? carry : Number((wide >> (by - 1n)) & 1n),
        ]);
        const arithmetic = run(0x4100, x, y, carry);
        expect([arithmetic.value, arithmetic.carry]).toEqual([
          Number((signed(x) >> by) & 0xffffffffn),
          by === 0n ? carry : Number((signed(x) >> (by - 1n)) & 1n),
        ]);
      }
});

it('agrees with the core of rp2040js on thirty thousand instructions', () => {
  const random = new Random(7);
  const [theirs, ours] = [new RP2040(), new RP2040()];
  const core = newCore(ours);
  const inside = core as unknown as Inside;
  const interesting = [0, 1, -1, 0x7fffffff, -0x80000000, 255, 256];
  for (let i = 0; i < 30_000; i++) {
    const op = instruction(random);
    for (const mcu of [theirs, ours]) {
      mcu.sramView.setUint16(CODE - 0x20000000, op, true);
      mcu.sramView.setUint16(CODE - 0x20000000 + 2, NOP, true);
    }
    const flags = random.bits() & 0xf0000000;
    const legal = flags & 0x40000000 ? flags & ~0x80000000 : flags;
    for (let register = 0; register < 13; register++) {
      const value = random.part() < 0.3 ? interesting[random.below(interesting.length)] : random.bits();
      theirs.core.registers[register] = value;
      core.r[register] = value;
    }
    theirs.core.PC = core.r[15] = CODE;
    theirs.core.APSR = legal;
    Object.assign(core, {
      negativeZero: legal & 0x40000000 ? 0 : legal & 0x80000000 ? -1 : 1,
      carry: (legal >>> 29) & 1,
      overflow: (legal >>> 28) & 1,
    });
    theirs.core.executeInstruction();
    inside.burst(1);
    const name = `0x${op.toString(16)}, try ${i}`;
    expect(
      [...core.r].map((value) => value >>> 0).filter((_, n) => n < 13 || n === 15),
      name,
    ).toEqual([...theirs.core.registers].filter((_, n) => n < 13 || n === 15));
    expect((inside.psr & 0xf0000000) >>> 0, `flags of ${name}`).toBe(theirs.core.APSR >>> 0);
  }
});
