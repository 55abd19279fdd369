// Reviews of deposits and withdrawals: refused, approved, automatic in demo mode.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FUND_STATUS } from '../../../core/orders/fund-order.ts';
import { DAY_MS } from '../../../core/units/durations.ts';
import { codeAt } from '../../support/server/authenticator.ts';
import { ownCode } from '../../support/server/emailed-code.ts';
import { fieldOf } from '../../support/data/picture-files.ts';
import { type Running, startRunning } from '../../support/server/running-exchange.ts';
import {
  type Colleague,
  OPERATOR_PASSWORD,
  type TestOperator,
  codeOf,
  joined,
  operatorOf,
} from '../../support/server/operator-client.ts';

const KYC = {
  country: 'TW',
  certType: '1',
  fullName: 'Ada Lovelace',
  certNo: 'A123456789',
  imgFront: fieldOf('jpeg'),
  imgBack: fieldOf('webp'),
};
const ROUTE = { coinInfoId: 1, chain: 'TRC20' };
const STEP_MS = 30_000;
let nowMs = Date.now();
let at: Running;
let operator: TestOperator;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  at = await startRunning();
  operator = operatorOf(at);
});
afterAll(async () => {
  await at.stop();
  vi.useRealTimers();
});

function laterBy(ms: number): void {
  nowMs += ms;
  vi.setSystemTime(nowMs);
}

/** An unused authenticator code: the clock advances by a step. */
function fresh(secret: string): string {
  nowMs += STEP_MS;
  vi.setSystemTime(nowMs);
  return codeAt(secret, nowMs);
}

/** A user who may withdraw, except for the identity check, with an address of their own. */
async function withAuthenticator(email: string) {
  const user = await at.user(email);
  const { secret } = (await at.call('/user/bind/google/prep', {}, user.token)).data;
  await at.call(
    '/user/bind/google',
    { secret, googleCode: fresh(secret), code: await ownCode(at, user.token, 'bindGoogle') },
    user.token,
  );
  const form = {
    ...ROUTE,
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    accountName: 'Mine',
    googleCode: fresh(secret),
    code: await ownCode(at, user.token, 'address'),
  };
  const address = await at.call('/coin/withdraw/address/generate', form, user.token);
  expect(address.code).toBe(0);
  await at.call('/user/kyc', KYC, user.token);
  return {
    ...user,
    withdraw: (amount: string) =>
      at.call(
        '/coin/withdraw/add',
        { coinInfoId: 1, addressId: address.data.id, amount, googleCode: fresh(secret), clientNo: `w${nowMs}` },
        user.token,
      ),
  };
}

const usdt = async (token: string) =>
  (await at.call('/coin/assets', {}, token)).data.assets.find(
    ({ coinInfoId }: { coinInfoId: number }) => coinInfoId === 1,
  );

