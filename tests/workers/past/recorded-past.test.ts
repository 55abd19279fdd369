// A recorded feed as a market's past: its books, trades and candles at any moment; odd files are refused or end early.
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { JsonDecoder } from '../../../workers/decode/json-decoder.ts';
import type { PastSession } from '../../../workers/past/past-session.ts';
import { recordedPast } from '../../../workers/past/recorded-past.ts';
import { RECORD } from '../../../workers/recorder/recording-file.ts';
import { type Recording, openRecording } from '../../../workers/replay/recording.ts';
import { type MadeRecord, feedFile, tradeText } from '../../support/data/generated-feed.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { sharedFile } from '../../support/data/shared-file.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';
import { DepthTwin } from '../depth-history/depth-twin.ts';
import { openPast } from './past-fixture.ts';

const SEED = 7;
const ZERO = Date.UTC(2026, 10, 26, 9);
const info = btcInfo();
const market = instrumentOf(info);
const path = sharedFile('recordings/l2/okx-multi-20220227.ndjson.gz');

async function open(recording: Recording, atMs: number, of = market): Promise<PastSession> {
  const source = recordedPast(recording, of);
  const { lastMs } = (await source.page(atMs, atMs, null))!;
  return openPast(source, atMs, lastMs, of);
}

const fileOf = (records: readonly MadeRecord[]): Uint8Array => feedFile(info, ZERO, records);

const recordingOf = (bytes: Uint8Array): Promise<Recording> =>
  openRecording(new Blob([bytes as Uint8Array<ArrayBuffer>]));

