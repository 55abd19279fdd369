// The guard of guesses: how locks grow, what a restart forgets (nothing), and captchas that are good once and not for
// long.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MOST_POW_BITS, solvePow } from '../../../../core/proofs/proof-of-work.ts';
import { createCaptchas } from '../../../../server/services/auth/captcha.ts';
import {
  type Guard,
  PASSWORD_GUARD,
  SHORT_GUARD,
  createGuard,
  lockMs,
} from '../../../../server/services/auth/login-throttle.ts';
import { accountMigrations } from '../../../../server/services/accounts/account-migrations.ts';
import { openVault } from '../../../../server/services/auth/secret-box.ts';
import { migrate } from '../../../../server/store/migrate.ts';
import { openStore } from '../../../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../../server/store/store.ts';
import { solve } from './captcha-solver.ts';

const MINUTE_MS = 60_000;
let folder: string;
let store: Store;
let nowMs: number;
const fresh = (): Guard => createGuard(store, openVault(folder), () => nowMs);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'defi-guard-'));
  store = await openStore(folder);
  await migrate(store, accountMigrations);
  nowMs = 1_700_000_000_000;
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

describe('locks', () => {
  it('grow: a quarter of an hour after ten, twice as long after each one more, a day at most', () => {
    const minutes = Array.from({ length: 20 }, (_, n) => lockMs(PASSWORD_GUARD, n + 1) / MINUTE_MS);
    expect(minutes).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 30, 60, 120, 240, 480, 960, 1440, 1440, 1440, 1440]);
  });

  it('hold past a restart, and hear no guess while they hold', async () => {
    for (let n = 0; n < 10; n += 1) await fresh().take('a', PASSWORD_GUARD, { proven: true });
    await expect(fresh().take('a', PASSWORD_GUARD, { proven: true })).rejects.toMatchObject({
      reject: { code: 1429, params: { retryAfter: 900 } },
    });
    await fresh().take('b', PASSWORD_GUARD);
    nowMs += 15 * MINUTE_MS;
    await fresh().take('a', PASSWORD_GUARD, { proven: true });
    await expect(fresh().take('a', PASSWORD_GUARD, { proven: true })).rejects.toMatchObject({
      reject: { params: { retryAfter: 1800 } },
    });
    await fresh().take('a', PASSWORD_GUARD, { proven: true, unlocked: true });
    await fresh().forget('a');
    await fresh().take('a', PASSWORD_GUARD);
  });

  it('allow a patient guesser at most a few tries a day', async () => {
    const guard = fresh();
    let tries = 0;
    for (let minute = 0; minute < 48 * 60; minute += 5, nowMs += 5 * MINUTE_MS) {
      try {
        await guard.take('a', PASSWORD_GUARD, { proven: true });
        tries += 1;
      } catch (error) {
        expect(error).toMatchObject({ reject: { code: 1429 } });
      }
    }
    expect(tries).toBeLessThan(20);
  });

  it('count every one of many at once', async () => {
    const guard = fresh();
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => guard.take('a', SHORT_GUARD)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('keep no list of e-mails, and forget after a day', async () => {
    const guard = fresh();
    await guard.take('password somebody@example.com', SHORT_GUARD);
    expect(JSON.stringify(await store.all('SELECT guard_key FROM guess_guards'))).not.toContain('somebody');
    nowMs += 24 * 60 * MINUTE_MS + 1;
    await guard.sweep();
    expect(await store.all('SELECT guard_key FROM guess_guards')).toEqual([]);
  });
});

describe('captchas', () => {
  it('are good once, for five minutes, from the process that made them', () => {
    const captchas = createCaptchas(() => nowMs);
    const answered = () => {
      const { captchaId, salt, bits } = captchas.issue();
      return { captchaId, captcha: solve(salt, bits) };
    };
    expect(captchas.prove({})).toBe(false);
    const one = answered();
    expect(captchas.prove(one)).toBe(true);
    expect(() => captchas.prove(one)).toThrow('1401');
    const late = answered();
    expect(() => createCaptchas(() => nowMs).prove(late)).toThrow('1401');
    nowMs += 5 * MINUTE_MS;
    expect(() => captchas.prove(late)).toThrow('1401');
  });

  it('take the answer of the solver that clients have', async () => {
    const captchas = createCaptchas(() => nowMs);
    const { captchaId, salt, bits } = captchas.issue();
    expect(bits).toBeLessThanOrEqual(MOST_POW_BITS);
    const captcha = await solvePow(salt, bits, async (bytes) => createHash('sha256').update(bytes).digest());
    expect(captchas.prove({ captchaId, captcha: captcha ?? '' })).toBe(true);
  });

  it('refuse what was not worked for', () => {
    const captchas = createCaptchas(() => nowMs);
    const { captchaId, salt, bits } = captchas.issue();
    expect(bits).toBeGreaterThanOrEqual(14);
    expect(bits).toBeLessThanOrEqual(18);
    const [, expiry = '', signed = ''] = captchaId.split('.');
    for (const given of [
      { captchaId, captcha: 'x' },
      { captchaId },
      { captcha: 'x' },
      { captchaId: '', captcha: solve(salt, bits) },
      { captchaId: `${salt}.${Number(expiry) + 1}.${signed}`, captcha: solve(salt, bits) },
      { captchaId: `${'A'.repeat(22)}.${expiry}.${signed}`, captcha: solve('A'.repeat(22), bits) },
    ])
      expect(() => captchas.prove(given), JSON.stringify(given)).toThrow('1401');
  });
});
