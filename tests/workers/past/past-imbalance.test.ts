// Book imbalance of a replay: equal to a naive twin at the end of each bar, absent in gaps, with nothing of later.
import { describe, expect, it } from 'vitest';
import { ASK, BID } from '../../../core/feed/checksum.ts';
import { DEPTH_COLUMNS, type DepthTile, depthTileStart } from '../../../core/market-data/depth-tile.ts';
import { MINUTE_MS } from '../../../core/units/durations.ts';
import type { Bars, CandleSeries } from '../../../workers/candles/candle-series.ts';
import { BarImbalance } from '../../../workers/depth-history/bar-imbalance.ts';
import { BookImbalance } from '../../../workers/depth-history/book-imbalance.ts';
import { DepthRecorder } from '../../../workers/depth-history/depth-recorder.ts';
import { PastBook } from '../../../workers/past/past-book.ts';
import type { PastSession } from '../../../workers/past/past-session.ts';
import { SessionTiles } from '../../../workers/past/session-tiles.ts';
import type { Tiles } from '../../../workers/tiles/tile-loader.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { type MadePast, MARKET, bookOf, makePast, openPast } from './past-fixture.ts';

const SEED = 20_261_126;
const START = Date.UTC(2026, 10, 26, 12);
const PERCENT = 0.5;
const GAP = [START + 12.4 * MINUTE_MS, START + 14 * MINUTE_MS] as const;
const options = { seed: SEED, fromMs: START, toMs: START + 20 * MINUTE_MS, stepMs: 200, gap: GAP };

/** Sums of the levels near the middle price, of everything that happened before `ms`. */
function naive(past: MadePast, ms: number): number {
  // The last event before the gap was recorded; from there on the book is not known until the next one.
  const known = past.events.filter(({ ts }) => ts < ms);
  if (known.at(-1)!.ts < GAP[0] && ms > known.at(-1)!.ts + 1 && ms > GAP[0]) return NaN;
  const levels = [...bookOf(known).values()];
  const bid = Math.max(...levels.flatMap(([side, price]) => (side === BID ? [price] : [])));
  const ask = Math.min(...levels.flatMap(([side, price]) => (side === ASK ? [price] : [])));
  const middle = (bid + ask) / 2;
  let sums = [0n, 0n];
  for (const [side, price, lots] of levels) {
    if (Math.abs(price - middle) > (middle * PERCENT) / 100) continue;
    sums = side === BID ? [sums[0]! + BigInt(lots), sums[1]!] : [sums[0]!, sums[1]! + BigInt(lots)];
  }
  return Number(sums[0]! - sums[1]!) / Number(sums[0]! + sums[1]!);
}

const openAt = ({ source }: MadePast, atMs: number) => openPast(source, atMs, START + 40 * MINUTE_MS);

function follow(session: PastSession, tiles: Tiles | null): { book: PastBook; recorder: DepthRecorder } {
  const book = new PastBook(session);
  const recorder = new DepthRecorder(MARKET, book, tiles);
  book.watch(recorder);
  return { book, recorder };
}

const nothing = (): void => {};
const timesOf = (times: readonly number[]): Bars => ({ length: times.length, time: Float64Array.from(times) }) as Bars;

