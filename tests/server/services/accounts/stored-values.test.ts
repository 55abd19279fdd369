// What the account services store: hashes of sessions and codes, favourites in order; all of it survives a restart.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../core/units/durations.ts';
import { MailCodes } from '../../../../server/services/auth/mail-codes.ts';
import { Favourites } from '../../../../server/services/accounts/favourites.ts';
import { accountMigrations } from '../../../../server/services/accounts/account-migrations.ts';
import { Sessions } from '../../../../server/services/auth/sessions.ts';
import { Users } from '../../../../server/services/auth/users.ts';
import { openSecretBox } from '../../../../server/store/secret-box.ts';
import { migrate } from '../../../../server/store/migrate.ts';
import { openSqlite } from '../../../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../../server/store/store.ts';

const KEY_OF = 'SELECT session_key AS k FROM sessions';
let folder: string;
let store: Store;
let nowMs: number;
const now = (): number => nowMs;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'defi-accounts-'));
  store = await openSqlite(folder);
  await migrate(store, accountMigrations);
  nowMs = 1_700_000_000_000;
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

describe('sessions', () => {
  it('last 30 days, over restarts, and are stored as a hash', async () => {
    const { token } = await new Sessions(store, now).start(10_000);
    const again = new Sessions(store, now);
    expect(await again.uidOf(token)).toBe(10_000);
    expect(JSON.stringify(await store.all('SELECT session_key FROM sessions'))).not.toContain(token);
    nowMs += 30 * DAY_MS - 1;
    expect(await again.uidOf(token)).toBe(10_000);
    nowMs += 1;
    expect(await again.uidOf(token)).toBeNull();
  });

  it('end at once, also while they are being loaded', async () => {
    const { token } = await new Sessions(store, now).start(10_000);
    const sessions = new Sessions(store, now);
    const session = await sessions.sessionOf(token);
    const [loading] = await Promise.all([
      new Sessions(store, now).uidOf(token),
      sessions.end(session?.sessionKey ?? ''),
    ]);
    expect([10_000, null]).toContain(loading);
    expect(await sessions.uidOf(token)).toBeNull();
    expect(await new Sessions(store, now).uidOf(token)).toBeNull();
  });

  it('A3: end at once, also while their last use is being written', async () => {
    const { token } = await new Sessions(store, now).start(10_000);
    const slow: Store = {
      ...store,
      first: store.first.bind(store),
      // The session ends while the row is being written.
      async run(sql, values) {
        if (sql.startsWith('UPDATE sessions')) await sessions.end((await store.first<{ k: string }>(KEY_OF))!.k);
        return store.run(sql, values);
      },
    };
    const sessions = new Sessions(slow, now);
    nowMs += 11 * 60_000;
    expect(await sessions.uidOf(token)).toBeNull();
  });

  it('are twenty at most; the oldest ends', async () => {
    const sessions = new Sessions(store, now);
    const tokens: string[] = [];
    for (let n = 0; n < 21; n += 1, nowMs += 1) tokens.push((await sessions.start(10_000)).token);
    expect(await sessions.uidOf(tokens[0] ?? '')).toBeNull();
    expect(await sessions.uidOf(tokens[1] ?? '')).toBe(10_000);
    expect(await store.all('SELECT session_key FROM sessions')).toHaveLength(20);
  });
});

describe('codes', () => {
  it('are valid once, for ten minutes, for one scene and e-mail', async () => {
    const codes = new MailCodes(store, openSecretBox(folder), now);
    const code = await codes.create({ email: 'A@example.com', scene: 'register' });
    expect(code).toMatch(/^\d{6}$/);
    expect(JSON.stringify(await store.all('SELECT code_hash FROM mail_codes'))).not.toContain(code);
    await expect(codes.use({ email: 'a@example.com', scene: 'forgot' }, code)).rejects.toMatchObject({
      reject: { code: 1402 },
    });
    await codes.use({ email: 'a@example.com', scene: 'register' }, code);
    await expect(codes.use({ email: 'a@example.com', scene: 'register' }, code)).rejects.toMatchObject({
      reject: { code: 1402 },
    });
    const late = await codes.create({ email: 'a@example.com', scene: 'register' });
    nowMs += 600_000;
    await expect(codes.use({ email: 'a@example.com', scene: 'register' }, late)).rejects.toMatchObject({
      reject: { code: 1402 },
    });
  });

  it('are replaced by the next one', async () => {
    const codes = new MailCodes(store, openSecretBox(folder), now);
    const first = await codes.create({ email: 'a@example.com', scene: 'register' });
    let second = await codes.create({ email: 'a@example.com', scene: 'register' });
    while (second === first) second = await codes.create({ email: 'a@example.com', scene: 'register' });
    await expect(codes.use({ email: 'a@example.com', scene: 'register' }, first)).rejects.toMatchObject({
      reject: { code: 1402 },
    });
    await codes.use({ email: 'a@example.com', scene: 'register' }, second);
  });
});

describe('users', () => {
  it('get consecutive uids from the first user id, one for each e-mail', async () => {
    const users = new Users(store);
    const one = { passwordHash: 'h', invitedBy: null, demoDue: true, now: nowMs };
    const added = await Promise.allSettled(['a@b.cd', 'c@d.ef', 'A@b.cd'].map((email) => users.add({ ...one, email })));
    expect(
      added.map((result) =>
        result.status === 'fulfilled' ? result.value.uid : (result.reason as { reject: object }).reject,
      ),
    ).toEqual([10_000, 10_001, { code: 1410, params: {} }]);
    expect((await users.withoutDemoCredit()).map(({ uid }) => uid)).toEqual([10_000, 10_001]);
    await users.markDemoCredited(10_000);
    expect((await users.withoutDemoCredit()).map(({ uid }) => uid)).toEqual([10_001]);
    expect(await users.byEmail('C@D.EF')).toMatchObject({ uid: 10_001, active: true });
  });
});

describe('favourites', () => {
  it('are in the order in which they were added', async () => {
    const favourites = new Favourites(store, now);
    for (const id of [5, 2, 9, 2]) {
      nowMs += 1;
      await favourites.add(10_000, id);
    }
    expect(await favourites.list(10_000)).toEqual([5, 2, 9]);
    expect(await favourites.remove(10_000, [2, 7])).toEqual([5, 9]);
    expect(await favourites.list(10_001)).toEqual([]);
  });
});
