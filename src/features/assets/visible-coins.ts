// Which coins of an account are listed, and in which order.
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import type { Units } from '../../../core/units/units.ts';
import type { Holding } from '../../stores/account/balances.ts';

/** A holding worth less than 1 USD is small. */
export const SMALL_BALANCE_UNITS: Units = 100_000_000n;

/**
 * Ids of the held coins, most valuable first. USDT is listed even with an empty balance, because new
 * accounts start with it.
 */
export function visibleCoins(list: readonly Holding[], hideSmall: boolean): number[] {
  return list
    .filter(({ coinInfoId, available, frozen, worth, isPriced }) => {
      if (hideSmall) return worth >= SMALL_BALANCE_UNITS || !isPriced;
      return coinInfoId === USDT_ID || available + frozen > 0n;
    })
    .sort((a, b) => (a.worth === b.worth ? a.coinInfoId - b.coinInfoId : a.worth > b.worth ? -1 : 1))
    .map(({ coinInfoId }) => coinInfoId);
}
