/**
 * The PIO blocks of a chip in simulated time. Each state machine steps at its divided clock, also while the core sleeps
 * or waits for the flash.
 *
 * Steps are executed lazily, when their effect could be observed: before an access to the blocks, to DMA, or to memory
 * that DMA fills for them; before a pad changes; and when the chip stops running. While nothing outside changes, a
 * program that returns to an earlier state repeats itself: such rounds are skipped, and what they would have pushed is
 * handed to DMA in one batch. An alarm executes steps on time only where a step could interrupt the core.
 */
import { FaultSignal } from '../chip.ts';
import { isModelled, type MachineBlock, RX_UNDER, StateMachine, TX_OVER } from './state_machine.ts';
import type { Registers, Timing, TimingAlarm } from './timing.ts';

const CTRL = 0x000;
const FSTAT = 0x004;
const FDEBUG = 0x008;
const FLEVEL = 0x00c;
const TXF0 = 0x010;
const RXF0 = 0x020;
const IRQ = 0x030;
const IRQ_FORCE = 0x034;
const INPUT_SYNC_BYPASS = 0x038;
const DBG_PADOUT = 0x03c;
const DBG_PADOE = 0x040;
const DBG_CFGINFO = 0x044;
const INSTR_MEM0 = 0x048;
const SM0_CLKDIV = 0x0c8;
const SM_STRIDE = 0x18;
const MACHINES = 4;
/** The register of a state machine that executes what is written to it. */
const SM_INSTR = 0x10;
/**
 * What only the RP2350 has, and no model here: control of the neighbouring blocks; by a state machine's register, flags
 * as a status (EXECCTRL) and RX FIFOs that are read or written in any order (SHIFTCTRL).
 */
const CTRL_MISSING = 0x07ff0000;
const SM_MISSING: Record<number, number> = { 0x04: 0x40, 0x08: 0xc000 };
const PROGRAM_WORDS = 32;

/** Cycles of the system clock from a pad's change to the state machines; a change by PIO itself takes one more. */
const SYNCHRONISER_CYCLES = 2;
/** Number of pushes and wraps after which the anchor moves if its state has not recurred. Doubled each time. */
const SHORTEST_ROUND = 4;
/** That number at most: a program with a longer loop is executed step by step. */
const LONGEST_ROUND = 64;

/** The pins as PIO sees and drives them. */
export interface PioPads {
  /** The inputs of all pads now, as the block's multiplexer shows them. */
  read(): number;
  /** Reports that a block's outputs or directions have changed on these pins. */
  drive(block: number, changed: number): void;
  /**
   * The state of the parts on these pins, as text; null if one of them must be notified of every edge. A part's
   * behaviour must depend only on the edges and this state, until `aboutToChange` is called.
   */
  memory(pins: number): string | null;
  /** True if an edge at a pin can interrupt the core. */
  readonly alert: boolean;
}

/** The DMA as PIO sees it. */
export interface Requests {
  raise(request: number): void;
  drop(request: number): void;
  /** Number of transfers on a request before one that affects more than memory; Infinity if there is none. */
  quietTransfers(request: number): number;
  /** Number of words that `repeat` could take now. */
  repeatable(request: number): number;
  /** Performs the transfers of `times` rounds of requests, one word each. */
  repeat(request: number, words: readonly number[], times: number): void;
}

export interface PioOptions {
  blocks: number;
  /** 0 on the RP2040, 1 on the RP2350. */
  version: number;
  /** Offset of INTR; the enable, force and status registers of each line follow it. */
  interruptsAt: number;
  /** Number of flags that can interrupt the core. */
  interruptFlags: number;
  /** The data request of a state machine's FIFO. */
  request(block: number, machine: number, fifo: 'tx' | 'rx'): number;
  interrupt(block: number, line: number, high: boolean): void;
  pads: PioPads;
  requests: Requests;
  timing: Timing;
  cycleNanos: number;
}

