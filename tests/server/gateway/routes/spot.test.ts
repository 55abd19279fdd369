// The spot order calls on a whole exchange: place, list, query, cancel, refusals, ownership.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { CALLS } from '../../../../core/endpoints/endpoints.ts';
import { type Running, startRunning } from '../../../support/server/running-exchange.ts';

let at: Running;
let token: string;
let last: number;
let made = 0;

beforeAll(async () => {
  at = await startRunning();
  ({ token } = await at.user('trader@example.com'));
  last = Number((await at.call('/coin/ticker', { coinInfoId: 2 })).data.last);
});
afterAll(() => at.stop());

/** A limit buy of BTC well below the market, so that it rests. */
function resting(more = {}) {
  made += 1;
  return {
    coinInfoId: 2,
    side: 'buy',
    orderType: 'limit',
    price: (last * 0.92).toFixed(1),
    amount: '0.001',
    clientNo: `c-${made}`,
    ...more,
  };
}

async function usdt(): Promise<{ balanceSpot: string; balanceSpotFreeze: string }> {
  return (await at.call('/coin/assets', {}, token)).data.assets[0];
}

describe('spot orders', () => {
  it('rests, freezes, is listed and queried, and releases what it froze', async () => {
    const form = resting();
    const added = await at.call('/coin/order/add', form, token);
    expect(added).toMatchObject({
      code: 0,
      data: {
        status: 1,
        symbol: 'BTC',
        side: 'buy',
        clientNo: form.clientNo,
        dealAmount: '0.00000',
        postOnly: 0,
        tif: 'GTC',
      },
    });
    expect(v.is(CALLS['/coin/order/add'].answer, added.data)).toBe(true);
    const { id, orderNo } = added.data;
    const frozen = BigInt(Math.round(Number(form.price) * 10)) * 10_000n;
    expect(await usdt()).toMatchObject({
      balanceSpot: String(Number(10_000n * 100_000_000n - frozen) / 1e8),
      balanceSpotFreeze: String(Number(frozen) / 1e8),
    });
    const listed = await at.call('/coin/order/list', { state: 'current', coinInfoId: 2 }, token);
    expect(v.is(CALLS['/coin/order/list'].answer, listed.data)).toBe(true);
    expect(listed.data).toMatchObject({ total: 1, page: 1, hasMore: false, list: [{ id }] });
    for (const name of [{ id }, { orderNo }, { clientNo: form.clientNo }]) {
      expect((await at.call('/coin/order/query', name, token)).data).toMatchObject({ id, orderNo, deals: [] });
    }
    expect((await at.call('/coin/order/close', { id }, token)).data.list).toMatchObject([{ id, status: 4 }]);
    expect(await usdt()).toMatchObject({ balanceSpot: '10000', balanceSpotFreeze: '0' });
    expect((await at.call('/coin/order/close', { id }, token)).code).toBe(2012);
    expect((await at.call('/coin/order/list', { state: 'current' }, token)).data.list).toEqual([]);
    expect((await at.call('/coin/order/list', { state: 'history' }, token)).data.list).toMatchObject([
      { id, status: 4 },
    ]);
  });

  it('answers a repeated order as the first, and refuses another body under its clientNo', async () => {
    const form = resting();
    const first = await at.call('/coin/order/add', form, token);
    expect((await at.call('/coin/order/add', form, token)).data.id).toBe(first.data.id);
    expect((await at.call('/coin/order/add', { ...form, amount: '0.002' }, token)).code).toBe(1409);
    expect((await at.call('/coin/order/list', { state: 'current' }, token)).data.total).toBe(1);
    await at.call('/coin/order/close', { all: 1 }, token);
  });

  it('an order in the place of another is one step, and repeated it is the first answer', async () => {
    const { id } = (await at.call('/coin/order/add', resting(), token)).data;
    const form = resting({ id, price: (last * 0.93).toFixed(1) });
    const first = await at.call('/coin/order/replace', form, token);
    expect(first).toMatchObject({ code: 0, data: { status: 1, clientNo: form.clientNo } });
    expect(Number(first.data.price)).toBe(Number(form.price));
    expect((await at.call('/coin/order/replace', form, token)).data).toEqual(first.data);
    expect((await at.call('/coin/order/replace', { ...form, id: id + 1 }, token)).code).toBe(1409);
    expect((await at.call('/coin/order/query', { clientNo: form.clientNo }, token)).data.id).toBe(first.data.id);
    expect((await at.call('/coin/order/query', { id }, token)).data).toMatchObject({ status: 4, reason: 'user' });
    const lower = resting({ id, price: (last * 0.94).toFixed(1) });
    expect((await at.call('/coin/order/replace', lower, token)).code).toBe(2012);
    expect((await at.call('/coin/order/list', { state: 'current' }, token)).data.total).toBe(1);
    await at.call('/coin/order/close', { all: 1 }, token);
  });

  it('an order in the place of another is at most of its amount: more is refused, and that one stays', async () => {
    const { id } = (await at.call('/coin/order/add', resting({ amount: '0.002' }), token)).data;
    const more = resting({ id, price: (last * 0.93).toFixed(1), amount: '0.00201' });
    const refused = await at.call('/coin/order/replace', more, token);
    expect(refused).toMatchObject({ code: 2003, data: { max: '0.00200' } });
    const { list } = (await at.call('/coin/order/list', { state: 'current' }, token)).data;
    expect(list).toMatchObject([{ id, amount: '0.00200', status: 1 }]);
    const first = await at.call('/coin/order/replace', { ...more, amount: '0.002' }, token);
    expect(first).toMatchObject({ code: 0, data: { amount: '0.00200' } });
    expect((await at.call('/coin/order/replace', { ...more, amount: '0.002' }, token)).data).toEqual(first.data);
    await at.call('/coin/order/close', { all: 1 }, token);
  });

  it('answers a repeated cancel as the first, separately from clientNos of orders, and refuses another body under it', async () => {
    const { clientNo, ...order } = resting();
    const mine = (await at.call('/coin/order/add', { ...order, clientNo }, token)).data;
    const first = await at.call('/coin/order/close', { id: mine.id, clientNo }, token);
    expect(first).toMatchObject({ code: 0, data: { list: [{ id: mine.id, status: 4 }] } });
    expect((await at.call('/coin/order/close', { id: mine.id, clientNo }, token)).data).toEqual(first.data);
    expect((await at.call('/coin/order/close', { id: mine.id + 1, clientNo }, token)).code).toBe(1409);
    expect((await at.call('/coin/order/query', { clientNo }, token)).data.id).toBe(mine.id);
    const all = await at.call('/coin/order/close', { all: 1, clientNo: 'all-1' }, token);
    const later = (await at.call('/coin/order/add', resting(), token)).data;
    expect((await at.call('/coin/order/close', { all: 1, clientNo: 'all-1' }, token)).data).toEqual(all.data);
    expect((await at.call('/coin/order/query', { id: later.id }, token)).data.status).toBe(1);
    await at.call('/coin/order/close', { all: 1 }, token);
  });

  it('buys at the market and sells again, with fills, fees and exact balances', async () => {
    const bought = await at.call(
      '/coin/order/add',
      { coinInfoId: 2, side: 'buy', orderType: 'market', total: '100', clientNo: 'm-1' },
      token,
    );
    expect(bought).toMatchObject({ code: 0, data: { status: 3, feeCoinId: 2, price: '0', total: '100' } });
    const { data } = await at.call('/coin/order/query', { id: bought.data.id }, token);
    expect(data.deals.length).toBeGreaterThan(0);
    expect(v.is(CALLS['/coin/order/query'].answer, data)).toBe(true);
    const sum = (field: string): number =>
      data.deals.reduce((all: number, deal: Record<string, string>) => all + Number(deal[field]), 0);
    expect(sum('total')).toBeCloseTo(Number(data.dealTotal), 8);
    expect(sum('fee')).toBeCloseTo(Number(data.fee), 8);
    const held = (await at.call('/coin/assets', { hideZero: 1 }, token)).data.assets.find(
      (asset: { coinInfoId: number }) => asset.coinInfoId === 2,
    );
    expect(Number(held.balanceSpot)).toBeCloseTo(Number(data.dealAmount) - Number(data.fee), 8);
    const amount = (Math.floor(Number(held.balanceSpot) * 1e5) / 1e5).toFixed(5);
    const sold = await at.call(
      '/coin/order/add',
      { coinInfoId: 2, side: 'sell', orderType: 'market', amount, clientNo: 'm-2' },
      token,
    );
    expect(sold).toMatchObject({ code: 0, data: { status: 3, dealAmount: amount, feeCoinId: 1 } });
  });

  it('M17: a stop order waits under its own type and price, and no other order takes a stop price', async () => {
    const stop = (more: object) =>
      at.call(
        '/coin/order/add',
        resting({
          orderType: 'stop_limit',
          stopPrice: (last * 1.1).toFixed(1),
          price: (last * 1.11).toFixed(1),
          ...more,
        }),
        token,
      );
    const added = await stop({});
    expect(added).toMatchObject({ code: 0, data: { status: 0, orderType: 'stop_limit', dealAmount: '0.00000' } });
    expect(Number(added.data.stopPrice)).toBeCloseTo(last * 1.1, 0);
    expect(v.is(CALLS['/coin/order/add'].answer, added.data)).toBe(true);
    const byTotal = { orderType: 'stop_market', price: '', amount: '', total: '20' };
    expect(await stop(byTotal)).toMatchObject({ code: 0, data: { status: 0, orderType: 'stop_market', price: '0' } });
    const listed = (await at.call('/coin/order/list', { state: 'current', coinInfoId: 2 }, token)).data.list;
    expect(listed.filter(({ status }: { status: number }) => status === 0)).toHaveLength(2);
    const { csv } = (await at.call('/coin/order/list', { state: 'current', coinInfoId: 2, export: 'csv' }, token)).data;
    expect(csv.split('\r\n')[0]).toContain(',price,stopPrice,amount,');
    expect(csv).toContain(`,${added.data.price},${added.data.stopPrice},${added.data.amount},`);
    expect(Number((await usdt()).balanceSpotFreeze)).toBeCloseTo(20 + last * 0.00111, 2);
    expect(await stop({ stopPrice: '' })).toMatchObject({ code: 1400, data: { field: 'stopPrice' } });
    expect(await stop({ stopPrice: (last * 0.9).toFixed(1), price: (last * 0.9).toFixed(1) })).toMatchObject({
      code: 2010,
    });
    expect(await stop({ stopPrice: '1.23456789' })).toMatchObject({ code: 2002 });
    expect(await stop({ orderType: 'limit' })).toMatchObject({ code: 1400, data: { field: 'stopPrice' } });
    expect(await stop({ ...byTotal, maxSlip: '0.01' })).toMatchObject({ code: 1400, data: { field: 'maxSlip' } });
    expect(await stop({ ...byTotal, price: '1' })).toMatchObject({ code: 1400, data: { field: 'price' } });
    expect(await stop({ ...byTotal, amount: '0.001', total: '' })).toMatchObject({
      code: 1400,
      data: { field: 'total' },
    });
    const { list } = (await at.call('/coin/order/close', { all: 1, coinInfoId: 2 }, token)).data;
    expect(list.filter(({ orderType }: { orderType: string }) => orderType.startsWith('stop_'))).toHaveLength(2);
    expect(await usdt()).toMatchObject({ balanceSpotFreeze: '0' });
  });

  it('M18: an oco has two prices, waits on both sides of the market and freezes the dearer', async () => {
    const oco = (more: object) =>
      at.call(
        '/coin/order/add',
        resting({
          orderType: 'oco',
          price: '',
          profitPrice: (last * 0.95).toFixed(1),
          lossPrice: (last * 1.05).toFixed(1),
          ...more,
        }),
        token,
      );
    const added = await oco({});
    expect(added).toMatchObject({ code: 0, data: { status: 1, orderType: 'oco', dealAmount: '0.00000' } });
    expect(Number(added.data.price)).toBeCloseTo(last * 0.95, 0);
    expect(Number(added.data.stopPrice)).toBeCloseTo(last * 1.05, 0);
    expect(v.is(CALLS['/coin/order/add'].answer, added.data)).toBe(true);
    const held = Number(added.data.amount) * Number(added.data.stopPrice) * 1.01;
    expect(Number((await usdt()).balanceSpotFreeze)).toBeCloseTo(held, 3);
    for (const [more, code, field] of [
      [{ lossPrice: '' }, 1400, 'lossPrice'],
      [{ profitPrice: '' }, 1400, 'profitPrice'],
      [{ price: '1' }, 1400, 'price'],
      [{ stopPrice: '1' }, 1400, 'stopPrice'],
      [{ tif: 'IOC' }, 1400, 'tif'],
      [{ postOnly: 1 }, 1400, 'postOnly'],
      [{ orderType: 'limit', price: (last * 0.9).toFixed(1) }, 1400, 'profitPrice'],
      [{ lossPrice: (last * 0.9).toFixed(1) }, 2010],
      [{ profitPrice: (last * 1.02).toFixed(1) }, 2009],
      [{ profitPrice: '1.23456789' }, 2002],
    ] as const)
      expect(await oco(more), JSON.stringify(more)).toMatchObject({ code, ...(field && { data: { field } }) });
    const { list } = (await at.call('/coin/order/close', { all: 1, coinInfoId: 2 }, token)).data;
    expect(list).toMatchObject([{ orderType: 'oco', status: 4, reason: 'user' }]);
    expect(await usdt()).toMatchObject({ balanceSpotFreeze: '0' });
  });

  it('cancels all of one market and leaves the others', async () => {
    await at.call('/coin/order/add', resting(), token);
    await at.call('/coin/order/add', resting(), token);
    const price = Number((await at.call('/coin/ticker', { coinInfoId: 3 })).data.last) * 0.92;
    const other = await at.call(
      '/coin/order/add',
      resting({ coinInfoId: 3, price: price.toFixed(1), amount: '0.05' }),
      token,
    );
    expect(other.code).toBe(0);
    expect((await at.call('/coin/order/close', { all: 1, coinInfoId: 2 }, token)).data.list).toHaveLength(2);
    expect((await at.call('/coin/order/list', { state: 'current' }, token)).data.list).toMatchObject([
      { id: other.data.id },
    ]);
    expect((await at.call('/coin/order/close', { ids: String(other.data.id) }, token)).code).toBe(0);
  });

  it('pages its list', async () => {
    for (let n = 0; n < 3; n += 1) await at.call('/coin/order/add', resting(), token);
    const pages = await Promise.all(
      [1, 2, 3].map((page) => at.call('/coin/order/list', { state: 'current', page, pageSize: 2 }, token)),
    );
    expect(pages.map(({ data }) => [data.list.length, data.total, data.hasMore])).toEqual([
      [2, 3, true],
      [1, 3, false],
      [0, 3, false],
    ]);
    const { data: file } = await at.call('/coin/order/list', { state: 'current', export: 'csv' }, token);
    expect(v.is(CALLS['/coin/order/list'].answer, file)).toBe(true);
    expect(file).toMatchObject({ list: [], total: 3, hasMore: false });
    expect(file.fileName).toMatch(/^orders-\d+\.csv$/);
    const lines = file.csv.trim().split('\r\n');
    expect(lines[0]).toMatch(/^orderNo,clientNo,createTime,/);
    expect(lines.slice(1, 3).map((line: string) => line.split(',')[0])).toEqual(
      pages[0]?.data.list.map(({ orderNo }: { orderNo: string }) => orderNo),
    );
    await at.call('/coin/order/close', { all: 1 }, token);
  });
});

