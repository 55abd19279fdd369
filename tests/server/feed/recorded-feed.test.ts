// A recorded day through the feed: the venue's own counts and candles result.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ASK, BID, type SideCode } from '../../../core/feed/checksum.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { parseSteps, stepsToNumber } from '../../../core/units/units.ts';
import { Feed } from '../../../server/feed/feed.ts';
import type { MarketEvent } from '../../../server/exchange/market-event.ts';
import { sharedFile } from '../../support/data/shared-file.ts';
import { ClientBook, RecordingReader, MemoryStore, infoOf } from '../../support/server/feed-fixture.ts';

const NAME = 'binance-usdm-BTCUSDT-20240808';
const tape = sharedFile(`recordings/l2/${NAME}.ndjson.gz`);
const expectedFile = sharedFile(`recordings/l2/${NAME}.expected.json`);
const tradesFile = sharedFile(`recordings/trades/${NAME}.trades.csv.gz`);
const info = infoOf(2, { priceTick: '0.1', pricePrecision: 1, amountStep: '0.001', amountPrecision: 3 });
const { price, amount } = instrumentOf(info);

interface Line {
  k: string;
  T?: number;
  t: number;
  u: number;
  seq: number;
  b: [string, string][];
  a: [string, string][];
}
interface Batch {
  ts: number;
  events: MarketEvent[];
}

function levels(line: Line): MarketEvent[] {
  const of = (side: SideCode, rows: [string, string][]): MarketEvent[] =>
    rows.map(([p, q]) => ({
      kind: 'level',
      coinInfoId: 2,
      side,
      priceTicks: Number(parseSteps(p, price)),
      lots: Number(parseSteps(q, amount)),
    }));
  return [...of(BID, line.b), ...of(ASK, line.a)];
}

/** Book batches of the tape by the venue's rule: deltas that end before the snapshot are dropped. */
function bookBatches(path: string): Batch[] {
  const lines = gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as Line);
  const snapshot = lines.find((line) => line.k === 'snap');
  if (!snapshot) throw new Error('no snapshot in the tape');
  const deltas = lines.filter((line) => line.k === 'd' && line.u >= snapshot.seq);
  const first = {
    ts: Math.floor(snapshot.t / 1000),
    events: [{ kind: 'bookReset', coinInfoId: 2 } as MarketEvent, ...levels(snapshot)],
  };
  return [first, ...deltas.map((line) => ({ ts: line.T ?? Math.floor(line.t / 1000), events: levels(line) }))];
}

function tradeBatches(path: string): Batch[] {
  const rows = gunzipSync(readFileSync(path)).toString().trim().split('\n').slice(1);
  return rows.map((row, index) => {
    const [ts = '', , p = '', q = '', side] = row.split(',');
    const event: MarketEvent = {
      kind: 'trade',
      coinInfoId: 2,
      id: index + 1,
      priceTicks: Number(parseSteps(p, price)),
      lots: Number(parseSteps(q, amount)),
      side: side === 'buy' ? 'buy' : 'sell',
      ts: Number(ts),
    };
    return { ts: Number(ts), events: [event] };
  });
}

const clock = { now: 0 };

function tapeFeed(): Feed {
  clock.now = 0;
  return new Feed({
    instruments: [info],
    store: new MemoryStore(),
    now: () => clock.now,
    timer: false,
    isRecording: true,
  });
}

function play(feed: Feed, batches: Batch[]): void {
  for (const batch of batches) {
    if (batch.ts >= clock.now + 50) feed.runDueTasks((clock.now = batch.ts - (batch.ts % 50)));
    feed.apply(batch.events, batch.ts);
  }
  feed.runDueTasks((clock.now += 1_000));
}

describe.skipIf(!tape || !expectedFile || !tradesFile)('recorded USD-M day', () => {
  const expected = JSON.parse(readFileSync(expectedFile ?? '', 'utf8'));

  test("clients of every depth end with the venue's book", () => {
    const feed = tapeFeed();
    const batches = bookBatches(tape ?? '');
    const clients = (
      [
        [0, 250],
        [20, 0],
        [200, 1000],
      ] as const
    ).map(([depth, interval]) => {
      const listener = new RecordingReader();
      feed.topic({ channel: 'books', coinInfoId: 2, depth, interval })?.subscribe(listener);
      return { depth, listener, client: new ClientBook(depth) };
    });
    play(feed, batches);
    const { bids, asks } = feed.market(2)?.book ?? { bids: { size: 0 }, asks: { size: 0 } };
    expect([bids.size, asks.size]).toEqual([expected.final.levels_bid, expected.final.levels_ask]);
    for (const { depth, listener, client } of clients) {
      for (const message of listener.messages) client.apply(message);
      expect(client.cs).toBe(client.checksum());
      const [bid, ask] = [client.levels(BID)[0]?.[0] ?? 0, client.levels(ASK)[0]?.[0] ?? 0];
      expect([stepsToNumber(bid, price), stepsToNumber(ask, price)]).toEqual([
        Number(expected.final.best_bid.p),
        Number(expected.final.best_ask.p),
      ]);
      if (depth === 0) expect(client.sides[BID].size).toBe(bids.size);
    }
  });

  test('its trades give its candles', () => {
    const feed = tapeFeed();
    play(feed, tradeBatches(tradesFile ?? ''));
    const { rows } = feed
      .market(2)
      ?.candles.read('1m', { from: -Infinity, to: Infinity, limit: 5, fromFront: true }) ?? { rows: [] };
    const printed = rows.map((row) => [
      row.start,
      ...[row.open, row.high, row.low, row.close].map((ticks) => stepsToNumber(ticks, price)),
      row.volumeLots / 1000,
      row.amount.toFixed(2),
    ]);
    expect(printed).toEqual(
      expected.candles_1m.first5.map((row: Record<string, string>) => [
        row['t'],
        Number(row['o']),
        Number(row['h']),
        Number(row['l']),
        Number(row['c']),
        Number(row['v']),
        Number(row['qv']).toFixed(2),
      ]),
    );
    expect(feed.market(2)?.candles.base['1m'].size).toBe(expected.candles_1m.count);
  });
});
