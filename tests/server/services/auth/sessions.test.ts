// Sessions that get a new token: the old one and its copies end, and whatever ends all sessions ends the new one too.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exchangeMigrations } from '../../../../server/sequencer/migrations/order-migrations.ts';
import { accountMigrations } from '../../../../server/services/accounts/account-migrations.ts';
import { REPLACED_LIFE_MS, Sessions } from '../../../../server/services/auth/sessions.ts';
import { migrate } from '../../../../server/store/migrate.ts';
import type { Store } from '../../../../server/store/store.ts';
import { STORE_KINDS, databaseOf, postgresForFile } from '../../../support/server/test-database.ts';

const UID = 10_000;
const server = postgresForFile();
let store: Store;
let nowMs: number;
let sessions: Sessions;
const opened = (): Sessions => new Sessions(store, () => nowMs);
const keyOf = async (token: string): Promise<string> => (await sessions.sessionOf(token))!.sessionKey;

describe.each(STORE_KINDS)('a new token of a session (A4, %s)', (kind) => {
  beforeEach(async ({ skip, onTestFinished }) => {
    store = await (await databaseOf(kind, server, skip, onTestFinished)).open();
    onTestFinished(() => store.close());
    await migrate(store, [...exchangeMigrations, ...accountMigrations]);
    nowMs = 1_700_000_000_000;
    sessions = opened();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is valid at once, the old one for ten seconds more, also after a restart', async () => {
    const from = { ip: '10.0.0.1', agent: 'Phone/1.0', device: 'device' };
    const { token: old } = await sessions.start(UID, from);
    const { token } = await sessions.renew(await keyOf(old));
    expect(await sessions.deviceOf(await keyOf(token))).toBe('device');
    nowMs += REPLACED_LIFE_MS - 1;
    for (const each of [sessions, opened()]) {
      expect(await each.uidOf(old)).toBe(UID);
      expect(await each.uidOf(token)).toBe(UID);
    }
    nowMs += 1;
    for (const each of [sessions, opened()]) {
      expect(await each.uidOf(old)).toBeNull();
      expect(await each.uidOf(token)).toBe(UID);
    }
    const list = await sessions.list({ uid: UID, sessionKey: await keyOf(token) });
    expect(list).toMatchObject([{ current: 1, ip: '10.0.0.1', agent: 'Phone/1.0' }]);
  });

  it('ends the old one on open sockets', async () => {
    const { token: old } = await sessions.start(UID);
    const sessionKey = await keyOf(old);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await sessions.renew(sessionKey);
    const ended: unknown[] = [];
    sessions.onSessionEnd((session) => ended.push(session));
    vi.advanceTimersByTime(REPLACED_LIFE_MS);
    expect(ended).toEqual([{ uid: UID, sessionKey }]);
    // Whatever the clock of the machine does.
    expect(sessions.hasEnded(sessionKey)).toBe(true);
    expect(await sessions.uidOf(old)).toBeNull();
  });

  it('is refused for a session that has ended', async () => {
    const { token } = await sessions.start(UID);
    const sessionKey = await keyOf(token);
    await sessions.end(sessionKey);
    await expect(sessions.renew(sessionKey)).rejects.toMatchObject({ reject: { code: -1000 } });
    expect(await sessions.list({ uid: UID, sessionKey })).toEqual([]);
  });

  it('does not outlive the end of all sessions at the same moment', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { token } = await sessions.start(UID);
      const sessionKey = await keyOf(token);
      const [renewed] = await Promise.allSettled([
        sessions.renew(sessionKey),
        round % 2 === 0 ? sessions.endAll(UID) : Promise.resolve().then(() => sessions.endAll(UID)),
      ]);
      const next = renewed.status === 'fulfilled' ? renewed.value.token : token;
      expect(await sessions.uidOf(next), `round ${round}`).toBeNull();
    }
  });
});
