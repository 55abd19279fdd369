// Recorded markets through the pipeline: the last frame has the recorded book, trades, candles.
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { ownBytes, packedOf } from '../../bench/harness/msgpack-frames.ts';
import { type Tape, readTape } from '../../bench/harness/recorded-tape.ts';
import { type Instrument, instrumentOf } from '../../core/instruments/instrument.ts';
import { BOOK_STATE } from '../../core/worker-protocol/worker-protocol.ts';
import { printSteps } from '../../core/units/units.ts';
import { MSGPACK_PROTOCOL } from '../../core/feed/feed-msgpack.ts';
import { MsgpackDecoder } from '../../workers/decode/msgpack-decoder.ts';
import { sharedFile } from '../support/data/shared-file.ts';
import { FakeScreen, FakePlatform, type SeenBook } from '../support/feed/fake-platform.ts';
import { startedMarket } from '../support/feed/started-market.ts';

interface Final {
  best_bid: unknown;
  best_ask: unknown;
  levels_bid: number;
  levels_ask: number;
  top25_crc32_norm: number;
}
interface Candle1m {
  t: number;
  o: string;
  h: string;
  l: string;
  c: string;
  v: string;
}
interface Expected {
  final: Final | Record<string, Final>;
  trades?: { count: number; sum_qty: string; first_id: number; last_id: number };
  candles_1m?: { count: number; first5: Candle1m[]; last5: Candle1m[] };
}

const BOOK = 1;
const TRADES = 1001;
const CANDLES = 2001;

type Wire = 'json' | 'msgpack';

/**
 * Plays a tape into a worker with views on every market, in recorded time: as text, or as MessagePack with frames of a
 * moment joined, as the server does.
 */
async function play(tape: Tape, wire: Wire): Promise<FakeScreen> {
  const platform = new FakePlatform();
  const packed = new MsgpackDecoder();
  const markets = new Map(tape.infos.map((info) => [info.id, instrumentOf(info)]));
  if (wire === 'msgpack') Object.assign(platform, { loadMsgpack: async () => packed });
  platform.answersPings = false;
  const screen = new FakeScreen(() => platform.now);
  platform.listed = tape.infos;
  const market = await startedMarket(platform, screen);
  for (const { id } of tape.infos) {
    await market.open(BOOK + id, {
      kind: 'book',
      coinInfoId: id,
      depth: tape.depth,
      interval: 0,
      groupTicks: 1,
      rows: 25,
    });
    await market.open(TRADES + id, { kind: 'trades', coinInfoId: id, rows: 200 });
    await market.open(CANDLES + id, { kind: 'candles', coinInfoId: id, interval: '1m', indicators: [] });
  }
  await market.open(9999, { kind: 'tickers' });
  await platform.pass(10);
  const { socket } = platform;
  let waiting: Buffer[] = [];
  const flush = (): void => {
    if (waiting.length > 0) socket.onBytes(ownBytes(Buffer.concat(waiting)));
    waiting = [];
  };
  if (wire === 'msgpack') socket.protocol = MSGPACK_PROTOCOL;
  socket.onOpen();
  const start = tape.frames[0]!.t;
  for (const frame of tape.frames) {
    const due = (frame.t - start) / 1000 + 10;
    if (due - platform.now > 50) {
      flush();
      await platform.pass(due - platform.now);
    }
    if (socket.closed) throw new Error('the socket died');
    if (wire === 'json') socket.onText(frame.text);
    else waiting.push(packedOf(frame.text, markets)!);
  }
  flush();
  // Counters are sent with the heartbeat.
  await platform.pass(1100);
  return screen;
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function norm(row: number[], { price, amount }: Instrument): [string, string] {
  return [trimmed(printSteps(row[0]!, price)), trimmed(printSteps(row[1]!, amount))];
}

function expectBook(book: SeenBook, want: Final, market: Instrument): void {
  const text = [
    ...book.bids.map((row) => ['B', ...norm(row, market)]),
    ...book.asks.map((row) => ['A', ...norm(row, market)]),
  ];
  expect(book.state).toBe(BOOK_STATE.live);
  expect([book.bidLevels, book.askLevels]).toEqual([want.levels_bid, want.levels_ask]);
  expect(crc32(text.map((line) => `${line.join(',')}\n`).join(''))).toBe(want.top25_crc32_norm);
  const best = (level: unknown): string[] | undefined =>
    level === null ? undefined : Object.values(level as Record<string, string>).map(trimmed);
  expect(book.bids[0] && norm(book.bids[0], market)).toEqual(best(want.best_bid));
  expect(book.asks[0] && norm(book.asks[0], market)).toEqual(best(want.best_ask));
}

const NAMES = [
  'binance-coinm-BTCUSD_PERP-20240808',
  'binance-spot-BTCUSDT-20240808',
  'binance-usdm-BTCUSDT-20240808',
  'kraken-spot-multi-20210405',
  'okx-multi-20220227',
];

describe.each(NAMES)('%s', (name) => {
  const path = sharedFile(`recordings/l2/${name}.ndjson.gz`);
  const expectedPath = sharedFile(`recordings/l2/${name}.expected.json`);
  let whole: Tape | null = null;
  afterAll(() => {
    whole = null;
  });
  it.skipIf(path === null || expectedPath === null).each(['json', 'msgpack'] as const)(
    'ends with the state of expected.json, as %s',
    { timeout: 120_000 },
    async (wire) => {
      const want = JSON.parse(readFileSync(expectedPath!, 'utf8')) as Expected;
      const tape = (whole ??= readTape(path!, { candles: true }));
      const screen = await play(tape, wire);
      expect(screen.connection).toMatchObject({ resyncs: 0, malformed: 0, messages: tape.frames.length });
      for (const info of tape.infos) {
        const final =
          'levels_bid' in want.final ? (want.final as Final) : (want.final as Record<string, Final>)[info.symbol]!;
        expectBook(screen.books.get(BOOK + info.id)!, final, instrumentOf(info));
      }
      const gaps = screen.frameTimes.slice(1).map((at, i) => at - screen.frameTimes[i]!);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(8);
      if (want.trades && want.candles_1m) expectTradesAndCandles(screen, tape, want as Required<Expected>);
    },
  );
});

function expectTradesAndCandles(screen: FakeScreen, tape: Tape, want: Required<Expected>): void {
  const info = tape.infos[0]!;
  const { price, amount } = instrumentOf(info);
  const trades = screen.trades.get(TRADES + info.id)!;
  expect(trades.map(([id]) => id)).toEqual(Array.from({ length: 200 }, (_, i) => want.trades.last_id - i));
  const { columns } = screen.candles.get(CANDLES + info.id)!;
  expect(columns[0]!.length).toBe(want.candles_1m.count);
  const rowAt = (i: number): unknown[] => columns.map((column) => column[i]);
  const asNumbers = ({ t, o, h, l, c, v }: Candle1m): number[] => [t, o, h, l, c, v].map(Number);
  want.candles_1m.first5.forEach((candle, i) => expect(rowAt(i)).toEqual(asNumbers(candle)));
  want.candles_1m.last5
    .toReversed()
    .forEach((candle, i) => expect(rowAt(columns[0]!.length - 1 - i)).toEqual(asNumbers(candle)));
  const lots = columns[5]!.reduce((sum, volume) => sum + Math.round((volume * 10 ** amount.decimals) / amount.step), 0);
  expect(trimmed(printSteps(lots, amount))).toBe(want.trades.sum_qty);
  expect(price.step).toBe(1);
}
