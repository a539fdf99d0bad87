/**
 * One state machine of a PIO block: program counter, scratch and shift registers, FIFOs, and one instruction per step.
 * It knows nothing of time: its block decides when a step is due and supplies the levels of the pins.
 */

const FIFO_DEPTH = 4;

const OP_JMP = 0;
const OP_WAIT = 1;
const OP_IN = 2;
const OP_OUT = 3;
const OP_PUSH_PULL = 4;
const OP_MOV = 5;
const OP_IRQ = 6;

/** Results of a step: the instruction is done; its condition is not met; or it continues at the next tick. */
const DONE = 0;
const STALLED = 1;
const AGAIN = 2;
type Outcome = typeof DONE | typeof STALLED | typeof AGAIN;

/** Event bits of a state machine in FDEBUG. */
const RX_STALL = 1 << 0;
export const RX_UNDER = 1 << 8;
export const TX_OVER = 1 << 16;
const TX_STALL = 1 << 24;

/** False for instructions of the RP2350 without a model: words of the RX FIFO in any order, and other blocks' flags. */
export function isModelled(op: number): boolean {
  const operation = op >>> 13;
  if (operation === OP_PUSH_PULL) return (op & 0x1f) === 0;
  const namesFlag = operation === OP_IRQ || (operation === OP_WAIT && ((op >> 5) & 3) === 2);
  return !namesFlag || (op & 0x08) === 0;
}

/** What a state machine shares with the others of its block. */
export interface MachineBlock {
  readonly program: Uint16Array;
  /** 0 on the RP2040, 1 on the RP2350. */
  readonly version: number;
  /** The eight interrupt flags. */
  flags: number;
  /** The pads behind the input synchronisers, or directly where those are bypassed. */
  inputs(): number;
  /** True while a change of a pad is still passing through the synchronisers. */
  readonly unsettled: boolean;
  writePins(values: number, mask: number): void;
  writeDirections(values: number, mask: number): void;
  flagsChanged(): void;
  fifosChanged(machine: StateMachine): void;
  pushed(word: number): void;
}

class Fifo {
  private words = new Int32Array(2 * FIFO_DEPTH);
  private first = 0;
  count = 0;
  depth = FIFO_DEPTH;

  get full(): boolean {
    return this.count >= this.depth;
  }

  push(word: number): void {
    this.words[(this.first + this.count++) & (2 * FIFO_DEPTH - 1)] = word;
  }

  pull(): number {
    const word = this.words[this.first];
    this.first = (this.first + 1) & (2 * FIFO_DEPTH - 1);
    this.count--;
    return word;
  }

  clear(): void {
    this.count = 0;
  }
}

export class StateMachine {
  enabled = false;
  /** Set after a step that could not finish: nothing happens until a pin, a flag or a FIFO changes. */
  stalled = false;
  /** Set when the program has wrapped or has filled its FIFO: points at which an earlier state may recur. */
  cameRound = false;
  debug = 0;
  readonly rx = new Fifo();
  readonly tx = new Fifo();

  pc = 0;
  x = 0;
  y = 0;
  isr = 0;
  isrCount = 0;
  osr = 0;
  osrCount = 32;
  /** The next instruction if it does not come from the program; -1 if there is none. */
  pendingExec = -1;
  /** True within an instruction that has stalled: IN has shifted and must still push; IRQ has set its flag. */
  halfDone = false;

  private execControl = 0;
  private shiftControl = 0;
  private pinControl = 0;
  private wrapBottom = 0;
  private wrapTop = 31;
  private pushThreshold = 32;
  private pullThreshold = 32;
  private sideBits = 0;
  private delayBits = 5;
  private jumped = false;
  /** Values and mask of the last OUT or SET, rewritten every cycle if OUT_STICKY is set. */
  private sticky: { values: number; mask: number; directions: boolean } | null = null;

  constructor(
    private readonly block: MachineBlock,
    readonly index: number,
  ) {
    this.reset();
  }

