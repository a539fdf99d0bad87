/** The parts of a 32-bit little-endian ELF that a loader needs: segments with their addresses, and symbols. */
export interface Segment {
  address: number;
  bytes: Uint8Array;
}

export interface Image {
  segments: Segment[];
  symbols: Map<string, { address: number; size: number }>;
}

const LOADABLE = 1;
const SYMBOL_TABLE = 2;

export function readElf(file: Uint8Array): Image {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 52 || view.getUint32(0) !== 0x7f454c46 || file[4] !== 1 || file[5] !== 1) {
    throw new Error('this is not a 32-bit little-endian ELF file');
  }
  const u16 = (at: number) => view.getUint16(at, true);
  const u32 = (at: number) => view.getUint32(at, true);
  /** Checks that a range lies within the file. */
  const within = (offset: number, size: number, what: string) => {
    if (offset + size <= file.length) return;
    throw new Error(`the ELF file is cut off: its ${what} end at byte ${offset + size} of ${file.length}`);
  };
  within(u32(28), u16(42) * u16(44), 'program headers');
  within(u32(32), u16(46) * u16(48), 'section headers');

  const segments: Segment[] = [];
  for (let i = 0, at = u32(28); i < u16(44); i++, at += u16(42)) {
    const [offset, physical, size] = [u32(at + 4), u32(at + 12), u32(at + 16)];
    if (u32(at) === LOADABLE && size > 0) {
      within(offset, size, 'segments');
      segments.push({ address: physical, bytes: file.slice(offset, offset + size) });
    }
  }

  const symbols: Image['symbols'] = new Map();
  const sections = u32(32);
  const text = new TextDecoder();
  for (let i = 0; i < u16(48); i++) {
    const section = sections + i * u16(46);
    if (u32(section + 4) !== SYMBOL_TABLE) continue;
    within(u32(section + 16), u32(section + 20), 'symbols');
    const names = u32(sections + u32(section + 24) * u16(46) + 16);
    for (let at = u32(section + 16), end = at + u32(section + 20); at < end; at += 16) {
      const name = names + u32(at);
      const stop = file.indexOf(0, name);
      if (stop > name) symbols.set(text.decode(file.subarray(name, stop)), { address: u32(at + 4), size: u32(at + 8) });
    }
  }
  return { segments, symbols };
}

/** The image with a board's block at the address that the firmware reserves for it. */
export function withBlock(image: Image, block?: Uint8Array): Image {
  if (!block) return image;
  const place = image.symbols.get('_board');
  if (!place) throw new Error('this firmware keeps no room for a board; build it again');
  return { ...image, segments: [...image.segments, { address: place.address, bytes: block }] };
}

/** The image as a small ELF: its segments, and of its symbols the one that the emulator looks up. */
export function writeElf({ segments, symbols }: Image): Uint8Array {
  const needed = [...symbols].filter(([name]) => name === '_board');
  const names = new TextEncoder().encode(['', ...needed.map(([name]) => name), ''].join('\0'));
  const [HEADER, PROGRAM, SECTION, SYMBOL] = [52, 32, 40, 16];
  const sections = HEADER + PROGRAM * segments.length;
  const table = sections + 3 * SECTION;
  const strings = table + SYMBOL * needed.length;
  const start = (strings + names.length + 3) & ~3;
  const file = new Uint8Array(segments.reduce((sum, { bytes }) => sum + bytes.length, start));
  const view = new DataView(file.buffer);
  const put = (at: number, words: number[]) => words.forEach((word, i) => view.setUint32(at + 4 * i, word, true));
  file.set([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1]);
  put(28, [HEADER, sections]);
  [PROGRAM, segments.length, SECTION, 3].forEach((half, i) => view.setUint16(42 + 2 * i, half, true));
  let at = start;
  segments.forEach(({ address, bytes }, i) => {
    put(HEADER + PROGRAM * i, [LOADABLE, at, address, address, bytes.length, bytes.length]);
    file.set(bytes, at);
    at += bytes.length;
  });
  put(sections + SECTION, [0, SYMBOL_TABLE, 0, 0, table, SYMBOL * needed.length, 2]);
  put(sections + 2 * SECTION, [0, 3, 0, 0, strings, names.length]);
  let name = 1;
  needed.forEach(([text, { address, size }], i) => {
    put(table + SYMBOL * i, [name, address, size]);
    name += text.length + 1;
  });
  file.set(names, strings);
  return file;
}
