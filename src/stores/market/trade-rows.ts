// Recent trades as a fixed number of rows, newest first.
import { type ReadonlySignal, type Signal, batch, signal } from '@preact/signals-react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { TRADE_FIELD as F } from '../../../core/worker-protocol/worker-protocol.ts';
import type { ViewSink } from '../../api/view-subscription.ts';
import { numberStyle } from '../../lib/number-style.ts';
import { amountText, stepsText } from './number-format.ts';
import { type ViewFreshness, createFreshness } from './view-freshness.ts';

const AMOUNT_CHARACTERS = 9;

/** One trade; empty texts while there are fewer trades than rows. `side` of the taker: 1 bought, -1 sold, 0 empty. */
interface TradeRow {
  time: ReadonlySignal<string>;
  price: ReadonlySignal<string>;
  amount: ReadonlySignal<string>;
  side: ReadonlySignal<-1 | 0 | 1>;
  /** The first trade that was fetched, not streamed, after a disconnect. */
  seam: ReadonlySignal<boolean>;
}

export interface TradeCells extends ViewSink {
  rows: readonly TradeRow[];
  freshness: ViewFreshness;
  /** Trades shown, at most the number of rows; NaN before the first frame. */
  count: ReadonlySignal<number>;
  failure: ReadonlySignal<string>;
}

interface Row {
  time: Signal<string>;
  price: Signal<string>;
  amount: Signal<string>;
  side: Signal<-1 | 0 | 1>;
  seam: Signal<boolean>;
}

/** Creates cells for the newest `rows` trades of `instrument`. */
export function createTrades(instrument: Instrument, rows: number): TradeCells {
  const cells: Row[] = Array.from({ length: rows }, () => ({
    time: signal(''),
    price: signal(''),
    amount: signal(''),
    side: signal<-1 | 0 | 1>(0),
    seam: signal(false),
  }));
  const ids = new Float64Array(rows).fill(NaN);
  const count = signal(NaN);
  const failure = signal('');
  const freshness = createFreshness();
  let writtenStyle = numberStyle.peek();
  const section = (columns: Float64Array, at: number): void =>
    batch(() => {
      const known = Math.min(columns[at] ?? 0, rows);
      count.value = known;
      failure.value = '';
      if (writtenStyle !== numberStyle.peek()) ids.fill(NaN);
      writtenStyle = numberStyle.peek();
      const seamId = columns[at + 1 + (columns[at] ?? 0) * F.size] ?? 0;
      for (let i = 0; i < known; i += 1) {
        const row = at + 1 + i * F.size;
        const cell = cells[i];
        const id = columns[row + F.id] ?? NaN;
        if (cell)
          cell.seam.value =
            seamId > 0 && id > seamId && i + 1 < known && (columns[row + F.size + F.id] ?? NaN) <= seamId;
        if (!cell || Object.is(id, ids[i])) continue;
        ids[i] = id;
        cell.time.value = clockText(columns[row + F.ts] ?? NaN);
        cell.price.value = stepsText(columns[row + F.price] ?? NaN, instrument.price, instrument.info.pricePrecision);
        cell.amount.value = amountText(columns[row + F.lots] ?? NaN, instrument.amount, AMOUNT_CHARACTERS);
        cell.side.value = columns[row + F.side] === 1 ? 1 : -1;
      }
    });
  return {
    rows: cells,
    freshness,
    onStatus: freshness.update,
    count,
    failure,
    onSection: section,
    onFailed: (reason) => {
      failure.value = reason;
    },
  };
}

/** HH:mm:ss in the device's time zone. */
function clockText(ms: number): string {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
