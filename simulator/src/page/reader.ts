/**
 * Reads a screen's picture back into words, for people who cannot see it and for the guide. Knows the fonts of the
 * firmware, but not its texts.
 */
import letters from './letters.json' with { type: 'json' };

export const WIDTH = 128;

/** Empty rows of a letter's cell that may lie outside the picture. */
const AIR = 2;

interface Glyph {
  sign: string;
  rows: number[];
}

interface Font {
  width: number;
  height: number;
  /** Rows at the top and bottom that most letters leave empty. A line beside the text may reach into them. */
  edge: number;
  byHash: Map<number, Glyph[]>;
  /** For each row between the edges, the pixel patterns that occur in any letter. Rules out most places quickly. */
  known: Uint8Array[];
}

interface Word {
  text: string;
  x: number;
  y: number;
  height: number;
}

/** Characters that look like the corner of a drawing. They are ignored if they stand alone. */
const FAINT = /^[\s.,:;'`´|il1·•\-–—_¯!^~°"()[\]{}/\\*+=<>]*$/;

const hash = (rows: Iterable<number>) => {
  let value = 0;
  for (const row of rows) value = (Math.imul(value, 0x01000193) ^ row) | 0;
  return value;
};
const numbers = (rows: readonly string[]) => rows.map((row) => parseInt(row, 16));

const FONTS: Font[] = letters.letters.map(({ width, height, glyphs }) => {
  const edge = height > 10 ? 2 : 1;
  const byHash = new Map<number, Glyph[]>();
  for (const [sign, drawn] of Object.entries(glyphs)) {
    const glyph = { sign, rows: numbers(drawn) };
    const key = hash(glyph.rows.slice(edge, height - edge));
    byHash.set(key, [...(byHash.get(key) ?? []), glyph]);
  }
  const known = Array.from({ length: height }, () => new Uint8Array(1 << width));
  for (const { rows } of [...byHash.values()].flat()) rows.forEach((row, at) => (known[at][row] = 1));
  // An accented letter also matches the plain one: the match with more ink wins.
  const ink = ({ rows }: Glyph) => rows.reduce((sum, row) => sum + row.toString(2).replaceAll('0', '').length, 0);
  for (const glyphs of byHash.values()) glyphs.sort((one, other) => ink(other) - ink(one));
  return { width, height, edge, byHash, known };
});

/** The characters of `fonts`, by width, height and rows of their ink. */
const inked = (fonts: Record<string, string[]>[]) =>
  new Map<string, string>(
    fonts.flatMap((font) =>
      Object.entries(font).map(([sign, [width, ...drawn]]): [string, string] => [
        inkKey(
          parseInt(width, 16),
          drawn.map((row) => BigInt(`0x${row}`)),
        ),
        sign,
      ]),
    ),
  );
const FIGURES = inked(letters.figures);
/** The letters of seats, recognised only in filled marks: seats that act or are ready have one. */
const SEATS = inked(letters.seats);

function inkKey(width: number, rows: bigint[]): string {
  return `${width}:${rows.map((row) => row.toString(16)).join(',')}`;
}

/** The words of a picture, line by line from the top. It may be upside down, facing the other side of the table. */
export function read(pixels: Uint8Array): string {
  const upright = readUpright(pixels);
  if (letterCount(upright) >= ENOUGH) return upright;
  const turned = readUpright(pixels.map((_, at) => reversed(pixels[pixels.length - 1 - at])));
  return letterCount(turned) > letterCount(upright) ? turned : upright;
}

/** A picture with this many letters is upright. Upside-down text matches a few letters by coincidence. */
const ENOUGH = 12;
const letterCount = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;

/** A byte with its bits in the opposite order. */
function reversed(byte: number): number {
  let out = 0;
  for (let bit = 0; bit < 8; bit++) out |= ((byte >> bit) & 1) << (7 - bit);
  return out;
}

/** Reads an upright picture. `pixels` are rows with eight pixels in a byte. */
function readUpright(pixels: Uint8Array): string {
  const height = (pixels.length * 8) / WIDTH + 2 * AIR;
  const lit = new Uint8Array(WIDTH * height);
  for (let i = 0; i < pixels.length * 8; i++) lit[AIR * WIDTH + i] = (pixels[i >> 3] >> (7 - (i & 7))) & 1;
  const words: Word[] = [];
  // Dark letters on a lit ground are read from the inverted picture.
  const dark = lit.map((pixel) => 1 - pixel);
  for (const ink of [lit, dark]) {
    for (const font of FONTS) readLetters(ink, height, font, words);
    readFigures(ink, height, words, ink === dark);
  }
  return inLines(words);
}

function readLetters(ink: Uint8Array, height: number, font: Font, words: Word[]): void {
  const { width: w, height: h, edge } = font;
  const windows = new Uint16Array(WIDTH * height);
  const look = (y: number, from: number, to: number) => {
    for (let x = Math.max(0, from); x < to && x + w <= WIDTH; x++) {
      let bits = 0;
      for (let i = 0; i < w; i++) bits = (bits << 1) | ink[y * WIDTH + x + i];
      windows[y * WIDTH + x] = bits;
    }
  };
  for (let y = 0; y < height; y++) look(y, 0, WIDTH);
  const rowsAt = (x: number, y: number) => Array.from({ length: h }, (_, row) => windows[(y + row) * WIDTH + x]);
  const signAt = (x: number, y: number): string | undefined => {
    if (x < 0 || x + w > WIDTH) return undefined;
    let [value, any] = [0, 0];
    for (let row = edge; row < h - edge; row++) {
      const bits = windows[(y + row) * WIDTH + x];
      if (bits !== 0 && font.known[row][bits] === 0) return undefined;
      any |= bits;
      value = (Math.imul(value, 0x01000193) ^ bits) | 0;
    }
    if (any === 0) return ' ';
    const candidates = font.byHash.get(value);
    if (!candidates) return undefined;
    const rows = rowsAt(x, y);
    const middle = (i: number) => i >= edge && i < h - edge;
    return candidates.find((glyph) => glyph.rows.every((row, i) => row === rows[i] || (row === 0 && !middle(i))))?.sign;
  };
  const clear = (left: number, top: number, right: number, low: number) => {
    for (let y = Math.max(0, top); y < Math.min(height, low); y++) {
      for (let x = Math.max(0, left); x < Math.min(WIDTH, right); x++) if (ink[y * WIDTH + x]) return false;
    }
    return true;
  };
  for (let y = 0; y + h <= height; y++) {
    for (let x = 0; x + w <= WIDTH; x++) {
      const first = signAt(x, y);
      if (first === undefined || first === ' ') continue;
      let text = first;
      for (let at = x + w, next = signAt(at, y); next !== undefined; at += w, next = signAt(at, y)) text += next;
      text = text.trimEnd();
      const end = x + w * text.length;
      const solid = text.replaceAll(' ', '').length;
      const alone = clear(x - 2, y, x, y + h) && clear(end, y, end + 2, y + h);
      // A single letter counts only with free space on every side.
      const framed = solid === 1 && !(clear(x, y - 1, end, y + edge) && clear(x, y + h - edge, end, y + h + 1));
      if (FAINT.test(text) || framed || (solid < 3 && !alone)) continue;
      words.push({ text, x, y, height: h });
      for (let row = y; row < y + h; row++) {
        ink.fill(0, row * WIDTH + x, row * WIDTH + end);
        look(row, x - w + 1, end);
      }
    }
  }
}

/** Reads large figures and the letters in filled marks: each is a connected piece of ink. */
function readFigures(ink: Uint8Array, height: number, words: Word[], inverted: boolean): void {
  const seen = new Uint8Array(ink.length);
  const found: (Word & { right: number })[] = [];
  for (let start = 0; start < ink.length; start++) {
    if (!ink[start] || seen[start]) continue;
    let [left, right, top, low] = [WIDTH, 0, height, 0];
    const piece: number[] = [];
    const open = [start];
    seen[start] = 1;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      piece.push(at);
      const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
      [left, right, top, low] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(low, y)];
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const next = at + dy * WIDTH + dx;
          if (x + dx < 0 || x + dx >= WIDTH || !ink[next] || seen[next]) continue;
          seen[next] = 1;
          open.push(next);
        }
      }
    }
    const width = right - left + 1;
    if (low - top > 60 || width > 60) continue;
    const rows = Array.from({ length: low - top + 1 }, () => 0n);
    for (const at of piece) rows[Math.floor(at / WIDTH) - top] |= 1n << BigInt(right - (at % WIDTH));
    const key = inkKey(width, rows);
    const seat = inverted ? SEATS.get(key) : undefined;
    if (seat) words.push({ text: seat, x: left, y: top, height: low - top + 1 });
    const sign = FIGURES.get(key);
    if (sign && !seat) found.push({ text: sign, x: left, y: top, height: low - top + 1, right });
  }
  found.sort((one, other) => one.x - other.x);
  // Figures side by side are one number.
  const numbersRead: (Word & { right: number })[] = [];
  for (const figure of found) {
    const before = numbersRead.find(
      (one) => one.y === figure.y && figure.x - one.right <= Math.max(2, figure.height / 4) && figure.x > one.right,
    );
    if (before) {
      before.text += figure.text;
      before.right = figure.right;
    } else numbersRead.push({ ...figure });
  }
  words.push(...numbersRead);
}

function inLines(words: Word[]): string {
  const lines: Word[][] = [];
  for (const word of [...words].sort((one, other) => one.y + one.height / 2 - (other.y + other.height / 2))) {
    const middle = (one: Word) => one.y + one.height / 2;
    const line = lines.at(-1);
    if (line && Math.abs(middle(line[0]) - middle(word)) <= 4) line.push(word);
    else lines.push([word]);
  }
  return lines
    .map((line) => line.sort((one, other) => one.x - other.x).map(({ text }) => text.replace(/\s+/g, ' ')))
    .map((line) => line.join(' '))
    .join('\n');
}
