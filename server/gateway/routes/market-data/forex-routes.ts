// The public /forex calls: the forex markets, and the rates of the reference currency.
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { Handlers } from '../../handler.ts';
import { MarketReads, type PastMarkets } from './market-reads.ts';

export interface ForexDeps {
  feed: Feed;
  /** Absent or null: the past is not known. */
  archive?: PastMarkets | null;
  /** What one USD is worth in each currency, as decimals by currency code. */
  rates: () => Record<string, string>;
}

export type ForexPath =
  | '/forex/tickers'
  | '/forex/ticker'
  | '/forex/last'
  | '/forex/candles'
  | '/forex/trades'
  | '/forex/books'
  | '/forex/events'
  | '/forex/rate';

export function forexHandlers({ feed, archive, rates }: ForexDeps): Handlers<ForexPath> {
  const reads = new MarketReads(feed, true, archive);
  return {
    '/forex/tickers': (request) => reads.tickers(request),
    '/forex/ticker': ({ coinInfoId }) => reads.ticker(coinInfoId),
    '/forex/last': ({ coinInfoId, symbol }) => {
      if (coinInfoId === undefined && symbol === undefined)
        throw new RejectError(CODE.fieldInvalid, { field: 'coinInfoId', rule: 'required' });
      const market = coinInfoId === undefined ? reads.bySymbol(symbol ?? '') : reads.market(coinInfoId);
      const lastTicks = market.lastTicks();
      if (lastTicks === 0) throw new RejectError(CODE.notFound);
      return { coinInfoId: market.id, last: market.formatPrice(lastTicks), ts: market.lastTs(feed.clock()) };
    },
    '/forex/candles': (request) => reads.candles(request),
    '/forex/trades': (request) => reads.trades(request),
    '/forex/books': (request) => reads.book(request),
    '/forex/events': (request) => reads.events(request),
    '/forex/rate': ({ currency }) => ({ base: 'USD', rates: ratesOf(rates(), currency), ts: feed.now() }),
  };
}

function ratesOf(all: Record<string, string>, currency: string | undefined): Record<string, string> {
  if (currency === undefined) return all;
  const rate = Object.hasOwn(all, currency) ? all[currency] : undefined;
  if (rate === undefined) throw new RejectError(CODE.notFound);
  return { [currency]: rate };
}
