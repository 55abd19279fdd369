// Prices from which the simulated market goes on after a start.
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import type { PriceTicks } from '../../core/units/units.ts';
import type { MachineQueries } from '../exchange/machine-queries.ts';
import type { LastPrices } from './reference-rates.ts';

/**
 * Reads them now: call it before users are served, because until the bots are back any user sets the last trade, with
 * another account of their own. The index comes first, which no single trade moves; the last trade or candle where
 * there is none; 0 for a market without either.
 */
export function startPrices(
  instruments: readonly CoinInfo[],
  machine: Pick<MachineQueries, 'indexes'>,
  feed: LastPrices,
): (coinInfoId: number) => PriceTicks {
  const indexes = new Map(machine.indexes().map(({ coinInfoId, priceTicks }) => [coinInfoId, priceTicks]));
  const prices = new Map(instruments.map(({ id }) => [id, indexes.get(id) || feed.lastTicks(id)]));
  return (coinInfoId) => prices.get(coinInfoId) ?? 0;
}
