// Candles whose calls are answered late, or not at once: the series ends as the exchange's candles are.
import { beforeEach, describe, expect, it } from 'vitest';
import { CandleFeed, type CandlePage, type CandleQuery } from '../../../workers/candles/candle-feed.ts';
import { CANDLE_ROW } from '../../../workers/decode/decoded-event.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { settled } from '../../support/feed/fake-platform.ts';

const MINUTE = 60_000;
const FIRST = 1_700_000_040_000;
/** Close and volume of a candle; the volume only grows. */
type Candle = [close: number, volume: number];

let feed: CandleFeed;
/** The exchange's candles from FIRST on, minute by minute. */
let truth: Candle[];
let stampMs: number;
let failing: boolean;
/** Whether the last candle is over. */
let isClosed: boolean;
/** Answers that are held back. */
let held: (() => void)[];
let holding: boolean;

function rowsOf(first: number, candles: readonly Candle[]): Rows {
  const rows = new Rows(CANDLE_ROW);
  for (const [at, [close, volume]] of candles.entries())
    rows.data.set([FIRST + (first + at) * MINUTE, 100, 200, 1, close, volume], rows.add());
  return rows;
}

/** Answers with the candles of the moment of the call. */
async function fetchPage({ limit, from }: CandleQuery): Promise<CandlePage> {
  if (failing) throw new Error('down');
  const first = from === undefined ? Math.max(0, truth.length - limit) : (from - FIRST) / MINUTE;
  const rows = rowsOf(first, truth.slice(first, first + limit));
  const isLastClosed = isClosed;
  if (holding) await new Promise<void>((resolve) => held.push(resolve));
  return { rows, hasMore: first > 0, isLastClosed };
}

/** The exchange sends its candles from `first` on, or the last one as a snapshot. */
function live(first: number, isSnapshot = false): void {
  feed.apply(rowsOf(first, truth.slice(first)), stampMs, isSnapshot);
}

async function release(): Promise<void> {
  holding = false;
  for (const resolve of held.splice(0)) resolve();
  await settled();
}

async function pass(seconds: number): Promise<void> {
  for (let at = 0; at < seconds; at++) {
    stampMs += 1_000;
    feed.check(stampMs);
    await settled();
  }
}

function expectTruth(): void {
  const { series } = feed;
  expect(feed.isComplete).toBe(true);
  expect(Array.from(series.close.subarray(0, series.length))).toEqual(truth.map(([close]) => close));
  expect(Array.from(series.volume.subarray(0, series.length))).toEqual(truth.map(([, volume]) => volume));
}

beforeEach(() => {
  truth = Array.from({ length: 40 }, (_, at) => [50 + at, 10]);
  stampMs = 0;
  failing = holding = isClosed = false;
  held = [];
  feed = new CandleFeed('1m', fetchPage);
});

/** A feed whose calls are counted, in place of the one of the test. */
function countedCalls(): () => number {
  let calls = 0;
  feed = new CandleFeed('1m', (query) => {
    calls++;
    return fetchPage(query);
  });
  return () => calls;
}

