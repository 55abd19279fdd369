// The contract order being typed, validated: an intent that is ready to send, or the first objection.
import { type ContractDraft, type ContractIntent, contractIntent } from '../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import {
  type Direction,
  type PriceE8,
  addFill,
  breakEvenE8,
  emptyPosition,
  initialMargin,
  liqPriceE8,
  tickE8,
} from '../../../core/risk/margin.ts';
import { type OrderCost, checkTriggers, largestFit, maxOpen, orderCost } from '../../../core/risk/margin-order.ts';
import { type RiskTerms, checkMultiple, mostNotional, valueUnits } from '../../../core/risk/margin-tiers.ts';
import { type OrderType, checkBalance, isReject, outsideBand } from '../../../core/orders/spot-order.ts';
import { CODE, type Reject } from '../../../core/errors/errors.ts';
import {
  type Lots,
  type PriceTicks,
  type Units,
  parseMoney,
  parseSteps,
  printScaled,
  printSteps,
} from '../../../core/units/units.ts';
import { withPercent } from '../../stores/market/number-format.ts';
import { type MarketClosure, closedMarket } from '../../components/market/closed-market.ts';
import type { FillRequest, Levels } from '../../components/ticket/market-fill.ts';
import { completeNumber, sizingTicks } from '../../components/ticket/ticket-text.ts';

/** What the size of an order is typed in: its coin, its value in USDT, or its margin in USDT. */
export const SIZE_UNITS = ['base', 'value', 'margin'] as const;
type SizeUnit = (typeof SIZE_UNITS)[number];

/**
 * The typed values; '' as take-profit or stop-loss is none, and fields that the order type does not use keep their
 * text. `size`: the text in another unit than the coin, from which `amount` follows. `percent`: the size is this share
 * of what can be opened; null for a typed one.
 */
export interface ContractTicketDraft {
  direction: Direction;
  orderType: OrderType;
  leverage: number;
  price: string;
  /** The user's, not filled in from the market. */
  ownPrice?: boolean;
  amount: string;
  unit: SizeUnit;
  size: string;
  percent: number | null;
  profit: string;
  loss: string;
}
type ContractTicketField = 'price' | 'amount' | 'profit' | 'loss';

/** The position that a buy or a sale opens. */
export const DIRECTION_OF = { buy: 'long', sell: 'short' } as const;

/** The side of the book's taker that opens a position. */
export const SIDE_OF = { long: 'buy', short: 'sell' } as const;

/** A cent of USDT in units. */
const CENT = 1_000_000n;

/** The market and account data that a draft is validated against. */
export interface OrderContext {
  /** Available in the contract account; null for visitors. */
  availableUnits: Units | null;
  /** Last price and mark in ticks; 0 where unknown. */
  lastTicks: PriceTicks;
  markTicks: PriceTicks;
  /** What a market order meets in the book, best first; absent or null while that is unknown. */
  levels?: Levels | null;
  /** Server time in ms. */
  nowMs: number;
}

export type Validation =
  | { kind: 'closed'; closed: MarketClosure }
  | { kind: 'logIn' }
  | { kind: 'missing'; field: 'price' | 'amount' }
  | { kind: 'refused'; field: ContractTicketField | null; refusal: Reject }
  | { kind: 'ready'; intent: ContractIntent };

/** Expected cost and prices of an order; a market order's are those of the book, or of the last price without one. */
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
  const triggers = {
    ...(draft.profit !== '' && { profitPrice: completeNumber(draft.profit) }),
    ...(draft.loss !== '' && { lossPrice: completeNumber(draft.loss) }),
  };
  return { direction, orderType, amount: completeNumber(draft.amount), ...limit, ...triggers };
}

/** The text of the size field. */
export function typedSize({ unit, amount, size }: ContractTicketDraft): string {
  return unit === 'base' ? amount : size;
}

/** Lots that an order trades at one price. */
interface Part {
  priceTicks: PriceTicks;
  lots: Lots;
}

/**
 * What an order trades at which price: a market order at the levels that it meets, as the exchange counts it (R3), and
 * what is beyond them at the last one.
 */
