// Withdrawals on a whole exchange: address book, all combinations of the four checks, reviews, the
// chain.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import { CALLS, type CallPath } from '../../../../core/endpoints/endpoints.ts';
import { codeAt } from '../../../support/server/authenticator.ts';
import { notThe, ownCode } from '../../../support/server/emailed-code.ts';
import { fieldOf } from '../../../support/data/picture-files.ts';
import { type Answer, type Form, type Running, startRunning } from '../../../support/server/running-exchange.ts';

const USDT = 1;
const STEP_MS = 30_000;
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
let at: Running;
let nowMs = Date.now();
let made = 0;

/** Authenticator codes are valid once: moves the clock between two of them. */
function later(ms: number): void {
  nowMs += ms;
  vi.setSystemTime(nowMs);
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  at = await startRunning({ DEMO_REVIEWS: '0' });
}, 20_000);
afterAll(async () => {
  await at.stop();
  vi.useRealTimers();
});

const name = (): string => `o-${made++}`;

async function ask(path: string, form: Form, token: string): Promise<Answer> {
  const whole = `/coin/withdraw${path}` as CallPath;
  const answer = await at.call(whole, form, token);
  if (answer.code === 0) expect(v.safeParse(CALLS[whole].answer, answer.data).issues, whole).toBe(undefined);
  return answer;
}

interface Person {
  token: string;
  uid: number;
  email: string;
  secret: string;
}

const register = async (): Promise<Person> => {
  const email = `p${made++}@example.com`;
  return { ...(await at.person(email)), email, secret: '' };
};

