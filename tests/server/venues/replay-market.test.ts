// Five real tapes through the replay source: the final books equal expected.json exactly.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { CoinInfo } from '../../../core/instruments/instrument.ts';
import { candleStart } from '../../../core/units/time.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { stepsToNumber } from '../../../core/units/units.ts';
import type { VenueMessage } from '../../../core/venue/venue-message.ts';
import { tapeSymbols } from '../../../core/venue/venue-tape.ts';
import type { MarketEvent } from '../../../server/exchange/market-event.ts';
import { TapePlayer, parseReplayPlan, startReplay } from '../../../server/venues/replay-market.ts';
import type { FeedPort, MarketSourceOptions } from '../../../server/simulation/market-source.ts';
import { openTape } from '../../../server/venues/tape-reader.ts';
import { tapeInstruments } from '../../../server/venues/tape-instruments.ts';
import { madeTape, textOf } from '../../support/data/generated-tape.ts';
import { sharedFile } from '../../support/data/shared-file.ts';
import { ReferenceBook, best, top25Crc } from './reference-book.ts';

interface Final {
  best_bid: { p: string; q: string } | [string, string] | null;
  best_ask: { p: string; q: string } | [string, string] | null;
  levels_bid: number;
  levels_ask: number;
  top25_crc32_raw: number;
  top25_crc32_norm: number;
}
interface Expected {
  final: Final | Record<string, Final>;
  trades?: { count: number; first_id: number; last_id: number };
  candles_1m?: { first5: { t: number; o: string; h: string; l: string; c: string; n: number }[] };
}

interface Played {
  infos: CoinInfo[];
  symbols: string[];
  books: Map<number, ReferenceBook>;
  padded: Map<string, [number, number] | null>;
  losses: string[];
  stamps: number[];
}

const decimalsAsWritten = (text: string) => text.split('.')[1]?.length ?? 0;

/** Plays a whole tape into reference books; also returns the decimals that the venue prints (null where it trims). */
async function play(
  path: string,
  edit: (message: VenueMessage) => VenueMessage[] = (message) => [message],
): Promise<Played> {
  const infos = await tapeInstruments(path);
  const { header, batches } = await openTape(path);
  const symbols = tapeSymbols(header);
  const books = new Map(infos.filter((info) => info.watchOnly).map((info) => [info.id, new ReferenceBook()]));
  const losses: string[] = [];
  const stamps: number[] = [];
  const feed = {
    apply: (events: MarketEvent[], ts: number) => {
      stamps.push(ts);
      for (const event of events) books.get(event.coinInfoId)!.apply(event);
    },
  };
  const player = new TapePlayer(header, infos, feed, (symbol, loss) => losses.push(`${symbol} ${loss}`));
  const padded = new Map<string, [number, number] | null>();
  for await (const batch of batches) {
    for (const message of batch) {
      if (message.k === 'snap' || message.k === 'd') {
        for (const [price, amount] of [...message.b, ...message.a])
          padded.set(message.s ?? symbols[0]!, [decimalsAsWritten(price), decimalsAsWritten(amount)]);
      }
      for (const edited of edit(message)) player.play(edited);
    }
  }
  if (header.venue === 'okx') for (const symbol of symbols) padded.set(symbol, null);
  return { infos, symbols, books, padded, losses, stamps };
}

const level = (expected: Final['best_bid']) =>
  expected === null || Array.isArray(expected) ? expected : [expected.p, expected.q];

function compare(played: Played, symbol: string, expected: Final): void {
  const info = played.infos.find(({ name }) => name === symbol)!;
  const book = played.books.get(info.id)!;
  expect(best(book, info, 'bids'), symbol).toEqual(level(expected.best_bid));
  expect(best(book, info, 'asks'), symbol).toEqual(level(expected.best_ask));
  expect([book.bids.size, book.asks.size], symbol).toEqual([expected.levels_bid, expected.levels_ask]);
  expect(top25Crc(book, info, null), `${symbol} norm`).toBe(expected.top25_crc32_norm);
  expect(top25Crc(book, info, played.padded.get(symbol) ?? null), `${symbol} raw`).toBe(expected.top25_crc32_raw);
}

const TAPES = [
  'binance-spot-BTCUSDT-20240808',
  'binance-usdm-BTCUSDT-20240808',
  'binance-coinm-BTCUSD_PERP-20240808',
  'kraken-spot-multi-20210405',
  'okx-multi-20220227',
];