/** A state machine with its clock divider. */
class Clocked {
  readonly machine: StateMachine;
  /** System clock cycles per tick, in 256ths. */
  divider = 256;
  /** When the divider was last restarted; ticks are counted from there. */
  base = 0;
  tick = 1;
  /** Time of the next step. */
  at = Infinity;
  readonly rx: number;
  readonly tx: number;

  constructor(
    readonly block: PioBlock,
    index: number,
    private readonly blocks: PioBlocks,
  ) {
    this.machine = new StateMachine(block, index);
    this.rx = blocks.options.request(block.index, index, 'rx');
    this.tx = blocks.options.request(block.index, index, 'tx');
  }

  timeOf(tick: number): number {
    return this.base + Math.floor((tick * this.divider) / 256) * this.blocks.cycleNanos;
  }

  /** Schedules the first tick after an instant. */
  resume(now: number): void {
    if (!this.machine.active) {
      this.at = Infinity;
      return;
    }
    const passed = ((now - this.base) / this.blocks.cycleNanos) * (256 / this.divider);
    this.tick = Math.max(1, Math.floor(passed) - 1);
    while (this.timeOf(this.tick) <= now) this.tick++;
    this.at = this.timeOf(this.tick);
  }

  restartDivider(now: number): void {
    this.base = now;
    this.resume(now);
  }

  step(): void {
    const ticks = this.machine.step();
    if (this.machine.active) {
      this.tick += ticks;
      this.at = this.timeOf(this.tick);
    } else this.at = Infinity;
  }

  skip(ticks: number): void {
    this.tick += ticks;
    this.at = this.timeOf(this.tick);
  }
}

/** One block: its registers and the state shared by its four state machines. */
export class PioBlock implements MachineBlock, Registers {
  readonly program = new Uint16Array(PROGRAM_WORDS);
  readonly clocked: Clocked[];
  flags = 0;
  /** Output values and directions that the block drives. */
  values = 0;
  directions = 0;
  bypass = 0;
  readonly enables = [0, 0];
  private readonly forces = [0, 0];
  private readonly lines = [false, false];
  private drivenValues = 0;
  private drivenDirections = 0;

  constructor(
    readonly index: number,
    private readonly blocks: PioBlocks,
  ) {
    this.clocked = Array.from({ length: MACHINES }, (_, i) => new Clocked(this, i, blocks));
  }

  get version(): number {
    return this.blocks.options.version;
  }

  get machines(): StateMachine[] {
    return this.clocked.map(({ machine }) => machine);
  }

  reset(): void {
    this.blocks.catchUp();
    this.program.fill(0);
    this.flags = this.values = this.directions = this.bypass = 0;
    this.enables.fill(0);
    this.forces.fill(0);
    for (const one of this.clocked) {
      one.machine.reset();
      one.divider = 256;
      one.restartDivider(this.blocks.now);
      this.fifosChanged(one.machine);
    }
    this.show();
    this.signal();
    this.blocks.changed();
  }

  // Interface for the state machines -----------------------------------------------------------------------------

  inputs(): number {
    return this.blocks.inputs(this.bypass);
  }

  get unsettled(): boolean {
    return this.blocks.unsettled;
  }

  writePins(values: number, mask: number): void {
    this.values = (this.values & ~mask) | (values & mask);
  }

  writeDirections(values: number, mask: number): void {
    this.directions = (this.directions & ~mask) | (values & mask);
  }

  /** Updates the pads after a step, all pins at once. */
  show(): void {
    const changed = (this.values ^ this.drivenValues) | (this.directions ^ this.drivenDirections);
    if (changed === 0) return;
    this.drivenValues = this.values;
    this.drivenDirections = this.directions;
    this.blocks.options.pads.drive(this.index, changed);
  }

  pushed(word: number): void {
    this.blocks.words.push(word);
  }

  flagsChanged(): void {
    this.signal();
    this.blocks.stir(this.clocked);
  }

  fifosChanged({ index, rx, tx }: StateMachine): void {
    const { requests } = this.blocks.options;
    const one = this.clocked[index];
    if (tx.full) requests.drop(one.tx);
    else requests.raise(one.tx);
    if (rx.count === 0) requests.drop(one.rx);
    else requests.raise(one.rx);
    this.signal();
  }

