// Decisions on identity checks and on requests to reset an authenticator.
import * as v from 'valibot';
import { textUpTo, wholeIn } from '../../../core/endpoints/form-fields.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { KYC_FIELDS } from '../../services/kyc/kyc.ts';
import { action } from '../action.ts';

const uid = wholeIn(1, Number.MAX_SAFE_INTEGER);
/** Of the form or picture that was looked at: one submitted since is not decided unseen. */
const submitTime = v.optional(wholeIn(1, Number.MAX_SAFE_INTEGER));
const reasonFields = Object.fromEntries(KYC_FIELDS.map((field) => [field, v.optional(textUpTo(200))])) as Record<
  (typeof KYC_FIELDS)[number],
  v.OptionalSchema<ReturnType<typeof textUpTo>, undefined>
>;

export const reviewActions = {
  'kyc.pass': action('Accept an identity', v.object({ uid, submitTime }), async ({ identity }, { uid: who, ...of }) => {
    await identity.passKyc(who, of.submitTime);
    return {};
  }),
  'kyc.fail': action(
    'Refuse an identity; each field that is not accepted says why',
    v.object({ uid, submitTime, ...reasonFields }),
    async ({ identity }, { uid: who, submitTime: of, ...given }) => {
      const reasons = Object.fromEntries(
        Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
      if (Object.keys(reasons).length === 0)
        throw new RejectError(CODE.fieldInvalid, { field: KYC_FIELDS[0], rule: 'say why of one field at least' });
      await identity.failKyc(who, reasons, of);
      return { reasons };
    },
  ),
  'reset.pass': action(
    'Remove an authenticator; withdrawals are locked for a day',
    v.object({ uid, submitTime }),
    async ({ identity }, { uid: who, submitTime: of }) => {
      await identity.decideReset(who, true, of);
      return {};
    },
  ),
  'reset.fail': action(
    'Refuse to reset an authenticator',
    v.object({ uid, submitTime }),
    async ({ identity }, { uid: who, submitTime: of }) => {
      await identity.decideReset(who, false, of);
      return {};
    },
  ),
};
