/** Reads pictures and rehearses the first round in a worker. */
import type { Board } from '../board.ts';
import { read } from './reader.ts';
import { rehearse } from './rehearsal.ts';

export type ToReader =
  | { to: 'read'; index: number; pixels: Uint8Array }
  | { to: 'rehearse'; board: Board; elf: Uint8Array; block: Uint8Array };
export type FromReader =
  { from: 'text'; index: number; text: string } | { from: 'rehearsed'; board: string; signs: string[][] };

const post = (message: FromReader) => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<ToReader>) => {
  if (data.to === 'read') post({ from: 'text', index: data.index, text: read(data.pixels) });
  else {
    const { board, elf, block } = data;
    void rehearse(board, elf, block).then((signs) => post({ from: 'rehearsed', board: board.name, signs }));
  }
};
