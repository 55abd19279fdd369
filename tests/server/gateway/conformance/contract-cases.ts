// Cases of the contract calls.
import type { Form } from '../../../support/server/running-exchange.ts';
import {
  type TestCall,
  type Case,
  type Cases,
  PERP,
  type TestUser,
  type ConformanceExchange,
} from './conformance-exchange.ts';

interface Contract {
  id: number;
  orderNo: string;
  clientNo: string;
  liqPrice: string;
}
/** Smaller than the distance to the mark that a market order needs. */
const NO_SLIP = '0.00000001';

/** A market order on the Bitcoin perpetual. */
function order(stage: ConformanceExchange, more: Form = {}, user = stage.rich): TestCall {
  return {
    form: {
      coinInfoId: PERP,
      direction: 'long',
      orderType: 'market',
      multiple: 20,
      amount: '0.010',
      clientNo: stage.name(),
      ...more,
    },
    token: user.token,
  };
}

const position = (stage: ConformanceExchange, user: TestUser = stage.rich, more: Form = {}): Promise<Contract> =>
  stage.did('/coin/contract/order/add', order(stage, more).form, user.token);
const resting = async (stage: ConformanceExchange, user: TestUser = stage.rich): Promise<Contract> =>
  position(stage, user, { orderType: 'limit', limitPrice: await stage.price(0.93, PERP) });

/** An order that rests (`of`: what it is) is to be replaced, at another price. */
async function replacing(
  stage: ConformanceExchange,
  more: Form = {},
  { user = stage.rich, of = {} }: { user?: TestUser; of?: Form } = {},
): Promise<TestCall> {
  const rests = { orderType: 'limit', limitPrice: await stage.price(0.93, PERP), ...of };
  const { id } = await position(stage, user, rests);
  const limitPrice = await stage.price(0.94, PERP);
  return { form: { id, limitPrice, clientNo: stage.name(), ...more }, token: user.token };
}

const YEN = 203;

/** A price on USD/JPY as a multiple of the last one. */
async function yenPrice(stage: ConformanceExchange, parts: number): Promise<string> {
  return (Number((await stage.did('/forex/ticker', { coinInfoId: YEN }, '')).last) * parts).toFixed(1);
}

/** An order that leaves no room for shorts in yen (R20), and the one that has none any more. */
async function fullYen(stage: ConformanceExchange): Promise<{ first: Contract; next: TestCall }> {
  const user = await stage.richUser(100_000_000n);
  const limitPrice = await yenPrice(stage, 1.05);
  const yen = { coinInfoId: YEN, direction: 'short', orderType: 'limit', limitPrice, multiple: 5 };
  const after = (): Promise<unknown> => stage.did('/coin/contract/order/close', { all: 1 }, user.token);
  const first = await position(stage, user, { ...yen, amount: '10000000' });
  for (const amount of ['10000000', '1000000', '100000'])
    for (;;) {
      const { form } = order(stage, { ...yen, amount });
      const { code, msg } = await stage.call('/coin/contract/order/add', form, user.token);
      if (code === 2103) break;
      if (code !== 0) throw new Error(`${code} ${msg}`);
    }
  return { first, next: { ...order(stage, { ...yen, amount: '100000' }, user), after } };
}

/** Cases of an action on a closed contract. */
const finished =
  (form: Form) =>
  async (stage: ConformanceExchange): Promise<TestCall> => {
    const { id } = await position(stage);
    await stage.did('/coin/contract/order/liquidate', { id, clientNo: stage.name() });
    return { form: { id, clientNo: stage.name(), ...form } };
  };
const none =
  (form: Form = {}) =>
  (stage: ConformanceExchange): TestCall => ({ form: { id: 999_999, clientNo: stage.name(), ...form } });
const mine =
  (form: Form | ((stage: ConformanceExchange, contract: Contract) => Promise<Form>)) =>
  async (stage: ConformanceExchange): Promise<TestCall> => {
    const contract = await position(stage);
    return {
      form: {
        id: contract.id,
        clientNo: stage.name(),
        ...(typeof form === 'function' ? await form(stage, contract) : form),
      },
    };
  };
