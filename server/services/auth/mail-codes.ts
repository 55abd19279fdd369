// Six-digit codes that prove an e-mail.
// Stored as a hash, usable once, valid for ten minutes and five tries.
import { randomBytes, randomInt } from 'node:crypto';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Store } from '../../store/store.ts';
import { normalEmail } from './users.ts';
import { type SecretBox, sameText } from '../../store/secret-box.ts';

/** Validity of a code in s; returned by `code/send`. */
export const CODE_LIFE_S = 600;
/** Minimum time between two codes for one e-mail, in s; returned by `code/send`. */
export const CODE_INTERVAL_S = 60;
/** Wrong guesses that invalidate a code. */
const MAX_TRIES = 5;

/** Purpose of a code, before and within a session. */
export type Scene =
  | 'register'
  | 'forgot'
  | 'login'
  | 'password'
  | 'bindGoogle'
  | 'resetGoogle'
  | 'withdraw'
  | 'address';

/** Purpose and recipient of a code. */
interface CodeKey {
  email: string;
  scene: Scene;
  /** Key of the requesting device or session, '' for none: no other can use, exhaust or replace the code. */
  device?: string;
}

interface Row {
  code_hash: string;
  expire_time: bigint;
  tries: bigint;
}

/** Codes are stored as keyed hashes: a stolen table does not reveal them without the key. */
export class MailCodes {
  readonly #store: Store;
  readonly #secretBox: Pick<SecretBox, 'mac'>;
  readonly #now: () => number;

  constructor(store: Store, secretBox: Pick<SecretBox, 'mac'>, now: () => number) {
    this.#store = store;
    this.#secretBox = secretBox;
    this.#now = now;
  }

  /** Creates a code, a random one or that one; the previous one is no longer valid. */
  async create(key: CodeKey, code: string = String(randomInt(1_000_000)).padStart(6, '0')): Promise<string> {
    await this.#store.run(
      `INSERT INTO mail_codes (email, scene, device, code_hash, expire_time, tries) VALUES (?, ?, ?, ?, ?, 0)
       ON CONFLICT (email, scene, device) DO UPDATE SET code_hash = excluded.code_hash, expire_time = excluded.expire_time, tries = 0`,
      [...valuesOf(key), this.#hashOf(key, code), this.#now() + CODE_LIFE_S * 1000],
    );
    return code;
  }

  /**
   * Does the work of `create` for a code that is not sent: the response time must not reveal whether a mail was
   * sent.
   */
  async createDecoy(key: CodeKey): Promise<void> {
    // A random device key, so that the code can neither be used nor replaces another.
    await this.create({ ...key, device: randomBytes(16).toString('base64url') });
  }

  /** Consumes a code. Throws RejectError 1402 when it is wrong, expired, used, or was guessed at too often. */
  use(key: CodeKey, code: string): Promise<void> {
    return this.#guess(key, code, true);
  }

  /** As `use`, but a right code stays valid, because a later check of the same call may fail. */
  check(key: CodeKey, code: string): Promise<void> {
    return this.#guess(key, code, false);
  }

  /** Deletes expired codes. */
  deleteExpired(): Promise<void> {
    return this.#store.run('DELETE FROM mail_codes WHERE expire_time <= ?', [this.#now()]);
  }

  #hashOf({ email, scene }: CodeKey, code: string): string {
    return this.#secretBox.mac(`mail-code ${normalEmail(email)} ${scene} ${code}`);
  }

  async #guess(key: CodeKey, code: string, useUp: boolean): Promise<void> {
    const right = await this.#store.transaction(async (rows) => {
      const values = valuesOf(key);
      const row = await rows.first<Row>(`SELECT code_hash, expire_time, tries FROM mail_codes WHERE ${KEY}`, values);
      if (!row || Number(row.expire_time) <= this.#now() || Number(row.tries) >= MAX_TRIES) return false;
      const matches = sameText(this.#hashOf(key, code), row.code_hash);
      if (!matches) await rows.run(`UPDATE mail_codes SET tries = tries + 1 WHERE ${KEY}`, values);
      else if (useUp) await rows.run(`DELETE FROM mail_codes WHERE ${KEY}`, values);
      return matches;
    });
    if (!right) throw new RejectError(CODE.codeWrong);
  }
}

const KEY = 'email = ? AND scene = ? AND device = ?';

function valuesOf({ email, scene, device = '' }: CodeKey): string[] {
  return [normalEmail(email), scene, device];
}
