// Replays: tapes end as expected at any speed; truncated files play to the last complete message.
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { playHeadless } from '../../../bench/replay/headless.ts';
import { openRecording, RecordingError } from '../../../workers/replay/recording.ts';
import { type MarketSummary, summaryOf } from '../../../workers/replay/replay-summary.ts';
import { sharedFile } from '../../support/data/shared-file.ts';
import { seeded } from '../../support/data/seeded-random.ts';

interface Candle1m {
  t: number;
  o: string;
  h: string;
  l: string;
  c: string;
  v: string;
}
interface Final {
  best_bid: unknown;
  best_ask: unknown;
  levels_bid: number;
  levels_ask: number;
  top25_crc32_norm: number;
}
interface Expected {
  final: Final | Record<string, Final>;
  trades?: { count: number; sum_qty: string; first_id: number; last_id: number };
  candles_1m?: { count: number; first5: Candle1m[]; last5: Candle1m[] };
}

const NAMES = [
  'binance-coinm-BTCUSD_PERP-20240808',
  'binance-spot-BTCUSDT-20240808',
  'binance-usdm-BTCUSDT-20240808',
  'kraken-spot-multi-20210405',
  'okx-multi-20220227',
];
/** One display frame at 60 Hz, at 50 times the speed. */
const TICK_AT_50X_MS = 50 * (1000 / 60);

const tapePath = (name: string): string | null => sharedFile(`recordings/l2/${name}.ndjson.gz`);
const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

function expectBook({ books: [book] }: MarketSummary, want: Final): void {
  const best = (level: unknown): string[] | null =>
    level === null ? null : Object.values(level as Record<string, string>).map(trimmed);
  expect(book).toMatchObject({
    live: true,
    bidLevels: want.levels_bid,
    askLevels: want.levels_ask,
    top25Crc32: want.top25_crc32_norm,
  });
  expect([book!.bestBid, book!.bestAsk]).toEqual([best(want.best_bid), best(want.best_ask)]);
}

function expectTrades({ trades, candles: [candles] }: MarketSummary, want: Required<Expected>): void {
  expect(trades).toEqual({
    count: want.trades.count,
    amount: want.trades.sum_qty,
    firstId: want.trades.first_id,
    lastId: want.trades.last_id,
  });
  const rows = ({ t, o, h, l, c, v }: Candle1m): number[] => [t, o, h, l, c, v].map(Number);
  expect(candles!.count).toBe(want.candles_1m.count);
  expect(candles!.rows.slice(0, 5)).toEqual(want.candles_1m.first5.map(rows));
  expect(candles!.rows.slice(-5)).toEqual(want.candles_1m.last5.map(rows));
}

describe.each(NAMES)('%s', (name) => {
  const path = tapePath(name);
  const expectedPath = sharedFile(`recordings/l2/${name}.expected.json`);
  it.skipIf(path === null || expectedPath === null)('ends at 50x with the state of expected.json', async () => {
    const want = JSON.parse(readFileSync(expectedPath!, 'utf8')) as Expected;
    const recording = await openRecording(new Blob([readFileSync(path!)]));
    const player = await playHeadless(recording, TICK_AT_50X_MS);
    const { markets, cut } = summaryOf(recording, player);
    expect(cut).toBe(false);
    for (const market of markets)
      expectBook(
        market,
        'levels_bid' in want.final ? (want.final as Final) : (want.final as Record<string, Final>)[market.symbol]!,
      );
    if (want.trades && want.candles_1m) expectTrades(markets[0]!, want as Required<Expected>);
    expect(player.hashes.length).toBe(Math.floor((recording.lastMs - recording.firstMs) / 1000) + 1);
  });
});

const small = tapePath('okx-multi-20220227');

describe.skipIf(small === null)('a replay', () => {
  const bytes = small === null ? null : readFileSync(small);
  const text = bytes ? gunzipSync(bytes).toString('utf8') : '';

  it('has the same state at every second, at any speed, twice, and step by step', async () => {
    const recording = await openRecording(new Blob([bytes!]));
    const whole = await playHeadless(recording);
    for (const tickMs of [1, 16.7, TICK_AT_50X_MS])
      expect((await playHeadless(recording, tickMs)).hashes, `${tickMs} ms a tick`).toEqual(whole.hashes);
    expect(new Set(whole.hashes).size).toBe(whole.hashes.length);
    const stepping = await playHeadless(recording, Infinity, (player) => player.step());
    expect([stepping.hashes, stepping.playedCount]).toEqual([whole.hashes, whole.playedCount]);
  });

  it('of a truncated file is refused with a sentence or played to the last complete message', async () => {
    const whole = await playHeadless(await openRecording(new Blob([bytes!])));
    const random = seeded(7);
    let played = 0;
    const plain = Buffer.from(text);
    const cuts = [0, 1, 2, 9, 11, 40, ...Array.from({ length: 14 }, () => Math.floor(random() * bytes!.length))].map(
      (at) => bytes!.subarray(0, at),
    );
    cuts.push(...Array.from({ length: 8 }, () => plain.subarray(0, Math.floor(random() * plain.length))));
    for (const cut of cuts) {
      try {
        const recording = await openRecording(new Blob([cut]));
        const { hashes } = await playHeadless(recording);
        expect(hashes.slice(0, -1)).toEqual(whole.hashes.slice(0, hashes.length - 1));
        expect(recording.cut || cut.length === plain.length).toBe(true);
        played++;
      } catch (error) {
        expect(error, `seed 7, ${cut.length} bytes`).toBeInstanceOf(RecordingError);
        expect((error as Error).message).toMatch(/^The .*\.$|^The .*: .*/);
      }
    }
    expect(played).toBeGreaterThan(10);
  });

  it('refuses files that are no recording', async () => {
    for (const content of [
      '',
      'hello',
      '{"fmt":"l2tape/2"}',
      gzipSync('PK'),
      Buffer.from('FEEDLOG1\u0004\0\0\0null'),
      gzipSync('FEEDLOG1'),
    ]) {
      await expect(openRecording(new Blob([content]))).rejects.toBeInstanceOf(RecordingError);
    }
  });
});
