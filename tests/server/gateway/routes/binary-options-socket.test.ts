// Socket channels of binary options on a whole exchange: ticks with a verifiable chain, anchors, own orders.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_HASH, fromHex } from '../../../../core/encoding/bytes.ts';
import { tickBytes } from '../../../../core/proofs/proof-layout.ts';
import type { ProofTick } from '../../../../core/proofs/proof.ts';
import { parseMoney } from '../../../../core/units/units.ts';
import { type Running, startRunning } from '../../../support/server/running-exchange.ts';
import { SocketCaller } from '../../../support/server/socket-caller.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning();
});
afterAll(() => at.stop());

async function connected(token: string, args: object[]): Promise<SocketCaller> {
  const caller = await SocketCaller.open(at.exchange.address.url, token);
  caller.send({ type: 'subscribe', reqId: 1, args });
  await caller.until(({ type }) => type === 'subscribed');
  return caller;
}

describe('qtTicks and anchors', () => {
  it('S3: publish every tick once, in a chain that can be hashed again', async () => {
    const caller = await connected('', [
      { channel: 'qtTicks', coinInfoId: 2 },
      { channel: 'anchors' },
      { channel: 'qtTicks', coinInfoId: 7 },
      { channel: 'qtOrders' },
    ]);
    const subscribed = await caller.until(({ type }) => type === 'subscribed');
    expect(subscribed.ok).toEqual(['qtTicks:2', 'anchors']);
    expect(subscribed.fail.map(({ code }: { code: number }) => code)).toEqual([1404, -1000]);
    const first = (await caller.until(({ channel, kind }) => channel === 'qtTicks' && kind === 'snapshot'))
      .data[0] as ProofTick;
    await caller.until(({ channel, data }) => channel === 'qtTicks' && data[0].seq >= first.seq + 3);
    await caller.close();
    let before: ProofTick | null = null;
    for (const message of caller.received.filter(({ channel }) => channel === 'qtTicks')) {
      expect(message.coinInfoId).toBe(2);
      for (const tick of message.data as ProofTick[]) {
        if (before) expect([tick.seq, tick.prev]).toEqual([before.seq + 1, before.hash]);
        const bytes = tickBytes(fromHex(tick.prev, 32) ?? NO_HASH, 2, {
          seq: tick.seq,
          ts: tick.ts,
          priceE8: parseMoney(tick.price)!,
          secret: tick.secret === undefined ? undefined : fromHex(tick.secret, 32)!,
        });
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(tick.hash);
        before = tick;
      }
      expect(message.seq).toBe(before!.seq);
    }
  });
});

describe('qtOrders', () => {
  it('publishes to the owner only the purchase, then the strike, which is the median of five ticks of qtTicks', async () => {
    const alice = await at.user('alice@ticks.test');
    const bob = await at.user('bob@ticks.test');
    const mine = await connected(alice.token, [
      { channel: 'qtOrders' },
      { channel: 'balances' },
      { channel: 'qtTicks', coinInfoId: 2 },
    ]);
    const his = await connected(bob.token, [{ channel: 'qtOrders' }]);
    const { data: order } = await at.call(
      '/qt/contract/add',
      { coinInfoId: 2, direction: 'down', period: 30, amount: '50', clientNo: 'one' },
      alice.token,
    );
    const bought = await mine.until(({ channel }) => channel === 'qtOrders');
    expect(bought).toMatchObject({
      kind: 'delta',
      seq: 1,
      prevSeq: 0,
      data: { orderNum: order.orderNum, status: 0, strikePrice: '' },
    });
    expect((await mine.until(({ channel }) => channel === 'balances')).data[0]).toMatchObject({
      coinInfoId: 1,
      balanceSpot: '9949.9',
    });
    const struck = await mine.until(({ channel, data }) => channel === 'qtOrders' && data.strikePrice !== '');
    expect(struck).toMatchObject({ seq: 2, prevSeq: 1 });
    const ticks = mine.received
      .filter(({ channel }) => channel === 'qtTicks')
      .flatMap(({ data }) => data as ProofTick[]);
    const prices = ticks
      .filter(({ ts }) => ts >= order.openTime)
      .slice(0, 5)
      .map(({ price }) => Number(price))
      .sort((a, b) => a - b);
    expect(prices).toHaveLength(5);
    expect(Number(struck.data.strikePrice)).toBe(prices[2]);
    expect(his.received.filter(({ channel }) => channel === 'qtOrders')).toEqual([]);
    await Promise.all([mine.close(), his.close()]);
  });
});
