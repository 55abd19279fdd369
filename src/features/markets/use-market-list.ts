// Which markets the page lists, by category or search, and in which order.
import { useEffect, useMemo, useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { favourites } from '../../stores/market/favourites.ts';
import { markets } from '../../stores/market/instruments.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';

/** The categories of docs/specification.md 1, after favourites. */
export const CATEGORIES = ['favourites', 'crypto', 'forex', 'perpetual', 'futures', 'stocks', 'options'] as const;
export type Category = (typeof CATEGORIES)[number];
export const COLUMNS = ['name', 'volume', 'last', 'change'] as const;
export type Column = (typeof COLUMNS)[number];
/** `column` null: the exchange's order. */
export interface Sort {
  column: Column | null;
  descending: boolean;
}

/** A list sorted by a live column is sorted again at this interval, so that rows do not move under a finger. */
const SORT_INTERVAL_MS = 5000;

/** Markets whose symbol, pair or name contains every word of `text`. */
export function matchingMarkets(list: readonly Instrument[], text: string): readonly Instrument[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return list;
  return list.filter(({ info }) => {
    const haystack = `${info.symbol} ${info.pair} ${info.pair.replace('/', '')} ${info.name}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

const SORT_VALUES: Record<Exclude<Column, 'name'>, (id: number) => number> = {
  volume: (id) => tickerOf(id).amountNumber.peek(),
  last: (id) => tickerOf(id).lastNumber.peek(),
  change: (id) => tickerOf(id).changeRate.peek(),
};

/** A sorted copy; markets without a value are last in both directions. */
export function sortedMarkets(list: readonly Instrument[], { column, descending }: Sort): readonly Instrument[] {
  if (column === null) return list;
  const way = descending ? -1 : 1;
  if (column === 'name') return [...list].sort((a, b) => way * a.info.pair.localeCompare(b.info.pair, 'en'));
  const number = SORT_VALUES[column];
  return [...list].sort((a, b) => {
    const x = number(a.info.id);
    const y = number(b.info.id);
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    return way * (x - y);
  });
}

/** The listed markets; a search covers all categories. */
export function useMarketList(category: Category, text: string, sort: Sort): readonly Instrument[] {
  const all = useSignalValue(markets);
  const favouriteIds = useSignalValue(favourites);
  const [sortCount, setSortCount] = useState(0);
  const isLive = sort.column !== null && sort.column !== 'name';
  useEffect(() => {
    if (!isLive) return undefined;
    const timer = setInterval(() => setSortCount((count) => count + 1), SORT_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isLive]);
  // Prices are not subscribed to: a new object per interval sorts again.
  const order = useMemo(() => ({ ...sort, sortCount }), [sort, sortCount]);
  return useMemo(() => {
    const pool =
      text.trim() !== ''
        ? matchingMarkets(all, text)
        : category === 'favourites'
          ? favouriteIds.flatMap((id) => all.filter(({ info }) => info.id === id))
          : all.filter(({ info }) => info.type === category);
    return sortedMarkets(pool, order);
  }, [all, favouriteIds, category, text, order]);
}
