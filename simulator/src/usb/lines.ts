/** The lines that a device sends over USB, as `docs/usb.md` has them, and how bytes become lines. */

/** A seat's letter. */
export type Letter = string;
export type PerSeat<T> = Record<Letter, T>;

export interface Hello {
  protocol: number;
  version: string;
  chip: string;
  board: string;
  serial: string;
  seats: number;
  language: string;
}
export interface GameLine {
  ruleset: string;
  seats: string;
  first_round: number;
  ends: 'goal' | 'laps' | 'never';
  goal: number;
}
export interface TableLine {
  phase: 'lobby' | 'clue' | 'vote' | 'reveal' | 'owners' | 'points' | 'over';
  ruleset: string;
  round: number;
  storyteller: string;
  seats: string;
  playing: string;
  locked: string;
  cards: number;
  asks: number | null;
  scores: PerSeat<number>;
}
export interface RoundLine {
  number: number;
  storyteller: string;
  seats: string;
  cards: number;
  story_card: number | null;
  red: number | null;
  votes: PerSeat<number[]>;
  owners: Record<string, Letter>;
  verdict: 'some' | 'everyone' | 'no-one' | null;
  points: PerSeat<Record<string, number>> | null;
  before: PerSeat<number> | null;
  totals: PerSeat<number> | null;
}
export interface OverLine {
  winners: string;
  rounds: number;
  scores: PerSeat<number>;
  awards: Record<string, { seats: string; count: number }>;
}
/** What is expected on a bus, or behind a channel of a mux, and the addresses that answer with what they return. */
export interface BusLine {
  bus: number;
  mux: number | null;
  channel: number | null;
  expected: Record<string, number>;
  answers: [address: number, status: number | null][];
  held: boolean;
}
/** Levels and counts of contacts A, B and push. There are no counts unless counting was requested. */
export interface ContactsOfKnob {
  levels: string;
  changes?: number[];
  bounces?: number[];
}
/** A line for builders: one of these keys, or none at the end. */
export interface BenchLine {
  bus?: BusLine;
  contacts?: PerSeat<ContactsOfKnob>;
  chain?: { bits: string; proof: string; whole: boolean };
  flash?: { jedec: string | null; page_us: number | null; erase_us: number | null };
  cache?: { hits: number; misses: number; us: number } | null;
  oscillator?: string;
  run?: {
    seconds: number;
    reset: 'power' | 'restart' | 'watchdog' | 'copied';
    crash: string | null;
    stack: number;
    overruns: number;
  };
}
export interface Line {
  hello?: Hello;
  settings?: { language: string };
  game?: GameLine;
  table?: TableLine;
  round?: RoundLine;
  over?: OverLine;
  notice?: string;
  bench?: BenchLine | 'done';
  dropped?: number;
  error?: string;
}

/** The protocol that this page understands. */
export const PROTOCOL = 1;

/** Splits bytes into lines. Drops what is not a JSON object, such as a line cut off by unplugging. */
export class LineReader {
  private begun = '';
  private readonly decoder = new TextDecoder();

  take(bytes: Uint8Array): Line[] {
    const lines = (this.begun + this.decoder.decode(bytes, { stream: true })).split('\n');
    this.begun = lines.pop() ?? '';
    return lines.flatMap((line) => {
      try {
        const read: unknown = JSON.parse(line);
        return typeof read === 'object' && read !== null ? [read] : [];
      } catch {
        return [];
      }
    });
  }
}
