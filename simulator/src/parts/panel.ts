/** What the OLED controllers have in common: the control bytes of the I2C stream, the display RAM and the glass. */
import type { Random } from '../random.ts';
import type { I2cDevice } from './device.ts';

const PAGES = 8;
export const WIDTH = 128;
const RAM_ROWS = 64;
const DISPLAY_OFF = 0x40;
/** First of the odd rows when they are wired apart from the even ones. */
const HALF = 32;

/** Shortest bit time that the data sheets allow: 400 kHz, with a margin for the rounding of dividers. */
const SHORTEST_BIT_NANOS = 2500 * 0.99;

export interface PanelOptions {
  address: number;
  height: 32 | 64;
  random: Random;
  /** How the glass is wired to the COM pins: 64 rows usually with even and odd rows apart, 32 usually in order. */
  com?: ComWiring;
  /** False for modules that accept every write but refuse reads. */
  reads?: boolean;
  /** False for modules whose acknowledge line is not connected: they receive, but never acknowledge. */
  acknowledges?: boolean;
  /** Low half of the status byte, if it is not the controller's usual one. */
  identity?: number;
}

export type ComWiring = 'sequential' | 'alternative';

export abstract class Panel implements I2cDevice {
  readonly width = WIDTH;
  readonly height: 32 | 64;
  readonly ram: Uint8Array;
  protected column = 0;
  protected page = 0;
  protected startLine = 0;
  protected offset = 0;
  protected multiplex = 63;
  protected comPins = 0x12;
  protected mirrored = true;
  protected upsideDown = true;
  protected inverted = false;
  protected allLit = false;
  protected pump = false;
  protected awake = false;
  contrast = 0x7f;
  plugged = true;
  /** If true, the RAM keeps its content through a power gap: the worst case for secrets on the screen. */
  remembers = false;
  /** If true, it always reports "off", as some clones do. */
  ignorant = false;
  /** Incremented by every visible change, so that a page draws only when it must. */
  revision = 0;

  /** Number of transfers above the controller's rated speed. */
  hurried = 0;

  /** Clocks left until it releases SDA. */
  private stuckFor = 0;
  private addressed = false;
  private expects: 'control' | 'command' | 'data' = 'control';
  private continues = false;
  private pending: number[] = [];

  constructor(
    protected readonly options: PanelOptions,
    protected readonly columns: number,
    /** First RAM column that the glass shows. */
    private readonly firstColumn: number,
  ) {
    this.height = options.height;
    this.ram = new Uint8Array(PAGES * columns);
    this.powerUp();
  }

  /** Sets every register to its power-on value. The RAM then holds noise, or its old content if it `remembers`. */
  powerUp(): void {
    if (!this.remembers) for (let i = 0; i < this.ram.length; i++) this.ram[i] = this.options.random.bits() & 0xff;
    this.column = this.page = this.startLine = this.offset = 0;
    this.multiplex = 63;
    this.comPins = 0x12;
    this.mirrored = this.upsideDown = true;
    this.inverted = this.allLit = this.awake = this.addressed = false;
    this.stuckFor = 0;
    this.contrast = 0x7f;
    this.pending = [];
    this.revision++;
  }

  get on(): boolean {
    return this.plugged && this.awake && this.pump;
  }

  unplug(): void {
    this.plugged = false;
    this.addressed = false;
    this.revision++;
  }

  plug(): void {
    this.plugged = true;
    this.powerUp();
  }

  /** Hangs in the middle of a read: SDA stays low until `clocks` clocks have shifted the rest out. */
  hang(clocks: number): void {
    this.stuckFor = clocks;
  }

  holdsSda(): boolean {
    return this.plugged && this.stuckFor > 0;
  }

  clocked(): void {
    if (this.stuckFor > 0) this.stuckFor--;
  }

  start(bitNanos: number): void {
    this.addressed = false;
    this.bitNanos = bitNanos;
  }
  private bitNanos = Infinity;

  address(address: number, read: boolean): boolean {
    this.addressed = this.plugged && this.stuckFor === 0 && address === this.options.address;
    this.expects = 'control';
    if (!this.addressed) return false;
    if (this.bitNanos < SHORTEST_BIT_NANOS) this.hurried++;
    if (read && this.options.reads === false) this.addressed = false;
    return this.addressed && this.options.acknowledges !== false;
  }

