// Practice orders meet the recording by price and time; a naive twin has the same fills after every event.
import { describe, expect, it } from 'vitest';
import { ASK, BID } from '../../../core/feed/checksum.ts';
import { type OwnFill, PracticeBook } from '../../../workers/practice/practice-book.ts';
import { seedOf, seeded } from '../../support/data/seeded-random.ts';
import { PracticeTwin } from './practice-twin.ts';

/** `PRACTICE_EVENTS=200000` is the full length. */
const EVENTS = Number(process.env['PRACTICE_EVENTS'] ?? 1_500);

interface Run {
  book: PracticeBook;
  fills: OwnFill[];
  bids: Map<number, number>;
  asks: Map<number, number>;
}

function practice(bids: [number, number][], asks: [number, number][], isOrdered = true): Run {
  const run = { fills: [] as OwnFill[], bids: new Map(bids), asks: new Map(asks) };
  return { ...run, book: new PracticeBook(run, isOrdered, (fill) => run.fills.push(fill)) };
}

const buy = (priceTicks: number, lots: number) => ({ side: 'buy', priceTicks, lots }) as const;
const sell = (priceTicks: number, lots: number) => ({ side: 'sell', priceTicks, lots }) as const;

describe('a market order of a practice', () => {
  it('walks the recorded book, best price first, and what is left ends without liquidity', () => {
    const { book, fills } = practice(
      [],
      [
        [102, 5],
        [101, 3],
      ],
    );
    expect(book.place(buy(0, 10))).toEqual({ filledLots: 8, restingId: 0, stop: 'no_liquidity' });
    expect(fills).toEqual([
      { side: 'buy', priceTicks: 101, lots: 3, isMaker: false },
      { side: 'buy', priceTicks: 102, lots: 5, isMaker: false },
    ]);
  });

  it('does not take the same lots twice before the recording changes their level', () => {
    const { book, asks } = practice([], [[101, 3]]);
    expect(book.place(buy(0, 2)).filledLots).toBe(2);
    expect(book.place(buy(0, 2)).filledLots).toBe(1);
    asks.set(101, 4);
    book.onLevel(ASK, 101, 4);
    expect(book.place(buy(0, 9)).filledLots).toBe(4);
  });

  it('never changes the recorded book', () => {
    const { book, asks } = practice([], [[101, 3]]);
    book.place(buy(0, 2));
    expect([...asks]).toEqual([[101, 3]]);
  });
});

