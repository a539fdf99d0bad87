/** Reading a picture back into words: all that was drawn with the firmware's letters, and nothing else. */
import { describe, expect, it } from 'vitest';
import letters from '../src/page/letters.json' with { type: 'json' };
import { read, WIDTH } from '../src/page/reader.ts';
import { Random } from '../src/random.ts';

const HEIGHT = 64;
type Rows = Record<string, string[]>;

class Picture {
  readonly lit = new Uint8Array(WIDTH * HEIGHT);

  /** Draws with one of the letter sizes, 0 being the largest. */
  text(text: string, size: number, x: number, y: number): this {
    const { width, glyphs } = letters.letters[size];
    Array.from(text).forEach((sign, at) => {
      if (sign !== ' ') this.rows((glyphs as Rows)[sign], width, x + at * width, y);
    });
    return this;
  }

  figure(sign: string, size: number, x: number, y: number): this {
    const [width, ...rows] = (letters.figures[size] as Rows)[sign];
    return this.rows(rows, parseInt(width, 16), x, y);
  }

  /** The filled mark of a seat, with its letter dark in it. */
  seat(sign: string, size: number, x: number, y: number): this {
    const [wide, ...rows] = (letters.seats[size] as Rows)[sign];
    const width = parseInt(wide, 16);
    for (let dy = -2; dy < rows.length + 2; dy++) {
      for (let dx = -2; dx < width + 2; dx++) this.lit[(y + dy) * WIDTH + x + dx] = 1;
    }
    rows.forEach((row, dy) => {
      for (let dx = 0; dx < width; dx++) {
        if ((BigInt(`0x${row}`) >> BigInt(width - 1 - dx)) & 1n) this.lit[(y + dy) * WIDTH + x + dx] = 0;
      }
    });
    return this;
  }

  turn(): this {
    this.lit.reverse();
    return this;
  }

  private rows(rows: string[], width: number, x: number, y: number): this {
    rows.forEach((row, dy) => {
      for (let dx = 0; dx < width; dx++) {
        if ((BigInt(`0x${row}`) >> BigInt(width - 1 - dx)) & 1n) this.lit[(y + dy) * WIDTH + x + dx] = 1;
      }
    });
    return this;
  }

  invert(): this {
    this.lit.forEach((pixel, at) => (this.lit[at] = 1 - pixel));
    return this;
  }

  get pixels(): Uint8Array {
    const out = new Uint8Array(this.lit.length / 8);
    this.lit.forEach((pixel, at) => {
      if (pixel) out[at >> 3] |= 0x80 >> (at & 7);
    });
    return out;
  }
}

describe('a picture', () => {
  it.each([0, 1, 2, 3, 4])('is read in letters of size %d, with those of every language', (size) => {
    for (const text of ['Vote 1-4', 'Głosy', 'œuvre', 'Straße', '¿Quién?', 'È lui']) {
      expect(read(new Picture().text(text, size, 3, 5).pixels)).toBe(text);
    }
  });

  it('is read from the top, line by line, from the left', () => {
    const picture = new Picture().text('second', 3, 0, 30).text('line', 3, 60, 30).text('First', 1, 20, 2);
    expect(read(picture.pixels)).toBe('First\nsecond line');
  });

  it('is read from dark letters on a lit ground, too', () => {
    expect(read(new Picture().text('Crashed. Game', 3, 4, 20).invert().pixels)).toBe('Crashed. Game');
  });

  it('is read with large figures, adjacent ones as one number', () => {
    expect(read(new Picture().figure('7', 0, 40, 10).pixels)).toBe('7');
    expect(read(new Picture().figure('1', 4, 40, 10).figure('2', 4, 58, 10).pixels)).toMatch(/^1 ?2$/);
  });

  it('names the seats with filled marks', () => {
    const picture = new Picture()
      .seat('A', 5, 4, 50)
      .seat('D', 5, 18, 50)
      .text('press', 3, 36, 48)
      .text('Vote', 0, 30, 5);
    expect(read(picture.pixels)).toBe('Vote\nA D press');
  });

  it('is read when it faces the other side of the table', () => {
    const picture = () =>
      new Picture().text('Whose is it?', 1, 6, 8).text('seven cards lie here', 4, 2, 40).seat('B', 3, 110, 52);
    expect(read(picture().turn().pixels)).toBe(read(picture().pixels));
    expect(read(picture().turn().pixels)).toContain('Whose is it?');
  });

  it('yields no text if there is none', () => {
    const noise = new Picture();
    const random = new Random(3);
    noise.lit.forEach((_, at) => (noise.lit[at] = random.bits() & 1));
    expect(read(new Picture().pixels)).toBe('');
    expect(read(new Picture().invert().pixels)).toBe('');
    expect(read(noise.pixels)).toBe('');
  });
});
