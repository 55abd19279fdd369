// The worker moves to another gateway when its own ends: soon, once, and without a logout in doubt.
import { beforeEach, describe, expect, it } from 'vitest';
import { market, screen, startMarket, platform } from './market-fixture.ts';

beforeEach(startMarket);

const SOON_MS = 500;
/** A connection of a minute ends. */
async function endLastingConnection(): Promise<void> {
  platform.socket.onOpen();
  await platform.pass(60_000);
  platform.socket.onClose();
}

describe('after the end of a connection', () => {
  it.each([0, 0.5, 0.999])('the next is opened within half a second, by chance (%d)', async (chance) => {
    platform.chance = chance;
    await endLastingConnection();
    expect(platform.sockets.length).toBe(1);
    await platform.pass(SOON_MS * chance + 1);
    expect(platform.sockets.length).toBe(2);
  });

  it('a second attempt waits 4 to 6 s, and so does each one after it', async () => {
    await endLastingConnection();
    await platform.pass(SOON_MS);
    for (let attempt = 2; attempt < 6; attempt += 1) {
      expect(platform.sockets.length).toBe(attempt);
      platform.socket.onClose();
      await platform.pass(3_900);
      expect(platform.sockets.length).toBe(attempt);
      await platform.pass(2_200);
    }
  });

  it('a gateway that closes whatever it opens is not hammered', async () => {
    await endLastingConnection();
    const before = platform.sockets.length;
    for (let ms = 0; ms < 60_000; ms += 100) {
      await platform.pass(100);
      if (platform.socket.closed) continue;
      platform.socket.onOpen();
      platform.socket.onClose();
    }
    expect(platform.sockets.length - before).toBeLessThanOrEqual(1 + 60 / 4);
  });
});

describe('a session in doubt', () => {
  const ended = (): boolean => screen.events.some(({ kind }) => kind === 'sessionEnded');

  it('lasts while the exchange cannot look it up, and confirmed as soon as it can', async () => {
    platform.socket.onOpen();
    await market.setSession('token');
    for (let second = 1; second <= 8; second += 1) {
      platform.socket.receive({ type: 'error', code: 1500, msg: 'busy' });
      await platform.pass(1_100);
      expect(platform.socket.ofType('auth').length, `after ${second} s`).toBe(second + 1);
    }
    platform.socket.receive({ type: 'auth', code: 0, uid: 5 });
    await platform.pass(10_000);
    expect([ended(), platform.socket.ofType('auth').length]).toEqual([false, 9]);
    expect(await Promise.race([market.call(CALL), Promise.resolve('sent')])).toBe('sent');
  });

  it('is no longer one when the exchange does not know it', async () => {
    platform.socket.onOpen();
    await market.setSession('token');
    platform.socket.receive({ type: 'error', code: 1500, msg: 'busy' });
    platform.socket.receive({ type: 'error', code: -1000, msg: 'log in' });
    await platform.pass(10_000);
    expect([ended(), platform.socket.ofType('auth').length]).toEqual([true, 1]);
  });
});

const CALL = { path: '/coin/order/add', form: { clientNo: 'n' }, token: 'token', language: 'en-US' };
