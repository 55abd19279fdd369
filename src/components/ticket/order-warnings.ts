// Warnings of an order, and whether it needs a confirmation.
// Always with warnings, otherwise by the user's setting.
import type { Side } from '../../../core/orders/spot-order.ts';
import { type PriceTicks, type Units, parseMoney } from '../../../core/units/units.ts';
import { limitsAt } from '../../stores/account/user-limits.ts';
import { tickersFreshness } from '../../stores/market/view-freshness.ts';
import { stored } from '../../stores/device/storage.ts';

/** A limit price further from the market than this fraction is always confirmed. */
const FAR = 0.02;

/**
 * far: the price is far from the market. unknown: the market price is unknown. stale: the prices shown are old. size:
 * above the user's own limit. slip: would exceed the maximum slippage.
 */
export type OrderWarning = 'far' | 'unknown' | 'stale' | 'size' | 'slip';

/** An order that is about to be sent. */
export interface OrderFacts {
  /** 0 for a market order. */
  limitTicks: PriceTicks;
  /** Mark or last price; 0 where neither is known. */
  marketTicks: PriceTicks;
  /** Value in USDT; null where it cannot be computed. */
  valueUnits: Units | null;
  /** A market order that would exceed the user's maximum slippage. */
  slips: boolean;
}

/** Warnings of an order at `nowMs` of the exchange's clock. */
export function warningsFor({ limitTicks, marketTicks, valueUnits, slips }: OrderFacts, nowMs: number): OrderWarning[] {
  const far = limitTicks > 0 && marketTicks > 0 && Math.abs(limitTicks - marketTicks) > marketTicks * FAR;
  const most = ownOrderLimit(nowMs);
  const found: Record<OrderWarning, boolean> = {
    far,
    unknown: marketTicks === 0,
    stale: tickersFreshness.fresh.peek() !== 'live',
    size: most !== '' && valueUnits !== null && valueUnits > (parseMoney(most) ?? 0n),
    slip: slips,
  };
  return (Object.keys(found) as OrderWarning[]).filter((warning) => found[warning]);
}

/** Highest value of one order by the user's own limits, in USDT; '' for no limit. */
export function ownOrderLimit(nowMs: number): string {
  return limitsAt(stored('fxproLimits').peek(), nowMs).stake;
}

/** Latest prices of a market; NaN where unknown. */
export interface BestPrices {
  lastTicks: { peek(): number };
  bidTicks: { peek(): number };
  askTicks: { peek(): number };
}

/**
 * Whether an order at a price would execute at once. The ticker may be outdated, so the last price
 * counts as a price on offer, and unknown prices as true.
 */
export function executesAtOnce(side: Side, priceTicks: PriceTicks, best: BestPrices): boolean {
  const [last, other] = [best.lastTicks.peek(), side === 'buy' ? best.askTicks.peek() : best.bidTicks.peek()];
  const known = [last, other].filter((ticks) => ticks > 0);
  if (known.length === 0) return true;
  return side === 'buy' ? priceTicks >= Math.min(...known) : priceTicks <= Math.max(...known);
}

/** Whether an order is confirmed before it is sent. `atOnce`: it would trade at once. */
export function mustConfirm(warnings: readonly OrderWarning[], atOnce: boolean): boolean {
  const asked = stored('fxproConfirm').peek();
  return warnings.length > 0 || asked === '1' || (asked === 'now' && atOnce);
}
