// The contract calls on a whole exchange: open, read, amend, close, refusals, ownership.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { CALLS, type CallPath } from '../../../../core/endpoints/endpoints.ts';
import { type Answer, type Form, type Running, startRunning } from '../../../support/server/running-exchange.ts';

const PERP = 102;
let at: Running;
let anna: { token: string; uid: number };
let bert: { token: string; uid: number };
let made = 0;

beforeAll(async () => {
  at = await startRunning();
  anna = await at.user('anna@example.com');
  bert = await at.user('bert@example.com');
  for (const { uid } of [anna, bert]) await fund(uid, 5_000n);
});
afterAll(() => at.stop());

async function fund(uid: number, coins: bigint): Promise<void> {
  const { answer } = await at.exchange.sequencer.submit({
    kind: 'credit',
    uid,
    wallet: 'contract',
    coinId: 1,
    units: coins * 100_000_000n,
    recordType: 'contract_manual_add',
    remark: 'test',
  });
  expect(answer).toMatchObject({ orders: [] });
}

/** Makes a contract call; checks the schema of a successful response. */
async function ask(path: string, form: Form = {}, token = anna.token): Promise<Answer> {
  const whole = `/coin/contract/order${path}` as CallPath;
  const answer = await at.call(whole, form, token);
  if (answer.code === 0) expect(v.safeParse(CALLS[whole].answer, answer.data).issues, whole).toBe(undefined);
  return answer;
}

const name = (): string => `c-${made++}`;

function order(more: Form = {}): Form {
  return {
    coinInfoId: PERP,
    direction: 'long',
    orderType: 'market',
    multiple: 20,
    amount: '0.010',
    clientNo: name(),
    ...more,
  };
}

async function last(): Promise<number> {
  return Number((await at.call('/coin/ticker', { coinInfoId: PERP })).data.last);
}

/** A price as a multiple of the market's, on the grid. */
async function price(parts: number): Promise<string> {
  return ((await last()) * parts).toFixed(1);
}

async function usdt(token = anna.token): Promise<{ balanceContract: string; balanceContractFreeze: string }> {
  return (await at.call('/coin/assets', {}, token)).data.assets[0];
}

