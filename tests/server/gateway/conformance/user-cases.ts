// Cases of the account calls.
import { notThe } from '../../../support/server/emailed-code.ts';
import { type Form, PASSWORD } from '../../../support/server/running-exchange.ts';
import type { TestCall, Cases, TestUser, ConformanceExchange } from './conformance-exchange.ts';

const NEXT = 'battery staple';

async function logIn(stage: ConformanceExchange, more: Form = {}, user?: TestUser): Promise<TestCall> {
  const { email } = user ?? (await stage.user());
  return { form: { email, password: PASSWORD, ...more }, token: '' };
}

async function register(stage: ConformanceExchange, more: Form = {}): Promise<TestCall> {
  const email = `${stage.name()}@example.com`;
  return {
    form: { email, code: await stage.letter(email, 'register'), password: PASSWORD, rePassword: PASSWORD, ...more },
    token: '',
  };
}

async function change(stage: ConformanceExchange, more: Form = {}, user?: TestUser): Promise<TestCall> {
  const one = user ?? (await stage.user());
  const proof = 'googleCode' in more ? {} : { code: await stage.mail(one, 'password') };
  return { form: { oldPassword: PASSWORD, newPassword: NEXT, rePassword: NEXT, ...proof, ...more }, token: one.token };
}

async function find(stage: ConformanceExchange, more: Form = {}, user?: TestUser): Promise<TestCall> {
  const { email } = user ?? (await stage.user());
  return {
    form: { email, code: await stage.letter(email, 'forgot'), password: NEXT, rePassword: NEXT, ...more },
    token: '',
  };
}

async function bind(stage: ConformanceExchange, more: Form = {}): Promise<TestCall> {
  const user = await stage.user();
  user.secret = (await stage.did('/user/bind/google/prep', {}, user.token)).secret;
  return {
    form: {
      secret: user.secret,
      googleCode: stage.fresh(user),
      code: await stage.mail(user, 'bindGoogle'),
      ...more,
    },
    token: user.token,
  };
}

async function reset(stage: ConformanceExchange, more: Form = {}, user?: TestUser): Promise<TestCall> {
  const one = user ?? (await stage.bound());
  const googleCode = one.secret === '' ? '000000' : stage.fresh(one);
  return {
    form: { password: PASSWORD, code: await stage.mail(one, 'resetGoogle'), googleCode, ...more },
    token: one.token,
  };
}

/** A form with a wrong code. */
const wrong = (ask: TestCall, field: 'code' | 'googleCode'): TestCall => ({
  ...ask,
  form: { ...ask.form, [field]: notThe(String(ask.form[field])) },
});