  write(byte: number): boolean {
    if (!this.addressed) return false;
    if (this.expects === 'control') {
      this.continues = (byte & 0x80) === 0;
      this.expects = byte & 0x40 ? 'data' : 'command';
      return true;
    }
    if (this.expects === 'data') this.data(byte);
    else this.command(byte);
    // Without the continuation bit each payload byte has its own control byte.
    if (!this.continues) this.expects = 'control';
    return true;
  }

  read(): number {
    const off = this.awake && !this.ignorant ? 0 : DISPLAY_OFF;
    return off | (this.options.identity ?? this.identity);
  }

  /** Low half of the status byte, by which most controllers can be identified. */
  protected abstract get identity(): number;

  stop(): void {
    this.addressed = false;
  }

  private data(byte: number): void {
    const column = this.mirrored ? this.columns - 1 - this.column : this.column;
    this.ram[this.page * this.columns + column] = byte;
    this.revision++;
    this.advance();
  }

  /** Moves the pointers after a byte of data. */
  protected abstract advance(): void;
  /** How many arguments follow a command. */
  protected abstract argumentsOf(command: number): number;
  protected abstract perform(command: number, argument: number[]): void;

  private command(byte: number): void {
    this.pending.push(byte);
    const [command, ...argument] = this.pending;
    if (argument.length < this.argumentsOf(command)) return;
    this.pending = [];
    this.revision++;
    if (this.obeys(command) && !this.performCommon(command, argument)) this.perform(command, argument);
  }

  /** True if the controller accepts this command now. */
  protected obeys(_command: number): boolean {
    return true;
  }

  private performCommon(command: number, [first]: number[]): boolean {
    if (command >= 0x40 && command <= 0x7f) this.startLine = command & 0x3f;
    else if (command >= 0xb0 && command <= 0xb7) this.page = command & 7;
    else
      switch (command) {
        case 0x81:
          this.contrast = first;
          break;
        // Modules are mounted so that the remapped order reads from left to right and from top to bottom.
        case 0xa0:
        case 0xa1:
          this.mirrored = command === 0xa0;
          break;
        case 0xc0:
        case 0xc8:
          this.upsideDown = command === 0xc0;
          break;
        case 0xa4:
        case 0xa5:
          this.allLit = command === 0xa5;
          break;
        case 0xa6:
        case 0xa7:
          this.inverted = command === 0xa7;
          break;
        case 0xa8:
          this.multiplex = first & 0x3f;
          break;
        case 0xae:
        case 0xaf:
          this.awake = command === 0xaf;
          break;
        case 0xd3:
          this.offset = first & 0x3f;
          break;
        case 0xda:
          this.comPins = first;
          break;
        default:
          return false;
      }
    return true;
  }

  /** The RAM row that a row of the glass shows; null if the row is not driven. */
  private ramRow(row: number): number | null {
    const wired = this.options.com ?? (this.height === 64 ? 'alternative' : 'sequential');
    const pin = wired === 'sequential' ? row : (row >> 1) + (row & 1 ? HALF : 0);
    const told = this.comPins & 0x10 ? 'alternative' : 'sequential';
    let line = told === 'sequential' ? pin : pin < HALF ? 2 * pin : 2 * (pin - HALF) + 1;
    if (line > this.multiplex) return null;
    if (this.upsideDown) line = this.multiplex - line;
    return (line + this.startLine + this.offset) % RAM_ROWS;
  }

  /** What the glass shows: rows from the top, eight pixels per byte, the leftmost in the highest bit. */
  pixels(): Uint8Array {
    const rowBytes = WIDTH / 8;
    const out = new Uint8Array(rowBytes * this.height);
    if (!this.on) return out;
    for (let row = 0; row < this.height; row++) {
      const from = this.ramRow(row);
      if (from === null) continue;
      const base = (from >> 3) * this.columns + this.firstColumn;
      const bit = from & 7;
      for (let x = 0; x < WIDTH; x++) {
        const stored = (this.ram[base + x] >> bit) & 1;
        const lit = this.allLit ? 1 : this.inverted ? stored ^ 1 : stored;
        if (lit) out[row * rowBytes + (x >> 3)] |= 0x80 >> (x & 7);
      }
    }
    return out;
  }
}
