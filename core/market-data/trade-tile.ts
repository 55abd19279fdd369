// Trade tile: every trade of an hour in its order, and its binary form.
import { HOUR_MS } from '../units/durations.ts';
import { VarintReader, VarintWriter } from '../encoding/varint-columns.ts';
import type { EpochMs } from '../units/time.ts';
import { checkEnd, countIn, readVersion, tileStart } from './tile.ts';

export const TRADE_TILE_MS = HOUR_MS;
/** Most trades of a tile, 70 a second. Those behind are not in it: the ids of the next tile leave a gap. */
export const MAX_TILE_TRADES = 262_144;

/**
 * Trades by ascending id, from the first one at or after `fromMs` to before the first one after the hour: a trade that
 * carries an earlier time than one before it is late, and keeps its place.
 */
export interface TradeTile {
  coinInfoId: number;
  fromMs: EpochMs;
  /** What happened before this is complete; the end of the hour once it is finished. */
  untilMs: EpochMs;
  /** When something was recorded last before the hour; 0: nothing was, the recording begins in it. */
  priorMs: EpochMs;
  ids: Float64Array<ArrayBuffer>;
  times: Float64Array<ArrayBuffer>;
  /** In ticks, and lots. */
  prices: Float64Array<ArrayBuffer>;
  lots: Float64Array<ArrayBuffer>;
  /** 1: the taker bought. */
  buys: Uint8Array<ArrayBuffer>;
}

export function tradeTileStart(ts: EpochMs): EpochMs {
  return tileStart(ts, TRADE_TILE_MS, 1);
}

const VERSION = 1;
const writer = new VarintWriter();

/**
 * Layout, varints: version (byte), market, fromMs, untilMs - fromMs, priorMs, number of trades; then column after
 * column: ids less the one expected, times and prices as differences, twice the lots and one for a buy.
 */
export function encodeTradeTile(tile: TradeTile): Uint8Array<ArrayBuffer> {
  const { coinInfoId, fromMs, untilMs, priorMs, ids, times, prices, lots, buys } = tile;
  writer.clear();
  writer.byte(VERSION);
  for (const value of [coinInfoId, fromMs, untilMs - fromMs, priorMs, ids.length]) writer.unsigned(value);
  ids.forEach((id, at) => writer.signed(id - (at === 0 ? 0 : ids[at - 1]! + 1)));
  times.forEach((time, at) => writer.signed(time - (at === 0 ? fromMs : times[at - 1]!)));
  prices.forEach((price, at) => writer.signed(price - (at === 0 ? 0 : prices[at - 1]!)));
  lots.forEach((count, at) => writer.unsigned(count * 2 + buys[at]!));
  return writer.bytes.slice();
}

/** Throws Error on bytes that are no tile. */
export function decodeTradeTile(bytes: Uint8Array): TradeTile {
  const reader = new VarintReader(bytes);
  readVersion(reader, VERSION);
  const coinInfoId = reader.unsigned();
  const fromMs = reader.unsigned();
  const untilMs = fromMs + reader.unsigned();
  const priorMs = reader.unsigned();
  const length = countIn(reader);
  let last = -1;
  const ids = Float64Array.from({ length }, () => (last += reader.signed() + 1));
  last = fromMs;
  const times = Float64Array.from({ length }, () => (last += reader.signed()));
  last = 0;
  const prices = Float64Array.from({ length }, () => (last += reader.signed()));
  const buys = new Uint8Array(length);
  const lots = Float64Array.from({ length }, (_, at) => {
    const value = reader.unsigned();
    buys[at] = value % 2;
    return Math.floor(value / 2);
  });
  checkEnd(reader);
  return { coinInfoId, fromMs, untilMs, priorMs, ids, times, prices, lots, buys };
}
