/** The USB block and the computer at its cable, with a small device stack of the test's own between them. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Timing, TimingAlarm } from '../src/blocks/timing.ts';
import { DPRAM_BYTES, UsbController } from '../src/blocks/usb.ts';
import { Computer } from '../src/parts/computer.ts';
import { Random } from '../src/random.ts';

const MS = 1e6;
const [ADDR_ENDP, MAIN_CTRL, SIE_CTRL, SIE_STATUS, BUFF_STATUS, EP_STALL_ARM, INTE, INTS] = [
  0x00, 0x40, 0x4c, 0x50, 0x58, 0x68, 0x90, 0x98,
];
const [BUS_RESET, SETUP, RESUMED, SUSPENDED, BUFFER] = [1 << 12, 1 << 16, 1 << 15, 1 << 14, 1 << 4];
const [FULL, DATA1, STALL, AVAILABLE] = [1 << 15, 1 << 13, 1 << 11, 1 << 10];
const BULK = 2;

class Clock implements Timing {
  nanos = 0;
  private alarms: { at: number; fire: () => void }[] = [];

  createAlarm(fire: () => void): TimingAlarm {
    const alarm = { at: Infinity, fire };
    this.alarms.push(alarm);
    return {
      schedule: (delta) => void (alarm.at = this.nanos + delta),
      scheduleAt: (nanos) => void (alarm.at = nanos),
      cancel: () => void (alarm.at = Infinity),
    };
  }

  run(ms: number, after: () => void): void {
    const end = this.nanos + ms * MS;
    for (;;) {
      const next = this.alarms.reduce((first, one) => (one.at < first.at ? one : first));
      if (next.at > end) break;
      [this.nanos, next.at] = [next.at, Infinity];
      next.fire();
      after();
    }
    this.nanos = end;
  }
}

const text = (words: string) => [2 + 2 * words.length, 3, ...Array.from(words).flatMap((c) => [c.charCodeAt(0), 0])];
const DEVICE = [18, 1, 0, 2, 0, 0, 0, 64, 0x8a, 0x2e, 0x0a, 0, 0, 1, 1, 2, 3, 1];
const INTERFACE = [9, 4, 0, 0, 2, 0x0a, 0, 0, 0];
const ENDPOINTS = [7, 5, 0x80 | BULK, 2, 64, 0, 0, 7, 5, BULK, 2, 64, 0, 0];
const CONFIGURATION = [9, 2, 32, 0, 1, 1, 0, 0x80, 250, ...INTERFACE, ...ENDPOINTS];
const TEXTS = ['maker', 'a name that is longer than one packet of sixty-four', 'E6614081'];

/** A minimal device: answers what an enumeration asks, keeps what arrives, sends what it is given. */
class Stack {
  readonly memory = new Uint8Array(DPRAM_BYTES);
  readonly controller: UsbController;
  readonly requests: number[][] = [];
  readonly received: number[] = [];
  readonly events: string[] = [];
  configured = false;
  private readonly view = new DataView(this.memory.buffer);
  private answer: number[] | null = null;
  private address = 0;
  private pids = { in: 0, out: 0 };
  private queue: number[][] = [];
  private busy = false;
  private pending = false;

  constructor(timing: Timing) {
    this.controller = new UsbController({ timing, memory: this.memory, interrupt: (high) => (this.pending = high) });
  }

  start(): void {
    this.controller.writeUint32(MAIN_CTRL, 1);
    this.controller.writeUint32(INTE, BUS_RESET | SETUP | RESUMED | SUSPENDED | BUFFER);
    this.controller.writeUint32(SIE_CTRL, (1 << 29) | (1 << 16));
  }

  send(bytes: number[]): void {
    this.queue.push(bytes);
    this.sendNext();
  }

  /** Packets that the computer has not taken. */
  get unsent(): number {
    return this.queue.length + Number(this.busy);
  }

  /** Handles interrupts as long as there are any. */
  serve(): void {
    while (this.pending) {
      const cause = this.controller.readUint32(INTS);
      if (cause & BUS_RESET) this.reset();
      if (cause & SUSPENDED) this.note('suspended', 1 << 4);
      if (cause & RESUMED) this.note('resumed', 1 << 11);
      if (cause & SETUP) this.setup();
      if (cause & BUFFER) this.buffers();
    }
  }

  private note(event: string, clear: number): void {
    this.events.push(event);
    this.controller.writeUint32(SIE_STATUS, clear);
  }

  private reset(): void {
    this.note('reset', 1 << 19);
    this.controller.writeUint32(ADDR_ENDP, 0);
    this.memory.fill(0, 0x80, 0x100);
    this.configured = this.busy = false;
    this.pids = { in: 0, out: 0 };
  }

  private arm(endpoint: number, direction: 'in' | 'out', control: number): void {
    const at = 0x80 + 8 * endpoint + (direction === 'out' ? 4 : 0);
    this.view.setUint32(at, control | AVAILABLE, true);
    this.controller.memoryWritten(at);
  }

