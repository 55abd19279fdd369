// Leverage of the next contract order in a market: the chosen one, else the last one used, else the usual one.
import { signal } from '@preact/signals-react';
import { useEffect } from 'react';
import type { Instrument } from '../../core/instruments/instrument.ts';
import { isLoggedIn, sessionToken } from '../stores/account/session.ts';
import { useSignalValue } from '../ui/use-signal-value.ts';
import { useQuery } from './use-query.ts';

/** Leverage without an earlier order: this, or the highest offered one below it. */
const DEFAULT_LEVERAGE = 10;

/** By session and market; fetched once, then as chosen. */
const known = signal<ReadonlyMap<string, number>>(new Map());
const keyOf = (coinInfoId: number): string => `${sessionToken.peek()} ${coinInfoId}`;

export function chooseLeverage(coinInfoId: number, leverage: number): void {
  known.value = new Map(known.peek()).set(keyOf(coinInfoId), leverage);
}

/** `leverages`: those that the market offers, ascending; none: nothing is fetched. */
export function useLeverage({ info: { id } }: Instrument, leverages: readonly number[]): number {
  const loggedIn = useSignalValue(isLoggedIn);
  const chosen = useSignalValue(known).get(keyOf(id));
  const needed = loggedIn && chosen === undefined && leverages.length > 0;
  const last = useQuery('/coin/contract/order/multiple', needed ? { coinInfoId: id } : null).answer?.last;
  useEffect(() => {
    // What was chosen meanwhile is newer.
    if (last !== undefined && !known.peek().has(keyOf(id))) chooseLeverage(id, last);
  }, [id, last]);
  const leverage = chosen ?? last ?? 0;
  if (leverages.includes(leverage)) return leverage;
  return leverages.filter((each) => each <= DEFAULT_LEVERAGE).at(-1) ?? 1;
}
