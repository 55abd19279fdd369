// Security status of users for other services, and the operator's reviews.
// Withdrawal checks, codes, freezing.
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { MailCodes, Scene } from './mail-codes.ts';
import type { Kyc, KycStatus, KycStore } from '../kyc/kyc.ts';
import { FIELD_SEPARATOR, type Template, type Words } from '../notifications/notice-messages.ts';
import type { NewNotice, NoticeListener, Notices } from '../notifications/notices.ts';
import type { ResetReviews } from './reset-reviews.ts';
import type { Sessions } from './sessions.ts';
import type { TwoFactor } from './two-factor.ts';
import type { User, Users } from './users.ts';

/** Withdrawals are locked this long after a credential was changed. */
export const WITHDRAW_LOCK_MS = 86_400_000;

export interface IdentityDeps {
  users: Users;
  sessions: Pick<Sessions, 'endAll'>;
  codes: Pick<MailCodes, 'use' | 'check'>;
  twoFactor: Pick<TwoFactor, 'isBound' | 'use' | 'unbind'>;
  resetReviews: Pick<ResetReviews, 'queue' | 'picture' | 'close'>;
  kyc: Pick<KycStore, 'of' | 'queue' | 'picture' | 'decide'>;
  notices: Pick<Notices, 'notify' | 'onNotice' | 'announce'>;
  /** Writes a notice to a user, and a mail where there is a mail server. */
  notifyUser(user: User, template: Template, language: string, params?: Record<string, string>): Promise<void>;
  now(): number;
}

export interface SecurityStatus {
  kyc: KycStatus | null;
  google: boolean;
  /** In ms; in the past or 0: no lock. */
  withdrawLockUntil: number;
  frozen: boolean;
}

/** A user within a session. */
type OwnSession = Parameters<Sessions['list']>[0];

export interface Identity {
  securityStatusOf(uid: number): Promise<SecurityStatus>;
  isFrozen(uid: number): boolean;
  /** Consumes an authenticator's code; a session's guesses are counted apart. Throws RejectError 1405, 1406 or 1429. */
  useGoogleCode(of: OwnSession, code: string | undefined): Promise<void>;
  /** Consumes a code sent to that session by `/user/code/send`. Throws RejectError 1402. */
  useMailCode(of: OwnSession, scene: Scene, code: string): Promise<void>;
  /** As `useMailCode`, but a right code stays valid, because another check of the same call may fail. */
  checkMailCode(of: OwnSession, scene: Scene, code: string): Promise<void>;
  /** Writes a notice to a user. */
  notify(uid: number, notice: NewNotice): Promise<void>;
  /** Called with every personal notice; the socket's channel `notices` subscribes. */
  onNotice(listener: NoticeListener): void;
}

/** The operator's decisions. Each throws RejectError 1404 where there is nothing to decide, or no such user. */
export interface AccountReviews {
  user(uid: number): Promise<User>;
  kycQueue(): Promise<number[]>;
  kycOf(uid: number): Promise<Kyc | null>;
  kycPicture(uid: number, field: 'imgFront' | 'imgBack'): Promise<string | null>;
  /** With `submitTime` of the form that was submitted then alone. */
  passKyc(uid: number, submitTime?: number): Promise<void>;
  /** `reasons`: text by field of the form. */
  failKyc(uid: number, reasons: Record<string, string>, submitTime?: number): Promise<void>;
  resetQueue(): Promise<number[]>;
  resetPicture(uid: number): Promise<string | null>;
  decideReset(uid: number, passed: boolean): Promise<void>;
  freeze(uid: number, reason: string): Promise<void>;
  unfreeze(uid: number): Promise<void>;
  /** A whole number from 0 to 100, else RejectError 1400. */
  setCreditScore(uid: number, score: number): Promise<void>;
  /** Writes a notice to all users; returns its id. */
  announce(title: string, content: string, link?: string, others?: Record<string, Words>): Promise<number>;
}