  reset(): void {
    this.enabled = false;
    this.stalled = false;
    this.debug = 0;
    this.pc = this.x = this.y = this.osr = 0;
    this.execctrl = 0x0001f000;
    this.shiftControl = 0;
    this.shiftctrl = 0x000c0000;
    this.pinctrl = 0x14000000;
    this.rx.clear();
    this.tx.clear();
    this.restart();
  }

  /** SM_RESTART: clears what a program may have left over. PC, X, Y and the words in OSR and FIFOs stay. */
  restart(): void {
    this.isr = 0;
    this.isrCount = 0;
    this.osrCount = 32;
    this.pendingExec = -1;
    this.halfDone = false;
    this.stalled = false;
    this.sticky = null;
  }

  get active(): boolean {
    return (this.enabled || this.pendingExec >= 0) && !this.stalled;
  }

  // Configuration -------------------------------------------------------------------------------------------------

  get execctrl(): number {
    return (this.execControl | (this.pendingExec >= 0 && this.stalled ? 0x80000000 : 0)) >>> 0;
  }

  set execctrl(value: number) {
    this.execControl = value & 0x7fffffff;
    this.wrapBottom = (value >> 7) & 31;
    this.wrapTop = (value >> 12) & 31;
    this.sideLayout();
  }

  get shiftctrl(): number {
    return this.shiftControl >>> 0;
  }

  set shiftctrl(value: number) {
    const joined = (value ^ this.shiftControl) & 0xc0000000;
    this.shiftControl = value;
    this.pushThreshold = (value >> 20) & 31 || 32;
    this.pullThreshold = (value >> 25) & 31 || 32;
    const joinsTx = (value & 0x40000000) !== 0;
    const joinsRx = (value & 0x80000000) !== 0;
    this.tx.depth = joinsRx ? 0 : joinsTx ? 2 * FIFO_DEPTH : FIFO_DEPTH;
    this.rx.depth = joinsTx ? 0 : joinsRx ? 2 * FIFO_DEPTH : FIFO_DEPTH;
    if (joined) {
      this.tx.clear();
      this.rx.clear();
    }
  }

  get pinctrl(): number {
    return this.pinControl >>> 0;
  }

  set pinctrl(value: number) {
    this.pinControl = value;
    this.sideLayout();
  }

  private sideLayout(): void {
    const count = this.pinControl >>> 29;
    const optional = this.execControl & 0x40000000 ? 1 : 0;
    this.sideBits = Math.max(0, count - optional);
    this.delayBits = 5 - Math.min(5, count);
  }

  // Execution -----------------------------------------------------------------------------------------------------

  /** Executes one instruction, or retries one that has stalled. Returns the number of ticks until the next. */
  step(): number {
    const { block } = this;
    const executed = this.pendingExec;
    const op = executed >= 0 ? executed : block.program[this.pc];
    this.cameRound = false;
    this.jumped = false;
    if (this.sticky && this.execControl & (1 << 17)) this.assert(this.sticky);
    // Autopull refills an empty OSR in the background; OUT does so itself.
    if (this.shiftControl & (1 << 17) && op >>> 13 !== OP_OUT) this.refill();
    if (executed >= 0) this.pendingExec = -1;
    const outcome = this.execute(op);
    this.sideSet(op);
    if (outcome !== DONE) {
      if (executed >= 0) this.pendingExec = executed;
      this.stalled = outcome === STALLED && !block.unsettled;
      return 1;
    }
    if (this.pendingExec >= 0) {
      // OUT EXEC and MOV EXEC have no delay.
      if (executed < 0 && !this.jumped) this.advance();
      return 1;
    }
    if (executed < 0 && !this.jumped) this.advance();
    return 1 + ((op >> 8) & ((1 << this.delayBits) - 1));
  }

  /** Executes an instruction written to SMx_INSTR at once, ignoring its delay. */
  force(op: number): void {
    const halfDone = this.halfDone;
    this.pendingExec = op & 0xffff;
    this.halfDone = false;
    this.stalled = false;
    this.step();
    if (this.pendingExec < 0) this.halfDone = halfDone;
  }

