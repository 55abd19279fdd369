// The public /coin calls: instruments, and the markets that are not forex.
import { createHash } from 'node:crypto';
import type { CoinInfo, MarketStatus } from '../../../../core/instruments/instrument.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { Handlers } from '../../handler.ts';
import { MarketReads, type PastMarkets } from './market-reads.ts';

export interface CoinDeps {
  feed: Feed;
  /** Absent or null: the past is not known. */
  archive?: PastMarkets | null;
  /** All instruments, with forex and the reference coin. */
  instruments: CoinInfo[];
  /** Status set by the operator; undefined, or absent: the instrument's own. */
  statusOf?: (coinInfoId: number) => MarketStatus | undefined;
  /** Time of a market's announced delisting, in ms; undefined for none. */
  delistTimeOf?: (coinInfoId: number) => number | undefined;
  /** Ids of a user's favourites. Absent: calls with a session are not answered here. */
  favouritesOf?: (uid: number) => Promise<readonly number[]>;
}

export type CoinPath =
  | '/coin/infos'
  | '/coin/tickers'
  | '/coin/ticker'
  | '/coin/candles'
  | '/coin/trades'
  | '/coin/books'
  | '/coin/events';

export function coinHandlers({
  feed,
  archive,
  instruments,
  statusOf,
  delistTimeOf,
  favouritesOf,
}: CoinDeps): Handlers<CoinPath> {
  const reads = new MarketReads(feed, false, archive);
  let shown = { list: instruments, version: versionOf(instruments) };
  const current = (): typeof shown => {
    const list = instruments.map((info) => {
      const delistTime = delistTimeOf?.(info.id);
      return {
        ...info,
        status: statusOf?.(info.id) ?? info.status,
        ...(delistTime === undefined ? {} : { delistTime }),
      };
    });
    if (
      list.some(
        ({ status, delistTime }, at) => status !== shown.list[at]?.status || delistTime !== shown.list[at]?.delistTime,
      )
    )
      shown = { list, version: versionOf(list) };
    return shown;
  };
  return {
    '/coin/infos': async ({ type, version: known }, caller) => {
      const { list, version } = current();
      if (known === version) return { same: 1, version };
      const chosen = type === undefined ? list : list.filter((info) => info.type === type);
      const favourites = 'uid' in caller ? await favouritesOf?.(caller.uid) : undefined;
      return { list: favourites ? chosen.map((info) => marked(info, favourites)) : chosen, version };
    },
    '/coin/tickers': (request) => reads.tickers(request),
    '/coin/ticker': ({ coinInfoId }) => reads.ticker(coinInfoId),
    '/coin/candles': (request) => reads.candles(request),
    '/coin/trades': (request) => reads.trades(request),
    '/coin/books': (request) => reads.book(request),
    '/coin/events': (request) => reads.events(request),
  };
}

function marked(info: CoinInfo, favourites: readonly number[]): CoinInfo {
  return { ...info, collect: favourites.includes(info.id) ? 1 : 0 };
}

/** Version of the instruments: a hash, so that the same list has the same version on every start. */
function versionOf(instruments: CoinInfo[]): string {
  return createHash('sha256').update(JSON.stringify(instruments)).digest('hex').slice(0, 16);
}
