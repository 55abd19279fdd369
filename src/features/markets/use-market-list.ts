// Which markets the page lists: by category or search, in the order asked for.
import { useEffect, useMemo, useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { favourites } from '../../stores/market/favourites.ts';
import { markets } from '../../stores/market/instruments.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';

/** The list of docs/specification.md 1, favourites in front. */
export const CATEGORIES = ['favourites', 'crypto', 'forex', 'perpetual', 'futures', 'stocks', 'options'] as const;
export type Category = (typeof CATEGORIES)[number];
export const COLUMNS = ['name', 'volume', 'last', 'change'] as const;
export type Column = (typeof COLUMNS)[number];
/** `column` null: the exchange's order. */
export interface Sort {
  column: Column | null;
  descending: boolean;
}

/** A list sorted by a ticking column is sorted anew this often, so that rows do not jump under the finger. */
const SORT_EVERY_MS = 5000;

/** Markets whose symbol, pair or name holds every word of `text`. */
export function matching(list: readonly Instrument[], text: string): readonly Instrument[] {
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

const NUMBERS: Record<Exclude<Column, 'name'>, (id: number) => number> = {
  volume: (id) => tickerOf(id).amountNumber.peek(),
  last: (id) => tickerOf(id).lastNumber.peek(),
  change: (id) => tickerOf(id).changeRate.peek(),
};

/** A sorted copy; markets whose number is not known stand last either way. */
export function sorted(list: readonly Instrument[], { column, descending }: Sort): readonly Instrument[] {
  if (column === null) return list;
  const way = descending ? -1 : 1;
  if (column === 'name') return [...list].sort((a, b) => way * a.info.pair.localeCompare(b.info.pair, 'en'));
  const number = NUMBERS[column];
  return [...list].sort((a, b) => {
    const x = number(a.info.id);
    const y = number(b.info.id);
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    return way * (x - y);
  });
}

/** A search looks in all categories. */
export function useMarketList(category: Category, text: string, sort: Sort): readonly Instrument[] {
  const all = useSignalValue(markets);
  const starred = useSignalValue(favourites);
  const [beat, setBeat] = useState(0);
  const ticking = sort.column !== null && sort.column !== 'name';
  useEffect(() => {
    if (!ticking) return undefined;
    const timer = setInterval(() => setBeat((count) => count + 1), SORT_EVERY_MS);
    return () => clearInterval(timer);
  }, [ticking]);
  // A beat is a reason to sort anew: prices are read, not subscribed to.
  const order = useMemo(() => ({ ...sort, beat }), [sort, beat]);
  return useMemo(() => {
    const pool =
      text.trim() !== ''
        ? matching(all, text)
        : category === 'favourites'
          ? starred.flatMap((id) => all.filter(({ info }) => info.id === id))
          : all.filter(({ info }) => info.type === category);
    return sorted(pool, order);
  }, [all, starred, category, text, order]);
}
