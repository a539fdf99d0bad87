/**
 * A first round of Dixit for four, step by step: the words that the page shows beside the table, and the inputs. Guide,
 * demo and tests play this one script; each supplies its own hands.
 */
import type { Board } from './board.ts';

/** Performs the script's inputs. */
export interface Player {
  turn(knob: number, by: number): Promise<void>;
  press(knob: number): Promise<void>;
  hold(knob: number): Promise<void>;
  wait(ms: number): Promise<void>;
  /** Waits until a viewer has had time to read the picture. */
  look(): Promise<void>;
  /** Number of lit pixels on a screen. */
  lit(screen: number): Promise<number>;
  /** Position of a knob's pointer, in clicks to the right of the dot. */
  pointer(knob: number): Promise<number>;
}

export interface Step {
  title: string;
  /** The guide's text, which is true whoever tells and however they vote. */
  words: string;
  /** The text of the demo, which describes this particular round. */
  told?: string;
  /** The knobs that the step is about. */
  knobs: number[];
  /** Performs the step: one call of `hands` for each action, so that a guide can pause in between. */
  do: (hands: Player) => Promise<void>;
}

const PLAYERS = 4;
const STORYTELLER = 0;
/** Who votes for which card; the storyteller dials their own card. */
const VOTES = [2, 2, 1, 2] as const;
/** Seat B laid card 1, the only other card with a vote. */
const DECOY_OWNER = 1;
/** Time within which a screen has been drawn. */
const DRAWN_MS = 160;
const COUNTDOWN_MS = 3600;

export function firstRound(board: Board): Step[] {
  if (board.voting === 'pass') return passRound();
  return seatedRound(board);
}

const everyone = Array.from({ length: PLAYERS }, (_, knob) => knob);

function seatedRound(board: Board): Step[] {
  const { ring } = board;
  return [
    {
      title: 'Take your seats',
      words: ring
        ? 'Whoever plays turns to the dot and presses once: that seat is taken.'
        : 'Whoever plays presses the knob once: that seat is taken.',
      told: ring
        ? 'Four of us play. Each turns to the dot and presses once: that seat is taken.'
        : 'Four of us play. Each presses once: that seat is taken.',
      knobs: everyone,
      do: async (hands) => {
        for (const knob of everyone) {
          if (ring) await pointTo(hands, knob, 0, ring.positions);
          await hands.press(knob);
        }
      },
    },
    {
      title: 'Who has a clue?',
      words: 'Whoever has an idea for a clue holds the knob down for a second, and tells first.',
      told: 'Player A has an idea for a clue and holds the knob down for a second.',
      knobs: [STORYTELLER],
      do: (hands) => hands.hold(STORYTELLER),
    },
    deal(STORYTELLER),
    ...(ring ? [lookAtPointers(STORYTELLER)] : []),
    {
      title: 'The clue',
      words:
        'The storyteller says the clue aloud. Everyone gives cards; they are shuffled and laid out by number. Then the storyteller presses.',
      told: 'Player A says the clue aloud. Four cards are shuffled and laid out as 1 to 4. Then player A presses.',
      knobs: [STORYTELLER],
      do: (hands) => hands.press(STORYTELLER),
    },
    {
      title: 'Vote in secret',
      words: ring
        ? 'Everyone dials at once, each in their own window: the storyteller their own card, the others their guess. A press locks; then turn the number away.'
        : 'Everyone dials at once on their own little screen: the storyteller their own card, the others their guess. A press locks.',
      knobs: everyone,
      do: async (hands) => {
        for (const knob of everyone) {
          if (ring) await pointTo(hands, knob, VOTES[knob], ring.positions);
          else
            await dialTo(
              hands,
              knob,
              board.screens.findIndex(({ seat }) => seat === knob + 1),
              VOTES[knob],
            );
          await hands.press(knob);
          // The device asks players to turn back to the dot: a number left in the window could be seen later.
          if (ring) await pointTo(hands, knob, 0, ring.positions);
        }
      },
    },
    ...afterVote(STORYTELLER, (hands) => hands.press(DECOY_OWNER), [DECOY_OWNER]),
  ];
}