describe('a recorded feed', () => {
  it.skipIf(path === null)(`has the book of any moment as a naive twin has it (seed ${SEED})`, async () => {
    const recording = await recordingOf(readFileSync(path!));
    const own = recording.infos[0]!;
    const of = instrumentOf(own);
    const decoder = new JsonDecoder();
    decoder.setInstruments(new Map([[own.id, of]]));
    const random = seeded(SEED);
    const { firstMs, lastMs, channels } = recording;
    const { arg } = channels.find((each) => each.arg.channel === 'books')!;
    const depth = arg.channel === 'books' ? arg.depth : 0;
    for (let round = 0; round < 4; round++) {
      const atMs = Math.floor(firstMs + (0.05 + 0.2 * random()) * (lastMs - firstMs));
      const session = await open(recording, atMs, of);
      const twin = new DepthTwin(depth);
      for (const steps = recording.steps(); ;) {
        const { value, done } = steps.next();
        if (done) break;
        const event = decoder.decode(value.text);
        if (event.kind !== 'book' || event.coinInfoId !== own.id) continue;
        if ((event.snapshot ? event.pts : event.ts) > atMs) break;
        twin.states.length = 0;
        twin.apply(event);
      }
      const { bids, asks, isBookKnown } = session.market;
      expect(isBookKnown).toBe(true);
      expect(new Map([...bids, ...asks])).toEqual(twin.states.at(-1)!.levels);
    }
  });

  it('of a deep book costs what changes in it, not what rests there', async () => {
    const costOf = async (levels: number): Promise<number> => {
      const rows = (sign: number): string[][] =>
        Array.from({ length: levels }, (_, at) => [String(60_000 + sign * (1 + at)), '1']);
      const t = ZERO * 1_000;
      const lines: object[] = [
        { fmt: 'l2tape/1', venue: 'coinbase', market: 'spot', sym: 'BTC-USD' },
        { t, k: 'snap', b: rows(-1), a: rows(1) },
      ];
      for (let at = 1; at <= 3_000; at++)
        lines.push({ t: t + at * 1_000, k: 'd', b: [['59990', String(1 + (at % 7))]], a: [] });
      const recording = await recordingOf(
        new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n')),
      );
      const before = process.cpuUsage();
      const source = recordedPast(recording, instrumentOf(recording.infos[0]!));
      const { user, system } = process.cpuUsage(before);
      const { blocks } = (await source.page(0, 0, null))!;
      expect(blocks.reduce((sum, { events }) => sum + events.size, 0)).toBe(2 * levels + 3_000);
      return user + system;
    };
    await costOf(50);
    const [shallow, deep] = [await costOf(50), await costOf(10_000)];
    // Level by level it was a hundred times as much; to read 20,000 of them takes a while.
    expect(deep / shallow).toBeLessThan(12);
  });

  it('has candles of its trades, also of a page whose clock was wrong', async () => {
    // The page's clock is a day behind the exchange's.
    const late = 86_400_000;
    const records = Array.from({ length: 300 }, (_, at) => {
      const ts = ZERO + at * 1_000;
      return [RECORD.text, at * 1_000, tradeText(1 + at, ts + late, String(67_000 + at))] as const;
    });
    const session = await open(await recordingOf(fileOf(records)), ZERO + 200_000);
    expect(session.market.trades.at(-1)).toMatchObject({ id: 201, ts: ZERO + 200_000 });
    // A session in the first minute has its candle: nothing else knows it.
    const early = await open(await recordingOf(fileOf(records)), ZERO + 20_000);
    expect(early.market.candles.from('1m', early.atMs)).toMatchObject([
      { startMs: ZERO, open: 6_700_000, close: 6_702_000 },
    ]);
    await session.prepare('5m');
    const [candle] = session.market.candles.from('5m', session.atMs);
    expect(candle).toMatchObject({ startMs: ZERO, open: 6_700_000, low: 6_700_000, close: 6_720_000 });
    await session.playTo(ZERO + 900_000);
    expect(session.status).toMatchObject({ ended: true, atMs: ZERO + 299_000 });
  });

  it('plays what is whole of a cut, a torn or an absurd file, and refuses the rest', async () => {
    const trades = Array.from(
      { length: 50 },
      (_, at) => [RECORD.text, at * 1_000, tradeText(1 + at, ZERO + at * 1_000, '67000')] as const,
    );
    const whole = fileOf(trades);
    for (const cut of [whole.subarray(0, whole.length - 7), gzipSync(whole).subarray(0, -12)]) {
      const session = await open(await recordingOf(Uint8Array.from(cut)), ZERO + 10_000);
      expect(session.market.trades.at(-1)!.id).toBe(11);
    }
    // A length of 4 GiB inside of MessagePack, a record of nothing, times that go back, letters that are no message.
    const bomb = Uint8Array.of(0xdd, 0xff, 0xff, 0xff, 0xff, 0xc6, 0xff, 0xff, 0xff, 0xff);
    const odd = fileOf([
      [RECORD.bytes, 0, bomb],
      [RECORD.text, 5, ''],
      [99, 6, 'x'],
      ...trades.slice(0, 20),
      [RECORD.text, -3_600_000, tradeText(900, ZERO - 9e9, '67001')],
      [RECORD.text, 20_000, '{"type":"data","channel":"trades","coinInfoId":2,"data":{}}'],
      [RECORD.text, 21_000, tradeText(901, 1e300, '67002')],
    ]);
    const session = await open(await recordingOf(odd), ZERO + 19_000);
    await session.playTo(ZERO + 60_000);
    expect(session.market.trades.map(({ id }) => id)).toEqual(
      [...trades.slice(0, 20).keys()].map((at) => at + 1).concat(900, 901),
    );
    expect(session.status.ended).toBe(true);
    expect(session.atMs).toBeLessThanOrEqual(ZERO + 21_000);
    for (const [bytes, refusal] of [
      [new Uint8Array(0), 'empty'],
      [Uint8Array.of(0x1f, 0x8b, 8), 'empty'],
      [whole.subarray(0, 20), 'empty'],
      [new TextEncoder().encode('{"a":1}\n'), 'foreign'],
    ] as const)
      await expect(recordingOf(bytes), `${bytes.length}`).rejects.toMatchObject({ refusal });
    expect(gunzipSync(gzipSync(whole)).length).toBe(whole.length);
  });
});
