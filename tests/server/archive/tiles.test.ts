// Tiles are those of a plain replay of all events, at every step, over gaps, restarts and days.
import { gunzipSync } from 'node:zlib';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  DEPTH_COLUMNS,
  DEPTH_COLUMN_MS,
  type DepthTile,
  decodeDepthTile,
} from '../../../core/market-data/depth-tile.ts';
import { FLOW_BARS, FLOW_BAR_MS, type FlowTile, decodeFlowTile } from '../../../core/market-data/flow-tile.ts';
import { TRADE_TILE_MS, type TradeTile, decodeTradeTile } from '../../../core/market-data/trade-tile.ts';
import { MAX_TILE_BYTES } from '../../../core/market-data/tile.ts';
import { HOUR_MS, MINUTE_MS } from '../../../core/units/durations.ts';
import type { MarketEvent } from '../../../server/exchange/market-event.ts';
import { depthColumns, depthTrades, flowCells, naiveColumns, naiveSeams, naiveTrades } from './naive-tiles.ts';
import { RecordedMarket } from './recorded-market.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const SEED = 20_262;
const START = Date.UTC(2026, 10, 25);

/** Who requests the tiles of most tests. */
const CALLER = '192.0.2.1';

let market: RecordedMarket;
beforeEach(async () => {
  market = new RecordedMarket(START + 22 * HOUR_MS + 123, SEED);
  await market.open();
});
afterEach(async () => {
  await market.delete();
});

async function flowTile(barMs: number, levelTicks: number, fromMs: number): Promise<FlowTile | null> {
  const answer = await market.archive.tiles.read(
    'flow',
    { coinInfoId: market.id, stepMs: barMs, levelTicks, fromMs },
    CALLER,
  );
  if (answer.kind !== 'tile') return null;
  expect(answer.bytes.length).toBeLessThanOrEqual(MAX_TILE_BYTES);
  return decodeFlowTile(gunzipSync(answer.bytes));
}

async function depthTile(columnMs: number, levelTicks: number, fromMs: number): Promise<DepthTile | null> {
  const request = { coinInfoId: market.id, stepMs: columnMs, levelTicks, fromMs };
  const answer = await market.archive.tiles.read('depth', request, CALLER);
  if (answer.kind !== 'tile') return null;
  expect(answer.bytes.length).toBeLessThanOrEqual(MAX_TILE_BYTES);
  return decodeDepthTile(gunzipSync(answer.bytes));
}

/** Steps finer than digests come from blocks, which end with their last event: a seam may begin that much earlier. */
function compareSeams(tile: FlowTile | DepthTile, stepMs: number, about: string): void {
  const seams = naiveSeams(market.past, tile.fromMs, tile.untilMs);
  expect(
    tile.seams.map(([, to]) => to),
    about,
  ).toEqual(seams.map(([, to]) => to));
  for (const [at, [from]] of tile.seams.entries()) {
    expect(from, about).toBeLessThanOrEqual(seams[at]![0]);
    expect(from, about).toBeGreaterThanOrEqual(seams[at]![0] - (stepMs < 5_000 ? 5_000 : 0));
  }
}

/** Compares the tiles of every step that have `ts`. */
async function compareAll(ts: number, levelTicks: number): Promise<void> {
  for (const barMs of FLOW_BAR_MS) {
    const tile = await flowTile(barMs, levelTicks, ts);
    const about = `flow of ${barMs} ms at ${new Date(ts).toISOString()}`;
    if (!tile) throw new Error(`no ${about}`);
    expect(tile.levelTicks % levelTicks).toBe(0);
    expect(tile.untilMs, about).toBe(Math.min(tile.fromMs + FLOW_BARS * barMs, market.now));
    expect(flowCells(tile), about).toEqual(naiveTrades(market.past, tile, barMs, FLOW_BARS));
    compareSeams(tile, barMs, about);
  }
  for (const columnMs of DEPTH_COLUMN_MS) {
    const tile = await depthTile(columnMs, levelTicks, ts);
    const about = `depth of ${columnMs} ms at ${new Date(ts).toISOString()}`;
    if (!tile) throw new Error(`no ${about}`);
    expect(tile.untilMs, about).toBe(Math.min(tile.fromMs + DEPTH_COLUMNS * columnMs, market.now));
    expect(depthColumns(tile), about).toEqual(naiveColumns(market.past, tile));
    compareSeams(tile, columnMs, about);
    expect(depthTrades(tile), about).toEqual(naiveTrades(market.past, tile, columnMs, DEPTH_COLUMNS));
  }
}

