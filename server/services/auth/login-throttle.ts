// Limits guesses at passwords and codes.
// Each is counted in the store before it is checked, so that neither parallel guesses nor a restart help.
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { MINUTE_MS } from '../../../core/units/durations.ts';
import type { Store } from '../../store/store.ts';
import type { SecretBox } from '../../store/secret-box.ts';

/** Wrong guesses expire this long after the last one. */
const MEMORY_MS = 24 * 60 * MINUTE_MS;
/** Longest lock. */
const MAX_LOCK_MS = MEMORY_MS;

/** How many wrong guesses are allowed. */
export interface ThrottleRule {
  /** Wrong guesses after which a captcha is required. */
  captchaAfter: number;
  /** Wrong guesses after which attempts are locked: for `lockMs`, doubled with each further one. */
  lockAfter: number;
  lockMs: number;
}

/** Passwords: a captcha after three, a lock of 15 minutes after ten, then 30 minutes, an hour, up to a day. */
export const PASSWORD_THROTTLE: ThrottleRule = { captchaAfter: 3, lockAfter: 10, lockMs: 15 * MINUTE_MS };
/** Six-digit codes, and the password within a session: a lock after five. */
export const CODE_THROTTLE: ThrottleRule = { captchaAfter: Infinity, lockAfter: 5, lockMs: 15 * MINUTE_MS };

interface Row {
  failures: bigint;
  locked_until: bigint;
  last_time: bigint;
}

/** Keys are stored as keyed hashes, so that the table reveals no e-mails. */
export class LoginThrottle {
  readonly #store: Store;
  readonly #secretBox: Pick<SecretBox, 'mac'>;
  readonly #now: () => number;

  constructor(store: Store, secretBox: Pick<SecretBox, 'mac'>, now: () => number) {
    this.#store = store;
    this.#secretBox = secretBox;
    this.#now = now;
  }

  /**
   * Counts a guess at `key` as wrong until `clear` is called. Throws RejectError 1429 (`retryAfter` in s) while
   * locked unless `unlocked`, and 1401 when a captcha is due and `proven` is false; those two are not counted.
   */
  attempt(key: string, rule: ThrottleRule, has: { proven?: boolean; unlocked?: boolean } = {}): Promise<void> {
    return this.#store.transaction(async (rows) => {
      const keyHash = this.#secretBox.mac(key);
      const row = await rows.first<Row>(
        'SELECT failures, locked_until, last_time FROM guess_guards WHERE guard_key = ?',
        [keyHash],
      );
      const nowMs = this.#now();
      const lockedMs = Number(row?.locked_until ?? 0) - nowMs;
      if (lockedMs > 0 && !has.unlocked)
        throw new RejectError(CODE.tooManyRequests, { retryAfter: Math.ceil(lockedMs / 1000) });
      const failures = row && Number(row.last_time) > nowMs - MEMORY_MS ? Number(row.failures) : 0;
      if (failures >= rule.captchaAfter && !has.proven) throw new RejectError(CODE.captchaWrong);
      await rows.run(
        `INSERT INTO guess_guards (guard_key, failures, locked_until, last_time) VALUES (?, ?, ?, ?)
         ON CONFLICT (guard_key) DO UPDATE SET failures = excluded.failures, locked_until = excluded.locked_until, last_time = excluded.last_time`,
        [keyHash, failures + 1, nowMs + lockMs(rule, failures + 1), nowMs],
      );
    });
  }

  /** The guess was right: forgets all wrong guesses of the key. */
  clear(key: string): Promise<void> {
    return this.#store.run('DELETE FROM guess_guards WHERE guard_key = ?', [this.#secretBox.mac(key)]);
  }

  /** Deletes expired counts. */
  deleteExpired(): Promise<void> {
    return this.#store.run('DELETE FROM guess_guards WHERE last_time < ?', [this.#now() - MEMORY_MS]);
  }
}

/** Duration of the lock after that many wrong guesses, in ms; 0: none. */
export function lockMs(rule: ThrottleRule, failures: number): number {
  if (failures < rule.lockAfter) return 0;
  return Math.min(rule.lockMs * 2 ** (failures - rule.lockAfter), MAX_LOCK_MS);
}
