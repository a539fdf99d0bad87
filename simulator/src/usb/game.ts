/** A game as a device has told it: what the scoreboard shows, and what is saved as a file. */
import type { GameLine, Hello, Line, OverLine, RoundLine, TableLine } from './lines.ts';

/** Reasons for points, in the order of the columns. */
export const REASONS = [
  'told',
  'found',
  'everyone-found',
  'no-one-found',
  'votes',
  'lone-vote',
  'crowd',
  'under-red',
  'alone',
] as const;

export class Game {
  hello: Hello | null = null;
  language = 'en';
  game: GameLine | null = null;
  rounds: RoundLine[] = [];
  table: TableLine | null = null;
  over: OverLine | null = null;
  notice = '';

  /** Takes a line. Returns true if the game must be requested again. */
  take(line: Line): boolean {
    if (line.hello) {
      this.hello = line.hello;
      this.language = line.hello.language;
    }
    if (line.settings) this.language = line.settings.language;
    if (line.game) {
      const { first_round } = line.game;
      // The device forgets the beginning of a long game; keep the rounds that it reported earlier.
      this.rounds = first_round > 1 ? this.rounds.filter(({ number }) => number < first_round) : [];
      this.game = line.game;
      this.over = null;
    }
    if (line.round) {
      const { number } = line.round;
      this.rounds = [...this.rounds.filter((known) => known.number !== number), line.round];
    }
    if (line.table) {
      this.table = line.table;
      if (line.table.phase !== 'over') this.over = null;
    }
    if (line.over) this.over = line.over;
    if (line.notice !== undefined) this.notice = line.notice;
    return line.dropped !== undefined;
  }

  /** The round that is being revealed or counted. */
  get current(): RoundLine | undefined {
    return this.rounds.find(({ number }) => number === this.table?.round);
  }

  /** A seat's total after each scored round. */
  curve(seat: string): number[] {
    const scored = this.rounds.filter(({ totals }) => totals !== null);
    return [0, ...scored.map(({ totals }) => totals?.[seat] ?? NaN).filter((total) => !Number.isNaN(total))];
  }

  json(names: Record<string, string>): string {
    const { hello, game, rounds, table, over } = this;
    return `${JSON.stringify({ device: hello, game, names, rounds, scores: table?.scores ?? {}, over }, null, 2)}\n`;
  }

  /** One row for each seat of each round; `docs/usb.md` has the columns. */
  csv(names: Record<string, string>): string {
    const head = [
      'round',
      'seat',
      'name',
      'tells',
      'story_card',
      'verdict',
      'vote_1',
      'vote_2',
      'red_card',
      'cards_owned',
      ...REASONS.map((reason) => reason.replaceAll('-', '_')),
      'gained',
      'before',
      'total',
    ];
    const rows = this.rounds.flatMap((round) =>
      Array.from(round.seats).map((seat) => {
        const owned = Object.entries(round.owners).filter(([, owner]) => owner === seat);
        const points = round.points?.[seat];
        const gained = points && Object.values(points).reduce((sum, one) => sum + one, 0);
        return [
          round.number,
          seat,
          names[seat] ?? '',
          round.storyteller.startsWith(seat) ? 1 : 0,
          round.story_card,
          round.verdict,
          round.votes[seat]?.[0],
          round.votes[seat]?.[1],
          round.red,
          owned.map(([card]) => card).join(' '),
          ...REASONS.map((reason) => points?.[reason]),
          gained,
          round.before?.[seat],
          round.totals?.[seat],
        ];
      }),
    );
    return [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
  }
}

function cell(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value);
  // A spreadsheet would take a name that begins like this for a formula.
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
