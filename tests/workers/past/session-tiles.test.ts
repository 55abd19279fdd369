// Order flow of a replay: exact at its moment, with nothing of later, and exact as it is played on.
import { describe, expect, it } from 'vitest';
import type { CoinInfo, Instrument } from '../../../core/instruments/instrument.ts';
import { DEPTH_COLUMNS, type DepthTile, depthTileStart } from '../../../core/market-data/depth-tile.ts';
import { encodeFlowTile } from '../../../core/market-data/flow-tile.ts';
import { type TimeInterval, candleStart } from '../../../core/units/time.ts';
import { gridOf } from '../../../core/units/units.ts';
import { FlowFeed, flowLevelTicks } from '../../../workers/order-flow/flow-feed.ts';
import { SessionTiles } from '../../../workers/past/session-tiles.ts';
import type { Rows } from '../../../workers/decode/rows.ts';
import { TileLoader, type Tiles } from '../../../workers/tiles/tile-loader.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { naiveFlow } from '../order-flow/naive-flow.ts';
import { naiveTile } from '../order-flow/naive-tile.ts';
import { type Trade, cellsOf, rowsOf, settled } from '../order-flow/trade-rows.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** A Thursday, in the middle of its week. */
const START = Date.UTC(2026, 10, 26);
const MARKET: Instrument = { info: { id: 7 } as CoinInfo, price: gridOf('0.01'), amount: gridOf('0.001') };

function madeTrades(seed: number, fromMs: number, toMs: number, everyMs: number): Trade[] {
  const random = seeded(seed);
  const trades: Trade[] = [];
  let price = 6_000_000;
  for (let ts = fromMs; ts < toMs; ts += 1 + Math.floor(random() * everyMs)) {
    price += Math.floor((random() - 0.5) * 2_000);
    const lots = 1 + Math.floor(random() * 500);
    trades.push({ id: 1 + trades.length, ts, priceTicks: price, lots, isBuy: random() < 0.5 });
  }
  return trades;
}

it('a heat map has the column in which it began, once that is over', () => {
  const fromMs = depthTileStart(START, 1_000);
  let atMs = fromMs + 10_500;
  const whole = { fromMs, columnMs: 1_000, levels: 0, columns: DEPTH_COLUMNS, untilMs: fromMs + DEPTH_COLUMNS * 1_000 };
  const none = {
    column: new Uint16Array(),
    level: new Float64Array(),
    sold: new Float64Array(),
    bought: new Float64Array(),
  };
  const books = { bids: new Float32Array(), asks: new Float32Array(), bestBids: none.level, bestAsks: none.level };
  const loader = {
    depth: () => ({ kind: 'tile', tile }),
  } as unknown as Tiles;
  const tile = { ...whole, ...books, seams: [], trades: none } as unknown as DepthTile;
  const tiles = new SessionTiles(loader, candleStart(atMs, '1m'), () => atMs);
  const columns = (): number => {
    const state = tiles.depth({ coinInfoId: 7, columnMs: 1_000, levelTicks: 1, fromMs });
    return state.kind === 'tile' ? state.tile.columns : 0;
  };
  const seen = [0, 400, 600, 5_000, 9_000].map((ms) => {
    atMs = fromMs + 10_500 + ms;
    return columns();
  });
  expect(seen).toEqual([10, 10, 11, 11, 11]);
});

