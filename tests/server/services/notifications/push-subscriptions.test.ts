// Push subscriptions: a browser gets messages of its user while that user is logged in there.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '../../../../core/units/durations.ts';
import { accountMigrations } from '../../../../server/services/accounts/account-migrations.ts';
import { Sessions } from '../../../../server/services/auth/sessions.ts';
import { PushSubscriptions } from '../../../../server/services/notifications/push-subscriptions.ts';
import { migrate } from '../../../../server/store/migrate.ts';
import { openSqlite } from '../../../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../../server/store/store.ts';
import { dataFolder } from '../../../support/server/data-folder.ts';

const [ANN, BEN] = [10_000, 10_001];
const MESSAGE = { title: '', body: '', link: '/', tag: '' };
let store: Store;
let sessions: Sessions;
let pushes: PushSubscriptions;
let sent: string[];
let nowMs = Date.UTC(2026, 10, 28);

beforeEach(async () => {
  store = await openSqlite(dataFolder());
  await migrate(store, accountMigrations);
  sessions = new Sessions(store, () => nowMs);
  const push = {
    publicKey: '',
    send: async ({ endpoint }: { endpoint: string }) => {
      sent.push(endpoint.slice(-1));
      return 'sent' as const;
    },
  };
  pushes = new PushSubscriptions(
    store,
    push,
    () => nowMs,
    () => undefined,
  );
});
afterEach(() => store.close());

/** Logs in from a device, and subscribes the browser of that name where one is given. */
async function logIn(uid: number, device: string, browser?: string): Promise<{ uid: number; sessionKey: string }> {
  const { token } = await sessions.start(uid, { ip: '', agent: '', device });
  const session = (await sessions.sessionOf(token))!;
  const endpoint = `https://fcm.googleapis.com/fcm/send/${browser}`;
  if (browser) await pushes.add(session, { endpoint, p256dh: 'x', auth: 'x' });
  return session;
}
/** Names of the browsers that a message to a user is sent to. */
async function reached(uid: number): Promise<string> {
  sent = [];
  await pushes.send(uid, MESSAGE);
  return sent.toSorted().join('');
}

it('A3 a browser gets nothing after its session, until its user logs in there again', async () => {
  const { sessionKey } = await logIn(ANN, 'phone of ann', 'a');
  await logIn(ANN, 'laptop of ann', 'b');
  expect(await reached(ANN)).toBe('ab');
  await sessions.end(sessionKey);
  expect(await reached(ANN)).toBe('b');
  // Another user of the same browser.
  await logIn(BEN, 'phone of ben');
  expect([await reached(ANN), await reached(BEN)]).toEqual(['b', '']);
  await logIn(ANN, 'phone of ann');
  expect(await reached(ANN)).toBe('ab');
});

it('A4 a changed password ends the subscriptions of other browsers, and those of clients without a device', async () => {
  const own = await logIn(ANN, 'laptop of ann', 'a');
  await logIn(ANN, 'thief', 'b');
  await logIn(ANN, '', 'c');
  expect(await reached(ANN)).toBe('abc');
  await sessions.endAll(ANN, own.sessionKey);
  expect(await reached(ANN)).toBe('a');
  await logIn(ANN, '');
  expect(await reached(ANN)).toBe('a');
});

it('A3 a session that has expired gets none', async () => {
  await logIn(ANN, 'laptop of ann', 'a');
  nowMs += 31 * DAY_MS;
  expect(await reached(ANN)).toBe('');
});

it('a subscription of before a session was stored with it needs any session of its user', async () => {
  const { sessionKey } = await logIn(ANN, 'laptop of ann', 'a');
  await store.run("UPDATE push_targets SET holder = ''");
  expect(await reached(ANN)).toBe('a');
  await sessions.end(sessionKey);
  expect(await reached(ANN)).toBe('');
});
