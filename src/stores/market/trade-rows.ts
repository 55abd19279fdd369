// Recent trades as a fixed number of rows, newest first.
import { type Signal, batch, signal } from '@preact/signals-react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { TRADE_FIELD as F } from '../../../core/worker-protocol/worker-protocol.ts';
import type { ViewSink } from '../../api/view-subscription.ts';
import { clockText } from '../../lib/date-format.ts';
import { numberStyle } from '../../lib/number-style.ts';
import { amountText, stepsText } from './number-format.ts';
import { ViewFreshness } from './view-freshness.ts';

const AMOUNT_CHARACTERS = 9;

/** One trade; empty texts while there are fewer trades than rows. `side` of the taker: 1 bought, -1 sold, 0 empty. */
interface TradeRow {
  time: Signal<string>;
  price: Signal<string>;
  amount: Signal<string>;
  side: Signal<-1 | 0 | 1>;
  /** The first trade that was fetched, not streamed, after a disconnect. */
  seam: Signal<boolean>;
}

/** The newest trades of `instrument`. */
export class TradeCells implements ViewSink {
  readonly rows: readonly TradeRow[];
  readonly freshness = new ViewFreshness();
  readonly onStatus = this.freshness.update;
  /** Trades shown, at most the number of rows; NaN before the first frame. */
  readonly count = signal(NaN);
  readonly failure = signal('');
  readonly #instrument: Instrument;
  /** Ids of the trades that are written. */
  readonly #ids: Float64Array;
  #writtenStyle = numberStyle.peek();

  constructor(instrument: Instrument, rows: number) {
    this.#instrument = instrument;
    this.rows = Array.from({ length: rows }, () => ({
      time: signal(''),
      price: signal(''),
      amount: signal(''),
      side: signal<-1 | 0 | 1>(0),
      seam: signal(false),
    }));
    this.#ids = new Float64Array(rows).fill(NaN);
  }

  onSection(columns: Float64Array, at: number): void {
    batch(() => {
      const known = Math.min(columns[at] ?? 0, this.rows.length);
      this.count.value = known;
      this.failure.value = '';
      if (this.#writtenStyle !== numberStyle.peek()) this.#ids.fill(NaN);
      this.#writtenStyle = numberStyle.peek();
      const seamId = columns[at + 1 + (columns[at] ?? 0) * F.size] ?? 0;
      for (let row = 0; row < known; row += 1) {
        const cells = this.rows[row]!;
        const trade = at + 1 + row * F.size;
        const id = columns[trade + F.id] ?? NaN;
        const olderId = row + 1 < known ? (columns[trade + F.size + F.id] ?? NaN) : NaN;
        cells.seam.value = seamId > 0 && id > seamId && olderId <= seamId;
        if (Object.is(id, this.#ids[row])) continue;
        this.#ids[row] = id;
        this.#write(cells, columns, trade);
      }
    });
  }

  onFailed(reason: string): void {
    this.failure.value = reason;
  }

  #write(cells: TradeRow, columns: Float64Array, trade: number): void {
    const { price, amount, info } = this.#instrument;
    cells.time.value = clockText(columns[trade + F.ts] ?? NaN);
    cells.price.value = stepsText(columns[trade + F.price] ?? NaN, price, info.pricePrecision);
    cells.amount.value = amountText(columns[trade + F.lots] ?? NaN, amount, AMOUNT_CHARACTERS);
    cells.side.value = columns[trade + F.side] === 1 ? 1 : -1;
  }
}