/** `frozen`: uids frozen at the start; `freeze` and `unfreeze` update it, so that the gateway needs no query. */
export function createIdentity(deps: IdentityDeps, frozen: Set<number>): Identity & AccountReviews {
  const userOf = async (uid: number): Promise<User> => {
    const user = await deps.users.byUid(uid);
    if (!user) throw new RejectError(CODE.notFound);
    return user;
  };
  return {
    async securityStatusOf(uid) {
      const [user, kyc, google] = await Promise.all([userOf(uid), deps.kyc.of(uid), deps.twoFactor.isBound(uid)]);
      return { kyc: kyc?.status ?? null, google, withdrawLockUntil: user.withdrawLockUntil, frozen: !user.active };
    },
    isFrozen: (uid) => frozen.has(uid),
    useGoogleCode: ({ uid, sessionKey }, code) => deps.twoFactor.use(uid, code, sessionKey),
    useMailCode: async ({ uid, sessionKey: device }, scene, code) =>
      deps.codes.use({ email: (await userOf(uid)).email, scene, device }, code),
    checkMailCode: async ({ uid, sessionKey: device }, scene, code) =>
      deps.codes.check({ email: (await userOf(uid)).email, scene, device }, code),
    notify: async (uid, notice) => void (await deps.notices.notify(uid, notice)),
    onNotice: (listener) => deps.notices.onNotice(listener),
    user: userOf,
    ...reviewsOf(deps, userOf),
    async freeze(uid, reason) {
      const user = await userOf(uid);
      await deps.users.setActive(uid, false);
      frozen.add(uid);
      await deps.notifyUser(user, 'frozen', user.language, { reason });
    },
    async unfreeze(uid) {
      const user = await userOf(uid);
      await deps.users.setActive(uid, true);
      frozen.delete(uid);
      await deps.notifyUser(user, 'unfrozen', user.language);
    },
    async setCreditScore(uid, score) {
      if (!Number.isInteger(score) || score < 0 || score > 100)
        throw new RejectError(CODE.fieldInvalid, { field: 'score', rule: '0 to 100' });
      await deps.users.setCreditScore((await userOf(uid)).uid, score);
    },
    announce: (title, content, link, others) => deps.notices.announce(title, content, link, others),
  };
}

type Decisions = Pick<
  AccountReviews,
  'kycQueue' | 'kycOf' | 'kycPicture' | 'passKyc' | 'failKyc' | 'resetQueue' | 'resetPicture' | 'decideReset'
>;

function reviewsOf(deps: IdentityDeps, userOf: (uid: number) => Promise<User>): Decisions {
  const decide = async (
    uid: number,
    passed: boolean,
    reasons: Record<string, string>,
    submitTime?: number,
  ): Promise<void> => {
    const user = await userOf(uid);
    await deps.kyc.decide(uid, passed, reasons, submitTime);
    await deps.notifyUser(user, passed ? 'kycPassed' : 'kycFailed', user.language, {
      fields: Object.keys(reasons).join(FIELD_SEPARATOR),
    });
  };
  return {
    kycQueue: () => deps.kyc.queue(),
    kycOf: (uid) => deps.kyc.of(uid),
    kycPicture: (uid, field) => deps.kyc.picture(uid, field),
    passKyc: (uid, submitTime) => decide(uid, true, {}, submitTime),
    failKyc: (uid, reasons, submitTime) => decide(uid, false, reasons, submitTime),
    resetQueue: () => deps.resetReviews.queue(),
    resetPicture: (uid) => deps.resetReviews.picture(uid),
    async decideReset(uid, passed) {
      const user = await userOf(uid);
      if (!(await deps.resetReviews.close(uid))) throw new RejectError(CODE.notFound);
      if (passed) await removeAuthenticator(deps, user, user.language);
    },
  };
}

/**
 * Unbinds the authenticator, ends every session but `keep`, and locks withdrawals for a day. Returns the end of the
 * lock in ms.
 */
export async function removeAuthenticator(
  deps: Pick<IdentityDeps, 'users' | 'sessions' | 'twoFactor' | 'notifyUser' | 'now'> & {
    resetReviews: Pick<ResetReviews, 'close'>;
  },
  user: User,
  language: string,
  keep?: string,
): Promise<number> {
  const until = deps.now() + WITHDRAW_LOCK_MS;
  // The lock comes first: an interruption then locks too long rather than unlocks too early.
  await deps.users.lockWithdrawals(user.uid, until);
  await deps.twoFactor.unbind(user.uid);
  // A picture that still waits is of this authenticator, not of one that is bound later.
  await deps.resetReviews.close(user.uid);
  await deps.sessions.endAll(user.uid, keep);
  await deps.notifyUser(user, 'googleReset', language);
  return until;
}