async function passKyc({ token, uid }: Person): Promise<void> {
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

async function bind(person: Person): Promise<void> {
  person.secret = (await at.call('/user/bind/google/prep', {}, person.token)).data.secret;
  const { code } = await at.call(
    '/user/bind/google',
    {
      secret: person.secret,
      googleCode: codeAt(person.secret, nowMs),
      code: await ownCode(at, person.token, 'bindGoogle'),
    },
    person.token,
  );
  expect(code).toBe(0);
}

/** An unused code. */
function fresh({ secret }: Person): string | undefined {
  if (secret === '') return undefined;
  later(STEP_MS);
  return codeAt(secret, nowMs);
}

async function addAddress(person: Person, form: Form = {}): Promise<Answer> {
  return ask(
    '/address/generate',
    {
      coinInfoId: USDT,
      chain: 'TRC20',
      address: TRON,
      accountName: 'Mine',
      ...form,
      // Requested only where none is given: a new code invalidates the previous one.
      code: 'code' in form ? form['code'] : await ownCode(at, person.token, 'address'),
      googleCode: 'googleCode' in form ? form['googleCode'] : fresh(person),
    },
    person.token,
  );
}

async function depositOf({ token }: Person, amount: string): Promise<void> {
  const route = { coinInfoId: USDT, chain: 'TRC20' };
  const { address } = (await at.call('/coin/recharge/address/generate', route, token)).data;
  const { data } = await at.call(
    '/coin/recharge/add',
    { ...route, address, amount, img: fieldOf('jpeg'), clientNo: name() },
    token,
  );
  await at.exchange.funds.approveDeposit(data.id, 'tester');
}

async function trade({ token }: Person, total: string): Promise<void> {
  const { code } = await at.call(
    '/coin/order/add',
    { coinInfoId: 2, side: 'buy', orderType: 'market', total, clientNo: name() },
    token,
  );
  expect(code).toBe(0);
}

async function ready(): Promise<Person & { addressId: number }> {
  const person = await register();
  await passKyc(person);
  const addressId = (await addAddress(person)).data.id;
  await bind(person);
  return { ...person, addressId };
}

const usdt = async ({ token }: Person): Promise<{ balanceSpot: string; balanceSpotFreeze: string }> =>
  (await at.call('/coin/assets', {}, token)).data.assets[0];
const withdraw = (person: Person & { addressId?: number }, form: Form = {}): Promise<Answer> =>
  ask(
    '/add',
    {
      coinInfoId: USDT,
      addressId: person.addressId,
      amount: '100',
      clientNo: name(),
      ...form,
      googleCode: 'googleCode' in form ? form['googleCode'] : fresh(person),
    },
    person.token,
  );

describe('withdrawal checks (F11)', () => {
  it(
    'pass one of the 16 combinations of identity, authenticator, turnover and address',
    { timeout: 60_000 },
    async () => {
      const passed: string[] = [];
      for (let bits = 0; bits < 16; bits += 1) {
        const has = { kyc: (bits & 1) > 0, google: (bits & 2) > 0, turnover: (bits & 4) > 0, address: (bits & 8) > 0 };
        const person = await register();
        await depositOf(person, '500');
        if (has.kyc) await passKyc(person);
        const addressId = has.address ? (await addAddress(person)).data.id : undefined;
        if (has.google) await bind(person);
        // Some turnover also where the requirement is not met: four fifths.
        await trade(person, has.turnover ? '501' : '400');
        const answer = await withdraw({ ...person, addressId });
        const expected = !has.address ? 3001 : !has.kyc ? 1414 : !has.google ? 1406 : !has.turnover ? 3005 : 0;
        expect(answer.code, JSON.stringify(has)).toBe(expected);
        expect((await usdt(person)).balanceSpotFreeze).toBe(answer.code === 0 ? '100' : '0');
        if (answer.code === 0) passed.push(JSON.stringify(has));
        if (answer.code === 3005)
          expect(answer.data).toMatchObject({ need: '500', rate: expect.stringMatching(/^(80|79\.\d+)$/) });
        const { gate, total } = (await ask('/order', {}, person.token)).data;
        expect(gate).toMatchObject({ kyc: has.kyc ? 1 : 0, google: has.google ? 1 : 0, depositTotal: '500' });
        expect(Number(gate.rate) >= 1).toBe(has.turnover);
        expect(total).toBe(answer.code === 0 ? 1 : 0);
      }
      expect(passed).toEqual(['{"kyc":true,"google":true,"turnover":true,"address":true}']);
    },
  );

  it('F12 demo money requires no turnover, and turnover before the first deposit does not count', async () => {
    const person = await ready();
    await trade(person, '2000');
    expect((await ask('/order', {}, person.token)).data.gate).toEqual({
      kyc: 1,
      google: 1,
      turnover: '0',
      depositTotal: '0',
      rate: '1',
    });
    expect((await withdraw(person)).code).toBe(0);
    later(1000);
    await depositOf(person, '200');
    expect((await withdraw(person)).code).toBe(3005);
    await trade(person, '201');
    // Neither conversions nor transfers count.
    const { quoteNo } = (
      await at.call(
        '/coin/transfer',
        { type: 'convert', dryRun: 1, coinInfoId: USDT, toCoinInfoId: 2, amount: '500' },
        person.token,
      )
    ).data;
    await at.call('/coin/transfer', { type: 'convert', quoteNo, clientNo: name() }, person.token);
    expect(Number((await ask('/order', {}, person.token)).data.gate.turnover)).toBeCloseTo(201, -0.5);
    expect((await withdraw(person)).code).toBe(0);
  });

  it('F12 contracts count with their opened value, margin times leverage', async () => {
    const person = await ready();
    await depositOf(person, '500');
    await at.call(
      '/coin/transfer',
      { coinInfoId: USDT, type: 'transfer_to_contract', amount: '500', clientNo: name() },
      person.token,
    );
    const { data } = await at.call(
      '/coin/contract/order/add',
      { coinInfoId: 102, direction: 'long', orderType: 'market', multiple: 20, amount: '0.02', clientNo: name() },
      person.token,
    );
    const { gate } = (await ask('/order', {}, person.token)).data;
    expect(Number(gate.turnover)).toBeCloseTo(Number(data.securityDeposit) * 20, 2);
    expect(Number(gate.rate)).toBeGreaterThan(1);
    expect((await withdraw(person)).code).toBe(0);
  });

  it('freeze one of 100 concurrent withdrawals of everything', async () => {
    const person = await ready();
    const googleCode = fresh(person);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => withdraw(person, { amount: '10000', googleCode })),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await usdt(person)).toMatchObject({ balanceSpot: '0', balanceSpotFreeze: '10000' });
    expect((await ask('/order', {}, person.token)).data.total).toBe(1);
  });

  it('answers three tries under one clientNo alike, and consumes the code once', async () => {
    const person = await ready();
    const form = { googleCode: fresh(person), clientNo: name() };
    const [one, two, three] = await Promise.all([
      withdraw(person, form),
      withdraw(person, form),
      withdraw(person, form),
    ]);
    expect(one.code).toBe(0);
    expect([two.data, three.data]).toEqual([one.data, one.data]);
    expect((await withdraw(person, form)).data).toEqual(one.data);
    expect((await withdraw(person, { ...form, googleCode: undefined })).data).toEqual(one.data);
    expect((await withdraw(person, { ...form, amount: '101' })).code).toBe(1409);
    expect((await usdt(person)).balanceSpotFreeze).toBe('100');
    expect((await withdraw(person, { googleCode: form.googleCode })).code).toBe(1405);
  });

  it('refuse with the code of each rule, and consume only a wrong code', async () => {
    const person = await ready();
    const code = async (form: Form): Promise<number> => (await withdraw(person, form)).code;
    const good = fresh(person)!;
    for (const amount of ['0', '-1', '1e3', '0.000000001'])
      expect(await code({ amount, googleCode: good }), amount).toBe(1400);
    expect(await code({ clientNo: undefined, googleCode: good })).toBe(1400);
    expect(await withdraw(person, { amount: '19.99', googleCode: good })).toMatchObject({
      code: 3004,
      data: { min: '20' },
    });
    expect(await code({ amount: '10000.01', googleCode: good })).toBe(2001);
    expect(await code({ addressId: undefined, googleCode: good })).toBe(3001);
    expect(await code({ addressId: 999_999, googleCode: good })).toBe(1404);
    expect(await code({ coinInfoId: 2, googleCode: good })).toBe(1404);
    expect(await withdraw(person, { googleCode: undefined })).toMatchObject({
      code: 1417,
      data: { methods: 'googleCode' },
    });
    expect(await code({ googleCode: notThe(good) })).toBe(1405);
    const fine = await withdraw(person, { googleCode: good });
    expect(fine.data).toMatchObject({ amount: '100', serviceCharge: '1', actualAmount: '99', status: 0, simulated: 1 });
    expect(fine.data.estimate).toBeGreaterThan(nowMs);
    await at.exchange.identity.freeze(person.uid, 'x');
    expect(await code({})).toBe(1403);
    expect((await ask('/order', { cancelId: fine.data.id }, person.token)).code).toBe(0);
  });

  it('returns whether KYC is under review or failed', async () => {
    const person = await register();
    const addressId = (await addAddress(person)).data.id;
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
      person.token,
    );
    expect((await withdraw({ ...person, addressId })).code).toBe(1415);
    await at.exchange.identity.failKyc(person.uid, { imgFront: 'blurred' });
    expect((await withdraw({ ...person, addressId })).code).toBe(1416);
  });

  it('F10 a reset of the password locks every address for a day', async () => {
    const person = await ready();
    const {
      data: { demoCode },
    } = await at.call('/common/code/send', { email: person.email, scene: 'forgot' });
    const reset = {
      email: person.email,
      code: demoCode,
      password: 'another horse',
      rePassword: 'another horse',
      googleCode: fresh(person),
    };
    expect((await at.call('/common/find/password', reset)).code).toBe(0);
    const login = await at.call('/user/login', {
      email: person.email,
      password: 'another horse',
      googleCode: fresh(person),
    });
    expect(login.code).toBe(0);
    person.token = login.data.accesstoken;
    expect(await withdraw(person)).toMatchObject({
      code: 3003,
      data: { hours: 24 },
      msg: expect.stringContaining('24 h'),
    });
    expect((await ask('/address', {}, person.token)).data.list).toMatchObject([{ status: 'cooling' }]);
    expect((await ask('/order', {}, person.token)).data.gate.withdrawLockUntil).toBeGreaterThan(nowMs);
    later(86_400_000);
    expect((await withdraw(person)).code).toBe(0);
    expect((await ask('/address', {}, person.token)).data.list).toMatchObject([{ status: 'active' }]);
  });
});