describe('the imbalance line of a replay', () => {
  it(`is exact for candles and for bars of trades, however far a step goes (seed ${SEED})`, async () => {
    const past = makePast(options);
    const atMs = START + 3 * MINUTE_MS + 12_345;
    const session = await openAt(past, atMs);
    const { book, recorder } = follow(session, null);
    const asOf = (): number => book.asOf();
    const of = { recorder, asOf, coinInfoId: MARKET.info.id, depthPercent: PERCENT, tiles: null, onChange: nothing };
    const candles = new BookImbalance({ ...of, interval: '1m' });
    const bars = new BarImbalance(of);
    const random = seeded(SEED);
    const starts = past.events.flatMap(({ ts, id }) => (id > 0 && ts > atMs && random() < 0.2 ? [ts] : []));
    const shown = (): CandleSeries =>
      ({ ...timesOf([...new Set(starts.filter((ts) => ts <= session.atMs))]), seams: [] }) as unknown as CandleSeries;
    while (session.atMs < options.toMs - 2 * MINUTE_MS) {
      await session.playTo(session.atMs + (random() < 0.1 ? 100_000 : 3_000) * random());
      const own = shown();
      bars.refresh(own);
      bars.update(own);
    }
    const own = shown();
    bars.refresh(own);
    bars.recompute(own);
    const expected = Array.from(own.time.subarray(1), (next) => naive(past, next));
    expect(Array.from(bars.columns[0]!.subarray(0, own.length - 1))).toEqual(expected);
    expect(expected.filter((value) => !Number.isNaN(value)).length).toBeGreaterThan(100);

    const minutes = Array.from({ length: 18 }, (_, minute) => START + minute * MINUTE_MS);
    const whole = timesOf(minutes.filter((minute) => minute < session.atMs - MINUTE_MS));
    candles.refresh(whole);
    candles.recompute(whole);
    for (const [at, minute] of whole.time.entries()) {
      const endMs = minute + MINUTE_MS;
      const isKnown = endMs > atMs && !(endMs > GAP[0] && endMs <= GAP[1]);
      const value = candles.columns[0]![at];
      expect(value, `minute ${at}`).toEqual(isKnown ? naive(past, endMs) : NaN);
    }
  });

  it('follows the book from its first level on where the recording begins with none', async () => {
    const past = makePast({ ...options, gap: [0, 0] });
    const session = await openAt(past, START - 5_000);
    const { recorder } = follow(session, null);
    expect(recorder.isLive).toBe(false);
    await session.playTo(START + 10_000);
    expect(recorder.isLive).toBe(true);
    const [tile] = recorder.tilesAt(0, START, START + 10_000);
    expect(tile!.known.subarray(0, tile!.columns).reduce((sum, each) => sum + each, 0)).toBeGreaterThan(8);
  });

  it('takes of the tiles what was over at its moment, and no column of later', async () => {
    const past = makePast({ ...options, gap: [0, 0] });
    const atMs = START + 5 * MINUTE_MS + 30_000;
    const session = await openAt(past, atMs);
    const loader = {
      open: () => ({ show: nothing, dispose: nothing }),
      depth: ({ fromMs, columnMs, levelTicks }: DepthTile) => ({
        kind: 'tile',
        tile: madeTile(fromMs, columnMs, levelTicks),
      }),
    } as unknown as Tiles;
    const tiles = new SessionTiles(loader, session.minuteMs, () => session.atMs);
    const { book, recorder } = follow(session, tiles);
    // A frame is being written then: another one must not begin.
    const onChange = (): void => expect.fail('tiles that are there at once are a part of the refresh');
    const asOf = (): number => book.asOf();
    const of = { recorder, asOf, coinInfoId: MARKET.info.id, depthPercent: PERCENT, tiles, onChange };
    const line = new BookImbalance({ ...of, interval: '1m' });
    const minutes = timesOf(Array.from({ length: 10 }, (_, minute) => START + minute * MINUTE_MS));
    line.refresh(minutes);
    line.recompute(minutes);
    const values = Array.from(line.columns[0]!.subarray(0, 10));
    expect(values.slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
    expect(values[5]).toEqual(naive(past, atMs + 1));
    expect(values.slice(6)).toEqual([NaN, NaN, NaN, NaN]);

    const bars = new BarImbalance(of);
    const starts = [0, 70_000, 70_000 + 1 / 1_024, 200_000].map((ms) => START + ms);
    const own = { ...timesOf(starts), seams: [] } as unknown as CandleSeries;
    bars.refresh(own);
    bars.recompute(own);
    // No column ends between two bars of the same ms.
    expect(Array.from(bars.columns[0]!.subarray(0, 3))).toEqual([1, NaN, 1]);
  });
});

/** Bids alone, a lot of asks far from the price: the imbalance of every column is 1. */
function madeTile(fromMs: number, columnMs: number, levelTicks: number): DepthTile {
  expect(fromMs).toBe(depthTileStart(fromMs, columnMs));
  const lowLevel = Math.floor(6_700_000 / levelTicks) - 1;
  return {
    coinInfoId: MARKET.info.id,
    fromMs,
    columnMs,
    levelTicks,
    untilMs: fromMs + DEPTH_COLUMNS * columnMs,
    seams: [],
    lowLevel,
    levels: 1,
    columns: DEPTH_COLUMNS,
    bids: new Float32Array(DEPTH_COLUMNS).fill(7),
    asks: new Float32Array(DEPTH_COLUMNS),
    bestBids: new Float64Array(DEPTH_COLUMNS).fill(lowLevel * levelTicks),
    bestAsks: new Float64Array(DEPTH_COLUMNS).fill((lowLevel + 2) * levelTicks),
    trades: {
      column: new Uint16Array(),
      level: new Float64Array(),
      sold: new Float64Array(),
      bought: new Float64Array(),
    },
  };
}