describe('O3: reviews of deposits and withdrawals', () => {
  it('a deposit is refused with a reason for its owner, or credited once', async () => {
    const { token, uid } = await at.user('deposit@example.com');
    const { address } = (await at.call('/coin/recharge/address/generate', ROUTE, token)).data;
    const apply = (clientNo: string) =>
      at.call('/coin/recharge/add', { ...ROUTE, address, amount: '150', img: fieldOf('jpeg'), clientNo }, token);
    const [one, two] = [(await apply('d1')).data, (await apply('d2')).data];
    const { list } = (await operator.query('queue', { queue: 'deposit' })).data;
    expect(list).toMatchObject([
      { id: one.id, facts: { uid, symbol: 'USDT', amount: '150', chain: 'TRC20' } },
      { id: two.id },
    ]);
    expect((await operator.query('item', { queue: 'deposit', id: one.id })).data.pictures.img).toMatch(
      /^image\/jpeg;base64url,/,
    );
    expect((await operator.act('deposit.refuse', { id: one.id, reason: 'not on the picture' })).code).toBe(0);
    expect((await at.call('/coin/recharge/order', { id: one.id }, token)).data.list[0]).toMatchObject({
      status: 2,
      reason: 'not on the picture',
    });
    await operator.act('deposit.approve', { id: two.id });
    expect((await usdt(token)).balanceSpot).toBe('10150');
    expect(await operator.act('deposit.approve', { id: two.id })).toMatchObject({ code: 2012 });
    expect(await operator.act('deposit.approve', { id: 999_999 })).toMatchObject({ code: 1404 });
  });

  it('a withdrawal is refunded with a reason, or paid out; not for a frozen account', async () => {
    const user = await withAuthenticator('withdraw@example.com');
    expect((await user.withdraw('100')).code).toBe(1415);
    await operator.act('kyc.pass', { uid: user.uid });
    const first = await user.withdraw('100');
    expect(first.code).toBe(0);
    expect((await operator.query('queue', { queue: 'withdraw' })).data.list).toMatchObject([
      { id: first.data.id, facts: { uid: user.uid, amount: '100' } },
    ]);
    await operator.act('withdraw.refuse', { id: first.data.id, reason: 'call us' });
    expect(await usdt(user.token)).toMatchObject({ balanceSpot: '10000', balanceSpotFreeze: '0' });
    expect((await at.call('/coin/withdraw/order', { id: first.data.id }, user.token)).data.list[0].reason).toBe(
      'call us',
    );
    const second = (await user.withdraw('100')).data;
    await operator.act('account.freeze', { uid: user.uid });
    expect((await operator.act('withdraw.approve', { id: second.id })).code).toBe(1403);
    await operator.act('account.unfreeze', { uid: user.uid });
    expect((await operator.act('withdraw.approve', { id: second.id })).code).toBe(0);
    expect(await usdt(user.token)).toMatchObject({ balanceSpot: '9900', balanceSpotFreeze: '0' });
    expect((await operator.query('health')).data.ledger).toMatchObject({ unbalanced: [], negative: 0 });
  });

  it('L1: the sums of each coin show who has it, and add up to 0 with what was paid in and out', async () => {
    const { data } = await operator.query('health');
    expect(data.coins.length).toBeGreaterThan(3);
    for (const coin of data.coins) expect(coin, coin.coinId).toMatchObject({ sum: '0' });
    const { users, exchange, netDeposits } = data.coins.find(({ coinId }: { coinId: number }) => coinId === 1);
    const fee = (await at.call('/coin/infos')).data.list
      .find(({ id }: { id: number }) => id === 1)
      .networks.find(({ chain }: { chain: string }) => chain === 'TRC20').serviceCharge;
    // 150 were deposited; of the 100 that left an account the charge stays with the exchange.
    expect(Number(netDeposits)).toBe(150 - (100 - Number(fee)));
    // Two users with demo money, which the exchange owes apart from deposits.
    expect(Number(users)).toBe(20_000 + 150 - 100);
    expect(Number(exchange)).toBeLessThan(-20_000);
    expect(data.limits).toMatchObject({ waitingCommands: 10_000, sockets: 5_000 });
    expect(data.commitAgeMs).toBeGreaterThanOrEqual(0);
    expect(data.feed.indexAgeMs).not.toBe(undefined);
  });
});

describe('O9: in demo mode', () => {
  it(
    'identity, authenticator and withdrawal are approved automatically and logged as "demo"',
    { timeout: 240_000 },
    async () => {
      const user = await withAuthenticator('demo@example.com');
      await operator.act('parameter.set', { name: 'demoReviewSeconds', value: '1' });
      await operator.act('parameter.set', { name: 'demoReviews', value: 'on' });
      const done = async (): Promise<string[]> =>
        (await operator.query('audit', { limit: 50 })).data.list
          .filter(({ operator: by, outcome }: Record<string, string>) => by === 'demo' && outcome === 'done')
          .map(({ action }: { action: string }) => action);
      /** Waits for the log entry; advances the fake clock with each poll. */
      const passed = (action: string) =>
        expect
          .poll(
            () => {
              laterBy(1_000);
              return done();
            },
            { interval: 100 },
          )
          .toContain(action);
      await passed('kyc.pass');
      const {
        data: { id },
      } = await user.withdraw('50');
      expect(id).toBeGreaterThan(0);
      await passed('withdraw.approve');
      expect(await usdt(user.token)).toMatchObject({ balanceSpot: '9950', balanceSpotFreeze: '0' });
      const code = await ownCode(at, user.token, 'resetGoogle');
      expect(
        (
          await at.call(
            '/user/bind/google/reset',
            { password: 'correct horse', code, imgSelf: fieldOf('jpeg') },
            user.token,
          )
        ).data,
      ).toMatchObject({ review: 1 });
      await passed('reset.pass');
      expect(await done()).toEqual(['reset.pass', 'withdraw.approve', 'kyc.pass']);
      expect((await operator.query('queue', { queue: 'reset' })).data.list).toEqual([]);
    },
  );
});

