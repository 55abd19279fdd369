// The wallet calls on a whole exchange: transfers, conversions, deposits, withdrawals, refusals, ownership.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { CALLS, type CallPath } from '../../../../core/endpoints/endpoints.ts';
import { fieldOf } from '../../../support/data/picture-files.ts';
import { operatorOf } from '../../../support/server/operator-client.ts';
import { type Answer, type Form, type Running, startRunning } from '../../../support/server/running-exchange.ts';

const USDT = 1;
const BTC = 2;
let at: Running;
let anna: { token: string; uid: number };
let bert: { token: string; uid: number };
let made = 0;

beforeAll(async () => {
  at = await startRunning();
  anna = await at.user('anna@example.com');
  bert = await at.user('bert@example.com');
});
afterAll(() => at.stop());

const name = (): string => `w-${made++}`;

/** Makes a wallet call; checks the schema of a successful response. */
async function ask(path: string, form: Form = {}, token = anna.token): Promise<Answer> {
  const whole = `/coin${path}` as CallPath;
  const answer = await at.call(whole, form, token);
  if (answer.code === 0) expect(v.safeParse(CALLS[whole].answer, answer.data).issues, whole).toBe(undefined);
  return answer;
}

async function asset(coinInfoId: number, token = anna.token): Promise<Record<string, string>> {
  return (await ask('/assets', {}, token)).data.assets.find(
    (one: { coinInfoId: number }) => one.coinInfoId === coinInfoId,
  );
}

const records = async (token = anna.token): Promise<Record<string, string>[]> =>
  (await at.call('/user/point/change/log', { pageSize: 100 }, token)).data.list;

describe('transfers', () => {
  it('moves money exactly, both ways, and returns the new balances', async () => {
    const there = await ask('/transfer', {
      coinInfoId: USDT,
      type: 'transfer_to_contract',
      amount: '300.5',
      clientNo: name(),
    });
    expect(there.data).toMatchObject({
      orderNo: expect.stringMatching(/^T\d{12}$/),
      assets: [{ coinInfoId: USDT, balanceSpot: '9699.5', balanceContract: '300.5' }],
    });
    const back = await ask('/transfer', {
      coinInfoId: USDT,
      type: 'transfer_to_sport',
      amount: '0.00000001',
      clientNo: name(),
    });
    expect(back.data.assets[0]).toMatchObject({ balanceSpot: '9699.50000001', balanceContract: '300.49999999' });
    expect(
      (await records()).slice(0, 4).map(({ type, account, amount, refNo }) => [type, account, amount, refNo]),
    ).toEqual([
      ['transfer_to_sport', 'spot', '0.00000001', back.data.orderNo],
      ['transfer_to_sport', 'contract', '-0.00000001', back.data.orderNo],
      ['transfer_to_contract', 'contract', '300.5', there.data.orderNo],
      ['transfer_to_contract', 'spot', '-300.5', there.data.orderNo],
    ]);
  });

  it('gives retries the first answer, also three at once, and 1409 for another body under their clientNo', async () => {
    const form = { coinInfoId: USDT, type: 'transfer_to_contract', amount: '1', clientNo: name() };
    const before = (await asset(USDT)).balanceContract;
    const [one, two, three] = await Promise.all([
      ask('/transfer', form),
      ask('/transfer', form),
      ask('/transfer', form),
    ]);
    expect(two.data).toEqual(one.data);
    expect(three.data).toEqual(one.data);
    expect((await ask('/transfer', form)).data).toEqual(one.data);
    expect(Number((await asset(USDT)).balanceContract)).toBe(Number(before) + 1);
    expect((await ask('/transfer', { ...form, amount: '2' })).code).toBe(1409);
    expect((await ask('/transfer', { ...form, type: 'transfer_to_sport' })).code).toBe(1409);
    expect((await ask('/transfer', form, bert.token)).code).toBe(0);
  });

  it('refuses with the code of each rule, and changes nothing', async () => {
    const balances = () => [anna, bert].map(({ uid }) => at.exchange.sequencer.machine.balances(uid));
    const before = balances();
    const code = async (form: Form): Promise<number> =>
      (
        await ask('/transfer', {
          coinInfoId: USDT,
          type: 'transfer_to_contract',
          amount: '1',
          clientNo: name(),
          ...form,
        })
      ).code;
    for (const amount of ['0', '-1', '0.000000001', '1e3', 'NaN', ''])
      expect(await code({ amount }), amount).toBe(1400);
    expect(await code({ amount: undefined })).toBe(1400);
    expect(await code({ clientNo: undefined })).toBe(1400);
    expect(await code({ coinInfoId: undefined })).toBe(1400);
    expect(await code({ type: 'transfer_to_spot' })).toBe(1400);
    expect(await code({ amount: '999999' })).toBe(2001);
    expect(await code({ coinInfoId: 999 })).toBe(1404);
    expect(await code({ coinInfoId: 102 })).toBe(1404);
    await at.exchange.identity.freeze(bert.uid, 'a question');
    expect(
      (
        await ask(
          '/transfer',
          { coinInfoId: USDT, type: 'transfer_to_contract', amount: '1', clientNo: name() },
          bert.token,
        )
      ).code,
    ).toBe(1403);
    await at.exchange.identity.unfreeze(bert.uid);
    expect(balances()).toEqual(before);
  });
});

