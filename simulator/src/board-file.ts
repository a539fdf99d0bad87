/**
 * A board as JSON, key by key as in its file. Generated from the Rust declarations of the keys; after a change there
 * run `UPDATE_TYPES=1 cargo test --test boards typescript`.
 */

export interface Board {
  name: string;
  title: string;
  voting: 'ring' | 'pass' | 'pods';
  pico: 'pico' | 'pico-w';
  flash: number;
  seats: BoardSeats;
  knobs: BoardKnobs;
  ring?: BoardRing;
  buses: BoardBus[];
  screens: BoardScreen[];
  buzzer?: BoardBuzzer;
  led?: BoardLed;
  power: BoardPower;
  battery: boolean;
  cable?: BoardCable;
  leads?: BoardLeads;
  body: BoardBody;
}

export interface BoardSeats {
  least: number;
  most: number;
}

export interface BoardKnobs {
  detents: number;
  detents_per_cycle: number;
  rest: 'high' | 'low';
  reverse: boolean;
  pins?: BoardKnobPins[];
  chain?: BoardChain;
}

export interface BoardKnobPins {
  a: number;
  b: number;
  push: number;
}

export interface BoardChain {
  clock: number;
  load: number;
  data: number;
  registers: number;
  count: number;
  first_bit: number;
  pull_up_ohm: number;
  series_ohm: number;
  proof: BoardProof;
}

export interface BoardProof {
  first_bit: number;
  levels: number[];
}

export interface BoardRing {
  positions: number;
  numbers: number;
}

export interface BoardBus {
  id: number;
  sda: number;
  scl: number;
  hz: number;
  pull_up_ohm: number;
  mux: BoardMux[];
}

export interface BoardMux {
  address: number;
  reset: number;
  pull_up_ohm: number;
  channel_pull_up_ohm: number;
}

export interface BoardScreen {
  for: 'shared' | 'seat';
  seat?: number;
  bus: number;
  mux?: number;
  channel?: number;
  address: number;
  size: '128x64' | '128x32';
  controller: 'ssd1306' | 'sh1106' | 'ssd1309';
  com_pins?: 'alternative' | 'sequential';
  pull_up_ohm: number;
  copies: number;
  current_ma?: number;
}

export interface BoardBuzzer {
  pin: number;
  kind: 'piezo' | 'magnetic';
  series_ohm: number;
  transistor: boolean;
}

export interface BoardLed {
  pin: number;
}

export interface BoardPower {
  supply: 'usb-port' | 'usb-charger';
  regulator: 'pico' | 'mcp1826s' | 'ld1117v33' | 'ams1117';
}

export interface BoardCable {
  kind: 'patch' | 'shielded' | 'ribbon';
  centimetres: number;
  series_ohm: number;
}

export interface BoardLeads {
  centimetres: number;
  series_ohm: number;
  pull_up_ohm: number;
}

export interface BoardBody {
  table_length: number;
  table_width: number;
  slope: number;
  hood: number;
}
