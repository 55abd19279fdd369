// A day of a market: candles of a minute, and a book of a thousand levels that was recorded all the time.
import { DAY_MS, MINUTE_MS } from '../../../core/units/durations.ts';
import { coin } from '../../../tests/support/feed/coin.ts';
import { seeded } from '../../../tests/support/data/seeded-random.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { BookSync } from '../../../workers/book/book-sync.ts';
import { OrderBook } from '../../../workers/book/order-book.ts';
import { CandleSeries } from '../../../workers/candles/candle-series.ts';
import { type BookEvent, CANDLE_ROW, bookEvent } from '../../../workers/decode/decoded-event.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { DepthRecorder } from '../../../workers/depth-history/depth-recorder.ts';
import { TRADE_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';

const START_MS = Date.UTC(2026, 0, 5);
const STEP_MS = 15_000;
/** Of a side, in ticks of 0.01 around 600.00. */
const LEVELS = 500;
const GAP_TICKS = 3;
const MIDDLE = 60_000;

export class MadeMarket {
  readonly recorder: DepthRecorder;
  readonly candles = new CandleSeries();
  nowMs = START_MS;
  readonly #sync = new BookSync(0, () => {});
  /** The same book, for its checksums. */
  readonly #book = new OrderBook(0);
  readonly #event: BookEvent = bookEvent();
  readonly #random = seeded(24);
  readonly #trades = new Rows(TRADE_FIELD.size);
  #middle = MIDDLE;
  #seq = 0;
  #tradeId = 0;

  constructor() {
    this.recorder = new DepthRecorder(instrumentOf(coin(2)), this.#sync, null);
    this.#sync.watcher = this.recorder;
    const rows = new Rows(CANDLE_ROW);
    this.#snapshot();
    for (; this.nowMs < START_MS + DAY_MS; this.nowMs += STEP_MS) {
      for (let change = 0; change < 40; change++) this.change();
      if (this.nowMs % MINUTE_MS === 0) this.#addCandle(rows);
    }
    this.candles.merge(rows);
  }

  /** One message of the feed: a level of either side. */
  change(): void {
    const random = this.#random;
    const event = this.#event;
    const distance = 1 + Math.floor(random() * LEVELS) * GAP_TICKS;
    const lots = 1 + Math.floor(random() ** 4 * 4000);
    event.bids.clear();
    event.asks.clear();
    const rows = random() < 0.5 ? event.bids : event.asks;
    const at = rows.add();
    rows.data[at] = rows === event.bids ? MIDDLE - distance : MIDDLE + distance;
    rows.data[at + 1] = lots;
    this.#send(false);
    if (random() < 0.1) this.#trade();
  }

  #trade(): void {
    const rows = this.#trades;
    rows.clear();
    const at = rows.add();
    const side = this.#random() < 0.5 ? 1 : 2;
    rows.data.set([++this.#tradeId, this.#middle, 1 + Math.floor(this.#random() ** 6 * 900), side, this.nowMs], at);
    this.recorder.addTrades(rows);
  }

  #snapshot(): void {
    const { bids, asks } = this.#event;
    for (let level = 0; level < LEVELS; level++) {
      const distance = 1 + level * GAP_TICKS;
      for (const [rows, price] of [
        [bids, MIDDLE - distance],
        [asks, MIDDLE + distance],
      ] as const) {
        const at = rows.add();
        rows.data[at] = price;
        rows.data[at + 1] = 1 + Math.floor(this.#random() ** 4 * 4000);
      }
    }
    this.#send(true);
  }

  #send(snapshot: boolean): void {
    const event = this.#event;
    this.#seq += 1;
    this.#book.apply({ ...event, seq: this.#seq, ts: this.nowMs, cs: 0 });
    Object.assign(event, { snapshot, seq: this.#seq, prevSeq: this.#seq - 1, ts: this.nowMs, pts: this.nowMs });
    event.cs = this.#book.checksum;
    this.#sync.accept(event, 0);
  }

  #addCandle(rows: Rows): void {
    const open = this.#middle;
    this.#middle = Math.max(MIDDLE - 900, Math.min(MIDDLE + 900, open + Math.round((this.#random() - 0.5) * 120)));
    const at = rows.add();
    const [low, high] = [Math.min(open, this.#middle) - 10, Math.max(open, this.#middle) + 10];
    rows.data.set([this.nowMs, open / 100, high / 100, low / 100, this.#middle / 100, 1], at);
  }
}