describe('replay', () => {
  it.each(TAPES)(
    'of %s ends as expected',
    async (name) => {
      const path = sharedFile(`recordings/l2/${name}.ndjson.gz`);
      const expectedPath = sharedFile(`recordings/l2/${name}.expected.json`);
      if (!path || !expectedPath) return;
      const expected = JSON.parse(readFileSync(expectedPath, 'utf8')) as Expected;
      const began = performance.now();
      const played = await play(path);
      console.info(`${name}: ${(performance.now() - began).toFixed(0)} ms (survey and play)`);
      expect(played.losses).toEqual([]);
      expect(played.stamps.every((ts, at) => ts >= (played.stamps[at - 1] ?? 0))).toBe(true);
      for (const symbol of played.symbols) {
        compare(
          played,
          symbol,
          played.symbols.length === 1 ? (expected.final as Final) : (expected.final as Record<string, Final>)[symbol]!,
        );
      }
      if (!expected.trades) return;
      const { trades } = played.books.get(1001)!;
      expect([trades.length, trades[0]!.id, trades.at(-1)!.id]).toEqual([
        expected.trades.count,
        expected.trades.first_id,
        expected.trades.last_id,
      ]);
      const grid = instrumentOf(played.infos[1]!).price;
      for (const candle of expected.candles_1m!.first5) {
        const prices = trades
          .filter(({ ts }) => candleStart(ts, '1m') === candle.t)
          .map(({ priceTicks }) => stepsToNumber(priceTicks, grid));
        expect([prices.length, prices[0], Math.max(...prices), Math.min(...prices), prices.at(-1)]).toEqual([
          candle.n,
          Number(candle.o),
          Number(candle.h),
          Number(candle.l),
          Number(candle.c),
        ]);
      }
    },
    240_000,
  );

  it('derives the grid from the tape; the market is watch only', async () => {
    const path = sharedFile('recordings/l2/binance-spot-BTCUSDT-20240808.ndjson.gz');
    if (!path) return;
    const [usdt, info] = await tapeInstruments(path);
    expect(usdt?.id).toBe(1);
    // Five amounts of this tape ("177.35159200") are finer than the pair's usual step of 0.00001, so the whole tape is
    // read.
    expect(info).toMatchObject({
      id: 1001,
      symbol: 'BTCUSDT',
      pair: 'BTC/USDT',
      type: 'crypto',
      priceTick: '0.01',
      amountStep: '0.000001',
      watchOnly: 1,
      status: 1,
      spotEnable: 0,
    });
  });

  it('has a trade once that a venue repeats after a reconnect', async () => {
    const path = sharedFile('recordings/l2/okx-multi-20220227.ndjson.gz');
    if (!path) return;
    const tradesOf = ({ books }: Played) => [...books.values()].map(({ trades }) => trades);
    const before: VenueMessage[] = [];
    const repeated = await play(path, (message) => {
      if (message.k !== 'tr') return [message];
      before.push(message);
      return [message, ...before.slice(-3)];
    });
    expect(before.length).toBeGreaterThan(0);
    expect(tradesOf(repeated)).toEqual(tradesOf(await play(path)));
  });

  it('detects a checksum mismatch: the book is lost until the next snapshot of the tape', async () => {
    const path = sharedFile('recordings/l2/okx-multi-20220227.ndjson.gz');
    if (!path) return;
    let snapshots = 0;
    // The first snapshot's checksum is corrupted; the second snapshot of the tape repairs the book.
    const played = await play(path, (message) => {
      if (message.k !== 'snap' || message.s !== 'ZEN-USDT') return [message];
      snapshots += 1;
      return [snapshots === 1 ? { ...message, c: (message.c ?? 0) + 1 } : message];
    });
    expect(played.losses).toEqual(['ZEN-USDT checksum']);
    const expectedPath = sharedFile('recordings/l2/okx-multi-20220227.expected.json')!;
    const expected = JSON.parse(readFileSync(expectedPath, 'utf8')) as { final: Record<string, Final> };
    for (const symbol of played.symbols) compare(played, symbol, expected.final[symbol]!);
  });

  it('parses its setting', () => {
    expect(parseReplayPlan('a/b.ndjson.gz')).toEqual({ path: 'a/b.ndjson.gz', speed: 1 });
    expect(parseReplayPlan('a@b.gz@2.5')).toEqual({ path: 'a@b.gz', speed: 2.5 });
    expect(parseReplayPlan('a.gz@max')).toEqual({ path: 'a.gz', speed: Infinity });
    expect(parseReplayPlan('a@b.gz')).toEqual({ path: 'a@b.gz', speed: 1 });
    expect(() => parseReplayPlan('a.gz@0')).toThrow(/more than 0/);
  });

  it('resets its books where the tape breaks off, and logs the line; refuses an unknown venue', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'defi-tape-'));
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), gzipSync(text));
      return join(folder, name);
    };
    const text = textOf(madeTape('bybit', 'linear', 60, 5));
    const instruments = await tapeInstruments(file('whole.gz', text));
    const path = file('bent.gz', text.replace(/\n.*\n$/, '\n{}\n'));
    const [log, logLines]: [string[], MarketEvent[]] = [[], []];
    const feed = {
      apply: (events: MarketEvent[]) => {
        logLines.push(...events);
      },
    } as unknown as FeedPort;
    const running = await startReplay(
      { path, speed: Infinity },
      {
        mode: '',
        instruments,
        feed,
        startTicks: () => 0,
        sequencer: {} as MarketSourceOptions['sequencer'],
        now: Date.now,
        log: (line) => {
          log.push(line);
        },
      },
    );
    await expect.poll(() => log.at(-1)).toMatch(/market\.tape_failed error="The tape .*bent\.gz, line 62: /);
    await running.stop();
    expect(logLines.at(-1)).toEqual({ kind: 'bookReset', coinInfoId: 1001 });
    await expect(tapeInstruments(path)).rejects.toThrow(/bent\.gz, line 62/);
    await expect(tapeInstruments(file('short.gz', text.split('\n').slice(0, 20).join('\n')))).rejects.toThrow(
      /short\.gz, line 20: the recording ends early/,
    );
    await expect(openTape(file('venue.gz', text.replace('"bybit"', '"nowhere"')))).rejects.toThrow(
      /venue\.gz, line 1: no rules are known for the venue "nowhere"/,
    );
    rmSync(folder, { recursive: true });
  });

  it('names a missing file', async () => {
    await expect(openTape('/nowhere/x.ndjson.gz')).rejects.toThrow(/The tape \/nowhere\/x.ndjson.gz cannot be read/);
  });
});