describe('conversions', () => {
  const quote = (form: Form = {}, token = anna.token): Promise<Answer> =>
    ask(
      '/transfer',
      { type: 'convert', dryRun: 1, coinInfoId: USDT, toCoinInfoId: BTC, amount: '100', ...form },
      token,
    );
  const convert = (quoteNo: string, clientNo = name(), token = anna.token): Promise<Answer> =>
    ask('/transfer', { type: 'convert', quoteNo, clientNo }, token);

  it("quotes the books' rate less 0.3 %, and executes at the quote", async () => {
    const last = Number((await at.call('/coin/ticker', { coinInfoId: BTC })).data.last);
    const askedMs = Date.now();
    const { data } = await quote();
    expect(Number(data.rate)).toBeCloseTo(1 / last, 7);
    expect(Number(data.fee) / (Number(data.fee) + Number(data.out))).toBeCloseTo(0.003, 4);
    expect(data.expireTime).toBeGreaterThan(askedMs + 8_000);
    expect(data.expireTime).toBeLessThan(Date.now() + 10_500);
    const before = await asset(USDT);
    const clientNo = name();
    const done = await convert(data.quoteNo, clientNo);
    expect(done.data.orderNo).toBe(data.quoteNo);
    expect(done.data.assets).toMatchObject([{ coinInfoId: USDT }, { coinInfoId: BTC, balanceSpot: data.out }]);
    expect(Number((await asset(USDT)).balanceSpot)).toBeCloseTo(Number(before.balanceSpot) - 100, 8);
    expect((await convert(data.quoteNo, clientNo)).data).toEqual(done.data);
    expect((await convert(data.quoteNo)).code).toBe(3101);
    expect((await records()).slice(0, 2).map(({ type, amount }) => [type, amount])).toEqual([
      ['convert_in', data.out],
      ['convert_out', '-100'],
    ]);
  });

  it('converts back, and across two coins', async () => {
    const { balanceSpot } = await asset(BTC);
    const back = (await quote({ coinInfoId: BTC, toCoinInfoId: USDT, amount: balanceSpot })).data;
    expect(Number(back.out)).toBeGreaterThan(98.5);
    expect(Number(back.out)).toBeLessThan(100);
    const across = (await quote({ coinInfoId: BTC, toCoinInfoId: 3, amount: balanceSpot })).data;
    expect((await convert(across.quoteNo)).data.assets[1]).toMatchObject({ coinInfoId: 3, balanceSpot: across.out });
    // Only the newest quote is valid.
    expect((await convert(back.quoteNo)).code).toBe(3101);
  });

  it('refuses with the code of each rule', async () => {
    expect((await quote({ amount: '0' })).code).toBe(1400);
    expect((await quote({ amount: undefined })).code).toBe(1400);
    expect((await quote({ toCoinInfoId: undefined })).code).toBe(1400);
    expect((await quote({ toCoinInfoId: USDT })).code).toBe(1400);
    expect((await quote({ toCoinInfoId: 102 })).code).toBe(1404);
    expect((await quote({ toCoinInfoId: 999 })).code).toBe(1404);
    // More than all books hold.
    expect((await quote({ amount: '900000000' })).code).toBe(2016);
    expect((await quote({ amount: '0.00000001', coinInfoId: USDT })).code).toBe(1400);
    expect((await ask('/transfer', { type: 'convert', clientNo: name() })).code).toBe(1400);
    expect((await ask('/transfer', { type: 'convert', quoteNo: 'C000000000001' })).code).toBe(1400);
    for (const quoteNo of ['C000000000000', 'C999999999999', 'nonsense', 'S000000000001'])
      expect((await convert(quoteNo)).code, quoteNo).toBe(3101);
    const dear = (await quote({ amount: '9000' })).data;
    await ask('/transfer', { coinInfoId: USDT, type: 'transfer_to_contract', amount: '5000', clientNo: name() });
    expect((await convert(dear.quoteNo)).code).toBe(2001);
    await ask('/transfer', { coinInfoId: USDT, type: 'transfer_to_sport', amount: '5000', clientNo: name() });
  });

  it("accepts only the caller's own quote", async () => {
    const { quoteNo } = (await quote()).data;
    expect((await convert(quoteNo, name(), bert.token)).code).toBe(3101);
    expect((await convert(quoteNo)).code).toBe(0);
  });
});

