// Delisting, from announcement to settlement: notices, closed contracts, proof, later refusals.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ClosingProof, averageOf, closingFault } from '../../../core/proofs/delisting-settlement.ts';
import { parseMoney } from '../../../core/units/units.ts';
import { WebSocket } from 'ws';
import { secretBeats } from '../../support/server/secret-beats.ts';
import { type Running, startRunning } from '../../support/server/running-exchange.ts';
import { type TestOperator, operatorOf } from '../../support/server/operator-client.ts';
import { sha256 } from '../../support/data/proof-crypto.ts';

const PERP = 102;
/** One tick in 1e-8. */
const TICK_E8 = 10_000_000n;
const HOUR = 3_600_000;

let at: Running;
let operator: TestOperator;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 23, 9) });
  at = await startRunning();
  operator = operatorOf(at);
});
afterAll(async () => {
  await at.stop();
  vi.useRealTimers();
});

/** The time of server and clients in this test. */
const now = {
  get nowMs() {
    return Date.now();
  },
  set nowMs(ms) {
    vi.setSystemTime(ms);
  },
};
// The exchange's own clock does not beat, because the time is fixed; another commitment replaces its secrets.
const oneBeat = secretBeats({ submit: (command) => at.exchange.sequencer.submit(command) }, now);
const beat = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    now.nowMs += 1000;
    await oneBeat();
  }
};

/** Counts the `reset` messages, after which a client fetches the instruments again. */
async function listener(): Promise<{ resetCount: () => number; close: () => void }> {
  const socket = new WebSocket(`${at.exchange.address.url.replace('http', 'ws')}mmtb-api/ws`);
  let resetCount = 0;
  socket.on('message', (text) => {
    const { type, event } = JSON.parse(String(text)) as { type: string; event?: string };
    if (type === 'notice' && event === 'reset') resetCount += 1;
  });
  await new Promise((resolve) => {
    socket.once('open', resolve);
  });
  return { resetCount: () => resetCount, close: () => socket.close() };
}

