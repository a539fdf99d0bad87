/**
 * The I2C block of both chips as a controller whose transfers take as long as on real wires.
 *
 * On the RP2040 it replaces that of rp2040js, which finishes at once, cannot enable its interrupts, and cannot be freed
 * from a hung transfer by a reset or by clearing its enable bit. Bus recovery code depends on these three things.
 */
import type { Registers, Timing, TimingAlarm } from './timing.ts';

/** The bus that the block drives. */
export interface Wires {
  /** A start condition, and the bit time from here on. */
  start(bitNanos: number): void;
  /** Returns whether any device acknowledged. */
  address(address: number, read: boolean): boolean;
  write(byte: number): boolean;
  read(): number;
  stop(): void;
  /** While true, SCL edges do not get through, so no transfer completes. */
  held(): boolean;
}

const Reg = {
  CON: 0x00,
  TAR: 0x04,
  SAR: 0x08,
  DATA_CMD: 0x10,
  SS_HCNT: 0x14,
  SS_LCNT: 0x18,
  FS_HCNT: 0x1c,
  FS_LCNT: 0x20,
  INTR_STAT: 0x2c,
  INTR_MASK: 0x30,
  RAW_INTR_STAT: 0x34,
  RX_TL: 0x38,
  TX_TL: 0x3c,
  CLR_INTR: 0x40,
  CLR_RX_UNDER: 0x44,
  CLR_RX_OVER: 0x48,
  CLR_TX_OVER: 0x4c,
  CLR_TX_ABRT: 0x54,
  CLR_ACTIVITY: 0x5c,
  CLR_STOP_DET: 0x60,
  CLR_START_DET: 0x64,
  ENABLE: 0x6c,
  STATUS: 0x70,
  TXFLR: 0x74,
  RXFLR: 0x78,
  SDA_HOLD: 0x7c,
  TX_ABRT_SOURCE: 0x80,
  DMA_CR: 0x88,
  DMA_TDLR: 0x8c,
  DMA_RDLR: 0x90,
  ENABLE_STATUS: 0x9c,
  FS_SPKLEN: 0xa0,
} as const;

const RX_UNDER = 1 << 0;
const RX_OVER = 1 << 1;
const RX_FULL = 1 << 2;
const TX_OVER = 1 << 3;
const TX_EMPTY = 1 << 4;
const TX_ABRT = 1 << 6;
const ACTIVITY = 1 << 8;
const STOP_DET = 1 << 9;
const START_DET = 1 << 10;

const ABRT_ADDRESS_NOACK = 1 << 0;
const ABRT_DATA_NOACK = 1 << 3;
const ABRT_BY_USER = 1 << 16;

const CMD_READ = 1 << 8;
const CMD_STOP = 1 << 9;
const CMD_RESTART = 1 << 10;
const DEPTH = 16;
/** Interval for checking the bus again while a device holds it. */
const HELD_LOOK_NANOS = 10_000;

/** What the wires carry now; each takes a number of bit times. */
type Doing = 'nothing' | 'waiting' | 'start' | 'address' | 'write' | 'read' | 'stop';
const BITS: Record<Doing, number> = { nothing: 0, waiting: 0, start: 1, address: 9, write: 9, read: 9, stop: 1 };

/** The chip around a block. */
export interface I2cOptions {
  timing: Timing;
  /** The clock that bit times are counted in, in hertz. */
  clockHz(): number;
  interrupt(high: boolean): void;
  /** Sets the data request of a queue. */
  request(queue: 'tx' | 'rx', high: boolean): void;
}

export class I2cController implements Registers {
  wires: Wires | null = null;
  private readonly alarm: TimingAlarm;
  private doing: Doing = 'nothing';
  private command = 0;
  private readMode = false;
  private tx: number[] = [];
  private rx: number[] = [];
  private registers = new Map<number, number>();
  private latched = 0;
  private mask = 0x8ff;
  private abortSource = 0;
  private enabled = false;
  private ending = false;

  constructor(private readonly options: I2cOptions) {
    this.alarm = options.timing.createAlarm(() => this.completed());
    this.reset();
  }

