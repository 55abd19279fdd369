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
import { completeNumber } from '../../components/ticket/ticket-text.ts';

/** The typed values. A market buy uses `total`, every other order `amount`; unused fields keep their text. */
export interface SpotTicketDraft {
  side: Side;
  orderType: OrderType;
  price: string;
  amount: string;
  total: string;
}
export type SpotTicketField = 'price' | 'amount' | 'total';

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

/** The field with the order's size. */
export function sizeField(draft: Pick<SpotTicketDraft, 'side' | 'orderType'>): 'amount' | 'total' {
  return draft.orderType === 'market' && draft.side === 'buy' ? 'total' : 'amount';
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
  if (draft[sizeField(draft)] === '') return { kind: 'missing', field: sizeField(draft) };
  const intent = spotIntent(instrument, spotDraft(draft), context.referenceTicks);
  if (isReject(intent)) return { kind: 'refused', field: fieldOf(intent, draft), refusal: intent };
  const freeze = spotFreeze(instrument, intent);
  const short = checkBalance(freeze.units, context.available.get(freeze.coinId) ?? 0n);
  return short ? { kind: 'refused', field: null, refusal: short } : { kind: 'ready', intent };
}

/** The field that a refusal is about; null: the order as a whole. */
function fieldOf(refusal: Reject, draft: SpotTicketDraft): SpotTicketField | null {
  const named = refusal.params['field'];
  if (named === 'price' || named === 'amount' || named === 'total') return named;
  if (refusal.code === CODE.priceOffTick || refusal.code === CODE.priceZero || refusal.code === CODE.priceOutsideBand)
    return 'price';
  return refusal.code === CODE.notEnoughBalance || refusal.code === CODE.marketClosed ? null : sizeField(draft);
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
  if (sizeField(draft) === 'total') return printScaled(part / 10n ** BigInt(8 - TOTAL_DECIMALS), TOTAL_DECIMALS);
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
