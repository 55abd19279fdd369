// Past of the order flow: tiles and live trades join without a gap, a double or a guess.
import { describe, expect, it } from 'vitest';
import type { CoinInfo, Instrument } from '../../../core/instruments/instrument.ts';
import { FLOW_BARS, encodeFlowTile, flowTileStart } from '../../../core/market-data/flow-tile.ts';
import type { Seam } from '../../../core/market-data/tile.ts';
import { gridOf } from '../../../core/units/units.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { FlowFeed, flowLevelTicks } from '../../../workers/order-flow/flow-feed.ts';
import { TileLoader } from '../../../workers/tiles/tile-loader.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { VirtualTimers } from '../../support/feed/virtual-timers.ts';
import { naiveFlow } from './naive-flow.ts';
import { naiveTile } from './naive-tile.ts';
import { type Trade, cellsOf, rowsOf, settled } from './trade-rows.ts';

const MINUTE = 60_000;
const TILE = MINUTE * FLOW_BARS;
const START = flowTileStart(1_700_000_000_000, MINUTE);
const MARKET: Instrument = { info: { id: 7 } as CoinInfo, price: gridOf('0.01'), amount: gridOf('0.001') };

const barOf = (ts: number): number => Math.floor(ts / MINUTE) * MINUTE;

/** A random walk of trades over three tiles, or of another time. */
function madeTrades(seed: number, fromMs = START, toMs = START + 2.6 * TILE, stepMs = 30_000): Trade[] {
  const random = seeded(seed);
  const trades: Trade[] = [];
  let price = 6_000_000;
  for (let ts = fromMs; ts < toMs; ts += Math.floor(random() * stepMs)) {
    price += Math.floor((random() - 0.5) * 2000);
    trades.push({
      id: 1000 + trades.length,
      ts,
      priceTicks: price,
      lots: 1 + Math.floor(random() * 500),
      isBuy: random() < 0.5,
    });
  }
  return trades;
}

interface Server {
  untilMs: number;
  seams: Seam[];
  coarseFrom: number;
  /** A tile that is refused at first. */
  busyFrom?: number;
  /** Of a watched venue: how many trades came, whatever time they carry. */
  arrived?: number;
}

/** An exchange with tiles, and the time that passes for their loader. */
function makeServer(
  trades: readonly Trade[],
  server: Server,
): { loader: TileLoader; asked: number[]; pass(ms: number): void } {
  const asked: number[] = [];
  const timers = new VirtualTimers();
  const loader = new TileLoader({
    fetch: async (address) => {
      const query = new URLSearchParams(address.split('?')[1]);
      const fromMs = Number(query.get('fromMs'));
      asked.push(fromMs);
      if (fromMs === server.busyFrom) {
        delete server.busyFrom;
        return { kind: 'later', delayMs: 1000 };
      }
      const wanted = Number(query.get('levelTicks'));
      const levelTicks = fromMs === server.coarseFrom ? wanted * 5 : wanted;
      const seams = server.seams.filter(([from, to]) => from < fromMs + TILE && to > fromMs);
      const { untilMs, arrived } = server;
      const request = { fromMs, barMs: MINUTE, levelTicks };
      if (arrived === undefined)
        return { kind: 'bytes', bytes: encodeFlowTile(naiveTile(trades, request, untilMs, seams)) };
      if (fromMs >= untilMs) return { kind: 'missing' };
      const tile = naiveTile(trades.slice(0, arrived), request, fromMs + TILE, seams);
      const isFinished = untilMs >= tile.untilMs + 10_000;
      const newest = { untilMs: Math.min(untilMs, tile.untilMs), lastId: isFinished ? 0 : trades[arrived - 1]!.id };
      return { kind: 'bytes', bytes: encodeFlowTile({ ...tile, ...newest }) };
    },
    platform: { stampMs: () => timers.nowMs, after: (delayMs, run) => timers.after(delayMs, run) },
  });
  return { loader, asked, pass: (ms) => timers.pass(ms) };
}

const partsOf = ({ bars }: FlowFeed): number[] =>
  Array.from(bars!.time.subarray(0, bars!.length)).filter((_, row) => bars!.part[row] === 1);