describe('O6 R16: a delisting', () => {
  it(
    'is announced to all users and to holders, happens on time, and can be verified',
    { timeout: 240_000 },
    async () => {
      const { token } = await at.user('holder@example.com');
      const { token: other } = await at.user('other@example.com');
      const ask = (path: string, form = {}, language = 'en-US') =>
        at.call(path, form, token, { 'accept-language': language });
      expect(
        (await ask('/coin/transfer', { coinInfoId: 1, type: 'transfer_to_contract', amount: '5000', clientNo: 'in' }))
          .code,
      ).toBe(0);
      await beat(2);
      const order = { coinInfoId: PERP, direction: 'long', orderType: 'market', multiple: 5, amount: '0.02' };
      const {
        data: { id, orderNo },
      } = await ask('/coin/contract/order/add', { ...order, clientNo: 'long' });
      expect(id).toBeGreaterThan(0);
      const page = await listener();
      const end = Math.ceil(Date.now() / 1000) * 1000 + 25 * HOUR;
      const time = `${new Date(end).toISOString().slice(0, 19)}Z`;
      const form = { coinInfoId: PERP, time };
      for (const wrong of ['2026-11-23T10:00Z', 'tomorrow', '2026-13-01T00:00Z'])
        expect((await operator.act('market.delist', { ...form, time: wrong })).code).toBe(1400);
      expect((await operator.act('market.delist', { ...form, coinInfoId: 999 })).code).toBe(1404);
      expect((await operator.act('market.delist', { ...form, coinInfoId: 2 })).data).toMatchObject({
        field: 'time',
        rule: expect.stringMatching(/index/),
      });
      expect((await operator.act('market.keep', { coinInfoId: PERP })).code).toBe(1404);
      expect((await operator.act('market.delist', form)).data).toMatchObject({ market: 'BTCUSDT', time, holders: 1 });
      expect((await operator.act('market.keep', { coinInfoId: PERP })).data).toMatchObject({ market: 'BTCUSDT' });
      expect((await operator.act('market.delist', form)).code).toBe(0);
      const notices = async (who: string, language = 'en-US') =>
        (await at.call('/user/notice', { kind: 'all' }, who, { 'accept-language': language })).data.list as {
          kind: string;
          category: string;
          title: string;
          content: string;
        }[];
      expect((await notices(token)).slice(0, 2).map(({ kind, title }) => [kind, title])).toEqual([
        ['personal', 'Market delisting'],
        ['system', 'BTCUSDT'],
      ]);
      expect((await notices(other))[0]).toMatchObject({
        kind: 'system',
        title: 'BTCUSDT',
        content: expect.stringContaining('2026-11-24 10:00'),
      });
      expect((await notices(token, 'de-DE'))[0]!.title).toBe('Markt wird eingestellt');
      expect(
        (await operator.query('markets')).data.list.find(
          ({ coinInfoId }: { coinInfoId: number }) => coinInfoId === PERP,
        ),
      ).toMatchObject({ status: 'open', delistTime: new Date(end).toISOString() });
      const info = async () =>
        (await at.call('/coin/infos')).data.list.find(({ id: coinInfoId }: { id: number }) => coinInfoId === PERP);
      expect(await info()).toMatchObject({ status: 1, delistTime: end });

      await expect.poll(page.resetCount).toBe(3);
      page.close();
      // Sockets are closed after 30 s without a ping, so each step connects a new client.
      vi.setSystemTime(end - HOUR);
      const lastHour = await listener();
      await beat(1);
      expect(await info()).toMatchObject({ status: 2 });
      await expect.poll(lastHour.resetCount).toBe(1);
      lastHour.close();
      expect(await ask('/coin/contract/order/add', { ...order, clientNo: 'late' })).toMatchObject({
        code: 2008,
        data: { delistTime: end },
      });
      expect((await operator.act('market.keep', { coinInfoId: PERP })).code).toBe(1400);
      vi.setSystemTime(end - 70_000);
      await beat(60);
      const atTheEnd = await listener();
      await beat(10);
      expect(await info()).toMatchObject({ status: 0, delistTime: end });
      await expect.poll(atTheEnd.resetCount).toBe(1);
      atTheEnd.close();
      const closed = (await ask('/coin/contract/order/query', { id })).data;
      expect(closed).toMatchObject({
        status: 3,
        closeType: 4,
        closeReason: 'delisted',
        closeFee: '0',
        closing: { reason: 'delisted' },
      });
      expect((await ask('/coin/contract/order/list', { closeType: 4 })).data.list).toMatchObject([{ id }]);
      const proof = closed.closing as ClosingProof;
      expect(parseMoney(closed.closePrice)).toBe(parseMoney(proof.price));
      expect(proof.ticks.length).toBeGreaterThanOrEqual(60);
      expect(await closingFault(proof, PERP, TICK_E8, sha256)).toBe(null);
      expect(averageOf(proof.ticks.map(({ price }) => parseMoney(price)! / TICK_E8)) * TICK_E8).toBe(
        parseMoney(proof.price),
      );
      // Any change is detected.
      const [first, second] = proof.ticks;
      const bent: unknown[] = [
        { ...proof, price: String(Number(proof.price) + 0.1) },
        { ...proof, ticks: proof.ticks.slice(0, -1) },
        { ...proof, ticks: [first, ...proof.ticks.slice(2)] },
        { ...proof, ticks: [] },
        { ...proof, ts: proof.ts - HOUR },
        {
          ...proof,
          ticks: [first, { ...second, price: String(Number(second!.price) + 0.1) }, ...proof.ticks.slice(2)],
        },
        { ...proof, ticks: [first, { ...second, ts: second!.ts + 1 }, ...proof.ticks.slice(2)] },
      ];
      for (const [n, given] of bent.entries())
        expect(await closingFault(given, PERP, TICK_E8, sha256), `change ${n}`).not.toBe(null);
      expect(await closingFault(proof, PERP + 1, TICK_E8, sha256)).toBe('chain');

      await expect
        .poll(async () => (await notices(token))[0])
        .toMatchObject({
          category: 'risk',
          title: 'Closed: the market was delisted',
          content: expect.stringContaining(orderNo),
        });
      expect((await notices(token, 'ko-KR'))[0]!.content).toContain(proof.price);
      expect((await notices(other))[0]!.kind).toBe('system');
      expect(await ask('/coin/contract/order/add', { ...order, clientNo: 'never' })).toMatchObject({
        code: 2008,
        data: { delistTime: end },
      });
      expect((await operator.act('market.status', { coinInfoId: PERP, status: 'open' })).code).toBe(1400);
      expect(
        (await operator.query('markets')).data.list.find(
          ({ coinInfoId }: { coinInfoId: number }) => coinInfoId === PERP,
        ),
      ).toMatchObject({ status: 'delisted' });
      expect((await operator.act('ledger.audit')).data.faults).toEqual([]);
      const log = (await operator.query('audit', { limit: 50 })).data.list.map(
        ({ action, outcome }: { action: string; outcome: string }) => `${action} ${outcome}`,
      );
      expect(log.filter((line: string) => line === 'market.delist done')).toHaveLength(2);
      expect(log).toContain('market.keep refused');
    },
  );
});
