// The live price of one market as a text, for a page whose app is still being loaded.
import { STALE_AFTER_MS, isLiveAge } from '../../core/worker-protocol/freshness.ts';
import { BOOK_STATE, type EarlyPrice, TICKER_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { numberStyleOf, writeDecimal } from '../../core/units/number-style.ts';
import { printSteps } from '../../core/units/units.ts';
import type { Connection } from '../connection/connection.ts';
import type { InstrumentRegistry } from '../instruments/instrument-registry.ts';
import type { MarketDataStore } from '../market-data-store.ts';
import type { Acquired } from '../shared-sources.ts';
import type { TickerBoard } from './ticker-board.ts';

export interface PriceSource {
  connection: Connection;
  registry: InstrumentRegistry;
  store: MarketDataStore;
  tickers: Acquired<TickerBoard>;
  stampMs(): number;
}

/**
 * The last price of a market in the style of a language, with how long it stays live without a further message; null
 * while it is not live: the same rule by which the app shows a verified view.
 */
export function earlyPrice(from: PriceSource, coinInfoId: number, language: string): EarlyPrice | null {
  const { connection, registry, store, tickers } = from;
  const market = registry.markets.get(coinInfoId);
  const ticks = tickers.source.valueOf(coinInfoId, TICKER_FIELD.last);
  const ageOf = (asOfMs: number): number => connection.clock.ageMs(asOfMs, from.stampMs());
  const ages = [ageOf(tickers.channel.asOfMs), ageOf(connection.newestMs)];
  const isLive =
    connection.isOpen && store.statusOf(tickers.channel.key) === BOOK_STATE.live && ages.every((age) => isLiveAge(age));
  if (!isLive || !market || market.info.pair === '' || !Number.isSafeInteger(ticks)) return null;
  const last = writeDecimal(printSteps(ticks, market.price, market.info.pricePrecision), numberStyleOf(language));
  return { pair: market.info.pair, last, liveMs: STALE_AFTER_MS - Math.max(...ages) };
}