describe('a limit order of a practice', () => {
  it('fills what crosses as taker, and rests with the rest', () => {
    const { book, fills } = practice(
      [],
      [
        [101, 3],
        [103, 9],
      ],
    );
    expect(book.place(buy(102, 5))).toMatchObject({ filledLots: 3, stop: null });
    expect(book.orders).toMatchObject([{ priceTicks: 102, lots: 5, dealLots: 3, aheadLots: 0 }]);
    book.onTrade(102, 1);
    expect(fills.at(-1)).toEqual({ side: 'buy', priceTicks: 102, lots: 1, isMaker: true });
  });

  it('waits for the lots that were there before it, and fills no more than was traded', () => {
    const { book, fills } = practice([[100, 7]], [[101, 3]]);
    book.place(buy(100, 5));
    book.onTrade(101, 50);
    book.onTrade(100, 7);
    expect([fills, book.orders[0]!.aheadLots]).toEqual([[], 0]);
    book.onTrade(100, 2);
    expect(fills).toEqual([{ side: 'buy', priceTicks: 100, lots: 2, isMaker: true }]);
    book.onTrade(99, 50);
    expect(fills.at(-1)).toEqual({ side: 'buy', priceTicks: 100, lots: 3, isMaker: true });
    expect(book.size).toBe(0);
  });

  it('is filled at its own price by a trade through it, though lots were before it', () => {
    const { book, fills } = practice([], [[105, 70]]);
    book.place(sell(105, 5));
    book.onTrade(106, 4);
    expect(fills).toEqual([{ side: 'sell', priceTicks: 105, lots: 4, isMaker: true }]);
  });

  it('moves forward when fewer lots are recorded than were before it, of the newest ones first', () => {
    const { book, bids } = practice([[100, 10]], []);
    book.place(buy(100, 1));
    bids.set(100, 16);
    book.onLevel(BID, 100, 16);
    book.place(buy(100, 1));
    expect(book.orders.map(({ aheadLots }) => aheadLots)).toEqual([10, 16]);
    bids.set(100, 12);
    book.onLevel(BID, 100, 12);
    expect(book.orders.map(({ aheadLots }) => aheadLots)).toEqual([10, 12]);
    book.onLevel(BID, 100, 4);
    expect(book.orders.map(({ aheadLots }) => aheadLots)).toEqual([4, 4]);
  });

  it('does not move forward by levels where trades are not recorded before them', () => {
    const { book } = practice([[100, 10]], [], false);
    book.place(buy(100, 1));
    book.onLevel(BID, 100, 2);
    expect(book.orders[0]!.aheadLots).toBe(10);
  });

  it('ends at an own order on the other side (M9)', () => {
    const { book, fills } = practice([], [[101, 2]]);
    book.place(sell(101, 4));
    expect(book.place(buy(101, 5))).toEqual({ filledLots: 2, restingId: 0, stop: 'self_trade' });
    expect(fills).toHaveLength(1);
    expect(book.size).toBe(1);
  });

  it('is cancelled when the recorded book is another one', () => {
    const { book, fills } = practice([[100, 1]], []);
    book.place(buy(100, 1));
    book.onBook();
    book.onTrade(99, 100);
    expect([book.size, fills.length]).toEqual([0, 0]);
  });
});

it(`has the fills and queues of a naive twin after each of ${EVENTS} events`, () => {
  const seed = seedOf('practice book');
  const random = seeded(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const { book, fills, bids, asks } = practice([], []);
  const twin = new PracticeTwin();
  let taken = 0;
  let filled = 0;
  for (let at = 0; at < EVENTS; at++) {
    const what = random();
    const side = random() < 0.5 ? 'buy' : 'sell';
    const price = 95 + below(11);
    if (what < 0.35) {
      const isBid = price < 100;
      const lots = random() < 0.3 ? 0 : below(8);
      const levels = isBid ? bids : asks;
      if (lots > 0) levels.set(price, lots);
      else levels.delete(price);
      book.onLevel(isBid ? BID : ASK, price, lots);
      twin.onLevel(isBid ? 'buy' : 'sell', price, lots);
    } else if (what < 0.65) {
      const lots = 1 + below(6);
      book.onTrade(price, lots);
      twin.onTrade(price, lots);
    } else if (what < 0.92) {
      const limit = random() < 0.2 ? 0 : price;
      const lots = 1 + below(6);
      const { filledLots, stop } = book.place({ side, priceTicks: limit, lots });
      expect({ filled: filledLots, stop }, `event ${at}`).toEqual(twin.place(side, limit, lots));
      taken += filledLots;
    } else {
      const id = book.orders[below(Math.max(1, book.size))]?.id ?? 0;
      book.cancel(id);
      twin.cancel(id);
    }
    const orders = book.orders.map(({ id, priceTicks, lots, dealLots, aheadLots }) => ({
      id,
      priceTicks,
      open: lots - dealLots,
      aheadLots,
    }));
    expect(orders, `event ${at}`).toEqual(twin.orders);
    filled += fills.length;
    expect(joined(fills.splice(0)), `event ${at}`).toEqual(twin.fills.splice(0));
  }
  expect(Math.min(taken, filled)).toBeGreaterThan(EVENTS / 50);
});

/** Fills of one price in a row as one. */
function joined(fills: readonly OwnFill[]): OwnFill[] {
  const found: OwnFill[] = [];
  for (const fill of fills) {
    const last = found.at(-1);
    if (last && last.side === fill.side && last.priceTicks === fill.priceTicks && last.isMaker === fill.isMaker)
      last.lots += fill.lots;
    else found.push({ ...fill });
  }
  return found;
}
