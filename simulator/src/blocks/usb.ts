/**
 * The USB device controller of both chips, at full speed: its registers, the memory that it shares with the core, and
 * its side of the cable. A packet takes no time here; the computer at the other end accounts for it.
 */
import type { Registers, Timing } from './timing.ts';

const ADDR_ENDP = 0x00;
const MAIN_CTRL = 0x40;
const SOF_RD = 0x48;
const SIE_CTRL = 0x4c;
const SIE_STATUS = 0x50;
const BUFF_STATUS = 0x58;
const EP_STALL_ARM = 0x68;
const INTR = 0x8c;
const INTE = 0x90;
const INTF = 0x94;
const INTS = 0x98;
const LAST = 0x98;

const CONTROLLER_EN = 1;
const PULLUP_EN = 1 << 16;
const EP0_INT_1BUF = 1 << 29;
const BUS_RESET = 1 << 19;
const SETUP_REC = 1 << 17;
const CONNECTED = 1 << 16;
const RESUME = 1 << 11;
const SUSPENDED = 1 << 4;
const VBUS_DETECTED = 1;
/** Status bits that are cleared by writing a one. */
const CLEARED_BY_ONE = 0xff0e0800 | SUSPENDED | CONNECTED;

const INTR_SETUP_REQ = 1 << 16;
const INTR_RESUME = 1 << 15;
const INTR_SUSPEND = 1 << 14;
const INTR_BUS_RESET = 1 << 12;
const INTR_BUFF_STATUS = 1 << 4;

// In the shared memory.
const BUFFER_CONTROL = 0x80;
const EP0_BUFFER = 0x100;
const ENDPOINT_ENABLED = 0x80000000;
const INTERRUPT_PER_BUFFER = 1 << 29;
const FULL = 1 << 15;
const DATA1 = 1 << 13;
const STALL = 1 << 11;
const AVAILABLE = 1 << 10;
const LENGTH = 0x3ff;

const FRAME_NANOS = 1e6;

export const DPRAM_BYTES = 4096;

export interface UsbOptions {
  timing: Timing;
  /** The memory that core and controller share. */
  memory: Uint8Array;
  interrupt(high: boolean): void;
}

/** Notifications for the other end of the cable. */
export interface UsbListener {
  /** The pull-up by which a device announces itself was switched on or off. */
  pulled(up: boolean): void;
  /** An endpoint can send or take a packet now. */
  armed(endpoint: number, direction: 'in' | 'out'): void;
}

export type Packet = { data: Uint8Array; pid: 0 | 1 };
export type Refused = 'nak' | 'stall' | 'silence';

export class UsbController implements Registers {
  listener: UsbListener | null = null;
  private readonly view: DataView;
  private readonly registers = new Map<number, number>();
  private status = 0;
  private buffers = 0;
  /** Suspend and resume are events: their bits stay set until the status is written. */
  private events = 0;

  constructor(private readonly options: UsbOptions) {
    const { memory } = options;
    this.view = new DataView(memory.buffer, memory.byteOffset, memory.byteLength);
  }

  private get(offset: number): number {
    return this.registers.get(offset) ?? 0;
  }

  get pulledUp(): boolean {
    return (this.get(MAIN_CTRL) & CONTROLLER_EN) !== 0 && (this.get(SIE_CTRL) & PULLUP_EN) !== 0;
  }

  private get raw(): number {
    const { status, buffers } = this;
    return (
      this.events |
      (status & BUS_RESET ? INTR_BUS_RESET : 0) |
      (status & SETUP_REC ? INTR_SETUP_REQ : 0) |
      (buffers ? INTR_BUFF_STATUS : 0)
    );
  }

  private update(): void {
    this.options.interrupt(((this.raw & this.get(INTE)) | this.get(INTF)) !== 0);
  }

  reset(): void {
    const was = this.pulledUp;
    this.registers.clear();
    this.status = this.buffers = this.events = 0;
    this.update();
    if (was) this.listener?.pulled(false);
  }

  readUint32(offset: number): number {
    switch (offset) {
      case SIE_STATUS:
        return (this.status | VBUS_DETECTED) >>> 0;
      case BUFF_STATUS:
        return this.buffers >>> 0;
      case SOF_RD:
        return Math.floor(this.options.timing.nanos / FRAME_NANOS) & 0x7ff;
      case INTR:
        return this.raw;
      case INTS:
        return (this.raw & this.get(INTE)) | this.get(INTF);
      default:
        return this.get(offset) >>> 0;
    }
  }

