// Which markets stand in a list of home, and in which order.
import { useEffect, useMemo, useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { favourites } from '../../stores/market/favourites.ts';
import { markets } from '../../stores/market/instruments.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';

export type HomeList = 'favourites' | 'crypto' | 'forex' | 'gainers';

/** Rows a list of home shows; the rest is in the markets. */
const MOST_ROWS = 8;
/** Gainers change places this often and not with every price: a row must stay under the finger that goes for it. */
const SORT_EVERY_MS = 5000;

export function useHomeList(list: HomeList): readonly Instrument[] {
  const all = useSignalValue(markets);
  const starred = useSignalValue(favourites);
  const gainers = useGainers(all, list === 'gainers');
  return useMemo(() => {
    if (list === 'gainers') return gainers;
    if (list === 'favourites') return starred.flatMap((id) => all.filter(({ info }) => info.id === id));
    return all.filter(({ info }) => info.type === list).slice(0, MOST_ROWS);
  }, [list, all, starred, gainers]);
}

/** Markets by their change of the day, best first; those without one are left out. */
export function sortGainers(all: readonly Instrument[]): Instrument[] {
  const rate = ({ info }: Instrument): number => tickerOf(info.id).changeRate.peek();
  return all
    .filter((instrument) => !Number.isNaN(rate(instrument)))
    .sort((a, b) => rate(b) - rate(a))
    .slice(0, MOST_ROWS);
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
    const timer = setInterval(sort, SORT_EVERY_MS);
    return () => clearInterval(timer);
  }, [all, wanted]);
  return sorted;
}
