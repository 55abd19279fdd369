// Book imbalance: equal to a naive twin on the recorded tapes, and of the past what the server's tiles say.
import { describe, expect, it } from 'vitest';
import { type Tape, readTape } from '../../../bench/harness/recorded-tape.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { DEPTH_COLUMNS, type DepthTile } from '../../../core/market-data/depth-tile.ts';
import { BookSync } from '../../../workers/book/book-sync.ts';
import { OrderBook } from '../../../workers/book/order-book.ts';
import type { Bars, CandleSeries } from '../../../workers/candles/candle-series.ts';
import { JsonDecoder } from '../../../workers/decode/json-decoder.ts';
import { BarImbalance } from '../../../workers/depth-history/bar-imbalance.ts';
import { BookImbalance } from '../../../workers/depth-history/book-imbalance.ts';
import { imbalanceOf, tileImbalance } from '../../../workers/depth-history/imbalance.ts';
import { DepthRecorder } from '../../../workers/depth-history/depth-recorder.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { TAPES } from '../../support/data/taped-trades.ts';
import { sharedFile } from '../../support/data/shared-file.ts';
import { DepthTwin } from './depth-twin.ts';

const SECOND = 1_000;
/** Messages of all kinds: the twin copies its book for each of the market's. */
const FRAMES = 800;
/** Some lines make no frame. */
const LINES = 2 * FRAMES;
const PERCENT = [0.1, 0.5, 5];

/** Both sides of the twin's last state, as sums within a depth of the middle price: whole tenths of a percent. */
function naiveImbalance(twin: DepthTwin, percent: number): number {
  const state = twin.states.at(-1)!;
  if (!state.levels || !Number.isFinite(state.bestBid) || !Number.isFinite(state.bestAsk)) return NaN;
  const middle = (state.bestBid + state.bestAsk) / 2;
  const isWithin = (price: number): boolean =>
    Math.abs(2 * price - 2 * middle) * 1_000 <= 2 * middle * Math.round(percent * 10);
  let [bid, ask] = [0n, 0n];
  for (const [price, lots] of state.levels) {
    if (price <= state.bestBid && isWithin(price)) bid += BigInt(lots);
    if (price >= state.bestAsk && isWithin(price)) ask += BigInt(lots);
  }
  return Number(bid - ask) / Number(bid + ask);
}