  writeUint32(offset: number, value: number): void {
    const was = this.pulledUp;
    if (offset === SIE_STATUS) {
      this.status &= ~(value & CLEARED_BY_ONE);
      if (value & SUSPENDED) this.events &= ~INTR_SUSPEND;
      if (value & RESUME) this.events &= ~INTR_RESUME;
    } else if (offset === BUFF_STATUS) this.buffers &= ~value;
    else if (offset <= LAST) this.registers.set(offset, value);
    this.update();
    if (this.pulledUp !== was) this.listener?.pulled(!was);
  }

  /** Called after the core has written a word of the shared memory. */
  memoryWritten(offset: number): void {
    if (offset < BUFFER_CONTROL || offset >= EP0_BUFFER) return;
    if (this.view.getUint32(offset & ~3, true) & (AVAILABLE | STALL)) {
      const at = (offset - BUFFER_CONTROL) >> 2;
      this.listener?.armed(at >> 1, at & 1 ? 'out' : 'in');
    }
  }

  // Interface to the wires -------------------------------------------------------------------------------------

  busReset(): void {
    this.status |= BUS_RESET | CONNECTED;
    this.update();
  }

  suspend(): void {
    this.status |= SUSPENDED;
    this.events |= INTR_SUSPEND;
    this.update();
  }

  resume(): void {
    this.status = (this.status & ~SUSPENDED) | RESUME;
    this.events |= INTR_RESUME;
    this.update();
  }

  /** A SETUP packet on the control endpoint. It is never refused, and ends a stall. */
  setup(address: number, request: Uint8Array): boolean {
    if (!this.hears(address)) return false;
    this.options.memory.set(request, 0);
    this.status |= SETUP_REC;
    this.registers.set(EP_STALL_ARM, 0);
    this.update();
    return true;
  }

  /** An IN transaction: the computer asks an endpoint for a packet. */
  in(address: number, endpoint: number): Packet | Refused {
    const control = this.bufferControl(address, endpoint, 'in');
    if (typeof control !== 'number') return control;
    if (!(control & FULL)) return 'nak';
    const from = this.bufferAt(endpoint, 'in');
    const data = this.options.memory.slice(from, from + (control & LENGTH));
    this.finish(endpoint, 'in', control & ~(AVAILABLE | FULL));
    return { data, pid: control & DATA1 ? 1 : 0 };
  }

  /** An OUT transaction. A packet with the wrong data toggle is acknowledged and dropped: it is a retransmission. */
  out(address: number, endpoint: number, packet: Packet): 'ack' | Refused {
    const control = this.bufferControl(address, endpoint, 'out');
    if (typeof control !== 'number') return control;
    if (packet.pid !== (control & DATA1 ? 1 : 0)) return 'ack';
    this.options.memory.set(packet.data.subarray(0, control & LENGTH), this.bufferAt(endpoint, 'out'));
    this.finish(endpoint, 'out', (control & ~(AVAILABLE | LENGTH)) | FULL | packet.data.length);
    return 'ack';
  }

  private hears(address: number): boolean {
    return this.pulledUp && (this.get(ADDR_ENDP) & 0x7f) === address;
  }

  private endpointControl(endpoint: number, direction: 'in' | 'out'): number {
    return this.view.getUint32(8 * endpoint + (direction === 'out' ? 4 : 0), true);
  }

  private controlAt(endpoint: number, direction: 'in' | 'out'): number {
    return BUFFER_CONTROL + 8 * endpoint + (direction === 'out' ? 4 : 0);
  }

  private bufferAt(endpoint: number, direction: 'in' | 'out'): number {
    return endpoint === 0 ? EP0_BUFFER : this.endpointControl(endpoint, direction) & 0xffc0;
  }

  private bufferControl(address: number, endpoint: number, direction: 'in' | 'out'): number | Refused {
    if (!this.hears(address)) return 'silence';
    if (endpoint > 0 && !(this.endpointControl(endpoint, direction) & ENDPOINT_ENABLED)) return 'silence';
    const control = this.view.getUint32(this.controlAt(endpoint, direction), true);
    const armed = endpoint > 0 || this.get(EP_STALL_ARM) & (direction === 'in' ? 1 : 2);
    if (control & STALL && armed) return 'stall';
    return control & AVAILABLE ? control : 'nak';
  }

  private finish(endpoint: number, direction: 'in' | 'out', control: number): void {
    this.view.setUint32(this.controlAt(endpoint, direction), control, true);
    const tells =
      endpoint === 0
        ? this.get(SIE_CTRL) & EP0_INT_1BUF
        : this.endpointControl(endpoint, direction) & INTERRUPT_PER_BUFFER;
    if (tells) this.buffers |= 1 << (2 * endpoint + (direction === 'out' ? 1 : 0));
    this.update();
  }
}
