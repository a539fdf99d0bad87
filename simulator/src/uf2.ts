/** A UF2 file: 512-byte blocks, each with a page of flash, its address and its chip family. */
import { XIP } from './chip.ts';
import { PAGE_BYTES, SECTOR_BYTES } from './parts/flash.ts';
import type { Image } from './elf.ts';

export interface Uf2Block {
  address: number;
  number: number;
  count: number;
  family: number;
  bytes: Uint8Array;
}

const XIP_END = 0x11000000;
const BLOCK_BYTES = 512;
const MAGIC = [0x0a324655, 0x9e5d5157] as const;
const MAGIC_END = 0x0ab16f30;
const NOT_FLASH = 1;
const HAS_FAMILY = 0x2000;
const MOST_PAYLOAD = 476;

/**
 * Packs an image as the build does: in whole sectors, because the boot ROM counts blocks and erases each sector once.
 */
export function blocksOf(image: Image, family: number): Uf2Block[] {
  const pages = new Map<number, Uint8Array>();
  const addSector = (start: number) => {
    for (let page = start; page < start + SECTOR_BYTES; page += PAGE_BYTES) {
      pages.set(page, new Uint8Array(PAGE_BYTES).fill(0xff));
    }
  };
  for (const { address, bytes } of image.segments) {
    if (address < XIP || address >= XIP_END) continue;
    bytes.forEach((byte, i) => {
      const at = address + i;
      const page = at - (at % PAGE_BYTES);
      if (!pages.has(page)) addSector(at - (at % SECTOR_BYTES));
      pages.get(page)?.set([byte], at - page);
    });
  }
  const places = [...pages.keys()].sort((one, other) => one - other);
  return places.map((address, number) => ({
    address,
    number,
    count: places.length,
    family,
    bytes: pages.get(address) ?? new Uint8Array(PAGE_BYTES),
  }));
}

export function readUf2(file: Uint8Array): Uf2Block[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const u32 = (at: number) => view.getUint32(at, true);
  if (file.length < 8 || u32(0) !== MAGIC[0] || u32(4) !== MAGIC[1]) throw new Error('this is not a UF2 file');
  if (file.length % BLOCK_BYTES !== 0) {
    throw new Error(`the UF2 file is cut off: ${file.length} bytes are not whole blocks of ${BLOCK_BYTES}`);
  }
  const blocks: Uf2Block[] = [];
  for (let at = 0; at < file.length; at += BLOCK_BYTES) {
    const size = u32(at + 16);
    if (u32(at) !== MAGIC[0] || u32(at + 4) !== MAGIC[1] || u32(at + 508) !== MAGIC_END || size > MOST_PAYLOAD) {
      throw new Error(`the UF2 file is damaged in its block ${at / BLOCK_BYTES}`);
    }
    const flags = u32(at + 8);
    if (flags & NOT_FLASH) continue;
    blocks.push({
      address: u32(at + 12),
      number: u32(at + 20),
      count: u32(at + 24),
      family: flags & HAS_FAMILY ? u32(at + 28) : 0,
      bytes: file.slice(at + 32, at + 32 + size),
    });
  }
  for (const family of new Set(blocks.map((block) => block.family))) {
    const own = blocks.filter((block) => block.family === family);
    const [there, promised] = [new Set(own.map(({ number }) => number)).size, own[0].count];
    if (there < promised) throw new Error(`the UF2 file is cut off: ${there} of ${promised} blocks are there`);
  }
  return blocks;
}
