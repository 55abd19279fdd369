// The contract ticket's model: what is typed, and what it means: an order that stands on every rule, or the first
// reason why not.
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
import { type Closed, closedMarket } from '../../components/market/closed-market.ts';
import type { Want } from '../../components/ticket/market-fill.ts';
import { finished } from '../../components/ticket/ticket-text.ts';

/**
 * What is typed. Take-profit and stop-loss count only while `triggers` is on; the fields not in use keep their text.
 */
export interface Draft {
  direction: Direction;
  orderType: OrderType;
  multiple: number;
  price: string;
  amount: string;
  triggers: boolean;
  profit: string;
  loss: string;
}
export type Field = 'price' | 'amount' | 'profit' | 'loss';

/** What the model is judged against. */
export interface OrderContext {
  /** Available in the contract account; null: nobody is logged in. */
  availableUnits: Units | null;
  /** Last price and mark in ticks, or 0 where they are not known. */
  lastTicks: PriceTicks;
  markTicks: PriceTicks;
  /** Server time in ms. */
  nowMs: number;
}

export type Validation =
  | { kind: 'closed'; closed: Closed }
  | { kind: 'logIn' }
  | { kind: 'missing'; field: 'price' | 'amount' }
  | { kind: 'refused'; field: Field | null; refusal: Reject }
  | { kind: 'ready'; intent: ContractIntent };

/** What an order would cost and where it would stand; a market order's figures are estimates at the last price. */
export interface Preview {
  cost: OrderCost;
  valueUnits: Units;
  /** Null: no price liquidates it. */
  liqE8: PriceE8 | null;
  breakEvenE8: PriceE8;
}

/** The draft as the order rules and the call read it: only the fields that this order has. */
export function contractDraft(draft: Draft): ContractDraft {
  const { direction, orderType } = draft;
  const limit = orderType === 'limit' ? { limitPrice: finished(draft.price) } : {};
  const triggers = draft.triggers ? { profitPrice: finished(draft.profit), lossPrice: finished(draft.loss) } : {};
  return { direction, orderType, amount: finished(draft.amount), ...limit, ...triggers };
}

/** What the draft is worth: an intent, or the first objection in the order of the fields. */
export function validate(instrument: Instrument, terms: RiskTerms, draft: Draft, context: OrderContext): Validation {
  const closed = closedMarket(instrument, context.nowMs, 'contract');
  if (closed) return { kind: 'closed', closed };
  if (context.availableUnits === null) return { kind: 'logIn' };
  if (draft.orderType === 'limit' && draft.price === '') return { kind: 'missing', field: 'price' };
  if (draft.amount === '') return { kind: 'missing', field: 'amount' };
  const intent = contractIntent(instrument, contractDraft(draft));
  if (isReject(intent)) return { kind: 'refused', field: fieldOf(instrument, draft, intent), refusal: intent };
  const refusal = objection(instrument, terms, draft.multiple, intent, context);
  return refusal ? { kind: 'refused', field: fieldOf(instrument, draft, refusal), refusal } : { kind: 'ready', intent };
}

/** What the rules say that need the market's prices and the user's money; null: nothing. */
function objection(
  instrument: Instrument,
  terms: RiskTerms,
  multiple: number,
  intent: ContractIntent,
  context: OrderContext,
): Reject | null {
  const { direction, limitTicks, lots, profitTicks, lossTicks } = intent;
  const reference = context.markTicks || context.lastTicks;
  const banded = limitTicks > 0 ? outsideBand(instrument, limitTicks, reference) : null;
  const priceTicks = limitTicks || context.lastTicks;
  if (banded || priceTicks === 0) return banded;
  const ref = limitTicks || reference;
  return (
    checkMultiple(terms.tiers, multiple, valueUnits(terms, priceTicks, lots), instrument.info.maxMultiple) ??
    checkBalance(orderCost(terms, direction, multiple, priceTicks, lots).totalUnits, context.availableUnits ?? 0n) ??
    (profitTicks > 0 ? checkTakeProfit(terms, direction, profitTicks, ref) : null) ??
    (lossTicks > 0
      ? checkStopLoss(
          terms,
          direction,
          lossTicks,
          ref,
          liqTicks(terms, opened(terms, direction, multiple, priceTicks, lots)),
        )
      : null)
  );
}

function opened(
  terms: RiskTerms,
  direction: Direction,
  multiple: number,
  priceTicks: PriceTicks,
  lots: Lots,
): Position {
  return addFill(terms, emptyPosition(direction, multiple), priceTicks, lots, terms.takerE8).position;
}

/** The field a refusal is about; null: the order as a whole. */
function fieldOf(instrument: Instrument, draft: Draft, refusal: Reject): Field | null {
  if (refusal.code === CODE.priceOffTick) return offTick(instrument, draft);
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

/** The first typed price between two ticks. */
function offTick(instrument: Instrument, draft: Draft): Field {
  const off = (text: string): boolean => parseSteps(finished(text), instrument.price) === 'off-grid';
  if (draft.orderType === 'limit' && off(draft.price)) return 'price';
  return off(draft.profit) ? 'profit' : 'loss';
}

/** How much a market order asks of the book; null for a limit order, or while no amount is typed. */
export function wantOf({ amount: grid }: Instrument, orderType: OrderType, amount: string): Want | null {
  const lots = parseSteps(finished(amount), grid);
  return orderType === 'market' && typeof lots === 'number' && lots > 0 ? { lots } : null;
}

/** Figures of the order at its own price, or (market) the last one; null while they cannot be said. */
export function preview(instrument: Instrument, terms: RiskTerms, draft: Draft, lastTicks: PriceTicks): Preview | null {
  const priceTicks = draft.orderType === 'limit' ? parseSteps(finished(draft.price), instrument.price) : lastTicks;
  const lots = parseSteps(finished(draft.amount), instrument.amount);
  if (typeof priceTicks !== 'number' || !(priceTicks > 0) || typeof lots !== 'number' || lots <= 0) return null;
  const position = opened(terms, draft.direction, draft.multiple, priceTicks, lots);
  return {
    cost: orderCost(terms, draft.direction, draft.multiple, priceTicks, lots),
    valueUnits: valueUnits(terms, priceTicks, lots),
    liqE8: liqPriceE8(terms, position),
    breakEvenE8: breakEvenE8(terms, position),
  };
}

/** The most that can be opened, in lots; 0 without a price or money. */
export function mostLots(instrument: Instrument, terms: RiskTerms, draft: Draft, context: OrderContext): Lots {
  const priceTicks =
    draft.orderType === 'limit' ? parseSteps(finished(draft.price), instrument.price) : context.lastTicks;
  const largest = parseSteps(instrument.info.maxAmount, instrument.amount);
  if (typeof priceTicks !== 'number' || typeof largest !== 'number') return 0;
  return maxOpen(terms, draft.direction, draft.multiple, priceTicks, context.availableUnits ?? 0n, largest);
}

/** `percent` of the most, cut down to the grid; '' when that is nothing. */
export function shareText(
  instrument: Instrument,
  terms: RiskTerms,
  draft: Draft,
  percent: number,
  context: OrderContext,
): string {
  const lots = Math.floor((mostLots(instrument, terms, draft, context) * percent) / 100);
  return lots > 0 ? printSteps(lots, instrument.amount) : '';
}