  private setup(): void {
    this.controller.writeUint32(SIE_STATUS, 1 << 17);
    const request = [...this.memory.subarray(0, 8)];
    this.requests.push(request);
    const [kind, code, low, high, , , length] = request;
    this.answer = null;
    if (kind === 0x80 && code === 6) {
      const found = { 1: DEVICE, 2: CONFIGURATION, 3: text(TEXTS[low - 1] ?? '') }[high] ?? [];
      this.answer = found.slice(0, length);
      this.continueAnswer(DATA1);
    } else if (length > 0) this.arm(0, 'out', DATA1 | 64);
    else {
      if (code === 5) this.address = low;
      if (code === 9) this.configure();
      this.arm(0, 'in', FULL | DATA1);
    }
  }

  private continueAnswer(pid: number): void {
    const piece = this.answer?.splice(0, 64) ?? [];
    this.memory.set(piece, 0x100);
    this.arm(0, 'in', FULL | pid | piece.length);
    if (this.answer?.length === 0) {
      this.answer = null;
      this.arm(0, 'out', DATA1);
    }
  }

  private configure(): void {
    this.configured = true;
    this.view.setUint32(8 * BULK, 0x80000000 | (1 << 29) | 0x180, true);
    this.view.setUint32(8 * BULK + 4, 0x80000000 | (1 << 29) | 0x1c0, true);
    this.arm(BULK, 'out', 64);
    this.sendNext();
  }

  private sendNext(): void {
    if (!this.configured || this.busy) return;
    const next = this.queue.shift();
    if (!next) return;
    this.busy = true;
    this.memory.set(next, 0x180);
    this.arm(BULK, 'in', FULL | (this.pids.in ? DATA1 : 0) | next.length);
    this.pids.in ^= 1;
  }

  private buffers(): void {
    const done = this.controller.readUint32(BUFF_STATUS);
    this.controller.writeUint32(BUFF_STATUS, done);
    if (done & 1) {
      if (this.address) this.controller.writeUint32(ADDR_ENDP, this.address);
      this.address = 0;
      if (this.answer) this.continueAnswer(this.view.getUint32(0x80, true) & DATA1 ? 0 : DATA1);
    }
    // The data of a control request have arrived: confirm them.
    const [kind = 0, , , , , , length = 0] = this.requests.at(-1) ?? [];
    if (done & 2 && length > 0 && !(kind & 0x80)) this.arm(0, 'in', FULL | DATA1);
    if (done & (1 << (2 * BULK))) {
      this.busy = false;
      this.sendNext();
    }
    if (done & (2 << (2 * BULK))) {
      const length = this.view.getUint32(0x84 + 8 * BULK, true) & 0x3ff;
      this.received.push(...this.memory.subarray(0x1c0, 0x1c0 + length));
      this.pids.out ^= 1;
      this.arm(BULK, 'out', 64 | (this.pids.out ? DATA1 : 0));
    }
  }
}

let clock: Clock;
let stack: Stack;
let computer: Computer;
const run = (ms: number) => clock.run(ms, () => stack.serve());
const read = () => computer.packets.splice(0).flatMap(({ data }) => [...data]);
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i & 0xff);

/** A running device at the cable of a computer with an open port. */
beforeEach(() => {
  clock = new Clock();
  stack = new Stack(clock);
  computer = new Computer(() => clock.nanos);
  computer.attach(stack.controller, clock);
  computer.open();
  computer.plug();
  stack.start();
});

describe('a computer that is plugged in', () => {
  it('enumerates the device and opens its port', () => {
    expect(computer.state).toBe('attached');
    run(99);
    expect(stack.requests, 'a device has 100 ms to settle').toEqual([]);
    run(300);
    expect(computer.state).toBe('ready');
    const [maker, name, serial] = TEXTS;
    expect(computer.device).toEqual({ vendor: 0x2e8a, product: 0x000a, maker, name, serial });
    expect(stack.controller.readUint32(ADDR_ENDP)).toBe(5);
    expect(stack.requests.at(-2)?.slice(0, 2)).toEqual([0x21, 0x20]);
    expect([...stack.memory.subarray(0x100, 0x107)], '115,200 baud, eight bits').toEqual([0, 0xc2, 1, 0, 0, 0, 8]);
    expect(stack.requests.at(-1), 'DTR and RTS').toEqual([0x21, 0x22, 3, 0, 0, 0, 0, 0]);
  });

  it('gives up on a device that answers nothing', () => {
    stack.serve = () => {};
    run(6000);
    expect(computer.state).toBe('failed');
  });

  it('takes and sends bytes in order', () => {
    run(300);
    for (let at = 0; at < 200; at += 50) stack.send(numbers(200).slice(at, at + 50));
    computer.send(Uint8Array.from(numbers(300)));
    run(20);
    expect(read()).toEqual(numbers(200));
    expect(stack.received).toEqual(numbers(300));
    expect(computer.waiting).toBe(0);
  });

  it('closes the port, and takes no more than a driver buffers', () => {
    run(300);
    computer.open(false);
    run(20);
    expect(stack.requests.at(-1)).toEqual([0x21, 0x22, 0, 0, 0, 0, 0, 0]);
    for (let i = 0; i < 100; i++) stack.send(numbers(64));
    run(100);
    expect(read()).toEqual([]);
    expect(stack.unsent).toBe(100 - 4096 / 64);
  });
});

