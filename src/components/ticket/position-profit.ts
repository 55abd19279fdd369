// Profit of closing a position at a given price.
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import { type Instrument, quotePerUsdt } from '../../../core/instruments/instrument.ts';
import { tickE8 } from '../../../core/risk/margin.ts';
import { ONE_E8, type PriceTicks, type Units, parseMoney } from '../../../core/units/units.ts';

/** Profit in USDT, before fees, of closing the whole position at a price; null for an invalid price. */
export function profitAt({ info, price }: Instrument, order: ContractOrder, priceTicks: PriceTicks): Units | null {
  const entry = parseMoney(order.openPrice);
  const size = parseMoney(order.holdAmount ?? order.amount);
  if (entry === null || size === null || priceTicks <= 0) return null;
  const gain = (BigInt(priceTicks) * tickE8(price) - entry) * size;
  return (order.direction === 'long' ? gain : -gain) / (ONE_E8 * quotePerUsdt(info));
}

/** The same of what a take-profit or stop-loss of the position closes: its part, or the whole. */
export function triggerProfitAt(
  instrument: Instrument,
  order: ContractOrder,
  kind: 'profit' | 'loss',
  priceTicks: PriceTicks,
): Units | null {
  const part = kind === 'profit' ? order.profitAmount : order.lossAmount;
  return profitAt(instrument, part ? { ...order, holdAmount: part } : order, priceTicks);
}
