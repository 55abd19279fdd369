// The book that tiles are made from is the sorted one after any changes; trades of coarser levels are those counted.
import { describe, expect, it } from 'vitest';
import { ChangedBook } from '../../../server/archive/tiles/changed-book.ts';
import { coarserTrades, tradesOf } from '../../../server/archive/tiles/trade-sums.ts';
import { type TradeSums, addTrade, encodeTrades } from '../../../server/archive/tiles/digest-piece.ts';
import { copyBook } from '../../../server/archive/book-copy.ts';
import { FullBook } from '../../../server/feed/full-book.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const SEED = 20_271;

describe('ChangedBook', () => {
  it(`has the levels of a sorted book, however often it is read (seed ${SEED})`, { timeout: 240_000 }, () => {
    const random = seeded(SEED);
    for (let round = 0; round < 40; round++) {
      const sorted = new FullBook();
      const changed = new ChangedBook();
      // Beyond whole words too; few prices, so that levels go and come again, or more than a side has room or places
      // for.
      const base = [0, 6_700_000, 2 ** 40][round % 3]!;
      const prices = [20, 1_500, 9_000][Math.floor(round / 3) % 3]!;
      for (let at = 0; at < 3_000; at++) {
        const side = random() < 0.5 ? 1 : 2;
        const price = base + Math.floor(random() * prices);
        const lots = random() < 0.4 ? 0 : 1 + Math.floor(random() * 1e9);
        sorted.set(side, price, lots);
        changed.set(side, price, lots);
        if (random() < 0.02) expect(changed.copy()).toEqual(copyBook(sorted, false));
        // A whole book in between, as it was or another one.
        if (random() < 0.005) {
          if (random() < 0.5) sorted.clear();
          const whole = copyBook(sorted, false);
          changed.replace(whole);
          expect(changed.copy()).toEqual(whole);
        }
      }
      expect(changed.copy()).toEqual(copyBook(sorted, false));
    }
  });

  it('leaves a copy as it was when it changes', () => {
    const book = new ChangedBook();
    const whole = { bids: Float64Array.of(5, 1), asks: new Float64Array(0), isLost: false };
    book.replace(whole);
    book.set(1, 5, 2);
    book.set(2, 6, 3);
    const before = book.copy();
    book.set(1, 5, 0);
    expect(whole.bids).toEqual(Float64Array.of(5, 1));
    expect(before).toEqual({ bids: Float64Array.of(5, 2), asks: Float64Array.of(6, 3), isLost: false });
    expect(book.copy().bids).toEqual(new Float64Array(0));
  });
});

describe('trades of a depth tile', () => {
  it(`are the sums of their column and level, and of coarser levels (seed ${SEED})`, () => {
    const random = seeded(SEED + 1);
    const span = { fromMs: 12_000, stepMs: 3_000, columns: 20 };
    for (let round = 0; round < 20; round++) {
      const pieces = [0, 40_000].map((startMs) => {
        const columns = new Map<number, TradeSums>();
        for (let at = 0; at < 400; at++) {
          const column = Math.floor(random() * 40);
          const sums = columns.get(column) ?? new Map();
          addTrade(sums, 1_000 + Math.floor(random() * 200), Math.floor(random() * 9), 1 + Math.floor(random() * 9));
          columns.set(column, sums);
        }
        const trades = encodeTrades(columns, [], startMs);
        const piece = {
          stepMs: 1_000,
          startMs,
          fromMs: startMs,
          toMs: startMs + 40_000,
          books: new Uint8Array(0),
          trades,
        };
        return { piece, columns };
      });
      const counted = (levelTicks: number): number[][] => {
        const sums = new Map<string, number[]>();
        for (const { piece, columns } of pieces)
          for (const [second, cells] of columns)
            for (const [price, [sold, bought]] of cells) {
              const column = Math.floor((piece.startMs + second * 1_000 - span.fromMs) / span.stepMs);
              if (column < 0 || column >= span.columns) continue;
              const level = Math.floor(price / levelTicks);
              const before = sums.get(`${column} ${level}`) ?? [column, level, 0, 0];
              sums.set(`${column} ${level}`, [column, level, before[2]! + sold, before[3]! + bought]);
            }
        return [...sums.values()].toSorted(([a, b], [c, d]) => a! - c! || b! - d!);
      };
      const rowsOf = ({ column, level, sold, bought }: ReturnType<typeof tradesOf>): number[][] =>
        Array.from(column, (at, row) => [at, level[row]!, sold[row]!, bought[row]!]);
      const fine = tradesOf(
        pieces.map(({ piece }) => piece),
        { ...span, levelTicks: 2 },
      );
      expect(rowsOf(fine)).toEqual(counted(2));
      expect(rowsOf(coarserTrades(fine, 5))).toEqual(counted(10));
      expect(rowsOf(coarserTrades(coarserTrades(fine, 5), 5))).toEqual(counted(50));
    }
  });
});
