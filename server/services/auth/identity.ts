// Security status of users for other services, and the operator's reviews.
// Withdrawal checks, codes, freezing.
import { DAY_MS } from '../../../core/units/durations.ts';
import type { KycStatus } from '../../../core/endpoints/kyc-status.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { MailCodes, Scene } from './mail-codes.ts';
import type { Kyc, KycStore } from '../kyc/kyc.ts';
import { FIELD_SEPARATOR, type Template, type Words } from '../notifications/notice-messages.ts';
import type { NewNotice, NoticeListener, Notices } from '../notifications/notices.ts';
import type { ResetReviews } from './reset-reviews.ts';
import type { Sessions } from './sessions.ts';
import type { TwoFactor } from './two-factor.ts';
import type { User, Users } from './users.ts';

/** Withdrawals are locked this long after a credential was changed. */
export const WITHDRAW_LOCK_MS = DAY_MS;

export interface IdentityDeps {
  users: Users;
  sessions: Pick<Sessions, 'endAll'>;
  codes: Pick<MailCodes, 'use' | 'check'>;
  twoFactor: Pick<TwoFactor, 'isBound' | 'use' | 'unbind'>;
  resetReviews: Pick<ResetReviews, 'queue' | 'picture' | 'submitTimeOf' | 'close'>;
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

/**
 * Users as other services and operators know them. Throws RejectError 1404 where there is no such user; a decision also
 * where there is nothing to decide.
 */
export class Identity {
  readonly #deps: IdentityDeps;
  readonly #frozen: Set<number>;

  /** `frozen`: uids frozen at the start; `freeze` and `unfreeze` update it, so that the gateway needs no query. */
  constructor(deps: IdentityDeps, frozen: Set<number>) {
    this.#deps = deps;
    this.#frozen = frozen;
  }

  async user(uid: number): Promise<User> {
    const user = await this.#deps.users.byUid(uid);
    if (!user) throw new RejectError(CODE.notFound);
    return user;
  }

  async securityStatusOf(uid: number): Promise<SecurityStatus> {
    const [user, kyc, google] = await Promise.all([
      this.user(uid),
      this.#deps.kyc.of(uid),
      this.#deps.twoFactor.isBound(uid),
    ]);
    return { kyc: kyc?.status ?? null, google, withdrawLockUntil: user.withdrawLockUntil, frozen: !user.active };
  }

  isFrozen(uid: number): boolean {
    return this.#frozen.has(uid);
  }

  /** Consumes an authenticator's code; a session's guesses are counted apart. Throws RejectError 1405, 1406 or 1429. */
  useGoogleCode({ uid, sessionKey }: OwnSession, code: string | undefined): Promise<void> {
    return this.#deps.twoFactor.use(uid, code, sessionKey);
  }

  /** Consumes a code sent to that session by `/user/code/send`. Throws RejectError 1402. */
  async useMailCode({ uid, sessionKey: device }: OwnSession, scene: Scene, code: string): Promise<void> {
    await this.#deps.codes.use({ email: (await this.user(uid)).email, scene, device }, code);
  }

  /** As `useMailCode`, but a right code stays valid, because another check of the same call may fail. */
  async checkMailCode({ uid, sessionKey: device }: OwnSession, scene: Scene, code: string): Promise<void> {
    await this.#deps.codes.check({ email: (await this.user(uid)).email, scene, device }, code);
  }

  /** Writes a notice to a user. */
  async notify(uid: number, notice: NewNotice): Promise<void> {
    await this.#deps.notices.notify(uid, notice);
  }

  /** Writes a notice about the safety of the account to its user, and a mail where there is a mail server. */
  async warn(uid: number, template: Template, params: Record<string, string>): Promise<void> {
    const user = await this.user(uid);
    await this.#deps.notifyUser(user, template, user.language, params);
  }

  /** Called with every personal notice; the socket's channel `notices` subscribes. */
  onNotice(listener: NoticeListener): void {
    this.#deps.notices.onNotice(listener);
  }

  /** Writes a notice to all users; returns its id. */
  announce(title: string, content: string, link?: string, others?: Record<string, Words>): Promise<number> {
    return this.#deps.notices.announce(title, content, link, others);
  }

  kycQueue(): Promise<number[]> {
    return this.#deps.kyc.queue();
  }

  kycOf(uid: number): Promise<Kyc | null> {
    return this.#deps.kyc.of(uid);
  }

  kycPicture(uid: number, field: 'imgFront' | 'imgBack'): Promise<string | null> {
    return this.#deps.kyc.picture(uid, field);
  }

  /** `submitTime`: decides only the form that was submitted at that time; absent: whichever is under review. */
  passKyc(uid: number, submitTime?: number): Promise<void> {
    return this.#decideKyc(uid, true, {}, submitTime);
  }

  /** `reasons`: text by field of the form. */
  failKyc(uid: number, reasons: Record<string, string>, submitTime?: number): Promise<void> {
    return this.#decideKyc(uid, false, reasons, submitTime);
  }

  resetQueue(): Promise<number[]> {
    return this.#deps.resetReviews.queue();
  }

  resetPicture(uid: number): Promise<string | null> {
    return this.#deps.resetReviews.picture(uid);
  }

  resetTimeOf(uid: number): Promise<number> {
    return this.#deps.resetReviews.submitTimeOf(uid);
  }

  /** `submitTime`: decides only the picture that was submitted at that time; absent: whichever waits. */
  async decideReset(uid: number, passed: boolean, submitTime?: number): Promise<void> {
    const user = await this.user(uid);
    if (!(await this.#deps.resetReviews.close(uid, submitTime))) throw new RejectError(CODE.notFound);
    if (passed) await removeAuthenticator(this.#deps, user, user.language);
  }

  async freeze(uid: number, reason: string): Promise<void> {
    const user = await this.user(uid);
    await this.#deps.users.setActive(uid, false);
    this.#frozen.add(uid);
    await this.#deps.notifyUser(user, 'frozen', user.language, { reason });
  }

  async unfreeze(uid: number): Promise<void> {
    const user = await this.user(uid);
    await this.#deps.users.setActive(uid, true);
    this.#frozen.delete(uid);
    await this.#deps.notifyUser(user, 'unfrozen', user.language);
  }

  /** A whole number from 0 to 100, else RejectError 1400. */
  async setCreditScore(uid: number, score: number): Promise<void> {
    if (!Number.isInteger(score) || score < 0 || score > 100)
      throw new RejectError(CODE.fieldInvalid, { field: 'score', rule: '0 to 100' });
    await this.#deps.users.setCreditScore((await this.user(uid)).uid, score);
  }

  async #decideKyc(
    uid: number,
    passed: boolean,
    reasons: Record<string, string>,
    submitTime: number | undefined,
  ): Promise<void> {
    const user = await this.user(uid);
    await this.#deps.kyc.decide(uid, passed, reasons, submitTime);
    await this.#deps.notifyUser(user, passed ? 'kycPassed' : 'kycFailed', user.language, {
      fields: Object.keys(reasons).join(FIELD_SEPARATOR),
    });
  }
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
  // A picture that still waits was sent for this authenticator, not for one that is bound later.
  await deps.resetReviews.close(user.uid);
  await deps.sessions.endAll(user.uid, keep);
  await deps.notifyUser(user, 'googleReset', language);
  return until;
}
