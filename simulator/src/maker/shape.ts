/** Changes to a board that affect several keys at once. The result is checked as usual. */
import type { Board, BoardScreen } from '../board-file.ts';
import { knobCount } from '../board.ts';

const CONTACTS = 3;
/** Screens behind one mux. */
const CHANNELS = 8;
const REGISTER_BITS = 8;
/** Minimum number of proof bits of a chain. */
const PROOFS = 2;

/** The pins at the Pico's edge, in order. */
const BROUGHT_OUT = Array.from({ length: 29 }, (_, pin) => pin).filter((pin) => pin < 23 || pin > 25);

function usedPins({ knobs, buses, buzzer, led }: Board): number[] {
  const { chain } = knobs;
  return [
    ...(knobs.pins ?? []).flatMap(({ a, b, push }) => [a, b, push]),
    ...(chain ? [chain.clock, chain.load, chain.data] : []),
    ...buses.flatMap(({ sda, scl, mux }) => [sda, scl, ...mux.map(({ reset }) => reset)]),
    ...(buzzer ? [buzzer.pin] : []),
    ...(led ? [led.pin] : []),
  ];
}

/** All pins that are not used. */
export function freePins(board: Board): number[] {
  const used = usedPins(board);
  return BROUGHT_OUT.filter((pin) => !used.includes(pin));
}

export const firstFree = (board: Board): number => freePins(board)[0] ?? 0;

export function addKnob(board: Board): boolean {
  const [a, b, push] = freePins(board);
  if (push === undefined) return false;
  (board.knobs.pins ??= []).push({ a, b, push });
  return true;
}

/** Gives every seat a knob while pins are left, and a screen if seats have screens. */
export function setSeats(board: Board, most: number): void {
  board.seats.most = most;
  board.seats.least = Math.min(board.seats.least, most);
  if (board.voting === 'pass') return;
  const { pins, chain } = board.knobs;
  if (pins) {
    pins.length = Math.min(pins.length, most);
    while (pins.length < most && addKnob(board));
  }
  if (chain) {
    chain.count = most;
    const knobBits = chain.first_bit + CONTACTS * most;
    chain.registers = Math.ceil((knobBits + PROOFS) / REGISTER_BITS);
    const left = chain.registers * REGISTER_BITS - knobBits;
    chain.proof = { first_bit: knobBits, levels: Array.from({ length: left }, (_, at) => (at + 1) % 2) };
  }
  if (board.ring) board.ring.numbers = Math.min(Math.max(most, 5), board.ring.positions - 1);
  if (board.voting === 'pods') seatScreens(board, most);
}

/** A screen for each seat, spread evenly over as few muxes as possible. */
function seatScreens(board: Board, most: number): void {
  const like = board.screens.find((screen) => screen.for === 'seat');
  const bus = board.buses.find(({ id }) => id === like?.bus);
  if (!like || !bus) return;
  const muxes = Math.ceil(most / CHANNELS);
  bus.mux.length = Math.min(bus.mux.length, muxes);
  while (bus.mux.length < muxes) {
    const address = 0x70 + bus.mux.length;
    bus.mux.push({ address, reset: firstFree(board), pull_up_ohm: 10_000, channel_pull_up_ohm: 0 });
  }
  const each = Math.ceil(most / muxes);
  const seats = Array.from({ length: most }, (_, seat): BoardScreen => ({
    ...like,
    seat: seat + 1,
    mux: Math.floor(seat / each),
    channel: seat % each,
  }));
  board.screens = [...board.screens.filter((screen) => screen.for === 'shared'), ...seats];
}

/** Changes the kind of voting: takes the wiring of a board with that kind, everything else stays. */
export function setVoting(board: Board, like: Board): Board {
  const { detents, detents_per_cycle, rest, reverse } = board.knobs;
  const shared = board.screens.find((screen) => screen.for === 'shared');
  const next = structuredClone(like);
  next.knobs = { ...next.knobs, detents, detents_per_cycle, rest, reverse };
  if (next.ring) next.ring.positions = detents;
  next.screens = next.screens.map((screen) =>
    screen.for === 'shared' && shared ? { ...screen, controller: shared.controller } : screen,
  );
  Object.assign(next, { name: board.name, title: board.title, pico: board.pico, flash: board.flash });
  next.seats.least = board.seats.least;
  const most = next.voting === 'pass' ? board.seats.most : Math.min(board.seats.most, knobCount(like));
  setSeats(next, most);
  return next;
}

/** Reads the knobs on pins of the Pico, or through shift registers. */
export function readKnobs(board: Board, how: 'pins' | 'chain'): void {
  const count = board.voting === 'pass' ? 1 : board.seats.most;
  Reflect.deleteProperty(board.knobs, how === 'pins' ? 'chain' : 'pins');
  if (how === 'pins') {
    board.knobs.pins = [];
    while (board.knobs.pins.length < count && addKnob(board));
    return;
  }
  Reflect.deleteProperty(board, 'leads');
  const [clock, load, data] = freePins(board);
  const proof = { first_bit: 0, levels: [1, 0] };
  const resistors = { pull_up_ohm: 10_000, series_ohm: 1_000 };
  board.knobs.chain = { clock, load, data, registers: 1, count, first_bit: 0, ...resistors, proof };
  if (board.voting !== 'pass') return setSeats(board, count);
  board.knobs.chain.proof = { first_bit: CONTACTS, levels: [1, 0, 1, 0, 1] };
}