  private advance(): void {
    if (this.pc === this.wrapTop) {
      this.pc = this.wrapBottom;
      this.cameRound = true;
    } else this.pc = (this.pc + 1) & 31;
  }

  private jump(to: number): void {
    this.pc = to & 31;
    this.jumped = true;
  }

  private sideSet(op: number): void {
    const { sideBits, execControl } = this;
    if (sideBits === 0) return;
    if (execControl & 0x40000000 && !(op & 0x1000)) return;
    const mask = (1 << sideBits) - 1;
    this.write(
      (op >> (8 + this.delayBits)) & mask,
      (this.pinControl >> 10) & 31,
      sideBits,
      (execControl & 0x20000000) !== 0,
    );
  }

  /** Writes `count` pins (or their directions) from `base` on, wrapping around after pin 31. */
  private write(data: number, base: number, count: number, directions: boolean): void {
    const { block } = this;
    const ones = count >= 32 ? -1 : (1 << count) - 1;
    const mask = rotateLeft(ones, base);
    const values = rotateLeft(data, base);
    if (directions) block.writeDirections(values, mask);
    else block.writePins(values, mask);
  }

  private assert({ values, mask, directions }: { values: number; mask: number; directions: boolean }): void {
    if (directions) this.block.writeDirections(values, mask);
    else this.block.writePins(values, mask);
  }

  /** A write by OUT, SET or MOV. OUT_STICKY repeats it; INLINE_OUT_EN uses one of its bits as an enable. */
  private output(data: number, base: number, count: number, directions: boolean, isSet: boolean): void {
    const control = this.execControl;
    if (!isSet && control & (1 << 18) && !((data >>> ((control >> 19) & 31)) & 1)) {
      this.sticky = null;
      return;
    }
    this.write(data, base, count, directions);
    if (control & (1 << 17)) {
      const ones = count >= 32 ? -1 : (1 << count) - 1;
      this.sticky = { values: rotateLeft(data, base), mask: rotateLeft(ones, base), directions };
    }
  }

  private execute(op: number): Outcome {
    switch (op >>> 13) {
      case OP_JMP:
        if (this.condition((op >> 5) & 7)) this.jump(op);
        return DONE;
      case OP_WAIT:
        return this.wait(op);
      case OP_IN:
        return this.in(op);
      case OP_OUT:
        return this.out(op);
      case OP_PUSH_PULL:
        return op & 0x80 ? this.pull(op) : this.push(op);
      case OP_MOV:
        this.mov(op);
        return DONE;
      case OP_IRQ:
        return this.irq(op);
      default:
        this.set(op);
        return DONE;
    }
  }

  private condition(which: number): boolean {
    switch (which) {
      case 0:
        return true;
      case 1:
        return this.x === 0;
      case 2: {
        const nonzero = this.x !== 0;
        this.x = (this.x - 1) | 0;
        return nonzero;
      }
      case 3:
        return this.y === 0;
      case 4: {
        const nonzero = this.y !== 0;
        this.y = (this.y - 1) | 0;
        return nonzero;
      }
      case 5:
        return this.x !== this.y;
      case 6:
        return ((this.block.inputs() >>> ((this.execControl >> 24) & 31)) & 1) === 1;
      default:
        return this.osrCount < this.pullThreshold;
    }
  }

  /**
   * The flag that an instruction names, as a bit. If bit 4 of `op` is set, the machine's number is added to the lowest
   * two bits of the flag's number.
   */
  private flag(op: number): number {
    const index = op & 0x10 ? (op & 4) | ((op + this.index) & 3) : op & 7;
    return 1 << index;
  }

