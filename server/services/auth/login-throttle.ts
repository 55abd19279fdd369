// Guesses at secrets: counted in the store before the guess is looked at, so that neither many at once nor a restart
// helps.
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Store } from '../../store/store.ts';
import type { Vault } from './secret-box.ts';

const MINUTE_MS = 60_000;
/** Wrong guesses are forgotten this long after the last one. */
const MEMORY_MS = 24 * 60 * MINUTE_MS;
/** A lock lasts no longer than this. */
const LONGEST_LOCK_MS = MEMORY_MS;

/** What guesses a secret bears. */
export interface GuardRule {
  /** Wrong guesses after which a captcha is asked for. */
  captchaAfter: number;
  /** Wrong guesses after which nothing is tried for a while: `lockMs`, and twice as long after each one more. */
  lockAfter: number;
  lockMs: number;
}

/**
 * Passwords: a captcha after three, a lock of a quarter of an hour after ten, then of half an hour, an hour, ... a day.
 */
export const PASSWORD_GUARD: GuardRule = { captchaAfter: 3, lockAfter: 10, lockMs: 15 * MINUTE_MS };
/** Codes of six digits, and passwords asked of somebody who has a session: five. */
export const SHORT_GUARD: GuardRule = { captchaAfter: Infinity, lockAfter: 5, lockMs: 15 * MINUTE_MS };

export interface Guard {
  /**
   * Counts a guess at `key` as wrong until `forget` says otherwise. Throws RejectError 1429 (`retryAfter` in s) while
   * locked unless `unlocked`, and 1401 when a captcha is due and `proven` is false; those two count nothing.
   */
  take(key: string, rule: GuardRule, has?: { proven?: boolean; unlocked?: boolean }): Promise<void>;
  /** The guess was right: nothing is held against the key any more. */
  forget(key: string): Promise<void>;
  /** Takes out what is forgotten by now. */
  sweep(): Promise<void>;
}

interface Row {
  failures: bigint;
  locked_until: bigint;
  last_time: bigint;
}

/** Keys are kept as keyed hashes: the table is no list of e-mails. */
export function createGuard(store: Store, vault: Pick<Vault, 'mac'>, now: () => number): Guard {
  return {
    take: (key, rule, has = {}) =>
      store.transaction(async (rows) => {
        const kept = vault.mac(key);
        const row = await rows.first<Row>(
          'SELECT failures, locked_until, last_time FROM guess_guards WHERE guard_key = ?',
          [kept],
        );
        const nowMs = now();
        const lockedMs = Number(row?.locked_until ?? 0) - nowMs;
        if (lockedMs > 0 && !has.unlocked)
          throw new RejectError(CODE.tooManyRequests, { retryAfter: Math.ceil(lockedMs / 1000) });
        const failures = row && Number(row.last_time) > nowMs - MEMORY_MS ? Number(row.failures) : 0;
        if (failures >= rule.captchaAfter && !has.proven) throw new RejectError(CODE.captchaWrong);
        await rows.run(
          `INSERT INTO guess_guards (guard_key, failures, locked_until, last_time) VALUES (?, ?, ?, ?)
         ON CONFLICT (guard_key) DO UPDATE SET failures = excluded.failures, locked_until = excluded.locked_until, last_time = excluded.last_time`,
          [kept, failures + 1, nowMs + lockMs(rule, failures + 1), nowMs],
        );
      }),
    forget: (key) => store.run('DELETE FROM guess_guards WHERE guard_key = ?', [vault.mac(key)]),
    sweep: () => store.run('DELETE FROM guess_guards WHERE last_time < ?', [now() - MEMORY_MS]),
  };
}

/** How long nothing is tried after so many wrong guesses, in ms; 0: at once. */
export function lockMs(rule: GuardRule, failures: number): number {
  if (failures < rule.lockAfter) return 0;
  return Math.min(rule.lockMs * 2 ** (failures - rule.lockAfter), LONGEST_LOCK_MS);
}