describe('a cable that is pulled', () => {
  it('leaves the device suspended, and enumerates it again when it is back', () => {
    run(300);
    stack.events.length = 0;
    computer.send(Uint8Array.from([1, 2, 3]));
    computer.unplug();
    expect(computer.state).toBe('unplugged');
    stack.serve();
    run(1000);
    expect(stack.events).toEqual(['suspended']);
    expect([computer.waiting, stack.received], 'what was not sent is lost').toEqual([0, []]);
    const asked = stack.requests.length;
    computer.plug();
    run(300);
    expect(computer.state).toBe('ready');
    expect(stack.events).toEqual(['suspended', 'reset']);
    expect(stack.requests.length).toBe(2 * asked);
    stack.send([7]);
    computer.send(Uint8Array.from([8]));
    run(20);
    expect([read(), stack.received]).toEqual([[7], [8]]);
  });

  it('may be pulled at any moment of an enumeration', () => {
    for (let ms = 100; ms < 130; ms += 0.25) {
      run(ms);
      computer.unplug();
      run(10);
      computer.plug();
      run(300);
      expect(computer.state, `pulled after ${ms} ms`).toBe('ready');
      expect(stack.requests.at(-1)).toEqual([0x21, 0x22, 3, 0, 0, 0, 0, 0]);
      computer.unplug();
      computer.plug();
    }
  });

  it('forgets the old life of a chip that restarts', () => {
    run(300);
    stack = new Stack(clock);
    computer.attach(stack.controller, clock);
    expect(computer.state).toBe('attached');
    stack.start();
    run(300);
    expect(computer.state).toBe('ready');
  });
});

describe('a computer that sleeps', () => {
  it('takes and sends nothing until it wakes', () => {
    run(300);
    stack.events.length = 0;
    // It falls asleep while it is about to act.
    stack.send([0]);
    computer.suspend();
    stack.serve();
    expect([computer.state, stack.events]).toEqual(['suspended', ['suspended']]);
    stack.send([1]);
    computer.send(Uint8Array.from([2]));
    run(5000);
    expect([read(), stack.received, stack.unsent]).toEqual([[], [], 2]);
    computer.resume();
    stack.serve();
    run(20);
    expect(stack.events).toEqual(['suspended', 'resumed']);
    expect([computer.state, read(), stack.received]).toEqual(['ready', [0, 1], [2]]);
  });
});

describe('a computer that stops reading', () => {
  it('leaves packets with the device, and still sends', () => {
    run(300);
    computer.setReading(false);
    for (let i = 0; i < 5; i++) stack.send([i]);
    computer.send(Uint8Array.from([9]));
    run(1000);
    expect([read(), stack.unsent, stack.received]).toEqual([[], 5, [9]]);
    computer.setReading(true);
    run(20);
    expect(read()).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('garbage', () => {
  it('arrives byte by byte as it was sent', () => {
    run(300);
    const random = new Random(3);
    const bytes = Uint8Array.from({ length: 5000 }, () => 256 * random.part());
    computer.send(bytes);
    run(100);
    expect(stack.received).toEqual([...bytes]);
  });

  it('is dropped where it is a repetition, and refused where nothing is ready', () => {
    run(300);
    const { controller } = stack;
    const data = Uint8Array.from([1]);
    expect(controller.out(4, BULK, { data, pid: 0 }), 'another address').toBe('silence');
    expect(controller.out(5, 3, { data, pid: 0 }), 'no such endpoint').toBe('silence');
    expect(controller.out(5, BULK, { data, pid: 1 }), 'the wrong toggle').toBe('ack');
    stack.serve();
    expect(stack.received).toEqual([]);
    expect(controller.out(5, BULK, { data, pid: 0 })).toBe('ack');
    expect(controller.out(5, BULK, { data, pid: 1 }), 'the buffer is full').toBe('nak');
    expect(controller.in(5, BULK), 'nothing to send').toBe('nak');
    stack.serve();
    expect(stack.received).toEqual([1]);
  });

  it('is stalled by a device that says so, until the next request', () => {
    run(300);
    const { controller, memory } = stack;
    const view = new DataView(memory.buffer);
    view.setUint32(0x80, STALL, true);
    expect(controller.in(5, 0), 'not armed').toBe('nak');
    controller.writeUint32(EP_STALL_ARM, 1);
    expect(controller.in(5, 0)).toBe('stall');
    expect(controller.setup(5, Uint8Array.from([0x80, 6, 0, 1, 0, 0, 18, 0]))).toBe(true);
    expect(controller.in(5, 0)).toBe('nak');
  });
});
