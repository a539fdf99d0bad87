/** Faults of a board's parts, and their repair: unplugged parts, hung screens, held wires, a broken chain. */
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

/** A screen variant as sold; fields left out are as in the board's file. */
export interface ScreenKind extends Partial<Omit<PanelOptions, 'random' | 'height'>> {
  controller?: BoardScreen['controller'];
}

/** The parts that can fail. */
export interface Parts {
  readonly now: number;
  at(nanos: number, action: () => void): void;
  bus(id: number): Bus;
  readonly screens: Panel[];
  /** The muxes of all buses, in the order of the board's file. */
  readonly muxes: readonly { bus: number; part: Tca9548a }[];
  readonly board: Board;
  /** The bus segment of each screen. */
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

  /** Unplugs a mux from its bus with everything behind it, or plugs it in again. */
  plugMux(index: number, plugged: boolean): void {
    const mux = this.parts.muxes[index];
    if (!mux) throw new Error(`the board has no mux ${index}`);
    mux.part.plugged = plugged;
    this.parts.bus(mux.bus).updateSda();
  }

  /** Hangs a screen: it holds SDA low until it has seen `clocks` clocks. */
  hang(screen: number, clocks: number): void {
    this.screen(screen).hang(clocks);
    this.busOf(screen).updateSda();
  }

  /** Replaces a screen by one of another kind. */
  fit(screen: number, kind: ScreenKind): void {
    const old = this.screen(screen);
    const made = makeScreen(this.parts.board.screens[screen], this.parts.random, kind);
    const { devices } = this.parts.places[screen];
    devices[devices.indexOf(old)] = made;
    // Increment the revision, so that clients redraw.
    made.revision = old.revision + 1;
    this.parts.screens[screen] = made;
  }

  /** Holds a bus for `nanos` nanoseconds, and until firmware has pulsed its clock `clocks` times. */
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

  /** Breaks the chain of registers from a bit on; bits beyond the break read as the level of a floating wire. */
  breakChain(from: number | null, level = 1): void {
    this.parts.chain?.breakAt(from, level);
  }
}
