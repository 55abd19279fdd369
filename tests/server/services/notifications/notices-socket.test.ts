// The private channel of notices, and sockets whose session ends with a password change.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { stopwatch } from '../../../support/data/processor-wait.ts';
import { PASSWORD, type Running, startRunning } from '../../../support/server/running-exchange.ts';
import { ownCode } from '../../../support/server/emailed-code.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning();
});
afterAll(() => at.stop());

// Untyped for brevity; the types have their own tests.
// eslint-disable-next-line typescript/no-explicit-any
type Message = any;

/** A socket with a session, subscribed to notices; `until` waits for a message and returns it. */
async function listening(token: string) {
  const socket = new WebSocket(`${at.exchange.address.url.replace('http', 'ws')}mmtb-api/ws`);
  const received: Message[] = [];
  let wake = (): void => undefined;
  socket.on('message', (text) => {
    received.push(JSON.parse(String(text)));
    wake();
  });
  await new Promise((resolve) => {
    socket.once('open', resolve);
  });
  socket.send(JSON.stringify({ type: 'auth', accesstoken: token }));
  socket.send(JSON.stringify({ type: 'subscribe', reqId: 1, args: [{ channel: 'notices' }] }));
  const until = async (is: (message: Message) => boolean): Promise<Message> => {
    for (;;) {
      const found = received.find(is);
      if (found) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  expect(await until(({ type }) => type === 'subscribed')).toMatchObject({ ok: ['notices'], fail: [] });
  return { socket, received, until };
}

describe('the channel of notices', () => {
  it("publishes a user's own notices, in their language, with the number of unread ones", async () => {
    const one = await at.person('one@example.com');
    const two = await at.person('two@example.com');
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
    for (const { socket } of [mine, theirs]) socket.close();
  });

  it('requires a session', async () => {
    const socket = new WebSocket(`${at.exchange.address.url.replace('http', 'ws')}mmtb-api/ws`);
    await new Promise((resolve) => {
      socket.once('open', resolve);
    });
    const answer = new Promise<Message>((resolve) => {
      socket.on('message', (text) => {
        const message = JSON.parse(String(text));
        if (message.type === 'subscribed') resolve(message);
      });
    });
    socket.send(JSON.stringify({ type: 'subscribe', reqId: 1, args: [{ channel: 'notices' }] }));
    expect(await answer).toMatchObject({ ok: [], fail: [{ code: -1000 }] });
    socket.close();
  });
});

describe('a socket of an ended session', () => {
  it('gets an error within a second of a changed password', async () => {
    const { token } = await at.person('three@example.com');
    const other = (await at.call('/user/login', { email: 'three@example.com', password: PASSWORD })).data.accesstoken;
    const { socket, until } = await listening(other);
    const code = await ownCode(at, token, 'password');
    await at.call(
      '/user/update/password',
      { oldPassword: PASSWORD, newPassword: 'battery staple', rePassword: 'battery staple', code },
      token,
    );
    const elapsedMs = stopwatch(process.pid);
    expect(await until(({ type }) => type === 'error')).toMatchObject({ code: -1000 });
    expect(elapsedMs()).toBeLessThan(1_000);
    socket.close();
  });
});
