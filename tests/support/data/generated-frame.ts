// Builds frames section by section in the worker's layout.
import {
  BOOK_FIELD,
  CANDLES_FIELD,
  CONNECTION_FIELD,
  SECTION,
  SECTION_HEAD,
  TICKER_FIELD,
  TRADE_FIELD,
  type Frame,
  type ThreadEvent,
} from '../../../core/worker-protocol/worker-protocol.ts';

type Fields = Record<string, number>;
let frameNo = 0;

/** A frame of these sections; its buffer is longer than used, as real ones are. */
export function frameOf(sections: number[][], events: ThreadEvent[] = []): Frame {
  const numbers = sections.flat();
  const columns = new Float64Array(numbers.length + 7).fill(12345);
  columns.set(numbers);
  return { no: ++frameNo, columns, used: numbers.length, events };
}

function section(kind: number, view: number, body: number[]): number[] {
  return [kind, view, SECTION_HEAD + body.length, ...body];
}

function laid(layout: Fields, given: Fields): number[] {
  const row = Array.from({ length: layout['size'] ?? 0 }, () => NaN);
  for (const [name, value] of Object.entries(given)) row[layout[name] ?? -1] = value;
  return row;
}

export function linkSection(given: Partial<Record<keyof typeof CONNECTION_FIELD, number>>): number[] {
  return section(SECTION.connection, 0, laid(CONNECTION_FIELD, given));
}

export function tickersSection(rows: Partial<Record<keyof typeof TICKER_FIELD, number>>[]): number[] {
  return section(SECTION.tickers, 0, [rows.length, ...rows.flatMap((row) => laid(TICKER_FIELD, row))]);
}

/** Levels are [price ticks, lots], best first; totals are computed here. */
export function bookSection(
  view: number,
  state: number,
  bids: [number, number][],
  asks: [number, number][],
  group = 1,
): number[] {
  const levels = (side: [number, number][]): number[] => {
    let total = 0;
    return side.flatMap(([price, lots]) => [price, lots, (total += lots)]);
  };
  const head = laid(BOOK_FIELD, {
    state,
    seq: 1,
    ts: 0,
    group,
    bids: bids.length,
    asks: asks.length,
    bidLevels: bids.length,
    askLevels: asks.length,
  });
  return section(SECTION.book, view, [...head, ...levels(bids), ...levels(asks)]);
}

export function tradesSection(
  view: number,
  rows: Partial<Record<keyof typeof TRADE_FIELD, number>>[],
  seamId = 0,
): number[] {
  return section(SECTION.trades, view, [rows.length, ...rows.flatMap((row) => laid(TRADE_FIELD, row)), seamId]);
}

/** `columns`: time, open, high, low, close, volume, then indicator lines. */
export function candlesSection(
  view: number,
  head: { mode: number; first: number; total: number; hasMore?: number },
  columns: number[][],
  lines = columns.length - 6,
): number[] {
  const count = columns[0]?.length ?? 0;
  return section(SECTION.candles, view, [
    ...laid(CANDLES_FIELD, { hasMore: 1, ...head, count, lines }),
    ...columns.flat(),
  ]);
}
