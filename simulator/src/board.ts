/** A board, and questions about it that are asked everywhere. */
import type { Board } from './board-file.ts';

export type { Board, BoardBus, BoardScreen } from './board-file.ts';

/** Seats are letters in all texts, so that a number always means a card. */
export function seatLetter(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

export function knobCount(board: Board): number {
  return board.knobs.pins?.length ?? board.knobs.chain?.count ?? 0;
}