  private wait(op: number): Outcome {
    const { block } = this;
    const polarity = (op >> 7) & 1;
    switch ((op >> 5) & 3) {
      case 0:
        return ((block.inputs() >>> (op & 31)) & 1) === polarity ? DONE : STALLED;
      case 1: {
        const pin = (op + (this.pinControl >> 15)) & 31;
        return ((block.inputs() >>> pin) & 1) === polarity ? DONE : STALLED;
      }
      case 2: {
        const flag = this.flag(op);
        if (((block.flags & flag) !== 0) !== (polarity === 1)) return STALLED;
        if (polarity === 1) {
          block.flags &= ~flag;
          block.flagsChanged();
        }
        return DONE;
      }
      default:
        // Reserved on the RP2040; on the RP2350 the JMP pin plus the index.
        return ((block.inputs() >>> (((this.execControl >> 24) + (op & 3)) & 31)) & 1) === polarity ? DONE : STALLED;
    }
  }

  private inPins(): number {
    const pins = this.block.inputs();
    const base = (this.pinControl >> 15) & 31;
    const turned = base ? (pins >>> base) | (pins << (32 - base)) : pins;
    // On the RP2350 pins beyond `count` are hidden; 0, the only value on the RP2040, hides none.
    const count = this.shiftControl & 31;
    return count ? turned & ((1 << count) - 1) : turned;
  }

  private in(op: number): Outcome {
    // After a stall the bits are already shifted, and the instruction only waits for room.
    if (!this.halfDone) {
      const count = op & 31 || 32;
      let data: number;
      switch ((op >> 5) & 7) {
        case 0:
          data = this.inPins();
          break;
        case 1:
          data = this.x;
          break;
        case 2:
          data = this.y;
          break;
        case 6:
          data = this.isr;
          break;
        case 7:
          data = this.osr;
          break;
        default:
          data = 0;
      }
      if (count === 32) this.isr = data;
      else if (this.shiftControl & (1 << 18)) this.isr = (this.isr >>> count) | (data << (32 - count));
      else this.isr = (this.isr << count) | (data & ((1 << count) - 1));
      this.isrCount = Math.min(32, this.isrCount + count);
    }
    if (!(this.shiftControl & (1 << 16)) || this.isrCount < this.pushThreshold) return DONE;
    if (this.rx.full) {
      this.halfDone = true;
      this.debug |= RX_STALL;
      return STALLED;
    }
    this.halfDone = false;
    this.pushIsr();
    return DONE;
  }

  private pushIsr(): void {
    const word = this.isr;
    this.isr = 0;
    this.isrCount = 0;
    this.cameRound = true;
    this.rx.push(word);
    this.block.pushed(word);
    this.block.fifosChanged(this);
  }

  private push(op: number): Outcome {
    if (op & 0x40 && this.isrCount < this.pushThreshold) return DONE;
    if (!this.rx.full) {
      this.pushIsr();
      return DONE;
    }
    this.debug |= RX_STALL;
    if (op & 0x20) return STALLED;
    this.isr = 0;
    this.isrCount = 0;
    return DONE;
  }

  /** Autopull: takes a word if the OSR has shifted out as many bits as the threshold. */
  private refill(): void {
    if (this.osrCount < this.pullThreshold || this.tx.count === 0) return;
    this.pullOsr();
  }

  private pullOsr(): void {
    this.osr = this.tx.pull();
    this.osrCount = 0;
    this.block.fifosChanged(this);
  }

  private pull(op: number): Outcome {
    const hasLeft = this.osrCount < this.pullThreshold;
    if (hasLeft && (op & 0x40 || this.shiftControl & (1 << 17))) return DONE;
    if (this.tx.count > 0) {
      this.pullOsr();
      return DONE;
    }
    if (op & 0x20) {
      this.debug |= TX_STALL;
      return STALLED;
    }
    this.osr = this.x;
    this.osrCount = 0;
    return DONE;
  }