async function tradeTile(fromMs: number): Promise<TradeTile | null> {
  const request = { coinInfoId: market.id, stepMs: TRADE_TILE_MS, levelTicks: 1, fromMs };
  const answer = await market.archive.tiles.read('trades', request, CALLER);
  return answer.kind === 'tile' ? decodeTradeTile(gunzipSync(answer.bytes)) : null;
}

/** Trades of a tile's hour that were recorded: [id, ts, price, lots, 1 for a buy]. */
function naiveTape(fromMs: number): number[][] {
  return market.past.events.flatMap(({ event }) =>
    event.kind === 'trade' && event.ts >= fromMs && event.ts < fromMs + TRADE_TILE_MS
      ? [[event.id, event.ts, event.priceTicks, event.lots, event.side === 'buy' ? 1 : 0]]
      : [],
  );
}

describe('trade tiles', () => {
  it('have every trade of their hour, over restarts, and name the recording before', { timeout: 240_000 }, async () => {
    const firstMs = market.now;
    await market.run(START + 22.7 * HOUR_MS, 20_000);
    await market.stop();
    const awayMs = market.now;
    market.now += 11 * MINUTE_MS + 17;
    await market.open();
    await market.run(START + 24.2 * HOUR_MS, 20_000);
    for (const hour of [22, 23, 24]) {
      const fromMs = START + hour * HOUR_MS;
      const tile = (await tradeTile(fromMs + 5))!;
      const trades = Array.from(tile.ids, (id, at) => [
        id,
        tile.times[at],
        tile.prices[at],
        tile.lots[at],
        tile.buys[at],
      ]);
      expect(trades, `${hour}`).toEqual(naiveTape(fromMs));
      expect(tile.untilMs).toBe(Math.min(fromMs + HOUR_MS, market.now));
      expect(tile.priorMs > 0, `${hour}`).toBe(hour > 22);
      expect(tile.priorMs).toBeLessThan(fromMs);
    }
    expect(await tradeTile(firstMs - 2 * HOUR_MS)).toBeNull();
    // Nothing is in the day after an end, but something was before it.
    await market.stop();
    const endMs = market.now;
    market.now += 30 * HOUR_MS;
    await market.open();
    const empty = (await tradeTile(START + 40 * HOUR_MS))!;
    expect([empty.ids.length, Math.abs(empty.priorMs - endMs) < 5_000]).toEqual([0, true]);
    expect(awayMs).toBeLessThan(endMs);
  });

  it('have a late trade where it was recorded', async () => {
    const fromMs = START + 23 * HOUR_MS;
    await market.run(fromMs - 2_000, 60_000);
    const trade = (id: number, ts: number): MarketEvent => ({
      kind: 'trade',
      coinInfoId: market.id,
      id,
      priceTicks: 6_700_000,
      lots: 1,
      side: 'sell',
      ts,
    });
    market.now = fromMs + 3_000;
    market.apply([trade(1e6, fromMs + 2_000), trade(1e6 + 1, fromMs - 1), trade(1e6 + 2, fromMs + 3_000)]);
    market.now += 1_000;
    expect(Array.from((await tradeTile(fromMs))!.ids)).toEqual([1e6, 1e6 + 1, 1e6 + 2]);
    expect((await tradeTile(fromMs - 1))!.ids).not.toContain(1e6 + 1);
  });
});

