// The calls about the caller's own account: profile, sessions, password, codes by mail.
import { KYC_STATUS } from '../../../../core/endpoints/kyc-status.ts';
import type { AnswerOf, RequestOf } from '../../../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import { CODE_INTERVAL_S, CODE_LIFE_S } from '../../../services/auth/mail-codes.ts';
import { CODE_THROTTLE } from '../../../services/auth/login-throttle.ts';
import { WITHDRAW_LOCK_MS } from '../../../services/auth/identity.ts';
import type { KycForm } from '../../../services/kyc/kyc.ts';
import type { AccountDeps } from './account-deps.ts';
import { checkNewPassword, hashPassword, verifyPassword } from '../../../services/auth/passwords.ts';
import { userResponse } from './user-response.ts';
import type { User } from '../../../services/auth/users.ts';
import type { Handlers, AuthenticatedCaller } from '../../handler.ts';

export type UserPath = '/user/info' | '/user/update/password' | '/user/code/send';

export function userHandlers(deps: AccountDeps): Handlers<UserPath> {
  return {
    '/user/info': (request, caller) => info(deps, request, caller),
    '/user/update/password': (request, caller) => updatePassword(deps, request, caller),
    '/user/code/send': (request, caller) => sendOwnCode(deps, request, caller),
  };
}

/** The user of a session. Throws RejectError -1000 when it no longer exists. */
export async function selfOf(deps: AccountDeps, caller: AuthenticatedCaller): Promise<User> {
  const user = await deps.users.byUid(caller.uid);
  if (!user) throw new RejectError(CODE.sessionInvalid);
  return user;
}

/** Throws RejectError -1000 when the session of a call that has waited has ended meanwhile. */
export function refuseEnded({ sessions }: Pick<AccountDeps, 'sessions'>, { sessionKey }: AuthenticatedCaller): void {
  if (sessions.hasEnded(sessionKey)) throw new RejectError(CODE.sessionInvalid);
}

/**
 * Verifies the password within a session. Throws RejectError 1408, or 1429 after five wrong ones of that session: who
 * has stolen one does not keep the owner from changing it.
 */
export async function checkOwnPassword(
  deps: AccountDeps,
  user: User,
  password: string,
  { sessionKey }: AuthenticatedCaller,
): Promise<void> {
  const guesses = `own-password ${user.uid} ${sessionKey}`;
  await deps.loginThrottle.attempt(guesses, CODE_THROTTLE);
  if (!(await verifyPassword(user.passwordHash, password, `uid ${user.uid}`))) throw new RejectError(CODE.loginWrong);
  await deps.loginThrottle.clear(guesses);
}

async function info(
  deps: AccountDeps,
  request: RequestOf<'/user/info'>,
  caller: AuthenticatedCaller,
): Promise<AnswerOf<'/user/info'>> {
  const { antiPhish, endSession } = request;
  if (antiPhish !== undefined) await setAntiPhish(deps, antiPhish, caller);
  if (endSession === 'others') await deps.sessions.endAll(caller.uid, caller.sessionKey);
  else if (endSession !== undefined) await deps.sessions.endListed(caller, endSession);
  if (request.logout) await deps.sessions.end(caller.sessionKey);
  const user = await selfOf(deps, caller);
  deps.noteLanguage(user, caller.language);
  return { ...(await userResponse(deps, user)), ...(await extras(deps, request, caller)) };
}

/**
 * Changes the word in mails, and reports it by a mail that still has the one before: a stolen session could change it.
 * A few a day, so that no mailbox is flooded.
 */
async function setAntiPhish(deps: AccountDeps, word: string, caller: AuthenticatedCaller): Promise<void> {
  const user = await selfOf(deps, caller);
  if (user.antiPhish === word) return;
  await deps.rateLimits.consume('wordDay', caller.sessionKey);
  await deps.users.setAntiPhish(user.uid, word);
  if (user.antiPhish !== '') await deps.notifyUser(user, 'antiPhishChanged', caller.language);
}

/** Parts of the response that are sent on request only. */
async function extras(
  deps: AccountDeps,
  request: RequestOf<'/user/info'>,
  caller: AuthenticatedCaller,
): Promise<Pick<AnswerOf<'/user/info'>, 'sessions' | 'kyc' | 'kycImage'>> {
  const kyc = request.kyc || request.kycImage ? await deps.kyc.of(caller.uid) : null;
  const isFixed = kyc?.status === KYC_STATUS.review || kyc?.status === KYC_STATUS.passed;
  const field = request.kycImage === 'front' ? 'imgFront' : 'imgBack';
  return {
    ...(request.sessions ? { sessions: (await deps.sessions.list(caller)).map((line) => ({ ...line })) } : {}),
    ...(request.kyc ? { kyc: formOf(kyc?.form ?? {}, isFixed) } : {}),
    ...(request.kycImage ? { kycImage: isFixed ? null : await deps.kyc.picture(caller.uid, field) } : {}),
  };
}

