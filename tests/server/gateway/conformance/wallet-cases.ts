// Cases of the wallet calls.
import { notThe } from '../../../support/server/emailed-code.ts';
import { fieldOf } from '../../../support/data/picture-files.ts';
import { type Form, PASSWORD } from '../../../support/server/running-exchange.ts';
import {
  type TestCall,
  BTC,
  type Cases,
  type TestUser,
  SOL,
  type ConformanceExchange,
  USDT,
} from './conformance-exchange.ts';

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ROUTE = { coinInfoId: USDT, chain: 'TRC20' };
/** A network that is suspended. */
const SUSPENDED = 'OMNI';

const transfer = (stage: ConformanceExchange, more: Form = {}, user = stage.rich): TestCall => ({
  form: { coinInfoId: USDT, type: 'transfer_to_contract', amount: '1', clientNo: stage.name(), ...more },
  token: user.token,
});
const QUOTE = { type: 'convert', dryRun: 1, coinInfoId: USDT, toCoinInfoId: BTC, amount: '100' };

async function deposit(stage: ConformanceExchange, more: Form = {}, user?: TestUser): Promise<TestCall> {
  const one = user ?? (await stage.user());
  let { address } = await stage.did('/coin/recharge/address', ROUTE, one.token);
  if (address === '') ({ address } = await stage.did('/coin/recharge/address/generate', ROUTE, one.token));
  return {
    form: { ...ROUTE, address, amount: '150', img: fieldOf('jpeg'), clientNo: stage.name(), ...more },
    token: one.token,
  };
}

async function deposited(stage: ConformanceExchange, user: TestUser, amount: string): Promise<number> {
  const { form } = await deposit(stage, { amount }, user);
  return (await stage.did('/coin/recharge/add', form, user.token)).id;
}

async function address(stage: ConformanceExchange, more: Form = {}, user?: TestUser): Promise<TestCall> {
  const one = user ?? (await stage.user());
  const code = await stage.mail(one, 'address');
  return {
    form: {
      ...ROUTE,
      address: TRON,
      accountName: 'Mine',
      code,
      ...(one.secret === '' ? {} : { googleCode: stage.fresh(one) }),
      ...more,
    },
    token: one.token,
  };
}

async function addressId(stage: ConformanceExchange, user: TestUser): Promise<number> {
  return (await stage.did('/coin/withdraw/address/generate', (await address(stage, {}, user)).form, user.token)).id;
}

/** A user who may withdraw: verified, with an authenticator and an address. */
async function ready(stage: ConformanceExchange): Promise<TestUser> {
  return stage.bound(await stage.verified(await stage.user()));
}

/** A withdrawal to the user's newest address, with an unused code where there is an authenticator. */
async function withdrawal(stage: ConformanceExchange, more: Form = {}, user?: TestUser): Promise<TestCall> {
  const one = user ?? (await ready(stage));
  const id = 'addressId' in more ? undefined : await addressId(stage, one);
  return {
    form: {
      coinInfoId: USDT,
      addressId: id,
      amount: '100',
      clientNo: stage.name(),
      ...(one.secret === '' ? {} : { googleCode: stage.fresh(one) }),
      ...more,
    },
    token: one.token,
  };
}

async function withdrawn(stage: ConformanceExchange): Promise<{ id: number; user: TestUser }> {
  const user = await ready(stage);
  return {
    id: (await stage.did('/coin/withdraw/add', (await withdrawal(stage, {}, user)).form, user.token)).id,
    user,
  };
}

