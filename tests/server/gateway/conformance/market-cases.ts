// Cases of the calls of markets, spot orders and binary options.
import type { Form } from '../../../support/server/running-exchange.ts';
import {
  type TestCall,
  BTC,
  ETH,
  type Cases,
  type TestUser,
  SOL,
  type ConformanceExchange,
  USDT,
} from './conformance-exchange.ts';

const nowhere =
  (form: Form = {}) =>
  (): TestCall => ({ form: { coinInfoId: 999_999, ...form }, token: '' });
const at = (form: Form) => (): TestCall => ({ form, token: '' });

/** A limit buy below the market, so that it rests. */
async function order(stage: ConformanceExchange, more: Form = {}, user = stage.rich): Promise<TestCall> {
  return {
    form: {
      coinInfoId: BTC,
      side: 'buy',
      orderType: 'limit',
      price: await stage.price(0.92),
      amount: '0.001',
      clientNo: stage.name(),
      ...more,
    },
    token: user.token,
  };
}

/** A market order without a price. */
async function atMarket(stage: ConformanceExchange, more: Form, user: TestUser): Promise<TestCall> {
  return order(stage, { orderType: 'market', price: undefined, ...more }, user);
}

async function resting(
  stage: ConformanceExchange,
  user: TestUser = stage.rich,
): Promise<{ id: number; orderNo: string; clientNo: string }> {
  return stage.did('/coin/order/add', (await order(stage)).form, user.token);
}

/** The same call for an order that takes the place of one that rests. */
async function replacing(
  stage: ConformanceExchange,
  more: Form = {},
  { user = stage.rich, amount = '0.001' } = {},
): Promise<TestCall> {
  const { id } = await stage.did('/coin/order/add', (await order(stage, { amount })).form, user.token);
  return order(stage, { id, amount, ...more }, user);
}

const theirs =
  (form: (order: { id: number; orderNo: string; clientNo: string }) => Form) =>
  async (stage: ConformanceExchange): Promise<TestCall> => ({
    form: form(await resting(stage, await stage.richUser())),
  });

/** A binary option on Bitcoin, of a new user: only time settles it. */
async function seconds(stage: ConformanceExchange, more: Form = {}, user?: TestUser): Promise<TestCall> {
  const { token } = user ?? (await stage.richUser());
  return {
    form: { coinInfoId: BTC, direction: 'up', period: 300, amount: '20', clientNo: stage.name(), ...more },
    token,
  };
}

const bought = async (stage: ConformanceExchange, user: TestUser, more: Form = {}): Promise<{ orderNum: string }> =>
  stage.did('/qt/contract/add', (await seconds(stage, more, user)).form, user.token);

