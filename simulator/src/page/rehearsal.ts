/** Plays the first round once, invisibly, so that the guide knows the text of the shared screen at each step. */
import type { Board } from '../board.ts';
import { countLit, firstRound, type Player } from '../demo.ts';
import type { Action } from '../hands.ts';
import { Table } from '../table.ts';
import { read } from './reader.ts';
import { sign } from './sign.ts';

const MS = 1_000_000;
const START_MS = 800;
/** Longer than drawing any picture takes, shorter than the countdown after a vote. */
const DRAWN_MS = 700;
const BETWEEN_MS = 220;
const HOLD_MS = 1150;
const LOOK_MS = 400;

/** Returns the texts that the shared screen shows during each step and after the last, in the short form of `sign`. */
export async function rehearse(board: Board, elf: Uint8Array, block: Uint8Array): Promise<string[][]> {
  const table = new Table({ board, elf, block, seed: 1 });
  for (const bus of table.buses) bus.recording = false;
  const shared = table.screens[board.screens.findIndex((screen) => screen.for === 'shared')];
  let [seen, text] = [-1, ''];
  const look = () => {
    if (seen !== shared.revision) [seen, text] = [shared.revision, sign(read(shared.pixels()))];
    return text;
  };
  let heard: string[] = [];
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= LOOK_MS) {
      table.run(Math.min(left, LOOK_MS) * MS);
      heard.push(look());
    }
  };
  const act = (action: Action) => {
    table.act([action]);
    return pass(BETWEEN_MS);
  };
  const player: Player = {
    wait: pass,
    look: async () => {},
    turn: (knob, by) => act({ turn: { knob, by } }),
    press: (knob) => act({ press: { knob } }),
    hold: (knob) => act({ hold: { knob, ms: HOLD_MS } }),
    lit: async (screen) => countLit(table.screens[screen].pixels()),
    pointer: async (knob) => table.hands.pointers[knob],
  };
  table.run(START_MS * MS);
  let begin = look();
  const signs: string[][] = [];
  for (const step of firstRound(board)) {
    heard = [];
    await step.do(player);
    table.run(DRAWN_MS * MS);
    const end = look();
    // The last text of a step is also the first of the next.
    signs.push([begin, ...heard.filter((one) => one !== end)]);
    begin = end;
  }
  return [...signs, [begin]];
}
