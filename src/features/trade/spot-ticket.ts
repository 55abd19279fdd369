// The ticket's model: what is typed, and what it means: an order that stands on every rule, or the first reason why
// not.
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
import { type Closed, closedMarket } from '../../components/market/closed-market.ts';
import type { Want } from '../../components/ticket/market-fill.ts';
import { finished } from '../../components/ticket/ticket-text.ts';

/** What is typed. A market buy names `total`, every other order `amount`; the fields not in use keep their text. */
export interface Draft {
  side: Side;
  orderType: OrderType;
  price: string;
  amount: string;
  total: string;
}
export type Field = 'price' | 'amount' | 'total';

/** What the model is judged against. */
export interface OrderContext {
  /** Available money by coin; null: nobody is logged in. */
  available: ReadonlyMap<number, Units> | null;
  /** Last price in ticks, or 0 when it is not known. */
  referenceTicks: PriceTicks;
  /** Server time in ms. */
  nowMs: number;
}

export type Validation =
  | { kind: 'closed'; closed: Closed }
  | { kind: 'logIn' }
  | { kind: 'missing'; field: Field }
  | { kind: 'refused'; field: Field | null; refusal: Reject }
  | { kind: 'ready'; intent: SpotIntent };

/**
 * What an order would cost and bring; a market order's figures are estimates at the last price. Null: cannot be said
 * yet.
 */
export interface Estimate {
  /** Quote coin. */
  valueUnits: Units;
  /** Fee if it trades at once (taker), in the coin that is received. */
  feeUnits: Units;
  feeCoin: 'base' | 'quote';
}

/** A share of money is typed with at most this many decimals. */
const TOTAL_DECIMALS = 2;

/** The field that says how much. */
export function sizeField(draft: Pick<Draft, 'side' | 'orderType'>): 'amount' | 'total' {
  return draft.orderType === 'market' && draft.side === 'buy' ? 'total' : 'amount';
}

/** The draft as the order rules and the call read it: only the fields that this order has. */
export function spotDraft(draft: Draft): SpotDraft {
  const { side, orderType } = draft;
  const price = orderType === 'limit' ? { price: finished(draft.price) } : {};
  return { side, orderType, ...price, [sizeField(draft)]: finished(draft[sizeField(draft)]) };
}

/** Judges a draft. */
export function validate(instrument: Instrument, draft: Draft, context: OrderContext): Validation {
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

/** The field a refusal is about; null: the order as a whole. */
function fieldOf(refusal: Reject, draft: Draft): Field | null {
  const named = refusal.params['field'];
  if (named === 'price' || named === 'amount' || named === 'total') return named;
  if (refusal.code === CODE.priceOffTick || refusal.code === CODE.priceZero || refusal.code === CODE.priceOutsideBand)
    return 'price';
  return refusal.code === CODE.notEnoughBalance || refusal.code === CODE.marketClosed ? null : sizeField(draft);
}

/** How much a market order asks of the book; null for a limit order, or while no size is typed. */
export function wantOf(instrument: Instrument, draft: Draft): Want | null {
  if (draft.orderType === 'limit') return null;
  if (sizeField(draft) === 'total') {
    const totalUnits = parseMoney(finished(draft.total));
    return totalUnits !== null && totalUnits > 0n ? { totalUnits } : null;
  }
  const lots = parseSteps(finished(draft.amount), instrument.amount);
  return typeof lots === 'number' && lots > 0 ? { lots } : null;
}

/** What the order would cost and bring at `referenceTicks` (market) or its own price (limit). */
export function estimate(instrument: Instrument, draft: Draft, referenceTicks: PriceTicks): Estimate | null {
  const { info } = instrument;
  const ticks = draft.orderType === 'limit' ? parseSteps(finished(draft.price), instrument.price) : referenceTicks;
  if (typeof ticks !== 'number' || !(ticks > 0)) return null;
  const rate = rateE8(info.spotTakerFee);
  if (sizeField(draft) === 'total') {
    const valueUnits = parseMoney(finished(draft.total));
    if (valueUnits === null) return null;
    const receivedUnits =
      (valueUnits * lotUnits(1, instrument.amount)) / notionalUnits(ticks, instrument.price, 1, instrument.amount);
    return { valueUnits, feeUnits: spotFee(receivedUnits, rate), feeCoin: 'base' };
  }
  const lots = parseSteps(finished(draft.amount), instrument.amount);
  if (typeof lots !== 'number') return null;
  const valueUnits = notionalUnits(ticks, instrument.price, lots, instrument.amount);
  return draft.side === 'buy'
    ? { valueUnits, feeUnits: spotFee(lotUnits(lots, instrument.amount), rate), feeCoin: 'base' }
    : { valueUnits, feeUnits: spotFee(valueUnits, rate), feeCoin: 'quote' };
}

/**
 * The most the order could be with `percent` of what is available, cut down to its grid and to the largest order; ''
 * without a price.
 */
export function shareText(instrument: Instrument, draft: Draft, percent: number, context: OrderContext): string {
  const { info } = instrument;
  const selling = draft.side === 'sell';
  const have = context.available?.get(selling ? info.id : info.quoteCoinId) ?? 0n;
  const part = (have * BigInt(percent)) / 100n;
  if (sizeField(draft) === 'total') return printScaled(part / 10n ** BigInt(8 - TOTAL_DECIMALS), TOTAL_DECIMALS);
  const ticks =
    draft.orderType === 'limit' ? parseSteps(finished(draft.price), instrument.price) : context.referenceTicks;
  if (!selling && (typeof ticks !== 'number' || ticks <= 0)) return '';
  const lotPrice = selling
    ? lotUnits(1, instrument.amount)
    : notionalUnits(Number(ticks), instrument.price, 1, instrument.amount);
  const most = parseSteps(info.maxAmount, instrument.amount);
  const lots = part / lotPrice;
  return printSteps(typeof most === 'number' && lots > BigInt(most) ? most : Number(lots), instrument.amount);
}
