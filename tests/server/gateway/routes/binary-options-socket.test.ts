// The socket's channels of seconds contracts over a whole exchange: ticks whose chain can be hashed again, signed
// minutes, and one's own orders.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { NO_HASH, fromHex } from '../../../../core/encoding/bytes.ts';
import { tickBytes } from '../../../../core/proofs/proof-layout.ts';
import type { ProofTick } from '../../../../core/proofs/proof.ts';
import { parseMoney } from '../../../../core/units/units.ts';
import { type Running, startRunning } from '../running-exchange.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning();
}, 30_000);
afterAll(() => at.stop());

// Messages are looked into freely here; their types have tests of their own.
// eslint-disable-next-line typescript/no-explicit-any
type Message = any;

async function connected(token: string | null, args: object[]) {
  const socket = new WebSocket(`${at.exchange.address.url.replace('http', 'ws')}mmtb-api/ws`);
  const heard: Message[] = [];
  let wake = (): void => undefined;
  socket.on('message', (text) => {
    heard.push(JSON.parse(String(text)));
    wake();
  });
  await new Promise((resolve) => {
    socket.once('open', resolve);
  });
  if (token) socket.send(JSON.stringify({ type: 'auth', accesstoken: token }));
  socket.send(JSON.stringify({ type: 'subscribe', reqId: 1, args }));
  const until = async (is: (message: Message) => boolean): Promise<Message> => {
    for (;;) {
      const found = heard.find(is);
      if (found) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { socket, heard, until, said: await until(({ type }) => type === 'subscribed') };
}

describe('qtTicks and anchors', () => {
  it('S3: tell every tick once, in a chain that anybody can hash again', { timeout: 20_000 }, async () => {
    const { socket, heard, until, said } = await connected(null, [
      { channel: 'qtTicks', coinInfoId: 2 },
      { channel: 'anchors' },
      { channel: 'qtTicks', coinInfoId: 7 },
      { channel: 'qtOrders' },
    ]);
    expect(said.ok).toEqual(['qtTicks:2', 'anchors']);
    expect(said.fail.map(({ code }: { code: number }) => code)).toEqual([1404, -1000]);
    const first = (await until(({ channel, kind }) => channel === 'qtTicks' && kind === 'snapshot'))
      .data[0] as ProofTick;
    await until(({ channel, data }) => channel === 'qtTicks' && data[0].seq >= first.seq + 3);
    socket.close();
    let before: ProofTick | null = null;
    for (const message of heard.filter(({ channel }) => channel === 'qtTicks')) {
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
  it(
    'tells the owner alone of the purchase, then of the strike, which is the middle of five ticks that qtTicks told',
    { timeout: 20_000 },
    async () => {
      const alice = await at.person('alice@ticks.test');
      const bob = await at.person('bob@ticks.test');
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
      const ticks = mine.heard
        .filter(({ channel }) => channel === 'qtTicks')
        .flatMap(({ data }) => data as ProofTick[]);
      const prices = ticks
        .filter(({ ts }) => ts >= order.openTime)
        .slice(0, 5)
        .map(({ price }) => Number(price))
        .sort((a, b) => a - b);
      expect(prices).toHaveLength(5);
      expect(Number(struck.data.strikePrice)).toBe(prices[2]);
      expect(his.heard.filter(({ channel }) => channel === 'qtOrders')).toEqual([]);
      mine.socket.close();
      his.socket.close();
    },
  );
});
