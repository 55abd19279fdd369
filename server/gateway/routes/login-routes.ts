// The calls before there is a session: codes by mail, registration, login, a forgotten password.
import type { AnswerOf, RequestOf } from '../../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { CODE_INTERVAL_S, CODE_LIFE_S } from '../../services/auth/mail-codes.ts';
import { PASSWORD_GUARD } from '../../services/auth/login-throttle.ts';
import { WITHDRAW_LOCK_MS } from '../../services/auth/identity.ts';
import type { AccountParts } from '../../services/accounts/deps.ts';
import { checkNewPassword, hashPassword, verifyPassword } from '../../services/auth/passwords.ts';
import { sessionAnswer } from '../../services/auth/user-response.ts';
import { type User, normalEmail } from '../../services/auth/users.ts';
import type { Caller, Handlers } from '../handler.ts';

export type LoginPath = '/user/login' | '/user/register' | '/common/code/send' | '/common/find/password';

export function loginHandlers(parts: AccountParts): Handlers<LoginPath> {
  return {
    '/user/login': (request, caller) => logIn(parts, request, caller),
    '/user/register': (request, caller) => register(parts, request, caller),
    '/common/code/send': (request, caller) => sendCode(parts, request, caller),
    '/common/find/password': (request, caller) => findPassword(parts, request, caller),
  };
}

/** Wrong e-mail and wrong password are told apart neither by the answer nor by the time it takes. */
async function logIn(
  parts: AccountParts,
  request: RequestOf<'/user/login'>,
  caller: Caller,
): Promise<AnswerOf<'/user/login'>> {
  const email = normalEmail(request.email);
  const proven = parts.captchas.prove(request);
  // Too many misses from one address: a captcha for every account tried from there, so that one password is not tried
  // on all of them.
  if (!proven && (await parts.limits.spent('loginAddress', caller.ip))) throw new RejectError(CODE.captchaWrong);
  // The owner of the mail gets in while the guesses of others keep the account locked.
  const device = parts.devices.keyOf(email, request.device);
  const key = { email, scene: 'login', device } as const;
  // Not used up yet: a captcha may still be asked for.
  if (request.code !== undefined) await parts.codes.check(key, request.code);
  // A device that its owner logged in from has a count of its own, which nobody else can fill.
  const guarded = `password ${email}${(await parts.devices.isKnown(device)) ? ` ${device}` : ''}`;
  // Counted before the slow check, so that guesses sent all at once are counted too.
  await parts.guard.take(guarded, PASSWORD_GUARD, { proven, unlocked: request.code !== undefined });
  if (request.code !== undefined) await parts.codes.use(key, request.code);
  const user = await parts.users.byEmail(email);
  const right = await verifyPassword(user?.passwordHash ?? null, request.password);
  if (!right || !user) {
    await parts.limits.count('loginAddress', caller.ip);
    throw new RejectError(CODE.loginWrong);
  }
  await parts.guard.forget(guarded);
  if (!user.active) throw new RejectError(CODE.accountFrozen);
  if (await parts.twoFactor.isBound(user.uid)) await parts.twoFactor.use(user.uid, request.googleCode);
  const answer = await sessionAnswer(parts, user, { ...caller, device });
  await refuseLate(parts, user, answer.accesstoken);
  await parts.devices.remember(user.uid, device);
  await parts.tell(user, 'newLogin', caller.language, { ip: caller.ip });
  return answer;
}

/**
 * The password may have been changed while it was checked: its sessions were ended then, and this one came too late for
 * that.
 */
async function refuseLate(parts: AccountParts, { uid, passwordHash }: User, token: string): Promise<void> {
  if ((await parts.users.byUid(uid))?.passwordHash === passwordHash) return;
  const session = await parts.sessions.sessionOf(token);
  if (session) await parts.sessions.end(session.sessionKey);
  throw new RejectError(CODE.loginWrong);
}

async function register(
  parts: AccountParts,
  request: RequestOf<'/user/register'>,
  caller: Caller,
): Promise<AnswerOf<'/user/register'>> {
  if (request.password !== request.rePassword) throw new RejectError(CODE.passwordsDiffer);
  checkNewPassword(request.password, request.email);
  const proven = parts.captchas.prove(request);
  if (!proven && (await parts.limits.spent('registerAddress', caller.ip))) throw new RejectError(CODE.captchaWrong);
  const invitedBy = await inviterOf(parts, request.inviteCode);
  // The code first: only who owns an e-mail may learn whether it is registered.
  await useRegisterCode(parts, request, caller);
  const passwordHash = await hashPassword(request.password);
  const user = await parts.users.add({
    email: request.email,
    passwordHash,
    invitedBy,
    demoDue: parts.demo,
    now: caller.now,
  });
  if (parts.demo) {
    await parts.creditDemo(user.uid);
    await parts.users.markDemoCredited(user.uid);
  }
  const device = parts.devices.keyOf(user.email, request.device);
  const answer = await sessionAnswer(parts, user, { ...caller, device });
  await parts.devices.remember(user.uid, device);
  await parts.tell(user, 'welcome', caller.language);
  return answer;
}

