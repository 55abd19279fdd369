// The contract order being typed, validated: an intent that is ready to send, or the first objection.
import { type ContractDraft, type ContractIntent, contractIntent } from '../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import {
  type Direction,
  type Position,
  type PriceE8,
  addFill,
  breakEvenE8,
  emptyPosition,
  liqPriceE8,
  liqTicks,
} from '../../../core/risk/margin.ts';
import { type OrderCost, maxOpen, orderCost } from '../../../core/risk/margin-order.ts';
import { type RiskTerms, checkMultiple, valueUnits } from '../../../core/risk/margin-tiers.ts';
import { checkStopLoss, checkTakeProfit } from '../../../core/risk/margin-triggers.ts';
import { type OrderType, checkBalance, isReject, outsideBand } from '../../../core/orders/spot-order.ts';
import { CODE, type Reject } from '../../../core/errors/errors.ts';
import { type Lots, type PriceTicks, type Units, parseSteps, printSteps } from '../../../core/units/units.ts';
import { type MarketClosure, closedMarket } from '../../components/market/closed-market.ts';
import type { FillRequest } from '../../components/ticket/market-fill.ts';
import { completeNumber } from '../../components/ticket/ticket-text.ts';

/**
 * The typed values. Take-profit and stop-loss apply only while `triggers` is on; fields that the order
 * type does not use keep their text.
 */
export interface ContractTicketDraft {
  direction: Direction;
  orderType: OrderType;
  leverage: number;
  price: string;
  amount: string;
  triggers: boolean;
  profit: string;
  loss: string;
}
export type ContractTicketField = 'price' | 'amount' | 'profit' | 'loss';

/** The market and account data that a draft is validated against. */
export interface OrderContext {
  /** Available in the contract account; null for visitors. */
  availableUnits: Units | null;
  /** Last price and mark in ticks; 0 where unknown. */
  lastTicks: PriceTicks;
  markTicks: PriceTicks;
  /** Server time in ms. */
  nowMs: number;
}

export type Validation =
  | { kind: 'closed'; closed: MarketClosure }
  | { kind: 'logIn' }
  | { kind: 'missing'; field: 'price' | 'amount' }
  | { kind: 'refused'; field: ContractTicketField | null; refusal: Reject }
  | { kind: 'ready'; intent: ContractIntent };

/** Expected cost and prices of an order; a market order's are estimates at the last price. */
export interface OrderPreview {
  cost: OrderCost;
  valueUnits: Units;
  /** Null: no price liquidates the position. */
  liqE8: PriceE8 | null;
  breakEvenE8: PriceE8;
}

/** The draft as the order rules and the API expect it, with the fields of this order type alone. */
export function contractDraft(draft: ContractTicketDraft): ContractDraft {
  const { direction, orderType } = draft;
  const limit = orderType === 'limit' ? { limitPrice: completeNumber(draft.price) } : {};
  const triggers = draft.triggers
    ? { profitPrice: completeNumber(draft.profit), lossPrice: completeNumber(draft.loss) }
    : {};
  return { direction, orderType, amount: completeNumber(draft.amount), ...limit, ...triggers };
}

/** Validates a draft: an intent, or the first objection in the order of the fields. */
export function validate(
  instrument: Instrument,
  terms: RiskTerms,
  draft: ContractTicketDraft,
  context: OrderContext,
): Validation {
  const closed = closedMarket(instrument, context.nowMs, 'contract');
  if (closed) return { kind: 'closed', closed };
  if (context.availableUnits === null) return { kind: 'logIn' };
  if (draft.orderType === 'limit' && draft.price === '') return { kind: 'missing', field: 'price' };
  if (draft.amount === '') return { kind: 'missing', field: 'amount' };
  const intent = contractIntent(instrument, contractDraft(draft));
  if (isReject(intent)) return { kind: 'refused', field: fieldOf(instrument, draft, intent), refusal: intent };
  const refusal = marketObjection(instrument, terms, draft.leverage, intent, context);
  return refusal ? { kind: 'refused', field: fieldOf(instrument, draft, refusal), refusal } : { kind: 'ready', intent };
}