/** A feed that opened after `seen` trades; `lastCount` of them came with the exchange's last trades. */
async function opened(
  trades: readonly Trade[],
  seen: number,
  lastCount: number,
  loader: TileLoader,
  market = MARKET,
): Promise<FlowFeed> {
  let last = rowsOf(trades.slice(seen - lastCount, seen));
  const fetchTrades = async (): Promise<Rows> => last;
  const feed = new FlowFeed({ market, interval: '1m', fetchTrades, markDirty: () => {}, tiles: loader });
  await settled();
  // Trades that are missed later are not among the exchange's last ones.
  last = rowsOf([]);
  feed.cover(START);
  await settled();
  return feed;
}

describe('past bars', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'join with live trades: cell for cell the naive twin of all trades (seed %i)',
    async (seed) => {
      const random = seeded(seed);
      const trades = madeTrades(seed);
      const seen = Math.floor(trades.length * (0.9 + 0.05 * random()));
      const server: Server = { untilMs: trades[seen - 1]!.ts - Math.floor(random() * 5000), seams: [], coarseFrom: -1 };
      const { loader, asked } = makeServer(trades, server);
      const feed = await opened(trades, seen, 40, loader);
      for (let at = seen; at < trades.length; at += 3) feed.apply(rowsOf(trades.slice(at, at + 3)), false);
      await settled();
      const expected = naiveFlow(trades, flowLevelTicks(trades[seen - 40]!.priceTicks, '1m'), barOf);
      expect(cellsOf(feed.bars!)).toEqual(expected);
      expect(partsOf(feed)).toEqual([]);
      expect(asked.toSorted((a, b) => a - b)).toEqual([START, START + TILE, START + 2 * TILE]);
    },
  );

  it('a tile that ends before the first live trade leaves the bar marked until the next one comes', async () => {
    const trades = madeTrades(7);
    const seen = trades.length - 30;
    const server: Server = { untilMs: trades[seen - 10]!.ts, seams: [], coarseFrom: -1 };
    const { loader, pass } = makeServer(trades, server);
    const feed = await opened(trades, seen, 1, loader);
    feed.apply(rowsOf(trades.slice(seen)), false);
    expect(partsOf(feed).length).toBeGreaterThan(0);
    server.untilMs = trades[seen + 5]!.ts;
    pass(5000);
    await settled();
    expect(partsOf(feed)).toEqual([]);
    expect(cellsOf(feed.bars!)).toEqual(naiveFlow(trades, flowLevelTicks(trades[seen - 1]!.priceTicks, '1m'), barOf));
  });

  it('bars in a seam are marked, and count what was recorded', async () => {
    const trades = madeTrades(8);
    const seam: Seam = [START + 10 * MINUTE + 5000, START + 12 * MINUTE + 1000];
    const server: Server = { untilMs: trades.at(-1)!.ts, seams: [seam], coarseFrom: -1 };
    const { loader } = makeServer(trades, server);
    const feed = await opened(trades, trades.length, 40, loader);
    for (const time of partsOf(feed)) expect([10, 11, 12]).toContain((time - START) / MINUTE);
    expect(partsOf(feed).length).toBeGreaterThan(0);
    const recorded = trades.filter(({ ts }) => ts < seam[0] || ts >= seam[1]);
    expect(cellsOf(feed.bars!)).toEqual(naiveFlow(recorded, flowLevelTicks(trades.at(-40)!.priceTicks, '1m'), barOf));
  });

  it('a tile with coarser levels makes all levels as coarse', async () => {
    const trades = madeTrades(9);
    const seen = trades.length - 20;
    const server: Server = { untilMs: trades[seen - 1]!.ts, seams: [], coarseFrom: START + TILE };
    const { loader } = makeServer(trades, server);
    const feed = await opened(trades, seen, 40, loader);
    feed.apply(rowsOf(trades.slice(seen)), false);
    const levelTicks = 5 * flowLevelTicks(trades[seen - 40]!.priceTicks, '1m');
    expect(cellsOf(feed.bars!)).toEqual(naiveFlow(trades, levelTicks, barOf));
    expect(partsOf(feed)).toEqual([]);
  });

  it('live trades that are missed are completed by a tile', async () => {
    const trades = madeTrades(10);
    const seen = trades.length - 60;
    const server: Server = { untilMs: trades[seen - 1]!.ts, seams: [], coarseFrom: -1 };
    const { loader, pass } = makeServer(trades, server);
    const feed = await opened(trades, seen, 40, loader);
    expect(partsOf(feed)).toEqual([]);
    feed.apply(rowsOf(trades.slice(seen, seen + 5)), false);
    feed.apply(rowsOf(trades.slice(seen + 25)), false);
    await settled();
    server.untilMs = trades[seen + 40]!.ts;
    pass(5000);
    await settled();
    expect(partsOf(feed)).toEqual([]);
    expect(cellsOf(feed.bars!)).toEqual(naiveFlow(trades, flowLevelTicks(trades[seen - 40]!.priceTicks, '1m'), barOf));
  });

  it('live trades that a tile had before they arrived count once', async () => {
    const trades = madeTrades(12);
    const seen = trades.length - 60;
    const { loader } = makeServer(trades, { untilMs: trades[seen + 10]!.ts, seams: [], coarseFrom: -1 });
    const feed = await opened(trades, seen, 40, loader);
    for (let at = seen; at < trades.length; at += 3) feed.apply(rowsOf(trades.slice(at, at + 3)), false);
    expect(partsOf(feed)).toEqual([]);
    expect(cellsOf(feed.bars!)).toEqual(naiveFlow(trades, flowLevelTicks(trades[seen - 40]!.priceTicks, '1m'), barOf));
  });

  it('trades of a watched venue count although they carry a time before the end of the tile', async () => {
    const trades = madeTrades(15);
    // The bar goes on after it.
    const seen = trades.findIndex(({ ts }, at) => at > 300 && barOf(ts) === barOf(trades[at - 1]!.ts));
    const watched: Instrument = { ...MARKET, info: { id: 7, watchOnly: 1 } as CoinInfo };
    const server: Server = { untilMs: trades[seen + 5]!.ts, seams: [], coarseFrom: -1 };
    const { loader } = makeServer(trades.slice(0, seen), server);
    const feed = await opened(trades, seen, 1, loader, watched);
    feed.apply(rowsOf(trades.slice(seen)), false);
    expect(cellsOf(feed.bars!)).toEqual(naiveFlow(trades, flowLevelTicks(trades[seen - 1]!.priceTicks, '1m'), barOf));
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 15])(
    'join with live trades of a watched venue, whose times are early or late (seed %i)',
    async (seed) => {
      const random = seeded(100 + seed);
      // Around the end of a tile.
      const trades = madeTrades(seed, START + TILE - 100_000, START + TILE + 100_000, 500);
      // The venue's clock is ahead, and trades are on their way for up to three seconds, in order.
      const aheadMs = Math.floor(random() * 3000);
      let lastMs = 0;
      const arrivals = trades.map(({ ts }) => (lastMs = Math.max(lastMs, ts - aheadMs + random() * 3000)));
      // Some come after later ones.
      for (const trade of trades) if (random() < 0.2) trade.ts -= Math.floor(random() * 4000);
      const seen = 60 + Math.floor(random() * (trades.length - 120));
      const arrived = seen + Math.floor(random() * 41) - 20;
      const untilMs = Math.ceil(arrivals[arrived - 1]!);
      const { loader } = makeServer(trades, { untilMs, seams: [], coarseFrom: -1, arrived });
      const watched: Instrument = { ...MARKET, info: { id: 7, watchOnly: 1 } as CoinInfo };
      const feed = await opened(trades, seen, 40, loader, watched);
      for (let at = seen; at < trades.length; at += 3) feed.apply(rowsOf(trades.slice(at, at + 3)), false);
      expect(cellsOf(feed.bars!)).toEqual(
        naiveFlow(trades, flowLevelTicks(trades[seen - 40]!.priceTicks, '1m'), barOf),
      );
      expect(partsOf(feed)).toEqual([]);
    },
  );

  it('a bar of a watched venue may get late trades for ten seconds behind its end: a tile of then has it in part', async () => {
    const trades = madeTrades(15);
    const seen = trades.findIndex(({ ts }, at) => at > 300 && barOf(ts) > barOf(trades[at - 1]!.ts)) + 3;
    const watched: Instrument = { ...MARKET, info: { id: 7, watchOnly: 1 } as CoinInfo };
    const endMs = barOf(trades[seen - 3]!.ts);
    const server: Server = { untilMs: endMs + 5_000, seams: [], coarseFrom: -1, arrived: seen - 3 };
    const { loader, pass } = makeServer(trades, server);
    // Live trades begin behind those of the tile.
    const feed = await opened(trades, seen, 1, loader, watched);
    expect(partsOf(feed)).toContain(endMs - MINUTE);
    server.untilMs = endMs + 12_000;
    server.arrived = seen;
    pass(5_000);
    await settled();
    expect(partsOf(feed)).toEqual([]);
    expect(cellsOf(feed.bars!)).toEqual(
      naiveFlow(trades.slice(0, seen), flowLevelTicks(trades[seen - 1]!.priceTicks, '1m'), barOf),
    );
  });

  it('a late trade of a watched venue is no reason to continue a tile that ended before trades that are missed', async () => {
    const endMs = START + TILE;
    const trades = madeTrades(16, endMs - 100_000, endMs + 30_000, 500);
    // The first live trade came four seconds behind the tile's end, and is of before it.
    const first = trades.findIndex(({ ts }) => ts >= endMs + 4_000);
    trades[first]!.ts = endMs - 100;
    const seen = trades.length;
    const watched: Instrument = { ...MARKET, info: { id: 7, watchOnly: 1 } as CoinInfo };
    const server: Server = { untilMs: trades[seen - 1]!.ts, seams: [], coarseFrom: -1, busyFrom: endMs, arrived: seen };
    const { loader, pass } = makeServer(trades, server);
    const feed = await opened(trades, seen, seen - first, loader, watched);
    pass(5_000);
    await settled();
    expect(cellsOf(feed.bars!)).toEqual(naiveFlow(trades, flowLevelTicks(trades[first]!.priceTicks, '1m'), barOf));
    expect(partsOf(feed)).toEqual([]);
  });

  it('trades of a watched venue that arrive after a finished tile that has them count once', async () => {
    const endMs = START + TILE;
    const trades = madeTrades(17, endMs - 60_000, endMs + 20_000, 1000);
    const seen = trades.findIndex(({ ts }) => ts >= endMs - 30_000);
    const watched: Instrument = { ...MARKET, info: { id: 7, watchOnly: 1 } as CoinInfo };
    const server: Server = { untilMs: endMs + 20_000, seams: [], coarseFrom: -1, arrived: trades.length };
    const feed = await opened(trades, seen, 5, makeServer(trades, server).loader, watched);
    feed.apply(rowsOf(trades.slice(seen)), false);
    expect(cellsOf(feed.bars!)).toEqual(naiveFlow(trades, flowLevelTicks(trades[seen - 5]!.priceTicks, '1m'), barOf));
  });

  it('the bar in which a tile ends is marked when the trades behind it are missed', async () => {
    const trades = madeTrades(13);
    const seen = trades.length - 60;
    const server: Server = { untilMs: trades[seen + 10]!.ts, seams: [], coarseFrom: -1 };
    const { loader, pass } = makeServer(trades, server);
    const feed = await opened(trades, seen, 40, loader);
    feed.apply(rowsOf(trades.slice(seen + 25)), false);
    await settled();
    expect(partsOf(feed)).toContain(barOf(server.untilMs));
    server.untilMs = trades[seen + 40]!.ts;
    pass(5000);
    await settled();
    expect(partsOf(feed)).toEqual([]);
    expect(cellsOf(feed.bars!)).toEqual(naiveFlow(trades, flowLevelTicks(trades[seen - 40]!.priceTicks, '1m'), barOf));
  });

  it('bars that were missed up to the next tile are completed by one', async () => {
    const trades = madeTrades(14);
    const borderMs = START + 2 * TILE;
    const seen = trades.findIndex(({ ts }) => ts >= borderMs - 10 * MINUTE);
    const again = trades.findIndex(({ ts }) => ts >= borderMs + MINUTE);
    const server: Server = { untilMs: barOf(trades[seen - 1]!.ts) + MINUTE, seams: [], coarseFrom: -1 };
    const { loader, pass } = makeServer(trades, server);
    const feed = await opened(trades, seen, 40, loader);
    feed.apply(rowsOf(trades.slice(again)), false);
    await settled();
    server.untilMs = trades.at(-1)!.ts;
    for (let turn = 0; turn < 3; turn++) {
      feed.cover(START);
      await settled();
      pass(5000);
      await settled();
    }
    expect(partsOf(feed)).toEqual([]);
    expect(cellsOf(feed.bars!)).toEqual(naiveFlow(trades, flowLevelTicks(trades[seen - 40]!.priceTicks, '1m'), barOf));
  });

  it('a feed that is gone before the last trades arrive asks for no tile', async () => {
    const trades = madeTrades(11);
    const { loader, asked } = makeServer(trades, { untilMs: trades.at(-1)!.ts, seams: [], coarseFrom: -1 });
    const feed = new FlowFeed({
      market: MARKET,
      interval: '1m',
      fetchTrades: async () => rowsOf(trades.slice(-40)),
      markDirty: () => {},
      tiles: loader,
    });
    feed.dispose();
    await settled();
    feed.cover(START);
    await settled();
    expect(asked).toEqual([]);
  });
});
