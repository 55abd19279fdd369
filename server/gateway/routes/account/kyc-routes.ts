// The call that submits the KYC form.
import type { AnswerOf, RequestOf } from '../../../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import { isCountry } from '../../../services/kyc/countries.ts';
import { KYC_FIELDS, type KycForm } from '../../../services/kyc/kyc.ts';
import type { AccountDeps } from './account-deps.ts';
import type { Handlers } from '../../handler.ts';

export function kycHandlers(deps: AccountDeps): Handlers<'/user/kyc'> {
  return { '/user/kyc': (request, caller) => submitKyc(deps, request, caller.uid) };
}

async function submitKyc(
  deps: AccountDeps,
  request: RequestOf<'/user/kyc'>,
  uid: number,
): Promise<AnswerOf<'/user/kyc'>> {
  if (request.country !== undefined && !isCountry(request.country))
    throw new RejectError(CODE.fieldInvalid, { field: 'country', rule: 'country' });
  const given: KycForm = Object.fromEntries(
    KYC_FIELDS.flatMap((field) => (request[field] === undefined ? [] : [[field, request[field]]])),
  );
  const { status, submitTime } = await deps.kyc.save(uid, given, request.draft);
  return { status, submitTime };
}