describe('contracts', () => {
  it('returns the leverages by tiers, and the one last used', async () => {
    const { data } = await ask('/multiple', { coinInfoId: PERP });
    expect(data).toMatchObject({
      multiples: [1, 2, 3, 5, 10, 20, 50, 100],
      default: 10,
      takerFee: '0.0006',
      tiers: [{ cap: '50000', mmr: '0.005', maxMultiple: 100, deduct: '0' }, { deduct: '250' }, {}, {}, { cap: '' }],
    });
    expect(data.funding).toEqual({ enable: 0, rate: '0', nextTime: 0, interval: 28_800 });
    expect((await ask('/multiple', { coinInfoId: 2 })).code).toBe(1404);
  });

  it('opens at the market, shows margin, risk and liquidation, and closes in parts and whole', async () => {
    const opened = await ask('/add', order());
    expect(opened).toMatchObject({
      code: 0,
      data: { status: 1, holdAmount: '0.010', pendingAmount: '0.000', multiple: 20, closeType: 0, symbol: 'BTC' },
    });
    const { id, orderNo, clientNo, openPrice, liqPrice, securityDeposit } = opened.data;
    expect(Number(securityDeposit)).toBeCloseTo((Number(openPrice) * 0.01) / 20, 4);
    expect(Number(liqPrice)).toBeLessThan(Number(openPrice) * 0.96);
    expect(Number(opened.data.riskRate)).toBeGreaterThan(0);
    expect((await usdt()).balanceContractFreeze).toBe(securityDeposit);
    for (const by of [{ id }, { orderNo }, { clientNo }])
      expect((await ask('/query', by)).data).toMatchObject({ id, events: [{ kind: 'place' }, { kind: 'open' }] });
    expect((await ask('/list/active', { coinInfoId: PERP, status: 1 })).data.list).toMatchObject([{ id }]);
    expect((await ask('/list/active', { status: 0 })).data.list).toEqual([]);
    const part = await ask('/liquidate', { id, amount: '0.004', clientNo: name() });
    expect(part).toMatchObject({ code: 0, data: { status: 1, holdAmount: '0.006' } });
    const closed = await ask('/liquidate', { id, clientNo: name() });
    expect(closed.data).toMatchObject({
      status: 3,
      closeType: 1,
      closeReason: 'user',
      holdAmount: '0.000',
      liqPrice: '',
    });
    expect((await usdt()).balanceContractFreeze).toBe('0');
    const bankroll = Number((await usdt()).balanceContract);
    expect(bankroll).toBeCloseTo(5000 + Number(closed.data.profit), 6);
    expect((await ask('/list', { closeType: 1, coinInfoId: PERP })).data).toMatchObject({
      total: 1,
      list: [{ id, profit: closed.data.profit }],
    });
    expect((await ask('/liquidate', { id, clientNo: name() })).code).toBe(2012);
    expect((await ask('/multiple', { coinInfoId: PERP })).data.last).toBe(20);
  });

  it('gives its history as a file', async () => {
    const { total, list } = (await ask('/list', {})).data;
    const { data } = await ask('/list', { export: 'csv', page: 2, pageSize: 1 });
    expect(data).toMatchObject({ list: [], total, hasMore: false, fileName: `contracts-${anna.uid}.csv` });
    const lines = data.csv.trim().split('\r\n');
    expect(lines).toHaveLength(total + 1);
    expect(lines[1].split(',')[0]).toBe(list[0].orderNo);
  });

  it('shows everyone the open interest: what is held in all, and every 15 minutes of a day', async () => {
    const read = async () => {
      // An answer is shared for five seconds.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 });
      const { code, data } = await at.call('/coin/contract/statistics', { coinInfoId: PERP });
      expect(code).toBe(0);
      expect(v.safeParse(CALLS['/coin/contract/statistics'].answer, data).issues).toBe(undefined);
      return data.openInterest;
    };
    const before = await read();
    const { data: opened } = await ask('/add', order({ direction: 'short', amount: '0.015' }));
    const held = await read();
    expect(Number(held.short) - Number(before.short)).toBeCloseTo(0.015, 6);
    expect(held.long).toBe(before.long);
    expect(held.list).toHaveLength(96);
    const times = held.list.map(([time]: [number]) => time);
    expect(times.every((time: number, index: number) => index === 0 || time - times[index - 1] === 900_000)).toBe(true);
    expect(held.list[0].slice(1)).toEqual(['0.000', '0.000']);
    await ask('/liquidate', { id: opened.id, clientNo: name() });
    expect((await read()).short).toBe(before.short);
    vi.useRealTimers();
  });

  it('rests a limit order, freezes its cost, and cancels it', async () => {
    const limitPrice = await price(0.93);
    const resting = await ask('/add', order({ orderType: 'limit', limitPrice, amount: '0.02' }));
    expect(resting.data).toMatchObject({
      status: 0,
      pendingAmount: '0.020',
      holdAmount: '0.000',
      limitPrice,
      openPrice: '',
    });
    const { id } = resting.data;
    expect(Number((await usdt()).balanceContractFreeze)).toBeGreaterThan((Number(limitPrice) * 0.02) / 20);
    expect((await ask('/set/profit', { id, profitPrice: limitPrice })).code).toBe(2009);
    expect((await ask('/set/loss', { id, lossPrice: limitPrice })).code).toBe(2010);
    expect((await ask('/set/loss', { id, lossPrice: '1.05' })).code).toBe(2002);
    expect((await ask('/add/mgn', { id, amount: '1', clientNo: name() })).code).toBe(2012);
    expect((await ask('/close', { id })).data.list).toMatchObject([{ id, status: 4, closeReason: 'user' }]);
    expect((await ask('/close', { id })).code).toBe(2012);
    expect((await ask('/close', { all: 1 })).data.list).toEqual([]);
    expect((await usdt()).balanceContractFreeze).toBe('0');
  });

  it('R19: an order in the place of another is one step, and repeated it is the first answer', async () => {
    const [low, higher, profitPrice] = [await price(0.93), await price(0.94), await price(1.05)];
    const resting = (await ask('/add', order({ orderType: 'limit', limitPrice: low, profitPrice }))).data;
    const { id } = resting;
    const form = { id, limitPrice: higher, clientNo: name() };
    const first = await ask('/replace', form);
    expect(first.data).toMatchObject({
      status: 0,
      limitPrice: higher,
      pendingAmount: '0.010',
      profitPrice,
      multiple: 20,
      clientNo: form.clientNo,
    });
    const { currentPrice: _, markPrice: __, ...fixed } = first.data;
    expect((await ask('/replace', form)).data).toMatchObject(fixed);
    expect((await ask('/replace', { ...form, amount: '0.005' })).code).toBe(1409);
    // More than the order ever was is not cut to it.
    const more = { id: first.data.id, limitPrice: low, amount: '0.011', clientNo: name() };
    expect(await ask('/replace', more)).toMatchObject({ code: 2003, data: { max: '0.010' } });
    expect((await ask('/query', { id: first.data.id })).data).toMatchObject({ status: 0, pendingAmount: '0.010' });
    // One clientNo is one order, whichever call made it.
    expect((await ask('/add', order({ clientNo: form.clientNo }))).code).toBe(1409);
    expect((await ask('/replace', { ...form, clientNo: resting.clientNo })).code).toBe(1409);
    expect((await ask('/query', { clientNo: form.clientNo })).data.id).toBe(first.data.id);
    expect((await ask('/query', { id })).data).toMatchObject({ status: 4, closeReason: 'user' });
    expect((await ask('/replace', { ...form, clientNo: name() })).code).toBe(2012);
    expect((await ask('/replace', { ...form, id: first.data.id, clientNo: name() }, bert.token)).code).toBe(1404);
    expect((await ask('/replace', { ...form, clientNo: name() }, bert.token)).code).toBe(1404);
    // A position has no order that waits.
    const held = (await ask('/add', order())).data.id;
    expect((await ask('/replace', { ...form, id: held, clientNo: name() })).code).toBe(2012);
    await ask('/liquidate', { id: held, clientNo: name() });
    expect((await ask('/close', { id: first.data.id })).data.list).toMatchObject([{ status: 4 }]);
    expect((await usdt()).balanceContractFreeze).toBe('0');
  });

  it('R19: of many at once in the place of one order one is placed, and each clientNo has one answer', async () => {
    const { id } = (await ask('/add', order({ orderType: 'limit', limitPrice: await price(0.93) }))).data;
    const limitPrice = await price(0.94);
    const forms = Array.from({ length: 12 }, () => ({ id, limitPrice, clientNo: name() }));
    const answers = await Promise.all([...forms, ...forms].map((form) => ask('/replace', form)));
    const codes = answers.map(({ code }) => code);
    expect(codes.slice(0, 12).toSorted()).toEqual([0, ...Array<number>(11).fill(2012)]);
    expect(codes.slice(12)).toEqual(codes.slice(0, 12));
    expect((await ask('/list/active', { status: 0 })).data.list).toHaveLength(1);
    await ask('/close', { all: 1 });
    expect((await usdt()).balanceContractFreeze).toBe('0');
  });

  it('R7: the part of a take-profit is no more than is left, and moves with its price', async () => {
    const { id } = (await ask('/add', order())).data;
    const profitPrice = await price(1.05);
    expect((await ask('/set/profit', { id, profitPrice, amount: '0.008' })).data.profitAmount).toBe('0.008');
    await ask('/set/loss', { id, lossPrice: await price(0.97), amount: '0.003' });
    const rest = await ask('/liquidate', { id, amount: '0.005', clientNo: name() });
    expect(rest.data).toMatchObject({ holdAmount: '0.005', profitAmount: '0.005', lossAmount: '0.003' });
    // As the page moves it.
    const moved = { id, profitPrice: await price(1.06), amount: rest.data.profitAmount };
    expect(await ask('/set/profit', moved)).toMatchObject({ code: 0, data: { profitAmount: '0.005' } });
    expect((await ask('/liquidate', { id, clientNo: name() })).data.profitAmount).toBe('0.005');
  });

  it('sets and clears take-profit and stop-loss, adds and removes margin', async () => {
    const { id, liqPrice } = (await ask('/add', order())).data;
    const profitPrice = await price(1.05);
    const lossPrice = await price(0.97);
    expect((await ask('/set/profit', { id, profitPrice, triggerBy: 'last' })).data).toMatchObject({
      profitPrice,
      triggerBy: 'last',
    });
    expect((await ask('/set/loss', { id, lossPrice, triggerBy: 'mark' })).data).toMatchObject({
      lossPrice,
      profitPrice,
      triggerBy: 'mark',
    });
    expect((await ask('/set/loss', { id, lossPrice: (Number(liqPrice) - 5).toFixed(1) })).code).toBe(2010);
    expect((await ask('/set/profit', { id, profitPrice: '' })).data.profitPrice).toBe('');
    const added = await ask('/add/mgn', { id, amount: '50', clientNo: name() });
    expect(added.data.addMgn).toBe('50');
    expect(Number(added.data.liqPrice)).toBeLessThan(Number(liqPrice) - 4000);
    expect((await ask('/add/mgn', { id, amount: '-60', clientNo: name() })).code).toBe(2001);
    expect((await ask('/add/mgn', { id, amount: '-50', clientNo: name() })).data).toMatchObject({
      addMgn: '0',
      liqPrice,
    });
    expect((await ask('/add/mgn', { id, amount: '90000', clientNo: name() })).code).toBe(2001);
    expect((await ask('/query', { id })).data.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'place',
      'open',
      'profit',
      'loss',
      'profit',
      'margin',
      'margin',
    ]);
    expect((await ask('/liquidate/all', { clientNo: name() })).data).toMatchObject({
      closed: [{ id, status: 3 }],
      failed: [],
    });
    expect((await ask('/liquidate/all', { clientNo: name() })).code).toBe(2013);
  });

  it('answers a repeated call as the first, and refuses another body under its clientNo (1409)', async () => {
    const form = order();
    const first = await ask('/add', form);
    expect((await ask('/add', form)).data.id).toBe(first.data.id);
    expect((await ask('/add', { ...form, amount: '0.011' })).code).toBe(1409);
    const { id } = first.data;
    const more = { id, amount: '3', clientNo: form['clientNo'] as string };
    expect((await ask('/add/mgn', more)).data.addMgn).toBe('3');
    expect((await ask('/add/mgn', more)).data.addMgn).toBe('3');
    expect((await ask('/query', { id })).data.addMgn).toBe('3');
    expect((await ask('/add/mgn', { ...more, amount: '4' })).code).toBe(1409);
    const part = { id, amount: '0.003', clientNo: name() };
    expect((await ask('/liquidate', part)).data.holdAmount).toBe('0.007');
    expect((await ask('/liquidate', part)).data.holdAmount).toBe('0.007');
    expect((await ask('/query', { id })).data.holdAmount).toBe('0.007');
    const all = { clientNo: name() };
    const closed = await ask('/liquidate/all', all);
    expect((await ask('/liquidate/all', all)).data.closed[0].id).toBe(closed.data.closed[0].id);
    const limit = (await ask('/add', order({ orderType: 'limit', limitPrice: await price(0.95) }))).data;
    const revoke = { id: limit.id, clientNo: name() };
    expect((await ask('/close', revoke)).data.list).toMatchObject([{ id: limit.id, status: 4 }]);
    expect((await ask('/close', revoke)).data.list).toMatchObject([{ id: limit.id, status: 4 }]);
    expect((await ask('/close', { ...revoke, id: limit.id + 1 })).code).toBe(1409);
  });

  it('refuses with the code of each rule', async () => {
    const code = async (more: Form): Promise<number> => (await ask('/add', order(more))).code;
    expect(await code({ coinInfoId: 2 })).toBe(1404);
    expect(await code({ amount: '0' })).toBe(2005);
    expect(await code({ amount: '0.0001' })).toBe(2003);
    expect(await code({ amount: '2000' })).toBe(2003);
    expect(await code({ amount: undefined })).toBe(1400);
    expect(await code({ clientNo: undefined })).toBe(1400);
    expect(await code({ orderType: 'limit', limitPrice: '0' })).toBe(2004);
    expect(await code({ orderType: 'limit', limitPrice: '50000.05' })).toBe(2002);
    expect(await code({ orderType: 'limit', limitPrice: await price(1.2) })).toBe(2006);
    expect(await code({ multiple: 7 })).toBe(2011);
    expect(await code({ multiple: 100, amount: '40' })).toBe(2011);
    expect(await code({ multiple: 5, amount: '20' })).toBe(2001);
    expect(await code({ profitPrice: await price(0.99) })).toBe(2009);
    expect(await code({ lossPrice: await price(1.01) })).toBe(2010);
    // The mark cannot be within the slip of both sides of the book, unless that moves between the two.
    const slips = { maxSlip: '0.00000001', amount: '0.05' };
    await expect.poll(async () => [await code(slips), await code({ ...slips, direction: 'short' })]).toContain(2016);
    expect(await code({ maxSlip: '2' })).toBe(1400);
    expect((await ask('/query', {})).code).toBe(1400);
    expect((await ask('/close', {})).code).toBe(1400);
    expect((await ask('/liquidate', { id: 1, amount: '0', clientNo: name() })).code).toBe(2005);
    expect((await ask('/add/mgn', { id: 1, amount: '0', clientNo: name() })).code).toBe(1400);
    await ask('/liquidate/all', { clientNo: name() });
    const { id } = (await ask('/add', order())).data;
    // The most is what is held, not what the market takes at once.
    const tooMuch = { code: 2003, data: { step: '0.001', min: '0.001', max: '0.01' } };
    expect(await ask('/liquidate', { id, amount: '0.011', clientNo: name() })).toMatchObject(tooMuch);
    expect(await ask('/set/profit', { id, profitPrice: '999999', amount: '0.011' })).toMatchObject(tooMuch);
    await ask('/liquidate/all', { clientNo: name() });
  });

  it("answers for another user's contract, open or finished, as for one that does not exist; requires a session", async () => {
    const open = (await ask('/add', order())).data.id;
    const finished = (await ask('/list', {})).data.list[0].id;
    for (const id of [open, finished, 999_999]) {
      for (const [path, form] of [
        ['/query', { id }],
        ['/close', { id }],
        ['/close', { ids: `${id}` }],
        ['/set/profit', { id, profitPrice: '1' }],
        ['/set/loss', { id, lossPrice: '1' }],
        ['/add/mgn', { id, amount: '1', clientNo: name() }],
        ['/liquidate', { id, clientNo: name() }],
      ] as const)
        expect((await ask(path, form, bert.token)).code, `${path} ${id}`).toBe(1404);
    }
    expect((await ask('/list', {}, bert.token)).data.total).toBe(0);
    expect((await ask('/list/active', {}, bert.token)).data.list).toEqual([]);
    expect((await ask('/liquidate/all', { clientNo: name() }, bert.token)).code).toBe(2013);
    for (const path of Object.keys(CALLS).filter((call) => call.startsWith('/coin/contract/order/')))
      expect((await at.call(path, {})).code, path).toBe(-1000);
    await ask('/liquidate/all', { clientNo: name() });
  });

  it('publishes orders and positions to their owner only; the mark is public', async () => {
    const [mine, others] = await Promise.all([connectClient(anna.token), connectClient(bert.token)]);
    const { id } = (await ask('/add', order())).data;
    await mine.until(
      (channel, data) =>
        channel === 'positions' &&
        Array.isArray(data) &&
        data.some((risk) => risk.id === id && risk.orderNo === undefined && Number(risk.riskRate) > 0),
    );
    await ask('/liquidate/all', { clientNo: name() });
    await mine.until(
      (channel, data) =>
        channel === 'orders' && data.area === 'contract' && data.order.id === id && data.order.status === 3,
    );
    await mine.until((channel) => channel === 'balances');
    for (const client of [mine, others])
      await client.until((channel, data) => channel === 'mark' && Number(data.mark) > 0 && Number(data.index) > 0);
    expect(mine.channels()).toEqual(new Set(['orders', 'positions', 'balances', 'mark']));
    expect(others.channels()).toEqual(new Set(['mark']));
    for (const { socket } of [mine, others]) socket.close();
  });
});

