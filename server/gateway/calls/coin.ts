// The public /coin calls: instruments, and the markets that are not forex.
import { createHash } from 'node:crypto';
import type { CoinInfo } from '../../../contract/instrument.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Handlers } from '../handler.ts';
import { MarketReads } from './market-reads.ts';

export interface CoinCallsOptions {
  feed: Feed;
  /** All instruments, forex and the reference coin too. */
  instruments: CoinInfo[];
}

export type CoinCall = '/coin/infos' | '/coin/tickers' | '/coin/ticker' | '/coin/candles' | '/coin/trades' | '/coin/books';

export function coinHandlers({ feed, instruments }: CoinCallsOptions): Handlers<CoinCall> {
  const reads = new MarketReads(feed, false);
  const version = versionOf(instruments);
  return {
    '/coin/infos': ({ type, version: known }) => {
      if (known === version) return { same: 1, version };
      return { list: type === undefined ? instruments : instruments.filter((info) => info.type === type), version };
    },
    '/coin/tickers': (request) => reads.tickers(request),
    '/coin/ticker': ({ coinInfoId }) => reads.ticker(coinInfoId),
    '/coin/candles': (request) => reads.candles(request),
    '/coin/trades': (request) => reads.trades(request),
    '/coin/books': (request) => reads.book(request),
  };
}

/** Name of this state of the instruments: the same list has the same name, on every start. */
function versionOf(instruments: CoinInfo[]): string {
  return createHash('sha256').update(JSON.stringify(instruments)).digest('hex').slice(0, 16);
}