function partsOf(
  { orderType }: Pick<ContractTicketDraft, 'orderType'>,
  priceTicks: PriceTicks,
  lots: Lots,
  levels: Levels | null | undefined,
): Part[] {
  const parts: Part[] = [];
  const count = orderType === 'market' && levels ? levels.count : 0;
  let rest = lots;
  for (let i = 0; i < count && rest > 0; i += 1) {
    const taken = i === count - 1 ? rest : Math.min(rest, levels?.lots[i] ?? 0);
    parts.push({ priceTicks: levels?.ticks[i] ?? 0, lots: taken });
    rest -= taken;
  }
  return count > 0 ? parts : [{ priceTicks, lots }];
}

function costOf(terms: RiskTerms, direction: Direction, leverage: number, parts: readonly Part[]): OrderCost {
  const sum = { marginUnits: 0n, openFeeUnits: 0n, closeFeeUnits: 0n, totalUnits: 0n };
  for (const { priceTicks, lots } of parts) {
    const cost = orderCost(terms, { direction, multiple: leverage, priceTicks, lots });
    sum.marginUnits += cost.marginUnits;
    sum.openFeeUnits += cost.openFeeUnits;
    sum.closeFeeUnits += cost.closeFeeUnits;
    sum.totalUnits += cost.totalUnits;
  }
  return sum;
}

function valueOf(terms: RiskTerms, parts: readonly Part[]): Units {
  return parts.reduce((sum, { priceTicks, lots }) => sum + valueUnits(terms, priceTicks, lots), 0n);
}

/** The draft with the amount that follows from its share or from a size in another unit. */
export function withAmount(
  instrument: Instrument,
  terms: RiskTerms,
  draft: ContractTicketDraft,
  context: OrderContext,
): ContractTicketDraft {
  if (draft.percent !== null) {
    const amount = shareText(instrument, terms, { ...draft, percent: draft.percent }, context);
    return { ...draft, amount, size: sizeOf(instrument, terms, { ...draft, amount }, context) };
  }
  if (draft.unit === 'base') return draft;
  const units = parseMoney(completeNumber(draft.size));
  const ticks = sizingTicks(instrument, draft, context.lastTicks);
  if (draft.size === '' || units === null || ticks === 0) return { ...draft, amount: '' };
  const value = draft.unit === 'margin' ? units * BigInt(draft.leverage) : units;
  return { ...draft, amount: printSteps(Number(value / valueUnits(terms, ticks, 1)), instrument.amount) };
}

/** The amount of a draft in its unit, rounded up to cents so that it is the amount; '' for the coin, or unknown. */
export function sizeOf(
  instrument: Instrument,
  terms: RiskTerms,
  draft: ContractTicketDraft,
  context: OrderContext,
): string {
  const { unit } = draft;
  const lots = parseSteps(completeNumber(draft.amount), instrument.amount);
  const ticks = sizingTicks(instrument, draft, context.lastTicks);
  if (unit === 'base' || draft.amount === '' || typeof lots !== 'number' || ticks === 0) return '';
  const value = valueUnits(terms, ticks, lots);
  const units = unit === 'margin' ? initialMargin(value, draft.leverage) : value;
  return printScaled((units + CENT - 1n) / CENT, 2);
}

/** The share of what can be opened that the amount takes, in whole percent from 0 to 100. */
export function percentOf(
  instrument: Instrument,
  terms: RiskTerms,
  draft: ContractTicketDraft,
  context: OrderContext,
): number {
  if (draft.percent !== null) return draft.percent;
  const lots = parseSteps(completeNumber(draft.amount), instrument.amount);
  const most = typeof lots === 'number' && lots > 0 ? maxLots(instrument, terms, draft, context) : 0;
  return typeof lots !== 'number' || most === 0 ? 0 : Math.min(100, Math.floor((lots * 100) / most));
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
  if (typedSize(draft) === '') return { kind: 'missing', field: 'amount' };
  const intent = contractIntent(instrument, contractDraft(draft));
  if (isReject(intent)) return { kind: 'refused', field: fieldOf(instrument, draft, intent), refusal: intent };
  const refusal = marketObjection(instrument, terms, { ...intent, leverage: draft.leverage }, context);
  return refusal ? { kind: 'refused', field: fieldOf(instrument, draft, refusal), refusal } : { kind: 'ready', intent };
}