/** The first objection of the rules that depend on market prices and the balance; null: none. */
function marketObjection(
  instrument: Instrument,
  terms: RiskTerms,
  leverage: number,
  intent: ContractIntent,
  context: OrderContext,
): Reject | null {
  const { direction, limitTicks, lots, profitTicks, lossTicks } = intent;
  const reference = context.markTicks || context.lastTicks;
  const bandRefusal = limitTicks > 0 ? outsideBand(instrument, limitTicks, reference) : null;
  const priceTicks = limitTicks || context.lastTicks;
  if (bandRefusal || priceTicks === 0) return bandRefusal;
  const ref = limitTicks || reference;
  return (
    checkMultiple(terms.tiers, leverage, valueUnits(terms, priceTicks, lots), instrument.info.maxMultiple) ??
    checkBalance(orderCost(terms, direction, leverage, priceTicks, lots).totalUnits, context.availableUnits ?? 0n) ??
    (profitTicks > 0 ? checkTakeProfit(terms, direction, profitTicks, ref) : null) ??
    (lossTicks > 0
      ? checkStopLoss(
          terms,
          direction,
          lossTicks,
          ref,
          liqTicks(terms, openedPosition(terms, direction, leverage, priceTicks, lots)),
        )
      : null)
  );
}

function openedPosition(
  terms: RiskTerms,
  direction: Direction,
  leverage: number,
  priceTicks: PriceTicks,
  lots: Lots,
): Position {
  return addFill(terms, emptyPosition(direction, leverage), priceTicks, lots, terms.takerE8).position;
}

/** The field that a refusal is about; null: the order as a whole. */
function fieldOf(instrument: Instrument, draft: ContractTicketDraft, refusal: Reject): ContractTicketField | null {
  if (refusal.code === CODE.priceOffTick) return offTickField(instrument, draft);
  const named = refusal.params['field'];
  if (named === 'limitPrice') return 'price';
  if (named === 'profitPrice' || refusal.code === CODE.profitSide) return 'profit';
  if (named === 'lossPrice' || refusal.code === CODE.lossSide) return 'loss';
  if (refusal.code === CODE.priceOutsideBand || refusal.code === CODE.priceZero) return 'price';
  return refusal.code === CODE.notEnoughBalance ||
    refusal.code === CODE.marketClosed ||
    refusal.code === CODE.multipleNotAllowed
    ? null
    : 'amount';
}

/** The first field whose price is off the tick grid. */
function offTickField(instrument: Instrument, draft: ContractTicketDraft): ContractTicketField {
  const off = (text: string): boolean => parseSteps(completeNumber(text), instrument.price) === 'off-grid';
  if (draft.orderType === 'limit' && off(draft.price)) return 'price';
  return off(draft.profit) ? 'profit' : 'loss';
}

/** The amount that a market order would execute; null for a limit order or without a typed amount. */
export function marketOrderSize(
  { amount: grid }: Instrument,
  orderType: OrderType,
  amount: string,
): FillRequest | null {
  const lots = parseSteps(completeNumber(amount), grid);
  return orderType === 'market' && typeof lots === 'number' && lots > 0 ? { lots } : null;
}

/**
 * Figures at the limit price, or at the last price for a market order; null while price or amount is
 * missing.
 */
export function preview(
  instrument: Instrument,
  terms: RiskTerms,
  draft: ContractTicketDraft,
  lastTicks: PriceTicks,
): OrderPreview | null {
  const priceTicks =
    draft.orderType === 'limit' ? parseSteps(completeNumber(draft.price), instrument.price) : lastTicks;
  const lots = parseSteps(completeNumber(draft.amount), instrument.amount);
  if (typeof priceTicks !== 'number' || !(priceTicks > 0) || typeof lots !== 'number' || lots <= 0) return null;
  const position = openedPosition(terms, draft.direction, draft.leverage, priceTicks, lots);
  return {
    cost: orderCost(terms, draft.direction, draft.leverage, priceTicks, lots),
    valueUnits: valueUnits(terms, priceTicks, lots),
    liqE8: liqPriceE8(terms, position),
    breakEvenE8: breakEvenE8(terms, position),
  };
}

/** The largest amount that can be opened, in lots; 0 without a price or balance. */
export function maxLots(
  instrument: Instrument,
  terms: RiskTerms,
  draft: ContractTicketDraft,
  context: OrderContext,
): Lots {
  const priceTicks =
    draft.orderType === 'limit' ? parseSteps(completeNumber(draft.price), instrument.price) : context.lastTicks;
  const largest = parseSteps(instrument.info.maxAmount, instrument.amount);
  if (typeof priceTicks !== 'number' || typeof largest !== 'number') return 0;
  return maxOpen(terms, draft.direction, draft.leverage, priceTicks, context.availableUnits ?? 0n, largest);
}

/** `percent` of the largest amount, cut to the amount grid; '' for less than one lot. */
export function shareText(
  instrument: Instrument,
  terms: RiskTerms,
  draft: ContractTicketDraft,
  percent: number,
  context: OrderContext,
): string {
  const lots = Math.floor((maxLots(instrument, terms, draft, context) * percent) / 100);
  return lots > 0 ? printSteps(lots, instrument.amount) : '';
}
