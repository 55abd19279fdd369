// The calls of a person about oneself: who am I, my sessions, a new password, codes to my own mail.
import type { AnswerOf, RequestOf } from '../../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { CODE_INTERVAL_S, CODE_LIFE_S } from '../../services/auth/mail-codes.ts';
import { SHORT_GUARD } from '../../services/auth/login-throttle.ts';
import { WITHDRAW_LOCK_MS } from '../../services/auth/identity.ts';
import type { KycForm } from '../../services/kyc/kyc.ts';
import type { AccountParts } from '../../services/accounts/deps.ts';
import { checkNewPassword, hashPassword, verifyPassword } from '../../services/auth/passwords.ts';
import { userAnswer } from '../../services/auth/user-response.ts';
import type { User } from '../../services/auth/users.ts';
import type { Handlers, Member } from '../handler.ts';

export type UserPath = '/user/info' | '/user/update/password' | '/user/code/send';

export function userHandlers(parts: AccountParts): Handlers<UserPath> {
  return {
    '/user/info': (request, member) => info(parts, request, member),
    '/user/update/password': (request, member) => updatePassword(parts, request, member),
    '/user/code/send': (request, member) => sendOwnCode(parts, request, member),
  };
}

/** The person of a session. Throws RejectError -1000 when there is none any more. */
export async function selfOf(parts: AccountParts, member: Member): Promise<User> {
  const user = await parts.users.byUid(member.uid);
  if (!user) throw new RejectError(CODE.sessionInvalid);
  return user;
}

/** Asks somebody who has a session for the password again. Throws RejectError 1408, or 1429 after five wrong ones. */
export async function checkOwnPassword(parts: AccountParts, user: User, password: string): Promise<void> {
  await parts.guard.take(`own-password ${user.uid}`, SHORT_GUARD);
  if (!(await verifyPassword(user.passwordHash, password))) throw new RejectError(CODE.loginWrong);
  await parts.guard.forget(`own-password ${user.uid}`);
}

async function info(
  parts: AccountParts,
  request: RequestOf<'/user/info'>,
  member: Member,
): Promise<AnswerOf<'/user/info'>> {
  const { antiPhish, endSession } = request;
  parts.languages.set(member.uid, member.language);
  if (antiPhish !== undefined) await parts.users.setAntiPhish(member.uid, antiPhish);
  if (endSession === 'others') await parts.sessions.endAll(member.uid, member.sessionKey);
  else if (endSession !== undefined) await parts.sessions.endListed(member, endSession);
  if (request.logout) await parts.sessions.end(member.sessionKey);
  return { ...(await userAnswer(parts, await selfOf(parts, member))), ...(await extras(parts, request, member)) };
}

/** What is told of oneself only when it is asked for. */
async function extras(
  parts: AccountParts,
  request: RequestOf<'/user/info'>,
  member: Member,
): Promise<Pick<AnswerOf<'/user/info'>, 'sessions' | 'kyc' | 'kycImage'>> {
  return {
    ...(request.sessions ? { sessions: (await parts.sessions.list(member)).map((line) => ({ ...line })) } : {}),
    ...(request.kyc ? { kyc: formOf((await parts.kyc.of(member.uid))?.form ?? {}) } : {}),
    ...(request.kycImage
      ? { kycImage: await parts.kyc.picture(member.uid, request.kycImage === 'front' ? 'imgFront' : 'imgBack') }
      : {}),
  };
}

/** What was filled in, with pictures as whether they are there: their names are nobody's business. */
function formOf({ imgFront, imgBack, ...texts }: KycForm): NonNullable<AnswerOf<'/user/info'>['kyc']> {
  return { ...texts, imgFront: imgFront === undefined ? 0 : 1, imgBack: imgBack === undefined ? 0 : 1 };
}

async function updatePassword(
  parts: AccountParts,
  request: RequestOf<'/user/update/password'>,
  member: Member,
): Promise<AnswerOf<'/user/update/password'>> {
  const { oldPassword, newPassword, rePassword, code, googleCode } = request;
  if (newPassword !== rePassword) throw new RejectError(CODE.passwordsDiffer);
  if (newPassword === oldPassword)
    throw new RejectError(CODE.fieldInvalid, { field: 'newPassword', rule: 'another than the old one' });
  if (code === undefined && googleCode === undefined)
    throw new RejectError(CODE.fieldInvalid, { field: 'code', rule: 'required' });
  const user = await selfOf(parts, member);
  checkNewPassword(newPassword, user.email);
  await checkOwnPassword(parts, user, oldPassword);
  if (code === undefined) await parts.twoFactor.use(user.uid, googleCode);
  else await parts.codes.use({ email: user.email, scene: 'password' }, code);
  // The lock first: cut off in between, the account is locked too long rather than open too soon.
  await parts.users.lockWithdrawals(user.uid, parts.now() + WITHDRAW_LOCK_MS);
  await parts.users.setPassword(user.uid, await hashPassword(newPassword));
  await parts.sessions.endAll(user.uid, member.sessionKey);
  await parts.tell(user, 'passwordChanged', member.language);
  return {};
}

async function sendOwnCode(
  parts: AccountParts,
  request: RequestOf<'/user/code/send'>,
  member: Member,
): Promise<AnswerOf<'/user/code/send'>> {
  const user = await selfOf(parts, member);
  await parts.limits.take('code', `uid ${user.uid}`);
  await parts.limits.take('codeDay', `uid ${user.uid}`);
  const code = await parts.codes.make({ email: user.email, scene: request.scene });
  const answer = { expire: CODE_LIFE_S, interval: CODE_INTERVAL_S };
  if (!parts.mail) {
    // A session that was stolen brings no code along: its thief has another device.
    const known = await parts.devices.isKnown(parts.devices.keyOf(user.email, request.device));
    return parts.demo && (known || member.local) ? { ...answer, demoCode: code } : answer;
  }
  parts.mail.sendCode(user.email, code, member.language, user.antiPhish).catch(parts.log);
  return answer;
}
