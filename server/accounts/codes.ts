// Codes by mail: six digits that prove an e-mail, kept as a hash, good once, for ten minutes and five tries.
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE, RejectError } from '../../contract/reject.ts';
import type { Store } from '../store/store.ts';
import { normalEmail } from './users.ts';

/** How long a code is good, in s; said in the answer of `code/send`. */
export const CODE_LIFE_S = 600;
/** Least time between two codes for one e-mail, in s; said in the answer of `code/send`. */
export const CODE_INTERVAL_S = 60;
/** Wrong guesses that end a code. */
const MAX_TRIES = 5;

export type Scene = 'register' | 'forgot';

export interface Codes {
  /** Makes a code for an e-mail and scene; the one before it is no longer good. */
  make(email: string, scene: Scene): Promise<string>;
  /** Uses a code up. Throws RejectError 1402 when it is wrong, expired, used, or was guessed at too often. */
  use(email: string, scene: Scene, code: string): Promise<void>;
}

interface Row {
  code_hash: string;
  expire_time: bigint;
  tries: bigint;
}

export function createCodes(store: Store, now: () => number): Codes {
  return {
    async make(email, scene) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await store.run(
        `INSERT INTO mail_codes (email, scene, code_hash, expire_time, tries) VALUES (?, ?, ?, ?, 0)
         ON CONFLICT (email, scene) DO UPDATE SET code_hash = excluded.code_hash, expire_time = excluded.expire_time, tries = 0`,
        [normalEmail(email), scene, hashOf(code), now() + CODE_LIFE_S * 1000],
      );
      return code;
    },
    async use(email, scene, code) {
      const right = await store.transaction(async (rows) => {
        const key = [normalEmail(email), scene];
        const row = await rows.first<Row>('SELECT code_hash, expire_time, tries FROM mail_codes WHERE email = ? AND scene = ?', key);
        if (!row || Number(row.expire_time) <= now() || Number(row.tries) >= MAX_TRIES) return false;
        const matches = matchesHash(code, row.code_hash);
        if (matches) await rows.run('DELETE FROM mail_codes WHERE email = ? AND scene = ?', key);
        else await rows.run('UPDATE mail_codes SET tries = tries + 1 WHERE email = ? AND scene = ?', key);
        return matches;
      });
      if (!right) throw new RejectError(CODE.codeWrong);
    },
  };
}

/** Salted, so that the million codes are not one table of a million hashes. */
function hashOf(code: string, salt = randomBytes(16).toString('hex')): string {
  return `${salt}:${createHmac('sha256', salt).update(code).digest('hex')}`;
}

function matchesHash(code: string, stored: string): boolean {
  const salt = stored.split(':', 1)[0] ?? '';
  const computed = Buffer.from(hashOf(code, salt));
  const kept = Buffer.from(stored);
  return computed.length === kept.length && timingSafeEqual(computed, kept);
}
