// The recorded book against a naive twin: recordings of real markets, and random books with losses and late messages.
import { describe, expect, it } from 'vitest';
import { readTape } from '../../../bench/harness/recorded-tape.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { BookSync } from '../../../workers/book/book-sync.ts';
import { type BookEvent, bookEvent } from '../../../workers/decode/decoded-event.ts';
import { JsonDecoder } from '../../../workers/decode/json-decoder.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { DepthRecorder } from '../../../workers/depth-history/depth-recorder.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { sharedFile } from '../../support/data/shared-file.ts';
import { OrderBook } from '../../../workers/book/order-book.ts';
import { coin } from '../../support/feed/coin.ts';
import { DepthTwin, expectEqual } from './depth-twin.ts';

const SECOND = 1000;

/** About the first two minutes: the twin sorts a book of thousands for each message. */
const FRAMES = 6000;
/** Some lines make no frame. */
const LINES = FRAMES + 2000;

describe.each(['binance-spot-BTCUSDT-20240808', 'binance-usdm-BTCUSDT-20240808', 'kraken-spot-multi-20210405'])(
  '%s',
  (name) => {
    const path = sharedFile(`recordings/l2/${name}.ndjson.gz`);
    it.skipIf(path === null)(
      'every column has the book at its end, and the trades of its time',
      { timeout: 120_000 },
      () => {
        const tape = readTape(path!, {}, LINES);
        const info = tape.infos[0]!;
        const market = instrumentOf(info);
        const decoder = new JsonDecoder();
        decoder.setInstruments(new Map([[info.id, market]]));
        const sync = new BookSync(tape.depth, () => {});
        const recorder = new DepthRecorder(market, sync, null);
        sync.watcher = recorder;
        const twin = new DepthTwin(tape.depth);
        let endMs = 0;
        let frames = 0;
        for (const { text } of tape.frames.slice(0, FRAMES)) {
          const event = decoder.decode(text);
          if (event.kind === 'book' && event.coinInfoId === info.id) {
            sync.accept(event, 0);
            twin.apply(event);
            endMs = Math.max(endMs, event.ts, event.snapshot ? event.pts : 0);
            // Frames are drawn in between: the running column is written many times.
            if (++frames % 7 === 0) recorder.tilesAt(frames % 8, 0, Infinity);
          } else if (event.kind === 'trades' && event.coinInfoId === info.id) {
            recorder.addTrades(event.rows);
            for (let at = 0; !Number.isNaN(twin.startMs) && at < event.rows.count * 5; at += 5)
              twin.trades.push({
                id: event.rows.data[at]!,
                price: event.rows.data[at + 1]!,
                lots: event.rows.data[at + 2]!,
                isBuy: event.rows.data[at + 3] === 1,
                ts: event.rows.data[at + 4]!,
              });
          }
        }
        expect(frames).toBeGreaterThan(100);
        expect(expectEqual(recorder, twin, endMs)).toBeGreaterThan(30);
      },
    );
  },
);

describe('a random book', () => {
  it.each([1, 2, 3, 4])(
    'seed %i: losses, late messages, quiet hours and growing ranges are all as they were',
    (seed) => {
      const random = seeded(seed);
      const whole = (below: number): number => Math.floor(random() * below);
      const market = instrumentOf(coin(2));
      const sync = new BookSync(0, () => {});
      const recorder = new DepthRecorder(market, sync, null);
      sync.watcher = recorder;
      const twin = new DepthTwin(0);
      let now = 1_700_000_000_000 + whole(SECOND);
      let middle = 50_000;
      let seq = 0;
      let tradeId = 0;
      let isLive = false;
      /** The same levels in a book of its own, for the checksum. */
      let whole0 = new OrderBook(0);
      const send = (snapshot: boolean, bids: [number, number][], asks: [number, number][], ts: number): void => {
        const event: BookEvent = { ...bookEvent(), snapshot, seq: seq + 1, prevSeq: snapshot ? 0 : seq, ts, pts: now };
        for (const [rows, levels] of [
          [event.bids, bids],
          [event.asks, asks],
        ] as const)
          for (const level of levels) rows.data.set(level, rows.add());
        seq += 1;
        if (snapshot) whole0 = new OrderBook(0);
        whole0.apply({ ...event, cs: 0 });
        event.cs = whole0.checksum;
        sync.accept(event, now);
        twin.apply(event);
      };
      const snapshot = (): void => {
        sync.onSubscribed(now);
        const levels = 5 + whole(200);
        const side = (sign: number): [number, number][] =>
          Array.from({ length: levels }, (_, i) => [middle + sign * (1 + i * (1 + whole(3))), 1 + whole(900)]);
        send(true, side(-1), side(1), now);
        isLive = true;
      };
      for (let step = 0; step < 1500; step++) {
        now += whole(4) === 0 ? whole(3 * SECOND) : whole(120);
        if (whole(400) === 0) now += whole(3 * 3600 * SECOND);
        if (!isLive) {
          if (whole(5) === 0) snapshot();
          continue;
        }
        const dice = whole(100);
        if (dice === 0) {
          recorder.advance(now);
          sync.onDisconnected();
          twin.lose(now);
          isLive = false;
        } else if (dice < 4) recorder.advance(now);
        else if (dice < 20) {
          const rows = new Rows(5);
          const lots = 1 + whole(50);
          const isBuy = whole(2) === 0;
          const ts = now - whole(5) * 300;
          rows.data.set([++tradeId, middle + whole(9) - 4, lots, isBuy ? 1 : 2, ts], rows.add());
          recorder.addTrades(rows);
          twin.trades.push({ id: tradeId, ts, price: middle + whole(1), lots, isBuy });
          twin.trades.at(-1)!.price = rows.data[1]!;
        } else {
          const bid = [...whole0Prices(whole0, 'bids')];
          const ask = [...whole0Prices(whole0, 'asks')];
          const best = { bid: Math.max(...bid), ask: Math.min(...ask) };
          const bids: [number, number][] = [[best.ask - 1 - whole(400), whole(3) === 0 ? 0 : 1 + whole(500)]];
          const asks: [number, number][] = [[best.ask + whole(400), 1 + whole(500)]];
          // A message may be about a moment before the last one was published.
          send(false, bids, asks, now - (whole(10) === 0 ? whole(90) : 0));
          middle = best.ask;
        }
        if (whole(20) === 0) recorder.tilesAt(whole(8), 0, Infinity);
      }
      expect(expectEqual(recorder, twin, Infinity)).toBeGreaterThan(250);
    },
  );
});

function* whole0Prices(book: OrderBook, side: 'bids' | 'asks'): Generator<number> {
  for (let rank = 0; rank < book[side].length; rank++) yield book[side].priceAt(rank);
}
