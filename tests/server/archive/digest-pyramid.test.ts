// Digests of coarse columns: closed once, over weeks, and read from finer ones where they are missing.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEPTH_COLUMNS, DEPTH_COLUMN_MS, decodeDepthTile } from '../../../core/market-data/depth-tile.ts';
import { FLOW_BARS, FLOW_BAR_MS, decodeFlowTile } from '../../../core/market-data/flow-tile.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/units/durations.ts';
import { dayOf } from '../../../server/archive/archive-store.ts';
import { LATE_MS } from '../../../core/market-data/tile.ts';
import { digestFilesIn } from '../../../server/archive/tiles/digest-files.ts';
import { depthColumns, depthTrades, flowCells, naiveColumns, naiveTrades } from './naive-tiles.ts';
import { RecordedMarket } from './recorded-market.ts';

const SEED = 20_281;
/** A Friday: the recording begins and ends within a week. */
const START = Date.UTC(2026, 10, 20);
/** Steps that are made from levels of the pyramid above five minutes. */
const WIDE_MS = 15 * MINUTE_MS;

let market: RecordedMarket;
let ownFolder: string;
beforeEach(async () => {
  market = new RecordedMarket(START + 17 * HOUR_MS + 41, SEED);
  ownFolder = join(market.folder, `${market.id}`);
  await market.open();
});
afterEach(async () => {
  await market.delete();
});

async function tileAt(kind: 'flow' | 'depth', stepMs: number, fromMs: number): Promise<Uint8Array> {
  const request = { coinInfoId: market.id, stepMs, levelTicks: 1, fromMs };
  const answer = await market.archive.tiles.read(kind, request, '192.0.2.1');
  if (answer.kind !== 'tile') throw new Error(`${answer.kind}: ${kind} of ${stepMs} ms`);
  return gunzipSync(answer.bytes);
}

/** Compares the tiles of wide steps with a plain replay, and returns their bytes. */
async function compareWide(ts: number): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for (const stepMs of FLOW_BAR_MS.filter((ms) => ms >= WIDE_MS)) {
    const bytes = await tileAt('flow', stepMs, ts);
    const tile = decodeFlowTile(bytes);
    expect(flowCells(tile), `flow ${stepMs}`).toEqual(naiveTrades(market.past, tile, stepMs, FLOW_BARS));
    all.push(bytes);
  }
  for (const stepMs of DEPTH_COLUMN_MS.filter((ms) => ms >= WIDE_MS)) {
    const bytes = await tileAt('depth', stepMs, ts);
    const tile = decodeDepthTile(bytes);
    expect(depthTrades(tile), `depth ${stepMs}`).toEqual(naiveTrades(market.past, tile, stepMs, DEPTH_COLUMNS));
    expect(depthColumns(tile), `depth ${stepMs}`).toEqual(naiveColumns(market.past, tile));
    all.push(bytes);
  }
  return all;
}

/** Records until `end`, no faster than digests are stored: what waits for the disk is bounded. */
async function record(end: number, stepMs: number): Promise<void> {
  while (market.now < end) {
    await market.run(Math.min(end, market.now + 6 * HOUR_MS), stepMs);
    await market.archive.flush();
    // Spans are stored once no trade can be late.
    const overMs = market.now - 5 * MINUTE_MS - LATE_MS;
    const storedMs = () => digestFilesIn(market.folder).lastMs(market.id, dayOf(overMs));
    await expect.poll(storedMs, { timeout: 30_000 }).toBeGreaterThanOrEqual(overMs);
  }
}

/** Suffixes of a day's digests. */
const digestsOf = (day: string): string[] =>
  readdirSync(ownFolder).flatMap((name) => {
    const [start, suffix] = name.split('.');
    return start === day && suffix !== 'blocks' && suffix !== 'index' ? [suffix!] : [];
  });

const storedAs = (suffix: string): string[] => readdirSync(ownFolder).filter((name) => name.endsWith(suffix));

it(
  `coarse columns are those of a plain replay over weeks, and without the coarse files too (seed ${SEED})`,
  { timeout: 240_000 },
  async () => {
    await record(START + 1.6 * DAY_MS, 40 * MINUTE_MS);
    await market.stop();
    market.now += 5 * HOUR_MS + 1_234;
    await market.open();
    await record(START + 4.6 * DAY_MS, 40 * MINUTE_MS);
    await market.archive.flush();
    const moments = [START + DAY_MS, START + 1.7 * DAY_MS, market.now - 1];
    const tiles: Uint8Array[][] = [];
    for (const ts of moments) tiles.push(await compareWide(ts));
    expect(['.m15', '.h4', '.w1'].map((suffix) => storedAs(suffix).length)).toEqual([5, 5, 1]);
    const day = dayOf(START + DAY_MS);
    expect(digestsOf(day)).toEqual(['h1', 'h4', 'm1', 'm15', 'm5', 's5']);
    // As an earlier version left it.
    const { now } = market;
    await market.stop();
    for (const suffix of ['.m15', '.h4', '.w1']) for (const name of storedAs(suffix)) rmSync(join(ownFolder, name));
    await market.open();
    expect(market.now).toBe(now);
    for (const [at, ts] of moments.slice(0, 2).entries()) expect(await compareWide(ts)).toEqual(tiles[at]);
    expect(market.errors).toEqual([]);
    await digestFilesIn(market.folder).deleteDay(market.id, day);
    expect(digestsOf(day)).toEqual([]);
  },
);

it('coarse columns are closed once, though the write after it fails and is tried again', async () => {
  await market.run(START + DAY_MS - MINUTE_MS, MINUTE_MS);
  // What is in the way of the next day's digests is away again before the third piece.
  const inTheWay = join(ownFolder, `${dayOf(START + DAY_MS)}.s5`);
  mkdirSync(inTheWay);
  await market.run(START + DAY_MS + 11 * MINUTE_MS, MINUTE_MS);
  await market.archive.flush();
  await expect.poll(() => market.errors.length).toBe(2);
  rmSync(inTheWay, { recursive: true });
  await market.run(START + DAY_MS + 30 * MINUTE_MS, MINUTE_MS);
  await market.archive.flush();
  for (const stepMs of DEPTH_COLUMN_MS.filter((ms) => ms >= WIDE_MS && ms <= DAY_MS)) {
    const tile = decodeDepthTile(await tileAt('depth', stepMs, START + DAY_MS - HOUR_MS));
    const naive = naiveTrades(market.past, tile, stepMs, DEPTH_COLUMNS);
    const before = (cells: ReturnType<typeof depthTrades>) =>
      [...cells].filter(([key]) => Number(key.split(' ')[0]) < START + DAY_MS);
    expect(before(depthTrades(tile)), `${stepMs}`).toEqual(before(naive).toSorted());
  }
});
