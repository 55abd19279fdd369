// Codes by mail: six digits that prove an e-mail, kept as a hash, good once, for ten minutes and five tries.
import { randomBytes, randomInt } from 'node:crypto';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Store } from '../../store/store.ts';
import { normalEmail } from './users.ts';
import { type Vault, sameText } from './secret-box.ts';

/** How long a code is good, in s; said in the answer of `code/send`. */
export const CODE_LIFE_S = 600;
/** Least time between two codes for one e-mail, in s; said in the answer of `code/send`. */
export const CODE_INTERVAL_S = 60;
/** Wrong guesses that end a code. */
const MAX_TRIES = 5;

/** What a code is for: before a session, and within one. */
export type Scene =
  | 'register'
  | 'forgot'
  | 'login'
  | 'password'
  | 'bindGoogle'
  | 'resetGoogle'
  | 'withdraw'
  | 'address';

/** What a code proves, and to whom it was sent. */
interface CodeKey {
  email: string;
  scene: Scene;
  /** Key of the device that asked, '' for none: nobody else can use the code, guess it away or replace it. */
  device?: string;
}

export interface Codes {
  /** Makes a code; the one before it is no longer good. */
  make(key: CodeKey): Promise<string>;
  /**
   * Does the work of `make` for a code that nobody is told: an answer must not say by its time whether a letter was
   * written.
   */
  pretend(key: CodeKey): Promise<void>;
  /** Uses a code up. Throws RejectError 1402 when it is wrong, expired, used, or was guessed at too often. */
  use(key: CodeKey, code: string): Promise<void>;
  /** As `use`, but a right code stays good: what stands between it and its use may still be refused. */
  check(key: CodeKey, code: string): Promise<void>;
  /** Takes out what has expired. */
  sweep(): Promise<void>;
}

interface Row {
  code_hash: string;
  expire_time: bigint;
  tries: bigint;
}

/** Codes are kept as keyed hashes: a million guesses at a stolen table find nothing without the key. */
export function createCodes(store: Store, vault: Pick<Vault, 'mac'>, now: () => number): Codes {
  const hashOf = ({ email, scene }: CodeKey, code: string): string =>
    vault.mac(`mail-code ${normalEmail(email)} ${scene} ${code}`);
  const guess = async (asked: CodeKey, code: string, useUp: boolean): Promise<void> => {
    const right = await store.transaction(async (rows) => {
      const key = valuesOf(asked);
      const row = await rows.first<Row>(`SELECT code_hash, expire_time, tries FROM mail_codes WHERE ${KEY}`, key);
      if (!row || Number(row.expire_time) <= now() || Number(row.tries) >= MAX_TRIES) return false;
      const matches = sameText(hashOf(asked, code), row.code_hash);
      if (!matches) await rows.run(`UPDATE mail_codes SET tries = tries + 1 WHERE ${KEY}`, key);
      else if (useUp) await rows.run(`DELETE FROM mail_codes WHERE ${KEY}`, key);
      return matches;
    });
    if (!right) throw new RejectError(CODE.codeWrong);
  };
  const make = async (key: CodeKey): Promise<string> => {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await store.run(
      `INSERT INTO mail_codes (email, scene, device, code_hash, expire_time, tries) VALUES (?, ?, ?, ?, ?, 0)
       ON CONFLICT (email, scene, device) DO UPDATE SET code_hash = excluded.code_hash, expire_time = excluded.expire_time, tries = 0`,
      [...valuesOf(key), hashOf(key, code), now() + CODE_LIFE_S * 1000],
    );
    return code;
  };
  return {
    make,
    // No device has this name: the code stands where nobody can use it, and replaces none.
    pretend: async (key) => void (await make({ ...key, device: randomBytes(16).toString('base64url') })),
    use: (key, code) => guess(key, code, true),
    check: (key, code) => guess(key, code, false),
    sweep: () => store.run('DELETE FROM mail_codes WHERE expire_time <= ?', [now()]),
  };
}

const KEY = 'email = ? AND scene = ? AND device = ?';

function valuesOf({ email, scene, device = '' }: CodeKey): string[] {
  return [normalEmail(email), scene, device];
}
