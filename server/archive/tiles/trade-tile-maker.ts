// Makes trade tiles: the trades of an hour from its blocks, in the order in which they were recorded.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ROW_KIND, isTrade } from '../../../core/market-data/event-columns.ts';
import { LATE_MS } from '../../../core/market-data/tile.ts';
import { MAX_TILE_TRADES, type TradeTile, encodeTradeTile } from '../../../core/market-data/trade-tile.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { HistoryBlock } from '../market-history.ts';

const zip = promisify(gzip);

export interface TradeTileRequest extends Pick<TradeTile, 'coinInfoId' | 'fromMs' | 'untilMs' | 'priorMs'> {
  endMs: EpochMs;
}

/** A tile as gzip from `blocks`, which begin before the hour; null without a trade in it, or anything before it. */
export async function makeTradeTile(
  blocks: AsyncIterable<HistoryBlock>,
  { endMs, ...head }: TradeTileRequest,
  pause: () => Promise<void>,
): Promise<Uint8Array | null> {
  const trades: number[][] = [[], [], [], [], []];
  for await (const block of blocks) {
    if (block.fromTs > endMs + LATE_MS || !addTrades(trades, block, head.fromMs, endMs)) break;
    await pause();
  }
  const [ids, times, prices, lots, buys] = trades as [number[], number[], number[], number[], number[]];
  if (ids.length === 0 && head.priorMs === 0) return null;
  const column = (values: number[]): Float64Array<ArrayBuffer> => Float64Array.from(values);
  const tile = encodeTradeTile({
    ...head,
    ids: column(ids),
    times: column(times),
    prices: column(prices),
    lots: column(lots),
    buys: Uint8Array.from(buys),
  });
  // A copy: what was compressed into is larger, and tiles are remembered.
  return new Uint8Array(await zip(tile));
}

/** Adds those from the first trade in the hour on; returns whether more may follow. */
function addTrades(trades: number[][], { events }: HistoryBlock, fromMs: EpochMs, endMs: EpochMs): boolean {
  const [ids, times, prices, lots, buys] = trades as [number[], number[], number[], number[], number[]];
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