describe('tiles', () => {
  it(`are those of a plain replay at every step, finished or not (seed ${SEED})`, { timeout: 240_000 }, async () => {
    await market.run(START + 25 * HOUR_MS + 7 * MINUTE_MS, 9_000);
    for (const [ts, levelTicks] of [
      [START + 22.3 * HOUR_MS, 1],
      [START + 23.9 * HOUR_MS, 20],
      [market.now - 10, 1],
      [market.now - 10, 50],
    ] as const)
      await compareAll(Math.round(ts), levelTicks);
    expect(market.errors).toEqual([]);
  });

  it('go on after a restart, with a seam for the time in between', { timeout: 240_000 }, async () => {
    await market.run(START + 22.7 * HOUR_MS, 3_000);
    await market.stop();
    market.now += 11 * MINUTE_MS + 17;
    await market.open();
    await market.run(START + 23.1 * HOUR_MS, 3_000);
    // One span of the first level has pieces of both runs.
    await market.stop();
    market.now += 4_321;
    await market.open();
    await market.run(START + 24.3 * HOUR_MS, 5_000);
    await compareAll(START + 22.65 * HOUR_MS, 10);
    await compareAll(Math.round(START + 23.1 * HOUR_MS), 10);
    await compareAll(market.now - 10, 10);
  });

  it('are refused while what an earlier run left is digested, and never in part', async () => {
    await market.run(START + 22.3 * HOUR_MS, 3_000);
    await market.stop();
    const folder = join(market.folder, `${market.id}`);
    for (const name of readdirSync(folder)) if (!name.endsWith('.blocks')) rmSync(join(folder, name));
    market.now += 17 * MINUTE_MS;
    await market.open();
    for (const stepMs of [5 * MINUTE_MS, HOUR_MS, 5_000]) {
      const request = { coinInfoId: market.id, stepMs, levelTicks: 50, fromMs: START + 22.2 * HOUR_MS };
      const read = async () => (await market.archive.tiles.read('depth', request, CALLER)).kind;
      if (stepMs === 5 * MINUTE_MS) expect(await read()).toBe('busy');
      await expect.poll(read, { timeout: 30_000 }).not.toBe('busy');
      const tile = (await depthTile(stepMs, 50, request.fromMs))!;
      expect(depthTrades(tile), `${stepMs}`).toEqual(naiveTrades(market.past, tile, stepMs, DEPTH_COLUMNS));
      expect(depthColumns(tile), `${stepMs}`).toEqual(naiveColumns(market.past, tile));
    }
    expect(market.errors).toEqual([]);
  });

  it('have a seam while the source had lost its book, and late trades in their own bar', async () => {
    await market.run(START + 22.2 * HOUR_MS, 1_000);
    const lostMs = (market.now += 50);
    market.apply([{ kind: 'bookReset', coinInfoId: market.id }]);
    const foundMs = (market.now += 40_000);
    market.apply([
      { kind: 'level', coinInfoId: market.id, side: 1, priceTicks: 6_700_000, lots: 7 },
      {
        kind: 'trade',
        coinInfoId: market.id,
        id: 1e6,
        priceTicks: 6_700_000,
        lots: 5,
        side: 'buy',
        ts: foundMs - 9_000,
      },
    ]);
    await market.run(foundMs + 8 * MINUTE_MS, 500);
    for (const columnMs of [1_000, 5_000, MINUTE_MS]) {
      const tile = (await depthTile(columnMs, 1, lostMs + 10_000))!;
      expect(tile.seams.at(-1), `${columnMs}`).toEqual([lostMs, foundMs]);
      const column = Math.floor((lostMs + 20_000 - tile.fromMs) / columnMs);
      if (tile.fromMs + (column + 1) * columnMs <= foundMs) expect(depthColumns(tile)[column]).toBeNull();
      expect(depthTrades(tile)).toEqual(naiveTrades(market.past, tile, columnMs, DEPTH_COLUMNS));
    }
  });

  it('of a watched market have the trades up to the id that they name, of whatever time', async () => {
    await market.archive.close();
    market.isWatched = true;
    await market.open();
    const random = seeded(SEED);
    const startMs = (market.now = START + 22.2 * HOUR_MS - 30_000);
    const trades: Extract<MarketEvent, { kind: 'trade' }>[] = [];
    const record = (untilMs: number): void => {
      while (market.now < untilMs) {
        market.now += 1 + Math.floor(random() * 300);
        // The venue's clock is ahead, and trades come late.
        const ts = Math.max(trades.at(-1)?.ts ?? 0, market.now + 1_500 - Math.floor(random() * 3_000));
        const id = 1_000 + trades.length;
        const lots = 1 + Math.floor(random() * 50);
        trades.push({ kind: 'trade', coinInfoId: market.id, id, priceTicks: 6_700_000, lots, side: 'buy', ts });
        market.apply([trades.at(-1)!]);
      }
    };
    for (const atMs of [startMs + 29_000, startMs + 208_700, startMs + 209_500, startMs + 211_000]) {
      record(atMs);
      market.now += 1;
      for (const barMs of [1_000, MINUTE_MS, 15 * MINUTE_MS]) {
        const tile = (await flowTile(barMs, 1, market.now - 1))!;
        const cells = new Map<string, [number, number]>();
        for (const { id, ts, lots } of trades) {
          if (id > tile.lastId || ts < tile.fromMs || ts >= tile.fromMs + FLOW_BARS * barMs) continue;
          const key = `${Math.floor(ts / barMs) * barMs} 6700000`;
          cells.set(key, [0, (cells.get(key)?.[1] ?? 0) + lots]);
        }
        expect(flowCells(tile), `${barMs} at ${market.now}`).toEqual(cells);
        expect(tile.lastId).toBeGreaterThan(trades.length + 1_000 - 100);
      }
    }
    market.now += 2 * HOUR_MS;
    expect((await flowTile(MINUTE_MS, 1, startMs))!.lastId).toBe(0);
  });

  it('are missing where nothing was recorded: before, after, between, and of other markets', async () => {
    await market.run(market.now + 20_000, 500);
    await market.stop();
    market.now += 3 * HOUR_MS;
    await market.open();
    await market.run(market.now + 20_000, 500);
    for (const fromMs of [START, START + 23 * HOUR_MS, market.now + MINUTE_MS, 0, 8.6e15])
      for (const stepMs of [1_000, 5_000, 15 * MINUTE_MS].filter(
        (ms) => ms < HOUR_MS / 128 || fromMs !== START + 23 * HOUR_MS,
      ))
        expect(await depthTile(stepMs, 1, fromMs), `${stepMs} at ${fromMs}`).toBeNull();
    expect(
      await market.archive.tiles.read('flow', { coinInfoId: 77, stepMs: 1_000, levelTicks: 1, fromMs: START }, CALLER),
    ).toEqual({
      kind: 'missing',
    });
  });

  it('have a seam where the clock jumped, and no digest for each minute of it', async () => {
    await market.run(market.now + 20_000, 500);
    const beforeMs = market.now;
    market.now += 31 * 24 * HOUR_MS;
    await market.run(market.now + 20_000, 500);
    await market.stop();
    const days = readdirSync(join(market.folder, `${market.id}`)).filter((name) => name.endsWith('.s5'));
    expect(days).toHaveLength(2);
    expect(market.errors).toEqual([]);
    await market.open();
    const tile = (await depthTile(MINUTE_MS, 1, beforeMs))!;
    expect(tile.seams.at(-1)![0]).toBeLessThanOrEqual(beforeMs);
    expect(await depthTile(MINUTE_MS, 1, beforeMs + 20 * 24 * HOUR_MS)).toBeNull();
  });

  it('are made once for a crowd, and refused beyond the queue', async () => {
    await market.run(market.now + 60_000, 500);
    const read = (levelTicks: number, caller: string) =>
      market.archive.tiles.read(
        'depth',
        { coinInfoId: market.id, stepMs: 5_000, levelTicks, fromMs: market.now - 1 },
        caller,
      );
    const same = await Promise.all(Array.from({ length: 100 }, () => read(1, CALLER)));
    expect(new Set(same).size).toBe(1);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => read(at + 2, `192.0.2.${at}`)));
    expect(answers.filter(({ kind }) => kind === 'busy')).toHaveLength(36);
  });

  it('keep no more memory than their bytes', async () => {
    await market.run(market.now + 10 * MINUTE_MS, 500);
    for (const [kind, stepMs] of [
      ['flow', MINUTE_MS],
      ['depth', MINUTE_MS],
      ['trades', TRADE_TILE_MS],
    ] as const) {
      const request = { coinInfoId: market.id, stepMs, levelTicks: 1, fromMs: market.now - MINUTE_MS };
      const answer = await market.archive.tiles.read(kind, request, CALLER);
      if (answer.kind !== 'tile') throw new Error(`no ${kind}`);
      expect(answer.bytes.buffer.byteLength, kind).toBe(answer.bytes.length);
    }
  });

  it('of one address do not fill the queue of all', async () => {
    await market.run(market.now + 60_000, 500);
    const read = (levelTicks: number, caller: string) =>
      market.archive.tiles.read(
        'depth',
        { coinInfoId: market.id, stepMs: 5_000, levelTicks, fromMs: market.now - 1 },
        caller,
      );
    const greedy = Array.from({ length: 40 }, (_, at) => read(at + 2, CALLER));
    const other = read(1, '198.51.100.1');
    expect((await Promise.all(greedy)).filter(({ kind }) => kind === 'busy')).toHaveLength(28);
    expect((await other).kind).toBe('tile');
    expect((await read(50, CALLER)).kind).toBe('tile');
  });
});