describe('candles', () => {
  it('a late trade changes the candle before the running one, or makes it', async () => {
    truth.splice(37, 1);
    const times = truth.map((_, at) => FIRST + (at < 37 ? at : at + 1) * MINUTE);
    const rows = (...at: number[]): Rows => {
      const made = new Rows(CANDLE_ROW);
      for (const each of at) made.data.set([times[each]!, 100, 200, 1, ...truth[each]!], made.add());
      return made;
    };
    feed = new CandleFeed('1m', async () => {
      const page = rows(...truth.keys());
      if (holding) await new Promise<void>((resolve) => held.push(resolve));
      return { rows: page, hasMore: false, isLastClosed: isClosed };
    });
    holding = true;
    const loading = feed.load(stampMs);
    truth[37] = [70, 12];
    feed.apply(rows(37, 38), stampMs);
    await release();
    await loading;
    expectTruth();
    truth[37] = [71, 13];
    truth[38] = [90, 20];
    feed.apply(rows(37, 38), stampMs);
    expectTruth();
    truth.splice(37, 0, [60, 2]);
    times.splice(37, 0, FIRST + 37 * MINUTE);
    feed.apply(rows(37, 39), stampMs);
    expectTruth();
    expect(Array.from(feed.series.time.subarray(36, 40))).toEqual(times.slice(36, 40));
  });

  it('an answer that is late undoes no candle that closed meanwhile', async () => {
    await feed.load(stampMs);
    holding = true;
    feed.resubscribed(stampMs);
    truth[39] = [77, 25];
    truth.push([78, 1]);
    live(39);
    await release();
    expectTruth();
  });

  it('what a second loss of the connection missed is fetched after the answer to the first', async () => {
    await feed.load(stampMs);
    holding = true;
    feed.resubscribed(stampMs);
    truth[39] = [77, 25];
    truth.push([78, 1]);
    feed.resubscribed(stampMs);
    live(40);
    await release();
    await pass(6);
    expectTruth();
  });

  it('a candle that was cut by a loss is fetched also when the calls fail until others have closed', async () => {
    await feed.load(stampMs);
    failing = true;
    feed.resubscribed(stampMs);
    truth[39] = [77, 25];
    for (let minute = 0; minute < 4; minute++) {
      truth.push([80 + minute, 5]);
      live(40);
      await pass(60);
    }
    failing = false;
    await pass(6);
    expectTruth();
  });

  it('a candle that closes between the answer and the first live message is fetched again', async () => {
    const loaded = feed.load(stampMs);
    truth[39] = [77, 25];
    truth.push([78, 1]);
    live(40, true);
    await loaded;
    await pass(6);
    expectTruth();
  });

  it('a candle that closes between a load and the snapshot after it is fetched again', async () => {
    await feed.load(stampMs);
    truth[39] = [77, 25];
    truth.push([78, 1]);
    live(40, true);
    await pass(6);
    expectTruth();
  });

  it('a candle that closes between the answer to a repair and the snapshot is fetched again', async () => {
    await feed.load(stampMs);
    holding = true;
    feed.resubscribed(stampMs);
    truth[39] = [77, 25];
    truth.push([78, 1]);
    live(40, true);
    await release();
    await pass(6);
    expectTruth();
  });

  it('a repair that has the candle of the snapshot needs no other', async () => {
    await feed.load(stampMs);
    truth[39] = [77, 25];
    truth.push([78, 1]);
    feed.resubscribed(stampMs);
    live(40, true);
    await settled();
    expectTruth();
  });

  it('a load or repair that ends with a candle that was over needs no other', async () => {
    const calls = countedCalls();
    isClosed = true;
    await feed.load(stampMs);
    truth.push([78, 1]);
    live(40, true);
    expectTruth();
    isClosed = false;
    feed.resubscribed(stampMs);
    live(40, true);
    await settled();
    isClosed = true;
    feed.resubscribed(stampMs + 10_000);
    await settled();
    truth.push([79, 1]);
    live(41, true);
    await pass(20);
    expectTruth();
    expect(calls()).toBe(3);
  });

  it('a candle that closes while the connection is lost during the load is fetched again', async () => {
    holding = true;
    const loaded = feed.load(stampMs);
    truth[39] = [60, 12];
    live(39, true);
    truth[39] = [77, 25];
    truth.push([78, 1]);
    feed.resubscribed(stampMs);
    live(40, true);
    await release();
    await loaded;
    await pass(6);
    expectTruth();
  });

  it('a candle that closes before the live messages of a load that outlasts its connection is fetched', async () => {
    holding = true;
    const loaded = feed.load(stampMs);
    truth[39] = [77, 25];
    truth.push([78, 1]);
    live(40, true);
    feed.resubscribed(stampMs);
    await release();
    live(40, true);
    await loaded;
    await pass(6);
    expectTruth();
  });

  it('a load whose live messages go on from its last candle needs no further call', async () => {
    const calls = countedCalls();
    holding = true;
    const loaded = feed.load(stampMs);
    feed.resubscribed(stampMs);
    truth[39] = [60, 12];
    live(39, true);
    truth.push([78, 1]);
    live(39);
    await release();
    await loaded;
    expectTruth();
    await pass(20);
    expect(calls()).toBe(1);
  });
});
