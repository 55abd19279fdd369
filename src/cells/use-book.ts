// A book or a tape of one market, open as long as the component that shows it.
import { useMemo } from 'react';
import type { Instrument } from '../../contract/instrument.ts';
import { useView } from '../api/view.ts';
import { type BookCells, createBook } from '../state/book.ts';
import { type TapeCells, createTape } from '../state/trades.ts';

/** Levels the exchange sends, and the pace of its deltas in ms: what a phone can show. */
export const DEPTH = 200;
export const PACE_MS = 100;

/** Steps of `groupTicks` ticks; changing them keeps what is shown until the regrouped book is there. */
export function useBook(instrument: Instrument, groupTicks: number, rows: number): BookCells {
  const book = useMemo(() => createBook(instrument, rows), [instrument, rows]);
  useView({ kind: 'book', coinInfoId: instrument.info.id, depth: DEPTH, interval: PACE_MS, groupTicks, rows }, book);
  return book;
}

export function useTape(instrument: Instrument, rows: number): TapeCells {
  const tape = useMemo(() => createTape(instrument, rows), [instrument, rows]);
  useView({ kind: 'trades', coinInfoId: instrument.info.id, rows }, tape);
  return tape;
}
