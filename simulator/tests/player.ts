/** A player at the bare emulated table, without a page. */
import { countLit, type Player } from '../src/demo.ts';
import type { Table } from '../src/table.ts';

const MS = 1e6;
const HOLD_MS = 1150;
const SETTLE_MS = 220;

export function bare(table: Table): Player {
  const wait = async (ms: number) => table.run(ms * MS);
  return {
    wait,
    look: async () => {},
    pointer: async (knob) => table.hands.pointers[knob],
    lit: async (screen) => countLit(table.screens[screen].pixels()),
    turn: async (knob, by) => {
      table.act([{ turn: { knob, by } }]);
      await wait(SETTLE_MS);
    },
    press: async (knob) => {
      table.act([{ press: { knob } }]);
      await wait(SETTLE_MS);
    },
    hold: async (knob) => {
      table.act([{ hold: { knob, ms: HOLD_MS } }]);
      await wait(SETTLE_MS);
    },
  };
}