  private get raised(): number {
    let raised = (this.flags & ((1 << this.blocks.options.interruptFlags) - 1)) << 8;
    for (const { machine } of this.clocked) {
      if (machine.rx.count > 0) raised |= 1 << machine.index;
      if (!machine.tx.full) raised |= 0x10 << machine.index;
    }
    return raised;
  }

  private signal(): void {
    if (!(this.enables[0] | this.enables[1] | this.forces[0] | this.forces[1]) && !this.lines[0] && !this.lines[1])
      return;
    const { raised } = this;
    for (const line of [0, 1]) {
      const high = ((raised & this.enables[line]) | this.forces[line]) !== 0;
      if (high === this.lines[line]) continue;
      this.lines[line] = high;
      this.blocks.options.interrupt(this.index, line, high);
    }
  }

  // Registers -----------------------------------------------------------------------------------------------------

  /** One bit per state machine, starting at bit 0. */
  private bits(has: (machine: StateMachine) => boolean): number {
    return this.clocked.reduce((bits, { machine }) => bits | (has(machine) ? 1 << machine.index : 0), 0);
  }

  readUint32(offset: number): number {
    this.blocks.catchUp();
    const { interruptsAt } = this.blocks.options;
    if (offset >= interruptsAt && offset < interruptsAt + 0x1c)
      return this.readInterrupts((offset - interruptsAt) >> 2);
    if (offset >= RXF0 && offset < RXF0 + 4 * MACHINES) return this.take((offset - RXF0) >> 2) >>> 0;
    if (offset >= SM0_CLKDIV && offset < SM0_CLKDIV + MACHINES * SM_STRIDE) {
      const [index, register] = place(offset);
      const { machine, divider } = this.clocked[index];
      switch (register) {
        case 0x00:
          return ((divider & 0xffffff) << 8) >>> 0;
        case 0x04:
          return machine.execctrl;
        case 0x08:
          return machine.shiftctrl;
        case 0x0c:
          return machine.pc;
        case SM_INSTR:
          return machine.pendingExec >= 0 ? machine.pendingExec : this.program[machine.pc];
        default:
          return machine.pinctrl;
      }
    }
    switch (offset) {
      case CTRL:
        return this.bits(({ enabled }) => enabled);
      case FSTAT:
        return (
          (this.bits(({ rx }) => rx.full) |
            (this.bits(({ rx }) => rx.count === 0) << 8) |
            (this.bits(({ tx }) => tx.full) << 16) |
            (this.bits(({ tx }) => tx.count === 0) << 24)) >>>
          0
        );
      case FDEBUG:
        return this.clocked.reduce((bits, { machine }) => bits | (machine.debug << machine.index), 0) >>> 0;
      case FLEVEL:
        return (
          this.clocked.reduce(
            (levels, { machine: { tx, rx, index } }) => levels | ((tx.count | (rx.count << 4)) << (8 * index)),
            0,
          ) >>> 0
        );
      case IRQ:
        return this.flags;
      case INPUT_SYNC_BYPASS:
        return this.bypass >>> 0;
      case DBG_PADOUT:
        return this.values >>> 0;
      case DBG_PADOE:
        return this.directions >>> 0;
      case DBG_CFGINFO:
        return (this.version << 28) | (PROGRAM_WORDS << 16) | (MACHINES << 8) | 4;
      default:
        return 0;
    }
  }

  private readInterrupts(register: number): number {
    if (register === 0) return this.raised;
    const line = register > 3 ? 1 : 0;
    const which = (register - 1) % 3;
    if (which === 0) return this.enables[line];
    if (which === 1) return this.forces[line];
    return (this.raised & this.enables[line]) | this.forces[line];
  }

  private take(index: number): number {
    const one = this.clocked[index];
    const { machine } = one;
    if (machine.rx.count === 0) {
      machine.debug |= RX_UNDER;
      return 0;
    }
    const word = machine.rx.pull();
    this.fifosChanged(machine);
    this.blocks.stir([one]);
    return word;
  }