  private out(op: number): Outcome {
    const autopull = (this.shiftControl & (1 << 17)) !== 0;
    if (autopull && this.osrCount >= this.pullThreshold) {
      if (this.tx.count > 0) {
        this.pullOsr();
        return AGAIN;
      }
      this.debug |= TX_STALL;
      return STALLED;
    }
    const count = op & 31 || 32;
    let data: number;
    if (count === 32) {
      data = this.osr;
      this.osr = 0;
    } else if (this.shiftControl & (1 << 19)) {
      data = this.osr & ((1 << count) - 1);
      this.osr = (this.osr >>> count) | 0;
    } else {
      data = this.osr >>> (32 - count);
      this.osr <<= count;
    }
    this.osrCount = Math.min(32, this.osrCount + count);
    const { pinControl } = this;
    switch ((op >> 5) & 7) {
      case 0:
        this.output(data, pinControl & 31, (pinControl >> 20) & 63, false, false);
        break;
      case 1:
        this.x = data | 0;
        break;
      case 2:
        this.y = data | 0;
        break;
      case 4:
        this.output(data, pinControl & 31, (pinControl >> 20) & 63, true, false);
        break;
      case 5:
        this.jump(data);
        break;
      case 6:
        this.isr = data | 0;
        this.isrCount = count;
        break;
      case 7:
        this.pendingExec = data & 0xffff;
        break;
      default:
        break;
    }
    if (autopull) this.refill();
    return DONE;
  }

  private mov(op: number): void {
    let data: number;
    switch (op & 7) {
      case 0:
        data = this.inPins();
        break;
      case 1:
        data = this.x;
        break;
      case 2:
        data = this.y;
        break;
      case 5:
        data = this.status();
        break;
      case 6:
        data = this.isr;
        break;
      case 7:
        data = this.osr;
        break;
      default:
        data = 0;
    }
    const how = (op >> 3) & 3;
    if (how === 1) data = ~data;
    else if (how === 2) data = reversed(data);
    const { pinControl } = this;
    switch ((op >> 5) & 7) {
      case 0:
        this.output(data, pinControl & 31, (pinControl >> 20) & 63, false, false);
        break;
      case 1:
        this.x = data;
        break;
      case 2:
        this.y = data;
        break;
      case 3:
        // Reserved on the RP2040; PINDIRS on the RP2350.
        this.output(data, pinControl & 31, (pinControl >> 20) & 63, true, false);
        break;
      case 4:
        this.pendingExec = data & 0xffff;
        break;
      case 5:
        this.jump(data);
        break;
      case 6:
        this.isr = data;
        this.isrCount = 0;
        break;
      default:
        this.osr = data;
        this.osrCount = 0;
    }
  }

  /** All ones while a FIFO holds fewer than STATUS_N words. */
  private status(): number {
    const { execControl } = this;
    const selectBit = this.block.version ? 0x20 : 0x10;
    const level = execControl & selectBit ? this.rx.count : this.tx.count;
    return level < (execControl & (selectBit - 1)) ? -1 : 0;
  }

  private irq(op: number): Outcome {
    const { block } = this;
    const flag = this.flag(op);
    if (op & 0x40) {
      block.flags &= ~flag;
      block.flagsChanged();
      return DONE;
    }
    if (!this.halfDone) {
      block.flags |= flag;
      block.flagsChanged();
      if (!(op & 0x20)) return DONE;
      this.halfDone = true;
      return STALLED;
    }
    if (block.flags & flag) return STALLED;
    this.halfDone = false;
    return DONE;
  }

  private set(op: number): void {
    const data = op & 31;
    const { pinControl } = this;
    switch ((op >> 5) & 7) {
      case 0:
        this.output(data, (pinControl >> 5) & 31, (pinControl >> 26) & 7, false, true);
        break;
      case 1:
        this.x = data;
        break;
      case 2:
        this.y = data;
        break;
      case 4:
        this.output(data, (pinControl >> 5) & 31, (pinControl >> 26) & 7, true, true);
        break;
      default:
        break;
    }
  }
}

function rotateLeft(value: number, by: number): number {
  return by ? (value << by) | (value >>> (32 - by)) : value;
}

function reversed(value: number): number {
  let left = value;
  let result = 0;
  for (let bit = 0; bit < 32; bit++) {
    result = (result << 1) | (left & 1);
    left >>>= 1;
  }
  return result;
}
