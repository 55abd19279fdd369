// A market opened, left to closing alone, or halted: it decides who may place from now on, and nothing that stands
// already (M15).
import { HALTED, type MarketStatus, TRADING, isMarketStatus } from '../../core/instruments/instrument.ts';
import { CODE, reject } from '../../core/errors/errors.ts';
import { LAST_MS, STAGE } from './closing/delisting.ts';
import type { Command } from './command.ts';
import type { ExchangeState } from './state.ts';
import type { Answer } from './place-spot.ts';
import { areBinaryOptionsRunning } from './binary-options/running-orders.ts';
import type { CommandContext } from './command-context.ts';

export function marketStatus(
  exchange: ExchangeState,
  context: CommandContext,
  { coinInfoId, status }: Extract<Command, { kind: 'marketStatus' }>,
): Answer {
  const market = exchange.markets.get(coinInfoId);
  if (!market) return reject(CODE.notFound);
  if (!isMarketStatus(status)) return reject(CODE.fieldInvalid, { field: 'status', rule: '0, 1 or 2' });
  if (market.delisting && market.delisting.stage !== STAGE.announced)
    return reject(CODE.fieldInvalid, { field: 'status', rule: 'none: the market is delisted' });
  if (market.delisting && status === TRADING && context.ts >= market.delisting.atMs - LAST_MS)
    return reject(CODE.fieldInvalid, {
      field: 'status',
      rule: 'close-only or halted: the market ends within the hour',
    });
  // A halt would freeze the price that decides them.
  if (status === HALTED && areBinaryOptionsRunning(exchange, coinInfoId))
    return reject(CODE.fieldInvalid, {
      field: 'status',
      rule: 'close-only, until no seconds contract runs on this price',
    });
  setStatus(exchange, coinInfoId, status);
  context.events.push({ kind: 'marketStatus', coinInfoId, status });
  return { orders: [] };
}

/** What a market was left at, put on it; one that is off the list is passed over. */
export function setStatus(exchange: ExchangeState, coinInfoId: number, status: MarketStatus): void {
  const market = exchange.markets.get(coinInfoId);
  if (market) market.info.status = status;
}
