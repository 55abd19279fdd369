// The ticket of seconds contracts: what is typed becomes an intent with its figures, or an objection.
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
import { type Units, parseMoney, printMoney } from '../../../core/units/units.ts';
import type { Limits } from '../../stores/device/storage.ts';

export interface Draft {
  /** In seconds. */
  period: number;
  amount: string;
}

/** Why nothing can be bought by anybody at this moment. */
export type Pause = 'offline' | 'stale' | 'noPrice';
/** Which limit of the user's own an order would break. */
type OwnLimit = 'stake' | 'dailyLoss' | 'sessionMinutes';

/** What a draft is judged against. Money in USDT units. */
export interface OrderContext {
  /** Null for a visitor. */
  availableUnits: Units | null;
  /** What may still be staked in this market. */
  leftUnits: Units;
  pause: Pause | null;
  limits: Limits;
  /**
   * Result of today's settled orders (negative: a loss), and what the running ones have cost; null while it is not
   * known.
   */
  todayUnits: Units | null;
  openUnits: Units;
  /** The user's own time is over. */
  timeOver: boolean;
}

export interface Figures {
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
  | { kind: 'ownLimit'; limit: OwnLimit; most: string }
  | { kind: 'ready'; figures: Figures };

/** What is offered for a period, in exact units; undefined while it is not offered. */
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

/** What an amount costs and may bring; null while it is no amount. */
export function figuresOf(terms: PeriodTerms | undefined, amount: string): Figures | null {
  const units = parseMoney(finished(amount));
  if (!terms || units === null || units <= 0n) return null;
  return { ...secondsDebit(units, terms.feeRateE8), returnUnits: winUnits(units, terms.profitRateE8) };
}

/** Judges a draft by the rules of the exchange first, then by those of the user. */
export function validate(terms: PeriodTerms | undefined, draft: Draft, context: OrderContext): Validation {
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
  return ownObjection(figures, intent.amountUnits, context) ?? { kind: 'ready', figures };
}

/** The user's own limits: a loss counts as if everything that runs, and this order, were lost. */
function ownObjection(
  { debitUnits }: Figures,
  amountUnits: Units,
  { limits, todayUnits, openUnits, timeOver }: OrderContext,
): Validation | null {
  if (timeOver) return { kind: 'ownLimit', limit: 'sessionMinutes', most: limits.sessionMinutes };
  if (limits.stake !== '' && amountUnits > (parseMoney(limits.stake) ?? 0n))
    return { kind: 'ownLimit', limit: 'stake', most: limits.stake };
  if (limits.dailyLoss === '') return null;
  // Not known yet is no leave to go on.
  const worst = todayUnits === null ? null : debitUnits + openUnits - todayUnits;
  return worst === null || worst > (parseMoney(limits.dailyLoss) ?? 0n)
    ? { kind: 'ownLimit', limit: 'dailyLoss', most: limits.dailyLoss }
    : null;
}

/** Amounts offered as chips: round ones within the limits of the period, and the most that can be bought. */
export function amountChips(
  terms: PeriodTerms | undefined,
  context: Pick<OrderContext, 'availableUnits' | 'leftUnits'>,
): { round: string[]; most: string } {
  if (!terms) return { round: [], most: '' };
  const round = ROUND.filter((text) => {
    const units = parseMoney(text) ?? 0n;
    return units >= terms.minUnits && units <= terms.maxUnits;
  });
  // The fee comes on top of the amount; cut to cents, the amount is one that a person would type.
  const affordable = ((context.availableUnits ?? 0n) * ONE_E8) / (ONE_E8 + terms.feeRateE8);
  const most = [affordable, context.leftUnits, terms.maxUnits].reduce((a, b) => (a < b ? a : b));
  const cents = most - (most % CENT);
  return { round, most: cents >= terms.minUnits ? printMoney(cents) : '' };
}

const ROUND = ['50', '100', '200', '500'];
const ONE_E8 = 100_000_000n;
const CENT = 1_000_000n;
/** A purchase follows the price this far from the one seen, as a fraction of it. */
const MAX_SLIP = '0.0005';

export type AddForm = FormOf<'/qt/contract/add'>;

/** What is sent: with the price and the rate that were on the screen. */
export function addForm(
  coinInfoId: number,
  direction: SecondsDirection,
  draft: Draft,
  seenPrice: string,
  profitRate: string,
): Omit<AddForm, 'clientNo'> {
  return {
    coinInfoId,
    direction,
    period: draft.period,
    amount: finished(draft.amount),
    ...(seenPrice !== '' && { seenPrice, maxSlip: MAX_SLIP }),
    profitRate,
  };
}

/** A number still being typed: "100." is 100. */
function finished(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}
