// Login throttle: growth of locks, persistence over a restart; captchas are usable once and for a limited time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_POW_BITS, solvePow } from '../../../../core/proofs/proof-of-work.ts';
import { MINUTE_MS } from '../../../../core/units/durations.ts';
import { Captchas } from '../../../../server/services/auth/captcha.ts';
import {
  PASSWORD_THROTTLE,
  CODE_THROTTLE,
  LoginThrottle,
  lockMs,
} from '../../../../server/services/auth/login-throttle.ts';
import { accountMigrations } from '../../../../server/services/accounts/account-migrations.ts';
import { openSecretBox } from '../../../../server/store/secret-box.ts';
import { migrate } from '../../../../server/store/migrate.ts';
import { openSqlite } from '../../../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../../server/store/store.ts';
import { sha256 } from '../../../support/data/proof-crypto.ts';
import { solve } from './captcha-solver.ts';

let folder: string;
let store: Store;
let nowMs: number;
const fresh = (): LoginThrottle => new LoginThrottle(store, openSecretBox(folder), () => nowMs);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'defi-guard-'));
  store = await openSqlite(folder);
  await migrate(store, accountMigrations);
  nowMs = 1_700_000_000_000;
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

describe('locks', () => {
  it('grow: 15 minutes after ten, doubled with each further one, a day at most', () => {
    const minutes = Array.from({ length: 20 }, (_, n) => lockMs(PASSWORD_THROTTLE, n + 1) / MINUTE_MS);
    expect(minutes).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 30, 60, 120, 240, 480, 960, 1440, 1440, 1440, 1440]);
  });

  it('survive a restart, and check no guess meanwhile', async () => {
    for (let n = 0; n < 10; n += 1) await fresh().attempt('a', PASSWORD_THROTTLE, { proven: true });
    await expect(fresh().attempt('a', PASSWORD_THROTTLE, { proven: true })).rejects.toMatchObject({
      reject: { code: 1429, params: { retryAfter: 900 } },
    });
    await fresh().attempt('b', PASSWORD_THROTTLE);
    nowMs += 15 * MINUTE_MS;
    await fresh().attempt('a', PASSWORD_THROTTLE, { proven: true });
    await expect(fresh().attempt('a', PASSWORD_THROTTLE, { proven: true })).rejects.toMatchObject({
      reject: { params: { retryAfter: 1800 } },
    });
    await fresh().attempt('a', PASSWORD_THROTTLE, { proven: true, unlocked: true });
    await fresh().clear('a');
    await fresh().attempt('a', PASSWORD_THROTTLE);
  });

  it('allow a slow guesser at most a few tries a day', async () => {
    const guard = fresh();
    let tries = 0;
    for (let minute = 0; minute < 48 * 60; minute += 5, nowMs += 5 * MINUTE_MS) {
      try {
        await guard.attempt('a', PASSWORD_THROTTLE, { proven: true });
        tries += 1;
      } catch (error) {
        expect(error).toMatchObject({ reject: { code: 1429 } });
      }
    }
    expect(tries).toBeLessThan(20);
  });

  it('count every one of many at once', async () => {
    const guard = fresh();
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => guard.attempt('a', CODE_THROTTLE)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('store no e-mails, and expire after a day', async () => {
    const guard = fresh();
    await guard.attempt('password user@example.com', CODE_THROTTLE);
    expect(JSON.stringify(await store.all('SELECT guard_key FROM guess_guards'))).not.toContain('user@');
    nowMs += 24 * 60 * MINUTE_MS + 1;
    await guard.deleteExpired();
    expect(await store.all('SELECT guard_key FROM guess_guards')).toEqual([]);
  });
});

describe('captchas', () => {
  it('are valid once, for five minutes, in the process that made them', () => {
    const captchas = new Captchas(() => nowMs);
    const answered = () => {
      const { captchaId, salt, bits } = captchas.issue();
      return { captchaId, captcha: solve(salt, bits) };
    };
    expect(captchas.verify({})).toBe(false);
    const one = answered();
    expect(captchas.verify(one)).toBe(true);
    expect(() => captchas.verify(one)).toThrow('1401');
    const late = answered();
    expect(() => new Captchas(() => nowMs).verify(late)).toThrow('1401');
    nowMs += 5 * MINUTE_MS;
    expect(() => captchas.verify(late)).toThrow('1401');
  });

  it('accept a new one however many were used, and none twice', () => {
    const captchas = new Captchas(() => nowMs, { bits: 1, maxUsed: 100 });
    const answered = () => {
      const { captchaId, salt, bits } = captchas.issue();
      return { captchaId, captcha: solve(salt, bits) };
    };
    const used: ReturnType<typeof answered>[] = [];
    for (let count = 0; count < 1_000; count += 1) {
      nowMs += 1;
      const one = answered();
      expect(captchas.verify(one)).toBe(true);
      used.push(one);
    }
    for (const one of used) expect(() => captchas.verify(one)).toThrow('1401');
  });

  it("accept the answer of the client's solver", async () => {
    const captchas = new Captchas(() => nowMs);
    const { captchaId, salt, bits } = captchas.issue();
    expect(bits).toBeLessThanOrEqual(MAX_POW_BITS);
    const captcha = await solvePow(salt, bits, sha256);
    expect(captchas.verify({ captchaId, captcha: captcha ?? '' })).toBe(true);
  });

  it('refuse an answer without enough zero bits', () => {
    const captchas = new Captchas(() => nowMs);
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
      expect(() => captchas.verify(given), JSON.stringify(given)).toThrow('1401');
  });
});
