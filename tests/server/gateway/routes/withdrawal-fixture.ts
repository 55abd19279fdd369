// People with money on a whole exchange, who withdraw it: addresses, codes, the clock.
import { afterAll, beforeAll, expect, vi } from 'vitest';
import * as v from 'valibot';
import { CALLS, type CallPath } from '../../../../core/endpoints/endpoints.ts';
import { codeAt } from '../../../support/server/authenticator.ts';
import { ownCode } from '../../../support/server/emailed-code.ts';
import { fieldOf } from '../../../support/data/picture-files.ts';
import { type Answer, type Form, type Running, startRunning } from '../../../support/server/running-exchange.ts';

export const USDT = 1;
const STEP_MS = 30_000;
export const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export let at: Running;
export let nowMs = Date.now();
let made = 0;

/** Authenticator codes are valid once: moves the clock between two of them. */
export function later(ms: number): void {
  nowMs += ms;
  vi.setSystemTime(nowMs);
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  at = await startRunning({ DEMO_REVIEWS: '0' });
});
afterAll(async () => {
  await at.stop();
  vi.useRealTimers();
});

export const name = (): string => `o-${made++}`;

export async function ask(path: string, form: Form, token: string): Promise<Answer> {
  const whole = `/coin/withdraw${path}` as CallPath;
  const answer = await at.call(whole, form, token);
  if (answer.code === 0) expect(v.safeParse(CALLS[whole].answer, answer.data).issues, whole).toBe(undefined);
  return answer;
}

export interface TestUser {
  token: string;
  uid: number;
  email: string;
  secret: string;
}

export const register = async (): Promise<TestUser> => {
  const email = `p${made++}@example.com`;
  return { ...(await at.user(email)), email, secret: '' };
};

export async function passKyc({ token, uid }: TestUser): Promise<void> {
  await at.call(
    '/user/kyc',
    {
      country: 'TW',
      certType: 1,
      fullName: 'Ada',
      certNo: 'A123456789',
      imgFront: fieldOf('jpeg'),
      imgBack: fieldOf('webp'),
    },
    token,
  );
  await at.exchange.identity.passKyc(uid);
}

export async function bind(user: TestUser): Promise<void> {
  user.secret = (await at.call('/user/bind/google/prep', {}, user.token)).data.secret;
  const { code } = await at.call(
    '/user/bind/google',
    {
      secret: user.secret,
      googleCode: codeAt(user.secret, nowMs),
      code: await ownCode(at, user.token, 'bindGoogle'),
    },
    user.token,
  );
  expect(code).toBe(0);
}

/** An unused code. */
export function fresh({ secret }: TestUser): string | undefined {
  if (secret === '') return undefined;
  later(STEP_MS);
  return codeAt(secret, nowMs);
}

export async function addAddress(user: TestUser, form: Form = {}): Promise<Answer> {
  return ask(
    '/address/generate',
    {
      coinInfoId: USDT,
      chain: 'TRC20',
      address: TRON,
      accountName: 'Mine',
      ...form,
      // Requested only where none is given: a new code invalidates the previous one.
      code: 'code' in form ? form['code'] : await ownCode(at, user.token, 'address'),
      googleCode: 'googleCode' in form ? form['googleCode'] : fresh(user),
    },
    user.token,
  );
}

export async function depositOf({ token }: TestUser, amount: string): Promise<void> {
  const route = { coinInfoId: USDT, chain: 'TRC20' };
  const { address } = (await at.call('/coin/recharge/address/generate', route, token)).data;
  const { data } = await at.call(
    '/coin/recharge/add',
    { ...route, address, amount, img: fieldOf('jpeg'), clientNo: name() },
    token,
  );
  await at.exchange.funds.approveDeposit(data.id, 'tester');
}

export async function trade({ token }: TestUser, total: string): Promise<void> {
  const { code } = await at.call(
    '/coin/order/add',
    { coinInfoId: 2, side: 'buy', orderType: 'market', total, clientNo: name() },
    token,
  );
  expect(code).toBe(0);
}

export async function ready(): Promise<TestUser & { addressId: number }> {
  const user = await register();
  await passKyc(user);
  const addressId = (await addAddress(user)).data.id;
  await bind(user);
  return { ...user, addressId };
}

export const usdt = async ({ token }: TestUser): Promise<{ balanceSpot: string; balanceSpotFreeze: string }> =>
  (await at.call('/coin/assets', {}, token)).data.assets[0];
export const withdraw = (user: TestUser & { addressId?: number }, form: Form = {}): Promise<Answer> =>
  ask(
    '/add',
    {
      coinInfoId: USDT,
      addressId: user.addressId,
      amount: '100',
      clientNo: name(),
      ...form,
      googleCode: 'googleCode' in form ? form['googleCode'] : fresh(user),
    },
    user.token,
  );