describe('the address book (F10)', () => {
  it('accepts addresses with the right checksum, confirmed by mail and authenticator', async () => {
    const person = await register();
    const entry = await addAddress(person, { accountName: 'Cold' });
    expect(entry.data).toMatchObject({
      coinInfoId: USDT,
      chain: 'TRC20',
      address: TRON,
      accountName: 'Cold',
      memo: '',
      status: 'active',
    });
    expect((await at.call('/user/notice', { kind: 'personal' }, person.token)).data.list[0]).toMatchObject({
      title: 'Withdrawal address added',
      category: 'security',
    });
    for (const address of [
      TRON.replace('TR7', 'TR8'),
      TRON.toLowerCase(),
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      'x',
    ])
      expect((await addAddress(person, { address })).code, address).toBe(3002);
    const evm = await addAddress(person, { chain: 'ERC20', address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' });
    expect(evm.data.address).toBe('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    expect((await addAddress(person, { chain: 'OMNI', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' })).code).toBe(
      3006,
    );
    expect((await addAddress(person, { chain: 'NOPE' })).code).toBe(1404);
    expect((await addAddress(person, { accountName: undefined })).code).toBe(1400);
    expect((await addAddress(person, { accountName: 'x'.repeat(31) })).code).toBe(1400);
    expect((await addAddress(person, { memo: '7' })).code).toBe(1400);
    expect((await addAddress(person, { code: undefined })).code).toBe(1400);
    expect((await addAddress(person, { code: notThe(await ownCode(at, person.token, 'address')) })).code).toBe(1402);
    const ripple = { coinInfoId: 6, chain: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' };
    expect((await addAddress(person, { ...ripple, memo: '4294967296' })).code).toBe(1400);
    expect((await addAddress(person, { ...ripple, memo: '4294967295' })).data.memo).toBe('4294967295');
    await bind(person);
    expect((await addAddress(person, { googleCode: undefined })).code).toBe(1417);
    const code = await ownCode(at, person.token, 'address');
    const wrong = fresh(person)!;
    expect((await addAddress(person, { code, googleCode: notThe(wrong) })).code).toBe(1405);
    expect((await addAddress(person, { code: notThe(code), googleCode: wrong })).code).toBe(1402);
    // Neither mistake consumed the other code.
    const renamed = await addAddress(person, { code, googleCode: wrong, accountName: 'Colder' });
    expect(renamed.data).toMatchObject({ id: entry.data.id, accountName: 'Colder' });
    expect((await addAddress(person, { code })).code).toBe(1402);
    const { list } = (await ask('/address', { coinInfoId: USDT }, person.token)).data;
    expect(list.map(({ chain }: { chain: string }) => chain)).toEqual(['ERC20', 'TRC20']);
    expect((await ask('/address', { coinInfoId: USDT, chain: 'TRC20' }, person.token)).data.list).toMatchObject([
      { id: entry.data.id },
    ]);
    expect((await ask('/address', { coinInfoId: USDT, del: entry.data.id }, person.token)).data.list).toMatchObject([
      { chain: 'ERC20' },
    ]);
    expect((await ask('/address', { del: entry.data.id }, person.token)).code).toBe(1404);
    // A removed address that is added again is a new entry and is locked again.
    expect((await addAddress(person)).data.id).not.toBe(entry.data.id);
  });

  it('holds fifty entries', { timeout: 30_000 }, async () => {
    const person = await register();
    for (let n = 0; n < 50; n += 1)
      expect(
        (
          await addAddress(person, {
            coinInfoId: 6,
            chain: 'XRP',
            address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
            memo: String(n),
          })
        ).code,
      ).toBe(0);
    expect((await addAddress(person)).code).toBe(1418);
  });
});

