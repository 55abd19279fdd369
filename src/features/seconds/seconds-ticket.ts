// Validation of a seconds contract order, and its costs.
import type { FormOf } from '../../../core/endpoints/endpoints.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import type { Period } from '../../../core/endpoints/binary-option-endpoints.ts';
import { secondsIntent } from '../../../core/orders/binary-option-order.ts';
import {
  type PeriodTerms,
  type SecondsDirection,
  checkStake,
  secondsDebit,
  winUnits,
} from '../../../core/risk/binary-option.ts';
import { ONE_E8, type Units, parseMoney, printMoney } from '../../../core/units/units.ts';
import type { Limits } from '../../stores/device/storage.ts';

export interface SecondsTicketDraft {
  /** In seconds. */
  period: number;
  amount: string;
}

/** Why buying is paused for all users. */
export type Pause = 'offline' | 'stale' | 'noPrice';
/** The user's own limit that an order would exceed. */
type ExceededLimit = 'stake' | 'dailyLoss' | 'sessionMinutes';

/** Market and account data that a draft is validated against. Amounts in USDT units. */
export interface OrderContext {
  /** Null for visitors. */
  availableUnits: Units | null;
  /** Remaining exposure limit of this market. */
  leftUnits: Units;
  pause: Pause | null;
  limits: Limits;
  /**
   * `todayUnits`: result of today's settled orders (negative: a loss), null while unknown.
   * `openUnits`: stakes and fees of the running ones.
   */
  todayUnits: Units | null;
  openUnits: Units;
  /** The user's own limit of time has been reached. */
  timeOver: boolean;
}

export interface OrderFigures {
  feeUnits: Units;
  debitUnits: Units;
  /** Paid out on a win. */
  returnUnits: Units;
}

export type Validation =
  | { kind: 'logIn' }
  | { kind: 'paused'; why: Pause }
  | { kind: 'missing' }
  | { kind: 'refused'; refusal: Reject }
  | { kind: 'ownLimit'; limit: ExceededLimit; most: string }
  | { kind: 'ready'; figures: OrderFigures };

/** Terms of a period in exact units; undefined while it is not offered. */
export function termsOf(period: Period | undefined): PeriodTerms | undefined {
  if (!period || period.enable === 0) return undefined;
  const [profitRateE8, feeRateE8, minUnits, maxUnits] = [
    period.profitRate,
    period.feeRate,
    period.minAmount,
    period.maxAmount,
  ].map((text) => parseMoney(text) ?? 0n) as [bigint, bigint, bigint, bigint];
  return { periodS: period.period, profitRateE8, feeRateE8, minUnits, maxUnits };
}

/** Cost and possible return of an amount; null while it is not valid. */
export function figuresOf(terms: PeriodTerms | undefined, amount: string): OrderFigures | null {
  const units = parseMoney(finished(amount));
  if (!terms || units === null || units <= 0n) return null;
  return { ...secondsDebit(units, terms.feeRateE8), returnUnits: winUnits(units, terms.profitRateE8) };
}

/** Validates a draft: the rules of the exchange first, then the user's own limits. */
export function validate(terms: PeriodTerms | undefined, draft: SecondsTicketDraft, context: OrderContext): Validation {
  if (context.availableUnits === null) return { kind: 'logIn' };
  if (context.pause !== null) return { kind: 'paused', why: context.pause };
  if (finished(draft.amount) === '') return { kind: 'missing' };
  const intent = secondsIntent({ direction: 'up', period: draft.period, amount: finished(draft.amount) });
  if (isReject(intent)) return { kind: 'refused', refusal: intent };
  const exposure = {
    mineUnits: 0n,
    mostMineUnits: context.leftUnits,
    marketUnits: 0n,
    mostMarketUnits: context.leftUnits,
  };
  const stake = checkStake(terms, intent.amountUnits, exposure);
  if (stake) return { kind: 'refused', refusal: stake };
  const figures = figuresOf(terms, draft.amount);
  if (!figures) return { kind: 'missing' };
  if (figures.debitUnits > context.availableUnits)
    return {
      kind: 'refused',
      refusal: reject(CODE.notEnoughBalance, {
        need: printMoney(figures.debitUnits),
        have: printMoney(context.availableUnits),
      }),
    };
  return ownLimitObjection(figures, intent.amountUnits, context) ?? { kind: 'ready', figures };
}

/** The user's own limits. The worst case counts: all running orders and this one are lost. */
function ownLimitObjection(
  { debitUnits }: OrderFigures,
  amountUnits: Units,
  { limits, todayUnits, openUnits, timeOver }: OrderContext,
): Validation | null {
  if (timeOver) return { kind: 'ownLimit', limit: 'sessionMinutes', most: limits.sessionMinutes };
  if (limits.stake !== '' && amountUnits > (parseMoney(limits.stake) ?? 0n))
    return { kind: 'ownLimit', limit: 'stake', most: limits.stake };
  if (limits.dailyLoss === '') return null;
  // An unknown result refuses the order.
  const worst = todayUnits === null ? null : debitUnits + openUnits - todayUnits;
  return worst === null || worst > (parseMoney(limits.dailyLoss) ?? 0n)
    ? { kind: 'ownLimit', limit: 'dailyLoss', most: limits.dailyLoss }
    : null;
}

/** Suggested amounts: round ones within the period's limits, and the largest affordable one. */
export function amountChips(
  terms: PeriodTerms | undefined,
  context: Pick<OrderContext, 'availableUnits' | 'leftUnits'>,
): { round: string[]; most: string } {
  if (!terms) return { round: [], most: '' };
  const round = ROUND_AMOUNTS.filter((text) => {
    const units = parseMoney(text) ?? 0n;
    return units >= terms.minUnits && units <= terms.maxUnits;
  });
  // The fee is added to the amount. Whole cents: more decimals are unusual input.
  const affordable = ((context.availableUnits ?? 0n) * ONE_E8) / (ONE_E8 + terms.feeRateE8);
  const most = [affordable, context.leftUnits, terms.maxUnits].reduce((a, b) => (a < b ? a : b));
  const cents = most - (most % CENT);
  return { round, most: cents >= terms.minUnits ? printMoney(cents) : '' };
}

const ROUND_AMOUNTS = ['50', '100', '200', '500'];
const CENT = 1_000_000n;
/** Accepted price change between display and purchase, as a fraction. */
const MAX_SLIP = '0.0005';

export type AddForm = FormOf<'/qt/contract/add'>;

interface Purchase extends SecondsTicketDraft {
  coinInfoId: number;
  direction: SecondsDirection;
  /** As displayed; the exchange compares them with its own. '' for an unknown price. */
  seenPrice: string;
  profitRate: string;
}

export function purchaseForm(purchase: Purchase): Omit<AddForm, 'clientNo'> {
  const { coinInfoId, direction, period, amount, seenPrice, profitRate } = purchase;
  return {
    coinInfoId,
    direction,
    period,
    amount: finished(amount),
    ...(seenPrice !== '' && { seenPrice, maxSlip: MAX_SLIP }),
    profitRate,
  };
}

/** Completes a number being typed: "100." is "100". */
function finished(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}
