/** Instruction samples with the results of another Cortex-M33 (see judge.py), and our core's result for each. */
import { Cache } from '../../src/blocks/cache.ts';
import { Clock } from '../../src/blocks/clock.ts';
import { Flash } from '../../src/parts/flash.ts';
import { Core, RAM_BYTES, ROM_BYTES } from '../../src/rp2350/core.ts';

export interface Sample {
  code: number[];
  /** True if all but the first instruction is data that it reads. */
  hasData: boolean;
  sum: number;
}

const XIP = 0x10000000;
/** Samples are placed at `CODE`, one every `STRIDE` bytes; after the last slot the first is used again. */
const CODE = 0x1000000;
const STRIDE = 32;
const SLOTS = 20_000;
const WINDOW = 0x1000;
const WINDOW_BYTES = 256;
const NOP = 0xbf00;
const FLAGS = 0xf8000000;
const ODD_VALUES = [0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0x80000001];

export function readSamples(file: Uint8Array): Sample[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const samples: Sample[] = [];
  for (let at = 0; at < file.length;) {
    const length = view.getUint8(at) & 0x7f;
    const hasData = view.getUint8(at) >> 7 === 1;
    const code = Array.from({ length }, (_, i) => view.getUint16(at + 1 + 2 * i, true));
    samples.push({ code, hasData, sum: view.getUint32(at + 1 + 2 * length, true) });
    at += 5 + 2 * length;
  }
  return samples;
}

/** One step of the generator that both sides share. */
function stir(value: number): number {
  let bits = value;
  bits ^= bits << 13;
  bits ^= bits >>> 17;
  return bits ^ (bits << 5);
}

/** True if this is the first half of an instruction of 32 bits. */
export const isWide = (half: number) => half >>> 11 >= 0x1d;

export class Bench {
  readonly ram = new Uint8Array(RAM_BYTES);
  private readonly words = new Uint32Array(this.ram.buffer, WINDOW, WINDOW_BYTES / 4);
  private readonly flash = new Flash(32 * 1024 * 1024);
  private readonly halves = new Uint16Array(this.flash.bytes.buffer);
  readonly core: Core;
  private fault = '';

  constructor() {
    const cache = new Cache({ bytes: 16384, ways: 2, lineBytes: 8, missCycles: 0 });
    const nothing = () => {
      throw new Error('a sample reached beyond its memory');
    };
    const owner = {
      serve: nothing,
      faulted: (why: string) => (this.fault = why),
      looksAt: () => {},
      read: nothing,
      write: nothing,
    };
    const memory = { ram: this.ram, rom: new Uint8Array(ROM_BYTES), flash: this.flash };
    this.core = new Core(memory, new Clock(), cache, owner, 0);
  }

  /** Runs sample number `index` and returns a checksum of the state it leaves. */
  run(index: number, { code, hasData }: Sample): { sum: number; fault: string; registers: number[]; flags: number } {
    const { core, words } = this;
    const { r } = core;
    let state = Math.imul(index + 1, 2654435761) || 1;
    const next = () => (state = stir(state));
    for (let i = 0; i < 15; i++) r[i] = next();
    let flags = next() & FLAGS;
    if ((flags & 0xc0000000) === (0xc0000000 | 0)) flags &= ~0x40000000;
    for (let i = 0; i < words.length; i++) words[i] = next();
    for (const i of [4, 5, 6]) r[i] = ODD_VALUES[r[i] & 7];
    for (const i of [7, 8, 9]) r[i] = 0x20000000 + WINDOW + 64 + (r[i] & 0x3c);
    for (const i of [10, 11]) r[i] &= 15;
    r[13] = 0x20000000 + WINDOW + 128;
    r[14] = XIP | (r[14] & 0x1fffffe) | 1;
    const place = CODE + (index % SLOTS) * STRIDE;
    code.forEach((half, i) => (this.halves[place / 2 + i] = half));
    for (let i = 0; i < 4; i++) this.halves[place / 2 + code.length + i] = NOP;
    core.psr = flags | (1 << 24);
    r[15] = XIP + place;
    this.fault = '';
    const single = hasData || code.length === (isWide(code[0]) ? 2 : 1);
    const end = XIP + place + 2 * code.length;
    if (single) core.step();
    else for (let i = 0; i < 8 && r[15] < end && !this.fault; i++) core.step();
    const after = core.psr & FLAGS;
    const registers = [...r].map((value) => value >>> 0);
    registers[15] = (registers[15] - XIP - place) >>> 0;
    let sum = 0x811c9dc5;
    for (const word of [...registers, after, ...words]) {
      sum = Math.imul(sum ^ word, 0x01000193);
      sum ^= sum >>> 15;
    }
    return { sum: sum >>> 0, fault: this.fault, registers, flags: after >>> 0 };
  }
}
