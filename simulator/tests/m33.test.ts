/** The emulated Cortex-M33 against another emulator: instruction samples with the results of Unicorn's core. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decode, KIND } from '../src/rp2350/decode.ts';
import { Bench, isWide, readSamples } from './m33/samples.ts';

const file = (name: string) => new URL(name, import.meta.url);

describe('the Cortex-M33', () => {
  it('agrees with Unicorn on every recorded sample', () => {
    const samples = readSamples(readFileSync(process.env['M33_SAMPLES'] ?? file('m33/samples.bin')));
    const bench = new Bench();
    const wrong: string[] = [];
    samples.forEach((sample, index) => {
      const { sum, fault, registers, flags } = bench.run(index, sample);
      if (sum === sample.sum && !fault) return;
      if (wrong.length < 20) {
        const code = sample.code.map((half) => half.toString(16)).join(' ');
        const now = registers.map((value) => value.toString(16)).join(' ');
        wrong.push(`sample ${index}: ${code}: ${fault || `${now} ${flags.toString(16)}`}`);
      }
    });
    expect(samples.length).toBeGreaterThan(10_000);
    expect(wrong).toEqual([]);
  });

  it('is sampled in every kind of instruction but those that concern exceptions and sleep', () => {
    const samples = readSamples(readFileSync(file('m33/samples.bin')));
    const seen = new Set<number>();
    for (const { code, hasData } of samples) {
      for (let at = 0; at < code.length; at += isWide(code[at]) ? 2 : 1) {
        seen.add(decode(at * 2, code[at], code[at + 1] ?? 0) & 0xff);
        if (hasData) break;
      }
    }
    const others = Object.entries(KIND).flatMap(([name, kind]) => (seen.has(kind) ? [] : [name]));
    expect(others).toEqual(['UNDEFINED', 'WFE', 'WFI', 'SEV', 'CPS', 'BKPT', 'UDF', 'SVC', 'MSR']);
  });

  it('has a case for every kind of instruction, with its number', () => {
    const source = readFileSync(file('../src/rp2350/core.ts'), 'utf8');
    const cases = [...source.matchAll(/case (\d+):(?: \{)?\n? *\/\/ ([A-Z0-9]+)$/gm)];
    const named = Object.fromEntries(cases.map(([, number, name]) => [name, Number(number)]));
    const { UNDEFINED, ...kinds } = KIND;
    expect(UNDEFINED).toBe(1);
    expect(named).toEqual(kinds);
  });
});
