// The calls of people: register, log in, who am I, codes by mail, favourites, and what the exchange says of itself.
import type { AnswerOf, RequestOf } from '../../contract/calls.ts';
import { CODE, RejectError } from '../../contract/reject.ts';
import type { Caller, Handlers, Member } from '../gateway/handler.ts';
import type { Limits } from '../gateway/limits.ts';
import { CODE_INTERVAL_S, CODE_LIFE_S, type Codes } from './codes.ts';
import type { Favourites } from './favourites.ts';
import type { Mail } from './mail.ts';
import { hashPassword, isPasswordLength, verifyPassword } from './passwords.ts';
import { NO_SERVICE, propsOf } from './prop.ts';
import type { Sessions } from './sessions.ts';
import { type User, type Users, normalEmail } from './users.ts';

export interface AccountParts {
  users: Users;
  sessions: Sessions;
  codes: Codes;
  favourites: Favourites;
  limits: Limits;
  /** Null: codes come back as `demoCode` (demo), or cannot be had at all. */
  mail: Mail | null;
  demo: boolean;
  /** The house's own invite code; when there is one, nobody registers without one. */
  houseInviteCode: string | null;
  /** Worth of both wallets in USDT, as the wire prints money. */
  worthOf(uid: number): Promise<{ spot: string; contract: string }>;
  /** Gives a new person the demo money, once; resolves when it is durable. */
  creditDemo(uid: number): Promise<void>;
  /** Whether an instrument exists, for favourites. */
  isInstrument(coinInfoId: number): boolean;
  /** Where a letter that could not be sent is written. */
  log(error: unknown): void;
}

export type AccountPath = '/user/login' | '/user/register' | '/user/info' | '/common/prop' | '/common/code/send' | '/coin/collect/add' | '/coin/collect/del';

export function accountHandlers(parts: AccountParts): Handlers<AccountPath> {
  return {
    '/user/login': (request) => logIn(parts, request),
    '/user/register': (request, caller) => register(parts, request, caller),
    '/user/info': (request, member) => info(parts, request, member),
    '/common/prop': (request) => propsOf(request.keys, {
      demo: parts.demo, inviteRequired: parts.houseInviteCode !== null, mail: parts.mail !== null,
    }),
    '/common/code/send': (request, caller) => sendCode(parts, request, caller),
    '/coin/collect/add': async (request, member) => {
      if (!parts.isInstrument(request.coinInfoId)) throw new RejectError(CODE.notFound);
      return { collectList: await parts.favourites.add(member.uid, request.coinInfoId) };
    },
    '/coin/collect/del': async (request, member) => {
      const ids = request.ids ?? (request.coinInfoId === undefined ? [] : [request.coinInfoId]);
      if (ids.length === 0) throw new RejectError(CODE.fieldInvalid, { field: 'coinInfoId', rule: 'required' });
      return { collectList: await parts.favourites.remove(member.uid, ids) };
    },
  };
}

/** Gives their demo money to people whose registration was cut off by the end of the process. */
export async function finishRegistrations(parts: Pick<AccountParts, 'users' | 'creditDemo'>): Promise<void> {
  for (const user of await parts.users.withoutDemoMoney()) {
    await parts.creditDemo(user.uid);
    await parts.users.markDemoCredited(user.uid);
  }
}

/** Wrong e-mail and wrong password are told apart neither by the answer nor by the time it takes. */
async function logIn(parts: AccountParts, request: RequestOf<'/user/login'>): Promise<AnswerOf<'/user/login'>> {
  const account = normalEmail(request.email);
  // Counted before the slow check, so that guesses sent all at once are counted too.
  await parts.limits.take('wrongPassword', account);
  const user = await parts.users.byEmail(account);
  const right = await verifyPassword(user?.passwordHash ?? null, request.password);
  if (!right || !user) throw new RejectError(CODE.loginWrong);
  await parts.limits.forget('wrongPassword', account);
  if (!user.active) throw new RejectError(CODE.accountFrozen);
  return sessionAnswer(parts, user);
}

async function register(parts: AccountParts, request: RequestOf<'/user/register'>, caller: Caller): Promise<AnswerOf<'/user/register'>> {
  if (request.password !== request.rePassword) throw new RejectError(CODE.passwordsDiffer);
  if (!isPasswordLength(request.password)) throw new RejectError(CODE.passwordLength);
  const invitedBy = await inviterOf(parts, request.inviteCode);
  // The code first: only who owns an e-mail may learn whether it is registered.
  await parts.codes.use(request.email, 'register', request.code);
  const passwordHash = await hashPassword(request.password);
  const user = await parts.users.add({ email: request.email, passwordHash, invitedBy, demoDue: parts.demo, now: caller.now });
  if (parts.demo) {
    await parts.creditDemo(user.uid);
    await parts.users.markDemoCredited(user.uid);
  }
  return sessionAnswer(parts, user);
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

async function sendCode(parts: AccountParts, request: RequestOf<'/common/code/send'>, caller: Caller): Promise<AnswerOf<'/common/code/send'>> {
  const email = normalEmail(request.email);
  await parts.limits.take('code', `ip ${caller.ip}`);
  await parts.limits.take('code', `mail ${email}`);
  await parts.limits.take('codeDay', email);
  const code = await parts.codes.make(email, request.scene);
  const answer = { expire: CODE_LIFE_S, interval: CODE_INTERVAL_S };
  if (parts.mail) {
    const known = request.scene === 'register' || (await parts.users.byEmail(email)) !== null;
    // Not waited for: the time of the answer must not say whether the person exists.
    if (known) parts.mail.sendCode(request.email, code, caller.language).catch(parts.log);
    return answer;
  }
  return parts.demo ? { ...answer, demoCode: code } : answer;
}

async function info(parts: AccountParts, request: RequestOf<'/user/info'>, member: Member): Promise<AnswerOf<'/user/info'>> {
  const user = await parts.users.byUid(member.uid);
  if (!user) throw new RejectError(CODE.sessionInvalid);
  if (request.logout) await parts.sessions.end(member.sessionKey);
  return userAnswer(parts, user);
}

async function sessionAnswer(parts: AccountParts, user: User): Promise<AnswerOf<'/user/login'>> {
  const { token, expireTime } = await parts.sessions.start(user.uid);
  return { accesstoken: token, expireTime, ...(await userAnswer(parts, user)) };
}

async function userAnswer(parts: AccountParts, user: User): Promise<AnswerOf<'/user/info'>> {
  const worth = await parts.worthOf(user.uid);
  return {
    user: {
      id: user.uid, email: user.email, usdtAmountSpot: worth.spot, usdtAmountContract: worth.contract,
      inviteCode: user.inviteCode, status: user.active ? 1 : 0, createTime: user.createTime,
    },
    userKyc: null,
    hasGoogleAuth: 0,
    service: NO_SERVICE,
  };
}