describe('life of a withdrawal (F8, F13)', () => {
  it('is cancelled by its owner while it is under review', async () => {
    const person = await ready();
    const { id } = (await withdraw(person)).data;
    const answer = await ask('/order', { cancelId: id }, person.token);
    expect(answer.data.list).toMatchObject([{ id, status: 4, amount: '100' }]);
    expect(await usdt(person)).toMatchObject({ balanceSpot: '10000', balanceSpotFreeze: '0' });
    expect((await ask('/order', { cancelId: id }, person.token)).code).toBe(2012);
    expect((await ask('/order', { cancelId: 999_999 }, person.token)).code).toBe(1404);
    await expect(at.exchange.funds.approveWithdraw(id, 'me')).rejects.toMatchObject({ reject: { code: 2012 } });
    const types = (await at.call('/user/point/change/log', {}, person.token)).data.list.map(
      ({ type, amount, freeze }: Record<string, string>) => [type, amount, freeze],
    );
    expect(types.slice(0, 2)).toEqual([
      ['withdraw_refund', '0', '-100'],
      ['withdraw', '0', '100'],
    ]);
  });

  it('is refused with a reason, and the money is released', async () => {
    const person = await ready();
    const { id } = (await withdraw(person)).data;
    expect((await at.exchange.funds.withdrawQueue()).at(-1)).toMatchObject({
      id,
      uid: person.uid,
      symbol: 'USDT',
      address: TRON,
      amount: '100',
      serviceCharge: '1',
      actualAmount: '99',
    });
    await at.exchange.funds.refuseWithdraw(id, 'unreadable', 'me');
    expect((await ask('/order', { id }, person.token)).data.list).toMatchObject([{ status: 2, reason: 'unreadable' }]);
    expect((await usdt(person)).balanceSpotFreeze).toBe('0');
    expect((await at.call('/user/notice', { kind: 'personal' }, person.token)).data.list[0]).toMatchObject({
      category: 'fund',
      content: expect.stringContaining('unreadable'),
    });
    for (const decide of [at.exchange.funds.approveWithdraw(id, 'me'), at.exchange.funds.refuseWithdraw(id, 'x', 'me')])
      await expect(decide).rejects.toMatchObject({ reject: { code: 2012 } });
    await expect(at.exchange.funds.approveDeposit(id, 'me')).rejects.toMatchObject({ reject: { code: 1404 } });
  });

  it('is paid, shown with its transaction, and complete when it is confirmed', { timeout: 20_000 }, async () => {
    const person = await ready();
    const { id } = (await withdraw(person)).data;
    await at.exchange.identity.freeze(person.uid, 'x');
    await expect(at.exchange.funds.approveWithdraw(id, 'me')).rejects.toMatchObject({ reject: { code: 1403 } });
    await at.exchange.identity.unfreeze(person.uid);
    await at.exchange.funds.approveWithdraw(id, 'me');
    expect(await usdt(person)).toMatchObject({ balanceSpot: '9900', balanceSpotFreeze: '0' });
    const order = async () => (await ask('/order', { id }, person.token)).data.list[0];
    expect(await order()).toMatchObject({ status: 3, actualAmount: '99' });
    expect((await ask('/order', { cancelId: id }, person.token)).code).toBe(2012);
    while ((await order()).txid === '') await setTimeout(100);
    const { txid } = await order();
    expect(txid).toMatch(/^[0-9a-f]{64}$/);
    later(5_000);
    expect((await order()).confirmations).toBe(10);
    later(5_000);
    while ((await order()).status !== 1) await setTimeout(100);
    expect(await order()).toMatchObject({ txid, confirmations: 20, simulated: 1 });
    // The notice is written after the status has changed.
    const newest = async () => (await at.call('/user/notice', { kind: 'personal' }, person.token)).data.list[0].title;
    await expect.poll(newest, { timeout: 10_000 }).toBe('Withdrawal complete');
  });

  it('is visible to its owner only, by page and as a file', async () => {
    const [mine, other] = [await ready(), await ready()];
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await withdraw(mine)).data.id);
    expect((await ask('/order', { id: ids[0] }, other.token)).code).toBe(1404);
    expect((await ask('/order', { cancelId: ids[0] }, other.token)).code).toBe(1404);
    expect((await ask('/order', {}, other.token)).data.list).toEqual([]);
    expect((await ask('/address', { del: mine.addressId }, other.token)).code).toBe(1404);
    expect((await withdraw(other, { addressId: mine.addressId })).code).toBe(1404);
    expect((await ask('/order', { page: 2, pageSize: 2 }, mine.token)).data).toMatchObject({
      total: 3,
      hasMore: false,
      list: [{ id: ids[0] }],
    });
    expect((await ask('/order', { status: 0, pageSize: 1 }, mine.token)).data).toMatchObject({
      total: 3,
      hasMore: true,
      list: [{ id: ids[2], status: 0 }],
    });
    expect((await ask('/order', { status: 4 }, mine.token)).data.total).toBe(0);
    expect((await ask('/order', { endTime: 1 }, mine.token)).data.total).toBe(0);
    const { csv, fileName } = (await ask('/order', { export: 'csv' }, mine.token)).data;
    expect(fileName).toBe(`withdrawals-${mine.uid}.csv`);
    expect(csv.split('\r\n').slice(0, -1)).toHaveLength(4);
    expect(csv).toContain(`${TRON},,100,1,99,0,`);
  });
});
