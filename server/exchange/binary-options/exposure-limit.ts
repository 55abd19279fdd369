// Most that may be staked on open binary options of a market: what moving its price would cost (S5).
// Computed from the book as it is now.
import { windowTicks } from '../../../core/risk/binary-option-window.ts';
import { smaller } from '../../../core/units/smaller.ts';
import { ONE_E8, type PriceTicks, type Units } from '../../../core/units/units.ts';
import type { RecentTick } from '../closing/settlement-window.ts';
import { isBot } from '../command.ts';
import { type IndexState, takerRateE8 } from '../mark/index-price.ts';
import type { RestingSide } from '../../../core/matching/resting-side.ts';
import type { LiveOrder } from '../matching/live-order.ts';
import { type Market, quoteUnits } from '../matching/spot-market.ts';

/**
 * Ticks between the two prices of a move. With few ticks the distance shrinks, so that there are at least MIN_MOVES
 * moves.
 */
const STRIDE = 10;
const MIN_MOVES = 6;
/** Move in 30 s while too few ticks are known: this part of the price, 0.02 %. */
const UNKNOWN_MOVE_PARTS = 5_000;

/** Most stakes that may be open on a period, in USDT units; 0 without an index price. */
export function exposureLimit({ reference, recent, priceTicks }: IndexState, periodS: number): Units {
  if (priceTicks === 0) return 0n;
  const moveE8 = (ONE_E8 * BigInt(typicalMove(recent, periodS))) / BigInt(priceTicks);
  const depth = smaller(depthWithin(reference, reference.asks, moveE8), depthWithin(reference, reference.bids, moveE8));
  // Buying to move the price and selling again costs two fees and about the move itself.
  const costUnits = (depth * (2n * takerRateE8(reference) + moveE8)) / ONE_E8;
  // More than half of the ticks of a window have to be moved, and the book refills each second.
  return costUnits * BigInt((windowTicks(periodS) + 1) / 2);
}

/**
 * One standard deviation of the move over a period, in ticks, at least 1. It comes from the median of the moves of the
 * last ten minutes (0.6745 standard deviations of a normal distribution), which a few manipulated prices do not change.
 */
function typicalMove(recent: readonly RecentTick[], periodS: number): PriceTicks {
  const stride = Math.max(1, Math.min(STRIDE, Math.floor((recent.length - 1) / MIN_MOVES)));
  if (recent.length <= MIN_MOVES)
    return Math.max(1, Math.floor(((recent.at(-1)?.priceTicks ?? 0) / UNKNOWN_MOVE_PARTS) * Math.sqrt(periodS / 30)));
  const moves: number[] = [];
  for (let at = recent.length - 1; at >= stride; at -= stride)
    moves.push(Math.abs(recent[at]!.priceTicks - recent[at - stride]!.priceTicks));
  moves.sort((a, b) => a - b);
  const median = BigInt(moves[moves.length >> 1] ?? 0);
  // (1 / 0.6745)^2 = 2.1981.
  const square = (median * median * 21_981n * BigInt(periodS)) / (10_000n * BigInt(stride));
  return Math.max(1, Number(squareRootOf(square)));
}

/**
 * Value in USDT of the bots' orders from the best price on, as far as the best price moves when the middle moves by
 * `moveE8`. Orders of users and of the clearing account do not count: they can be cancelled at any time.
 */
function depthWithin(market: Market, side: RestingSide<LiveOrder>, moveE8: bigint): Units {
  const best = side.best()?.priceTicks ?? 0;
  const reach = Number((2n * BigInt(best) * moveE8) / ONE_E8);
  let units = 0n;
  for (let at = side.levels.length - 1; at >= 0; at -= 1) {
    const { priceTicks, head } = side.levels[at]!;
    if (Math.abs(priceTicks - best) > reach) break;
    let lots = 0;
    for (let order = head; order; order = order.next) if (isBot(order.uid)) lots += order.lots - order.dealLots;
    units += quoteUnits(market, priceTicks, lots);
  }
  return units / market.quotePerUsdt;
}

/** Whole square root, rounded down. */
function squareRootOf(square: bigint): bigint {
  if (square < 2n) return square;
  let root = BigInt(Math.floor(Math.sqrt(Number(square))));
  while (root * root > square) root -= 1n;
  while ((root + 1n) * (root + 1n) <= square) root += 1n;
  return root;
}
