/**
 * A meter on the wires of the buses: what the pull-ups add up to, what a pad must sink, and how low it gets the line.
 * It reckons as the check of board files does, by the worst case of the data sheets, but with the drive strength that
 * firmware really wrote and the channels that it really opened.
 */
import type { Board, BoardBus, BoardScreen } from './board.ts';

const VDD = 3.3;
/** An RP2040 pad at its rated current is no lower than this in the worst case. */
const PAD_LOW_VOLTS = 0.5;
/** The strongest pull-up inside a pad. */
const PAD_PULL_UP = 50_000;
/** Through an open channel of a TCA9548A at 3.3 V. */
const CHANNEL_OHMS = 30;

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

/** What is on a bus while firmware runs. */
export interface BusState {
  board: Board;
  bus: BoardBus;
  bitNanos: number;
  drive: { sda: number; scl: number };
  /** Whether firmware has switched the pads' own pull-ups on. */
  pulled: boolean;
  /** The open channels of each switch at the moment when most were open. */
  open: number[][];
  /** Pull-ups on the bus itself that a test names in place of the board's. */
  pullUps: number[] | undefined;
}

const conductance = (ohms: number[]) => ohms.filter((one) => one > 0).reduce((sum, one) => sum + 1 / one, 0);
const pullUpOf = (screen: BoardScreen) => screen.pull_up_ohm;

export function measure({
  board,
  bus,
  bitNanos,
  drive,
  pulled,
  open,
  pullUps,
}: BusState): Omit<BusElectrics, 'hurried'> {
  const screens = board.screens.filter((screen) => screen.bus === bus.id);
  const near = pullUps ?? [
    bus.pull_up_ohm,
    ...bus.mux.map((mux) => mux.pull_up_ohm),
    ...screens.filter(({ mux }) => mux === undefined).map(pullUpOf),
    ...(pulled ? [PAD_PULL_UP] : []),
  ];
  const far = bus.mux.flatMap((mux, at) =>
    open[at].map((channel) => [
      mux.channel_pull_up_ohm,
      ...screens.filter((screen) => screen.mux === at && screen.channel === channel).map(pullUpOf),
    ]),
  );
  const total = conductance([...near, ...far.flat()]);
  const sink = VDD * total * 1000;
  // What a channel's own pull-ups send through switch and cable lifts the low at its screen.
  const between = CHANNEL_OHMS + (board.cable?.series_ohm ?? 0);
  const lift = VDD * Math.max(0, ...far.map((ohms) => conductance(ohms))) * between;
  const low = (PAD_LOW_VOLTS * sink) / Math.min(drive.sda, drive.scl) + lift;
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return {
    bus: bus.id,
    hz: Math.round(1e9 / bitNanos),
    drive_ma: drive,
    pull_up_ohms: Math.round(1 / total),
    sink_ma: round(sink),
    low_v: round(low),
    low_of_vdd: round(low / VDD),
  };
}
