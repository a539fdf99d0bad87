/**
 * The Rust code for board files, compiled to WebAssembly. Bytes are passed through its memory: an argument is written
 * into memory that it allocates; a result is a number with an address in its lower and a length in its upper half.
 */
import type { Keys, Review, Opened, Sheet } from './answers.ts';

interface Exports {
  memory: WebAssembly.Memory;
  board_room: (length: number) => number;
  board_free: (at: number, length: number) => void;
  board_keys: () => bigint;
  board_review: Asked;
  board_draw: Asked;
  board_open: Asked;
  board_alone: Asked;
  board_uf2: (at: number, length: number, fileAt: number, fileLength: number) => bigint;
}
type Asked = (at: number, length: number) => bigint;

/** Path of the WebAssembly file, beside the firmware. */
const FILE = 'firmware/maker.wasm';

export class Rust {
  private constructor(private readonly rust: Exports) {}

  static async load(base: string): Promise<Rust> {
    const answer = await fetch(new URL(FILE, base));
    if (!answer.ok || answer.headers.get('Content-Type')?.includes('text/html'))
      throw new Error(`${FILE} is not there; run \`cargo xtask maker\``);
    return Rust.of(await answer.arrayBuffer());
  }

  static async of(code: BufferSource): Promise<Rust> {
    const { instance } = await WebAssembly.instantiate(code);
    return new Rust(instance.exports as unknown as Exports);
  }

  private put(bytes: Uint8Array): [number, number] {
    const at = this.rust.board_room(bytes.length);
    new Uint8Array(this.rust.memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
  }

  private take(answer: bigint): Uint8Array<ArrayBuffer> {
    const [at, length] = [Number(BigInt.asUintN(32, answer)), Number(BigInt.asUintN(32, answer >> 32n))];
    const bytes = new Uint8Array(this.rust.memory.buffer, at, length).slice();
    this.rust.board_free(at, length);
    return bytes;
  }

  private text(value: unknown): [number, number] {
    return this.put(new TextEncoder().encode(JSON.stringify(value)));
  }

  private parsed(answer: bigint): unknown {
    return JSON.parse(new TextDecoder().decode(this.take(answer)));
  }

  keys(): Keys {
    return this.parsed(this.rust.board_keys()) as Keys;
  }

  /** Checks a board. Accepts any tree: whatever does not belong in a board file is reported as a mistake. */
  review(board: unknown): Review {
    return this.parsed(this.rust.board_review(...this.text(board))) as Review;
  }

  /** The sheets of a kind; empty for a board with mistakes. */
  draw(board: unknown, sheet: string): Sheet[] {
    return this.parsed(this.rust.board_draw(...this.text({ board, sheet }))) as Sheet[];
  }

  open(name: string, text: string): Opened {
    return this.parsed(this.rust.board_open(...this.text({ name, text }))) as Opened;
  }

  /** The UF2 file: this firmware with this board. Empty if one of them is invalid. */
  uf2(board: unknown, firmware: Uint8Array): Uint8Array<ArrayBuffer> {
    return this.take(this.rust.board_uf2(...this.text(board), ...this.put(firmware)));
  }

  /** A UF2 file with the board alone, for a Pico that has the firmware. Empty for a board with mistakes. */
  alone(board: unknown): Uint8Array<ArrayBuffer> {
    return this.take(this.rust.board_alone(...this.text(board)));
  }
}
