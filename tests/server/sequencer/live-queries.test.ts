// Lists of what is open, from the machine: equal to those from the store, and never ahead of what is on disk.
import { expect, it, onTestFinished } from 'vitest';
import { orderQueriesOf } from '../../../server/sequencer/queries/order-queries.ts';
import { type Sequencer, createSequencer } from '../../../server/sequencer/sequencer.ts';
import { openSqlite } from '../../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../server/store/store.ts';
import { contractInstruments } from '../../support/exchange/contract-fixture.ts';
import { USERS, contractStream } from '../../support/exchange/random-contracts.ts';
import { randomCommands } from '../../support/exchange/random-commands.ts';
import {
  ALICE,
  BOB,
  BOT,
  BTC,
  COIN,
  DOGE,
  USDT,
  credit,
  place,
  testInstruments,
} from '../../support/exchange/spot-fixture.ts';
import { dataFolder } from '../../support/server/data-folder.ts';

interface Gate {
  /** Commits wait for it, rows do not. */
  open: Promise<void>;
}

async function opened(instruments = testInstruments()): Promise<{ store: Store; sequencer: Sequencer; gate: Gate }> {
  const store = await openSqlite(dataFolder());
  const gate: Gate = { open: Promise.resolve() };
  const gated: Store = Object.assign(Object.create(store) as Store, {
    batch: async (steps: Parameters<Store['batch']>[0]) => {
      if (steps.some(([sql]) => sql.includes('INTO exchange_journal'))) await gate.open;
      await store.batch(steps);
    },
  });
  for (const name of ['all', 'first', 'each', 'run', 'many', 'transaction', 'close'] as const)
    Object.assign(gated, { [name]: store[name].bind(store) });
  let nowMs = 1_800_000_000_000;
  const sequencer = await createSequencer({ store: gated, instruments, now: () => (nowMs += 7), report: () => {} });
  onTestFinished(async () => {
    await sequencer.close();
    await store.close();
  });
  return { store, sequencer, gate };
}

const byAccount = (one: { wallet: string; coinId: number }, other: { wallet: string; coinId: number }): number =>
  one.wallet === other.wallet ? one.coinId - other.coinId : one.wallet < other.wallet ? -1 : 1;

it('open orders are those of the store under every filter, page by page', { timeout: 180_000 }, async () => {
  const { store, sequencer } = await opened();
  const rows = orderQueriesOf(store);
  let compared = 0;
  for (const command of randomCommands(31, 900)) {
    await sequencer.submit(command);
    if (sequencer.seq() % 30 > 0) continue;
    await sequencer.projected();
    for (const uid of [ALICE, BOB]) {
      const all = (await rows.orders(uid, { state: 'current', offset: 0, limit: 1000 })).list;
      const middle = all[all.length >> 1]?.createTime;
      for (const filter of [
        { offset: 0, limit: 3 },
        { offset: 2, limit: 3 },
        { offset: 900, limit: 3 },
        { offset: 0, limit: 50, coinInfoId: DOGE },
        { offset: 1, limit: 50, coinInfoId: BTC, side: 'sell' as const },
        { offset: 0, limit: 50, startTime: middle },
        { offset: 0, limit: 50, endTime: middle, side: 'buy' as const },
      ]) {
        const page = { state: 'current' as const, ...filter };
        expect(await sequencer.queries.orders(uid, page)).toEqual(await rows.orders(uid, page));
        compared += all.length;
      }
    }
  }
  expect(compared).toBeGreaterThan(500);
});

it('open contracts and balances are those of the store', async () => {
  const { store, sequencer } = await opened(contractInstruments());
  const rows = orderQueriesOf(store);
  let open = 0;
  for (const command of contractStream(32, 600, {
    lastContractId: () => sequencer.machine.counters().contractId,
    botOrders: (coinInfoId) => sequencer.machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
  })) {
    await sequencer.submit(command);
    if (sequencer.seq() % 25 > 0) continue;
    await sequencer.projected();
    for (const uid of USERS) {
      const contracts = await rows.active(uid);
      open += contracts.length;
      expect(await sequencer.queries.active(uid)).toEqual(contracts);
      const used = (await sequencer.queries.balances(uid)).sort(byAccount);
      expect(used.filter(({ available, frozen }) => available + frozen !== 0n)).toEqual(
        (await rows.balances(uid)).sort(byAccount).filter(({ available, frozen }) => available + frozen !== 0n),
      );
    }
  }
  expect(open).toBeGreaterThan(50);
});

it('what is applied and not yet on disk is shown when it is, and not when its commit fails', async () => {
  const { sequencer, gate } = await opened();
  await sequencer.submit(credit(ALICE, USDT, 1_000n * COIN));
  const current = () => sequencer.queries.orders(ALICE, { state: 'current', offset: 0, limit: 10 });
  const frozen = async () =>
    (await sequencer.queries.balances(ALICE)).reduce((sum, balance) => sum + balance.frozen, 0n);
  for (const outcome of ['commits', 'fails']) {
    await sequencer.projected();
    let settle!: { commit: () => void; fail: (error: Error) => void };
    gate.open = new Promise((commit, fail) => {
      settle = { commit, fail };
    });
    const before = await frozen();
    const answer = sequencer.submit(place(ALICE, 'buy', 2000, 1000));
    await expect.poll(() => sequencer.machine.openOrders(ALICE, BTC).length).toBe(outcome === 'commits' ? 1 : 2);
    let shown = 0;
    const lists = Promise.all([current(), frozen()]).then((found) => {
      shown += 1;
      return found;
    });
    // A read of another user's rows goes through meanwhile.
    await sequencer.queries.orders(BOB, { state: 'history', offset: 0, limit: 10 });
    expect(shown).toBe(0);
    if (outcome === 'commits') {
      settle.commit();
      const [{ total }, after] = await lists;
      expect(total).toBe(1);
      expect(after).toBeGreaterThan(before);
    } else {
      settle.fail(new Error('EIO: i/o error'));
      await expect(lists).rejects.toThrow('EIO');
    }
    expect('code' in (await answer).answer).toBe(outcome === 'fails');
  }
});

it('a reader of rows that comes while the exchange ends waits for the last commit, and writes nothing beside it', async () => {
  const { store, sequencer, gate } = await opened();
  for (let n = 1; n <= 5; n++) await sequencer.submit(credit(ALICE, USDT, BigInt(n) * COIN));
  let release = (): void => {};
  gate.open = new Promise((resolve) => {
    release = resolve;
  });
  await new Promise(setImmediate);
  const closing = sequencer.close();
  await new Promise(setImmediate);
  const reads = [sequencer.projected(ALICE), sequencer.projected()];
  await new Promise(setImmediate);
  release();
  await Promise.all([closing, ...reads]);
  expect((await orderQueriesOf(store).balances(ALICE)).find(({ coinId }) => coinId === USDT)).toMatchObject({
    available: 15n * COIN,
  });
});