/**
 * A wrong code counts against the address it came from, so that the codes of many e-mails are not guessed from there.
 */
async function useRegisterCode(
  { codes, devices, limits }: AccountParts,
  { email, code, device }: RequestOf<'/user/register'>,
  { ip }: Caller,
): Promise<void> {
  try {
    await codes.use({ email, scene: 'register', device: devices.keyOf(email, device) }, code);
  } catch (error) {
    await limits.count('registerAddress', ip);
    throw error;
  }
}

/** Uid of who invited, or null for the house. Throws RejectError 1413. */
async function inviterOf(parts: AccountParts, inviteCode: string | undefined): Promise<number | null> {
  if (inviteCode === undefined) {
    if (parts.houseInviteCode === null) return null;
    throw new RejectError(CODE.inviteInvalid);
  }
  if (inviteCode === parts.houseInviteCode) return null;
  const inviter = await parts.users.inviter(inviteCode);
  if (inviter === null) throw new RejectError(CODE.inviteInvalid);
  return inviter;
}

async function sendCode(
  parts: AccountParts,
  request: RequestOf<'/common/code/send'>,
  caller: Caller,
): Promise<AnswerOf<'/common/code/send'>> {
  const { scene } = request;
  const email = normalEmail(request.email);
  const device = parts.devices.keyOf(email, request.device);
  const known = await parts.devices.isKnown(device);
  const user = await parts.users.byEmail(email);
  const due = await isDue(parts, request, caller, known ? device : null);
  const key = { email, scene, device };
  const answer = { expire: CODE_LIFE_S, interval: CODE_INTERVAL_S };
  if (!due) {
    await parts.codes.pretend(key);
    return answer;
  }
  const code = await parts.codes.make(key);
  if (parts.mail) {
    // Not waited for: the time of the answer must not say whether the person exists.
    if (scene === 'register' || user !== null)
      parts.mail.sendCode(request.email, code, caller.language, user?.antiPhish ?? '').catch(parts.log);
    return answer;
  }
  // A code opens an account to whoever sees it; that of a registration opens none.
  return parts.demo && (scene === 'register' || known || caller.local) ? { ...answer, demoCode: code } : answer;
}

/**
 * Whether a code is made and sent. Who asks too often is told so, each by their own count: a device of the owner's by
 * that of the device, a stranger by address and e-mail.
 * The mailbox is guarded without a word: what it should not take is not written. Who has the password has a count that
 * no stranger can spend.
 */
async function isDue(
  parts: AccountParts,
  request: RequestOf<'/common/code/send'>,
  { ip }: Caller,
  known: string | null,
): Promise<boolean> {
  const { limits } = parts;
  const email = normalEmail(request.email);
  const proven = parts.captchas.prove(request);
  if (known !== null) {
    await limits.take('code', `device ${known}`);
    await limits.take('codeDay', `device ${known}`);
    return true;
  }
  if (request.password !== undefined) {
    // Each look at a password is worked for, and nothing in the answer says whether it was right.
    if (!proven) throw new RejectError(CODE.captchaWrong);
    const right = await verifyPassword((await parts.users.byEmail(email))?.passwordHash ?? null, request.password);
    return right && limits.mayTake(['letter', 'letterDay'], `owner ${email}`);
  }
  // A few an hour from one address as they are; more must be worked for.
  if (!proven && (await limits.spent('codeAddress', ip))) throw new RejectError(CODE.captchaWrong);
  await limits.take('code', `ip ${ip}`);
  await limits.take('codeDay', `${ip} ${email}`);
  await limits.count('codeAddress', ip);
  return parts.mail === null || limits.mayTake(['letter', 'letterDay'], `stranger ${email}`);
}

/**
 * Who owns the mail (and the authenticator, where one is bound) sets a new password. An e-mail that nobody has is a
 * wrong code.
 */
async function findPassword(
  parts: AccountParts,
  request: RequestOf<'/common/find/password'>,
  caller: Caller,
): Promise<AnswerOf<'/common/find/password'>> {
  if (request.password !== request.rePassword) throw new RejectError(CODE.passwordsDiffer);
  checkNewPassword(request.password, request.email);
  const email = normalEmail(request.email);
  const key = { email, scene: 'forgot', device: parts.devices.keyOf(email, request.device) } as const;
  await parts.codes.check(key, request.code);
  const user = await parts.users.byEmail(email);
  if (!user) throw new RejectError(CODE.codeWrong);
  if (await parts.twoFactor.isBound(user.uid)) await parts.twoFactor.use(user.uid, request.googleCode);
  await parts.codes.use(key, request.code);
  await resetPassword(parts, user, request.password);
  await parts.tell(user, 'passwordReset', caller.language);
  return {};
}

async function resetPassword(parts: AccountParts, user: User, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  // The lock first: cut off in between, the account is locked too long rather than open too soon.
  await parts.users.lockWithdrawals(user.uid, parts.now() + WITHDRAW_LOCK_MS);
  await parts.users.setPassword(user.uid, passwordHash);
  await parts.sessions.endAll(user.uid);
  await parts.guard.forget(`password ${user.email}`);
}