export const WALLET_CASES: Cases = {
  '/coin/assets': { happy: () => ({ form: {} }) },
  '/coin/transfer': {
    happy: (stage) => transfer(stage),
    other: { amount: '2' },
    errors: {
      1403: async (stage) => transfer(stage, {}, await stage.frozen()),
      1404: (stage) => transfer(stage, { coinInfoId: 999_999 }),
      2001: (stage) => transfer(stage, { amount: '9999999' }),
      2008: (stage) => stage.closed(SOL, 0, { form: { ...QUOTE, toCoinInfoId: SOL } }),
      2016: () => ({ form: { ...QUOTE, amount: '900000000' } }),
      3101: async (stage) => {
        const { quoteNo } = await stage.did('/coin/transfer', QUOTE);
        stage.later(11_000);
        return { form: { type: 'convert', quoteNo, clientNo: stage.name() } };
      },
    },
    foreign: [
      async (stage) => ({
        form: {
          type: 'convert',
          quoteNo: (await stage.did('/coin/transfer', QUOTE, (await stage.user()).token)).quoteNo,
          clientNo: stage.name(),
        },
      }),
    ],
    foreignCode: 3101,
  },
  '/coin/recharge/address': {
    happy: () => ({ form: ROUTE }),
    errors: {
      1404: () => ({ form: { ...ROUTE, chain: 'NOPE' } }),
      3006: () => ({ form: { ...ROUTE, chain: SUSPENDED } }),
    },
  },
  '/coin/recharge/address/generate': {
    happy: async (stage) => ({ form: ROUTE, token: (await stage.user()).token }),
    errors: {
      1404: () => ({ form: { ...ROUTE, chain: 'NOPE' } }),
      1418: async (stage) => {
        const { token } = await stage.user();
        for (let made = 0; made < 50; made += 1, stage.later(61_000))
          await stage.did('/coin/recharge/address/generate', ROUTE, token);
        return { form: ROUTE, token };
      },
      3006: () => ({ form: { ...ROUTE, chain: SUSPENDED } }),
    },
  },
  '/coin/recharge/add': {
    happy: (stage) => deposit(stage),
    other: { amount: '151' },
    errors: {
      1403: async (stage) => deposit(stage, {}, await stage.frozen()),
      1404: (stage) => deposit(stage, { chain: 'NOPE' }),
      1418: async (stage) => {
        const user = await stage.user();
        for (let made = 0; made < 20; made += 1) await deposited(stage, user, '150');
        return deposit(stage, {}, user);
      },
      3004: (stage) => deposit(stage, { amount: '1' }),
      3006: (stage) => deposit(stage, { chain: SUSPENDED }),
      3007: (stage) => deposit(stage, { amount: '100000.01' }),
    },
    foreign: [async (stage) => ({ form: (await deposit(stage)).form })],
    foreignCode: 1400,
  },
  '/coin/recharge/order': {
    happy: async (stage) => {
      const user = await stage.user();
      return { form: { id: await deposited(stage, user, '150') }, token: user.token };
    },
    errors: { 1404: () => ({ form: { id: 999_999 } }) },
    foreign: [async (stage) => ({ form: { id: await deposited(stage, await stage.user(), '150') } })],
  },
  '/coin/withdraw/address': {
    happy: () => ({ form: {} }),
    errors: { 1404: () => ({ form: { del: 999_999 } }) },
    foreign: [async (stage) => ({ form: { del: await addressId(stage, await stage.user()) } })],
  },
  '/coin/withdraw/address/generate': {
    happy: (stage) => address(stage),
    errors: {
      1402: async (stage) => {
        const ask = await address(stage);
        return { ...ask, form: { ...ask.form, code: notThe(String(ask.form['code'])) } };
      },
      1404: (stage) => address(stage, { chain: 'NOPE' }),
      1405: async (stage) => {
        const ask = await address(stage, {}, await stage.bound());
        return { ...ask, form: { ...ask.form, googleCode: notThe(String(ask.form['googleCode'])) } };
      },
      1417: async (stage) => address(stage, { googleCode: undefined }, await stage.bound()),
      1418: async (stage) => {
        const user = await stage.user();
        const other = (number: number): Form => ({
          chain: 'ERC20',
          address: `0x${String(100 + number).padStart(40, '1')}`,
        });
        for (let made = 0; made < 50; made += 1)
          await stage.did(
            '/coin/withdraw/address/generate',
            (await address(stage, other(made), user)).form,
            user.token,
          );
        return address(stage, other(50), user);
      },
      3002: (stage) => address(stage, { address: TRON.replace('TR7', 'TR8') }),
      3006: (stage) => address(stage, { chain: SUSPENDED }),
    },
  },
  '/coin/withdraw/add': {
    happy: (stage) => withdrawal(stage),
    other: { amount: '101' },
    errors: {
      1403: async (stage) => withdrawal(stage, { addressId: 1 }, await stage.frozen()),
      1404: async (stage) => {
        const user = await ready(stage);
        await addressId(stage, user);
        return withdrawal(stage, { addressId: 999_999 }, user);
      },
      1405: async (stage) => {
        const ask = await withdrawal(stage);
        return { ...ask, form: { ...ask.form, googleCode: notThe(String(ask.form['googleCode'])) } };
      },
      1406: async (stage) => withdrawal(stage, {}, await stage.verified(await stage.user())),
      1414: async (stage) => withdrawal(stage, {}, await stage.bound()),
      1415: async (stage) => {
        const user = await stage.user();
        await stage.did('/user/kyc', stage.papers(), user.token);
        return withdrawal(stage, {}, user);
      },
      1416: async (stage) => {
        const user = await stage.user();
        await stage.did('/user/kyc', stage.papers(), user.token);
        await stage.at.exchange.identity.failKyc(user.uid, { imgFront: 'blurred' });
        return withdrawal(stage, {}, user);
      },
      1417: (stage) => withdrawal(stage, { googleCode: undefined }),
      1418: async (stage) => {
        const user = await ready(stage);
        const id = await addressId(stage, user);
        for (let made = 0; made < 20; made += 1)
          await stage.did(
            '/coin/withdraw/add',
            (await withdrawal(stage, { addressId: id, amount: '20' }, user)).form,
            user.token,
          );
        return withdrawal(stage, { addressId: id, amount: '20' }, user);
      },
      2001: (stage) => withdrawal(stage, { amount: '99999' }),
      3001: async (stage) => withdrawal(stage, { addressId: undefined }, await ready(stage)),
      3003: async (stage) => {
        const user = await ready(stage);
        await addressId(stage, user);
        await stage.did(
          '/common/find/password',
          {
            email: user.email,
            code: await stage.letter(user.email, 'forgot'),
            password: PASSWORD,
            rePassword: PASSWORD,
            googleCode: stage.fresh(user),
          },
          '',
        );
        user.token = (
          await stage.did('/user/login', { email: user.email, password: PASSWORD, googleCode: stage.fresh(user) }, '')
        ).accesstoken;
        return withdrawal(stage, {}, user);
      },
      3004: (stage) => withdrawal(stage, { amount: '1' }),
      3005: async (stage) => {
        const user = await ready(stage);
        await stage.at.exchange.funds.approveDeposit(await deposited(stage, user, '500'), 'tester');
        return withdrawal(stage, {}, user);
      },
      // The address was added while its network was open.
      3006: async (stage) => stage.suspended(ROUTE, await withdrawal(stage)),
    },
    foreign: [
      async (stage) => {
        const [mine, other] = [await ready(stage), await stage.user()];
        await addressId(stage, mine);
        return withdrawal(stage, { addressId: await addressId(stage, other) }, mine);
      },
    ],
  },
  '/coin/withdraw/order': {
    happy: async (stage) => {
      const { id, user } = await withdrawn(stage);
      return { form: { id }, token: user.token };
    },
    errors: {
      1404: () => ({ form: { id: 999_999 } }),
      2012: async (stage) => {
        const { id, user } = await withdrawn(stage);
        await stage.at.exchange.funds.refuseWithdraw(id, 'unknown address', 'tester');
        return { form: { cancelId: id }, token: user.token };
      },
    },
    foreign: [
      async (stage) => ({ form: { id: (await withdrawn(stage)).id } }),
      async (stage) => ({ form: { cancelId: (await withdrawn(stage)).id } }),
    ],
  },
};