function passRound(): Step[] {
  return [
    {
      title: 'Set up',
      words:
        'The device lies on the table. Choose the game, the number of players and who tells first: turn, then press.',
      told: 'The device lies on the table. Press for Dixit, turn to four players, press, and press again: player A tells first.',
      knobs: [0],
      do: async (hands) => {
        await hands.press(0);
        await hands.wait(DRAWN_MS);
        await hands.turn(0, 1);
        await hands.press(0);
        await hands.wait(DRAWN_MS);
        await hands.press(0);
      },
    },
    deal(0),
    {
      title: 'The clue',
      words:
        'The storyteller says the clue aloud. Everyone gives cards; they are shuffled and laid out by number. Then the storyteller presses.',
      told: 'Player A says the clue aloud. Four cards are shuffled and laid out as 1 to 4. Then player A presses.',
      knobs: [0],
      do: (hands) => hands.press(0),
    },
    {
      title: 'Vote in secret',
      words:
        'The device goes round. Each player presses, dials a card where nobody else can look, and presses again: the storyteller their own card, the others their guess.',
      knobs: [0],
      do: async (hands) => {
        for (const vote of VOTES) {
          await hands.press(0);
          await hands.wait(DRAWN_MS);
          await dialTo(hands, 0, 0, vote);
          await hands.press(0);
          await hands.wait(DRAWN_MS);
        }
        await hands.press(0);
      },
    },
    ...afterVote(
      0,
      async (hands) => {
        await hands.turn(0, DECOY_OWNER + 1);
        await hands.press(0);
      },
      [0],
    ),
  ];
}

function deal(leader: number): Step {
  return {
    title: 'Deal the cards',
    words:
      'The screen says which game it is, how many play and how many cards to deal. The storyteller presses when everyone has theirs.',
    knobs: [leader],
    do: (hands) => hands.press(leader),
  };
}

function lookAtPointers(leader: number): Step {
  return {
    title: 'Every dial on the dot?',
    words:
      'Everyone looks into their window once more. Whoever sees no dot turns to it and presses. Then the storyteller presses.',
    knobs: [leader],
    do: (hands) => hands.press(leader),
  };
}

function afterVote(leader: number, claim: (hands: Player) => Promise<void>, claimants: number[]): Step[] {
  return [
    {
      title: 'Three, two, one',
      words:
        'After the last press the device counts down and shows all votes at the same instant. The storyteller presses to see which card it was.',
      knobs: [leader],
      do: async (hands) => {
        await hands.wait(COUNTDOWN_MS);
        await hands.look();
        await hands.press(leader);
        await hands.look();
      },
    },
    {
      title: 'Whose card was that?',
      words: 'The device asks for every other card that got votes. Its owner presses.',
      told: 'One more press, and the device asks for the other card that got a vote. Card 1 is player B’s, so player B presses.',
      knobs: claimants,
      do: async (hands) => {
        await hands.press(leader);
        // A press right after the question is ignored, since it was meant for the previous screen.
        await hands.wait(DRAWN_MS * 6);
        await hands.look();
        await claim(hands);
      },
    },
    {
      title: 'Points',
      words:
        'First the points for finding the card, then those for votes on your own card, then the track. A press goes on.',
      told: 'Two of three found it: 3 for them and for player A. Player B gets 1 more for the vote on card 1.',
      knobs: [leader],
      do: async (hands) => {
        await hands.wait(DRAWN_MS * 4);
        await hands.look();
        await hands.press(leader);
        await hands.wait(DRAWN_MS * 8);
        await hands.look();
        await hands.press(leader);
        await hands.wait(DRAWN_MS * 8);
        await hands.look();
      },
    },
    {
      title: 'The next round',
      words: 'One more press, and the next player tells. That is the whole game.',
      knobs: [leader],
      do: (hands) => hands.press(leader),
    },
  ];
}

/** Turns a pointer to a position on its ring, in the shorter direction. */
async function pointTo(hands: Player, knob: number, place: number, positions: number): Promise<void> {
  const away = (((place - (await hands.pointer(knob))) % positions) + positions) % positions;
  const by = away > positions / 2 ? away - positions : away;
  if (by !== 0) await hands.turn(knob, by);
}

/**
 * Dials a number from a random start. Of the digits 1 to 4, the 1 has the fewest lit pixels: one turn through all of
 * them finds it, and the others follow in order.
 */
async function dialTo(hands: Player, knob: number, screen: number, card: number): Promise<void> {
  await hands.wait(DRAWN_MS);
  const lit: number[] = [];
  for (let i = 0; i < PLAYERS; i++) {
    lit.push(await hands.lit(screen));
    await hands.turn(knob, 1);
    await hands.wait(DRAWN_MS);
  }
  const one = lit.indexOf(Math.min(...lit));
  await hands.turn(knob, (one + card - 1) % PLAYERS);
  await hands.wait(DRAWN_MS);
}

export function countLit(pixels: Uint8Array): number {
  let lit = 0;
  for (let byte of pixels) for (; byte; byte &= byte - 1) lit++;
  return lit;
}
