/** A device's report for builders, in words. */
import { expect, it } from 'vitest';
import type { BusLine, Line } from '../src/usb/lines.ts';
import { Report } from '../src/usb/report.ts';

const bus = (more: Partial<BusLine>): Line => ({
  bench: { bus: { bus: 0, mux: null, channel: null, expected: {}, answers: [], held: false, ...more } },
});
const channel = (n: number, more: Partial<BusLine>) => bus({ mux: 0x70, channel: n, ...more });

function report(...lines: Line[]): Report {
  const made = new Report();
  lines.forEach((line) => expect(made.take(line)).toBe(true));
  return made;
}

it('says what answers on each bus and how, and marks what is wrong', () => {
  const made = report(
    bus({
      expected: { 'mux 1': 0x70, shared: 0x3c },
      answers: [
        [0x70, 0],
        [0x3c, 0x48],
      ],
    }),
    channel(0, {
      expected: { A: 0x3d },
      answers: [
        [0x3d, 0x43],
        [0x3c, 0x48],
        [0x70, 1],
      ],
    }),
    channel(1, {
      expected: { B: 0x3d },
      answers: [
        [0x3c, 0x48],
        [0x70, 2],
      ],
    }),
    channel(2, { expected: { C: 0x3d }, answers: [[0x3d, null]] }),
    channel(3, {
      answers: [
        [0x3d, 0x43],
        [0x70, 8],
      ],
    }),
    channel(4, { held: true }),
    channel(5, { answers: [[0x70, 32]] }),
  );
  expect(made.wiring().map(({ found, wrong }) => [found, wrong])).toEqual([
    ['mux 1 at 0x70 answers 0x00; shared screen at 0x3c answers 0x48, like an SH1106', false],
    ['screen A at 0x3d answers 0x43, like an SSD1306', false],
    ['screen B at 0x3d does not answer', true],
    ['screen C at 0x3d accepts writes, but no reads', false],
    ['0x3d answers 0x43, like an SSD1306, but nothing is expected there', true],
    ['a line is held low', true],
    ['nothing, as expected', false],
  ]);
  expect(made.wiring()[1].what).toBe('Bus 0, mux 0x70, channel 0');
  // A later line of the same place replaces the earlier one.
  made.take(channel(1, { expected: { B: 0x3d }, answers: [[0x3d, 0x43]] }));
  expect(made.wiring().filter(({ wrong }) => wrong).length).toBe(2);
});

it('says what the contacts did', () => {
  const levels = '101';
  const made = report({ bench: { contacts: { A: { levels } } } });
  expect(made.knobs()).toEqual([{ what: 'A', found: 'A open; B closed; push open', wrong: false }]);
  made.take({ bench: { contacts: { A: { levels, changes: [4, 6, 0], bounces: [0, 2, 0] } } } });
  expect(made.knobs()[0].found).toContain('B closed, 6 changes, 2 bounces');
});

it('says how chip, flash and run are, and marks a broken chain and a crash', () => {
  const made = report(
    { bench: { chain: { bits: '1111', proof: '..10', whole: false } } },
    { bench: { flash: { jedec: 'ef4015', page_us: 712, erase_us: null } } },
    { bench: { cache: { hits: 900, misses: 100, us: 310 } } },
    { bench: { oscillator: 'f0a1' } },
    { bench: { run: { seconds: 9, reset: 'restart', crash: 'game.rs:7', stack: 19_000, overruns: 0 } } },
    { bench: 'done' },
  );
  const found = Object.fromEntries(made.rest().map(({ what, found: text }) => [what, text]));
  expect(found).toEqual({
    'Register chain': 'broken: 1111, but must be ..10',
    'Flash chip': 'JEDEC id ef4015',
    'Slowest page': '0.7 ms',
    'Slowest erase': 'none since power-on',
    'A number drawn': '310 µs, 900 cache hits, 100 misses (10 %)',
    Oscillator: 'f0a1, 7 of 16 bits are ones',
    Running: 'for 9 s, since the firmware restarted the chip',
    'Last run': 'crashed: game.rs:7',
    'Deepest stack': '19000 bytes',
    'Numbers drawn too late': '0',
  });
  const wrong = made.rest().filter((one) => one.wrong);
  expect(wrong.map(({ what }) => what)).toEqual(['Register chain', 'Last run']);
  expect(made.complete).toBe(true);
  const file = JSON.parse(made.json('a note', new Date(0))) as { notes: string; flash: object; taken: string };
  expect([file.notes, file.taken]).toEqual(['a note', '1970-01-01T00:00:00.000Z']);
  expect(file.flash).toEqual(made.flash);
});
