// No field is ignored: combinations that a call does not read are refused by name (A21).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userState } from './user-state.ts';
import { type Answer, type Form, type Running, startRunning } from '../../support/server/running-exchange.ts';

const [USDT, BTC, PERP] = [1, 2, 102];
let at: Running;
let token: string;
let uid: number;
let last: number;
let made = 0;

beforeAll(async () => {
  at = await startRunning();
  ({ token, uid } = await at.user('fields@example.com'));
  last = Number((await at.call('/coin/ticker', { coinInfoId: BTC })).data.last);
  await done('/coin/transfer', { coinInfoId: USDT, type: 'transfer_to_contract', amount: '4000', clientNo: name() });
});
afterAll(() => at.stop());

const name = (): string => `f-${made++}`;
const call = (path: string, form: Form): Promise<Answer> => at.call(path, form, token);
async function done(path: string, form: Form): Promise<Answer['data']> {
  const { code, data, msg } = await call(path, form);
  if (code !== 0) throw new Error(`${path}: ${code} ${msg} ${JSON.stringify(data)}`);
  return data;
}
const state = (): string => userState(at.exchange, (one) => one === uid);
const market = (more: Form = {}): Form => ({
  coinInfoId: BTC,
  side: 'buy',
  orderType: 'market',
  clientNo: name(),
  ...more,
});
const seen = (seenPrice: string, maxSlip: string): Form => ({ seenPrice, maxSlip });
const position = (more: Form = {}): Form => ({
  coinInfoId: PERP,
  direction: 'long',
  orderType: 'market',
  multiple: 10,
  amount: '0.010',
  clientNo: name(),
  ...more,
});

describe('A21: a field that would not be read is refused by its name and moves nothing', () => {
  it.each<[string, string, Form]>([
    ['/coin/order/add', 'price', { coinInfoId: BTC, side: 'buy', orderType: 'market', total: '20', price: '1' }],
    ['/coin/order/add', 'total', { coinInfoId: BTC, side: 'buy', orderType: 'market', amount: '0.001', total: '20' }],
    ['/coin/order/add', 'total', { coinInfoId: BTC, side: 'sell', orderType: 'market', amount: '0.001', total: '20' }],
    [
      '/coin/order/add',
      'maxSlip',
      { coinInfoId: BTC, side: 'buy', orderType: 'limit', price: '1000', amount: '0.01', maxSlip: '0.01' },
    ],
    [
      '/coin/order/add',
      'stopPrice',
      { coinInfoId: BTC, side: 'buy', orderType: 'market', total: '20', stopPrice: '1' },
    ],
    ['/coin/order/close', 'coinInfoId', { id: 1, coinInfoId: BTC }],
    ['/coin/order/close', 'id', { id: 1, all: 1 }],
    ['/coin/order/close', 'ids', { ids: '1,2', all: 1 }],
    ['/coin/order/query', 'clientNo', { id: 1, clientNo: 'x' }],
    // Such a dry run once moved the money.
    ['/coin/transfer', 'dryRun', { coinInfoId: USDT, type: 'transfer_to_contract', amount: '1', dryRun: 1 }],
    [
      '/coin/transfer',
      'toCoinInfoId',
      { coinInfoId: USDT, toCoinInfoId: BTC, type: 'transfer_to_contract', amount: '1' },
    ],
    ['/coin/transfer', 'amount', { type: 'convert', quoteNo: 'V1', amount: '1' }],
    [
      '/coin/contract/order/add',
      'limitPrice',
      { coinInfoId: PERP, direction: 'long', orderType: 'market', multiple: 10, amount: '0.010', limitPrice: '1000' },
    ],
    [
      '/coin/contract/order/add',
      'maxSlip',
      {
        coinInfoId: PERP,
        direction: 'long',
        orderType: 'limit',
        multiple: 10,
        amount: '0.010',
        limitPrice: '1000',
        maxSlip: '0.01',
      },
    ],
    ['/coin/contract/order/liquidate/all', 'limitPrice', { limitPrice: '1' }],
    ['/coin/contract/order/set/profit', 'amount', { id: 1, profitPrice: '', amount: '0.001' }],
    ['/qt/contract/add', 'maxSlip', { coinInfoId: BTC, direction: 'up', period: 60, amount: '10', maxSlip: '0.01' }],
    ['/qt/contract/add', 'seenPrice', { coinInfoId: BTC, direction: 'up', period: 60, amount: '10', seenPrice: '1' }],
    // A tolerance of 0 once counted as none.
    ['/qt/contract/add', 'maxSlip', { coinInfoId: BTC, direction: 'up', period: 60, amount: '10', ...seen('1', '0') }],
    [
      '/qt/contract/add',
      'seenPrice',
      { coinInfoId: BTC, direction: 'up', period: 60, amount: '10', ...seen('0', '0.1') },
    ],
    // Without a price the price that was set was removed.
    ['/coin/contract/order/set/profit', 'profitPrice', { id: 1, triggerBy: 'last' }],
    ['/coin/contract/order/set/loss', 'lossPrice', { id: 1 }],
    ['/user/notice', 'alertTicks', { alertTicks: 5 }],
    // An incomplete key once removed the subscription.
    ['/user/notice', 'pushAuth', { pushEndpoint: 'https://push.example.com/x', pushAuth: 'x' }],
    ['/coin/recharge/order', 'status', { id: 1, status: 1 }],
    ['/user/point/change/log', 'account', { type: 'spot', account: 'contract' }],
    ['/coin/collect/add', 'type', { coinInfoId: BTC, type: 'forex' }],
  ])('%s %s', async (path, field, form) => {
    const before = state();
    const { code, data } = await call(
      path,
      /set\/(profit|loss)$/.test(path) || !/add|close|transfer|all$/.test(path) || path.includes('collect')
        ? form
        : { ...form, clientNo: name() },
    );
    expect([code, data?.field, data?.rule !== '']).toEqual([1400, field, true]);
    expect(state()).toBe(before);
  });

  it('an empty optional field is an absent one: an invitation without a code, a limit order without a total', async () => {
    const {
      data: { demoCode },
    } = await at.call('/common/code/send', {
      email: 'empty@example.com',
      scene: 'register',
      password: '',
      captcha: '',
      device: '',
    });
    const form = {
      email: 'empty@example.com',
      code: demoCode,
      password: 'correct horse',
      rePassword: 'correct horse',
      inviteCode: '',
      captchaId: '',
      captcha: '',
      device: '',
    };
    expect(await at.call('/user/register', form)).toMatchObject({ code: 0 });
    const { id } = await done('/coin/order/add', {
      coinInfoId: BTC,
      side: 'buy',
      orderType: 'limit',
      price: (last * 0.93).toFixed(1),
      amount: '0.001',
      total: '',
      maxSlip: '',
      tif: '',
      postOnly: '',
      clientNo: name(),
    });
    await done('/coin/order/close', { id, ids: '', all: '', coinInfoId: '', clientNo: '' });
  });

  it('an empty text is a value where the schema names it', async () => {
    expect((await done('/user/info', { antiPhish: 'river' })).user.antiPhish).toBe('river');
    expect((await done('/user/info', {})).user.antiPhish).toBe('river');
    expect((await done('/user/info', { antiPhish: '' })).user.antiPhish).toBe('');
  });

  it('refuses the book of another market type', async () => {
    expect(await done('/coin/books', { coinInfoId: BTC, area: 'spot' })).toMatchObject({ coinInfoId: BTC });
    expect((await call('/coin/books', { coinInfoId: BTC, area: 'contract' })).code).toBe(1404);
  });
});

