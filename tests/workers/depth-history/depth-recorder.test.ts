// The recorded book against a naive twin: recordings of real markets, and random books with losses and late messages.
import { describe, expect, it } from 'vitest';
import { readTape } from '../../../bench/harness/recorded-tape.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { BookSync } from '../../../workers/book/book-sync.ts';
import { type BookEvent, bookEvent } from '../../../workers/decode/decoded-event.ts';
import { JsonDecoder } from '../../../workers/decode/json-decoder.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { DepthRecorder } from '../../../workers/depth-history/depth-recorder.ts';
import type { HeatSource } from '../../../chart/heat-map/heat-tiles.ts';
import { HeatMirror } from '../../../chart/heat-map/heat-mirror.ts';
import type { HeatUpdate } from '../../../core/worker-protocol/heat-update.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { sharedFile } from '../../support/data/shared-file.ts';
import { OrderBook } from '../../../workers/book/order-book.ts';
import { coin } from '../../support/feed/coin.ts';
import { DepthTwin, expectEqual } from './depth-twin.ts';

const SECOND = 1000;

interface Mirrored {
  /** What a page shows that draws the heat map itself: each look is answered by as many frames as it takes. */
  source: HeatSource;
  frames: HeatUpdate[];
}

function mirrored(recorder: DepthRecorder): Mirrored {
  const frames: HeatUpdate[] = [];
  const writer = recorder.createWriter(
    () => NaN,
    (update) => {
      frames.push(update);
      mirror.apply(structuredClone(update));
    },
  );
  const mirror = new HeatMirror((span) => writer.show(span));
  const source: HeatSource = {
    tickPrice: recorder.tickPrice,
    lotCoins: recorder.lotCoins,
    columnMs: recorder.columnMs,
    revision: 0,
    levelTicksAt: (resolution) => mirror.levelTicksAt(resolution),
    tilesAt(resolution, fromMs, toMs) {
      writer.write();
      mirror.tilesAt(resolution, fromMs, toMs);
      while (writer.write());
      return mirror.tilesAt(resolution, fromMs, toMs);
    },
  };
  return { source, frames };
}

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

it.each([NaN, 4e12, 1e15])('a change at %d, which is no time of it, pushes no column out', (wrongMs) => {
  const startMs = 1_700_000_000_000;
  const [shown, expected] = [wrongMs, startMs + 600].map((atMs) => {
    const sync = new BookSync(0, () => {});
    const recorder = new DepthRecorder(instrumentOf(coin(2)), sync, null);
    sync.watcher = recorder;
    const book = new OrderBook(0);
    for (let seq = 0; seq < 40; seq++) {
      const ts = seq === 2 ? atMs : startMs + seq * 300;
      const event: BookEvent = { ...bookEvent(), snapshot: seq === 0, seq, prevSeq: seq - 1, ts, pts: startMs };
      event.bids.data.set([50_000 + (seq % 5), seq + 1], event.bids.add());
      book.apply(event);
      sync.accept({ ...event, cs: book.checksum }, 0);
    }
    recorder.advance(wrongMs);
    return recorder
      .tilesAt(0, 0, Infinity)
      .map(({ fromMs, columns, known, lots, bestBids }) => [fromMs, columns, ...known, ...lots, ...bestBids]);
  });
  expect(shown).toEqual(expected);
  expect(shown!.length).toBe(1);
});

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
      const page = mirrored(recorder);
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
        if (whole(20) === 0) page.source.tilesAt(whole(8), now - whole(90) * 60 * SECOND, now + 1);
      }
      expect(expectEqual(recorder, twin, Infinity)).toBeGreaterThan(250);
      expect(expectEqual(page.source, twin, Infinity)).toBeGreaterThan(250);
    },
  );
});

