// The spot order being typed, validated: an intent that is ready to send, or the first objection.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import {
  type OrderType,
  type Side,
  type SpotDraft,
  type SpotIntent,
  checkBalance,
  isReject,
  rateE8,
  spotFee,
  spotFreeze,
  spotIntent,
} from '../../../core/orders/spot-order.ts';
import { CODE, type Reject } from '../../../core/errors/errors.ts';
import {
  type PriceTicks,
  type Units,
  lotUnits,
  notionalUnits,
  parseMoney,
  parseSteps,
  printScaled,
  printSteps,
} from '../../../core/units/units.ts';
import { type MarketClosure, closedMarket } from '../../components/market/closed-market.ts';
import type { FillRequest } from '../../components/ticket/market-fill.ts';
import { completeNumber, sizingTicks } from '../../components/ticket/ticket-text.ts';

/**
 * The typed values. A market buy is sent by its `total`, every other order by its `amount`; unused fields keep their
 * text. `unit`: what the size of a limit order is typed in. `percent`: the size is this share of what is available;
 * null for a typed one.
 */
export interface SpotTicketDraft {
  side: Side;
  orderType: OrderType;
  price: string;
  /** The user's, not filled in from the market. */
  ownPrice?: boolean;
  amount: string;
  total: string;
  unit: 'base' | 'quote';
  percent: number | null;
}
type SpotTicketField = 'price' | 'amount' | 'total';

/** Market and account data that a draft is validated against. */
export interface OrderContext {
  /** Available balance by coin id; null for visitors. */
  available: ReadonlyMap<number, Units> | null;
  /** Last price in ticks; 0 while unknown. */
  referenceTicks: PriceTicks;
  /** Server time in ms. */
  nowMs: number;
}

export type Validation =
  | { kind: 'closed'; closed: MarketClosure }
  | { kind: 'logIn' }
  | { kind: 'missing'; field: SpotTicketField }
  | { kind: 'refused'; field: SpotTicketField | null; refusal: Reject }
  | { kind: 'ready'; intent: SpotIntent };

/** Expected value and fee of an order; a market order's are estimates at the last price. */
export interface OrderEstimate {
  /** In the quote coin. */
  valueUnits: Units;
  /** Taker fee, in the coin that is received. */
  feeUnits: Units;
  feeCoin: 'base' | 'quote';
}

/** Decimals of a total that is filled in as a share of the balance. */
const TOTAL_DECIMALS = 2;
/** One unit of the last decimal of a total. */
const CENT = 10n ** BigInt(8 - TOTAL_DECIMALS);

/** The field that the order is sent by. */
export function sizeField(draft: Pick<SpotTicketDraft, 'side' | 'orderType'>): 'amount' | 'total' {
  return draft.orderType === 'market' && draft.side === 'buy' ? 'total' : 'amount';
}

/** The field that the size is typed into. */
export function typedField(draft: Pick<SpotTicketDraft, 'side' | 'orderType' | 'unit'>): 'amount' | 'total' {
  return draft.orderType === 'limit' && draft.unit === 'quote' ? 'total' : sizeField(draft);
}

/** The draft with the sizes that follow from its share or from the other unit. */
export function withSizes(instrument: Instrument, draft: SpotTicketDraft, context: OrderContext): SpotTicketDraft {
  const byTotal = typedField(draft) === 'total';
  if (draft.percent !== null) {
    const share = shareText(instrument, draft, draft.percent, context);
    if (sizeField(draft) === 'total') return { ...draft, total: share };
    return { ...draft, amount: share, total: byTotal ? totalOf(instrument, draft, share, context) : draft.total };
  }
  if (!byTotal || sizeField(draft) === 'total') return draft;
  const total = parseMoney(completeNumber(draft.total));
  const ticks = sizingTicks(instrument, draft, context.referenceTicks);
  if (draft.total === '' || total === null || ticks === 0) return { ...draft, amount: '' };
  const lots = total / notionalUnits(ticks, instrument.price, 1, instrument.amount);
  return { ...draft, amount: printSteps(Number(lots), instrument.amount) };
}

/** The value of an amount as a total with cents, rounded up so that it buys the amount; '' where it is unknown. */
function totalOf(instrument: Instrument, draft: SpotTicketDraft, amount: string, context: OrderContext): string {
  const lots = parseSteps(amount, instrument.amount);
  const ticks = sizingTicks(instrument, draft, context.referenceTicks);
  if (amount === '' || typeof lots !== 'number' || ticks === 0) return '';
  const units = notionalUnits(ticks, instrument.price, lots, instrument.amount);
  return printScaled((units + CENT - 1n) / CENT, TOTAL_DECIMALS);
}

/** The change to another unit: the size stays, as far as the unit can express it. */
export function inUnit(
  instrument: Instrument,
  draft: SpotTicketDraft,
  unit: SpotTicketDraft['unit'],
  context: OrderContext,
): Partial<SpotTicketDraft> {
  return unit === 'quote' ? { unit, total: totalOf(instrument, draft, draft.amount, context) } : { unit };
}

/** The share of the available balance that the size takes, in whole percent from 0 to 100. */
export function percentOf(instrument: Instrument, draft: SpotTicketDraft, context: OrderContext): number {
  if (draft.percent !== null) return draft.percent;
  const selling = draft.side === 'sell';
  const have = context.available?.get(selling ? instrument.info.id : instrument.info.quoteCoinId) ?? 0n;
  const lots = parseSteps(completeNumber(draft.amount), instrument.amount);
  const want =
    sizeField(draft) === 'total'
      ? parseMoney(completeNumber(draft.total))
      : typeof lots !== 'number'
        ? null
        : selling
          ? lotUnits(lots, instrument.amount)
          : notionalUnits(
              sizingTicks(instrument, draft, context.referenceTicks),
              instrument.price,
              lots,
              instrument.amount,
            );
  if (want === null || want <= 0n || have <= 0n) return 0;
  return want >= have ? 100 : Number((want * 100n) / have);
}

