// The address book (F10) and the life of a withdrawal (F8, F13) on a whole exchange.
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../core/units/durations.ts';
import { notThe, ownCode } from '../../../support/server/emailed-code.ts';
import { PASSWORD } from '../../../support/server/running-exchange.ts';
import {
  USDT,
  TRON,
  at,
  later,
  ask,
  register,
  bind,
  fresh,
  addAddress,
  ready,
  usdt,
  withdraw,
} from './withdrawal-fixture.ts';

describe('the address book (F10)', () => {
  it('accepts addresses with the right checksum, confirmed by mail and authenticator', async () => {
    const user = await register();
    const entry = await addAddress(user, { accountName: 'Cold' });
    expect(entry.data).toMatchObject({
      coinInfoId: USDT,
      chain: 'TRC20',
      address: TRON,
      accountName: 'Cold',
      memo: '',
      status: 'active',
    });
    expect((await at.call('/user/notice', { kind: 'personal' }, user.token)).data.list[0]).toMatchObject({
      title: 'Withdrawal address added',
      category: 'security',
    });
    for (const address of [
      TRON.replace('TR7', 'TR8'),
      TRON.toLowerCase(),
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      'x',
    ])
      expect((await addAddress(user, { address })).code, address).toBe(3002);
    const evm = await addAddress(user, { chain: 'ERC20', address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' });
    expect(evm.data.address).toBe('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    expect((await addAddress(user, { chain: 'OMNI', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' })).code).toBe(3006);
    expect((await addAddress(user, { chain: 'NOPE' })).code).toBe(1404);
    expect((await addAddress(user, { accountName: undefined })).code).toBe(1400);
    expect((await addAddress(user, { accountName: 'x'.repeat(31) })).code).toBe(1400);
    expect((await addAddress(user, { memo: '7' })).code).toBe(1400);
    expect((await addAddress(user, { code: undefined })).code).toBe(1400);
    expect((await addAddress(user, { code: notThe(await ownCode(at, user.token, 'address')) })).code).toBe(1402);
    const ripple = { coinInfoId: 6, chain: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' };
    expect((await addAddress(user, { ...ripple, memo: '4294967296' })).code).toBe(1400);
    expect((await addAddress(user, { ...ripple, memo: '4294967295' })).data.memo).toBe('4294967295');
    await bind(user);
    expect((await addAddress(user, { googleCode: undefined })).code).toBe(1417);
    const code = await ownCode(at, user.token, 'address');
    const wrong = fresh(user)!;
    expect((await addAddress(user, { code, googleCode: notThe(wrong) })).code).toBe(1405);
    expect((await addAddress(user, { code: notThe(code), googleCode: wrong })).code).toBe(1402);
    // Neither mistake consumed the other code.
    const renamed = await addAddress(user, { code, googleCode: wrong, accountName: 'Colder' });
    expect(renamed.data).toMatchObject({ id: entry.data.id, accountName: 'Colder' });
    expect((await addAddress(user, { code })).code).toBe(1402);
    const { list } = (await ask('/address', { coinInfoId: USDT }, user.token)).data;
    expect(list.map(({ chain }: { chain: string }) => chain)).toEqual(['ERC20', 'TRC20']);
    expect((await ask('/address', { coinInfoId: USDT, chain: 'TRC20' }, user.token)).data.list).toMatchObject([
      { id: entry.data.id },
    ]);
    expect((await ask('/address', { coinInfoId: USDT, del: entry.data.id }, user.token)).data.list).toMatchObject([
      { chain: 'ERC20' },
    ]);
    // A browser that lost the answer sends it again.
    expect((await ask('/address', { coinInfoId: USDT, del: entry.data.id }, user.token)).data.list).toMatchObject([
      { chain: 'ERC20' },
    ]);
    // A removed address that is added again is a new entry and is locked again.
    expect((await addAddress(user)).data.id).not.toBe(entry.data.id);
  });

  it('holds fifty entries', async () => {
    const user = await register();
    for (let n = 0; n < 50; n += 1)
      expect(
        (
          await addAddress(user, {
            coinInfoId: 6,
            chain: 'XRP',
            address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
            memo: String(n),
          })
        ).code,
      ).toBe(0);
    expect((await addAddress(user)).code).toBe(1418);
  });
});

