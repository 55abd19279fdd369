// Second factor of a user.
// The authenticator's encrypted secret, and hashed recovery codes; each code is usable once.
import { randomBytes } from 'node:crypto';
import { base32nopad } from '@scure/base';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { HOUR_MS } from '../../../core/units/durations.ts';
import type { Rows, Store } from '../../store/store.ts';
import { type LoginThrottle, CODE_THROTTLE } from './login-throttle.ts';
import { SECRET_BYTES, codeTimes, matchingStep, otpauthOf } from './totp.ts';
import { type SecretBox, sameText } from '../../store/secret-box.ts';

/** A secret that is not bound expires after this time, in which an authenticator can be installed. */
const PREPARED_LIFE_MS = HOUR_MS;
const RECOVERY_CODES = 10;
/** 80 bits each. */
const RECOVERY_BYTES = 10;
/** Name of the entry in the authenticator app. */
const ISSUER = 'DeFi';

interface BoundRow {
  secret: string;
  last_step: bigint;
}
interface PrepRow {
  secret: string;
  expire_time: bigint;
}

export interface TwoFactorDeps {
  store: Store;
  secretBox: SecretBox;
  throttle: LoginThrottle;
  now: () => number;
  /** The machine's clock minus `now()`, in ms; 0: they agree. */
  clockAheadMs?: () => number;
}

export class TwoFactor {
  readonly #store: Store;
  readonly #secretBox: SecretBox;
  readonly #throttle: LoginThrottle;
  readonly #now: () => number;
  readonly #clockAheadMs: () => number;

  constructor({ store, secretBox, throttle, now, clockAheadMs = () => 0 }: TwoFactorDeps) {
    this.#store = store;
    this.#secretBox = secretBox;
    this.#throttle = throttle;
    this.#now = now;
    this.#clockAheadMs = clockAheadMs;
  }

  async isBound(uid: number): Promise<boolean> {
    return (await this.#store.first('SELECT uid FROM two_factor WHERE uid = ?', [uid])) !== undefined;
  }

  /**
   * A secret that a session may bind, the same one until it expires: the app may have loaded its page again while the
   * user typed the secret into an authenticator. Throws RejectError 1407 when one is bound.
   */
  async prepare(
    uid: number,
    email: string,
    sessionKey = '',
  ): Promise<{ secret: string; otpauth: string; expireTime: number }> {
    if (await this.isBound(uid)) throw new RejectError(CODE.googleBound);
    const bytes = (await this.#pending(this.#store, uid, sessionKey)) ?? randomBytes(SECRET_BYTES);
    const expireTime = this.#now() + PREPARED_LIFE_MS;
    const sealed = this.#secretBox.seal(bytes, preparedContext(uid)).toString('base64url');
    await this.#store.transaction(async (rows) => {
      // With those that have expired, of sessions that may have ended.
      await rows.run('DELETE FROM two_factor_prep WHERE uid = ? AND (session_key = ? OR expire_time <= ?)', [
        uid,
        sessionKey,
        this.#now(),
      ]);
      await rows.run('INSERT INTO two_factor_prep (uid, session_key, secret, expire_time) VALUES (?, ?, ?, ?)', [
        uid,
        sessionKey,
        sealed,
        expireTime,
      ]);
    });
    const secret = base32nopad.encode(bytes);
    return { secret, otpauth: otpauthOf(secret, ISSUER, email), expireTime };
  }

  /**
   * Checks that `secret` is the one prepared for the session and `code` matches it. Throws RejectError 1400, 1405, 1407
   * or 1429. Changes nothing but the session's count of guesses.
   */
  async checkPrepared(uid: number, secret: string, code: string, sessionKey = ''): Promise<void> {
    await this.#throttle.attempt(throttleKey(uid, sessionKey), CODE_THROTTLE);
    await this.#prepared(this.#store, uid, { sessionKey, secret, code });
    await this.#throttle.clear(throttleKey(uid, sessionKey));
  }

  /** Binds the prepared secret; returns ten recovery codes, which are shown once. Throws as `checkPrepared`. */
  bind(uid: number, secret: string, code: string, sessionKey = ''): Promise<string[]> {
    return this.#store.transaction(async (rows) => {
      const { sealed, step } = await this.#prepared(rows, uid, { sessionKey, secret, code });
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
      await rows.run('INSERT INTO two_factor (uid, secret, last_step, bind_time) VALUES (?, ?, ?, ?)', [
        uid,
        sealed,
        step,
        this.#now(),
      ]);
      await rows.run('DELETE FROM two_factor_prep WHERE uid = ?', [uid]);
      await rows.many(
        'INSERT INTO recovery_codes (uid, code_hash) VALUES (?, ?)',
        codes.map((text) => [uid, this.#secretBox.mac(recoveryText(uid, text))]),
      );
      return codes;
    });
  }