describe('O9: in demo mode, a frozen account', () => {
  it('has its withdrawal approved once it is free again', { timeout: 240_000 }, async () => {
    await operator.act('parameter.set', { name: 'demoReviews', value: 'off' });
    const user = await withAuthenticator('thawed@example.com');
    await operator.act('kyc.pass', { uid: user.uid });
    const { id } = (await user.withdraw('70')).data;
    await operator.act('account.freeze', { uid: user.uid });
    await operator.act('parameter.set', { name: 'demoReviews', value: 'on' });
    const tried = async () =>
      (await operator.query('audit', { limit: 50 })).data.list.filter(
        ({ operator: by, action, input }: Record<string, string>) =>
          by === 'demo' && action === 'withdraw.approve' && input === JSON.stringify({ id }),
      );
    for (let second = 0; second < 4; second += 1) {
      laterBy(1_000);
      await wait(1_000);
    }
    // Nothing is logged again and again while it waits.
    expect(await tried()).toEqual([]);
    expect(await usdt(user.token)).toMatchObject({ balanceSpotFreeze: '70' });
    await operator.act('account.unfreeze', { uid: user.uid });
    await expect
      .poll(
        () => {
          laterBy(1_000);
          return usdt(user.token);
        },
        { interval: 1_000 },
      )
      .toMatchObject({ balanceSpot: '9930', balanceSpotFreeze: '0' });
  });
});

