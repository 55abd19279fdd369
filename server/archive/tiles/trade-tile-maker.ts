// Makes trade tiles: the trades of an hour from its blocks, in the order in which they were recorded.
import { ROW_KIND, isTrade } from '../../../core/market-data/event-columns.ts';
import { LATE_MS } from '../../../core/market-data/tile.ts';
import { MAX_TILE_TRADES, type TradeTile, encodeTradeTile } from '../../../core/market-data/trade-tile.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { zip } from '../gzip.ts';
import type { HistoryBlock } from '../market-history.ts';

export interface TradeTileRequest extends Pick<TradeTile, 'coinInfoId' | 'fromMs' | 'untilMs' | 'priorMs'> {
  endMs: EpochMs;
}

/** A row for each trade; `buys`: 1 where the taker bought, else 0. */
type TradeColumns = Record<'ids' | 'times' | 'prices' | 'lots' | 'buys', number[]>;

/** A tile as gzip from `blocks`, which begin before the hour; null without a trade in it, or anything before it. */
export async function makeTradeTile(
  blocks: AsyncIterable<HistoryBlock>,
  { endMs, ...head }: TradeTileRequest,
  pause: () => Promise<void>,
): Promise<Uint8Array | null> {
  const trades: TradeColumns = { ids: [], times: [], prices: [], lots: [], buys: [] };
  for await (const block of blocks) {
    if (block.fromTs > endMs + LATE_MS || !addTrades(trades, block, head.fromMs, endMs)) break;
    await pause();
  }
  if (trades.ids.length === 0 && head.priorMs === 0) return null;
  const column = (values: number[]): Float64Array<ArrayBuffer> => Float64Array.from(values);
  const tile = encodeTradeTile({
    ...head,
    ids: column(trades.ids),
    times: column(trades.times),
    prices: column(trades.prices),
    lots: column(trades.lots),
    buys: Uint8Array.from(trades.buys),
  });
  // A copy: what was compressed into is larger, and tiles are remembered.
  return new Uint8Array(await zip(tile));
}

/** Adds those from the first trade in the hour on; returns whether more may follow. */
function addTrades(trades: TradeColumns, { events }: HistoryBlock, fromMs: EpochMs, endMs: EpochMs): boolean {
  const { ids, times, prices, lots, buys } = trades;
  for (let row = 0; row < events.size; row++) {
    const kind = events.kinds[row]!;
    if (!isTrade(kind)) continue;
    const ts = events.times[row]!;
    if (ts >= endMs || ids.length === MAX_TILE_TRADES) return false;
    // A late trade before the first one belongs to the hour before.
    if (ids.length === 0 && ts < fromMs) continue;
    ids.push(events.tradeIds[row]!);
    times.push(ts);
    prices.push(events.prices[row]!);
    lots.push(events.lots[row]!);
    buys.push(kind === ROW_KIND.buy ? 1 : 0);
  }
  return true;
}
