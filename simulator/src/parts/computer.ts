/**
 * A computer at the other end of the USB cable: finds the device, opens its serial port, reads and writes. It can also
 * be asleep, deaf, or gone. It keeps its state when the chip restarts.
 */
import type { Packet, Refused, UsbController, UsbListener } from '../blocks/usb.ts';
import type { Timing, TimingAlarm } from '../blocks/timing.ts';

/** Time from the pull-up to the bus reset, and the duration of the reset. */
const SETTLE_NANOS = 100e6;
const RESET_NANOS = 12e6;
/** Poll interval of an endpoint that has nothing to send. */
const POLL_NANOS = 125e3;
/** A packet of 64 bytes at 12 Mbit/s with its token and handshake. */
const PACKET_NANOS = 53e3;
/** Timeout of a control request; the device is then reset once more. */
const PATIENCE_NANOS = 5e9;
/** Bytes that a serial driver buffers for a program that does not read. */
const BUFFER_BYTES = 4096;

const DEVICE = 1;
const CONFIGURATION = 2;
const STRING = 3;
const ENDPOINT = 5;
const INTERFACE = 4;
const CDC_DATA = 0x0a;
const ADDRESS = 5;

export interface UsbPacket {
  ns: number;
  /** Time at which the device had it ready. */
  ready: number;
  data: Uint8Array;
}

export interface UsbDevice {
  vendor: number;
  product: number;
  maker: string;
  name: string;
  serial: string;
}

/** Progress of the enumeration. */
export type UsbState = 'unplugged' | 'attached' | 'ready' | 'suspended' | 'failed';

interface Control {
  request: number[];
  data?: Uint8Array;
  done?: (data: Uint8Array) => void;
}

export class Computer implements UsbListener {
  readonly packets: UsbPacket[] = [];
  device: UsbDevice | null = null;
  /** If false, the computer takes no packets. If only the program does not read, its driver buffers the first few. */
  reading = true;
  private plugged = false;
  private suspended = false;
  private opened = false;
  private failed = false;
  private configured = false;
  private address = 0;
  private bulkIn = 0;
  private bulkOut = 0;
  private inReadyAt = 0;
  private outPid: 0 | 1 = 0;
  private unread = 0;
  private readonly toSend: Uint8Array[] = [];
  private controls: Control[] = [];
  private running: Generator<void, void> | null = null;
  private attempted = 0;
  private alarm: TimingAlarm | null = null;
  private controller: UsbController | null = null;
  private timing: Timing | null = null;

  /** `now` returns the table's time. */
  constructor(private readonly now: () => number) {}

  get state(): UsbState {
    if (!this.plugged) return 'unplugged';
    if (this.suspended) return 'suspended';
    if (this.failed) return 'failed';
    return this.configured ? 'ready' : 'attached';
  }

  /** Connects a new life of the chip to the cable. */
  attach(controller: UsbController, timing: Timing): void {
    this.detach();
    this.controller = controller;
    this.timing = timing;
    this.alarm = timing.createAlarm(() => this.act());
    if (this.plugged) controller.listener = this;
  }

  /** Called when the chip loses its power or is reset. */
  detach(): void {
    this.forget();
    if (this.controller) this.controller.listener = null;
    this.controller = this.timing = this.alarm = null;
  }

  private forget(): void {
    this.rest();
    this.running = this.stage = null;
    this.controls = [];
    this.configured = this.failed = this.suspended = false;
    this.address = 0;
    this.unread = 0;
    this.outPid = 0;
    this.toSend.length = 0;
  }

  plug(): void {
    if (this.plugged) return;
    this.plugged = true;
    if (!this.controller) return;
    this.controller.listener = this;
    if (this.controller.pulledUp) this.pulled(true);
  }

  /** Disconnects the data wires. The board may keep running, from a battery or a charger; the bus is idle then. */
  unplug(): void {
    if (!this.plugged) return;
    this.plugged = false;
    this.forget();
    if (this.controller) {
      this.controller.listener = null;
      this.controller.suspend();
    }
  }

  /** Opens the serial port as soon as the device is enumerated, or closes it. */
  open(opened = true): void {
    this.opened = opened;
    if (this.configured) this.setLines();
  }

