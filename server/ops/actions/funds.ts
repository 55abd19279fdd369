// A reviewer's word on money that comes in and goes out.
import * as v from 'valibot';
import { whole } from '../../../contract/form.ts';
import { CODE, RejectError } from '../../../contract/reject.ts';
import type { FundReviews } from '../../funds/reviews.ts';
import { type Act, type ActionParts, action } from '../action.ts';

const fields = v.object({ id: whole });

/** Decisions on what is decided already are refused (2012), so a repeated act changes nothing. */
function decision(says: string, decide: (funds: FundReviews, id: number, act: Act) => Promise<void>) {
  return action(says, fields, async ({ funds }: ActionParts, { id }, act) => {
    if (funds === null) throw new RejectError(CODE.notFound);
    await decide(funds, id, act);
    return {};
  });
}

export const fundActions = {
  'deposit.approve': decision('Credit a deposit', (funds, id, { by }) => funds.approveDeposit(id, by)),
  'deposit.refuse': decision('Refuse a deposit; the reason goes to its owner', (funds, id, { by, reason }) => funds.refuseDeposit(id, reason, by)),
  'withdraw.approve': decision('Pay a withdrawal out', (funds, id, { by }) => funds.approveWithdraw(id, by)),
  'withdraw.refuse': decision('Refuse a withdrawal: the amount goes back, the reason goes to its owner', (funds, id, { by, reason }) => funds.refuseWithdraw(id, reason, by)),
};