/** The same for calls without a `clientNo`. */
const plain =
  (way: (stage: ConformanceExchange) => TestCall | Promise<TestCall>) =>
  async (stage: ConformanceExchange): Promise<TestCall> => {
    const {
      form: { clientNo: _, ...form },
      ...ask
    } = await way(stage);
    return { ...ask, form };
  };
const nonePlain = (form: Form) => plain(none(form));
const minePlain = (form: Parameters<typeof mine>[0]) => plain(mine(form));
const over = (stage: ConformanceExchange, form: Form) => plain(finished(form))(stage);
const theirs =
  (form: (contract: Contract) => Form, of = position) =>
  async (stage: ConformanceExchange): Promise<TestCall> => ({ form: form(await of(stage, await stage.richUser())) });

interface ExitPrices {
  /** Two prices as multiples of the last one: on the right side of a long's mark, and on the wrong side. */
  good: number;
  wrongSide: number;
  wrongSideCode: number;
  offTick: string;
}

/** Cases of take-profit and stop-loss of a long. */
function exitCases(field: 'profitPrice' | 'lossPrice', { good, wrongSide, wrongSideCode, offTick }: ExitPrices): Case {
  const at = async (stage: ConformanceExchange, times: number): Promise<Form> => ({
    [field]: await stage.price(times, PERP),
  });
  return {
    happy: minePlain((stage) => at(stage, good)),
    errors: {
      1404: nonePlain({ [field]: '1' }),
      2002: minePlain({ [field]: offTick }),
      2003: minePlain(async (stage) => ({ ...(await at(stage, good)), amount: '0.0001' })),
      2004: minePlain({ [field]: '0' }),
      2005: minePlain(async (stage) => ({ ...(await at(stage, good)), amount: '0' })),
      [wrongSideCode]: minePlain((stage) => at(stage, wrongSide)),
      2012: async (stage) => over(stage, await at(stage, good)),
    },
    foreign: [theirs(({ id }) => ({ id, [field]: '' }))],
  };
}

