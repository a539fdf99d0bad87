/** What goes wrong with the parts of a board, and how it ends: pulled plugs, hung screens, held wires, a broken chain. */
import type { Board, BoardScreen } from './board.ts';
import type { Bus } from './parts/bus.ts';
import type { Segment } from './parts/device.ts';
import type { Hc165Chain } from './parts/hc165.ts';
import type { Panel, PanelOptions } from './parts/panel.ts';
import { Sh1106 } from './parts/sh1106.ts';
import { Ssd1306 } from './parts/ssd1306.ts';
import { Ssd1309 } from './parts/ssd1309.ts';
import type { Tca9548a } from './parts/tca9548a.ts';
import type { Random } from './random.ts';

/** A screen as a shop may send it; what is left out is as the board has it. */
export interface ScreenKind extends Partial<Omit<PanelOptions, 'random' | 'height'>> {
  controller?: BoardScreen['controller'];
}

/** The parts that can fail. */
export interface Parts {
  readonly now: number;
  at(nanos: number, action: () => void): void;
  bus(id: number): Bus;
  readonly screens: Panel[];
  /** The muxes of all buses, in the order of the board file. */
  readonly muxes: readonly { bus: number; part: Tca9548a }[];
  readonly board: Board;
  /** Where a screen hangs. */
  readonly places: Segment[];
  readonly chain: Hc165Chain | null;
  readonly random: Random;
}

const CONTROLLERS = { ssd1306: Ssd1306, sh1106: Sh1106, ssd1309: Ssd1309 } as const;

export function makeScreen(wiring: BoardScreen, random: Random, kind: ScreenKind = {}): Panel {
  const { controller = wiring.controller, ...options } = kind;
  const height = wiring.size === '128x64' ? 64 : 32;
  const com = wiring.com_pins ? { com: wiring.com_pins } : {};
  return new CONTROLLERS[controller]({ address: wiring.address, height, random, ...com, ...options });
}

export class Faults {
  constructor(private readonly parts: Parts) {}

  private screen(index: number): Panel {
    const screen = this.parts.screens[index];
    if (!screen) throw new Error(`the board has no screen ${index}`);
    return screen;
  }

  private busOf(screen: number): Bus {
    return this.parts.bus(this.parts.board.screens[screen].bus);
  }

  unplug(screen: number): void {
    this.screen(screen).unplug();
    this.busOf(screen).updateSda();
  }

  plug(screen: number): void {
    this.screen(screen).plug();
    this.busOf(screen).updateSda();
  }

  /** Takes a mux off its bus, or puts it back; everything behind it goes with it. */
  plugMux(index: number, plugged: boolean): void {
    const mux = this.parts.muxes[index];
    if (!mux) throw new Error(`the board has no mux ${index}`);
    mux.part.plugged = plugged;
    this.parts.bus(mux.bus).updateSda();
  }

  /** A screen hangs with SDA low until it has seen so many clocks; none set it free. */
  hang(screen: number, clocks: number): void {
    this.screen(screen).hang(clocks);
    this.busOf(screen).updateSda();
  }

  /** Takes a screen out and puts one of another kind in its place. */
  fit(screen: number, kind: ScreenKind): void {
    const old = this.screen(screen);
    const made = makeScreen(this.parts.board.screens[screen], this.parts.random, kind);
    const { devices } = this.parts.places[screen];
    devices[devices.indexOf(old)] = made;
    // Whoever draws only what has changed must see that everything has.
    made.revision = old.revision + 1;
    this.parts.screens[screen] = made;
  }

  /** Holds a bus for a time, or until its clock has been pulsed by hand so many times. */
  holdBus(id: number, nanos: number, clocks = 0): void {
    const bus = this.parts.bus(id);
    bus.hold(this.parts.now + nanos, clocks);
    if (clocks === 0) {
      this.parts.at(this.parts.now + nanos, () => {
        if (!bus.held()) bus.release();
      });
    }
  }

  releaseBus(id: number): void {
    this.parts.bus(id).release();
  }

  /** Breaks the chain of registers from a bit on; what comes from behind the break is the level of a loose wire. */
  breakChain(from: number | null, level = 1): void {
    this.parts.chain?.breakAt(from, level);
  }
}
