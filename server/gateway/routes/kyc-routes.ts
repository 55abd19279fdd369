// The call that hands in who one is.
import type { AnswerOf, RequestOf } from '../../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { isCountry } from '../../services/kyc/countries.ts';
import { KYC_FIELDS, type KycForm } from '../../services/kyc/kyc.ts';
import type { AccountParts } from '../../services/accounts/deps.ts';
import type { Handlers } from '../handler.ts';

export function kycHandlers(parts: AccountParts): Handlers<'/user/kyc'> {
  return { '/user/kyc': (request, member) => handIn(parts, request, member.uid) };
}

async function handIn(
  parts: AccountParts,
  request: RequestOf<'/user/kyc'>,
  uid: number,
): Promise<AnswerOf<'/user/kyc'>> {
  if (request.country !== undefined && !isCountry(request.country))
    throw new RejectError(CODE.fieldInvalid, { field: 'country', rule: 'country' });
  const given: KycForm = Object.fromEntries(
    KYC_FIELDS.flatMap((field) => (request[field] === undefined ? [] : [[field, request[field]]])),
  );
  const { status, submitTime } = await parts.kyc.save(uid, given, request.draft);
  return { status, submitTime };
}
