/** Draws the scoreboard from what the device has told: a lane for each seat, and beside them what happens now. */
import type { Game } from '../usb/game.ts';
import type { RoundLine } from '../usb/lines.ts';
import { fill, type Words, wordsOf } from './words.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** A shape for each seat beside its letter, in a box of 20. */
const SHAPES = [
  'M10 1a9 9 0 1 0 .01 0z',
  'M2 2h16v16H2z',
  'M10 1l9 17H1z',
  'M10 0l10 10-10 10L0 10z',
  'M10 0l3 7 7 .5-5.500 4.500 2 7.500L10 15l-6.500 4.500 2-7.500L0 7.500 7 7z',
  'M7 1h6v6h6v6h-6v6H7v-6H1V7h6z',
  'M10 1l9.500 7-3.600 11H4.100L.5 8z',
  'M5 1h10l5 9-5 9H5L0 10z',
  'M1 2h18l-9 17z',
  'M2 18V2a16 16 0 0 1 16 16z',
  'M4 1l6 6 6-6 3 3-6 6 6 6-3 3-6-6-6 6-3-3 6-6-6-6z',
  'M10 19L1.500 10.500a5 5 0 0 1 8.500-7 5 5 0 0 1 8.500 7z',
];
const RABBIT =
  'M20 34c-7 0-11-4-11-9 0-4 3-7 5-8C11 12 10 4 13 3c3-1 5 6 6 12h2c1-6 3-13 6-12 3 1 2 9-1 14 2 1 5 4 5 8 0 5-4 9-11 9z';
/** Length of the printed track, for games that do not end at a goal. */
const TRACK = 30;

export type Names = Record<string, string>;

function made<K extends keyof HTMLElementTagNameMap>(tag: K, name: string, text = ''): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}

