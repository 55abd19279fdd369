// Codes by mail: six digits that prove an e-mail, kept as a hash, good once, for ten minutes and five tries.
import { randomInt } from 'node:crypto';
import { CODE, RejectError } from '../../contract/reject.ts';
import type { Store } from '../store/store.ts';
import { normalEmail } from './users.ts';
import { type Vault, sameText } from './vault.ts';

/** How long a code is good, in s; said in the answer of `code/send`. */
export const CODE_LIFE_S = 600;
/** Least time between two codes for one e-mail, in s; said in the answer of `code/send`. */
export const CODE_INTERVAL_S = 60;
/** Wrong guesses that end a code. */
const MAX_TRIES = 5;

/** What a code is for: before a session, and within one. */
export type Scene = 'register' | 'forgot' | 'login' | 'password' | 'bindGoogle' | 'resetGoogle' | 'withdraw' | 'address';

export interface Codes {
  /** Makes a code for an e-mail and scene; the one before it is no longer good. */
  make(email: string, scene: Scene): Promise<string>;
  /** Uses a code up. Throws RejectError 1402 when it is wrong, expired, used, or was guessed at too often. */
  use(email: string, scene: Scene, code: string): Promise<void>;
  /** As `use`, but a right code stays good: what stands between it and its use may still be refused. */
  check(email: string, scene: Scene, code: string): Promise<void>;
}

interface Row {
  code_hash: string;
  expire_time: bigint;
  tries: bigint;
}

/** Codes are kept as keyed hashes: a million guesses at a stolen table find nothing without the key. */
export function createCodes(store: Store, vault: Pick<Vault, 'mac'>, now: () => number): Codes {
  const hashOf = (email: string, scene: Scene, code: string): string => vault.mac(`mail-code ${normalEmail(email)} ${scene} ${code}`);
  const guess = async (email: string, scene: Scene, code: string, useUp: boolean): Promise<void> => {
    const right = await store.transaction(async (rows) => {
      const key = [normalEmail(email), scene];
      const row = await rows.first<Row>('SELECT code_hash, expire_time, tries FROM mail_codes WHERE email = ? AND scene = ?', key);
      if (!row || Number(row.expire_time) <= now() || Number(row.tries) >= MAX_TRIES) return false;
      const matches = sameText(hashOf(email, scene, code), row.code_hash);
      if (!matches) await rows.run('UPDATE mail_codes SET tries = tries + 1 WHERE email = ? AND scene = ?', key);
      else if (useUp) await rows.run('DELETE FROM mail_codes WHERE email = ? AND scene = ?', key);
      return matches;
    });
    if (!right) throw new RejectError(CODE.codeWrong);
  };
  return {
    async make(email, scene) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await store.run(
        `INSERT INTO mail_codes (email, scene, code_hash, expire_time, tries) VALUES (?, ?, ?, ?, 0)
         ON CONFLICT (email, scene) DO UPDATE SET code_hash = excluded.code_hash, expire_time = excluded.expire_time, tries = 0`,
        [normalEmail(email), scene, hashOf(email, scene, code), now() + CODE_LIFE_S * 1000],
      );
      return code;
    },
    use: (email, scene, code) => guess(email, scene, code, true),
    check: (email, scene, code) => guess(email, scene, code, false),
  };
}