  /**
   * Firmware frees a hung block through RESETS; the lines are then released, which no device takes for a stop
   * condition.
   */
  reset(): void {
    this.alarm.cancel();
    this.doing = 'nothing';
    this.tx = [];
    this.rx = [];
    this.latched = 0;
    this.mask = 0x8ff;
    this.abortSource = 0;
    this.enabled = false;
    this.ending = false;
    this.registers = new Map([
      [Reg.CON, 0x65],
      [Reg.TAR, 0x55],
      [Reg.SAR, 0x55],
      [Reg.SS_HCNT, 0x28],
      [Reg.SS_LCNT, 0x2f],
      [Reg.FS_HCNT, 0x06],
      [Reg.FS_LCNT, 0x0d],
      [Reg.SDA_HOLD, 1],
      [Reg.FS_SPKLEN, 7],
    ]);
    this.signal();
  }

  private get(register: number): number {
    return this.registers.get(register) ?? 0;
  }

  get bitNanos(): number {
    const standard = ((this.get(Reg.CON) >> 1) & 3) === 1;
    const high = this.get(standard ? Reg.SS_HCNT : Reg.FS_HCNT) + this.get(Reg.FS_SPKLEN) + 7;
    const low = this.get(standard ? Reg.SS_LCNT : Reg.FS_LCNT) + 1;
    return ((high + low) * 1e9) / this.options.clockHz();
  }

  private get raw(): number {
    const full = this.rx.length > this.get(Reg.RX_TL) ? RX_FULL : 0;
    const empty = this.enabled && this.tx.length <= this.get(Reg.TX_TL) ? TX_EMPTY : 0;
    return this.latched | full | empty;
  }

  private signal(): void {
    this.options.interrupt((this.raw & this.mask) !== 0);
    const control = this.get(Reg.DMA_CR);
    const isWanted =
      (control & 2) !== 0 && this.enabled && this.tx.length <= this.get(Reg.DMA_TDLR) && !(this.latched & TX_ABRT);
    this.options.request('tx', isWanted);
    this.options.request('rx', (control & 1) !== 0 && this.rx.length > this.get(Reg.DMA_RDLR));
  }

  private begin(doing: Doing): void {
    this.doing = doing;
    this.alarm.schedule(BITS[doing] * this.bitNanos);
  }

  private abort(source: number): void {
    this.abortSource |= source;
    this.tx = [];
    this.rx = [];
    this.latched |= TX_ABRT;
  }

  /** Takes the next command from the queue if the bus is free for it. */
  private next(): void {
    const command = this.tx[0];
    if (command === undefined || !this.enabled) return;
    if (this.doing === 'nothing') {
      this.latched |= ACTIVITY;
      this.begin('start');
    } else if (this.doing === 'waiting') {
      const read = (command & CMD_READ) !== 0;
      if ((command & CMD_RESTART && !this.fresh) || read !== this.readMode) {
        this.begin('start');
        return;
      }
      this.fresh = false;
      this.command = command;
      this.tx.shift();
      this.begin(read ? 'read' : 'write');
    }
  }
  /** True between an address and its first byte: a restart requested there has already been made. */
  private fresh = false;

  private completed(): void {
    const wires = this.wires;
    if (wires?.held()) {
      this.alarm.schedule(HELD_LOOK_NANOS);
      return;
    }
    switch (this.doing) {
      case 'start':
        wires?.start(this.bitNanos);
        this.latched |= START_DET;
        this.readMode = ((this.tx[0] ?? 0) & CMD_READ) !== 0;
        this.begin('address');
        break;
      case 'address':
        if (this.ending) {
          this.settled(true);
        } else if (wires?.address(this.get(Reg.TAR) & 0x7f, this.readMode)) {
          this.fresh = true;
          this.settled(false);
        } else {
          this.abort(ABRT_ADDRESS_NOACK);
          this.begin('stop');
        }
        break;
      case 'write':
        if (wires?.write(this.command & 0xff)) this.settled((this.command & CMD_STOP) !== 0);
        else {
          this.abort(ABRT_DATA_NOACK);
          this.begin('stop');
        }
        break;
      case 'read':
        if (this.rx.length < DEPTH) this.rx.push(wires?.read() ?? 0xff);
        else this.latched |= RX_OVER;
        this.settled((this.command & CMD_STOP) !== 0);
        break;
      case 'stop':
        wires?.stop();
        this.latched |= STOP_DET;
        this.doing = 'nothing';
        this.ending = false;
        this.next();
        break;
      default:
        break;
    }
    this.signal();
  }

