// Adds what the archive has and stored candles have not: trades of the last minute before a crash.
import { ROW_KIND, isTrade } from '../../../core/market-data/event-columns.ts';
import type { Archive } from '../../archive/archive.ts';
import type { MarketHistory } from '../../archive/market-history.ts';
import type { Feed } from '../../feed/feed.ts';
import type { TradeRow } from '../../feed/trade-ring.ts';

/**
 * Call before anything trades. `lastTradeOf`: number of a market's last durable trade. Later ones of bots may have been
 * shown and stored; their numbers are used again.
 */
export async function completeCandles(
  feed: Feed,
  archive: Pick<Archive, 'history'> | null,
  lastTradeOf: (coinInfoId: number) => number,
): Promise<void> {
  for (const market of feed.markets()) {
    const last = lastTradeOf(market.id);
    const counted = Math.min(market.countedTrade ?? last, last);
    market.countedTrade = counted;
    const history = archive?.history(market.id);
    if (!history || counted === last) continue;
    for (const trade of await tradesFrom(history, market.candles.base['1m'].lastStart()))
      if (trade.id > counted && trade.id <= last) market.addTrade(trade);
  }
}

/** Of two with one number the later one is durable. */
async function tradesFrom(history: MarketHistory, fromMs: number): Promise<TradeRow[]> {
  const trades: TradeRow[] = [];
  for await (const { events } of history.events(fromMs, Infinity)) {
    const { size, kinds, times, prices, lots, tradeIds } = events;
    for (let at = 0; at < size; at += 1) {
      const [kind, id] = [kinds[at]!, tradeIds[at]!];
      if (!isTrade(kind)) continue;
      while ((trades.at(-1)?.id ?? 0) >= id) trades.pop();
      const side = kind === ROW_KIND.buy ? 'buy' : 'sell';
      trades.push({ id, priceTicks: prices[at]!, lots: lots[at]!, side, ts: times[at]! });
    }
  }
  return trades;
}
