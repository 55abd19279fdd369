// The private channel of notices, and sockets whose session ends with a password change.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopwatch } from '../../../support/data/processor-wait.ts';
import { PASSWORD, type Running, startRunning } from '../../../support/server/running-exchange.ts';
import { SocketCaller } from '../../../support/server/socket-caller.ts';
import { ownCode } from '../../../support/server/emailed-code.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning();
});
afterAll(() => at.stop());

/** A client that asks for notices, with a session or ('') without one. */
async function subscribed(token: string): Promise<SocketCaller> {
  const caller = await SocketCaller.open(at.exchange.address.url, token);
  caller.send({ type: 'subscribe', reqId: 1, args: [{ channel: 'notices' }] });
  return caller;
}

/** A client that has subscribed to notices. */
async function listening(token: string): Promise<SocketCaller> {
  const caller = await subscribed(token);
  expect(await caller.until(({ type }) => type === 'subscribed')).toMatchObject({ ok: ['notices'], fail: [] });
  return caller;
}

describe('the channel of notices', () => {
  it("publishes a user's own notices, in their language, with the number of unread ones", async () => {
    const one = await at.user('one@example.com');
    const two = await at.user('two@example.com');
    await at.call('/user/info', {}, one.token, { 'accept-language': 'zh-TW' });
    const [mine, theirs] = await Promise.all([listening(one.token), listening(two.token)]);
    await at.exchange.identity.freeze(one.uid, 'x');
    const message = await mine.until(({ channel }) => channel === 'notices');
    expect(message).toMatchObject({
      type: 'data',
      kind: 'delta',
      seq: 1,
      prevSeq: 0,
      data: { kind: 'personal', title: '帳戶受限', category: 'security', read: 0, unreadNum: 2 },
    });
    await at.exchange.identity.notify(two.uid, { category: 'fund', title: 'yours', content: '' });
    expect((await theirs.until(({ channel }) => channel === 'notices')).data.title).toBe('yours');
    expect(mine.received.filter(({ channel }) => channel === 'notices')).toHaveLength(1);
    await Promise.all([mine.close(), theirs.close()]);
  });

  it('requires a session', async () => {
    const caller = await subscribed('');
    expect(await caller.until(({ type }) => type === 'subscribed')).toMatchObject({ ok: [], fail: [{ code: -1000 }] });
    await caller.close();
  });
});

describe('a socket of an ended session', () => {
  it('gets an error within a second of a changed password', async () => {
    const { token } = await at.user('three@example.com');
    const other = (await at.call('/user/login', { email: 'three@example.com', password: PASSWORD })).data.accesstoken;
    const caller = await listening(other);
    const code = await ownCode(at, token, 'password');
    await at.call(
      '/user/update/password',
      { oldPassword: PASSWORD, newPassword: 'battery staple', rePassword: 'battery staple', code },
      token,
    );
    const elapsedMs = stopwatch(process.pid);
    expect(await caller.until(({ type }) => type === 'error')).toMatchObject({ code: -1000 });
    expect(elapsedMs()).toBeLessThan(1_000);
    await caller.close();
  });
});
