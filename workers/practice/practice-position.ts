// The position of a practice: average cost, profit, fees, and the trades that were closed.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { type Side, spotFee } from '../../core/orders/spot-order.ts';
import type { PracticeTrade } from '../../core/practice/practice-result.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { type Lots, type PriceTicks, type Units, notionalUnits } from '../../core/units/units.ts';

/** The trade that is open. */
interface OpenTrade {
  side: Side;
  openedMs: EpochMs;
  entryTicks: PriceTicks;
  mostLots: Lots;
  realisedUnits: Units;
  feeUnits: Units;
  worstUnits: Units;
  bestUnits: Units;
  isValued: boolean;
}

/** A fill, and the rate of its fee in 1e-8. */
export interface PositionFill {
  side: Side;
  priceTicks: PriceTicks;
  lots: Lots;
  rateE8: bigint;
  ts: EpochMs;
  /** It is no trade, but a valuation at the last price. */
  isValued?: boolean;
}

export class PracticePosition {
  /** Above 0: long; below: short. */
  lots: Lots = 0;
  costUnits: Units = 0n;
  realisedUnits: Units = 0n;
  feeUnits: Units = 0n;
  readonly trades: PracticeTrade[] = [];
  readonly #tickLotUnits: Units;
  #openTrade: OpenTrade | null = null;

  constructor({ price, amount }: Instrument) {
    this.#tickLotUnits = notionalUnits(1, price, 1, amount);
  }

  /** Profit of the position at a price, without fees. */
  openUnits(ticks: PriceTicks): Units {
    if (this.lots === 0) return 0n;
    const value = this.#value(ticks, Math.abs(this.lots));
    return this.lots > 0 ? value - this.costUnits : this.costUnits - value;
  }

  /** A fill closes what is open, and opens with the rest. The fee is one of the whole fill, rounded up. */
  apply({ side, priceTicks, lots, rateE8, ts, isValued = false }: PositionFill): void {
    const isClosing = this.lots !== 0 && this.lots > 0 === (side === 'sell');
    const closing = isClosing ? Math.min(lots, Math.abs(this.lots)) : 0;
    const feeUnits = spotFee(this.#value(priceTicks, lots), rateE8);
    const closingFee = closing === lots ? feeUnits : spotFee(this.#value(priceTicks, closing), rateE8);
    if (this.#openTrade && isValued) this.#openTrade.isValued = true;
    if (closing > 0) this.#close(priceTicks, closing, closingFee, ts);
    if (closing < lots) this.#add(side, priceTicks, lots - closing, feeUnits - closingFee, ts);
  }

  /** Follows the excursion of the open trade. */
  onPrice(ticks: PriceTicks): void {
    const trade = this.#openTrade;
    if (!trade) return;
    const net = trade.realisedUnits - trade.feeUnits + this.openUnits(ticks);
    if (net < trade.worstUnits) trade.worstUnits = net;
    if (net > trade.bestUnits) trade.bestUnits = net;
  }

  #add(side: Side, ticks: PriceTicks, lots: Lots, feeUnits: Units, ts: EpochMs): void {
    this.feeUnits += feeUnits;
    this.costUnits += this.#value(ticks, lots);
    this.lots += side === 'buy' ? lots : -lots;
    const trade = (this.#openTrade ??= {
      side,
      openedMs: ts,
      entryTicks: ticks,
      mostLots: 0,
      realisedUnits: 0n,
      feeUnits: 0n,
      worstUnits: -feeUnits,
      bestUnits: -feeUnits,
      isValued: false,
    });
    trade.feeUnits += feeUnits;
    trade.mostLots = Math.max(trade.mostLots, Math.abs(this.lots));
    this.onPrice(ticks);
  }

  #close(ticks: PriceTicks, lots: Lots, feeUnits: Units, ts: EpochMs): void {
    const held = Math.abs(this.lots);
    const value = this.#value(ticks, lots);
    // What is rounded off stays with the rest of the position.
    const cost = (this.costUnits * BigInt(lots)) / BigInt(held);
    const profit = this.lots > 0 ? value - cost : cost - value;
    this.costUnits -= cost;
    this.lots += this.lots > 0 ? -lots : lots;
    this.realisedUnits += profit;
    this.feeUnits += feeUnits;
    const trade = this.#openTrade!;
    trade.realisedUnits += profit;
    trade.feeUnits += feeUnits;
    this.onPrice(ticks);
    if (this.lots === 0) this.#end(trade, ticks, ts);
  }

  #end(trade: OpenTrade, exitTicks: PriceTicks, closedMs: EpochMs): void {
    this.#openTrade = null;
    const { side, openedMs, entryTicks, mostLots, realisedUnits, feeUnits, worstUnits, bestUnits, isValued } = trade;
    this.trades.push({
      side,
      openedMs,
      closedMs,
      lots: mostLots,
      entryTicks,
      exitTicks,
      netUnits: realisedUnits - feeUnits,
      feeUnits,
      worstUnits,
      bestUnits,
      isValued,
    });
  }

  #value(ticks: PriceTicks, lots: Lots): Units {
    return BigInt(ticks) * BigInt(lots) * this.#tickLotUnits;
  }
}
