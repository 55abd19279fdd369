// The worker moves to another gateway when its own ends: soon, once, and without a logout in doubt.
import { beforeEach, describe, expect, it } from 'vitest';
import { market, screen, startMarket, world } from './market-fixture.ts';

beforeEach(startMarket);

const SOON_MS = 500;
/** A connection of a minute ends. */
async function endLastingConnection(): Promise<void> {
  world.socket.onOpen();
  await world.pass(60_000);
  world.socket.onClose();
}

describe('after the end of a connection', () => {
  it.each([0, 0.5, 0.999])('the next is opened within half a second, by chance (%d)', async (chance) => {
    world.chance = chance;
    await endLastingConnection();
    expect(world.sockets.length).toBe(1);
    await world.pass(SOON_MS * chance + 1);
    expect(world.sockets.length).toBe(2);
  });

  it('a second attempt waits 4 to 6 s, and so does each one after it', async () => {
    await endLastingConnection();
    await world.pass(SOON_MS);
    for (let attempt = 2; attempt < 6; attempt += 1) {
      expect(world.sockets.length).toBe(attempt);
      world.socket.onClose();
      await world.pass(3_900);
      expect(world.sockets.length).toBe(attempt);
      await world.pass(2_200);
    }
  });

  it('a gateway that closes whatever it opens is not hammered', async () => {
    await endLastingConnection();
    const before = world.sockets.length;
    for (let ms = 0; ms < 60_000; ms += 100) {
      await world.pass(100);
      if (world.socket.closed) continue;
      world.socket.onOpen();
      world.socket.onClose();
    }
    expect(world.sockets.length - before).toBeLessThanOrEqual(1 + 60 / 4);
  });
});

describe('a session in doubt', () => {
  const ended = (): boolean => screen.events.some(({ kind }) => kind === 'sessionEnded');

  it('lasts while the exchange cannot look it up, and confirmed as soon as it can', async () => {
    world.socket.onOpen();
    await market.setSession('token');
    for (let second = 1; second <= 8; second += 1) {
      world.socket.receive({ type: 'error', code: 1500, msg: 'busy' });
      await world.pass(1_100);
      expect(world.socket.ofType('auth').length, `after ${second} s`).toBe(second + 1);
    }
    world.socket.receive({ type: 'auth', code: 0, uid: 5 });
    await world.pass(10_000);
    expect([ended(), world.socket.ofType('auth').length]).toEqual([false, 9]);
    expect(await Promise.race([market.call(CALL), Promise.resolve('sent')])).toBe('sent');
  });

  it('is no longer one when the exchange does not know it', async () => {
    world.socket.onOpen();
    await market.setSession('token');
    world.socket.receive({ type: 'error', code: 1500, msg: 'busy' });
    world.socket.receive({ type: 'error', code: -1000, msg: 'log in' });
    await world.pass(10_000);
    expect([ended(), world.socket.ofType('auth').length]).toEqual([true, 1]);
  });
});

const CALL = { path: '/coin/order/add', form: { clientNo: 'n' }, token: 'token', language: 'en-US' };
