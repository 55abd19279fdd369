// One-time codes with the vectors of RFC 6238, base32 secrets (RFC 4648); each code is usable once, also in parallel.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoginThrottle } from '../../../../server/services/auth/login-throttle.ts';
import { accountMigrations } from '../../../../server/services/accounts/account-migrations.ts';
import { matchingStep, totpAt } from '../../../../server/services/auth/totp.ts';
import { TwoFactor } from '../../../../server/services/auth/two-factor.ts';
import { openSecretBox } from '../../../../server/store/secret-box.ts';
import { migrate } from '../../../../server/store/migrate.ts';
import { openSqlite } from '../../../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../../server/store/store.ts';
import { codeAt } from '../../../support/server/authenticator.ts';

const SECRET = Buffer.from('12345678901234567890');

describe('codes', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s are those of RFC 6238', (seconds, code) => {
    expect(totpAt(SECRET, Math.floor(seconds / 30))).toBe(code);
  });

  it('are accepted one step early or late, and only once', () => {
    const nowMs = 1_700_000_000_000;
    const step = Math.floor(nowMs / 30_000);
    for (let off = -3; off <= 3; off += 1) {
      expect(matchingStep(SECRET, totpAt(SECRET, step + off), [nowMs], 0), `${off}`).toBe(
        Math.abs(off) <= 1 ? step + off : null,
      );
    }
    expect(matchingStep(SECRET, totpAt(SECRET, step), [nowMs], step)).toBeNull();
    expect(matchingStep(SECRET, totpAt(SECRET, step - 1), [nowMs], step)).toBeNull();
    expect(matchingStep(SECRET, totpAt(SECRET, step + 1), [nowMs], step)).toBe(step + 1);
  });
});

describe('the second factor', () => {
  let folder: string;
  let store: Store;
  let twoFactor: TwoFactor;
  let nowMs: number;
  let aheadMs: number;
  const UID = 10_000;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'defi-totp-'));
    store = await openSqlite(folder);
    await migrate(store, accountMigrations);
    nowMs = 1_700_000_000_000;
    aheadMs = 0;
    const secretBox = openSecretBox(folder);
    const now = (): number => nowMs;
    twoFactor = new TwoFactor({
      store,
      secretBox,
      throttle: new LoginThrottle(store, secretBox, now),
      now,
      clockAheadMs: () => aheadMs,
    });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  async function bound(): Promise<{ secret: string; recovery: string[] }> {
    const { secret } = await twoFactor.prepare(UID, 'a@example.com');
    const recovery = await twoFactor.bind(UID, secret, codeAt(secret, nowMs));
    nowMs += 30_000;
    return { secret, recovery };
  }

  it("S16 accepts codes of the machine's clock too while it differs from the exchange's time, each once", async () => {
    const { secret } = await bound();
    // The exchange began under a wrong clock, which was set right since.
    aheadMs = 3_600_000;
    const code = codeAt(secret, nowMs + aheadMs);
    await twoFactor.use(UID, code);
    await expect(twoFactor.use(UID, code)).rejects.toMatchObject({ reject: { code: 1405 } });
    const other = codeAt(secret, nowMs + aheadMs / 2);
    await expect(twoFactor.use(UID, other)).rejects.toMatchObject({ reject: { code: 1405 } });
    aheadMs = 0;
    nowMs += 3_600_000;
    await expect(twoFactor.use(UID, code)).rejects.toMatchObject({ reject: { code: 1405 } });
  });

  it('accepts one of a hundred concurrent uses of a code', async () => {
    const { secret } = await bound();
    const tries = await Promise.allSettled(
      Array.from({ length: 100 }, () => twoFactor.use(UID, codeAt(secret, nowMs))),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    nowMs += 30 * 60_000;
    await twoFactor.use(UID, codeAt(secret, nowMs));
    await expect(twoFactor.use(UID, codeAt(secret, nowMs))).rejects.toMatchObject({ reject: { code: 1405 } });
  });

  it('has a secret of 160 bits in base32 without padding', async () => {
    const { secret, otpauth } = await twoFactor.prepare(UID, 'a@example.com');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(otpauth).toContain(`secret=${secret}&`);
  });

  it('is prepared once for a session, until it expires', async () => {
    const prepare = async (sessionKey: string) => (await twoFactor.prepare(UID, 'a@example.com', sessionKey)).secret;
    const first = await prepare('one');
    nowMs += 59 * 60_000;
    expect([await prepare('one'), await prepare('two')]).toEqual([first, expect.not.stringMatching(first)]);
    // Prepared again, it is valid for as long again.
    nowMs += 59 * 60_000;
    expect(await prepare('one')).toBe(first);
    nowMs += 60 * 60_000;
    expect(await prepare('one')).not.toBe(first);
  });

  it('refuses the code that bound it', async () => {
    const { secret } = await twoFactor.prepare(UID, 'a@example.com');
    await twoFactor.bind(UID, secret, codeAt(secret, nowMs));
    await expect(twoFactor.use(UID, codeAt(secret, nowMs))).rejects.toMatchObject({ reject: { code: 1405 } });
  });

  it('locks after five wrong codes, longer with each further one, and resets with a right one', async () => {
    const { secret } = await bound();
    const wrong = (): Promise<unknown> => twoFactor.use(UID, codeAt(secret, nowMs - 10 * 30_000));
    for (let n = 0; n < 5; n += 1) await expect(wrong()).rejects.toMatchObject({ reject: { code: 1405 } });
    await expect(twoFactor.use(UID, codeAt(secret, nowMs))).rejects.toMatchObject({
      reject: { code: 1429, params: { retryAfter: 900 } },
    });
    nowMs += 900_000;
    await expect(wrong()).rejects.toMatchObject({ reject: { code: 1405 } });
    await expect(twoFactor.use(UID, codeAt(secret, nowMs))).rejects.toMatchObject({
      reject: { code: 1429, params: { retryAfter: 1800 } },
    });
    nowMs += 1_800_000;
    await twoFactor.use(UID, codeAt(secret, nowMs));
    await expect(wrong()).rejects.toMatchObject({ reject: { code: 1405 } });
  });

  it('has ten recovery codes, each valid once, in any notation', async () => {
    const { recovery } = await bound();
    expect(new Set(recovery).size).toBe(10);
    expect(recovery[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    await twoFactor.useRecovery(UID, (recovery[0] ?? '').toLowerCase().replaceAll('-', ' '));
    await expect(twoFactor.useRecovery(UID, recovery[0] ?? '')).rejects.toMatchObject({ reject: { code: 1405 } });
    await expect(twoFactor.useRecovery(UID + 1, recovery[1] ?? '')).rejects.toMatchObject({ reject: { code: 1406 } });
    await twoFactor.useRecovery(UID, recovery[1] ?? '');
  });

  it('stores no secret and no code in plain text', async () => {
    const { secret, recovery } = await bound();
    const stored = JSON.stringify([
      await store.all('SELECT code_hash FROM recovery_codes'),
      await store.all('SELECT secret FROM two_factor'),
      await store.all('SELECT secret FROM two_factor_prep'),
    ]);
    for (const text of [secret, ...recovery, ...recovery.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text);
    // Encrypted for one user: it does not open in another's row.
    await store.run(
      'INSERT INTO two_factor (uid, secret, last_step, bind_time) SELECT 10001, secret, 0, 0 FROM two_factor WHERE uid = ?',
      [UID],
    );
    await expect(twoFactor.use(10_001, codeAt(secret, nowMs))).rejects.toThrow();
  });
});
