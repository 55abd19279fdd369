// Actions on deposits and withdrawals.
import * as v from 'valibot';
import { whole } from '../../../core/endpoints/form-fields.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { DAY_MS } from '../../../core/units/durations.ts';
import type { FundKind } from '../../exchange/funds/fund.ts';
import type { FundReviews } from '../../services/funds/fund-reviews.ts';
import { type Units, parseMoney } from '../../../core/units/units.ts';
import { type Action, type ActionRequest, type ActionDeps, action } from '../action.ts';

const fields = v.object({ id: whole });

/** Deciding an item twice is refused (2012), so a repeated request changes nothing. */
function decisionAction(
  description: string,
  decide: (funds: FundReviews, id: number, act: ActionRequest) => Promise<void>,
  options: Pick<Action<typeof fields>, 'needsApproval'> = {},
) {
  return action(
    description,
    fields,
    async ({ funds }: ActionDeps, { id }, act) => {
      if (funds === null) throw new RejectError(CODE.notFound);
      await decide(funds, id, act);
      return {};
    },
    options,
  );
}

/**
 * A user's deposits or withdrawals of a day that are worth more than this together, in USDT, or one of a coin without a
 * price, need a second operator: one alone could pay a large sum out in parts.
 */
const USER_LIMIT_UNITS = parseMoney('1000') ?? 0n;
/** And so does what one operator approves alone in a day, for all users: one may own many accounts. */
const OPERATOR_LIMIT_UNITS = parseMoney('10000') ?? 0n;

function isLarge(kind: FundKind): NonNullable<Action<typeof fields>['needsApproval']> {
  return async ({ funds, usdtValueOf, now }, { id }, by) => {
    if (funds === null) throw new RejectError(CODE.notFound);
    // One that is not there yet is refused: it could be worth anything when `run` finds it.
    const waiting = await funds.undecided(kind, id);
    const value = usdtValueOf(waiting.coinInfoId, parseMoney(waiting.amount) ?? 0n);
    if (value === null) return true;
    const valuesOf = (sums: { coinId: number; units: Units }[]): (Units | null)[] =>
      sums.map(({ coinId, units }) => usdtValueOf(coinId, units));
    let ofUser = value;
    for (const part of valuesOf(await funds.approvedSince(waiting.uid, kind, now() - DAY_MS))) {
      if (part === null) return true;
      ofUser += part;
    }
    let ofOperator = value;
    // Two people approved what is larger than a user's limit, unless its price rose since: it counts up to the limit.
    for (const part of valuesOf(await funds.approvedBy(by, kind, now() - DAY_MS)))
      ofOperator += part !== null && part < USER_LIMIT_UNITS ? part : USER_LIMIT_UNITS;
    return ofUser > USER_LIMIT_UNITS || ofOperator > OPERATOR_LIMIT_UNITS;
  };
}

export const fundActions = {
  'deposit.approve': decisionAction(
    'Credit a deposit; above 1 000 USDT a day for a user, or 10 000 by an operator, a second operator approves it',
    (funds, id, { by }) => funds.approveDeposit(id, by),
    { needsApproval: isLarge('recharge') },
  ),
  'deposit.refuse': decisionAction('Refuse a deposit; the reason goes to its owner', (funds, id, { by, reason }) =>
    funds.refuseDeposit(id, reason, by),
  ),
  'withdraw.approve': decisionAction(
    'Pay a withdrawal out; above 1 000 USDT a day for a user, or 10 000 by an operator, a second operator approves it',
    (funds, id, { by }) => funds.approveWithdraw(id, by),
    { needsApproval: isLarge('withdraw') },
  ),
  'withdraw.refuse': decisionAction(
    'Refuse a withdrawal: the amount goes back, the reason goes to its owner',
    (funds, id, { by, reason }) => funds.refuseWithdraw(id, reason, by),
  ),
};
