// The calls before a session: mail codes, registration, login, forgotten password.
import type { AnswerOf, RequestOf } from '../../../../core/endpoints/endpoints.ts';
import { CODE, type Code, RejectError } from '../../../../core/errors/errors.ts';
import { CODE_INTERVAL_S, CODE_LIFE_S } from '../../../services/auth/mail-codes.ts';
import { PASSWORD_THROTTLE } from '../../../services/auth/login-throttle.ts';
import { WITHDRAW_LOCK_MS } from '../../../services/auth/identity.ts';
import type { AccountDeps } from './account-deps.ts';
import { checkNewPassword, hashPassword, verifyPassword } from '../../../services/auth/passwords.ts';
import { loginResponse } from './user-response.ts';
import { ownMailKey } from './user-routes.ts';
import { type User, normalEmail } from '../../../services/auth/users.ts';
import type { Caller, Handlers } from '../../handler.ts';

/** Whose guesses at an authenticator's code are counted together: of those who have a code of the mail. */
const MAILBOX = 'mail';

export type LoginPath = '/user/login' | '/user/register' | '/common/code/send' | '/common/find/password';

export function loginHandlers(deps: AccountDeps): Handlers<LoginPath> {
  return {
    '/user/login': (request, caller) => logIn(deps, request, caller),
    '/user/register': (request, caller) => register(deps, request, caller),
    '/common/code/send': (request, caller) => sendCode(deps, request, caller),
    '/common/find/password': (request, caller) => findPassword(deps, request, caller),
  };
}

/** An unknown e-mail and a wrong password differ neither in the response nor in its time. */
async function logIn(
  deps: AccountDeps,
  request: RequestOf<'/user/login'>,
  caller: Caller,
): Promise<AnswerOf<'/user/login'>> {
  const email = normalEmail(request.email);
  const proven = deps.captchas.verify(request);
  // After too many failures from one address every login from there needs a captcha, so that one password is not
  // tried on all accounts.
  if (!proven && (await deps.rateLimits.isExhausted('loginAddress', caller.network)))
    throw new RejectError(CODE.captchaWrong);
  // With a mail code the owner can log in while guesses of others lock the account.
  const device = deps.devices.keyOf(email, request.device);
  const key = { email, scene: 'login', device } as const;
  // Not consumed yet: a captcha may still be required.
  if (request.code !== undefined) await deps.codes.check(key, request.code);
  // A known device has its own count of guesses, which others cannot exhaust.
  const known = (await deps.devices.isCounted(device)) ? device : '';
  const throttleKey = `password ${email} ${known}`.trim();
  // Counted before the slow verification, so that parallel guesses are counted too.
  await deps.loginThrottle.attempt(throttleKey, PASSWORD_THROTTLE, { proven, unlocked: request.code !== undefined });
  if (request.code !== undefined) await deps.codes.use(key, request.code);
  const user = await deps.users.byEmail(email);
  const right = await verifyPassword(user?.passwordHash ?? null, request.password, caller.network);
  if (!right || !user) {
    await deps.rateLimits.count('loginAddress', caller.network);
    throw new RejectError(CODE.loginWrong);
  }
  await deps.loginThrottle.clear(throttleKey);
  if (!user.active) throw new RejectError(CODE.accountFrozen);
  const isBound = await deps.twoFactor.isBound(user.uid);
  // The next login has the authenticator's code too, and the same one of the mail.
  if (isBound && request.code !== undefined && request.googleCode === undefined)
    await deps.codes.create(key, request.code);
  // Others who know the password cannot exhaust the guesses of a known device, or of the mailbox's owner.
  if (isBound) await deps.twoFactor.use(user.uid, request.googleCode, request.code === undefined ? known : MAILBOX);
  const answer = await loginResponse(deps, user, { ...caller, device });
  const late = await lateRefusal(deps, user, isBound);
  if (late !== null) {
    const session = await deps.sessions.sessionOf(answer.accesstoken);
    if (session) await deps.sessions.end(session.sessionKey);
    throw new RejectError(late);
  }
  await deps.devices.remember(user.uid, device);
  await deps.notifyUser(user, 'newLogin', caller.language, { ip: caller.ip });
  return answer;
}