/**
 * The form's texts, and whether each picture exists; picture names are not sent. Of one that can no longer be changed
 * the document's number is not sent either, nor are its pictures: a stolen session would reveal them (A9).
 */
function formOf(form: KycForm, isFixed: boolean): NonNullable<AnswerOf<'/user/info'>['kyc']> {
  const { imgFront, imgBack, certNo, ...texts } = form;
  return {
    ...texts,
    ...(certNo === undefined || isFixed ? {} : { certNo }),
    imgFront: imgFront === undefined ? 0 : 1,
    imgBack: imgBack === undefined ? 0 : 1,
  };
}

async function updatePassword(
  deps: AccountDeps,
  request: RequestOf<'/user/update/password'>,
  caller: AuthenticatedCaller,
): Promise<AnswerOf<'/user/update/password'>> {
  const { oldPassword, newPassword, rePassword, code, googleCode } = request;
  if (newPassword !== rePassword) throw new RejectError(CODE.passwordsDiffer);
  if (newPassword === oldPassword)
    throw new RejectError(CODE.fieldInvalid, { field: 'newPassword', rule: 'another than the old one' });
  if (code === undefined && googleCode === undefined)
    throw new RejectError(CODE.fieldInvalid, { field: 'code', rule: 'required' });
  const user = await selfOf(deps, caller);
  checkNewPassword(newPassword, user.email);
  await checkOwnPassword(deps, user, oldPassword, caller);
  if (code === undefined) await deps.twoFactor.use(user.uid, googleCode, caller.sessionKey);
  else await deps.codes.use({ email: user.email, scene: 'password', device: caller.sessionKey }, code);
  // The lock comes first: an interruption then locks too long rather than unlocks too early.
  await deps.users.lockWithdrawals(user.uid, deps.now() + WITHDRAW_LOCK_MS);
  const passwordHash = await hashPassword(newPassword, `uid ${user.uid}`);
  refuseEnded(deps, caller);
  // The owner of the mailbox may have set another one meanwhile.
  if (!(await deps.users.replacePassword(user.uid, passwordHash, user.passwordHash)))
    throw new RejectError(CODE.loginWrong);
  await deps.devices.setFirst(user.uid, await deps.sessions.deviceOf(caller.sessionKey));
  await deps.sessions.endAll(user.uid, caller.sessionKey);
  await deps.notifyUser(user, 'passwordChanged', caller.language);
  return {};
}

/** Whose mails with codes are counted together, of those to an account's own sessions and known devices (A3). */
export function ownMailKey(email: string, isFirst: boolean): string {
  return `${isFirst ? 'first' : 'known'} ${email}`;
}

async function sendOwnCode(
  deps: AccountDeps,
  request: RequestOf<'/user/code/send'>,
  caller: AuthenticatedCaller,
): Promise<AnswerOf<'/user/code/send'>> {
  const user = await selfOf(deps, caller);
  // By session: a stolen one takes no code from the owner's, and at most half of what all others share.
  const { sessionKey } = caller;
  const isFirst = await deps.devices.isFirst(await deps.sessions.deviceOf(sessionKey));
  const day = [isFirst ? 'codeDay' : 'codeShareDay', `session ${sessionKey}`] as const;
  await deps.rateLimits.consume('code', `session ${sessionKey}`);
  // Only checked here: a request that is refused because another one was sooner is not counted.
  if (await deps.rateLimits.isExhausted(...day)) await deps.rateLimits.consume(...day);
  // And by mailbox, for all sessions together: several of them get no more codes. The first device has a count of its
  // own, which no other session uses up.
  await deps.rateLimits.consume('codeMail', ownMailKey(user.email, isFirst));
  await deps.rateLimits.consume(...day);
  await deps.rateLimits.consume('codeMailDay', ownMailKey(user.email, isFirst));
  const code = await deps.codes.create({ email: user.email, scene: request.scene, device: sessionKey });
  const answer = { expire: CODE_LIFE_S, interval: CODE_INTERVAL_S };
  if (!deps.mail) {
    // The code is shown on a known device only: the thief of a session has another one.
    const known = await deps.devices.isKnown(deps.devices.keyOf(user.email, request.device));
    return deps.demo && (known || caller.local) ? { ...answer, demoCode: code } : answer;
  }
  deps.mail.sendCode(user.email, code, caller.language, user.antiPhish).catch(deps.log);
  return answer;
}
