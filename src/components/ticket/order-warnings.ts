// When an order is asked for once more before it is sent: always where something is unusual, else as the user wants it.
import { type PriceTicks, type Units, parseMoney } from '../../../core/units/units.ts';
import { limitsAt } from '../../stores/account/user-limits.ts';
import { tickersPane } from '../../stores/market/view-freshness.ts';
import { stored } from '../../stores/device/storage.ts';

/** A limit price further from the market than this share is asked about in any case. */
const FAR = 0.02;

/**
 * What is unusual: the price is far from the market, the market's price is not known, what is on the screen is old, the
 * order is over the user's own limit, or it would slip too far.
 */
export type OrderWarning = 'far' | 'unknown' | 'stale' | 'size' | 'slip';

/** An order as it is about to be sent. */
export interface OrderSeen {
  /** 0 for a market order. */
  limitTicks: PriceTicks;
  /** The mark or the last price; 0 where neither is known. */
  marketTicks: PriceTicks;
  /** What it is worth in USDT; null where that cannot be said. */
  valueUnits: Units | null;
  /** A market order that would trade beyond the user's largest slippage. */
  slips: boolean;
}

/** What is unusual about an order at `nowMs` of this device's clock. */
export function warningsFor({ limitTicks, marketTicks, valueUnits, slips }: OrderSeen, nowMs: number): OrderWarning[] {
  const far = limitTicks > 0 && marketTicks > 0 && Math.abs(limitTicks - marketTicks) > marketTicks * FAR;
  const most = ownMost(nowMs);
  const found: Record<OrderWarning, boolean> = {
    far,
    unknown: marketTicks === 0,
    stale: tickersPane.fresh.peek() !== 'live',
    size: most !== '' && valueUnits !== null && valueUnits > (parseMoney(most) ?? 0n),
    slip: slips,
  };
  return (Object.keys(found) as OrderWarning[]).filter((warning) => found[warning]);
}

/** The most that one order may be worth by the user's own wish, in USDT; '' for no limit. */
export function ownMost(nowMs: number): string {
  return limitsAt(stored('fxproLimits').peek(), nowMs).stake;
}

/** Whether an order is asked for before it is sent. */
export function mustConfirm(warnings: readonly OrderWarning[]): boolean {
  return warnings.length > 0 || stored('fxproConfirm').peek() === '1';
}
