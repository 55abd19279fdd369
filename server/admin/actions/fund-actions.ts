// A reviewer's word on money that comes in and goes out.
import * as v from 'valibot';
import { whole } from '../../../core/endpoints/form-fields.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { FundReviews } from '../../services/funds/fund-reviews.ts';
import { parseMoney } from '../../../core/units/units.ts';
import { type Action, type Act, type ActionParts, action } from '../action.ts';

const fields = v.object({ id: whole });

/** Decisions on what is decided already are refused (2012), so a repeated act changes nothing. */
function decision(
  says: string,
  decide: (funds: FundReviews, id: number, act: Act) => Promise<void>,
  more: Pick<Action<typeof fields>, 'second'> = {},
) {
  return action(
    says,
    fields,
    async ({ funds }: ActionParts, { id }, act) => {
      if (funds === null) throw new RejectError(CODE.notFound);
      await decide(funds, id, act);
      return {};
    },
    more,
  );
}

/**
 * A withdrawal worth more than this in USDT is paid out when two people want it; so is one of a coin without a price.
 */
const ALONE_UNITS = parseMoney('1000') ?? 0n;

async function isLarge({ funds, worthUnits }: ActionParts, { id }: { id: number }): Promise<boolean> {
  const waiting = (await funds?.withdrawQueue())?.find((withdraw) => withdraw.id === id);
  if (!waiting) return false; // refused by what follows
  const worth = worthUnits(waiting.coinInfoId, parseMoney(waiting.amount) ?? 0n);
  return worth === null || worth > ALONE_UNITS;
}

export const fundActions = {
  'deposit.approve': decision('Credit a deposit', (funds, id, { by }) => funds.approveDeposit(id, by)),
  'deposit.refuse': decision('Refuse a deposit; the reason goes to its owner', (funds, id, { by, reason }) =>
    funds.refuseDeposit(id, reason, by),
  ),
  'withdraw.approve': decision(
    'Pay a withdrawal out; above 1 000 USDT a second person approves it',
    (funds, id, { by }) => funds.approveWithdraw(id, by),
    { second: isLarge },
  ),
  'withdraw.refuse': decision(
    'Refuse a withdrawal: the amount goes back, the reason goes to its owner',
    (funds, id, { by, reason }) => funds.refuseWithdraw(id, reason, by),
  ),
};