/** The flow of a replay from `cutMs` on that has `played` these trades, beside the exchange's record of all. */
async function replayed(
  market: Instrument,
  interval: TimeInterval,
  trades: readonly Trade[],
  played: readonly Trade[],
  cutMs: number,
): Promise<FlowFeed> {
  const loader = new TileLoader({
    fetch: async (address) => {
      const query = new URLSearchParams(address.split('?')[1]);
      const [fromMs, barMs, levelTicks] = ['fromMs', 'barMs', 'levelTicks'].map((name) => Number(query.get(name)));
      const tile = { fromMs: fromMs!, barMs: barMs!, levelTicks: levelTicks! };
      // The exchange has recorded until today.
      return { kind: 'bytes', bytes: encodeFlowTile(naiveTile(trades, tile, START + 9 * DAY)) };
    },
    platform: { stampMs: () => 0, after: () => () => {} },
  });
  const fetchTrades = async (): Promise<Rows> => rowsOf(played.toReversed());
  const feed = new FlowFeed({
    market,
    interval,
    fetchTrades,
    markDirty: () => {},
    tiles: new SessionTiles(loader, cutMs),
  });
  await settled();
  feed.cover(trades[0]!.ts);
  await settled();
  return feed;
}

describe('a replay', () => {
  it.each(['1m', '5m', '15m'] satisfies TimeInterval[])(
    'of a watched venue counts trades that come late once (%s)',
    async (interval) => {
      const trades = madeTrades(3, START - 40 * MINUTE, START + 10 * MINUTE, 1_000);
      const cutMs = START + 6 * MINUTE;
      const arrived = trades.map((trade) => ({ trade, atMs: trade.ts }));
      // Some come up to five seconds late: of the minute before the cut as well.
      const random = seeded(5);
      for (const { trade } of arrived) if (random() < 0.2) trade.ts -= Math.floor(random() * 5_000);
      const until = (atMs: number): Trade[] => arrived.flatMap((each) => (each.atMs <= atMs ? [each.trade] : []));
      const played = until(cutMs + 500).slice(until(cutMs - MINUTE).length);
      const watched: Instrument = { ...MARKET, info: { id: 7, watchOnly: 1 } as CoinInfo };
      const feed = await replayed(watched, interval, trades, played, cutMs);
      const next = trades.slice(until(cutMs + 500).length);
      for (let at = 0; at < next.length; at += 7) feed.apply(rowsOf(next.slice(at, at + 7)), false);
      await settled();
      const levelTicks = flowLevelTicks(played[0]!.priceTicks, interval);
      expect(cellsOf(feed.bars!)).toEqual(naiveFlow(trades, levelTicks, (ts) => candleStart(ts, interval)));
    },
  );

  it.each([
    ['1s', 10 * MINUTE, 1_000],
    ['1m', 200 * MINUTE, 10_000],
    ['5m', 200 * MINUTE, 10_000],
    ['15m', DAY, 20_000],
    ['4h', DAY, 20_000],
    ['1d', 3 * DAY, 40_000],
    ['1w', 3 * DAY, 40_000],
  ] satisfies [TimeInterval, number, number][])(
    'has the bars of %s as the trades up to its moment make them',
    async (interval, spanMs, everyMs) => {
      const trades = madeTrades(spanMs, START - spanMs, START + spanMs, everyMs);
      const random = seeded(spanMs);
      const atMs = START + Math.floor(random() * 0.6 * spanMs);
      const cutMs = candleStart(atMs, '1m');
      const played = trades.filter(({ ts }) => ts >= cutMs - MINUTE && ts <= atMs);
      const feed = await replayed(MARKET, interval, trades, played, cutMs);
      const barOf = (ts: number): number => candleStart(ts, interval);
      const levelTicks = flowLevelTicks(played[0]!.priceTicks, interval);
      const known = trades.filter(({ ts }) => ts <= atMs);
      expect(cellsOf(feed.bars!)).toEqual(naiveFlow(known, levelTicks, barOf));
      const next = trades.slice(known.length, known.length + 500);
      for (let at = 0; at < next.length; at += 7) feed.apply(rowsOf(next.slice(at, at + 7)), false);
      await settled();
      expect(cellsOf(feed.bars!)).toEqual(naiveFlow([...known, ...next], levelTicks, barOf));
      const { length, part } = feed.bars!;
      expect(part.subarray(0, length).every((each) => each === 0)).toBe(true);
    },
  );
});
