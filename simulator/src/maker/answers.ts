/** The answers of the Rust code for board files, as `maker/src` writes them. */
import type { Board } from '../board-file.ts';

export interface Mistake {
  key: string;
  reason: string;
}

/** The pins that a key can name. */
export interface Pins {
  key: string;
  free: number[];
  /** `taken_by` is the key that uses the pin, if that is the reason. */
  refused: { pin: number; reason: string; taken_by: string | null }[];
}

export interface Part {
  group: string;
  count: number;
  name: string;
  alternative: string;
  place: string;
  price: string;
}

export interface Route {
  title: string;
  joints: number;
  wires: number;
  hours: number;
  about_euros: number;
  parts: Part[];
}

export interface Limit {
  name: string;
  takes_ma: number;
  most_ma: number;
}

export interface Made {
  board: Board;
  block: number[];
  sheets: string[];
  routes: Route[];
  power: { loads: [string, number][]; regulator: Limit; pico_ma: number; supply: Limit };
  buses: {
    name: string;
    sink_ma: number;
    most_sink_ma: number;
    rise_ns: number;
    most_rise_ns: number;
    drive_ma: number;
  }[];
}

export interface Review {
  toml: string;
  mistakes: Mistake[];
  pins: Pins[] | null;
  made: Made | null;
}

export interface Sheet {
  name: string;
  svg: string;
}

/** One key of a board file. */
export interface Key {
  name: string;
  meaning: string;
  type: string;
  words: string[];
  least: number;
  most: number;
  hex: boolean;
  list: boolean;
  optional: boolean;
  default: string | null;
  table: KeyTable | null;
}

export interface KeyTable {
  about: string;
  keys: Key[];
}

export interface Keys {
  file: KeyTable;
  /** Which pin comes out at which hole of the Pico's edge. */
  holes: { hole: number; pin: number }[];
  /** The pin of the Pico's own LED, which does not come out at the edge. */
  led: number;
}

export type Opened = { board: Board } | { mistakes: Mistake[] };