  private put(index: number, word: number): void {
    const one = this.clocked[index];
    const { machine } = one;
    if (machine.tx.full) {
      machine.debug |= TX_OVER;
      return;
    }
    machine.tx.push(word | 0);
    this.fifosChanged(machine);
    this.blocks.stir([one]);
  }

  writeUint32(offset: number, value: number): void {
    this.blocks.catchUp();
    this.write(offset, value);
    this.show();
    this.blocks.changed();
  }

  private write(offset: number, value: number): void {
    const { interruptsAt } = this.blocks.options;
    if (offset >= interruptsAt && offset < interruptsAt + 0x1c) {
      const register = (offset - interruptsAt) >> 2;
      const line = register > 3 ? 1 : 0;
      const which = (register - 1) % 3;
      if (register > 0 && which < 2) (which === 0 ? this.enables : this.forces)[line] = value & 0xffff;
      this.signal();
    } else if (offset >= TXF0 && offset < TXF0 + 4 * MACHINES) {
      this.put((offset - TXF0) >> 2, value);
    } else if (offset >= INSTR_MEM0 && offset < INSTR_MEM0 + 4 * PROGRAM_WORDS) {
      this.refuse(!isModelled(value & 0xffff), offset);
      this.program[(offset - INSTR_MEM0) >> 2] = value & 0xffff;
      this.blocks.stir(this.clocked);
    } else if (offset >= SM0_CLKDIV && offset < SM0_CLKDIV + MACHINES * SM_STRIDE) {
      const [index, register] = place(offset);
      this.refuse((value & (SM_MISSING[register] ?? 0)) !== 0, offset);
      this.refuse(register === SM_INSTR && !isModelled(value & 0xffff), offset);
      this.configure(this.clocked[index], register, value);
    } else if (offset === CTRL) {
      this.refuse((value & CTRL_MISSING) !== 0, offset);
      this.control(value);
    } else if (offset === FDEBUG) {
      for (const { machine } of this.clocked) machine.debug &= ~(value >>> machine.index);
    } else if (offset === IRQ) {
      this.flags &= ~value;
      this.flagsChanged();
    } else if (offset === IRQ_FORCE) {
      this.flags |= value & 0xff;
      this.flagsChanged();
    } else if (offset === INPUT_SYNC_BYPASS) {
      this.bypass = value | 0;
    }
  }

  private refuse(isMissing: boolean, offset: number): void {
    if (isMissing) throw new FaultSignal(`PIO${this.index}: not modelled in register 0x${offset.toString(16)}`);
  }

  private configure(one: Clocked, register: number, value: number): void {
    const { machine } = one;
    switch (register) {
      case 0x00: {
        const whole = value >>> 16;
        one.divider = whole === 0 ? 65536 * 256 : (value >>> 8) & 0xffffff;
        one.restartDivider(this.blocks.now);
        break;
      }
      case 0x04:
        machine.execctrl = value;
        this.blocks.stir([one]);
        break;
      case 0x08:
        machine.shiftctrl = value;
        this.fifosChanged(machine);
        this.blocks.stir([one]);
        break;
      case SM_INSTR:
        machine.force(value);
        one.resume(this.blocks.now);
        break;
      case 0x14:
        machine.pinctrl = value;
        this.blocks.stir([one]);
        break;
      default:
        break;
    }
  }

  private control(value: number): void {
    const { now } = this.blocks;
    this.clocked.forEach((one, i) => {
      const { machine } = one;
      if (value & (0x10 << i)) machine.restart();
      machine.enabled = (value & (1 << i)) !== 0;
      if (value & (0x100 << i)) one.base = now;
      one.resume(now);
    });
  }
}

/** An earlier state of a program, to recognise when it returns there. */
interface Anchor {
  clocked: Clocked;
  revision: number;
  tick: number;
  state: number[];
  memory: string;
}

/** A round that a program repeats as long as nothing outside changes. */
interface Round {
  ticks: number;
  words: number[];
}

