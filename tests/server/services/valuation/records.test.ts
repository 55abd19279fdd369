// The ledger list and profit: entries belong to one user and add up to the balance exactly.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import { CALLS } from '../../../../core/endpoints/endpoints.ts';
import { parseMoney, printMoney } from '../../../../core/units/units.ts';
import { masked } from '../../../../server/gateway/routes/account/profit-routes.ts';
import { PASSWORD, type Running, startRunning } from '../../../support/server/running-exchange.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning();
});
afterAll(() => at.stop());

interface Line {
  id: number;
  type: string;
  account: string;
  coinInfoId: number;
  amount: string;
  freeze: string;
  balanceAfter: string;
  freezeAfter: string;
  refNo: string;
  remark: string;
  createTime: number;
}

const log = async (token: string, form: object = {}) =>
  (await at.call('/user/point/change/log', { pageSize: 100, ...form }, token)).data;
const money = (text: string): bigint => parseMoney(text) ?? 0n;
/** Independent reader of RFC 4180. */
function readCsv(text: string): Record<string, string>[] {
  const [header = [], ...rows] = text
    .trim()
    .split('\r\n')
    .map((row) =>
      [...row.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)].map(([, quoted, bare]) =>
        (quoted ?? bare ?? '').replaceAll('""', '"'),
      ),
    );
  return rows.map((row) =>
    Object.fromEntries(header.filter((name) => name !== '').map((name, index) => [name, row[index] ?? ''])),
  );
}

async function trader(email: string) {
  const user = await at.user(email);
  await at.call(
    '/coin/order/add',
    { coinInfoId: 2, side: 'buy', orderType: 'market', total: '100', clientNo: 'r-1' },
    user.token,
  );
  const last = Number((await at.call('/coin/ticker', { coinInfoId: 2 })).data.last);
  const { data } = await at.call(
    '/coin/order/add',
    {
      coinInfoId: 2,
      side: 'buy',
      orderType: 'limit',
      price: (last * 0.95).toFixed(1),
      amount: '0.001',
      clientNo: 'r-2',
    },
    user.token,
  );
  await at.call('/coin/order/close', { id: data.id }, user.token);
  return user;
}

describe('the ledger list (A12)', () => {
  it('adds up to the balance of each coin, as pages and as a file', async () => {
    const { token } = await trader('ann@example.com');
    const data = await log(token);
    expect(v.is(CALLS['/user/point/change/log'].answer, data)).toBe(true);
    const lines: Line[] = data.list;
    expect(new Set(lines.map(({ type }) => type))).toEqual(new Set(['spot_manual_add', 'spot_buy', 'spot_buy_close']));
    const { assets } = (await at.call('/coin/assets', { hideZero: 1 }, token)).data;
    for (const asset of assets) {
      const mine = lines.filter(({ coinInfoId }) => coinInfoId === asset.coinInfoId);
      const sum = (field: 'amount' | 'freeze'): bigint => mine.reduce((total, line) => total + money(line[field]), 0n);
      expect(printMoney(sum('amount') - sum('freeze'))).toBe(asset.balanceSpot);
      expect(printMoney(sum('freeze'))).toBe(asset.balanceSpotFreeze);
      expect(mine[0]).toMatchObject({ balanceAfter: asset.balanceSpot, freezeAfter: asset.balanceSpotFreeze });
    }
    const file = await log(token, { export: 'csv' });
    expect(file.list).toEqual([]);
    expect(file.fileName).toMatch(/^records-\d+\.csv$/);
    expect(readCsv(file.csv).map((row) => [row['id'], row['amount'], row['balanceAfter'], row['type']])).toEqual(
      lines.map((line) => [String(line.id), line.amount, line.balanceAfter, line.type]),
    );
  });

  it('is filtered by type, account, coin, time and position', async () => {
    const { token } = await trader('bob@example.com');
    const all: Line[] = (await log(token)).list;
    expect((await log(token, { type: 'all' })).list).toEqual(all);
    expect((await log(token, { type: 'spot' })).list).toEqual(all);
    expect((await log(token, { type: 'contract' })).list).toEqual([]);
    expect((await log(token, { account: 'contract' })).list).toEqual([]);
    expect((await log(token, { type: 'spot_manual_add' })).list).toEqual(
      all.filter(({ type }) => type === 'spot_manual_add'),
    );
    expect((await log(token, { coinInfoId: 2 })).list).toEqual(all.filter(({ coinInfoId }) => coinInfoId === 2));
    const middle = all[1]!;
    expect((await log(token, { lastId: middle.id })).list).toEqual(all.filter(({ id }) => id < middle.id));
    expect(
      (await log(token, { endTime: middle.createTime - 1 })).list.every(
        ({ createTime }: Line) => createTime < middle.createTime,
      ),
    ).toBe(true);
    const [first, second] = [await log(token, { pageSize: 2 }), await log(token, { pageSize: 2, page: 2 })];
    expect([...first.list, ...second.list]).toEqual(all.slice(0, 4));
    expect(first).toMatchObject({ total: all.length, hasMore: true, lastId: first.list[1].id });
    expect((await at.call('/user/point/change/log', { type: "x' OR 1=1" }, token)).code).toBe(1400);
  });

  it('is private, and requires a session', async () => {
    const { token } = await trader('cyd@example.com');
    const other = await at.user('dee@example.com');
    const mine = new Set((await log(token)).list.map(({ id }: Line) => id));
    const theirs: Line[] = (await log(other.token)).list;
    expect(theirs.some(({ id }) => mine.has(id))).toBe(false);
    expect(theirs.map(({ type, remark }) => [type, remark])).toEqual([['spot_manual_add', 'demo']]);
    expect((await at.call('/user/point/change/log')).code).toBe(-1000);
  });

  it('writes no formula into a spreadsheet', async () => {
    const { token, uid } = await at.user('eve@example.com');
    await at.exchange.sequencer.submit({
      kind: 'credit',
      uid,
      wallet: 'spot',
      coinId: 1,
      units: 1n,
      recordType: 'spot_manual_add',
      remark: '=HYPERLINK("x","y"),1',
    });
    for (const remark of ['＝1', '＋1', '－1', '＠x'])
      await at.exchange.sequencer.submit({
        kind: 'credit',
        uid,
        wallet: 'spot',
        coinId: 1,
        units: 1n,
        recordType: 'spot_manual_add',
        remark,
      });
    const { csv } = await log(token, { export: 'csv' });
    expect(csv).toContain(`"'=HYPERLINK(""x"",""y""),1"`);
    for (const remark of ["'＝1", "'＋1", "'－1", "'＠x"]) expect(csv).toContain(remark);
    expect(csv).toContain('0.00000001');
  });
});