describe('the heat map of a page that draws it itself', () => {
  /** A book of 2 000 levels that changed in each of `seconds` seconds. */
  function recorded(seconds: number): { recorder: DepthRecorder; change: (at: number) => void } {
    const sync = new BookSync(0, () => {});
    const recorder = new DepthRecorder(instrumentOf(coin(2)), sync, null);
    sync.watcher = recorder;
    const book = new OrderBook(0);
    let seq = 0;
    const send = (bids: [number, number][], at: number): void => {
      const event: BookEvent = { ...bookEvent(), snapshot: seq === 0, seq: seq + 1, prevSeq: seq, ts: at, pts: at };
      for (const level of bids) {
        const row = event.bids.add();
        event.bids.data.set(level, row);
      }
      seq += 1;
      book.apply({ ...event, cs: 0 });
      event.cs = book.checksum;
      sync.accept(event, at);
    };
    const levels = Array.from({ length: 2_000 }, (_, i): [number, number] => [50_000 - i, 5]);
    sync.onSubscribed(0);
    const change = (at: number): void => send([[50_000 - (at % 7), 1 + (at % 99)]], at);
    send(levels, 1);
    for (let second = 1; second < seconds; second++) change(second * SECOND);
    return { recorder, change };
  }

  it('comes in frames of about a MiB, the newest tile first, and is shown once it is whole', () => {
    const { recorder } = recorded(1_200);
    const { source, frames } = mirrored(recorder);
    const tiles = source.tilesAt(0, 0, 1_200 * SECOND);
    expect(tiles.map(({ fromMs }) => fromMs)).toEqual(
      recorder.tilesAt(0, 0, 1_200 * SECOND).map((tile) => tile.fromMs),
    );
    expect(tiles.length).toBe(10);
    const sent = frames.map(({ changed }) => changed.reduce((sum, { lots }) => sum + lots.length, 0));
    expect(Math.max(...sent)).toBeLessThan(2 * (1 << 18) + 2 * 128 * 1_400);
    expect(frames.filter(({ changed }) => changed.length > 0).length).toBeGreaterThan(3);
    const starts = frames.flatMap(({ changed }) => changed.map(({ fromMs }) => fromMs));
    expect(starts).toEqual(starts.toSorted((one, other) => other - one));
    expect(frames.slice(1, -1).every(({ shown }) => shown === null)).toBe(true);
  });

  it('then sends the running column alone, and nothing without a change', () => {
    const { recorder, change } = recorded(300);
    const { source, frames } = mirrored(recorder);
    source.tilesAt(0, 0, 300 * SECOND);
    const before = frames.length;
    source.tilesAt(0, 0, 300 * SECOND);
    expect(frames.length).toBe(before);
    change(299 * SECOND + 5);
    source.tilesAt(0, 0, 300 * SECOND);
    const [{ changed } = { changed: [] }] = frames.slice(before);
    expect(changed.map(({ lots, levels, trades }) => [lots.length / levels, trades])).toEqual([[1, null]]);
  });

  it('forgets the tiles that were shown longest ago', () => {
    const { recorder } = recorded(6_000);
    const { source, frames } = mirrored(recorder);
    for (let resolution = 0; resolution < 8; resolution++) {
      for (let at = 0; at < 6_000; at += 128) source.tilesAt(resolution, at * SECOND, (at + 1) * SECOND);
      source.tilesAt(resolution, 0, 6_000 * SECOND);
    }
    const named = new Set(frames.flatMap(({ changed }) => changed.map(({ no }) => no)));
    for (const no of frames.flatMap(({ dropped }) => dropped)) named.delete(no);
    expect(named.size).toBeLessThan(64);
    expect(frames.some(({ dropped }) => dropped.length > 0)).toBe(true);
    // And sends them again when they are shown.
    expect(source.tilesAt(0, 0, 6_000 * SECOND).length).toBe(recorder.tilesAt(0, 0, 6_000 * SECOND).length);
  });
});

function* whole0Prices(book: OrderBook, side: 'bids' | 'asks'): Generator<number> {
  for (let rank = 0; rank < book[side].length; rank++) yield book[side].priceAt(rank);
}