export class PioBlocks {
  readonly blocks: PioBlock[];
  cycleNanos: number;
  /** Time of the next step of any state machine. */
  due = Infinity;
  /** Words pushed since the anchor. */
  words: number[] = [];
  private readonly clocked: Clocked[];
  private readonly alarm: TimingAlarm;
  private stepping = false;
  private ringing = false;
  /** The inputs behind the synchronisers, and changes still passing through them. */
  private settled = 0;
  private arriving: { at: number; value: number }[] = [];
  /** Pins that have ever changed because of a step. */
  private moved = 0;
  private revision = 0;
  private anchor: Anchor | null = null;
  private round: Round | null = null;
  private visits = 0;
  private patience = SHORTEST_ROUND;

  constructor(readonly options: PioOptions) {
    this.cycleNanos = options.cycleNanos;
    this.blocks = Array.from({ length: options.blocks }, (_, i) => new PioBlock(i, this));
    this.clocked = this.blocks.flatMap(({ clocked }) => clocked);
    this.alarm = options.timing.createAlarm(() => {
      this.catchUp();
      this.plan();
    });
    for (const block of this.blocks) for (const { machine } of block.clocked) block.fifosChanged(machine);
  }

  get now(): number {
    return this.options.timing.nanos;
  }

  // Time ----------------------------------------------------------------------------------------------------------

  /** Executes every step up to now, or up to a later instant if the core is ahead of the clock. */
  catchUp(now = this.now): void {
    if (this.due > now || this.stepping) return;
    const { timing } = this.options;
    const kept = timing.nanos;
    this.stepping = true;
    try {
      while (this.due <= now) {
        const one = this.first();
        timing.nanos = one.at;
        one.step();
        one.block.show();
        if (one.machine.cameRound) this.repeat(one, now);
        this.findDue();
      }
    } finally {
      timing.nanos = kept;
      this.stepping = false;
    }
    if (this.ringing) this.plan();
  }

  private first(): Clocked {
    let first = this.clocked[0];
    for (const one of this.clocked) if (one.at < first.at) first = one;
    return first;
  }

  private findDue(): void {
    let due = Infinity;
    for (const { at } of this.clocked) if (at < due) due = at;
    this.due = due;
  }

  /** Lets stalled state machines try again. */
  stir(some: readonly Clocked[]): void {
    let stirred = false;
    for (const one of some) {
      if (!one.machine.stalled) continue;
      one.machine.stalled = false;
      one.resume(this.now);
      stirred = true;
    }
    if (!stirred || this.stepping) return;
    this.findDue();
    this.plan();
  }

  /** Called after a write that may change what a state machine does, or when. */
  changed(): void {
    this.disturbed();
    if (this.stepping) return;
    this.findDue();
    this.plan();
  }

  /** Called when the system clock gets a new frequency. */
  clockChanged(cycleNanos: number): void {
    this.catchUp();
    this.cycleNanos = cycleNanos;
    for (const one of this.clocked) one.restartDivider(this.now);
    this.changed();
  }

  /** Sets the alarm to the next step that could affect a core that is not polling. */
  plan(): void {
    const { pads, requests } = this.options;
    let at = Infinity;
    for (const one of this.clocked) {
      if (one.at === Infinity) continue;
      const { block } = one;
      const isSeen = (block.enables[0] | block.enables[1]) !== 0 || (pads.alert && block.directions !== 0);
      const quiet = isSeen ? 1 : Math.min(requests.quietTransfers(one.rx), requests.quietTransfers(one.tx));
      if (quiet < Infinity) at = Math.min(at, one.timeOf(one.tick + Math.max(1, quiet) - 1));
    }
    this.ringing = at < Infinity;
    if (this.ringing) this.alarm.scheduleAt(at);
    else this.alarm.cancel();
  }

  // Pads ----------------------------------------------------------------------------------------------------------

  /** Called when a level at the pads has changed, from any cause. */
  padsChanged(pins: number): void {
    if (this.stepping) this.moved |= pins;
    if (!this.clocked.some(({ machine }) => machine.enabled)) {
      this.arriving.length = 0;
      this.settled = this.options.pads.read();
      return;
    }
    const cycles = SYNCHRONISER_CYCLES + (this.stepping ? 1 : 0);
    this.arriving.push({ at: this.now + cycles * this.cycleNanos, value: this.options.pads.read() });
    if (!this.stepping) this.disturbed();
    this.stir(this.clocked);
  }