describe('profit and inviting (A13)', () => {
  it('of a user without trades is zero, whatever was deposited', async () => {
    const { token, uid } = await at.user('fay@example.com');
    await at.exchange.sequencer.submit({
      kind: 'credit',
      uid,
      wallet: 'contract',
      coinId: 1,
      units: 5_000_000_000n,
      recordType: 'contract_manual_add',
      remark: 'x',
    });
    const { data } = await at.call('/user/profit', {}, token);
    expect(v.is(CALLS['/user/profit'].answer, data)).toBe(true);
    expect(data).toMatchObject({
      profitToday: '0',
      profitTotal: '0',
      profitRate: '0',
      inviteNum: 0,
      inviteProfit: '0',
      inviteList: [],
    });
    expect(data.series).toEqual([[Math.floor(Date.now() / 86_400_000) * 86_400_000, '10050', '0']]);
    expect((await at.call('/user/profit')).code).toBe(-1000);
  });

  it('of a trade is its change of equity', async () => {
    const { token } = await trader('gus@example.com');
    const { data } = await at.call('/user/profit', { range: 'today' }, token);
    const { user } = (await at.call('/user/info', {}, token)).data;
    const [, equity, profit] = data.series[0];
    expect(money(equity) - money(profit)).toBe(10_000n * 100_000_000n);
    expect(profit).toBe(data.profitToday);
    expect(profit).toBe(data.profitTotal);
    expect(profit).not.toBe('0');
    expect(Math.abs(Number(user.usdtAmountSpot) - Number(equity))).toBeLessThan(1);
    expect(Number(data.profitRate)).toBeCloseTo(Number(profit) / 10_000, 6);
  });

  it('does not fall while a binary option is open: its stake counts', async () => {
    const { token } = await at.user('hal@example.com');
    const stake = { coinInfoId: 2, direction: 'up', period: 60, amount: '100' };
    // The index ticks once a second; a refusal keeps its `clientNo`.
    let tries = 0;
    await expect
      .poll(
        async () => (await at.call('/qt/contract/add', { ...stake, clientNo: `r-3-${(tries += 1)}` }, token)).code,
        { timeout: 30_000, interval: 500 },
      )
      .toBe(0);
    expect((await at.call('/coin/assets', { hideZero: 1 }, token)).data.assets[0].balanceSpot).not.toBe('10000');
    const { data } = await at.call('/user/profit', {}, token);
    expect(data).toMatchObject({ profitToday: '0', profitTotal: '0' });
    expect(data.series[0][1]).toBe('10000');
  });

  it('counts invited users, masked, and the rewards in the ledger', async () => {
    const host = await at.user('host@example.com');
    for (const email of ['friend.one@example.com', 'f2@sub.example.co.uk']) {
      const {
        data: { demoCode },
      } = await at.call('/common/code/send', { email, scene: 'register' });
      expect(
        (
          await at.call('/user/register', {
            email,
            code: demoCode,
            password: PASSWORD,
            rePassword: PASSWORD,
            inviteCode: host.inviteCode,
          })
        ).code,
      ).toBe(0);
    }
    await at.exchange.sequencer.submit({
      kind: 'credit',
      uid: host.uid,
      wallet: 'spot',
      coinId: 1,
      units: 250_000_000n,
      recordType: 'invite_reward',
      remark: 'x',
    });
    const { data } = await at.call('/user/profit', {}, host.token);
    expect(data).toMatchObject({ inviteNum: 2, inviteProfit: '2.5', profitTotal: '0' });
    expect(data.inviteList.map(({ email }: { email: string }) => email)).toEqual(['f2***@s***.uk', 'fr***@e***.com']);
    expect(masked('a@b.c')).toBe('a***@b***.c');
  });
});

