// The funds service without users: address locks, reviews, suspended networks, daily limit.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { USDT_ID, instrumentOf } from '../../../../core/instruments/instrument.ts';
import { RejectError } from '../../../../core/errors/errors.ts';
import { HOUR_MS } from '../../../../core/units/durations.ts';
import type { Identity } from '../../../../server/services/auth/identity.ts';
import type { Chain, Payment } from '../../../../server/services/funds/chain.ts';
import { MAX_ADDRESSES } from '../../../../server/services/funds/deposit-addresses.ts';
import { type FundsOptions, createFunds } from '../../../../server/bootstrap/create-funds.ts';
import { createSimulatedChain } from '../../../../server/services/funds/simulated-chain.ts';
import { createUserLock } from '../../../../server/services/user-lock.ts';
import type { AuthenticatedCaller } from '../../../../server/gateway/handler.ts';
import { LISTED_INSTRUMENTS } from '../../../../server/simulation/listed-instruments.ts';
import { MIGRATIONS } from '../../../../server/bootstrap/all-migrations.ts';
import { createSequencer } from '../../../../server/sequencer/sequencer.ts';
import { migrate } from '../../../../server/store/migrate.ts';
import { openSqlite } from '../../../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../../server/store/store.ts';
import { fieldOf } from '../../../support/data/picture-files.ts';
import { ALICE, BOB, COIN, credit } from '../../../support/exchange/spot-fixture.ts';

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const BTC = 2;
const START = 1_700_000_000_000;

const code = async (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 0,
    (error: unknown) => (error instanceof RejectError ? error.reject.code : Promise.reject(error)),
  );