function drawn(path: string, size: number, name: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.setAttribute('class', name);
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS(SVG, 'path');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

const seatNumber = (letter: string) => letter.charCodeAt(0) - 'A'.charCodeAt(0);

/** A seat's shape with its letter in it. */
function badge(letter: string): HTMLElement {
  const element = made('span', 'emblem');
  element.append(drawn(SHAPES[seatNumber(letter) % SHAPES.length], 20, 'shape'), made('b', '', letter));
  return element;
}

export class View {
  private readonly lanes = new Map<string, HTMLElement>();
  private readonly head: HTMLElement;
  private readonly track: HTMLElement;
  private readonly side: HTMLElement;
  /** Number of the round whose story card is shown. It is shown late, since people look at the votes first. */
  storyShown = 0;

  constructor(root: HTMLElement) {
    root.replaceChildren();
    this.head = made('div', 'head');
    this.track = made('div', 'track');
    this.side = made('div', 'side');
    const body = made('div', 'body');
    body.append(this.track, this.side);
    root.append(this.head, body);
  }

  show(game: Game, names: Names): void {
    const words = wordsOf(game.language);
    const name = (letter: string) => names[letter[0]] || letter;
    document.documentElement.lang = game.language;
    const { table } = game;
    if (!table) return;
    document.body.dataset['phase'] = table.phase;
    const goal = game.game?.ends === 'goal' ? game.game.goal : TRACK;
    this.showHead(game, words, name);
    this.showLanes(game, words, name, goal);
    this.side.replaceChildren(...this.sideOf(game, words, name));
  }

  private showHead(game: Game, words: Words, name: (letter: string) => string): void {
    const { table, notice } = game;
    if (!table) return;
    const teller = name(table.storyteller);
    const said = {
      lobby: words.lobby,
      clue: fill(words.clue, teller),
      vote: words.vote,
      reveal: words.reveal,
      owners: fill(words.owners, table.asks ?? ''),
      points: words.points,
      over: fill(words.over, Array.from(game.over?.winners ?? '', name).join(' + ')),
    }[table.phase];
    const playing = table.phase !== 'lobby' && table.phase !== 'over';
    const round = made('span', 'round', playing ? fill(words.round, table.round) : '');
    const tells = made('span', 'tells');
    if (playing) tells.append(badge(table.storyteller[0]), fill(words.tells, teller));
    const sentence = made('h1', 'said', said);
    sentence.setAttribute('aria-live', 'polite');
    this.head.replaceChildren(round, sentence, tells);
    if (notice) this.head.append(made('p', 'notice', notice));
  }

  private showLanes(game: Game, words: Words, name: (letter: string) => string, goal: number): void {
    const { table } = game;
    if (!table) return;
    const seats = Array.from(table.seats);
    this.track.style.setProperty('--lanes', String(Math.max(4, seats.length)));
    for (const [letter, lane] of this.lanes) {
      if (seats.includes(letter)) continue;
      lane.remove();
      this.lanes.delete(letter);
    }
    for (const letter of seats) {
      const lane = this.lanes.get(letter) ?? this.makeLane(letter);
      this.track.append(lane);
      const score = table.scores[letter] ?? 0;
      const locked = table.phase === 'vote' && table.locked.includes(letter);
      lane.style.setProperty('--at', String(Math.min(1, score / goal)));
      lane.classList.toggle('tells', table.phase !== 'lobby' && table.storyteller.startsWith(letter));
      lane.classList.toggle('locked', locked);
      lane.classList.toggle('out', table.phase !== 'lobby' && !table.playing.includes(letter));
      lane.classList.toggle('won', game.over?.winners.includes(letter) ?? false);
      const put = (part: string, text: string) => {
        const found = lane.querySelector(`.${part}`);
        if (found) found.textContent = text;
      };
      put('name', name(letter) === letter ? '' : name(letter));
      put('score', table.phase === 'lobby' ? '' : String(score));
      put('state', locked ? `✓ ${words.ready}` : this.gained(game.current, letter, table.phase, words));
    }
    this.track.dataset['goal'] = fill(words.goal, goal);
  }

  private gained(round: RoundLine | undefined, letter: string, phase: string, words: Words): string {
    const reasons = phase === 'points' ? round?.points?.[letter] : undefined;
    if (!reasons) return '';
    return Object.entries(reasons)
      .map(([reason, points]) => `+${points} ${words.reasons[reason] ?? reason}`)
      .join(' · ');
  }

  private makeLane(letter: string): HTMLElement {
    const lane = made('div', 'lane');
    lane.dataset['seat'] = letter;
    const way = made('div', 'way');
    way.append(drawn(RABBIT, 40, 'rabbit'));
    const who = made('div', 'who');
    who.append(badge(letter), made('span', 'name'));
    lane.append(who, way, made('span', 'score'), made('span', 'state'));
    this.lanes.set(letter, lane);
    return lane;
  }

  private sideOf(game: Game, words: Words, name: (letter: string) => string): HTMLElement[] {
    const { table, current, over } = game;
    if (over) return [this.awards(over.awards, words, name), this.curves(game, words)];
    if (table && current && ['reveal', 'owners', 'points'].includes(table.phase))
      return this.cards(game, current, words);
    if (table?.phase === 'vote' || table?.phase === 'clue') {
      const cards = made('div', 'cards');
      for (let card = 1; card <= table.cards; card++) {
        const tile = made('div', 'card');
        tile.append(made('b', 'number', String(card)));
        cards.append(tile);
      }
      return [cards];
    }
    return [];
  }

  private cards(game: Game, round: RoundLine, words: Words): HTMLElement[] {
    const cards = made('div', 'cards');
    const shown = round.points !== null || this.storyShown >= round.number;
    for (let card = 1; card <= round.cards; card++) {
      const tile = made('div', 'card');
      const isStory = shown && round.story_card === card;
      tile.classList.toggle('story', isStory);
      tile.classList.toggle('asked', game.table?.asks === card);
      tile.append(made('b', 'number', isStory ? `★ ${card}` : String(card)));
      const owner = round.owners[card];
      if (owner && (shown || round.story_card !== card)) {
        const whose = made('span', 'owner');
        whose.append(badge(owner));
        tile.append(whose);
      }
      if (round.red === card) tile.append(made('span', 'red', '⊗'));
      const voters = made('div', 'voters');
      for (const [seat, votes] of Object.entries(round.votes)) if (votes.includes(card)) voters.append(badge(seat));
      tile.append(voters);
      cards.append(tile);
    }
    const verdict = shown && round.verdict ? words.verdict[round.verdict] : '';
    const legend = shown && round.story_card ? `★ ${words.story}` : '';
    return [made('p', 'verdict', verdict), cards, made('p', 'legend', legend)];
  }

  private awards(
    awards: Record<string, { seats: string; count: number }>,
    words: Words,
    name: (letter: string) => string,
  ): HTMLElement {
    const list = made('ul', 'awards');
    for (const [award, { seats, count }] of Object.entries(awards)) {
      const item = made('li', '');
      const who = made('span', 'winners');
      for (const seat of seats) who.append(badge(seat), made('span', '', name(seat) === seat ? '' : name(seat)));
      item.append(made('b', '', words.awards[award] ?? award), who, made('span', 'count', String(count)));
      list.append(item);
    }
    return list;
  }

  /** Everyone's points over the rounds; each line ends in the letter of its seat. */
  private curves(game: Game, words: Words): HTMLElement {
    const box = made('figure', 'curves');
    box.append(made('figcaption', '', words.curves));
    const seats = Array.from(game.table?.seats ?? '');
    const all = seats.map((seat) => game.curve(seat));
    const [rounds, most] = [Math.max(2, ...all.map((one) => one.length)) - 1, Math.max(1, ...all.flat())];
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '-2 -4 118 68');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', words.curves);
    // Lines that end at the same height have their letters side by side.
    const ends = new Map<number, number>();
    all.forEach((curve, index) => {
      const point = (points: number, round: number) => [(100 * round) / rounds, 60 - (60 * points) / most];
      const line = document.createElementNS(SVG, 'polyline');
      line.setAttribute('points', curve.map((points, round) => point(points, round).join(',')).join(' '));
      line.setAttribute('class', `dash${index % 4}`);
      const [x, y] = point(curve.at(-1) ?? 0, curve.length - 1);
      const slot = Math.round(y / 4);
      const beside = ends.get(slot) ?? 0;
      ends.set(slot, beside + 1);
      const text = document.createElementNS(SVG, 'text');
      text.setAttribute('x', String(x + 1.5 + 4 * beside));
      text.setAttribute('y', String(y + 1.6));
      text.textContent = seats[index];
      svg.append(line, text);
    });
    box.append(svg);
    return box;
  }
}
