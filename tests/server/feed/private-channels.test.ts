// Private channels of the feed socket: login, own orders and balances, the end of a session.
import { describe, expect, test, vi } from 'vitest';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import type { OrderState, Posting } from '../../../server/exchange/event.ts';
import { advance, endSession, errors, connectedClient, TestClient, privateFeed, sessions } from './socket-fixture.ts';

function order(uid: number, id: number): OrderState {
  return {
    id,
    uid,
    coinInfoId: 2,
    clientNo: 'c',
    side: 'buy',
    orderType: 'limit',
    tif: 'GTC',
    postOnly: false,
    priceTicks: 100,
    lots: 5,
    totalUnits: 0n,
    dealLots: 0,
    dealUnits: 0n,
    feeUnits: 0n,
    frozenUnits: 500n,
    status: 1,
    reason: '',
    createTime: 1,
    updateTime: 1,
  };
}

function posting(uid: number, available: bigint): Posting {
  return {
    uid,
    wallet: 'spot',
    coinId: 1,
    recordType: 'x',
    units: 0n,
    frozenUnits: 0n,
    available,
    frozen: 500n,
    refNo: '',
    ts: 1,
  };
}

function outcome(...events: Outcome['events']): Outcome {
  return { seq: 1, ts: 1, answer: { orders: [] }, events };
}

describe('private channels', () => {
  async function member(token: string): Promise<TestClient> {
    const peer = await connectedClient();
    peer.send({ type: 'auth', accesstoken: token });
    peer.send({ type: 'subscribe', reqId: 1, args: [{ channel: 'orders' }, { channel: 'balances' }] });
    expect((await peer.until((message) => message.type === 'subscribed')).ok).toEqual(['orders', 'balances']);
    return peer;
  }

  test('each user receives only their own events, without gaps', async () => {
    const [anna, bert] = [await member('anna'), await member('bert')];
    privateFeed.publishOutcomes([
      outcome({ kind: 'order', order: order(10_000, 1) }, { kind: 'posting', posting: posting(10_000, 900n) }),
      outcome({ kind: 'posting', posting: posting(10_000, 800n) }),
    ]);
    privateFeed.publishOutcomes([
      outcome({ kind: 'order', order: order(10_001, 2) }),
      outcome({ kind: 'order', order: order(10_000, 3) }, { kind: 'order', order: order(5, 4) }),
    ]);
    await anna.until((message) => message.channel === 'orders' && message.data.order.id === 3);
    await bert.until((message) => message.channel === 'orders' && message.data.order.id === 2);
    const orders = (peer: TestClient): unknown =>
      peer.received
        .filter((message) => message.channel === 'orders')
        .map((message) => [message.seq, message.prevSeq, message.data.order.id]);
    expect(orders(anna)).toEqual([
      [1, 0, 1],
      [2, 1, 3],
    ]);
    expect(orders(bert)).toEqual([[1, 0, 2]]);
    expect(anna.received.find((message) => message.channel === 'balances')?.data).toEqual([
      {
        coinInfoId: 1,
        balanceSpot: '0.000008',
        balanceSpotFreeze: '0.000005',
        balanceContract: '0.00000005',
        balanceContractFreeze: '0',
      },
    ]);
    expect(bert.received.some((message) => message.channel === 'balances')).toBe(false);
  });

  test('a wrong token is refused, another one changes the user', async () => {
    const peer = await connectedClient();
    peer.send({ type: 'auth', accesstoken: 'nobody' });
    await peer.until((message) => message.code === -1000);
    peer.send({ type: 'auth', accesstoken: 'trouble' });
    await peer.until((message) => message.code === 1500);
    expect(errors).toHaveLength(1);
    const anna = await member('anna');
    anna.send({ type: 'auth', accesstoken: 'bert' });
    await anna.until((message) => message.type === 'auth' && message.uid === 10_001);
    privateFeed.publishOutcomes([
      outcome({ kind: 'order', order: order(10_000, 9) }),
      outcome({ kind: 'order', order: order(10_001, 9) }),
    ]);
    anna.send({ type: 'ping' });
    await anna.until((message) => message.type === 'pong');
    expect(anna.received.some((message) => message.channel === 'orders')).toBe(false);
  });

  test('the private channels of an ended session are closed within a second', async () => {
    const [anna, bert] = [await member('anna'), await member('bert')];
    sessions.delete('anna');
    endSession(10_000);
    await anna.until((message) => message.code === -1000);
    privateFeed.publishOutcomes([
      outcome({ kind: 'order', order: order(10_000, 1) }),
      outcome({ kind: 'order', order: order(10_001, 2) }),
    ]);
    await bert.until((message) => message.channel === 'orders');
    expect(anna.received.some((message) => message.channel === 'orders')).toBe(false);
  });

  test('a session that ends while it is being checked is checked again', async () => {
    // It is read, and ends before the answer is there.
    vi.spyOn(sessions, 'get').mockImplementationOnce(() => {
      sessions.delete('anna');
      endSession(10_000);
      return 10_000;
    });
    const anna = await connectedClient();
    anna.send({ type: 'auth', accesstoken: 'anna' });
    anna.send({ type: 'subscribe', reqId: 1, args: [{ channel: 'orders' }] });
    await anna.until((message) => message.code === -1000);
    privateFeed.publishOutcomes([outcome({ kind: 'order', order: order(10_000, 1) })]);
    anna.send({ type: 'ping' });
    await anna.until((message) => message.type === 'pong');
    expect(anna.received.some((message) => message.channel === 'orders')).toBe(false);
  });

  test('a session that could not be checked when it ended is checked again after a second', async () => {
    const anna = await member('anna');
    errors.length = 0;
    vi.spyOn(sessions, 'get').mockImplementationOnce(() => {
      throw new Error('store away');
    });
    sessions.delete('anna');
    endSession(10_000);
    await expect.poll(() => errors, { interval: 5 }).toHaveLength(1);
    expect(anna.received.some((message) => message.code === -1000)).toBe(false);
    advance(1_100);
    await anna.until((message) => message.code === -1000);
  });
});