async function openService(more: Partial<FundsOptions> & { demo?: boolean; folder?: string; store?: Store } = {}) {
  const folder = more.folder ?? mkdtempSync(join(tmpdir(), 'defi-funds-'));
  let nowMs = START;
  const now = (): number => nowMs;
  const store = more.store ?? (await openSqlite(folder));
  await migrate(store, MIGRATIONS);
  const known = new Map(LISTED_INSTRUMENTS.map((info) => [info.id, instrumentOf(info)]));
  const sequencer = await createSequencer({ store, instruments: [...known.values()], now });
  const notices: string[] = [];
  const identity = {
    securityStatusOf: async () => ({ kyc: 1, google: true, withdrawLockUntil: 0, frozen: false }),
    isFrozen: () => false,
    useGoogleCode: async () => {},
    useMailCode: async () => {},
    checkMailCode: async () => {},
    notify: async (_uid: number, notice: { template?: string }) => {
      notices.push(notice.template ?? '');
    },
    warn: async (_uid: number, template: string, { address }: { address: string }) => {
      notices.push(`${template} ${address}`);
    },
  } as unknown as Identity;
  const log = vi.fn();
  const funds = createFunds({
    hasEnded: () => false,
    config: { dataDir: folder, demo: more.demo ?? false },
    store,
    sequencer,
    identity,
    listed: known,
    known,
    lastTicks: () => 0,
    now,
    log,
    ...more,
  });
  onTestFinished(async () => {
    await funds.close();
    await sequencer.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const member = (uid: number): AuthenticatedCaller => ({
    uid,
    sessionKey: '',
    ip: '',
    network: '',
    local: true,
    agent: '',
    language: 'en-US',
    now: nowMs,
  });
  const add = (form = {}) =>
    funds.handlers['/coin/withdraw/address/generate'](
      {
        coinInfoId: USDT_ID,
        chain: 'TRC20',
        address: TRON,
        accountName: 'a',
        code: '123456',
        googleCode: '123456',
        ...form,
      },
      member(ALICE),
    );
  const withdraw = async (addressId: number, clientNo: string) =>
    funds.handlers['/coin/withdraw/add'](
      { coinInfoId: USDT_ID, addressId, amount: '100', googleCode: '123456', clientNo },
      member(ALICE),
    );
  const addressOf = async (uid: number) =>
    (await funds.handlers['/coin/recharge/address/generate']({ coinInfoId: USDT_ID, chain: 'TRC20' }, member(uid)))
      .address;
  const deposit = async (address: string, form = {}) =>
    funds.handlers['/coin/recharge/add'](
      { coinInfoId: USDT_ID, chain: 'TRC20', address, amount: '100', img: fieldOf('jpeg'), clientNo: 'd', ...form },
      member(ALICE),
    );
  return {
    folder,
    store,
    sequencer,
    funds,
    known,
    notices,
    log,
    member,
    add,
    withdraw,
    addressOf,
    deposit,
    later: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('the funds service', () => {
  it('F10 a new address is locked for a day', async () => {
    const at = await openService();
    await at.sequencer.submit(credit(ALICE, USDT_ID, 1000n * COIN));
    const entry = await at.add();
    expect(entry).toMatchObject({ status: 'cooling', activeTime: START + 24 * HOUR_MS });
    await expect(at.withdraw(entry.id, 'a')).rejects.toMatchObject({
      reject: { code: 3003, params: { hours: 24, until: START + 24 * HOUR_MS } },
    });
    at.later(24 * HOUR_MS - 1);
    await expect(at.withdraw(entry.id, 'b')).rejects.toMatchObject({ reject: { code: 3003, params: { hours: 1 } } });
    // Adding it again neither restarts nor shortens the lock.
    expect(await at.add({ accountName: 'b' })).toMatchObject({ id: entry.id, activeTime: entry.activeTime });
    at.later(1);
    expect(await at.withdraw(entry.id, 'c')).toMatchObject({ status: 0 });
    const remove = () => at.funds.handlers['/coin/withdraw/address']({ del: entry.id }, at.member(ALICE));
    // Sent twice, and reported once.
    await Promise.all([remove(), remove()]);
    expect(at.notices).toEqual([`addressAdded ${TRON}`, `addressAdded ${TRON}`, `addressRemoved ${TRON}`]);
  });

  it('pays nothing on a network that was suspended meanwhile (3006)', async () => {
    const at = await openService({ demo: true });
    await at.sequencer.submit(credit(ALICE, USDT_ID, 1000n * COIN));
    const { id } = await at.add();
    const usdt = at.known.get(USDT_ID)!;
    at.known.set(
      USDT_ID,
      instrumentOf({
        ...usdt.info,
        networks: usdt.info.networks.map((network) => ({ ...network, enable: 0 as const })),
      }),
    );
    expect(await code(at.withdraw(id, 'a'))).toBe(3006);
    at.known.set(USDT_ID, instrumentOf({ ...usdt.info, withdrawEnable: 0 }));
    expect(await code(at.withdraw(id, 'b'))).toBe(3006);
    at.known.set(USDT_ID, usdt);
    expect(await code(at.withdraw(id, 'c'))).toBe(0);
  });

  it('F14 while automatic reviews are off, deposits wait in demo mode too, also confirmed ones', async () => {
    let held = false;
    const at = await openService({ demo: true, holdsDeposits: () => held });
    const address = await at.addressOf(ALICE);
    const [seen] = [await at.deposit(address, { clientNo: 'seen' })];
    const rows = async () => (await at.store.all('SELECT ref FROM chain_payment')).length;
    await expect.poll(rows).toBe(1);
    held = true;
    const unseen = await at.deposit(address, { clientNo: 'unseen' });
    at.later(HOUR_MS);
    // Two polls of the chain.
    await new Promise((resolve) => {
      setTimeout(resolve, 2_500);
    });
    expect(await rows()).toBe(1);
    expect(at.sequencer.machine.balance(ALICE, 'spot', USDT_ID).available).toBe(0n);
    expect((await at.funds.reviews.depositQueue()).map(({ id }) => id)).toEqual([seen.id, unseen.id]);
    await at.funds.reviews.refuseDeposit(unseen.id, 'none came', 'ann');
    held = false;
    await expect.poll(() => at.sequencer.machine.balance(ALICE, 'spot', USDT_ID).available).toBe(100n * COIN);
  });

  it('F14 demo mode accepts deposits of 100 000 USDT a day, and returns how much is left', async () => {
    const at = await openService({ demo: true, holdsDeposits: () => true });
    const address = await at.addressOf(ALICE);
    const refusal = async (amount: string, clientNo = amount): Promise<object> =>
      at.deposit(address, { amount, clientNo }).then(
        () => ({}),
        (error: unknown) => (error as RejectError).reject,
      );
    const first = await at.deposit(address, { amount: '60000', clientNo: 'first' });
    expect(await refusal('40000.00000001')).toEqual({ code: 3007, params: { limit: '100000', left: '40000' } });
    // Two concurrent ones are not both within the limit.
    const both = await Promise.all([refusal('30000', 'a'), refusal('30000', 'b')]);
    expect(both.filter((answer) => 'code' in answer)).toEqual([
      { code: 3007, params: { limit: '100000', left: '10000' } },
    ]);
    expect(await at.deposit(address, { amount: '60000', clientNo: 'first' })).toEqual(first);
    expect(await refusal('10000000.1')).toMatchObject({ code: 1400 });
    // A refused deposit and the next day (UTC) free the limit.
    await at.funds.reviews.refuseDeposit(first.id, 'none came', 'ann');
    expect(await refusal('70000.00000001')).toMatchObject({ params: { left: '70000' } });
    expect(await refusal('70000')).toEqual({});
    expect(await refusal('10')).toMatchObject({ params: { left: '0' } });
    at.later(24 * HOUR_MS - (START % (24 * HOUR_MS)) - 1);
    expect(await refusal('10')).toMatchObject({ params: { left: '0' } });
    at.later(1);
    expect(await refusal('10')).toEqual({});
  });

  it('F14 counts a deposit of another coin with its worth in USDT', async () => {
    const at = await openService({ demo: true, holdsDeposits: () => true, lastTicks: () => 6_000_000 });
    const { address } = await at.funds.handlers['/coin/recharge/address/generate'](
      { coinInfoId: BTC, chain: 'BTC' },
      at.member(ALICE),
    );
    const refusal = (amount: string): Promise<object> =>
      at.deposit(address, { coinInfoId: BTC, chain: 'BTC', amount, clientNo: amount }).then(
        () => ({}),
        (error: unknown) => (error as RejectError).reject,
      );
    // 60 000 USDT a coin.
    expect(await refusal('1.66666667')).toMatchObject({ code: 3007, params: { left: '100000' } });
    expect(await refusal('1')).toEqual({});
    expect(await refusal('0.7')).toMatchObject({ code: 3007, params: { left: '40000' } });
  });

  it('F14 demo mode accepts 50 deposits a day, whose pictures stay', async () => {
    const at = await openService({ demo: true, holdsDeposits: () => true });
    const address = await at.addressOf(ALICE);
    const deposit = (clientNo: string) => at.deposit(address, { amount: '10', clientNo });
    for (let n = 1; n <= 50; n += 1) await at.funds.reviews.approveDeposit((await deposit(`n${n}`)).id, 'ann');
    const refused = { reject: { code: 1418, params: { limit: 50 } } };
    await expect(deposit('more')).rejects.toMatchObject(refused);
    expect(await deposit('n7')).toMatchObject({ status: 0 });
    at.later(24 * HOUR_MS);
    expect(await deposit('more')).toMatchObject({ status: 0 });
  });

  it('F14 outside demo mode there is no such limit', async () => {
    const at = await openService();
    const address = await at.addressOf(ALICE);
    for (const clientNo of ['a', 'b'])
      expect(await at.deposit(address, { amount: '9000000', clientNo })).toMatchObject({ status: 0 });
  });

  it('F6 a deposit waits for a reviewer, with its picture, and is decided once', async () => {
    const at = await openService();
    const address = await at.addressOf(ALICE);
    const { id, orderNo } = await at.deposit(address);
    await at.funds.close();
    expect(await at.funds.reviews.depositQueue()).toMatchObject([
      { id, orderNo, uid: ALICE, symbol: 'USDT', chain: 'TRC20', address, amount: '100' },
    ]);
    expect(await at.funds.reviews.depositPicture(id)).toMatch(/^image\/jpeg;base64url,/);
    expect(await code(at.funds.reviews.depositPicture(id + 1))).toBe(1404);
    const decisions = await Promise.all(
      [1, 2, 3].map((n) =>
        code(n === 2 ? at.funds.reviews.refuseDeposit(id, 'x', 'me') : at.funds.reviews.approveDeposit(id, 'me')),
      ),
    );
    expect(decisions.sort()).toEqual([0, 2012, 2012]);
    expect(at.sequencer.machine.balance(ALICE, 'spot', USDT_ID).available).toBe(100n * COIN);
    expect(await at.funds.reviews.depositQueue()).toEqual([]);
    const { id: second } = await at.deposit(address, { clientNo: 'e' });
    await at.funds.reviews.refuseDeposit(second, 'no such payment', 'me');
    expect(
      (await at.funds.handlers['/coin/recharge/order']({ page: 1, pageSize: 20 }, at.member(ALICE))).list,
    ).toMatchObject([
      { id: second, status: 2, reason: 'no such payment' },
      { id, status: 1 },
    ]);
    expect(at.notices).toEqual(['depositArrived', 'depositRefused']);
    expect(await code(at.funds.reviews.withdrawQueue().then(() => at.funds.reviews.approveWithdraw(id, 'me')))).toBe(
      1404,
    );
  });

  it('stores one picture of a repeated application, and none of a refused one', async () => {
    const at = await openService();
    const files = (): number => readdirSync(join(at.folder, 'private', 'pictures')).length;
    const address = await at.addressOf(ALICE);
    const answers = await Promise.all([1, 2, 3, 4].map(() => at.deposit(address)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(files()).toBe(1);
    expect(await code(at.deposit(address, { amount: '101' }))).toBe(1409);
    for (let n = 0; n < 19; n += 1) await at.deposit(address, { clientNo: `n${n}` });
    expect(await code(at.deposit(address, { clientNo: 'too-many' }))).toBe(1418);
    expect(files()).toBe(20);
  });

  it('F10 deposit addresses: a minute between two, fifty at most, old ones stay valid, unique per user', async () => {
    const at = await openService();
    const first = await at.addressOf(ALICE);
    expect(await code(at.addressOf(ALICE))).toBe(1429);
    expect(await at.addressOf(BOB)).not.toBe(first);
    for (let n = 1; n < MAX_ADDRESSES; n += 1) {
      at.later(60_000);
      expect(await at.addressOf(ALICE)).not.toBe(first);
    }
    at.later(60_000);
    expect(await code(at.addressOf(ALICE))).toBe(1418);
    expect(await code(at.deposit(first))).toBe(0);
    expect(await code(at.deposit(TRON, { clientNo: 'foreign' }))).toBe(1400);
  });

  it('F13 requests a payment until the chain has it, and completes only what the chain confirms', async () => {
    const paid: Payment[] = [];
    let unpayable: string | undefined;
    const seen = new Map<string, { txid: string; confirmations: number }>();
    const chain: Chain = {
      simulated: 0,
      addressOf: () => ({ address: 'x', memo: '' }),
      expect: async () => {},
      pay: async (payment) => {
        unpayable ??= payment.ref;
        if (payment.ref === unpayable) throw new Error('the node refuses this one');
        paid.push(payment);
        seen.set(payment.ref, { txid: 't', confirmations: 19 });
      },
      statusOf: async (refs) => new Map([...seen].filter(([ref]) => refs.includes(ref))),
    };
    const at = await openService({ demo: true, chain });
    await at.sequencer.submit(credit(ALICE, USDT_ID, 1000n * COIN));
    const entry = await at.add();
    const { id, orderNo } = await at.withdraw(entry.id, 'a');
    const next = await at.withdraw(entry.id, 'b');
    for (const each of [id, next.id]) await at.funds.reviews.approveWithdraw(each, 'me');
    const status = async () => (await at.sequencer.queries.fund(id))?.status;
    await expect.poll(() => at.log).toHaveBeenCalled();
    expect(await status()).toBe(3);
    // One that the chain does not take holds up no other.
    await expect.poll(() => paid.map(({ ref }) => ref), { timeout: 5_000 }).toEqual([next.orderNo]);
    unpayable = '';
    await expect.poll(() => paid, { timeout: 5_000 }).toHaveLength(2);
    expect(paid[1]).toEqual({
      ref: orderNo,
      coinId: USDT_ID,
      chain: 'TRC20',
      address: TRON,
      memo: '',
      units: 99n * COIN,
      confirmations: 20,
    });
    await new Promise((resolve) => {
      setTimeout(resolve, 1_500);
    });
    expect(await status()).toBe(3);
    seen.set(orderNo, { txid: 't', confirmations: 20 });
    await vi.waitFor(async () => expect(await status()).toBe(1), { timeout: 30_000 });
    expect(paid).toHaveLength(2);
    expect(
      (await at.funds.handlers['/coin/withdraw/order']({ page: 1, pageSize: 20, id }, at.member(ALICE))).list,
    ).toMatchObject([{ txid: 't', confirmations: 20, simulated: 0 }]);
  });

  it('the simulated chain pays once per ref, reports that it is simulated, and returns the same addresses after a restart', async () => {
    const { store } = await openService();
    let nowMs = START;
    const made = () => createSimulatedChain({ store, mac: (text) => `key ${text}`, now: () => nowMs, arrivals: false });
    const payment: Payment = {
      ref: 'W1',
      coinId: 1,
      chain: 'ERC20',
      address: 'a',
      memo: '',
      units: 5n,
      confirmations: 12,
    };
    const chain = made();
    expect(chain.simulated).toBe(1);
    await Promise.all([chain.pay(payment), chain.pay(payment), made().pay(payment)]);
    const [{ txid, confirmations }] = [...(await chain.statusOf(['W1', 'W2'])).values()] as [
      { txid: string; confirmations: number },
    ];
    expect(txid).toMatch(/^0x[0-9a-f]{64}$/);
    expect(confirmations).toBe(0);
    expect((await store.all('SELECT ref FROM chain_payment')).length).toBe(1);
    nowMs += 5_000;
    expect((await made().statusOf(['W1'])).get('W1')).toEqual({ txid, confirmations: 6 });
    nowMs += 60_000;
    expect((await chain.statusOf(['W1'])).get('W1')?.confirmations).toBe(12);
    // Outside demo mode an announced payment does not arrive by itself.
    await chain.expect({ ...payment, ref: 'D1' });
    expect((await chain.statusOf(['D1'])).size).toBe(0);
    expect(made().addressOf(ALICE, 2, 'BTC', 1)).toEqual(chain.addressOf(ALICE, 2, 'BTC', 1));
    expect(chain.addressOf(ALICE, 2, 'BTC', 2)).not.toEqual(chain.addressOf(ALICE, 2, 'BTC', 1));
  });
});

describe('the user lock', () => {
  it('runs operations of a user one at a time, also after a failure', async () => {
    const turns = createUserLock();
    const order: string[] = [];
    const step = (uid: number, label: string, ms: number, fails = false) =>
      turns(uid, async () => {
        await new Promise((resolve) => {
          setTimeout(resolve, ms);
        });
        order.push(label);
        if (fails) throw new Error(label);
        return label;
      });
    const results = await Promise.allSettled([
      step(1, 'a', 30, true),
      step(1, 'b', 1),
      step(2, 'c', 10),
      step(1, 'd', 1),
    ]);
    expect(order).toEqual(['c', 'a', 'b', 'd']);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  });
});