describe('slippage limits of market orders', () => {
  it('M16: a spot order beyond its bound is refused and spends nothing; within it, it is whole', async () => {
    const before = state();
    for (const form of [{ amount: '400' }, { total: '5000' }]) {
      const { code, data, msg } = await call('/coin/order/add', market({ ...form, maxSlip: '0.00000001' }));
      if ('total' in form && code === 0) continue; // the best price may be the last one, with enough size
      expect([code, data.limit, msg]).toEqual([2016, 0.000001, 'Slippage would exceed 0.000001%']);
      expect(state()).toBe(before);
    }
    const clientNo = name();
    const bought = await done('/coin/order/add', market({ total: '50', maxSlip: '0.05', clientNo }));
    expect(bought).toMatchObject({ status: 3, orderType: 'market' });
    expect(await done('/coin/order/add', market({ total: '50', maxSlip: '0.05', clientNo }))).toEqual(bought);
    expect((await call('/coin/order/add', market({ total: '50', maxSlip: '0.04', clientNo }))).code).toBe(1409);
    expect((await call('/coin/order/add', market({ total: '50', clientNo }))).code).toBe(1409);
    for (const maxSlip of ['0', '1', '-0.1', '0.000000001'])
      expect(await call('/coin/order/add', market({ total: '50', maxSlip }))).toMatchObject({
        code: 1400,
        data: { field: 'maxSlip' },
      });
  });

  it('R5: a position is closed no worse than its limit price, or not at all', async () => {
    const { id } = await done('/coin/contract/order/add', position());
    const mark = Number((await at.call('/coin/ticker', { coinInfoId: PERP })).data.last);
    const before = state();
    const close = (limitPrice: string, more: Form = {}): Promise<Answer> =>
      call('/coin/contract/order/liquidate', { id, limitPrice, clientNo: name(), ...more });
    expect(await close((mark * 1.05).toFixed(1))).toMatchObject({
      code: 2016,
      msg: 'The full amount cannot be filled now',
      data: { limit: 0, price: (mark * 1.05).toFixed(1) },
    });
    const opened = await call('/coin/contract/order/add', { ...position(), amount: '400', maxSlip: '0.00000001' });
    expect([opened.code, opened.msg]).toEqual([2016, 'Slippage would exceed 0.000001%']);
    expect(await call('/coin/contract/order/add', { ...position(), multiple: 7 })).toMatchObject({
      code: 2011,
      msg: expect.stringContaining('one of the leverages offered'),
    });
    expect(await close('1.05')).toMatchObject({ code: 2002 });
    expect(await close('x')).toMatchObject({ code: 1400, data: { field: 'limitPrice' } });
    expect(state()).toBe(before);
    const near = await call('/coin/contract/order/liquidate', { id, maxSlip: '0.00000001', clientNo: name() });
    if (near.code === 0) return; // the best price was the last one
    expect([near.code, near.msg]).toEqual([2016, 'Slippage would exceed 0.000001%']);
    expect(state()).toBe(before);
    const limitPrice = (mark * 0.97).toFixed(1);
    const closed = await close(limitPrice);
    expect(closed).toMatchObject({ code: 0, data: { status: 3 } });
    expect(Number(closed.data.closePrice)).toBeGreaterThanOrEqual(Number(limitPrice));
  });
});