export const MARKET_CASES: Cases = {
  '/coin/infos': { happy: at({ type: 'crypto' }) },
  '/coin/tickers': { happy: at({ ids: '2,3', spark: 1 }) },
  '/coin/ticker': { happy: at({ coinInfoId: BTC }), errors: { 1404: nowhere() } },
  '/coin/candles': {
    happy: at({ coinInfoId: BTC, period: '1m', limit: 5 }),
    errors: { 1404: nowhere({ period: '1m' }) },
  },
  '/coin/trades': { happy: at({ coinInfoId: BTC }), errors: { 1404: nowhere() } },
  '/coin/books': { happy: at({ coinInfoId: BTC, depth: 20 }), errors: { 1404: at({ coinInfoId: BTC, time: 1 }) } },
  '/coin/events': {
    happy: at({ coinInfoId: BTC, startTime: 1, endTime: 9_999_999_999_999 }),
    errors: { 1404: nowhere({ startTime: 1, endTime: 2 }) },
  },
  '/forex/events': {
    happy: at({ coinInfoId: 201, startTime: 1, endTime: 9_999_999_999_999 }),
    errors: { 1404: nowhere({ startTime: 1, endTime: 2 }) },
  },
  '/forex/tickers': { happy: at({}) },
  '/forex/ticker': { happy: at({ coinInfoId: 201 }), errors: { 1404: at({ coinInfoId: BTC }) } },
  '/forex/last': { happy: at({ coinInfoId: 201 }), errors: { 1404: at({ symbol: 'NOPE' }) } },
  '/forex/candles': { happy: at({ coinInfoId: 201, period: '1h' }), errors: { 1404: nowhere({ period: '1h' }) } },
  '/forex/trades': { happy: at({ coinInfoId: 201 }), errors: { 1404: nowhere() } },
  '/forex/books': { happy: at({ coinInfoId: 201 }), errors: { 1404: nowhere() } },
  '/forex/rate': { happy: at({ currency: 'EUR' }), errors: { 1404: at({ currency: 'XXX' }) } },
  '/coin/collect/add': {
    happy: () => ({ form: { coinInfoId: BTC } }),
    errors: { 1404: () => ({ form: { coinInfoId: 999_999 } }) },
  },
  '/coin/collect/del': { happy: () => ({ form: { coinInfoId: BTC } }) },
  '/coin/order/add': {
    happy: (stage) => order(stage),
    other: { amount: '0.002' },
    errors: {
      1403: async (stage) => order(stage, {}, await stage.frozen()),
      1404: (stage) => order(stage, { coinInfoId: 999_999 }),
      1418: async (stage) => {
        const user = await stage.richUser();
        const { form } = await order(stage);
        for (let made = 0; made < 200; made += 50)
          await Promise.all(
            Array.from({ length: 50 }, () =>
              stage.did('/coin/order/add', { ...form, clientNo: stage.name() }, user.token),
            ),
          );
        return order(stage, {}, user);
      },
      2001: async (stage) => order(stage, { amount: '0.5' }, await stage.user()),
      2002: (stage) => order(stage, { price: '1000.001' }),
      2003: (stage) => order(stage, { amount: '0.0000001' }),
      2004: (stage) => order(stage, { price: '0' }),
      2005: (stage) => order(stage, { amount: '0' }),
      2006: (stage) => order(stage, { price: '1.0', amount: '100' }),
      2007: (stage) => order(stage, { amount: '0.00001' }),
      2008: async (stage) => stage.closed(SOL, 2, await order(stage, { coinInfoId: SOL, price: '100', amount: '1' })),
      2009: async (stage) =>
        order(stage, {
          orderType: 'oco',
          price: '',
          profitPrice: await stage.price(1.02),
          lossPrice: await stage.price(1.05),
        }),
      2010: async (stage) => order(stage, { orderType: 'stop_limit', stopPrice: await stage.price(0.92) }),
      2014: async (stage) => order(stage, { price: await stage.price(1.05), postOnly: 1 }),
      2015: (stage) => order(stage, { tif: 'FOK' }),
      2016: async (stage) => atMarket(stage, { maxSlip: '0.00000001', amount: '499' }, await stage.richUser()),
    },
  },
  '/coin/order/replace': {
    happy: (stage) => replacing(stage),
    other: { amount: '0.002' },
    errors: {
      1403: async (stage) => order(stage, { id: 1 }, await stage.frozen()),
      1404: (stage) => order(stage, { id: 999_999_999 }),
      2001: async (stage) => {
        const amount = (9_900 / Number(await stage.price(0.92))).toFixed(5);
        return replacing(stage, { price: await stage.price(1.05) }, { user: await stage.user(), amount });
      },
      2002: (stage) => replacing(stage, { price: '1000.001' }),
      2003: (stage) => replacing(stage, { amount: '0.0000001' }),
      2004: (stage) => replacing(stage, { price: '0' }),
      2005: (stage) => replacing(stage, { amount: '0' }),
      2006: async (stage) => replacing(stage, { price: await stage.price(0.2) }),
      2007: (stage) => replacing(stage, { amount: '0.00001' }),
      2008: async (stage) => stage.closed(BTC, 2, await replacing(stage)),
      2009: async (stage) =>
        replacing(stage, {
          orderType: 'oco',
          price: '',
          profitPrice: await stage.price(1.02),
          lossPrice: await stage.price(1.05),
        }),
      2010: async (stage) => replacing(stage, { orderType: 'stop_limit', stopPrice: await stage.price(0.92) }),
      2012: async (stage) => {
        const { id } = await resting(stage);
        await stage.did('/coin/order/close', { id });
        return order(stage, { id });
      },
      2014: async (stage) => replacing(stage, { price: await stage.price(1.05), postOnly: 1 }),
      2015: (stage) => replacing(stage, { tif: 'FOK' }),
    },
    foreign: [
      async (stage) => order(stage, { id: (await resting(stage, await stage.richUser())).id }),
      async (stage) => {
        const other = await stage.richUser();
        const { id } = await resting(stage, other);
        await stage.did('/coin/order/close', { id }, other.token);
        return order(stage, { id });
      },
    ],
  },
  '/coin/order/list': { happy: () => ({ form: { state: 'current' } }) },
  '/coin/order/query': {
    happy: async (stage) => ({ form: { id: (await resting(stage)).id } }),
    errors: { 1404: () => ({ form: { id: 999_999_999 } }) },
    foreign: [
      theirs(({ id }) => ({ id })),
      theirs(({ orderNo }) => ({ orderNo })),
      theirs(({ clientNo }) => ({ clientNo })),
    ],
  },
  '/coin/order/close': {
    happy: async (stage) => ({ form: { id: (await resting(stage)).id, clientNo: stage.name() } }),
    other: { id: 1 },
    errors: {
      1404: () => ({ form: { id: 999_999_999 } }),
      2012: async (stage) => {
        const { id } = await resting(stage);
        await stage.did('/coin/order/close', { id });
        return { form: { id } };
      },
    },
    foreign: [theirs(({ id }) => ({ id })), theirs(({ id }) => ({ ids: String(id) }))],
  },
  '/qt/contract/periods': {
    happy: () => ({ form: { coinInfoId: BTC } }),
    errors: {
      1404: () => ({ form: { coinInfoId: 999_999 } }),
      1419: async (stage) => ({
        form: { coinInfoId: BTC },
        token: (await stage.verified(await stage.user(), 'DE')).token,
      }),
      2008: (stage) => stage.closed(SOL, 2, { form: { coinInfoId: SOL } }),
    },
  },
  '/qt/contract/add': {
    happy: (stage) => seconds(stage),
    other: { amount: '21' },
    errors: {
      1403: async (stage) => seconds(stage, {}, await stage.frozen()),
      1404: (stage) => seconds(stage, { coinInfoId: 999_999 }),
      1418: async (stage) => {
        const user = await stage.richUser();
        // The least stake in a deep market: what may be open at once depends on its book.
        const least = { coinInfoId: ETH, amount: '10' };
        await Promise.all(Array.from({ length: 100 }, () => bought(stage, user, least)));
        return seconds(stage, least, user);
      },
      1419: async (stage) => seconds(stage, {}, await stage.verified(await stage.user(), 'DE')),
      2001: async (stage) => {
        const user = await stage.user();
        await stage.did(
          '/coin/transfer',
          { coinInfoId: USDT, type: 'transfer_to_contract', amount: '9990', clientNo: stage.name() },
          user.token,
        );
        return seconds(stage, {}, user);
      },
      2005: (stage) => seconds(stage, { amount: '0' }),
      2008: async (stage) => stage.closed(SOL, 2, await seconds(stage, { coinInfoId: SOL })),
      2017: (stage) => seconds(stage, { profitRate: '0.5' }),
      2101: (stage) => seconds(stage, { period: 45 }),
      2102: (stage) => seconds(stage, { amount: '1' }),
      2103: async (stage) => {
        const user = await stage.richUser();
        const whole = { amount: '5000' };
        // The limit follows the market's book: four of these reach it at the most.
        for (let made = 0, code = 0; made < 4 && code === 0; made += 1) {
          const { form } = await seconds(stage, whole, user);
          ({ code } = await stage.call('/qt/contract/add', form, user.token));
        }
        return seconds(stage, whole, user);
      },
    },
  },
  '/qt/contract/order/list': {
    happy: () => ({ form: { state: 'holding' } }),
    errors: { 1404: () => ({ form: { orderNum: 'Q999999999999' } }) },
    foreign: [
      async (stage) => {
        const user = await stage.richUser();
        return { form: { orderNum: (await bought(stage, user)).orderNum } };
      },
    ],
  },
};
