// The binary option calls on a whole exchange: offers, refusals, idempotency, ownership.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERIODS } from '../../../../server/exchange/binary-options/offers.ts';
import { type Form, type Running, startRunning } from '../../../support/server/running-exchange.ts';

let running: Running;
let alice: { token: string; uid: number };
let bob: { token: string; uid: number };
beforeAll(async () => {
  running = await startRunning({ SECONDS_CLOSED_IN: 'DE,FR' });
  alice = await running.user('alice@seconds.test');
  bob = await running.user('bob@seconds.test');
});
afterAll(() => running.stop());

const BTC = 2;
let named = 0;
const buy = (form: Form = {}, token = alice.token) => {
  named += 1;
  return running.call(
    '/qt/contract/add',
    { coinInfoId: BTC, direction: 'up', period: 60, amount: '100', clientNo: `s${named}`, ...form },
    token,
  );
};
const usdt = async (token: string): Promise<string> => {
  const { data } = await running.call('/coin/assets', {}, token);
  return data.assets.find((asset: { coinInfoId: number }) => asset.coinInfoId === 1).balanceSpot;
};

describe('/qt/contract/periods', () => {
  it('S5: returns rates, limits, the break-even win rate and the exposure left', async () => {
    const { code, data } = await running.call('/qt/contract/periods', { coinInfoId: BTC }, alice.token);
    expect(code).toBe(0);
    expect(data.list.map(({ period }: { period: number }) => period)).toEqual(PERIODS.map(({ periodS }) => periodS));
    expect(data.list[0]).toMatchObject({
      period: 30,
      profitRate: '0.7',
      feeRate: '0.002',
      minAmount: '10',
      maxAmount: '5000',
      enable: 1,
      breakEven: '0.58941176',
      houseEdge: '0.152',
    });
    expect(data.list.at(-1)).toMatchObject({ period: 300, profitRate: '0.95', feeRate: '0', breakEven: '0.51282051' });
    expect(data).toMatchObject({ balance: '10000', exposureLeft: '20000', rule: { version: 'v2', draw: 'refund' } });
    expect(data.list.map(({ windowTicks }: { windowTicks: number }) => windowTicks)).toEqual([5, 9, 9, 9, 9]);
  });

  it('a market without them is not found', async () => {
    expect((await running.call('/qt/contract/periods', { coinInfoId: 102 }, alice.token)).code).toBe(1404);
    expect((await running.call('/qt/contract/periods', { coinInfoId: 9999 }, alice.token)).code).toBe(1404);
    expect((await running.call('/qt/contract/periods', { coinInfoId: BTC })).code).toBe(-1000);
  });
});

