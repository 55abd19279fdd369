// What other rooms may ask of a person: the gates before money leaves, codes, whether the account is frozen; and the
// reviewer's side.
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Scene } from './mail-codes.ts';
import type { Kyc, KycStatus } from '../kyc/kyc.ts';
import type { Words } from '../notifications/notice-messages.ts';
import type { Letter, NoticeListener } from '../notifications/notices.ts';
import type { AccountParts } from '../accounts/deps.ts';
import type { User } from './users.ts';

/** Nothing leaves an account this long after one of its credentials was changed. */
export const WITHDRAW_LOCK_MS = 86_400_000;
/** Language of letters to somebody who has not been here since the process began. */
const LETTER_LANGUAGE = 'en-US';

export interface Gates {
  kyc: KycStatus | null;
  google: boolean;
  /** In ms; in the past or 0: no lock. */
  withdrawLockUntil: number;
  frozen: boolean;
}

export interface Identity {
  gatesOf(uid: number): Promise<Gates>;
  isFrozen(uid: number): boolean;
  /** Uses an authenticator's code up. Throws RejectError 1405, 1406 or 1429. */
  useGoogleCode(uid: number, code: string | undefined): Promise<void>;
  /** Uses a code sent by `/user/code/send` up. Throws RejectError 1402. */
  useMailCode(uid: number, scene: Scene, code: string): Promise<void>;
  /** As `useMailCode`, but a right code stays good: what stands beside it may still be wrong. */
  checkMailCode(uid: number, scene: Scene, code: string): Promise<void>;
  /** Writes a notice to a person. */
  tell(uid: number, letter: Letter): Promise<void>;
  /** Hears of every personal notice: for the socket's channel `notices`. */
  onNotice(listener: NoticeListener): void;
  /** Language in which a person reads, as far as it is known. */
  languageOf(uid: number): string;
}

/** The operator's side. Each throws RejectError 1404 where there is nothing to decide, or nobody. */
export interface Reviews {
  person(uid: number): Promise<User>;
  kycQueue(): Promise<number[]>;
  kycOf(uid: number): Promise<Kyc | null>;
  kycPicture(uid: number, field: 'imgFront' | 'imgBack'): Promise<string | null>;
  passKyc(uid: number): Promise<void>;
  /** `reasons`: text by field of the form. */
  failKyc(uid: number, reasons: Record<string, string>): Promise<void>;
  resetQueue(): Promise<number[]>;
  resetPicture(uid: number): Promise<string | null>;
  decideReset(uid: number, passed: boolean): Promise<void>;
  freeze(uid: number, reason: string): Promise<void>;
  unfreeze(uid: number): Promise<void>;
  /** A whole number from 0 to 100, else RejectError 1400. */
  setCreditScore(uid: number, score: number): Promise<void>;
  /** Tells everybody; answers the notice's id. */
  announce(title: string, content: string, link?: string, others?: Record<string, Words>): Promise<number>;
}

/** `frozen`: uids frozen by now; kept up by `freeze` and `unfreeze`, so that the gateway asks memory, not the store. */
export function createIdentity(parts: AccountParts, frozen: Set<number>): Identity & Reviews {
  const person = async (uid: number): Promise<User> => {
    const user = await parts.users.byUid(uid);
    if (!user) throw new RejectError(CODE.notFound);
    return user;
  };
  const languageOf = (uid: number): string => parts.languages.get(uid) ?? LETTER_LANGUAGE;
  return {
    languageOf,
    async gatesOf(uid) {
      const [user, kyc, google] = await Promise.all([person(uid), parts.kyc.of(uid), parts.twoFactor.isBound(uid)]);
      return { kyc: kyc?.status ?? null, google, withdrawLockUntil: user.withdrawLockUntil, frozen: !user.active };
    },
    isFrozen: (uid) => frozen.has(uid),
    useGoogleCode: (uid, code) => parts.twoFactor.use(uid, code),
    useMailCode: async (uid, scene, code) => parts.codes.use({ email: (await person(uid)).email, scene }, code),
    checkMailCode: async (uid, scene, code) => parts.codes.check({ email: (await person(uid)).email, scene }, code),
    tell: async (uid, letter) => void (await parts.notices.tell(uid, letter)),
    onNotice: (listener) => parts.notices.onNotice(listener),
    person,
    ...reviewsOf(parts, person, languageOf),
    async freeze(uid, reason) {
      const user = await person(uid);
      await parts.users.setActive(uid, false);
      frozen.add(uid);
      await parts.tell(user, 'frozen', languageOf(uid), { reason });
    },
    async unfreeze(uid) {
      const user = await person(uid);
      await parts.users.setActive(uid, true);
      frozen.delete(uid);
      await parts.tell(user, 'unfrozen', languageOf(uid));
    },
    async setCreditScore(uid, score) {
      if (!Number.isInteger(score) || score < 0 || score > 100)
        throw new RejectError(CODE.fieldInvalid, { field: 'score', rule: '0 to 100' });
      await parts.users.setCreditScore((await person(uid)).uid, score);
    },
    announce: (title, content, link, others) => parts.notices.announce(title, content, link, others),
  };
}

type Decisions = Pick<
  Reviews,
  'kycQueue' | 'kycOf' | 'kycPicture' | 'passKyc' | 'failKyc' | 'resetQueue' | 'resetPicture' | 'decideReset'
>;

function reviewsOf(
  parts: AccountParts,
  person: (uid: number) => Promise<User>,
  languageOf: (uid: number) => string,
): Decisions {
  const decide = async (uid: number, passed: boolean, reasons: Record<string, string>): Promise<void> => {
    const user = await person(uid);
    await parts.kyc.decide(uid, passed, reasons);
    await parts.tell(user, passed ? 'kycPassed' : 'kycFailed', languageOf(uid), {
      fields: Object.keys(reasons).join(', '),
    });
  };
  return {
    kycQueue: () => parts.kyc.queue(),
    kycOf: (uid) => parts.kyc.of(uid),
    kycPicture: (uid, field) => parts.kyc.picture(uid, field),
    passKyc: (uid) => decide(uid, true, {}),
    failKyc: (uid, reasons) => decide(uid, false, reasons),
    resetQueue: () => parts.resetReviews.queue(),
    resetPicture: (uid) => parts.resetReviews.picture(uid),
    async decideReset(uid, passed) {
      const user = await person(uid);
      if (!(await parts.resetReviews.close(uid))) throw new RejectError(CODE.notFound);
      if (passed) await takeAuthenticatorOff(parts, user, languageOf(uid));
    },
  };
}

/** Takes the second factor off: every session ends but `keep`, nothing leaves for a day. Answers until when, in ms. */
export async function takeAuthenticatorOff(
  parts: AccountParts,
  user: User,
  language: string,
  keep?: string,
): Promise<number> {
  const until = parts.now() + WITHDRAW_LOCK_MS;
  // The lock first: cut off in between, the account is locked too long rather than open too soon.
  await parts.users.lockWithdrawals(user.uid, until);
  await parts.twoFactor.unbind(user.uid);
  await parts.sessions.endAll(user.uid, keep);
  await parts.tell(user, 'googleReset', language);
  return until;
}
