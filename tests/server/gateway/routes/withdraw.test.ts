// Checks before a withdrawal (F10 to F12) on a whole exchange: all combinations, limits, codes.
import { describe, expect, it, vi } from 'vitest';
import { notThe } from '../../../support/server/emailed-code.ts';
import { fieldOf } from '../../../support/data/picture-files.ts';
import { type Form } from '../../../support/server/running-exchange.ts';
import {
  USDT,
  at,
  nowMs,
  later,
  name,
  ask,
  register,
  passKyc,
  bind,
  fresh,
  addAddress,
  depositOf,
  trade,
  ready,
  usdt,
  withdraw,
} from './withdrawal-fixture.ts';

describe('withdrawal checks (F11)', () => {
  it(
    'pass one of the 16 combinations of identity, authenticator, turnover and address',
    { timeout: 240_000 },
    async () => {
      const passed: string[] = [];
      for (let bits = 0; bits < 16; bits += 1) {
        const has = { kyc: (bits & 1) > 0, google: (bits & 2) > 0, turnover: (bits & 4) > 0, address: (bits & 8) > 0 };
        const user = await register();
        await depositOf(user, '500');
        if (has.kyc) await passKyc(user);
        const addressId = has.address ? (await addAddress(user)).data.id : undefined;
        if (has.google) await bind(user);
        // Some turnover also where the requirement is not met: four fifths.
        await trade(user, has.turnover ? '501' : '400');
        const answer = await withdraw({ ...user, addressId });
        const expected = !has.address ? 3001 : !has.kyc ? 1414 : !has.google ? 1406 : !has.turnover ? 3005 : 0;
        expect(answer.code, JSON.stringify(has)).toBe(expected);
        expect((await usdt(user)).balanceSpotFreeze).toBe(answer.code === 0 ? '100' : '0');
        if (answer.code === 0) passed.push(JSON.stringify(has));
        if (answer.code === 3005)
          expect(answer.data).toMatchObject({ need: '500', rate: expect.stringMatching(/^(80|79\.\d+)$/) });
        const { gate, total } = (await ask('/order', {}, user.token)).data;
        expect(gate).toMatchObject({ kyc: has.kyc ? 1 : 0, google: has.google ? 1 : 0, depositTotal: '500' });
        expect(Number(gate.rate) >= 1).toBe(has.turnover);
        expect(total).toBe(answer.code === 0 ? 1 : 0);
      }
      expect(passed).toEqual(['{"kyc":true,"google":true,"turnover":true,"address":true}']);
    },
  );

  it('F12 demo money requires no turnover, and turnover before the first deposit does not count', async () => {
    const user = await ready();
    await trade(user, '2000');
    expect((await ask('/order', {}, user.token)).data.gate).toEqual({
      kyc: 1,
      google: 1,
      turnover: '0',
      depositTotal: '0',
      rate: '1',
    });
    expect((await withdraw(user)).code).toBe(0);
    later(1000);
    await depositOf(user, '200');
    expect((await withdraw(user)).code).toBe(3005);
    await trade(user, '201');
    // Neither conversions nor transfers count.
    const { quoteNo } = (
      await at.call(
        '/coin/transfer',
        { type: 'convert', dryRun: 1, coinInfoId: USDT, toCoinInfoId: 2, amount: '500' },
        user.token,
      )
    ).data;
    await at.call('/coin/transfer', { type: 'convert', quoteNo, clientNo: name() }, user.token);
    expect(Number((await ask('/order', {}, user.token)).data.gate.turnover)).toBeCloseTo(201, -0.5);
    expect((await withdraw(user)).code).toBe(0);
  });

  it('F12 a deposit that is credited while a withdrawal is checked pays for none', async () => {
    const user = await ready();
    const route = { coinInfoId: USDT, chain: 'TRC20' };
    const { address } = (await at.call('/coin/recharge/address/generate', route, user.token)).data;
    const form = { ...route, address, amount: '500', img: fieldOf('jpeg'), clientNo: name() };
    const { id } = (await at.call('/coin/recharge/add', form, user.token)).data;
    const { queries } = at.exchange.sequencer;
    const { depositTotal } = queries;
    const credited = vi.spyOn(queries, 'depositTotal').mockImplementationOnce(async (uid) => {
      const before = await depositTotal(uid);
      await at.exchange.funds.approveDeposit(id, 'tester');
      return before;
    });
    expect((await withdraw(user, { amount: '10500' })).code).toBe(2001);
    expect(credited).toHaveBeenCalled();
    credited.mockRestore();
    expect((await usdt(user)).balanceSpot).toBe('10500');
    expect((await withdraw(user, { amount: '10500' })).code).toBe(3005);
  });

  it('F12 contracts count with their opened value, margin times leverage', async () => {
    const user = await ready();
    await depositOf(user, '500');
    await at.call(
      '/coin/transfer',
      { coinInfoId: USDT, type: 'transfer_to_contract', amount: '500', clientNo: name() },
      user.token,
    );
    const { data } = await at.call(
      '/coin/contract/order/add',
      { coinInfoId: 102, direction: 'long', orderType: 'market', multiple: 20, amount: '0.02', clientNo: name() },
      user.token,
    );
    const { gate } = (await ask('/order', {}, user.token)).data;
    expect(Number(gate.turnover)).toBeCloseTo(Number(data.securityDeposit) * 20, 2);
    expect(Number(gate.rate)).toBeGreaterThan(1);
    expect((await withdraw(user)).code).toBe(0);
  });

  it('freeze one of 100 concurrent withdrawals of everything', async () => {
    const user = await ready();
    const googleCode = fresh(user);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => withdraw(user, { amount: '10000', googleCode })),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await usdt(user)).toMatchObject({ balanceSpot: '0', balanceSpotFreeze: '10000' });
    expect((await ask('/order', {}, user.token)).data.total).toBe(1);
  });

  it('answers three tries under one clientNo alike, and consumes the code once', async () => {
    const user = await ready();
    const form = { googleCode: fresh(user), clientNo: name() };
    const [one, two, three] = await Promise.all([withdraw(user, form), withdraw(user, form), withdraw(user, form)]);
    expect(one.code).toBe(0);
    expect([two.data, three.data]).toEqual([one.data, one.data]);
    expect((await withdraw(user, form)).data).toEqual(one.data);
    expect((await withdraw(user, { ...form, googleCode: undefined })).data).toEqual(one.data);
    expect((await withdraw(user, { ...form, amount: '101' })).code).toBe(1409);
    expect((await usdt(user)).balanceSpotFreeze).toBe('100');
    expect((await withdraw(user, { googleCode: form.googleCode })).code).toBe(1405);
  });

  it('refuse with the code of each rule, and consume only a wrong code', async () => {
    const user = await ready();
    const code = async (form: Form): Promise<number> => (await withdraw(user, form)).code;
    const good = fresh(user)!;
    for (const amount of ['0', '-1', '1e3', '0.000000001'])
      expect(await code({ amount, googleCode: good }), amount).toBe(1400);
    expect(await code({ clientNo: undefined, googleCode: good })).toBe(1400);
    expect(await withdraw(user, { amount: '19.99', googleCode: good })).toMatchObject({
      code: 3004,
      data: { min: '20' },
    });
    expect(await code({ amount: '10000.01', googleCode: good })).toBe(2001);
    expect(await code({ addressId: undefined, googleCode: good })).toBe(3001);
    expect(await code({ addressId: 999_999, googleCode: good })).toBe(1404);
    expect(await code({ coinInfoId: 2, googleCode: good })).toBe(1404);
    expect(await withdraw(user, { googleCode: undefined })).toMatchObject({
      code: 1417,
      data: { methods: 'googleCode' },
    });
    expect(await code({ googleCode: notThe(good) })).toBe(1405);
    const fine = await withdraw(user, { googleCode: good });
    expect(fine.data).toMatchObject({ amount: '100', serviceCharge: '1', actualAmount: '99', status: 0, simulated: 1 });
    expect(fine.data.estimate).toBeGreaterThan(nowMs);
    await at.exchange.identity.freeze(user.uid, 'x');
    expect(await code({})).toBe(1403);
    expect((await ask('/order', { cancelId: fine.data.id }, user.token)).code).toBe(0);
  });

  it('returns whether KYC is under review or failed', async () => {
    const user = await register();
    const addressId = (await addAddress(user)).data.id;
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
      user.token,
    );
    expect((await withdraw({ ...user, addressId })).code).toBe(1415);
    await at.exchange.identity.failKyc(user.uid, { imgFront: 'blurred' });
    expect((await withdraw({ ...user, addressId })).code).toBe(1416);
  });

  it('F10 a reset of the password locks every address for a day', async () => {
    const user = await ready();
    const {
      data: { demoCode },
    } = await at.call('/common/code/send', { email: user.email, scene: 'forgot' });
    const reset = {
      email: user.email,
      code: demoCode,
      password: 'another horse',
      rePassword: 'another horse',
      googleCode: fresh(user),
    };
    expect((await at.call('/common/find/password', reset)).code).toBe(0);
    const login = await at.call('/user/login', {
      email: user.email,
      password: 'another horse',
      googleCode: fresh(user),
    });
    expect(login.code).toBe(0);
    user.token = login.data.accesstoken;
    expect(await withdraw(user)).toMatchObject({
      code: 3003,
      data: { hours: 24 },
      msg: expect.stringContaining('24 h'),
    });
    expect((await ask('/address', {}, user.token)).data.list).toMatchObject([{ status: 'cooling' }]);
    expect((await ask('/order', {}, user.token)).data.gate.withdrawLockUntil).toBeGreaterThan(nowMs);
    later(86_400_000);
    expect((await withdraw(user)).code).toBe(0);
    expect((await ask('/address', {}, user.token)).data.list).toMatchObject([{ status: 'active' }]);
  });
});
