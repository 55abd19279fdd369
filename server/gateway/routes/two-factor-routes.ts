// The calls of the second factor: prepare, bind, take off.
import type { AnswerOf, RequestOf } from '../../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { WITHDRAW_LOCK_MS, takeAuthenticatorOff } from '../../services/auth/identity.ts';
import type { AccountParts } from '../../services/accounts/deps.ts';
import type { Handlers, Member } from '../handler.ts';
import { qrSvg } from '../qr-svg.ts';
import { checkOwnPassword, selfOf } from './user-routes.ts';

export type GooglePath = '/user/bind/google/prep' | '/user/bind/google' | '/user/bind/google/reset';

export function googleHandlers(parts: AccountParts): Handlers<GooglePath> {
  return {
    '/user/bind/google/prep': async (_request, member) => {
      const { email } = await selfOf(parts, member);
      const prepared = await parts.twoFactor.prepare(member.uid, email);
      return { ...prepared, qr: qrSvg(prepared.otpauth) };
    },
    '/user/bind/google': (request, member) => bind(parts, request, member),
    '/user/bind/google/reset': (request, member) => reset(parts, request, member),
  };
}

async function bind(
  parts: AccountParts,
  request: RequestOf<'/user/bind/google'>,
  member: Member,
): Promise<AnswerOf<'/user/bind/google'>> {
  const user = await selfOf(parts, member);
  // The authenticator first: a mistyped code of it must not cost the code of the mail.
  await parts.twoFactor.checkPrepared(user.uid, request.secret, request.googleCode);
  await parts.codes.use({ email: user.email, scene: 'bindGoogle' }, request.code);
  // The lock first, as for a reset. In demo mode a first authenticator waits no more than a new address does.
  if (!parts.demo) await parts.users.lockWithdrawals(user.uid, parts.now() + WITHDRAW_LOCK_MS);
  const recoveryCodes = await parts.twoFactor.bind(user.uid, request.secret, request.googleCode);
  await parts.sessions.endAll(user.uid, member.sessionKey);
  await parts.tell(user, 'googleBound', member.language);
  return { hasGoogleAuth: 1, recoveryCodes };
}

async function reset(
  parts: AccountParts,
  request: RequestOf<'/user/bind/google/reset'>,
  member: Member,
): Promise<AnswerOf<'/user/bind/google/reset'>> {
  const user = await selfOf(parts, member);
  const { googleCode, recoveryCode, imgSelf } = request;
  if (googleCode === undefined && recoveryCode === undefined && imgSelf === undefined)
    throw new RejectError(CODE.fieldInvalid, { field: 'googleCode', rule: 'required' });
  if (!(await parts.twoFactor.isBound(user.uid))) throw new RejectError(CODE.googleNotBound);
  await checkOwnPassword(parts, user, request.password);
  await parts.codes.check({ email: user.email, scene: 'resetGoogle' }, request.code);
  if (googleCode !== undefined) await parts.twoFactor.use(user.uid, googleCode);
  else if (recoveryCode !== undefined) await parts.twoFactor.useRecovery(user.uid, recoveryCode);
  else if (imgSelf !== undefined) await parts.resetReviews.ask(user.uid, imgSelf);
  await parts.codes.use({ email: user.email, scene: 'resetGoogle' }, request.code);
  if (googleCode === undefined && recoveryCode === undefined) {
    await parts.tell(user, 'googleReview', member.language);
    return { hasGoogleAuth: 1, review: 1 };
  }
  return {
    hasGoogleAuth: 0,
    withdrawLockUntil: await takeAuthenticatorOff(parts, user, member.language, member.sessionKey),
  };
}