/** A socket client that collects its messages. */
async function connectClient(token: string) {
  const socket = new WebSocket(`${at.exchange.address.url.replace('http', 'ws')}mmtb-api/ws`);
  // eslint-disable-next-line typescript/no-explicit-any
  const messages: { channel: string; data: any }[] = [];
  const waiting: (() => void)[] = [];
  socket.on('message', (text) => {
    const message = JSON.parse(String(text)) as { type: string; channel: string; data: unknown };
    if (message.type === 'data') messages.push(message);
    if (message.type === 'data' || message.type === 'subscribed') for (const wake of waiting.splice(0)) wake();
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'auth', accesstoken: token }));
  const args = [
    { channel: 'orders' },
    { channel: 'positions' },
    { channel: 'balances' },
    { channel: 'mark', coinInfoId: PERP },
  ];
  socket.send(JSON.stringify({ type: 'subscribe', reqId: 1, args }));
  await new Promise<void>((resolve) => waiting.push(resolve));
  return {
    socket,
    channels: () => new Set(messages.map(({ channel }) => channel)),
    // eslint-disable-next-line typescript/no-explicit-any
    until: async (is: (channel: string, data: any) => boolean): Promise<void> => {
      while (!messages.some(({ channel, data }) => is(channel, data)))
        await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