/** The first objection of the rules that depend on market prices and the balance; null: none. */
function marketObjection(
  instrument: Instrument,
  terms: RiskTerms,
  { leverage, orderType, direction, limitTicks, lots, profitTicks, lossTicks }: ContractIntent & { leverage: number },
  context: OrderContext,
): Reject | null {
  const reference = context.markTicks || context.lastTicks;
  const bandRefusal = limitTicks > 0 ? outsideBand(instrument, limitTicks, reference) : null;
  const priceTicks = limitTicks || context.lastTicks;
  if (bandRefusal || priceTicks === 0) return bandRefusal;
  const ref = limitTicks || reference;
  const parts = partsOf({ orderType }, priceTicks, lots, context.levels);
  return (
    checkMultiple(terms.tiers, leverage, valueOf(terms, parts), instrument.info.maxMultiple) ??
    checkBalance(costOf(terms, direction, leverage, parts).totalUnits, context.availableUnits ?? 0n) ??
    checkTriggers(terms, { direction, multiple: leverage, priceTicks: ref, lots }, { profitTicks, lossTicks })
  );
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
 * Figures at the limit price, or for a market order at the levels of the book that it meets, at the last price without
 * a book; null while price or amount is missing.
 */
export function preview(
  instrument: Instrument,
  terms: RiskTerms,
  draft: ContractTicketDraft,
  { lastTicks, levels }: Pick<OrderContext, 'lastTicks' | 'levels'>,
): OrderPreview | null {
  const priceTicks = sizingTicks(instrument, draft, lastTicks);
  const lots = parseSteps(completeNumber(draft.amount), instrument.amount);
  if (priceTicks === 0 || typeof lots !== 'number' || lots <= 0) return null;
  const parts = partsOf(draft, priceTicks, lots, levels);
  const position = parts.reduce(
    (opened, part) => addFill(terms, opened, part.priceTicks, part.lots, terms.takerE8).position,
    emptyPosition(draft.direction, draft.leverage),
  );
  return {
    cost: costOf(terms, draft.direction, draft.leverage, parts),
    valueUnits: valueOf(terms, parts),
    liqE8: liqPriceE8(terms, position),
    breakEvenE8: breakEvenE8(terms, position),
  };
}

/** Where a position liquidates, and how far that is from the entry: "9.2%". */
export interface Liquidation {
  /** Null: no price liquidates it. */
  priceE8: PriceE8 | null;
  distance: string;
}

/** Of the typed order, or of the smallest one while no amount is typed; null without a price. */
export function liquidationAt(
  instrument: Instrument,
  terms: RiskTerms,
  draft: ContractTicketDraft,
  lastTicks: PriceTicks,
): Liquidation | null {
  const amount = Number(draft.amount) > 0 ? draft.amount : instrument.info.minAmount;
  const figures = preview(instrument, terms, { ...draft, amount }, { lastTicks });
  if (!figures) return null;
  const { liqE8 } = figures;
  const entryE8 = BigInt(sizingTicks(instrument, draft, lastTicks)) * tickE8(instrument.price);
  const away = liqE8 === null ? null : liqE8 > entryE8 ? liqE8 - entryE8 : entryE8 - liqE8;
  return {
    priceE8: liqE8,
    distance: away === null ? withPercent('100') : withPercent(printScaled((away * 1000n) / entryE8, 1)),
  };
}

/** The largest amount that can be opened, in lots; 0 without a price or balance. */
export function maxLots(
  instrument: Instrument,
  terms: RiskTerms,
  draft: ContractTicketDraft,
  context: OrderContext,
): Lots {
  const priceTicks = sizingTicks(instrument, draft, context.lastTicks);
  const largest = parseSteps(instrument.info.maxAmount, instrument.amount);
  const { availableUnits, levels } = context;
  if (typeof largest !== 'number' || priceTicks === 0 || !availableUnits) return 0;
  if (draft.orderType === 'limit' || !levels)
    return maxOpen(
      terms,
      { direction: draft.direction, multiple: draft.leverage, priceTicks },
      { availableUnits, mostLots: largest },
    );
  const cap = mostNotional(terms.tiers, draft.leverage);
  return largestFit(largest, (lots) => {
    const parts = partsOf(draft, priceTicks, lots, levels);
    return (
      (cap === null || valueOf(terms, parts) <= cap) &&
      costOf(terms, draft.direction, draft.leverage, parts).totalUnits <= availableUnits
    );
  });
}

/** The draft's share of the largest amount, cut to the amount grid; '' for less than one lot. */
export function shareText(
  instrument: Instrument,
  terms: RiskTerms,
  draft: ContractTicketDraft & { percent: number },
  context: OrderContext,
): string {
  const lots = Math.floor((maxLots(instrument, terms, draft, context) * draft.percent) / 100);
  return lots > 0 ? printSteps(lots, instrument.amount) : '';
}