export const CONTRACT_CASES: Cases = {
  '/coin/contract/statistics': {
    happy: () => ({ form: { coinInfoId: PERP } }),
    errors: { 1404: () => ({ form: { coinInfoId: 2 } }) },
  },
  '/coin/contract/order/multiple': {
    happy: () => ({ form: { coinInfoId: PERP } }),
    errors: { 1404: () => ({ form: { coinInfoId: 2 } }) },
  },
  '/coin/contract/order/add': {
    happy: (stage) => order(stage),
    other: { amount: '0.011' },
    errors: {
      1403: async (stage) => order(stage, {}, await stage.frozen()),
      1404: (stage) => order(stage, { coinInfoId: 2 }),
      1418: async (stage) => {
        const user = await stage.richUser();
        const { form } = order(stage, {
          orderType: 'limit',
          limitPrice: await stage.price(0.93, PERP),
          amount: '0.001',
        });
        for (let made = 0; made < 200; made += 50)
          await Promise.all(
            Array.from({ length: 50 }, () =>
              stage.did('/coin/contract/order/add', { ...form, clientNo: stage.name() }, user.token),
            ),
          );
        return order(stage, {}, user);
      },
      2001: async (stage) => order(stage, {}, await stage.user()),
      2002: (stage) => order(stage, { orderType: 'limit', limitPrice: '50000.05' }),
      2003: (stage) => order(stage, { amount: '0.0001' }),
      2004: (stage) => order(stage, { orderType: 'limit', limitPrice: '0' }),
      2005: (stage) => order(stage, { amount: '0' }),
      2006: async (stage) => order(stage, { orderType: 'limit', limitPrice: await stage.price(1.2, PERP) }),
      2007: (stage) => order(stage, { coinInfoId: 106, amount: '1' }),
      2008: (stage) => stage.closed(103, 2, order(stage, { coinInfoId: 103 })),
      2009: async (stage) => order(stage, { profitPrice: await stage.price(0.99, PERP) }),
      2010: async (stage) => order(stage, { lossPrice: await stage.price(1.01, PERP) }),
      2011: (stage) => order(stage, { multiple: 7 }),
      2016: async (stage) => {
        const ask = order(stage, { maxSlip: NO_SLIP, amount: '0.05' });
        const { code } = await stage.call('/coin/contract/order/add', ask.form);
        return code === 2016 ? ask : order(stage, { maxSlip: NO_SLIP, amount: '0.05', direction: 'short' });
      },
      2103: async (stage) => (await fullYen(stage)).next,
    },
  },
  '/coin/contract/order/replace': {
    happy: (stage) => replacing(stage),
    other: { amount: '0.005' },
    errors: {
      1403: async (stage) => ({
        form: { id: 1, limitPrice: '1', clientNo: stage.name() },
        token: (await stage.frozen()).token,
      }),
      1404: none({ limitPrice: '50000' }),
      1418: async (stage) => {
        const user = await stage.richUser(50_000_000n);
        const small = { orderType: 'limit', limitPrice: await stage.price(0.93, PERP), amount: '0.001' };
        await Promise.all(Array.from({ length: 199 }, () => position(stage, user, small)));
        // More than the best level has: what it does not fill rests there, and the position stays beside its successor.
        const [[limitPrice, there]] = (await stage.did('/coin/books', { coinInfoId: PERP })).asks;
        // Bots may trade with it at any moment, but not with all of it.
        const amount = (Number(there) + 300).toFixed(3);
        stage.concerned.delete(user.uid);
        return replacing(stage, {}, { user, of: { limitPrice, amount, multiple: 1 } });
      },
      2001: async (stage) => {
        const user = await stage.richUser(100n);
        const ask = await replacing(stage, {}, { user });
        const [usdt] = (await stage.did('/coin/assets', {}, user.token)).assets;
        const rest = { type: 'transfer_to_sport', coinInfoId: 1, amount: usdt.balanceContract, clientNo: stage.name() };
        await stage.did('/coin/transfer', rest, user.token);
        return ask;
      },
      2002: (stage) => replacing(stage, { limitPrice: '50000.05' }),
      2003: (stage) => replacing(stage, { amount: '0.0001' }),
      2004: (stage) => replacing(stage, { limitPrice: '0' }),
      2005: (stage) => replacing(stage, { amount: '0' }),
      2006: async (stage) => replacing(stage, { limitPrice: await stage.price(0.8, PERP) }),
      2007: async (stage) => {
        const limitPrice = (Number(await stage.price(1000, 106)) * 0.00095).toFixed(4);
        return replacing(stage, { limitPrice, amount: '1' }, { of: { coinInfoId: 106, amount: '1000', limitPrice } });
      },
      2008: async (stage) => stage.closed(PERP, 2, await replacing(stage)),
      2009: async (stage) => replacing(stage, {}, { of: { profitPrice: await stage.price(0.935, PERP) } }),
      2010: async (stage) =>
        replacing(
          stage,
          { limitPrice: await stage.price(0.91, PERP) },
          { of: { lossPrice: await stage.price(0.92, PERP) } },
        ),
      // Its value is in the next tier.
      2011: async (stage) => {
        const amount = (50_000 / Number(await stage.price(0.935, PERP))).toFixed(3);
        return replacing(stage, {}, { of: { amount, multiple: 100 } });
      },
      2012: async (stage) => {
        const ask = await replacing(stage);
        await stage.did('/coin/contract/order/close', { id: ask.form['id']! });
        return ask;
      },
      2103: async (stage) => {
        const { first, next } = await fullYen(stage);
        return { ...next, form: { id: first.id, limitPrice: await yenPrice(stage, 1.09), clientNo: stage.name() } };
      },
    },
    foreign: [
      async (stage) => ({ form: (await replacing(stage, {}, { user: await stage.richUser() })).form }),
      async (stage) => {
        const user = await stage.richUser();
        const { form } = await replacing(stage, {}, { user });
        await stage.did('/coin/contract/order/close', { id: form['id']! }, user.token);
        return { form };
      },
    ],
  },
  '/coin/contract/order/list': { happy: () => ({ form: { state: 'history' } }) },
  '/coin/contract/order/list/active': { happy: () => ({ form: { status: 1 } }) },
  '/coin/contract/order/query': {
    happy: async (stage) => ({ form: { id: (await position(stage)).id } }),
    errors: { 1404: () => ({ form: { id: 999_999 } }) },
    foreign: [
      theirs(({ id }) => ({ id })),
      theirs(({ orderNo }) => ({ orderNo })),
      theirs(({ clientNo }) => ({ clientNo })),
    ],
  },
  '/coin/contract/order/close': {
    happy: async (stage) => ({ form: { id: (await resting(stage)).id, clientNo: stage.name() } }),
    other: { id: 1 },
    errors: {
      1404: none(),
      2012: async (stage) => {
        const { id } = await resting(stage);
        await stage.did('/coin/contract/order/close', { id });
        return { form: { id } };
      },
    },
    foreign: [theirs(({ id }) => ({ id }), resting), theirs(({ id }) => ({ ids: String(id) }), resting)],
  },
  '/coin/contract/order/set/profit': exitCases('profitPrice', {
    good: 1.05,
    offTick: '90000.05',
    wrongSide: 0.9,
    wrongSideCode: 2009,
  }),
  '/coin/contract/order/set/loss': exitCases('lossPrice', {
    good: 0.97,
    offTick: '50000.05',
    wrongSide: 1.05,
    wrongSideCode: 2010,
  }),
  '/coin/contract/order/add/mgn': {
    happy: mine({ amount: '5' }),
    other: { amount: '6' },
    errors: {
      1403: async (stage) => ({
        form: { id: 1, amount: '1', clientNo: stage.name() },
        token: (await stage.frozen()).token,
      }),
      1404: none({ amount: '1' }),
      2001: mine({ amount: '900000' }),
      2012: finished({ amount: '1' }),
    },
    foreign: [theirs(({ id }) => ({ id, amount: '1', clientNo: 'mgn' }))],
  },
  '/coin/contract/order/liquidate': {
    happy: mine({ amount: '0.004' }),
    other: { amount: '0.005' },
    errors: {
      1404: none(),
      2002: mine({ limitPrice: '50000.05' }),
      2003: mine({ amount: '0.011' }),
      2004: mine({ limitPrice: '0' }),
      2005: mine({ amount: '0' }),
      2008: async (stage) => {
        const { id } = await position(stage, stage.rich, { coinInfoId: 103, amount: '0.1' });
        return stage.closed(103, 0, { form: { id, clientNo: stage.name() } });
      },
      2012: finished({}),
      2016: async (stage) => {
        const long = await position(stage);
        const ask = { form: { id: long.id, maxSlip: NO_SLIP, clientNo: stage.name() } };
        const { code } = await stage.call('/coin/contract/order/liquidate', ask.form);
        if (code === 2016) return ask;
        const short = await position(stage, stage.rich, { direction: 'short' });
        return { form: { id: short.id, maxSlip: NO_SLIP, clientNo: stage.name() } };
      },
    },
    foreign: [theirs(({ id }) => ({ id, clientNo: 'liq' }))],
  },
  '/coin/contract/order/liquidate/all': {
    happy: async (stage) => {
      const user = await stage.richUser();
      await position(stage, user);
      return { form: { clientNo: stage.name() }, token: user.token };
    },
    other: { direction: 'short' },
    errors: { 2013: async (stage) => ({ form: { clientNo: stage.name() }, token: (await stage.user()).token }) },
  },
};