describe('life of a withdrawal (F8, F13)', () => {
  it('is cancelled by its owner while it is under review', async () => {
    const user = await ready();
    const { id } = (await withdraw(user)).data;
    // A browser sends it again when the answer was lost: every one is answered as the first, and it is free once.
    const cancel = () => ask('/order', { cancelId: id }, user.token);
    const answers = await Promise.all(Array.from({ length: 20 }, cancel));
    for (const answer of [...answers, await cancel()]) {
      expect(answer.code).toBe(0);
      expect(answer.data.list).toMatchObject([{ id, status: 4, amount: '100' }]);
    }
    expect(await usdt(user)).toMatchObject({ balanceSpot: '10000', balanceSpotFreeze: '0' });
    expect((await ask('/order', { cancelId: 999_999 }, user.token)).code).toBe(1404);
    await expect(at.exchange.funds.approveWithdraw(id, 'me')).rejects.toMatchObject({ reject: { code: 2012 } });
    const types = (await at.call('/user/point/change/log', {}, user.token)).data.list.map(
      ({ type, amount, freeze }: Record<string, string>) => [type, amount, freeze],
    );
    expect(types.slice(0, 2)).toEqual([
      ['withdraw_refund', '0', '-100'],
      ['withdraw', '0', '100'],
    ]);
  });

  it('A19: is answered as the first time when its address is removed meanwhile, and never with another', async () => {
    const user = await ready();
    const form = { clientNo: 'address-gone' };
    const first = await withdraw(user, form);
    await ask('/address', { del: user.addressId }, user.token);
    expect(await withdraw(user, form)).toMatchObject({ code: 0, data: first.data });
    expect((await withdraw(user, { ...form, amount: '101' })).code).toBe(1409);
    expect((await withdraw(user)).code).toBe(3001);
    const other = (await addAddress(user, { chain: 'ERC20', address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' }))
      .data;
    expect((await withdraw(user, { ...form, addressId: other.id })).code).toBe(1409);
    expect((await withdraw(user)).code).toBe(1404);
    expect((await usdt(user)).balanceSpotFreeze).toBe('100');
  });

  it('is refused with a reason, and the money is released', async () => {
    const user = await ready();
    const { id } = (await withdraw(user)).data;
    expect((await at.exchange.funds.withdrawQueue()).at(-1)).toMatchObject({
      id,
      uid: user.uid,
      symbol: 'USDT',
      address: TRON,
      amount: '100',
      serviceCharge: '1',
      actualAmount: '99',
    });
    await at.exchange.funds.refuseWithdraw(id, 'unreadable', 'me');
    expect((await ask('/order', { id }, user.token)).data.list).toMatchObject([{ status: 2, reason: 'unreadable' }]);
    expect((await usdt(user)).balanceSpotFreeze).toBe('0');
    expect((await at.call('/user/notice', { kind: 'personal' }, user.token)).data.list[0]).toMatchObject({
      category: 'fund',
      content: expect.stringContaining('unreadable'),
    });
    for (const decide of [at.exchange.funds.approveWithdraw(id, 'me'), at.exchange.funds.refuseWithdraw(id, 'x', 'me')])
      await expect(decide).rejects.toMatchObject({ reject: { code: 2012 } });
    await expect(at.exchange.funds.approveDeposit(id, 'me')).rejects.toMatchObject({ reject: { code: 1404 } });
  });

  it('is paid, shown with its transaction, and complete when it is confirmed', async () => {
    const user = await ready();
    const { id } = (await withdraw(user)).data;
    await at.exchange.identity.freeze(user.uid, 'x');
    await expect(at.exchange.funds.approveWithdraw(id, 'me')).rejects.toMatchObject({ reject: { code: 1403 } });
    await at.exchange.identity.unfreeze(user.uid);
    await at.exchange.funds.approveWithdraw(id, 'me');
    expect(await usdt(user)).toMatchObject({ balanceSpot: '9900', balanceSpotFreeze: '0' });
    const order = async () => (await ask('/order', { id }, user.token)).data.list[0];
    expect(await order()).toMatchObject({ status: 3, actualAmount: '99' });
    expect((await ask('/order', { cancelId: id }, user.token)).code).toBe(2012);
    while ((await order()).txid === '') await setTimeout(100);
    const { txid } = await order();
    expect(txid).toMatch(/^[0-9a-f]{64}$/);
    later(5_000);
    expect((await order()).confirmations).toBe(10);
    later(5_000);
    while ((await order()).status !== 1) await setTimeout(100);
    expect(await order()).toMatchObject({ txid, confirmations: 20, simulated: 1 });
    // The notice is written after the status has changed.
    const newest = async () => (await at.call('/user/notice', { kind: 'personal' }, user.token)).data.list[0].title;
    await expect.poll(newest).toBe('Withdrawal complete');
  });

  it('A4: is not paid while a changed credential locks withdrawals: a thief may have asked for it', async () => {
    const person = await ready();
    const ids = [(await withdraw(person)).data.id as number, (await withdraw(person)).data.id as number];
    const code = await ownCode(at, person.token, 'password');
    const fresh = { newPassword: 'battery staple', rePassword: 'battery staple' };
    const change = { oldPassword: PASSWORD, ...fresh, code };
    expect((await at.call('/user/update/password', change, person.token)).code).toBe(0);
    await expect(at.exchange.funds.approveWithdraw(ids[0]!, 'me')).rejects.toMatchObject({
      reject: { code: 3003, params: { hours: 24 } },
    });
    expect((await ask('/order', { cancelId: ids[1] }, person.token)).code).toBe(0);
    expect(await usdt(person)).toMatchObject({ balanceSpot: '9900', balanceSpotFreeze: '100' });
    later(DAY_MS);
    await at.exchange.funds.approveWithdraw(ids[0]!, 'me');
    expect(await usdt(person)).toMatchObject({ balanceSpot: '9900', balanceSpotFreeze: '0' });
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
