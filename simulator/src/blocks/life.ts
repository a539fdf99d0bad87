/**
 * One life of a chip, from a start to the reset or power cut that ends it: the part that all chips here share. A reset
 * starts the next life with the same flash (and the same SRAM, after a warm one).
 */
import { type ChipOptions, type Kept, place, Restart, UsbBoot } from '../chip.ts';
import { PowerCut } from '../parts/flash.ts';
import type { Cache } from './cache.ts';
import { Clock } from './clock.ts';
import type { CortexM } from './cortex_m.ts';
import type { Crystal } from './crystal.ts';
import type { Dma } from './dma.ts';
import type { LevelledPins } from './pins.ts';
import type { PioBlocks } from './pio.ts';
import { hasTarget, type RebootTarget, setTarget, WAITING } from './reboot.ts';
import { REASON_FORCED, type Watchdog } from './watchdog.ts';

/**
 * Stages of the power-on state machine, by their bits in WDSEL, which are in the order of the stages. The watchdog resets
 * the selected stages; that resets every later stage, too.
 */
export interface Stages {
  processor: number;
  crystal: number;
}

/** A stage and all before it. */
const upTo = (stage: number) => 2 * stage - 1;

export abstract class Life {
  readonly clock = new Clock();
  asleepNanos = 0;
  cutAt = Infinity;
  private started = false;
  abstract readonly core: CortexM;
  abstract readonly cache: Cache;
  abstract readonly pio: PioBlocks;
  protected abstract readonly watchdog: Watchdog;
  protected abstract readonly ram: Uint8Array;

  constructor(
    protected readonly options: ChipOptions,
    private readonly stages: Stages,
  ) {}

  protected abstract get crystal(): Crystal;
  protected abstract get wdsel(): number;
  /** Time from a reset to the firmware's first instruction: the boot ROM's. */
  protected abstract readonly romNanos: number;
  /** Address of the firmware's vectors. */
  protected abstract readonly vectors: number;

  run(nanos: number): void {
    const { clock, core } = this;
    const until = Math.min(nanos, this.cutAt);
    if (!this.started) this.passRom(until);
    while (clock.nanos < until) {
      if (core.waiting && !core.nvic.updated) {
        // Skip idle time in one jump to the next event.
        const to = Math.min(clock.due, until);
        this.asleepNanos += Math.max(0, to - clock.nanos);
        clock.advanceTo(to);
      } else core.run(until);
    }
    this.pio.catchUp();
    if (clock.nanos >= this.cutAt) throw new PowerCut();
  }

  /** True if the boot ROM would start what is in flash. */
  protected abstract isBootable(): boolean;

  /** Lets the boot ROM's time pass, then starts the firmware. */
  private passRom(until: number): void {
    const { clock, core, romNanos } = this;
    const from = clock.nanos;
    clock.advanceTo(Math.min(until, romNanos));
    core.awakeCycles += (clock.nanos - from) / core.cycleNanos;
    if (clock.nanos < romNanos) return;
    if (!this.isBootable()) throw new UsbBoot();
    this.started = true;
    core.start(this.vectors);
  }

  keep(): Kept {
    this.pio.catchUp();
    const { memory } = this.watchdog;
    const watchdog = { ...memory, scratch: memory.scratch.slice() };
    const crystal = this.crystal.isStable && !(this.wdsel & upTo(this.stages.crystal));
    return { sram: this.ram.slice(), watchdog, wdsel: this.wdsel, crystal };
  }

  get awakeCycles(): number {
    return this.core.awakeCycles;
  }

  /** Lets PIO catch up before anything it depends on changes, and notifies it afterwards. */
  protected connect(dma: Dma, pins: LevelledPins): void {
    const { core, pio } = this;
    dma.beforeAccess = () => pio.catchUp();
    dma.changed = ({ from, bytes }) => {
      core.watchedFrom = from;
      core.watchedBytes = bytes;
      pio.changed();
    };
    pins.beforeChange = () => pio.catchUp();
    pins.afterChange = (index) => {
      pio.padsChanged(index === null ? 0 : 1 << index);
      if (index === null) pio.changed();
    };
    pins.afterChange(null);
  }

  protected faulted(why: string, stuck: boolean): void {
    const [pc, lr] = [this.core.r[15] >>> 0, this.core.r[14] >>> 0];
    this.options.onFault({ kind: stuck ? 'lockup' : 'fault', pc, lr, place: place(this.options.image, pc), why });
  }

  /**
   * The boot ROM's routine for a reboot to a target of its own. The watchdog restarts the chip; until then the routine
   * waits with interrupts on, so firmware that reloads the watchdog prevents the reboot.
   */
  protected rebootByWatchdog(target: RebootTarget, micros: number): void {
    setTarget(this.watchdog.memory.scratch, target);
    this.watchdog.fireIn(micros);
    this.core.r[14] = WAITING | 1;
  }

  /** The watchdog has fired. If that does not reset the processor, the program continues. */
  protected bitten(): void {
    const { reason, scratch } = this.watchdog.memory;
    if (!(this.wdsel & upTo(this.stages.processor))) return;
    if (hasTarget(scratch)) throw new UsbBoot();
    throw new Restart(reason === REASON_FORCED ? 'forced' : 'watchdog');
  }

  /** A flash operation by the boot ROM, which takes as long as on the real chip, with interrupts off. */
  protected operate(op: 'erase' | 'program', address: number, data: Uint8Array): void {
    this.cache.flush();
    const { clock, core, options } = this;
    const begun = clock.nanos;
    const from = address & (options.flash.bytes.length - 1);
    const answered = core.flashAnswers;
    core.flashAnswers = false;
    options.flash.run(op, from, data, options.bornAt + begun, (nanos) => {
      const until = Math.min(begun + nanos, this.cutAt);
      clock.advanceTo(until);
      core.awakeCycles += (until - begun) / core.cycleNanos;
      return until - begun;
    });
    core.flashAnswers = answered;
  }
}