describe('equity', () => {
  it('A13 is that of one moment, whatever is staked and credited while it is read', async () => {
    const { token, uid } = await at.user('quick@example.com');
    const stake = { coinInfoId: 2, direction: 'up', period: 300, amount: '100', clientNo: 'q-1' };
    // After a start the index has no tick for a moment.
    await vi.waitFor(async () => expect((await at.call('/qt/contract/add', stake, token)).code).toBe(0), 30_000);
    const { sequencer } = at.exchange;
    const balances = sequencer.queries.balances.bind(sequencer.queries);
    vi.spyOn(sequencer.queries, 'balances').mockImplementationOnce(async (...of) => {
      const read = await balances(...of);
      expect((await at.call('/qt/contract/add', { ...stake, clientNo: 'q-2' }, token)).code).toBe(0);
      await sequencer.submit({
        kind: 'credit',
        uid,
        wallet: 'spot',
        coinId: 1,
        units: 1_000_000_000n,
        recordType: 'spot_manual_add',
        remark: 'test',
      });
      return read;
    });
    expect((await at.call('/user/profit', {}, token)).data.profitToday).toBe('0');
    vi.restoreAllMocks();
    expect((await at.call('/user/profit', {}, token)).data.profitToday).toBe('0');
  });
});

describe('demo money (A15)', () => {
  it('is topped up once an hour, to the initial amount', async () => {
    const { token, uid } = await at.user('dry@example.com');
    const faucet = async (key = '') =>
      (await at.call('/common/prop', { keys: 'version,faucet' }, token, { 'idempotency-key': key })).data;
    expect(await faucet()).toEqual({ version: '1.0.0', faucet: { amount: '0', nextTime: 0 } });
    // Buying and selling again costs the spread and two fees.
    await at.call(
      '/coin/order/add',
      { coinInfoId: 2, side: 'buy', orderType: 'market', total: '5000', clientNo: 'd-1' },
      token,
    );
    const held = (await at.call('/coin/assets', { hideZero: 1 }, token)).data.assets.find(
      ({ coinInfoId }: { coinInfoId: number }) => coinInfoId === 2,
    ).balanceSpot;
    await at.call(
      '/coin/order/add',
      {
        coinInfoId: 2,
        side: 'sell',
        orderType: 'market',
        amount: String(Math.floor(Number(held) * 1e4) / 1e4),
        clientNo: 'd-2',
      },
      token,
    );
    const before = money((await at.call('/coin/assets', {}, token)).data.usdtAmountSpot);
    expect(before).toBeLessThan(10_000n * 100_000_000n);
    const sent = () => Promise.all(Array.from({ length: 5 }, (_, n) => faucet(`a-call-of-a-browser-${n}`)));
    const given = await sent();
    expect(given.filter(({ faucet: { amount } }) => amount !== '0')).toHaveLength(1);
    expect(given.every(({ faucet: { nextTime } }) => nextTime > Date.now() + 3_500_000)).toBe(true);
    const lines: Line[] = (await log(token, { type: 'demo_faucet' })).list;
    expect(lines).toHaveLength(1);
    expect(Math.abs(Number(lines[0]!.amount) - (10_000 - Number(printMoney(before))))).toBeLessThan(50);
    expect((await faucet()).faucet.amount).toBe('0');
    // Each browser sends its call once more by itself.
    expect(await sent()).toEqual(given);
    expect(uid).toBeGreaterThan(0);
    expect((await at.call('/common/prop', { keys: 'faucet' })).data).toEqual({});
    expect((await at.call('/common/prop', { keys: 'version' }, 'A'.repeat(43))).data).toEqual({ version: '1.0.0' });
  });
});