  suspend(): void {
    if (!this.configured || this.suspended) return;
    this.suspended = true;
    this.rest();
    this.controller?.suspend();
  }

  resume(): void {
    if (!this.suspended) return;
    this.suspended = false;
    this.controller?.resume();
    this.wake(POLL_NANOS);
  }

  setReading(reading: boolean): void {
    this.reading = reading;
    if (reading) {
      this.unread = 0;
      this.wake(POLL_NANOS);
    }
  }

  send(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += 64) this.toSend.push(bytes.slice(at, at + 64));
    this.wake(POLL_NANOS);
  }

  /** Bytes that the device has not taken yet. */
  get waiting(): number {
    return this.toSend.reduce((sum, packet) => sum + packet.length, 0);
  }

  // Notifications of the controller ------------------------------------------------------------------------------

  pulled(up: boolean): void {
    this.forget();
    if (!up) return;
    this.running = this.enumerate();
    this.alarm?.schedule(SETTLE_NANOS);
  }

  armed(endpoint: number, direction: 'in' | 'out'): void {
    if (this.configured && endpoint === this.bulkIn && direction === 'in') this.inReadyAt = this.now();
    if (this.configured && !this.suspended) this.wake(POLL_NANOS);
  }

  // The bus ------------------------------------------------------------------------------------------------------

  /** Acts at the next slot of the bus. */
  private wake(after: number): void {
    const { timing, alarm } = this;
    if (!timing || !alarm || !this.plugged || this.suspended || this.waking) return;
    this.waking = true;
    alarm.scheduleAt((Math.floor((timing.nanos + after) / POLL_NANOS) + 1) * POLL_NANOS);
  }

  private waking = false;

  /** Does nothing until it is woken. */
  private rest(): void {
    this.alarm?.cancel();
    this.waking = false;
  }

  private act(): void {
    this.waking = false;
    if (this.running) {
      this.running.next();
      return;
    }
    if (!this.configured || this.suspended) return;
    const worked = [this.control(), this.read(), this.write()];
    if (this.controls.length > 0 || worked.includes(true)) this.wake(PACKET_NANOS);
  }

  private *enumerate(): Generator<void, void> {
    const { controller, alarm } = this;
    if (!controller || !alarm) return;
    controller.busReset();
    alarm.schedule(RESET_NANOS);
    yield;
    const texts: string[] = [];
    let device = new Uint8Array(18);
    let configuration = new Uint8Array(0);
    const descriptor = (kind: number, index: number, length: number, language = 0) => [
      0x80,
      6,
      index,
      kind,
      language & 0xff,
      language >> 8,
      length & 0xff,
      length >> 8,
    ];
    const text = (index: number) => ({
      request: descriptor(STRING, index, 255, 0x0409),
      done: (data: Uint8Array) => void texts.push(new TextDecoder('utf-16le').decode(data.subarray(2))),
    });
    const steps: (() => Control[])[] = [
      () => [{ request: descriptor(DEVICE, 0, 8) }],
      () => [{ request: [0, 5, ADDRESS, 0, 0, 0, 0, 0], done: () => (this.address = ADDRESS) }],
      () => [{ request: descriptor(DEVICE, 0, 18), done: (data) => (device = Uint8Array.from(data)) }],
      () => [{ request: descriptor(CONFIGURATION, 0, 255), done: (data) => (configuration = Uint8Array.from(data)) }],
      () => [text(device[14]), text(device[15]), text(device[16])],
      () => [{ request: [0, 9, configuration[5], 0, 0, 0, 0, 0] }],
    ];
    for (const step of steps) {
      this.controls.push(...step());
      while (this.controls.length > 0) {
        if (!this.control() && this.failed) return;
        alarm.schedule(POLL_NANOS);
        yield;
      }
    }
    const [maker = '', name = '', serial = ''] = texts;
    const word = (at: number) => device[at] | (device[at + 1] << 8);
    this.device = { vendor: word(8), product: word(10), maker, name, serial };
    this.readEndpoints(configuration);
    this.configured = true;
    this.running = null;
    this.outPid = 0;
    if (this.opened) this.setLines();
    this.wake(POLL_NANOS);
  }

  /** The two bulk endpoints of the data interface. */
  private readEndpoints(configuration: Uint8Array): void {
    let inData = false;
    for (let at = 0; at + 1 < configuration.length && configuration[at] > 0; at += configuration[at]) {
      if (configuration[at + 1] === INTERFACE) inData = configuration[at + 5] === CDC_DATA;
      if (configuration[at + 1] !== ENDPOINT || !inData) continue;
      const address = configuration[at + 2];
      if (address & 0x80) this.bulkIn = address & 0xf;
      else this.bulkOut = address & 0xf;
    }
  }

  /** Like a terminal that opens a port: 115,200 baud, eight bits, then DTR. */
  private setLines(): void {
    if (this.opened) {
      const coding = Uint8Array.from([0x00, 0xc2, 0x01, 0x00, 0, 0, 8]);
      this.controls.push({ request: [0x21, 0x20, 0, 0, 0, 0, 7, 0], data: coding });
    }
    this.controls.push({ request: [0x21, 0x22, this.opened ? 3 : 0, 0, 0, 0, 0, 0] });
    this.wake(POLL_NANOS);
  }

  private stage: { at: 'setup' | 'in' | 'out' | 'status'; got: number[]; sent: number; pid: 0 | 1 } | null = null;

  /** Continues the control request in progress as far as the device allows. Returns true if anything was exchanged. */
  private control(): boolean {
    const [one] = this.controls;
    const { controller, timing } = this;
    if (!one || !controller || !timing) return false;
    const [kind, , , , , , low, high] = one.request;
    const length = low | (high << 8);
    const reads = (kind & 0x80) !== 0;
    if (!this.stage) {
      if (!controller.setup(this.address, Uint8Array.from(one.request))) return this.refused('silence');
      this.attempted = timing.nanos;
      this.stage = { at: length === 0 ? 'status' : reads ? 'in' : 'out', got: [], sent: 0, pid: 1 };
      return true;
    }
    const { stage } = this;
    if (stage.at === 'in') {
      const answer = controller.in(this.address, 0);
      if (typeof answer === 'string') return this.refused(answer);
      stage.got.push(...answer.data);
      if (answer.data.length < 64 || stage.got.length >= length) stage.at = 'status';
      return true;
    }
    if (stage.at === 'out') {
      const data = one.data?.subarray(stage.sent, stage.sent + 64) ?? new Uint8Array(0);
      const answer = controller.out(this.address, 0, { data, pid: stage.pid });
      if (answer !== 'ack') return this.refused(answer);
      stage.sent += data.length;
      stage.pid = stage.pid ? 0 : 1;
      if (stage.sent >= length) stage.at = 'status';
      return true;
    }
    const answer: 'ack' | Refused | Packet =
      reads && length > 0
        ? controller.out(this.address, 0, { data: new Uint8Array(0), pid: 1 })
        : controller.in(this.address, 0);
    if (typeof answer === 'string' && answer !== 'ack') return this.refused(answer);
    this.controls.shift();
    this.stage = null;
    one.done?.(Uint8Array.from(stage.got));
    return true;
  }

  private refused(how: Refused): false {
    const late = (this.timing?.nanos ?? 0) - this.attempted > PATIENCE_NANOS;
    if (how === 'nak' && !late) return false;
    // The device may refuse a request that it does not support.
    this.controls.shift();
    this.stage = null;
    if (how !== 'stall') this.failed = true;
    return false;
  }

  private read(): boolean {
    const { controller } = this;
    if (!controller || !this.reading) return false;
    if (!this.opened && this.unread >= BUFFER_BYTES) return false;
    const answer = controller.in(this.address, this.bulkIn);
    if (typeof answer === 'string') return false;
    this.unread += answer.data.length;
    if (this.opened) this.packets.push({ ns: this.now(), ready: this.inReadyAt, data: answer.data });
    return true;
  }

  private write(): boolean {
    const { controller } = this;
    const [data] = this.toSend;
    if (!controller || !data) return false;
    if (controller.out(this.address, this.bulkOut, { data, pid: this.outPid }) !== 'ack') return false;
    this.outPid = this.outPid ? 0 : 1;
    this.toSend.shift();
    return true;
  }
}