describe('/qt/contract/add', () => {
  it("S6: debits amount and fee, and returns the order's hash before its strike is known", async () => {
    const before = await usdt(bob.token);
    const { code, data } = await buy({}, bob.token);
    expect(code).toBe(0);
    expect(data).toMatchObject({
      coinInfoId: BTC,
      symbol: 'BTC',
      direction: 'up',
      period: 60,
      amount: '100',
      profitRate: '0.8',
      expectedReturn: '180',
      fee: '0.2',
      strikePrice: '',
      executionPrice: '',
      status: 0,
      result: '',
      payout: '0',
      profit: '',
    });
    expect(data.orderHash).toMatch(/^[0-9a-f]{64}$/);
    expect(data.receipt.sig).toMatch(/^[0-9a-f]{128}$/);
    expect(data.expirationTime - data.openTime).toBe(60_000);
    expect(before).toBe('10000');
    expect(await usdt(bob.token)).toBe('9899.8');
    const keys = (await running.call('/common/prop', { keys: 'publicKeys' })).data.publicKeys;
    expect(keys).toMatchObject([{ keyId: data.receipt.keyId, alg: 'Ed25519' }]);
  });

  it('a repeated clientNo answers the same, another body is 1409', async () => {
    const first = await buy({ clientNo: 'again' });
    const second = await buy({ clientNo: 'again' });
    expect(second.data).toEqual(first.data);
    expect((await buy({ clientNo: 'again', amount: '101' })).code).toBe(1409);
    const { data } = await running.call('/qt/contract/order/list', { state: 'holding' }, alice.token);
    expect(data.total).toBe(1);
  });

  it.each([
    [{ period: 45 }, 2101],
    [{ amount: '9.99' }, 2102],
    [{ amount: '5000.01' }, 2102],
    [{ amount: '0' }, 2005],
    [{ amount: '1e3' }, 1400],
    [{ direction: 'left' }, 1400],
    [{ profitRate: '0.81' }, 2017],
    [{ seenPrice: '1', maxSlip: '0.01' }, 2017],
    [{ coinInfoId: 102 }, 1404],
    [{ maxSlip: '-1' }, 1400],
    [{ clientNo: '' }, 1400],
  ] as [Form, number][])('%j is refused with %i, and changes nothing', async (form, code) => {
    const before = await usdt(alice.token);
    expect((await buy(form)).code).toBe(code);
    expect(await usdt(alice.token)).toBe(before);
  });

  it('the offered rate is accepted', async () => {
    expect((await buy({ profitRate: '0.80' })).code).toBe(0);
  });

  it('2001 when money is missing, 2103 beyond what may be open, 1403 for a frozen user, 2008 in a market left to closing', async () => {
    const carol = await running.user('carol@seconds.test');
    for (let at = 0; at < 2; at += 1) expect((await buy({ amount: '4500', period: 300 }, carol.token)).code).toBe(0);
    const poor = await buy({ amount: '1000.5', period: 300 }, carol.token);
    expect(poor).toMatchObject({ code: 2001 });
    const { submit } = running.exchange.sequencer;
    await submit({
      kind: 'credit',
      uid: carol.uid,
      wallet: 'spot',
      coinId: 1,
      units: 10n ** 13n,
      recordType: 'test',
      remark: '',
    });
    for (let at = 0; at < 2; at += 1) expect((await buy({ amount: '5000', period: 300 }, carol.token)).code).toBe(0);
    expect((await buy({ amount: '1000.01', period: 300 }, carol.token)).code).toBe(2103);
    expect((await running.call('/qt/contract/periods', { coinInfoId: BTC }, carol.token)).data.exposureLeft).toBe(
      '1000',
    );
    expect((await buy({ amount: '1000', period: 300 }, carol.token)).code).toBe(0);
    await running.exchange.identity.freeze(carol.uid, 'test');
    expect((await buy({ coinInfoId: 3 }, carol.token)).code).toBe(1403);
    await submit({ kind: 'marketStatus', uid: 1, coinInfoId: 5, status: 2 });
    expect((await buy({ coinInfoId: 5 })).code).toBe(2008);
    expect((await running.call('/qt/contract/periods', { coinInfoId: 5 }, alice.token)).code).toBe(2008);
    await submit({ kind: 'marketStatus', uid: 1, coinInfoId: 5, status: 1 });
  });

  it('1418 beyond a hundred open orders of a user', async () => {
    const dave = await running.user('dave@seconds.test');
    const codes = await Promise.all(
      Array.from({ length: 102 }, () => buy({ coinInfoId: 4, amount: '10', period: 300 }, dave.token)),
    );
    expect(codes.filter(({ code }) => code === 0)).toHaveLength(100);
    expect(codes.filter(({ code }) => code === 1418)).toHaveLength(2);
  });

  it('1419 for a country in which they are not sold', async () => {
    const eve = await running.user('eve@seconds.test');
    const { identity } = running.exchange;
    const kycOf = identity.kycOf.bind(identity);
    identity.kycOf = async (uid) =>
      uid === eve.uid
        ? { status: 1, form: { country: 'DE-BE' }, reasons: {}, submitTime: 1, reviewTime: 2 }
        : kycOf(uid);
    expect((await buy({}, eve.token)).code).toBe(1419);
    expect((await running.call('/qt/contract/periods', { coinInfoId: BTC }, eve.token)).code).toBe(1419);
    identity.kycOf = kycOf;
  });
});

describe('/qt/contract/order/list', () => {
  it("pages, filters, exports; another user's order does not exist", async () => {
    const { data } = await running.call(
      '/qt/contract/order/list',
      { state: 'holding', coinInfoId: BTC, pageSize: 1 },
      alice.token,
    );
    expect(data).toMatchObject({ page: 1, pageSize: 1, total: 2, hasMore: true });
    const [order] = data.list;
    expect((await running.call('/qt/contract/order/list', { state: 'history' }, alice.token)).data.total).toBe(0);
    expect(
      (await running.call('/qt/contract/order/list', { startTime: order.buyTime + 1 }, alice.token)).data.total,
    ).toBe(0);
    const one = await running.call('/qt/contract/order/list', { orderNum: order.orderNum }, alice.token);
    expect(one.data.list[0]).toMatchObject({ id: order.id, orderHash: order.orderHash, proof: null });
    expect((await running.call('/qt/contract/order/list', { orderNum: order.orderNum }, bob.token)).code).toBe(1404);
    expect((await running.call('/qt/contract/order/list', { orderNum: 'Q999999999999' }, alice.token)).code).toBe(1404);
    expect((await running.call('/qt/contract/order/list', { orderNum: 'nonsense' }, alice.token)).code).toBe(1404);
    const file = await running.call('/qt/contract/order/list', { export: 'csv' }, alice.token);
    expect(file.data.csv.split('\r\n')[0]).toMatch(/^orderNum,buyTime,/);
    expect(file.data.csv.trim().split('\r\n')).toHaveLength(3);
  });

  it('S10: the market of open orders is not halted', async () => {
    const { answer } = await running.exchange.sequencer.submit({
      kind: 'marketStatus',
      uid: 1,
      coinInfoId: BTC,
      status: 0,
    });
    expect(answer).toMatchObject({ code: 1400 });
  });
});
