// Freezes and unfreezes accounts, sets credit scores.
import * as v from 'valibot';
import { wholeIn } from '../../../core/endpoints/form-fields.ts';
import { action } from '../action.ts';

const uid = wholeIn(1, Number.MAX_SAFE_INTEGER);

export const userActions = {
  'account.freeze': action(
    'Freeze an account: no trades and no withdrawals; its owner can log in, cancel and close',
    v.object({ uid }),
    async ({ identity }, { uid: who }, { reason }) => {
      await identity.freeze(who, reason);
      return {};
    },
  ),
  'account.unfreeze': action('End the freeze of an account', v.object({ uid }), async ({ identity }, { uid: who }) => {
    await identity.unfreeze(who);
    return {};
  }),
  'account.score': action(
    'Set the credit score that a user sees; it limits nothing',
    v.object({ uid, score: wholeIn(0, 100) }),
    async ({ identity }, { uid: who, score }) => {
      await identity.setCreditScore(who, score);
      return {};
    },
  ),
};
