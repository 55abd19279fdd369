// The calls of the second factor: prepare, bind, reset.
import type { AnswerOf, RequestOf } from '../../../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import { WITHDRAW_LOCK_MS, removeAuthenticator } from '../../../services/auth/identity.ts';
import type { AccountDeps } from './account-deps.ts';
import type { Handlers, AuthenticatedCaller } from '../../handler.ts';
import { qrSvg } from '../../qr-svg.ts';
import { checkOwnPassword, refuseEnded, selfOf } from './user-routes.ts';

export type TwoFactorPath = '/user/bind/google/prep' | '/user/bind/google' | '/user/bind/google/reset';

export function twoFactorHandlers(deps: AccountDeps): Handlers<TwoFactorPath> {
  return {
    '/user/bind/google/prep': async (_request, caller) => {
      const { email } = await selfOf(deps, caller);
      const prepared = await deps.twoFactor.prepare(caller.uid, email, caller.sessionKey);
      return { ...prepared, qr: qrSvg(prepared.otpauth) };
    },
    '/user/bind/google': (request, caller) => bind(deps, request, caller),
    '/user/bind/google/reset': (request, caller) => reset(deps, request, caller),
  };
}

async function bind(
  deps: AccountDeps,
  request: RequestOf<'/user/bind/google'>,
  caller: AuthenticatedCaller,
): Promise<AnswerOf<'/user/bind/google'>> {
  const user = await selfOf(deps, caller);
  // The authenticator comes first: a mistyped code of it must not consume the mail code.
  await deps.twoFactor.checkPrepared(user.uid, request.secret, request.googleCode, caller.sessionKey);
  await deps.codes.use({ email: user.email, scene: 'bindGoogle', device: caller.sessionKey }, request.code);
  // The lock comes first, as for a reset. In demo mode a first authenticator locks nothing, as a new address does
  // not.
  if (!deps.demo) await deps.users.lockWithdrawals(user.uid, deps.now() + WITHDRAW_LOCK_MS);
  refuseEnded(deps, caller);
  const recoveryCodes = await deps.twoFactor.bind(user.uid, request.secret, request.googleCode, caller.sessionKey);
  await deps.sessions.endAll(user.uid, caller.sessionKey);
  await deps.notifyUser(user, 'googleBound', caller.language);
  return { hasGoogleAuth: 1, recoveryCodes };
}

async function reset(
  deps: AccountDeps,
  request: RequestOf<'/user/bind/google/reset'>,
  caller: AuthenticatedCaller,
): Promise<AnswerOf<'/user/bind/google/reset'>> {
  const user = await selfOf(deps, caller);
  const { googleCode, recoveryCode, imgSelf } = request;
  const key = { email: user.email, scene: 'resetGoogle', device: caller.sessionKey } as const;
  if (googleCode === undefined && recoveryCode === undefined && imgSelf === undefined)
    throw new RejectError(CODE.fieldInvalid, { field: 'googleCode', rule: 'required' });
  if (!(await deps.twoFactor.isBound(user.uid))) throw new RejectError(CODE.googleNotBound);
  await checkOwnPassword(deps, user, request.password, caller);
  await deps.codes.check(key, request.code);
  if (googleCode !== undefined) await deps.twoFactor.use(user.uid, googleCode, caller.sessionKey);
  else if (recoveryCode !== undefined) await deps.twoFactor.useRecovery(user.uid, recoveryCode, caller.sessionKey);
  else if (imgSelf !== undefined) await deps.resetReviews.submit(user.uid, imgSelf);
  await deps.codes.use(key, request.code);
  if (googleCode === undefined && recoveryCode === undefined) {
    await deps.notifyUser(user, 'googleReview', caller.language);
    return { hasGoogleAuth: 1, review: 1 };
  }
  refuseEnded(deps, caller);
  return {
    hasGoogleAuth: 0,
    withdrawLockUntil: await removeAuthenticator(deps, user, caller.language, caller.sessionKey),
  };
}