describe('deposits', () => {
  // Deposits are credited automatically; the delay of demo reviews outlasts these tests.
  beforeAll(async () => {
    const operator = operatorOf(at);
    await operator.act('parameter.set', { name: 'demoReviewSeconds', value: '3600' });
    await operator.act('parameter.set', { name: 'demoReviews', value: 'on' });
  });

  const route = { coinInfoId: USDT, chain: 'TRC20' };
  const apply = (form: Form = {}, token = anna.token): Promise<Answer> =>
    ask('/recharge/add', { ...route, amount: '150', img: fieldOf('jpeg'), clientNo: name(), ...form }, token);

  it('has no address until one is created; each coin, chain and user has a different, permanent one', async () => {
    expect((await ask('/recharge/address', route)).data).toMatchObject({
      exists: 0,
      address: '',
      qr: '',
      minRecharge: '10',
      confirmations: 20,
      simulated: 1,
    });
    const first = await ask('/recharge/address/generate', route);
    expect(first.data).toMatchObject({
      exists: 1,
      address: expect.stringMatching(/^T[1-9A-HJ-NP-Za-km-z]{33}$/),
      qr: expect.stringContaining('<svg'),
      simulated: 1,
    });
    expect((await ask('/recharge/address', route)).data.address).toBe(first.data.address);
    expect(await ask('/recharge/address/generate', route)).toMatchObject({
      code: 1429,
      data: { retryAfter: expect.any(Number) },
    });
    const others = await Promise.all([
      ask('/recharge/address/generate', { coinInfoId: USDT, chain: 'ERC20' }),
      ask('/recharge/address/generate', { coinInfoId: BTC, chain: 'BTC' }),
      ask('/recharge/address/generate', route, bert.token),
      ask('/recharge/address/generate', { coinInfoId: 6, chain: 'XRP' }),
      ask('/recharge/address/generate', { coinInfoId: 13, chain: 'DOT' }),
    ]);
    expect(new Set([first, ...others].map(({ data }) => data.address)).size).toBe(6);
    expect(others[1].data.address).toMatch(/^bc1q/);
    expect(others[3].data.memo).toMatch(/^\d+$/);
  });

  it('returns 3006 for a suspended network, 1404 for an unknown one', async () => {
    for (const path of ['/recharge/address', '/recharge/address/generate']) {
      expect((await ask(path, { coinInfoId: USDT, chain: 'OMNI' })).code).toBe(3006);
      expect((await ask(path, { coinInfoId: USDT, chain: 'BTC' })).code).toBe(1404);
      expect((await ask(path, { coinInfoId: 102, chain: 'BTC' })).code).toBe(1404);
      expect((await ask(path, { coinInfoId: USDT })).code).toBe(1400);
    }
  });

  it('accepts an application, shows its picture to its owner, and the chain credits it once', async () => {
    const { address } = (await ask('/recharge/address', route)).data;
    const before = Number((await asset(USDT)).balanceSpot);
    const form = { address, clientNo: name() };
    const [one, two] = await Promise.all([apply(form), apply(form)]);
    expect(one).toMatchObject({ code: 0, data: { orderNo: expect.stringMatching(/^D\d{12}$/), status: 0 } });
    expect(two.data).toEqual(one.data);
    expect((await apply({ ...form, amount: '151' })).code).toBe(1409);
    const { id, orderNo } = one.data;
    const shown = (await ask('/recharge/order', { id })).data.list[0];
    expect(shown).toMatchObject({
      id,
      orderNo,
      amount: '150',
      chain: 'TRC20',
      address,
      status: 0,
      reason: '',
      simulated: 1,
    });
    expect(Buffer.from(shown.img.split(',')[1], 'base64url').toString('latin1')).not.toContain('SECRET');
    expect((await ask('/recharge/order', { id }, bert.token)).code).toBe(1404);
    expect((await ask('/recharge/order', {}, bert.token)).data.total).toBe(0);
    const seen: number[] = [];
    for (;;) {
      const [order] = (await ask('/recharge/order', {})).data.list;
      seen.push(order.confirmations);
      if (order.status === 1) break;
      await setTimeout(500);
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(Number((await asset(USDT)).balanceSpot)).toBeCloseTo(before + 150, 8);
    expect((await records())[0]).toMatchObject({ type: 'recharge', amount: '150', refNo: orderNo });
    await expect(at.exchange.funds.approveDeposit(id, 'me')).rejects.toMatchObject({ reject: { code: 2012 } });
    // The notice is written after the money is credited.
    const newest = async () => (await at.call('/user/notice', { kind: 'personal' }, anna.token)).data.list[0];
    await expect
      .poll(newest)
      .toMatchObject({ title: 'Deposit credited', content: expect.stringContaining('150 USDT') });
  });

  it('refuses with the code of each rule, and stores no picture', async () => {
    const { address } = (await ask('/recharge/address', route)).data;
    const code = async (form: Form): Promise<number> => (await apply({ address, ...form })).code;
    expect(await code({ amount: '9.99' })).toBe(3004);
    for (const amount of ['0', '10000000.1', '999999999999999999']) expect(await code({ amount })).toBe(1400);
    expect(await code({ img: undefined })).toBe(1400);
    expect(await code({ img: 'image/jpeg;base64url,AAAA' })).toBe(1400);
    expect(await code({ clientNo: undefined })).toBe(1400);
    expect(await code({ chain: 'OMNI' })).toBe(3006);
    expect(await code({ chain: 'ERC20' })).toBe(1400);
    const theirs = (await ask('/recharge/address', route, bert.token)).data.address;
    expect(await apply({ address: theirs })).toMatchObject({ code: 1400, data: { field: 'address' } });
    const { data } = await ask('/recharge/order', { export: 'csv' });
    expect(data.csv.split('\r\n')).toHaveLength(data.total + 2);
    expect(data.list).toEqual([]);
    expect((await ask('/recharge/order', { status: 2 })).data.total).toBe(0);
    expect((await ask('/recharge/order', { startTime: Date.now() + 60_000 })).data.total).toBe(0);
  });
});

it('requires a session everywhere', async () => {
  for (const path of Object.keys(CALLS).filter((call) => /^\/coin\/(transfer|recharge|withdraw)/.test(call)))
    expect((await at.call(path, {})).code, path).toBe(-1000);
});