/**
 * Why a login that passed its checks is refused: what changed meanwhile has ended all sessions before this one existed.
 * Null: nothing changed.
 */
async function lateRefusal(
  { users, twoFactor }: AccountDeps,
  { uid, passwordHash }: User,
  wasBound: boolean,
): Promise<Code | null> {
  const user = await users.byUid(uid);
  if (user?.passwordHash !== passwordHash) return CODE.loginWrong;
  if (!user.active) return CODE.accountFrozen;
  return !wasBound && (await twoFactor.isBound(uid)) ? CODE.googleWrong : null;
}

async function register(
  deps: AccountDeps,
  request: RequestOf<'/user/register'>,
  caller: Caller,
): Promise<AnswerOf<'/user/register'>> {
  if (request.password !== request.rePassword) throw new RejectError(CODE.passwordsDiffer);
  checkNewPassword(request.password, request.email);
  await requireCaptcha(deps, request, caller);
  const invitedBy = await countWrong(deps, caller, inviterOf(deps, request.inviteCode));
  // The code comes first: only the owner of an e-mail may learn whether it is registered.
  await countWrong(
    deps,
    caller,
    deps.codes.use(
      { email: request.email, scene: 'register', device: deps.devices.keyOf(request.email, request.device) },
      request.code,
    ),
  );
  const passwordHash = await hashPassword(request.password, caller.network);
  const user = await deps.users.add({
    email: request.email,
    passwordHash,
    invitedBy,
    demoDue: deps.demo,
    now: caller.now,
  });
  if (deps.demo) {
    await deps.creditDemo(user.uid);
    await deps.users.markDemoCredited(user.uid);
  }
  const device = deps.devices.keyOf(user.email, request.device);
  const answer = await loginResponse(deps, user, { ...caller, device });
  await deps.devices.remember(user.uid, device);
  await deps.notifyUser(user, 'welcome', caller.language);
  return answer;
}

/** After too many wrong codes from one address. Throws RejectError 1401. */
async function requireCaptcha(
  { captchas, rateLimits: limits }: AccountDeps,
  request: RequestOf<'/user/register'> | RequestOf<'/common/find/password'>,
  { network }: Caller,
): Promise<void> {
  if (!captchas.verify(request) && (await limits.isExhausted('codeGuessAddress', network)))
    throw new RejectError(CODE.captchaWrong);
}

/** A wrong code counts against the caller's address, so that those of many e-mails or users are not guessed there. */
async function countWrong<T>({ rateLimits: limits }: AccountDeps, { network }: Caller, check: Promise<T>): Promise<T> {
  try {
    return await check;
  } catch (error) {
    await limits.count('codeGuessAddress', network);
    throw error;
  }
}

/** Uid of the inviter; null for the operator's code or none. Throws RejectError 1413. */
async function inviterOf(deps: AccountDeps, inviteCode: string | undefined): Promise<number | null> {
  if (inviteCode === undefined) {
    if (deps.inviteCode === null) return null;
    throw new RejectError(CODE.inviteInvalid);
  }
  if (inviteCode === deps.inviteCode) return null;
  const inviter = await deps.users.uidOfInviteCode(inviteCode);
  if (inviter === null) throw new RejectError(CODE.inviteInvalid);
  return inviter;
}

async function sendCode(
  deps: AccountDeps,
  request: RequestOf<'/common/code/send'>,
  caller: Caller,
): Promise<AnswerOf<'/common/code/send'>> {
  const { scene } = request;
  const email = normalEmail(request.email);
  const device = deps.devices.keyOf(email, request.device);
  const known = await deps.devices.isKnown(device);
  const user = await deps.users.byEmail(email);
  const due = await isDue(deps, request, caller, (await deps.devices.isCounted(device)) ? device : null);
  const key = { email, scene, device };
  const answer = { expire: CODE_LIFE_S, interval: CODE_INTERVAL_S };
  if (!due) {
    await deps.codes.createDecoy(key);
    return answer;
  }
  const code = await deps.codes.create(key);
  if (deps.mail) {
    // Not awaited: the response time must not reveal whether the user exists.
    if (scene === 'register' || user !== null)
      deps.mail.sendCode(email, code, caller.language, user?.antiPhish ?? '').catch(deps.log);
    return answer;
  }
  // A login code gives access to an account, so that it is shown on known devices only; a registration code gives
  // none.
  return deps.demo && (scene === 'register' || known || caller.local) ? { ...answer, demoCode: code } : answer;
}

