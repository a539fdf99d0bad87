/** Pictures of one screen as an animated PNG that repeats for ever: two colours, every pixel a little square. */
import { crc32, deflateSync } from 'node:zlib';

export interface Frame {
  /** Rows of eight pixels a byte. */
  pixels: Uint8Array;
  ms: number;
}

/** Size of one pixel of the screen in the picture; its last row and column stay dark, as on the glass. */
const SCALE = 4;
const [DARK, LIT] = [
  [0x07, 0x09, 0x0f],
  [0xc4, 0xe8, 0xff],
];

export function animate(frames: Frame[], width: number): Buffer {
  const height = (frames[0].pixels.length * 8) / width;
  const chunks = [
    chunk('IHDR', [...u32(width * SCALE), ...u32(height * SCALE), 1, 3, 0, 0, 0]),
    chunk('PLTE', [...DARK, ...LIT]),
    chunk('acTL', [...u32(frames.length), ...u32(0)]),
  ];
  let sequence = 0;
  frames.forEach(({ pixels, ms }, at) => {
    const place = [...u32(width * SCALE), ...u32(height * SCALE), ...u32(0), ...u32(0)];
    chunks.push(chunk('fcTL', [...u32(sequence++), ...place, ...u16(ms), ...u16(1000), 0, 0]));
    const data = deflateSync(rows(pixels, width), { level: 9 });
    chunks.push(at === 0 ? chunk('IDAT', data) : chunk('fdAT', [...u32(sequence++), ...data]));
  });
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks, chunk('IEND', [])]);
}

function rows(pixels: Uint8Array, width: number): Buffer {
  const stride = 1 + (width * SCALE) / 8;
  const height = (pixels.length * 8) / width;
  const out = Buffer.alloc(stride * height * SCALE);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!((pixels[(y * width + x) >> 3] >> (7 - (x & 7))) & 1)) continue;
      for (let row = 0; row < SCALE - 1; row++) {
        for (let column = 0; column < SCALE - 1; column++) {
          const at = x * SCALE + column;
          out[(y * SCALE + row) * stride + 1 + (at >> 3)] |= 0x80 >> (at & 7);
        }
      }
    }
  }
  return out;
}

const u16 = (value: number) => [value >>> 8, value & 255];
const u32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

function chunk(name: string, data: Iterable<number>): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), Buffer.from([...data])]);
  return Buffer.concat([Buffer.from(u32(body.length - 4)), body, Buffer.from(u32(crc32(body)))]);
}
