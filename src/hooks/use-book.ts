// A book or a tape of one market, open as long as the component that shows it.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useMemo } from 'react';
import type { Instrument } from '../../core/instruments/instrument.ts';
import { useView } from '../api/view.ts';
import { type BookCells, createBook } from '../stores/market/book-rows.ts';
import { saving } from '../stores/device/power-saving.ts';
import { type TradeCells, createTrades } from '../stores/market/trade-rows.ts';
import { useSignalValue } from '../ui/use-signal-value.ts';

/** Levels the exchange sends, and the pace of its deltas in ms: what a phone can show. */
export const DEPTH = 200;
const PACE_MS = 100;
/** The same while power and data are saved. */
const SAVING_PACE_MS = 250;

/** The pace at which books are asked for now: all who show one book share it. */
export const bookPace: ReadonlySignal<number> = computed(() => (saving.value ? SAVING_PACE_MS : PACE_MS));

/** Steps of `groupTicks` ticks; changing them keeps what is shown until the regrouped book is there. */
export function useBook(instrument: Instrument, groupTicks: number, rows: number): BookCells {
  const book = useMemo(() => createBook(instrument, rows), [instrument, rows]);
  const interval = useSignalValue(bookPace);
  useView({ kind: 'book', coinInfoId: instrument.info.id, depth: DEPTH, interval, groupTicks, rows }, book);
  return book;
}

export function useTrades(instrument: Instrument, rows: number): TradeCells {
  const tape = useMemo(() => createTrades(instrument, rows), [instrument, rows]);
  useView({ kind: 'trades', coinInfoId: instrument.info.id, rows }, tape);
  return tape;
}
