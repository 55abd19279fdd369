// The second factor of a person: an authenticator's secret, sealed; recovery codes, hashed; each code good once.
import { randomBytes } from 'node:crypto';
import { base32nopad } from '@scure/base';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Rows, Store } from '../../store/store.ts';
import { type Guard, SHORT_GUARD } from './login-throttle.ts';
import { SECRET_BYTES, matchingStep, otpauthOf } from './totp.ts';
import { type Vault, sameText } from './secret-box.ts';

/** A secret that is not bound this long after it was made is forgotten. */
const PREP_MS = 10 * 60_000;
const RECOVERY_CODES = 10;
/** 80 bits each. */
const RECOVERY_BYTES = 10;
/** Name of the entry in the authenticator app. */
const ISSUER = 'DeFi';

export interface TwoFactor {
  isBound(uid: number): Promise<boolean>;
  /** A secret to bind; the one before it is no longer good. Throws RejectError 1407 when one is bound. */
  prepare(uid: number, email: string): Promise<{ secret: string; otpauth: string; expireTime: number }>;
  /**
   * Throws unless `secret` is the prepared one and `code` is its: RejectError 1400, 1405, 1407, 1429. Changes nothing
   * but the count of guesses.
   */
  checkPrepared(uid: number, secret: string, code: string): Promise<void>;
  /** Binds the prepared secret; answers ten recovery codes, shown once. Throws as `checkPrepared`. */
  bind(uid: number, secret: string, code: string): Promise<string[]>;
  /**
   * Uses a code of the bound authenticator up. Throws RejectError 1405 (wrong, old or used), 1406 (none bound), 1429
   * (five wrong in a row).
   */
  use(uid: number, code: string | undefined): Promise<void>;
  /** Uses a recovery code up. Throws RejectError 1405, 1406 or 1429. */
  useRecovery(uid: number, code: string): Promise<void>;
  /** Takes the second factor away. */
  unbind(uid: number): Promise<void>;
}

interface BoundRow {
  secret: string;
  last_step: bigint;
}
interface PrepRow {
  secret: string;
  expire_time: bigint;
}

export function createTwoFactor(store: Store, vault: Vault, guard: Guard, now: () => number): TwoFactor {
  const isBound = async (uid: number): Promise<boolean> =>
    (await store.first('SELECT uid FROM two_factor WHERE uid = ?', [uid])) !== undefined;
  const prepared = async (
    rows: Rows,
    uid: number,
    secret: string,
    code: string,
  ): Promise<{ sealed: string; step: number }> => {
    if (await rows.first('SELECT uid FROM two_factor WHERE uid = ?', [uid])) throw new RejectError(CODE.googleBound);
    const row = await rows.first<PrepRow>('SELECT secret, expire_time FROM two_factor_prep WHERE uid = ?', [uid]);
    const kept =
      row && Number(row.expire_time) > now() ? vault.open(Buffer.from(row.secret, 'base64url'), prepPlace(uid)) : null;
    if (!kept || !sameText(base32nopad.encode(kept), secret))
      throw new RejectError(CODE.fieldInvalid, { field: 'secret', rule: 'prepared' });
    const step = matchingStep(kept, code, now(), 0);
    if (step === null) throw new RejectError(CODE.googleWrong);
    return { sealed: vault.seal(kept, place(uid)).toString('base64url'), step };
  };
  return {
    isBound,
    async prepare(uid, email) {
      if (await isBound(uid)) throw new RejectError(CODE.googleBound);
      const bytes = randomBytes(SECRET_BYTES);
      const expireTime = now() + PREP_MS;
      await store.run(
        `INSERT INTO two_factor_prep (uid, secret, expire_time) VALUES (?, ?, ?)
         ON CONFLICT (uid) DO UPDATE SET secret = excluded.secret, expire_time = excluded.expire_time`,
        [uid, vault.seal(bytes, prepPlace(uid)).toString('base64url'), expireTime],
      );
      const secret = base32nopad.encode(bytes);
      return { secret, otpauth: otpauthOf(secret, ISSUER, email), expireTime };
    },
    async checkPrepared(uid, secret, code) {
      await guard.take(guardKey(uid), SHORT_GUARD);
      await prepared(store, uid, secret, code);
      await guard.forget(guardKey(uid));
    },
    bind: (uid, secret, code) =>
      store.transaction(async (rows) => {
        const { sealed, step } = await prepared(rows, uid, secret, code);
        const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
        await rows.run('INSERT INTO two_factor (uid, secret, last_step, bind_time) VALUES (?, ?, ?, ?)', [
          uid,
          sealed,
          step,
          now(),
        ]);
        await rows.run('DELETE FROM two_factor_prep WHERE uid = ?', [uid]);
        await rows.many(
          'INSERT INTO recovery_codes (uid, code_hash) VALUES (?, ?)',
          codes.map((text) => [uid, vault.mac(recoveryText(uid, text))]),
        );
        return codes;
      }),
    async use(uid, code) {
      if (!(await isBound(uid))) throw new RejectError(CODE.googleNotBound);
      // Asked for but not given: said as such, and no guess.
      if (code === undefined) throw new RejectError(CODE.googleWrong, { field: 'googleCode', rule: 'required' });
      await guard.take(guardKey(uid), SHORT_GUARD);
      if (!(await useStep(store, vault, uid, code, now()))) throw new RejectError(CODE.googleWrong);
      await guard.forget(guardKey(uid));
    },
    async useRecovery(uid, code) {
      if (!(await isBound(uid))) throw new RejectError(CODE.googleNotBound);
      await guard.take(guardKey(uid), SHORT_GUARD);
      const used = await store.transaction(async (rows) => {
        const key = [uid, vault.mac(recoveryText(uid, code))];
        if (!(await rows.first('SELECT uid FROM recovery_codes WHERE uid = ? AND code_hash = ?', key))) return false;
        await rows.run('DELETE FROM recovery_codes WHERE uid = ? AND code_hash = ?', key);
        return true;
      });
      if (!used) throw new RejectError(CODE.googleWrong);
      await guard.forget(guardKey(uid));
    },
    unbind: (uid) =>
      store.transaction(async (rows) => {
        for (const table of ['two_factor', 'two_factor_prep', 'recovery_codes'])
          await rows.run(`DELETE FROM ${table} WHERE uid = ?`, [uid]);
      }),
  };
}

/**
 * Whether the code is the authenticator's and its step was not used; the step is then used, in the same transaction.
 */
function useStep(store: Store, vault: Vault, uid: number, code: string, nowMs: number): Promise<boolean> {
  return store.transaction(async (rows) => {
    const row = await rows.first<BoundRow>('SELECT secret, last_step FROM two_factor WHERE uid = ?', [uid]);
    if (!row) return false;
    const step = matchingStep(
      vault.open(Buffer.from(row.secret, 'base64url'), place(uid)),
      code,
      nowMs,
      Number(row.last_step),
    );
    if (step === null) return false;
    await rows.run('UPDATE two_factor SET last_step = ? WHERE uid = ?', [step, uid]);
    return true;
  });
}

const place = (uid: number): string => `two-factor ${uid}`;
const prepPlace = (uid: number): string => `two-factor-prep ${uid}`;
const guardKey = (uid: number): string => `two-factor ${uid}`;

/** "ABCD-EFGH-IJKL-MNOP". */
function newRecoveryCode(): string {
  return (base32nopad.encode(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-');
}

/** What is hashed: as the person may type it, in any case, with or without dashes and spaces. */
function recoveryText(uid: number, code: string): string {
  return `recovery ${uid} ${code.toUpperCase().replace(/[^A-Z2-7]/g, '')}`;
}
