/**
 * A meter on the wires of the buses: what the pull-ups add up to, what a pad must sink, and how low it gets the line.
 * Worst case by the data sheets, not a simulation of slopes.
 */
import type { Bus } from './parts/bus.ts';
import type { Tca9548a } from './parts/tca9548a.ts';

const VDD = 3.3;
/** An RP2040 pad at its rated current is no lower than this in the worst case, which makes a resistance of it. */
const PAD_LOW_VOLTS = 0.5;
/** Through an open channel of a TCA9548A at 3.3 V. */
const CHANNEL_OHMS = 30;
/** What the modules of the shops carry, where nobody says otherwise. */
const SCREEN_PULL_UP = 4700;
const SWITCH_PULL_UP = 10_000;

export interface BusElectrics {
  bus: number;
  /** The speed of the last transfer. */
  hz: number;
  drive_ma: { sda: number; scl: number };
  pull_up_ohms: number;
  sink_ma: number;
  /** The line's low as the farthest screen sees it, in volts and as a part of the supply. */
  low_v: number;
  low_of_vdd: number;
  /** Screens that were spoken to faster than they are made for, and how often. */
  hurried: { screen: number; transfers: number }[];
}

export interface WiredBus {
  bus: Bus;
  switches: Tca9548a[];
  drive: { sda: number; scl: number };
  screens: { screen: number; channel: boolean; hurried: number }[];
  /** Named by a test in place of the usual ones. */
  pullUps: number[] | undefined;
}

export function measure({ bus, switches, drive, screens, pullUps }: WiredBus): BusElectrics {
  const near = screens.filter(({ channel }) => !channel).map(() => SCREEN_PULL_UP);
  const usual = [...near, ...switches.map(() => SWITCH_PULL_UP)];
  // Behind the switches as many join as were ever open at once.
  const behind = switches.flatMap(({ widest }) => widest.map(() => SCREEN_PULL_UP + CHANNEL_OHMS));
  const conductance = [...(pullUps ?? usual), ...behind].reduce((sum, ohms) => sum + 1 / ohms, 0);
  const ohms = conductance > 0 ? 1 / conductance : Infinity;
  const pad = PAD_LOW_VOLTS / (Math.min(drive.sda, drive.scl) / 1000);
  const amps = VDD / (ohms + pad);
  const own = behind.length > 0 ? (VDD / SCREEN_PULL_UP) * CHANNEL_OHMS : 0;
  const low = amps * pad + own;
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return {
    bus: bus.id,
    hz: Math.round(1e9 / bus.bitNanos),
    drive_ma: drive,
    pull_up_ohms: Math.round(ohms),
    // What the standard limits: the current with the line all the way down.
    sink_ma: round((VDD / ohms) * 1000),
    low_v: round(low),
    low_of_vdd: round(low / VDD),
    hurried: screens
      .filter(({ hurried }) => hurried > 0)
      .map(({ screen, hurried }) => ({ screen, transfers: hurried })),
  };
}
