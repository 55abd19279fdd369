// Order book of one market, subscribed while the component is mounted.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useMemo } from 'react';
import type { Instrument } from '../../core/instruments/instrument.ts';
import { useView } from '../api/view-subscription.ts';
import { BookCells } from '../stores/market/book-rows.ts';
import { saving } from '../stores/device/power-saving.ts';
import { useSignalValue } from '../ui/use-signal-value.ts';

/** Levels a side, and interval of deltas in ms: as many as a phone can show. */
export const BOOK_DEPTH = 200;
const INTERVAL_MS = 100;
/** Interval of deltas in ms while power and data are saved. */
const SAVING_INTERVAL_MS = 250;

/** Current interval of book deltas in ms; views of the same book share one subscription. */
export const bookIntervalMs: ReadonlySignal<number> = computed(() => (saving.value ? SAVING_INTERVAL_MS : INTERVAL_MS));

/** Price levels grouped by `groupTicks` ticks. The old book stays on screen until the regrouped one arrives. */
export function useBook(instrument: Instrument, groupTicks: number, rows: number): BookCells {
  const book = useMemo(() => new BookCells(instrument, rows), [instrument, rows]);
  const interval = useSignalValue(bookIntervalMs);
  useView({ kind: 'book', coinInfoId: instrument.info.id, depth: BOOK_DEPTH, interval, groupTicks, rows }, book);
  return book;
}