/** The draft as the order rules and the API expect it, with the fields of this order type alone. */
export function spotDraft(draft: SpotTicketDraft): SpotDraft {
  const { side, orderType } = draft;
  const price = orderType === 'limit' ? { price: completeNumber(draft.price) } : {};
  return { side, orderType, ...price, [sizeField(draft)]: completeNumber(draft[sizeField(draft)]) };
}

/** Validates a draft. */
export function validate(instrument: Instrument, draft: SpotTicketDraft, context: OrderContext): Validation {
  const closed = closedMarket(instrument, context.nowMs);
  if (closed) return { kind: 'closed', closed };
  if (!context.available) return { kind: 'logIn' };
  if (draft.orderType === 'limit' && draft.price === '') return { kind: 'missing', field: 'price' };
  if (draft[typedField(draft)] === '') return { kind: 'missing', field: typedField(draft) };
  const intent = spotIntent(instrument, spotDraft(draft), context.referenceTicks);
  if (isReject(intent)) return { kind: 'refused', field: fieldOf(intent, draft), refusal: intent };
  const freeze = spotFreeze(instrument, intent);
  const short = checkBalance(freeze.units, context.available.get(freeze.coinId) ?? 0n);
  return short ? { kind: 'refused', field: null, refusal: short } : { kind: 'ready', intent };
}

/** The field that a refusal is about; null: the order as a whole. */
function fieldOf(refusal: Reject, draft: SpotTicketDraft): SpotTicketField | null {
  const named = refusal.params['field'];
  if (named === 'price') return named;
  if (refusal.code === CODE.priceOffTick || refusal.code === CODE.priceZero || refusal.code === CODE.priceOutsideBand)
    return 'price';
  return refusal.code === CODE.notEnoughBalance || refusal.code === CODE.marketClosed ? null : typedField(draft);
}

/** The size that a market order would execute; null for a limit order or without a typed size. */
export function marketOrderSize(instrument: Instrument, draft: SpotTicketDraft): FillRequest | null {
  if (draft.orderType === 'limit') return null;
  if (sizeField(draft) === 'total') {
    const totalUnits = parseMoney(completeNumber(draft.total));
    return totalUnits !== null && totalUnits > 0n ? { totalUnits } : null;
  }
  const lots = parseSteps(completeNumber(draft.amount), instrument.amount);
  return typeof lots === 'number' && lots > 0 ? { lots } : null;
}

/**
 * Value and fee at the limit price, or at `referenceTicks` for a market order; null while price or
 * size is missing.
 */
export function estimate(
  instrument: Instrument,
  draft: SpotTicketDraft,
  referenceTicks: PriceTicks,
): OrderEstimate | null {
  const { info } = instrument;
  const ticks =
    draft.orderType === 'limit' ? parseSteps(completeNumber(draft.price), instrument.price) : referenceTicks;
  if (typeof ticks !== 'number' || !(ticks > 0)) return null;
  const rate = rateE8(info.spotTakerFee);
  if (sizeField(draft) === 'total') {
    const valueUnits = parseMoney(completeNumber(draft.total));
    if (valueUnits === null) return null;
    const receivedUnits =
      (valueUnits * lotUnits(1, instrument.amount)) / notionalUnits(ticks, instrument.price, 1, instrument.amount);
    return { valueUnits, feeUnits: spotFee(receivedUnits, rate), feeCoin: 'base' };
  }
  const lots = parseSteps(completeNumber(draft.amount), instrument.amount);
  if (typeof lots !== 'number') return null;
  const valueUnits = notionalUnits(ticks, instrument.price, lots, instrument.amount);
  return draft.side === 'buy'
    ? { valueUnits, feeUnits: spotFee(lotUnits(lots, instrument.amount), rate), feeCoin: 'base' }
    : { valueUnits, feeUnits: spotFee(valueUnits, rate), feeCoin: 'quote' };
}

/**
 * The size that `percent` of the available balance can pay, cut to the grid and the largest order; ''
 * for a buy without a price.
 */
export function shareText(
  instrument: Instrument,
  draft: SpotTicketDraft,
  percent: number,
  context: OrderContext,
): string {
  const { info } = instrument;
  const selling = draft.side === 'sell';
  const have = context.available?.get(selling ? info.id : info.quoteCoinId) ?? 0n;
  const part = (have * BigInt(percent)) / 100n;
  if (sizeField(draft) === 'total') return printScaled(part / CENT, TOTAL_DECIMALS);
  const ticks =
    draft.orderType === 'limit' ? parseSteps(completeNumber(draft.price), instrument.price) : context.referenceTicks;
  if (!selling && (typeof ticks !== 'number' || ticks <= 0)) return '';
  const lotPrice = selling
    ? lotUnits(1, instrument.amount)
    : notionalUnits(Number(ticks), instrument.price, 1, instrument.amount);
  const most = parseSteps(info.maxAmount, instrument.amount);
  const lots = part / lotPrice;
  return printSteps(typeof most === 'number' && lots > BigInt(most) ? most : Number(lots), instrument.amount);
}
