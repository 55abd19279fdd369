// Setting a market's status: open, close-only or halted (M15). Open orders are not changed.
import { HALTED, type MarketStatus, TRADING, isMarketStatus } from '../../core/instruments/instrument.ts';
import { LAST_MS, STAGE } from './closing/delisting.ts';
import { CODE, reject } from '../../core/errors/errors.ts';
import type { CommandOf } from './command.ts';
import type { Answer } from './outcome.ts';
import type { ExchangeState } from './state.ts';
import { areBinaryOptionsRunning } from './binary-options/running-orders.ts';
import type { CommandContext } from './command-context.ts';

export function marketStatus(context: CommandContext, { coinInfoId, status }: CommandOf<'marketStatus'>): Answer {
  const { exchange } = context;
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
  // A halt would freeze the price that decides binary options.
  if (status === HALTED && areBinaryOptionsRunning(exchange, coinInfoId))
    return reject(CODE.fieldInvalid, {
      field: 'status',
      rule: 'close-only, until no seconds contract runs on this price',
    });
  setStatus(exchange, coinInfoId, status);
  context.events.push({ kind: 'marketStatus', coinInfoId, status });
  return { orders: [] };
}

/** Sets the status of a market; an unknown market is ignored. */
export function setStatus(exchange: ExchangeState, coinInfoId: number, status: MarketStatus): void {
  const market = exchange.markets.get(coinInfoId);
  if (market) market.info.status = status;
}