describe('refusals', () => {
  it.each([
    ['price off tick', { price: '1000.001' }, 2002],
    ['amount off step', { amount: '0.0000001' }, 2003],
    ['price zero', { price: '0' }, 2004],
    ['amount zero', { amount: '0' }, 2005],
    ['price outside the band', { price: '1.0', amount: '100' }, 2006],
    ['too little value', { amount: '0.00001' }, 2007],
    ['not enough money', { amount: '400' }, 2001],
    ['price missing', { price: undefined }, 1400],
    ['amount missing', { amount: undefined }, 1400],
    ['price negative', { price: '-1' }, 1400],
    ['price with an exponent', { price: '1e3' }, 1400],
    ['unknown market', { coinInfoId: 999_999 }, 1404],
    ['post-only that trades', { price: 'above', postOnly: 1 }, 2014],
    ['the wallet coin', { coinInfoId: 1 }, 2008],
  ])('%s', async (_name, more: Record<string, unknown>, code) => {
    const form = resting(more);
    if (form.price === 'above') form.price = (last * 1.05).toFixed(1);
    const before = await usdt();
    const answer = await at.call('/coin/order/add', form, token);
    expect(answer).toMatchObject({ code, status: 200 });
    expect(answer.msg).not.toBe('');
    expect(answer.msg).not.toMatch(/[{}]/);
    expect(await usdt()).toEqual(before);
  });

  it("answers for another user's order as for one that does not exist", async () => {
    const { data: mine } = await at.call('/coin/order/add', resting(), token);
    const stranger = (await at.user('stranger@example.com')).token;
    expect((await at.call('/coin/order/query', { id: mine.id }, stranger)).code).toBe(1404);
    expect((await at.call('/coin/order/query', { orderNo: mine.orderNo }, stranger)).code).toBe(1404);
    expect((await at.call('/coin/order/query', { clientNo: mine.clientNo }, stranger)).code).toBe(1404);
    expect((await at.call('/coin/order/close', { id: mine.id }, stranger)).code).toBe(1404);
    expect((await at.call('/coin/order/close', { all: 1 }, stranger)).data.list).toEqual([]);
    expect((await at.call('/coin/order/list', { state: 'current' }, stranger)).data.list).toEqual([]);
    await at.call('/coin/order/close', { id: mine.id }, token);
    expect((await at.call('/coin/order/close', { id: mine.id }, stranger)).code).toBe(1404);
    expect((await at.call('/coin/order/query', { id: 1e14 }, token)).code).toBe(1404);
    expect((await at.call('/coin/order/query', {}, token)).data).toEqual({ field: 'id', rule: 'required' });
    expect((await at.call('/coin/order/close', {}, token)).data).toEqual({ field: 'id', rule: 'required' });
  });

  it('requires a session on every call that needs one', async () => {
    for (const [path, call] of Object.entries(CALLS)) {
      if (call.access === 'session') expect(await at.call(path), path).toMatchObject({ code: -1000, status: 200 });
    }
  });
});
