// Which markets a list of the home page shows, and in which order.
import { useEffect, useMemo, useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { favourites } from '../../stores/market/favourites.ts';
import { markets } from '../../stores/market/instruments.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';

export type HomeList = 'favourites' | 'crypto' | 'forex' | 'gainers';

/** Rows of a list; the markets page shows all. */
export const MAX_ROWS = 8;
/** Gainers are sorted at this interval instead of on every price, so that rows do not move under a finger. */
const SORT_INTERVAL_MS = 5000;

export function useHomeList(list: HomeList): readonly Instrument[] {
  const all = useSignalValue(markets);
  const favouriteIds = useSignalValue(favourites);
  const gainers = useGainers(all, list === 'gainers');
  return useMemo(() => {
    if (list === 'gainers') return gainers;
    if (list === 'favourites') return favouriteIds.flatMap((id) => all.filter(({ info }) => info.id === id));
    return all.filter(({ info }) => info.type === list).slice(0, MAX_ROWS);
  }, [list, all, favouriteIds, gainers]);
}

/** The markets with the highest 24-hour change, descending; those without one are left out. */
export function sortGainers(all: readonly Instrument[]): Instrument[] {
  const rate = ({ info }: Instrument): number => tickerOf(info.id).changeRate.peek();
  return all
    .filter((instrument) => !Number.isNaN(rate(instrument)))
    .sort((a, b) => rate(b) - rate(a))
    .slice(0, MAX_ROWS);
}

function useGainers(all: readonly Instrument[], wanted: boolean): readonly Instrument[] {
  const [sorted, setSorted] = useState<readonly Instrument[]>([]);
  useEffect(() => {
    if (!wanted) return undefined;
    const sort = (): void =>
      setSorted((before) => {
        const next = sortGainers(all);
        return next.length === before.length && next.every((instrument, index) => instrument === before[index])
          ? before
          : next;
      });
    sort();
    const timer = setInterval(sort, SORT_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [all, wanted]);
  return sorted;
}
