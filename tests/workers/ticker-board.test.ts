// The board of tickers: fields that changed, and snapshots, which are all that the exchange knows.
import { describe, expect, it } from 'vitest';
import { TICKER_FIELD as F } from '../../core/worker-protocol/worker-protocol.ts';
import { Rows } from '../../workers/decode/rows.ts';
import { TickerBoard } from '../../workers/tickers/ticker-board.ts';

type Fields = Partial<Record<keyof typeof F, number>> & { id: number };

function rowsOf(...tickers: Fields[]): Rows {
  const rows = new Rows(F.size);
  for (const ticker of tickers) {
    const at = rows.add();
    rows.data.fill(NaN, at, at + F.size);
    for (const [name, value] of Object.entries(ticker)) rows.data[at + F[name as keyof typeof F]] = value;
  }
  return rows;
}

describe('TickerBoard', () => {
  it('a change leaves the fields that it does not have', () => {
    const board = new TickerBoard();
    board.apply(rowsOf({ id: 2, last: 100, bid: 99, ask: 101 }), true);
    board.apply(rowsOf({ id: 2, last: 102 }));
    expect([F.last, F.bid, F.ask].map((field) => board.valueOf(2, field))).toEqual([102, 99, 101]);
  });

  it('a snapshot clears the side of a book that became empty, and the market that it does not have', () => {
    const board = new TickerBoard();
    board.apply(rowsOf({ id: 2, last: 100, bid: 99, ask: 101 }, { id: 3, last: 7 }), true);
    const { version } = board;
    board.apply(rowsOf({ id: 2, last: 100, bid: 99 }), true);
    expect([F.id, F.last, F.bid, F.ask].map((field) => board.valueOf(2, field))).toEqual([2, 100, 99, NaN]);
    expect([F.id, F.last].map((field) => board.valueOf(3, field))).toEqual([3, NaN]);
    expect(board.changed.every((at) => at > version)).toBe(true);
  });

  it('an equal snapshot changes nothing', () => {
    const board = new TickerBoard();
    board.apply(rowsOf({ id: 2, last: 100 }, { id: 3, last: 7 }), true);
    board.apply(rowsOf({ id: 2, last: 100 }), true);
    const { version } = board;
    board.apply(rowsOf({ id: 2, last: 100 }), true);
    expect(board.version).toBe(version);
  });
});
