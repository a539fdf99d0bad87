/**
 * Measures the buses: the sum of the pull-ups, the current that a pad must sink, and how low the line gets. It uses the
 * same worst-case calculation as the check of board files, but with the drive strength that firmware really wrote and
 * the channels that it really opened.
 */
import type { Board, BoardBus, BoardScreen } from './board.ts';

const VDD = 3.3;
/** Worst-case low level of an RP2040 pad at its rated current. */
const PAD_LOW_VOLTS = 0.5;
/** The strongest internal pull-up of a pad. */
const PAD_PULL_UP = 50_000;
/** Resistance of an open TCA9548A channel at 3.3 V. */
const CHANNEL_OHMS = 30;

export interface BusElectrics {
  bus: number;
  /** Clock rate of the last transfer. */
  hz: number;
  drive_ma: { sda: number; scl: number };
  pull_up_ohms: number;
  sink_ma: number;
  /** Low level at the farthest screen, in volts and as a fraction of the supply. */
  low_v: number;
  low_of_vdd: number;
  /** Screens that were clocked faster than their rating, and how often. */
  hurried: { screen: number; transfers: number }[];
}

/** State of a bus while firmware runs. */
export interface BusState {
  board: Board;
  bus: BoardBus;
  bitNanos: number;
  drive: { sda: number; scl: number };
  /** True if firmware has enabled the pads' internal pull-ups. */
  pulled: boolean;
  /** The open channels of each mux at the moment when most were open. */
  open: number[][];
  /** Pull-ups on the bus itself that a test sets in place of the board's. */
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
  // The current of a channel's own pull-ups through mux and cable raises the low level at its screen.
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