/**
 * Whether a code is created and sent. Callers beyond their limit receive 1429: known devices are counted by device,
 * others by address and e-mail. The limit per mailbox is silent: beyond it no mail is sent. With the right password
 * it is counted apart, so that strangers cannot exhaust it. Known devices and sessions have a limit per mailbox, too;
 * beyond it a known device is as an unknown one.
 */
async function isDue(
  deps: AccountDeps,
  request: RequestOf<'/common/code/send'>,
  { network }: Caller,
  known: string | null,
): Promise<boolean> {
  const { rateLimits: limits } = deps;
  const email = normalEmail(request.email);
  const proven = deps.captchas.verify(request);
  if (known !== null) {
    await limits.consume('code', `device ${known}`);
    await limits.consume('codeDay', `device ${known}`);
    const key = ownMailKey(email, await deps.devices.isFirst(known));
    if (await limits.tryConsume(['codeMail', 'codeMailDay'], key)) return true;
  }
  if (request.password !== undefined) {
    // Every password check needs a captcha, and the response does not reveal its result.
    if (!proven) throw new RejectError(CODE.captchaWrong);
    const user = await deps.users.byEmail(email);
    const right = await verifyPassword(user?.passwordHash ?? null, request.password, network);
    return right && limits.tryConsume(['codeMail', 'codeMailDay'], `owner ${email}`);
  }
  // A few an hour from one address; more need a captcha.
  if (!proven && (await limits.isExhausted('codeAddress', network))) throw new RejectError(CODE.captchaWrong);
  await limits.consume('code', `ip ${network}`);
  await limits.consume('codeDay', `${network} ${email}`);
  await limits.count('codeAddress', network);
  return deps.mail === null || limits.tryConsume(['codeMail', 'codeMailDay'], `stranger ${email}`);
}

/**
 * The owner of the mailbox (and of the authenticator, where one is bound) sets a new password. An unknown e-mail is
 * answered as a wrong code.
 */
async function findPassword(
  deps: AccountDeps,
  request: RequestOf<'/common/find/password'>,
  caller: Caller,
): Promise<AnswerOf<'/common/find/password'>> {
  if (request.password !== request.rePassword) throw new RejectError(CODE.passwordsDiffer);
  checkNewPassword(request.password, request.email);
  const email = normalEmail(request.email);
  const key = { email, scene: 'forgot', device: deps.devices.keyOf(email, request.device) } as const;
  await requireCaptcha(deps, request, caller);
  await countWrong(deps, caller, deps.codes.check(key, request.code));
  const user = await deps.users.byEmail(email);
  if (!user) throw new RejectError(CODE.codeWrong);
  if (await deps.twoFactor.isBound(user.uid)) await deps.twoFactor.use(user.uid, request.googleCode, MAILBOX);
  await deps.codes.use(key, request.code);
  await resetPassword(deps, user, request.password, caller.network);
  await deps.devices.setFirst(user.uid, key.device);
  await deps.notifyUser(user, 'passwordReset', caller.language);
  return {};
}

async function resetPassword(deps: AccountDeps, user: User, password: string, network: string): Promise<void> {
  const passwordHash = await hashPassword(password, network);
  // The lock comes first: an interruption then locks too long rather than unlocks too early.
  await deps.users.lockWithdrawals(user.uid, deps.now() + WITHDRAW_LOCK_MS);
  await deps.users.setPassword(user.uid, passwordHash);
  await deps.sessions.endAll(user.uid);
  await deps.loginThrottle.clear(`password ${user.email}`);
}