  private settled(stop: boolean): void {
    if (stop || this.ending) {
      this.ending = false;
      this.begin('stop');
    } else {
      this.doing = 'waiting';
      this.next();
    }
  }

  private clear(bits: number): number {
    const was = this.latched & bits;
    this.latched &= ~bits;
    this.signal();
    return was ? 1 : 0;
  }

  readUint32(offset: number): number {
    switch (offset) {
      case Reg.DATA_CMD: {
        const byte = this.rx.shift();
        if (byte === undefined) this.latched |= RX_UNDER;
        this.signal();
        return byte ?? 0;
      }
      case Reg.INTR_STAT:
        return this.raw & this.mask;
      case Reg.INTR_MASK:
        return this.mask;
      case Reg.RAW_INTR_STAT:
        return this.raw;
      case Reg.CLR_INTR:
        this.abortSource = 0;
        return this.clear(~0);
      case Reg.CLR_RX_UNDER:
        return this.clear(RX_UNDER);
      case Reg.CLR_RX_OVER:
        return this.clear(RX_OVER);
      case Reg.CLR_TX_OVER:
        return this.clear(TX_OVER);
      case Reg.CLR_TX_ABRT:
        this.abortSource = 0;
        return this.clear(TX_ABRT);
      case Reg.CLR_ACTIVITY:
        return this.clear(ACTIVITY);
      case Reg.CLR_STOP_DET:
        return this.clear(STOP_DET);
      case Reg.CLR_START_DET:
        return this.clear(START_DET);
      case Reg.ENABLE:
        return this.enabled ? 1 : 0;
      case Reg.ENABLE_STATUS:
        return this.enabled || this.doing !== 'nothing' ? 1 : 0;
      case Reg.STATUS: {
        const busy = this.doing === 'nothing' ? 0 : 0x21;
        const rx = (this.rx.length > 0 ? 8 : 0) | (this.rx.length === DEPTH ? 16 : 0);
        return busy | rx | (this.tx.length === 0 ? 4 : 0) | (this.tx.length < DEPTH ? 2 : 0);
      }
      case Reg.TXFLR:
        return this.tx.length;
      case Reg.RXFLR:
        return this.rx.length;
      case Reg.TX_ABRT_SOURCE:
        return this.abortSource;
      default:
        return this.get(offset);
    }
  }

  writeUint32(offset: number, value: number): void {
    switch (offset) {
      case Reg.DATA_CMD:
        // After an abort the queue stays empty until firmware has read the abort register: the rest of that transfer
        // must not become a transfer of its own.
        if (!this.enabled || this.latched & TX_ABRT) return;
        if (this.tx.length >= DEPTH) this.latched |= TX_OVER;
        else this.tx.push(value & 0x7ff);
        this.next();
        break;
      case Reg.INTR_MASK:
        this.mask = value & 0x1fff;
        break;
      case Reg.ENABLE:
        this.enable((value & 1) !== 0, (value & 2) !== 0);
        break;
      default:
        this.registers.set(offset, value & 0xffff);
    }
    this.signal();
  }

  private enable(on: boolean, abort: boolean): void {
    if (abort && this.doing !== 'nothing') this.abort(ABRT_BY_USER);
    this.enabled = on;
    if (!on) {
      this.tx = [];
      this.rx = [];
      // If disabled between two bytes, the block ends the transfer at once. If disabled within a byte, it finishes that
      // byte first, even if it has been enabled again by then.
      if (this.doing === 'waiting') this.begin('stop');
      else if (this.doing !== 'nothing' && this.doing !== 'stop') this.ending = true;
    } else this.next();
  }
}