  /** Called before something outside changes. */
  aboutToChange(): void {
    if (this.stepping) return;
    this.catchUp();
    this.disturbed();
  }

  /** Discards the round found so far: the program may now behave differently. */
  private disturbed(): void {
    this.revision++;
  }

  /** True while a change is still passing through the synchronisers. */
  get unsettled(): boolean {
    this.settle();
    return this.arriving.length > 0;
  }

  private settle(): void {
    const { arriving } = this;
    let arrived = 0;
    while (arrived < arriving.length && arriving[arrived].at <= this.now) this.settled = arriving[arrived++].value;
    if (arrived > 0) arriving.splice(0, arrived);
  }

  inputs(bypass: number): number {
    this.settle();
    return bypass ? (this.settled & ~bypass) | (this.options.pads.read() & bypass) : this.settled;
  }

  // Rounds --------------------------------------------------------------------------------------------------------

  /** Skips the rounds up to now if the program has returned to its anchor and nothing else has changed. */
  private repeat(one: Clocked, now: number): void {
    const { anchor } = this;
    if (!anchor || anchor.clocked !== one || anchor.revision !== this.revision) {
      this.patience = SHORTEST_ROUND;
      this.setAnchor(one);
      return;
    }
    if (++this.visits > this.patience) {
      this.patience = Math.min(LONGEST_ROUND, 2 * this.patience);
      this.setAnchor(one);
      return;
    }
    if (!isAt(one, anchor.state)) return;
    if (!this.round) {
      if (this.unsettled || this.options.pads.memory(this.moved) !== anchor.memory) {
        this.setAnchor(one);
        return;
      }
      this.round = { ticks: one.tick - anchor.tick, words: this.words };
    }
    this.words = [];
    this.visits = 0;
    const { ticks, words } = this.round;
    const left = (now - one.at) / (((ticks * one.divider) / 256) * this.cycleNanos);
    const room = words.length > 0 ? this.options.requests.repeatable(one.rx) / words.length : Infinity;
    const times = Math.floor(Math.min(left, room));
    if (times < 1) return;
    if (words.length > 0) this.options.requests.repeat(one.rx, words, times);
    one.skip(times * ticks);
  }

  /** Sets an anchor at the program's current state, if it can recur from there. */
  private setAnchor(one: Clocked): void {
    this.round = null;
    this.words = [];
    this.visits = 0;
    this.anchor = null;
    const { block, machine } = one;
    const { pads } = this.options;
    const isAlone = this.clocked.every((other) => other === one || other.at === Infinity);
    const isSeen = (block.enables[0] | block.enables[1]) !== 0 || (pads.alert && block.directions !== 0);
    if (!isAlone || isSeen || this.unsettled || machine.rx.count > 0 || machine.tx.count > 0) return;
    const memory = pads.memory(this.moved);
    if (memory === null) return;
    this.anchor = { clocked: one, revision: this.revision, tick: one.tick, state: stateOf(one), memory };
  }
}

function stateOf({ machine, block }: Clocked): number[] {
  return [
    machine.pc,
    machine.x,
    machine.y,
    machine.isr,
    machine.isrCount,
    machine.osr,
    machine.osrCount,
    machine.pendingExec,
    machine.halfDone ? 1 : 0,
    machine.rx.count,
    machine.tx.count,
    machine.debug,
    block.flags,
    block.values,
    block.directions,
  ];
}

function isAt(one: Clocked, state: number[]): boolean {
  const { machine } = one;
  if (machine.pc !== state[0] || machine.x !== state[1] || machine.y !== state[2] || machine.isr !== state[3])
    return false;
  return stateOf(one).every((value, i) => value === state[i]);
}

/** The state machine and the register that an offset addresses. */
function place(offset: number): [number, number] {
  const from = offset - SM0_CLKDIV;
  return [Math.floor(from / SM_STRIDE), from % SM_STRIDE];
}