describe('O12: a large deposit or withdrawal', () => {
  type Withdrawing = Awaited<ReturnType<typeof withAuthenticator>>;
  const idOf = async (user: Withdrawing, amount: string) => (await user.withdraw(amount)).data.id as number;
  let user: Withdrawing;
  let other: Withdrawing;
  let ann: Colleague;
  let ben: TestOperator;

  beforeAll(async () => {
    await operator.act('parameter.set', { name: 'demoReviews', value: 'off' });
    [user, other] = [await withAuthenticator('large@example.com'), await withAuthenticator('parts@example.com')];
    for (const { uid } of [user, other]) await operator.act('kyc.pass', { uid });
    // Paid more than a day ago: it counts no more.
    const id = await idOf(other, '900');
    await operator.act('withdraw.approve', { id });
    const status = async () => (await at.call('/coin/withdraw/order', { id }, other.token)).data.list[0].status;
    laterBy(DAY_MS);
    await vi.waitUntil(async () => (await status()) === FUND_STATUS.success, { timeout: 30_000 });
    laterBy(DAY_MS + 1);
    const invited = async (name: string) =>
      (await operator.act('operator.invite', { name, role: 'admin' })).data.invite as string;
    const [first, second] = [await invited('ann'), await invited('ben')];
    [ann, ben] = [await joined(at, first), await joined(at, second)];
  });

  it('needs a second operator above 1 000 USDT', async () => {
    expect((await ann.act('withdraw.approve', { id: await idOf(user, '1000') })).data).toEqual({});
    expect(await usdt(user.token)).toMatchObject({ balanceSpot: '9000', balanceSpotFreeze: '0' });
    const { data } = await ann.act('withdraw.approve', { id: await idOf(user, '1000.00000001') });
    expect(data).toMatchObject({ waiting: 1 });
    expect((await ann.query('approve', { requestId: data.requestId })).status).toBe(403);
    // Who approves sees what.
    expect((await ben.query('waiting')).data.list.at(-1)).toMatchObject({
      action: 'withdraw.approve',
      facts: { uid: user.uid, amount: '1000.00000001', symbol: 'USDT', address: expect.any(String) as string },
    });
    expect((await usdt(user.token)).balanceSpotFreeze).toBe('1000.00000001');
    expect((await ben.query('approve', { requestId: data.requestId })).code).toBe(0);
    expect((await usdt(user.token)).balanceSpotFreeze).toBe('0');

    const { address } = (await at.call('/coin/recharge/address/generate', ROUTE, user.token)).data;
    const deposit = async (amount: string) =>
      (
        await at.call(
          '/coin/recharge/add',
          { ...ROUTE, address, amount, img: fieldOf('jpeg'), clientNo: amount },
          user.token,
        )
      ).data.id as number;
    const before = Number((await usdt(user.token)).balanceSpot);
    expect((await ann.act('deposit.approve', { id: await deposit('1000') })).data).toEqual({});
    const credit = await ann.act('deposit.approve', { id: await deposit('1001') });
    expect(credit.data).toMatchObject({ waiting: 1 });
    expect((await ann.query('approve', { requestId: credit.data.requestId })).status).toBe(403);
    expect(Number((await usdt(user.token)).balanceSpot)).toBe(before + 1000);
    expect((await ben.query('approve', { requestId: credit.data.requestId })).code).toBe(0);
    expect(Number((await usdt(user.token)).balanceSpot)).toBe(before + 2001);
  });

  it('is not decided by one who asked before it was there', async () => {
    const { token } = await at.user('early@example.com');
    const { address } = (await at.call('/coin/recharge/address/generate', ROUTE, token)).data;
    const form = { ...ROUTE, address, amount: '5000', img: fieldOf('jpeg') };
    const apply = async (clientNo: string) => (await at.call('/coin/recharge/add', { ...form, clientNo }, token)).data;
    const next = (await apply('first')).id + 1;
    const balance = (await usdt(token)).balanceSpot;
    const { approveDeposit } = at.exchange.funds;
    // The application comes after the look at its worth and before the decision.
    const slow = vi.spyOn(at.exchange.funds, 'approveDeposit').mockImplementation(async (id, by) => {
      expect(await apply('second')).toMatchObject({ id: next });
      await approveDeposit(id, by);
    });
    const asked = { id: next, requestId: 'early' };
    expect(await ann.act('deposit.approve', asked)).toMatchObject({ code: 1404 });
    slow.mockRestore();
    expect((await usdt(token)).balanceSpot).toBe(balance);
    // It is logged as any refusal (O8).
    const { list } = (await ann.query('audit', { limit: 2 })).data;
    expect(list).toMatchObject([
      { requestId: 'early', operator: 'ann', outcome: 'refused' },
      { requestId: 'early', operator: 'ann', outcome: 'asked' },
    ]);
    expect((await apply('second')).id).toBe(next);
    expect((await ann.act('deposit.approve', { id: next })).data).toMatchObject({ waiting: 1 });
    expect((await ann.act('deposit.refuse', { id: next })).data).toEqual({});
    expect(await ann.act('deposit.approve', { id: next })).toMatchObject({ code: 2012 });
  });

  it('needs one for the parts of a day that are worth more together', async () => {
    expect((await ann.act('withdraw.approve', { id: await idOf(other, '600') })).data).toEqual({});
    const rest = await idOf(other, '400.00000001');
    expect((await ann.act('withdraw.approve', { id: rest })).data).toMatchObject({ waiting: 1 });
    expect((await usdt(other.token)).balanceSpotFreeze).toBe('400.00000001');
    // What was refused counts no more than what waits.
    expect((await ann.act('withdraw.refuse', { id: rest })).data).toEqual({});
    expect((await ann.act('withdraw.approve', { id: await idOf(other, '400') })).data).toEqual({});
    const small = await ben.act('withdraw.approve', { id: await idOf(other, '20') });
    expect(small.data).toMatchObject({ waiting: 1 });
    expect((await ann.query('approve', { requestId: small.data.requestId })).code).toBe(0);
  });

  it('needs one for what one operator approves in a day, in however many accounts', async () => {
    const deposit = async (name: string, amount: string) => {
      const { token } = await at.user(`${name}@example.com`);
      const { address } = (await at.call('/coin/recharge/address/generate', ROUTE, token)).data;
      const form = { ...ROUTE, address, amount, img: fieldOf('jpeg'), clientNo: name };
      return (await at.call('/coin/recharge/add', form, token)).data.id as number;
    };
    // With the 1 000 of the test above, and as much of what two people approved there.
    for (let account = 0; account < 8; account += 1)
      expect((await ann.act('deposit.approve', { id: await deposit(`many${account}`, '1000') })).data).toEqual({});
    const more = await ann.act('deposit.approve', { id: await deposit('more', '150') });
    expect(more.data).toMatchObject({ waiting: 1 });
    expect((await ben.query('approve', { requestId: more.data.requestId })).code).toBe(0);
    expect((await ben.act('deposit.approve', { id: await deposit('bens', '1000') })).data).toEqual({});
    laterBy(DAY_MS + 1);
    const login = { name: 'ann', password: OPERATOR_PASSWORD, code: codeOf(ann.secret) };
    const { session } = (await ann.query('login', login, { authorization: '' })).data;
    const id = await deposit('later', '1000');
    expect((await operatorOf(at, session).act('deposit.approve', { id })).data).toEqual({});
  });
});