  /**
   * Consumes a code of the bound authenticator. Throws RejectError 1405 (wrong, old or used), 1406 (none bound),
   * 1429 (five wrong in a row). `by`: who tries, each with a count of its own: a session, a known device, the mailbox;
   * '' for someone with only the password. So none of them locks the others out.
   */
  async use(uid: number, code: string | undefined, by?: string): Promise<void> {
    if (!(await this.isBound(uid))) throw new RejectError(CODE.googleNotBound);
    // A missing code is reported as such, and is no guess.
    if (code === undefined) throw new RejectError(CODE.googleWrong, { field: 'googleCode', rule: 'required' });
    await this.#throttle.attempt(throttleKey(uid, by), CODE_THROTTLE);
    if (!(await this.#useStep(uid, code))) throw new RejectError(CODE.googleWrong);
    await this.#throttle.clear(throttleKey(uid, by));
  }

  /** Consumes a recovery code. Throws RejectError 1405, 1406 or 1429. */
  async useRecovery(uid: number, code: string, by?: string): Promise<void> {
    if (!(await this.isBound(uid))) throw new RejectError(CODE.googleNotBound);
    await this.#throttle.attempt(throttleKey(uid, by), CODE_THROTTLE);
    const used = await this.#store.transaction(async (rows) => {
      const key = [uid, this.#secretBox.mac(recoveryText(uid, code))];
      if (!(await rows.first('SELECT uid FROM recovery_codes WHERE uid = ? AND code_hash = ?', key))) return false;
      await rows.run('DELETE FROM recovery_codes WHERE uid = ? AND code_hash = ?', key);
      return true;
    });
    if (!used) throw new RejectError(CODE.googleWrong);
    await this.#throttle.clear(throttleKey(uid, by));
  }

  /** Removes the second factor. */
  unbind(uid: number): Promise<void> {
    return this.#store.transaction(async (rows) => {
      for (const table of ['two_factor', 'two_factor_prep', 'recovery_codes'])
        await rows.run(`DELETE FROM ${table} WHERE uid = ?`, [uid]);
    });
  }

  #times(): number[] {
    return codeTimes(this.#now(), this.#clockAheadMs());
  }

  /** Whether the code is valid and its step unused; marks the step as used in the same transaction. */
  #useStep(uid: number, code: string): Promise<boolean> {
    const times = this.#times();
    return this.#store.transaction(async (rows) => {
      const row = await rows.first<BoundRow>('SELECT secret, last_step FROM two_factor WHERE uid = ?', [uid]);
      if (!row) return false;
      const secret = this.#secretBox.open(Buffer.from(row.secret, 'base64url'), boundContext(uid));
      const step = matchingStep(secret, code, times, Number(row.last_step));
      if (step === null) return false;
      await rows.run('UPDATE two_factor SET last_step = ? WHERE uid = ?', [step, uid]);
      return true;
    });
  }

  async #prepared(
    rows: Rows,
    uid: number,
    { sessionKey, secret, code }: Record<'sessionKey' | 'secret' | 'code', string>,
  ): Promise<{ sealed: string; step: number }> {
    if (await rows.first('SELECT uid FROM two_factor WHERE uid = ?', [uid])) throw new RejectError(CODE.googleBound);
    const decrypted = await this.#pending(rows, uid, sessionKey);
    if (!decrypted || !sameText(base32nopad.encode(decrypted), secret))
      throw new RejectError(CODE.fieldInvalid, { field: 'secret', rule: 'prepared' });
    const step = matchingStep(decrypted, code, this.#times(), 0);
    if (step === null) throw new RejectError(CODE.googleWrong);
    return { sealed: this.#secretBox.seal(decrypted, boundContext(uid)).toString('base64url'), step };
  }

  /** The secret prepared for a session; null for none, and for one that has expired. */
  async #pending(rows: Rows, uid: number, sessionKey: string): Promise<Buffer | null> {
    const row = await rows.first<PrepRow>(
      'SELECT secret, expire_time FROM two_factor_prep WHERE uid = ? AND session_key = ?',
      [uid, sessionKey],
    );
    if (!row || Number(row.expire_time) <= this.#now()) return null;
    return this.#secretBox.open(Buffer.from(row.secret, 'base64url'), preparedContext(uid));
  }
}

const boundContext = (uid: number): string => `two-factor ${uid}`;
const preparedContext = (uid: number): string => `two-factor-prep ${uid}`;
const throttleKey = (uid: number, by = ''): string => `two-factor ${uid} ${by}`.trim();

/** "ABCD-EFGH-IJKL-MNOP". */
function newRecoveryCode(): string {
  return (base32nopad.encode(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-');
}

/** The hashed text: upper case without dashes and spaces, so that the user may type it in any form. */
function recoveryText(uid: number, code: string): string {
  return `recovery ${uid} ${code.toUpperCase().replace(/[^A-Z2-7]/g, '')}`;
}