describe.each(TAPES)('%s', (name) => {
  const path = sharedFile(`recordings/l2/${name}.ndjson.gz`);
  let opened: Tape | null = null;
  const tapeOf = (): Tape => (opened ??= readTape(path!, {}, LINES));
  it.skipIf(path === null)('at the end of each second it is that of the naive twin', { timeout: 120_000 }, () => {
    const tape = tapeOf();
    const info = tape.infos[0]!;
    const market = instrumentOf(info);
    const decoder = new JsonDecoder();
    decoder.setInstruments(new Map([[info.id, market]]));
    const sync = new BookSync(tape.depth, () => {});
    const recorder = new DepthRecorder(market, sync, null);
    sync.watcher = recorder;
    const lines = PERCENT.map((depthPercent) => {
      const asOf = (): number => NaN;
      const of = { recorder, asOf, coinInfoId: info.id, depthPercent, tiles: null, onChange: () => {} };
      return new BookImbalance({ ...of, interval: '1s' });
    });
    const twin = new DepthTwin(tape.depth);
    const naive = (): number[] => PERCENT.map((percent) => naiveImbalance(twin, percent));
    const expected = new Map<number, number[]>();
    let second = NaN;
    for (const { text } of tape.frames.slice(0, FRAMES)) {
      const event = decoder.decode(text);
      if (event.kind !== 'book' || event.coinInfoId !== info.id) continue;
      const now = Math.floor((event.snapshot ? event.pts : event.ts) / SECOND) * SECOND;
      for (; second < now; second += SECOND) expected.set(second, naive());
      second = now;
      twin.states.length = 0;
      twin.apply(event);
      sync.accept(event, 0);
    }
    expected.set(second, naive());
    const time = Float64Array.from(expected.keys());
    expect(time.length).toBeGreaterThan(3);
    for (const [at, line] of lines.entries()) {
      const bars = { length: time.length, time } as Bars;
      line.refresh(bars);
      line.recompute(bars);
      expect(Array.from(line.columns[0]!.subarray(0, time.length))).toEqual(
        Array.from(expected.values(), (values) => values[at]),
      );
    }
  });

  it.skipIf(path === null)('before each bar of trades it is that of the naive twin', { timeout: 120_000 }, () => {
    const tape = tapeOf();
    const info = tape.infos[0]!;
    const decoder = new JsonDecoder();
    decoder.setInstruments(new Map([[info.id, instrumentOf(info)]]));
    const sync = new BookSync(tape.depth, () => {});
    const recorder = new DepthRecorder(instrumentOf(info), sync, null);
    sync.watcher = recorder;
    const lines = PERCENT.map((depthPercent) => {
      const asOf = (): number => NaN;
      return new BarImbalance({ recorder, asOf, coinInfoId: info.id, depthPercent, tiles: null, onChange: () => {} });
    });
    const twin = new DepthTwin(tape.depth);
    const random = seeded(21);
    const starts: number[] = [];
    const seams: number[] = [];
    const expected: number[][] = [];
    const show = (): void => {
      if (starts.length === 0) return;
      const bars = { length: starts.length, time: Float64Array.from(starts), seams } as unknown as CandleSeries;
      for (const line of lines) {
        line.refresh(bars);
        if (line.columns[0]!.length === 0) line.recompute(bars);
        else line.update(bars);
      }
    };
    for (const { text } of tape.frames.slice(0, FRAMES)) {
      const event = decoder.decode(text);
      if (event.kind !== 'book' || event.coinInfoId !== info.id) continue;
      const now = event.snapshot ? event.pts : event.ts;
      // Bars that begin until this change see the book before it, some of them in the same ms.
      for (let bar = Math.floor(random() * 3); twin.states.length > 0 && bar > 0; bar--) {
        const before = twin.states.at(-1)!.ts;
        const ms = before + 1 + Math.floor(random() * (now - before));
        if (ms > now || ms <= (starts.at(-1) ?? 0)) continue;
        const values = PERCENT.map((percent) => naiveImbalance(twin, percent));
        const count = random() < 0.2 ? 2 : 1;
        for (let at = 0; at < count; at++) {
          if (starts.length > 0) expected.push(seams.includes(ms) ? [NaN, NaN, NaN] : values);
          starts.push(ms + at / 1_024);
        }
        if (random() < 0.05) {
          seams.push(ms);
          if (expected.length > count - 1) expected[expected.length - count] = [NaN, NaN, NaN];
        }
      }
      twin.states.length = 0;
      twin.apply(event);
      // A frame may come before the change that ends the last bars, and none may come for a while.
      if (random() < 0.3) show();
      sync.accept(event, 0);
      if (random() < 0.3) show();
    }
    show();
    expect(expected.length).toBeGreaterThan(20);
    for (const [at, line] of lines.entries())
      expect(Array.from(line.columns[0]!.subarray(0, expected.length))).toEqual(expected.map((values) => values[at]));
  });
});

describe('the depth', () => {
  it('has the levels at its end on both sides, at every depth', () => {
    for (let tenths = 1; tenths <= 50; tenths++) {
      const book = new OrderBook(0);
      const middle = 7_000;
      for (const [away, lots] of [
        [1, 1],
        [7 * tenths, 10],
        [7 * tenths + 1, 100],
      ] as const) {
        book.bids.set(middle - away, lots);
        book.asks.set(middle + away, 3 * lots);
      }
      expect(imbalanceOf(book, tenths / 10)).toBe((11 - 33) / (11 + 33));
    }
  });
});

describe('a column of a tile', () => {
  it('counts the levels whose middle is within the depth; an empty side has no imbalance', () => {
    const tile = {
      levelTicks: 5,
      lowLevel: 19,
      levels: 4,
      columns: DEPTH_COLUMNS,
      // Levels of 95-99, 100-104, 105-109 and 110-114 ticks; the middle price is 104.5.
      bids: Float32Array.of(8, 3, 0, 0, 8, 3, 0, 0),
      asks: Float32Array.of(0, 0, 1, 9, 0, 0, 1, 9),
      bestBids: Float64Array.of(104, 104),
      bestAsks: Float64Array.of(105, 0),
    } as unknown as DepthTile;
    expect(tileImbalance(tile, 0, 3)).toBe((3 - 1) / (3 + 1));
    expect(tileImbalance(tile, 0, 20)).toBe((11 - 10) / (11 + 10));
    expect(tileImbalance(tile, 1, 20)).toBeNaN();
  });
});
