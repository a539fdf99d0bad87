/** A board file as the build writes it out for the simulator. */
import type { ComWiring } from './parts/panel.ts';

export interface Board {
  name: string;
  title: string;
  secrecy: 'ring' | 'pass' | 'pods';
  seats: { least: number; most: number };
  knobs: {
    detents: number;
    detents_per_cycle: 1 | 2;
    rest: 'high' | 'low';
    reverse: boolean;
    pins?: { a: number; b: number; push: number }[];
    chain?: {
      clock: number;
      load: number;
      data: number;
      registers: number;
      count: number;
      first_bit: number;
      proof: { first_bit: number; levels: number[] };
    };
  };
  ring?: { positions: number; numbers: number };
  buses: BoardBus[];
  cable?: { series_ohm?: number } | null;
  screens: BoardScreen[];
  buzzer?: { pin: number };
  led?: { pin: number };
}

export interface BoardBus {
  id: 0 | 1;
  sda: number;
  scl: number;
  hz: number;
  pull_up_ohm?: number;
  mux?: { address: number; reset: number; pull_up_ohm?: number; channel_pull_up_ohm?: number }[];
}

export type ScreenDriver = 'ssd1306' | 'sh1106' | 'ssd1309';

export interface BoardScreen {
  for: 'shared' | 'seat';
  /** Counted from 1. */
  seat?: number;
  bus: number;
  mux?: number;
  channel?: number;
  address: number;
  size: '128x64' | '128x32';
  driver?: ScreenDriver;
  com_pins?: ComWiring | null;
  pull_up_ohm?: number;
}

/** Seats are letters wherever people read them, so that a number always means a card. */
export function seatLetter(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

export function knobCount(board: Board): number {
  return board.knobs.pins?.length ?? board.knobs.chain?.count ?? 0;
}
