// Actions on deposits and withdrawals.
import * as v from 'valibot';
import { whole } from '../../../core/endpoints/form-fields.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { FundKind } from '../../exchange/funds/fund.ts';
import type { FundReviews } from '../../services/funds/fund-reviews.ts';
import { parseMoney } from '../../../core/units/units.ts';
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

/** A deposit or withdrawal of more than this in USDT, or of a coin without a price, needs a second operator. */
const APPROVAL_LIMIT_UNITS = parseMoney('1000') ?? 0n;

function isLarge(kind: FundKind): NonNullable<Action<typeof fields>['needsApproval']> {
  return ({ funds, usdtValueOf }, { id }) => {
    const waiting = funds?.undecided(kind, id);
    if (!waiting) return false; // `run` refuses it
    const value = usdtValueOf(waiting.coinInfoId, parseMoney(waiting.amount) ?? 0n);
    return value === null || value > APPROVAL_LIMIT_UNITS;
  };
}

export const fundActions = {
  'deposit.approve': decisionAction(
    'Credit a deposit; above 1 000 USDT a second person approves it',
    (funds, id, { by }) => funds.approveDeposit(id, by),
    { needsApproval: isLarge('recharge') },
  ),
  'deposit.refuse': decisionAction('Refuse a deposit; the reason goes to its owner', (funds, id, { by, reason }) =>
    funds.refuseDeposit(id, reason, by),
  ),
  'withdraw.approve': decisionAction(
    'Pay a withdrawal out; above 1 000 USDT a second person approves it',
    (funds, id, { by }) => funds.approveWithdraw(id, by),
    { needsApproval: isLarge('withdraw') },
  ),
  'withdraw.refuse': decisionAction(
    'Refuse a withdrawal: the amount goes back, the reason goes to its owner',
    (funds, id, { by, reason }) => funds.refuseWithdraw(id, reason, by),
  ),
};