export const USER_CASES: Cases = {
  '/user/login': {
    happy: (stage) => logIn(stage),
    errors: {
      1401: async (stage) => {
        const ask = await logIn(stage);
        for (let miss = 0; miss < 3; miss += 1)
          await stage.call('/user/login', { ...ask.form, password: 'wrong password' }, '');
        return ask;
      },
      1402: (stage) => logIn(stage, { code: '000000' }),
      1403: async (stage) => logIn(stage, {}, await stage.frozen()),
      1405: async (stage) => logIn(stage, {}, await stage.bound()),
      1408: (stage) => logIn(stage, { password: 'wrong password' }),
    },
  },
  '/user/layout': {
    happy: async (stage) => ({
      form: { layoutName: 'Scalping', layout: '{"mainInd":"MA"}' },
      token: (await stage.user()).token,
    }),
  },
  '/user/register': {
    happy: (stage) => register(stage),
    errors: {
      1401: (stage) => register(stage, { captchaId: 'none', captcha: 'none' }),
      1402: async (stage) => wrong(await register(stage), 'code'),
      1410: async (stage) => {
        const { email } = await stage.user();
        return register(stage, { email, code: await stage.letter(email, 'register') });
      },
      1411: (stage) => register(stage, { rePassword: NEXT }),
      1412: (stage) => register(stage, { password: 'short', rePassword: 'short' }),
      1413: (stage) => register(stage, { inviteCode: 'NOBODY' }),
      1420: (stage) => register(stage, { password: 'Password1', rePassword: 'Password1' }),
    },
  },
  '/user/info': {
    happy: () => ({ form: { sessions: 1, kyc: 1 } }),
    errors: { 1404: () => ({ form: { endSession: 'nosuch' } }) },
    foreign: [
      async (stage) => ({
        form: {
          endSession: (await stage.did('/user/info', { sessions: 1 }, (await stage.user()).token)).sessions[0].id,
        },
      }),
    ],
  },
  '/user/update/password': {
    happy: (stage) => change(stage),
    errors: {
      1402: async (stage) => wrong(await change(stage), 'code'),
      1405: async (stage) => {
        const user = await stage.bound();
        return wrong(await change(stage, { googleCode: stage.fresh(user) }, user), 'googleCode');
      },
      1406: (stage) => change(stage, { googleCode: '000000' }),
      1408: (stage) => change(stage, { oldPassword: 'wrong password' }),
      1411: (stage) => change(stage, { rePassword: 'another one' }),
      1412: (stage) => change(stage, { newPassword: 'short', rePassword: 'short' }),
      1420: (stage) => change(stage, { newPassword: 'Password1', rePassword: 'Password1' }),
    },
  },
  '/user/point/change/log': { happy: () => ({ form: { type: 'spot', pageSize: 5 } }) },
  '/user/kyc': {
    happy: async (stage) => ({ form: stage.papers(), token: (await stage.user()).token }),
    errors: {
      1415: async (stage) => ({ form: stage.papers(), token: (await stage.verified(await stage.user())).token }),
    },
  },
  '/user/bind/google/prep': {
    happy: async (stage) => ({ form: {}, token: (await stage.user()).token }),
    errors: { 1407: async (stage) => ({ form: {}, token: (await stage.bound()).token }) },
  },
  '/user/bind/google': {
    happy: (stage) => bind(stage),
    errors: {
      1402: async (stage) => wrong(await bind(stage), 'code'),
      1405: async (stage) => wrong(await bind(stage), 'googleCode'),
      1407: async (stage) => {
        const user = await stage.bound();
        return {
          form: {
            secret: user.secret,
            googleCode: stage.fresh(user),
            code: await stage.mail(user, 'bindGoogle'),
          },
          token: user.token,
        };
      },
    },
  },
  '/user/bind/google/reset': {
    happy: (stage) => reset(stage),
    errors: {
      1402: async (stage) => wrong(await reset(stage), 'code'),
      1405: async (stage) => wrong(await reset(stage), 'googleCode'),
      1406: async (stage) => reset(stage, {}, await stage.user()),
      1408: (stage) => reset(stage, { password: 'wrong password' }),
    },
  },
  '/user/code/send': { happy: () => ({ form: { scene: 'withdraw' } }) },
  '/user/notice': { happy: () => ({ form: { kind: 'personal' } }) },
  '/user/notice/read': {
    happy: async (stage) => ({ form: { id: (await stage.did('/user/notice', { kind: 'personal' })).list[0].id } }),
    errors: { 1404: () => ({ form: { id: 999_999 } }) },
    foreign: [
      async (stage) => ({ form: { id: await theirNotice(stage) } }),
      async (stage) => ({ form: { ids: String(await theirNotice(stage)) } }),
    ],
  },
  '/user/profit': { happy: () => ({ form: { range: '7d' } }) },
  '/common/prop': { happy: () => ({ form: { keys: 'features,captcha,about' }, token: '' }) },
  '/common/notice': {
    happy: () => ({ form: { kind: 'article', id: 1 }, token: '' }),
    errors: { 1404: () => ({ form: { kind: 'notice', id: 1 }, token: '' }) },
  },
  '/common/code/send': {
    happy: (stage) => ({ form: { email: `${stage.name()}@example.com`, scene: 'register' }, token: '' }),
    errors: {
      1401: (stage) => ({
        form: { email: `${stage.name()}@example.com`, scene: 'register', captchaId: 'none', captcha: 'none' },
        token: '',
      }),
    },
  },
  '/common/find/password': {
    happy: (stage) => find(stage),
    errors: {
      1401: (stage) => find(stage, { captchaId: 'none', captcha: 'none' }),
      1402: async (stage) => wrong(await find(stage), 'code'),
      1405: async (stage) => find(stage, {}, await stage.bound()),
      1411: (stage) => find(stage, { rePassword: 'another one' }),
      1412: (stage) => find(stage, { password: 'short', rePassword: 'short' }),
      1420: (stage) => find(stage, { password: 'Password1', rePassword: 'Password1' }),
    },
  },
};

async function theirNotice(stage: ConformanceExchange): Promise<number> {
  return (await stage.did('/user/notice', { kind: 'personal' }, (await stage.user()).token)).list[0].id;
}
