// Columns of the live book whose price goes anywhere: they have what rests near the best price, and memory has a limit.
import { expect, it } from 'vitest';
import { OrderBook } from '../../../workers/book/order-book.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { LiveTiles } from '../../../workers/depth-history/live-tiles.ts';

function bookOf(bids: [price: number, lots: number][], asks: [price: number, lots: number][]): OrderBook {
  const book = new OrderBook(0);
  const [low, high] = [bids, asks].map((levels) => {
    const rows = new Rows(2);
    for (const level of levels) rows.data.set(level, rows.add());
    return rows;
  });
  book.replace({ seq: 1, ts: 0, cs: 0, bids: low!, asks: high! });
  return book;
}

it('a price a million times as high takes no more memory, and levels near it stay in earlier columns', () => {
  const tiles = new LiveTiles(1_000, 1);
  tiles.start(0);
  const books = [
    bookOf([[1, 5]], [[1_500, 6]]),
    bookOf([[900, 7]], [[1_000, 8]]),
    bookOf([[6_000_000, 9]], [[6_000_001, 10]]),
    bookOf([[6_000_500, 11]], [[9e15, 12]]),
    bookOf([[2, 13]], [[3, 14]]),
  ];
  for (const [second, book] of books.entries()) tiles.close(1_000 * (second + 1), book);
  const [tile] = tiles.tiles;
  const lotsAt = (column: number, level: number): number => {
    const at = level - tile!.lowLevel;
    return at >= 0 && at < tile!.levels ? tile!.lots[column * tile!.levels + at]! : 0;
  };
  expect(tile!.levels).toBeLessThan(10_000);
  expect(tile!.columns).toBe(5);
  expect([lotsAt(4, 2), lotsAt(4, 3)]).toEqual([13, 14]);
  // Levels that were left out with the jump are not made up.
  expect([lotsAt(0, 1), lotsAt(1, 900)]).toEqual([0, 0]);
  expect([tile!.bestBids[1], tile!.bestBids[2], tile!.bestAsks[3]]).toEqual([900, 6_000_000, 9e15]);
});

it('a tile that moves on has what it had of the levels that it still has', () => {
  const tiles = new LiveTiles(1_000, 1);
  tiles.start(0);
  const prices = [10_000, 12_000, 14_000, 16_000, 18_000, 20_000];
  for (const [second, price] of prices.entries())
    tiles.close(1_000 * (second + 1), bookOf([[price - 1, second + 1]], [[price, second + 1]]));
  const [tile] = tiles.tiles;
  const { lots, lowLevel, levels } = tile!;
  expect(levels).toBeLessThan(10_000);
  for (const [column, price] of prices.entries())
    if (price - 1 >= lowLevel) expect(lots[column * levels + price - lowLevel]).toBe(column + 1);
  expect(prices.filter((price) => price > lowLevel).length).toBeGreaterThan(0);
});
