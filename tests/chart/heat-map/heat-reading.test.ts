// What the crosshair reads off the heat map, and the colours of sizes.
import { expect, it } from 'vitest';
import { readingAt } from '../../../chart/heat-map/heat-legend.ts';
import { HeatScale, codeOf, sizeOf } from '../../../chart/heat-map/heat-scale.ts';
import { Palette } from '../../../chart/scene/palette.ts';
import { OrderBook } from '../../../workers/book/order-book.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { LiveTile } from '../../../workers/depth-history/live-tile.ts';
import { THEMES } from '../../support/data/chart-data.ts';

const rowsOf = (...levels: [price: number, lots: number][]): Rows => {
  const rows = new Rows(2, 512);
  for (const level of levels) rows.data.set(level, rows.add());
  return rows;
};

/** Columns of a second from 128 s on, levels of 10 ticks: 40 lots at 995, 7 at 1004, 5 at 1020. */
function madeTile(): LiveTile {
  const book = new OrderBook(0);
  book.apply({ seq: 1, ts: 0, cs: 0, bids: rowsOf([991, 15], [995, 25]), asks: rowsOf([1004, 7], [1020, 5]) });
  const tile = new LiveTile(128_000, 1000, 10);
  tile.write(0, 3, book);
  tile.addTrade(2, 1004, 0, 3);
  tile.addTrade(2, 1009, 2, 0);
  tile.forget(3);
  return tile;
}

const at = (ms: number, price: number): ReturnType<typeof readingAt> =>
  readingAt({ tickPrice: 0.1 }, [madeTile()], ms, price);

it('reads the lots of the level, their side and the trades of the column', () => {
  expect(at(128_500, 99.2)).toEqual({ resting: 40, side: 'bid', sold: 0, bought: 0 });
  expect(at(130_999, 100.4)).toEqual({ resting: 7, side: 'ask', sold: 2, bought: 3 });
  expect(at(129_000, 102)).toEqual({ resting: 5, side: 'ask', sold: 0, bought: 0 });
});

it('reads nothing where nothing is known, and zero where nothing rests', () => {
  expect(at(131_500, 99.2)?.resting).toBeNull();
  expect(at(127_999, 99.2)).toBeNull();
  expect(at(132_000, 99.2)).toBeNull();
  expect(at(128_500, 500)?.resting).toBe(0);
});

it.each(['dark', 'light'] as const)('in the %s theme a larger size is never nearer to the background', (theme) => {
  const tile = new LiveTile(0, 1000, 1);
  const book = new OrderBook(0);
  const levels = Array.from({ length: 400 }, (_, i): [number, number] => [1000 + i, Math.ceil(1.03 ** i)]);
  book.apply({ seq: 1, ts: 0, cs: 0, bids: rowsOf([999, 1]), asks: rowsOf(...levels) });
  tile.write(0, 0, book);
  const palette = new Palette(THEMES[theme]);
  const scale = new HeatScale();
  expect(scale.fit([tile], 0, 1e6, 50, palette)).toBe(true);
  const distance = (lots: number): number => {
    const color = scale.colors[codeOf(lots)]!;
    const opacity = (color >>> 24) / 255;
    const part = (shift: number): number =>
      ((color >>> shift) & 0xff) * opacity + ((palette.bg >>> shift) & 0xff) * (1 - opacity);
    const bright = (of: (shift: number) => number): number => 0.3 * of(0) + 0.6 * of(8) + 0.1 * of(16);
    return Math.abs(bright(part) - bright((shift) => (palette.bg >>> shift) & 0xff));
  };
  let last = 0;
  for (const [, lots] of levels) {
    expect(distance(lots)).toBeGreaterThanOrEqual(last - 0.51);
    last = distance(lots);
  }
  expect(last).toBeGreaterThan(100);
  expect(scale.colors[0]).toBe(0);
});

it.each([0, 1, 7, 127])('colours are fitted as soon as column %i is known alone', (column) => {
  const book = new OrderBook(0);
  book.apply({ seq: 1, ts: 0, cs: 0, bids: rowsOf([991, 15]), asks: rowsOf([1004, 700]) });
  const tile = new LiveTile(0, 1000, 10);
  tile.write(column, column, book);
  const scale = new HeatScale();
  scale.fit([tile], 0, 1e6, 50, new Palette(THEMES.dark));
  expect(sizeOf(scale.low)).toBeGreaterThan(0);
  expect(scale.colors[codeOf(15)]).not.toBe(scale.colors[codeOf(700)]);
});

it('a size has the code of its step, eight to the double', () => {
  for (const lots of [1, 1.1, 7, 900, 123_456, 2 ** 40]) {
    expect(sizeOf(codeOf(lots))).toBeLessThanOrEqual(Math.fround(lots));
    expect(sizeOf(codeOf(lots)) * 1.13).toBeGreaterThan(lots);
  }
});
