// Rows that follow the journal, on both stores: after a crash at any moment, and when read right after an act.
import { describe, expect, it } from 'vitest';
import { CODE } from '../../../../core/errors/errors.ts';
import { FIRST_USER_UID, EXCHANGE_UID } from '../../../../server/exchange/command.ts';
import { decodeRecord, encodeRecord, prevOf } from '../../../../server/sequencer/journal/record-codec.ts';
import { auditLedger } from '../../../../server/sequencer/ledger-audit.ts';
import { LONGEST_BEHIND_MS, MOST_BEHIND } from '../../../../server/sequencer/group-writer.ts';
import { type Sequencer, createSequencer } from '../../../../server/sequencer/sequencer.ts';
import type { Store } from '../../../../server/store/store.ts';
import { chance } from '../../../support/data/random-source.ts';
import { contractInstruments } from '../../../support/exchange/contract-fixture.ts';
import { contractStream } from '../../../support/exchange/random-contracts.ts';
import { fundStream } from '../../../support/exchange/random-funds.ts';
import { ALICE, BOB, BOT, BTC, COIN, USDT, credit, place } from '../../../support/exchange/spot-fixture.ts';
import { STORE_KINDS, type TestDatabase, databaseOf, postgresForFile } from '../../../support/server/test-database.ts';

const SEED = Number(process.env['PROJECTION_SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env['PROJECTION_ROUNDS'] ?? 25);
const server = postgresForFile();

interface Opened {
  store: Store;
  sequencer: Sequencer;
  /** As a crash does: what has no rows yet never gets any from this process. */
  crash: () => Promise<void>;
  stop: () => Promise<void>;
}

async function opened(
  database: TestDatabase,
  now: () => number,
  { rowsFollow = true, wrap = (store: Store): Store => store } = {},
): Promise<Opened> {
  const store = await database.open();
  try {
    const sequencer = await createSequencer({
      store: wrap(store),
      instruments: contractInstruments(),
      now,
      rowsFollow,
      report: () => {},
    });
    return {
      store,
      sequencer,
      crash: () => store.close(),
      stop: async () => {
        await sequencer.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Numbers of the last command in the rows, and in the journal. */
async function reached(store: Store): Promise<{ rows: number; journal: number }> {
  const row = await store.first<{ rows: bigint; journal: bigint }>(
    "SELECT value AS rows, (SELECT MAX(seq) FROM exchange_journal) AS journal FROM exchange_counter WHERE name = 'seq'",
  );
  return { rows: Number(row!.rows), journal: Number(row!.journal) };
}

/** What users have, by the machine, and what was written about them, by the store. */
async function portrait({ sequencer: { machine, queries } }: Opened): Promise<object> {
  const uids = [...new Set(machine.allBalances().map(({ uid }) => uid))]
    .filter((uid) => uid >= FIRST_USER_UID)
    .sort((a, b) => a - b);
  return Promise.all(
    uids.map(async (uid) => ({
      uid,
      balances: machine
        .balances(uid)
        .filter(({ available, frozen }) => available !== 0n || frozen !== 0n)
        .map(({ wallet, coinId, available, frozen }) => `${wallet} ${coinId} ${available} ${frozen}`)
        .sort(),
      open: machine.openOrders(uid, null),
      contracts: machine.openContracts(uid, null),
      ended: await queries.orders(uid, { state: 'history', offset: 0, limit: 1_000 }),
      closed: await queries.history(uid, { offset: 0, limit: 1_000 }),
      funds: machine.openFunds().filter((fund) => fund.uid === uid),
      settled: await queries.funds(uid, { kind: 'withdraw', offset: 0, limit: 1_000 }),
      entries: await queries.ledgerEntries(uid, { offset: 0, limit: 5_000 }),
    })),
  );
}

describe.each(STORE_KINDS)(`rows that follow the journal on %s (seed ${SEED})`, (kind) => {
  it(
    `L12 L15 are complete after a crash at any moment, ${ROUNDS} times`,
    { timeout: 60_000 + 4_000 * ROUNDS },
    async ({ skip }) => {
      const [database, reference] = [await databaseOf(kind, server, skip), await databaseOf('SQLite', server, skip)];
      const draw = chance(SEED);
      const clock = { ms: 1_800_000_000_000 };
      // The same commands with rows in each commit.
      const twinClock = { ms: 0 };
      const twin = await opened(reference, () => twinClock.ms, { rowsFollow: false });
      let at = await opened(database, () => clock.ms);
      let behind = 0;
      let funds = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const { machine } = at.sequencer;
        const driven = {
          lastContractId: () => machine.counters().contractId,
          lastFundId: () => machine.counters().fundId,
          openFunds: () => machine.openFunds(),
          botOrders: (coinInfoId: number) => machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
        };
        const stream = round % 3 === 2 ? fundStream : contractStream;
        for (const command of stream(SEED + round, 20 + draw.below(120), driven)) {
          clock.ms += draw.below(30);
          twinClock.ms = clock.ms;
          const [mine, its] = [await at.sequencer.submit(command), await twin.sequencer.submit(command)];
          expect(mine.answer).toEqual(its.answer);
        }
        // The clock's beat commits what bots did before it.
        clock.ms += 1_000;
        twinClock.ms = clock.ms;
        for (const { sequencer } of [at, twin]) await sequencer.submit({ kind: 'clock', uid: EXCHANGE_UID });
        const { rows, journal } = await reached(at.store);
        behind += journal - rows;
        await at.crash();
        at = await opened(database, () => clock.ms);
        expect(await reached(at.store)).toMatchObject({ rows: journal, journal });
        expect((await auditLedger(at.store)).faults).toEqual([]);
        // A process begins with this command by itself, when it is given its first one.
        await twin.sequencer.submit({ kind: 'restart', uid: EXCHANGE_UID });
        expect(await portrait(at), `round ${round}`).toEqual(await portrait(twin));
        for (const { sequencer } of [at, twin]) await sequencer.submit({ kind: 'clock', uid: EXCHANGE_UID });
        expect(at.sequencer.machine.stateHash()).toBe(twin.sequencer.machine.stateHash());
        funds += at.sequencer.machine.openFunds().length;
      }
      expect(behind).toBeGreaterThan(10 * ROUNDS);
      expect(funds).toBeGreaterThan(0);
      await at.stop();
      await twin.stop();
    },
  );

  it('L15 are there for a user who reads right after an act, and for retries', async ({ skip }) => {
    const at = await opened(await databaseOf(kind, server, skip), () => 1_800_000_000_000);
    const { submit, queries } = at.sequencer;
    for (const uid of [ALICE, BOB]) for (const coinId of [USDT, BTC]) await submit(credit(uid, coinId, 1_000n * COIN));
    await submit(place(ALICE, 'sell', 2000, 10_000, { clientNo: 'ask' }));
    await submit(place(BOB, 'buy', 2000, 10_000, { clientNo: 'bid' }));
    expect((await reached(at.store)).rows).toBeLessThan(at.sequencer.seq());
    // Before any row: a retry gets the first answer, another order under its number none.
    const again = place(BOB, 'buy', 2000, 10_000, { clientNo: 'bid' });
    expect((await submit(again)).seq).toBe(at.sequencer.seq());
    expect((await submit({ ...again, lots: 20_000 })).answer).toMatchObject({ code: CODE.clientNoReused });
    const { list } = await queries.orders(BOB, { state: 'history', offset: 0, limit: 10 });
    expect(list).toMatchObject([{ clientNo: 'bid', dealLots: 10_000 }]);
    expect(await queries.fills(list[0]!.id)).toHaveLength(1);
    expect((await queries.ledgerEntries(BOB, { offset: 0, limit: 100 })).total).toBeGreaterThan(3);
    // After its row: the same.
    expect((await submit(again)).seq).toBe(at.sequencer.seq());
    await at.stop();
  });

  it('are not written for a user who changed nothing since', async ({ skip }) => {
    const at = await opened(await databaseOf(kind, server, skip), () => 1_800_000_000_000);
    const { submit, queries } = at.sequencer;
    for (const uid of [ALICE, BOB]) await submit(credit(uid, USDT, 1_000n * COIN));
    await queries.ledgerEntries(BOB, { offset: 0, limit: 1 });
    await submit(credit(ALICE, USDT, COIN));
    const before = await reached(at.store);
    await queries.ledgerEntries(BOB, { offset: 0, limit: 1 });
    expect(await reached(at.store)).toEqual(before);
    await queries.ledgerEntries(ALICE, { offset: 0, limit: 1 });
    expect((await reached(at.store)).rows).toBe(at.sequencer.seq());
    await at.stop();
  });

  it(
    `are at most ${MOST_BEHIND} commands and ${LONGEST_BEHIND_MS} ms behind`,
    { timeout: 60_000 },
    async ({ skip }) => {
      const clock = { ms: 1_800_000_000_000 };
      const at = await opened(await databaseOf(kind, server, skip), () => clock.ms);
      const submit = () => at.sequencer.submit({ kind: 'cancelAllSpot', uid: ALICE, coinInfoId: null });
      let most = 0;
      await Promise.all(
        Array.from({ length: 4_000 }, async () => {
          await submit();
          if (at.sequencer.seq() % 97 !== 0) return;
          const { rows, journal } = await reached(at.store);
          most = Math.max(most, journal - rows);
        }),
      );
      // A group of 256 may come on top.
      expect(most).toBeLessThanOrEqual(MOST_BEHIND + 256);
      await at.sequencer.projected();
      await submit();
      expect((await reached(at.store)).rows).toBeLessThan(at.sequencer.seq());
      clock.ms += LONGEST_BEHIND_MS;
      await submit();
      await expect.poll(async () => (await reached(at.store)).rows).toBe(at.sequencer.seq());
      await at.stop();
    },
  );

  it('L12 L15 ends the start when a command leads to something else than it did, or the snapshot is changed', async ({
    skip,
  }) => {
    const database = await databaseOf(kind, server, skip);
    const first = await opened(database, () => 1_800_000_000_000);
    for (const uid of [ALICE, BOB])
      for (const coinId of [USDT, BTC]) await first.sequencer.submit(credit(uid, coinId, 1_000n * COIN));
    await first.sequencer.submit(place(ALICE, 'sell', 2000, 10_000, { clientNo: 'a' }));
    expect((await reached(first.store)).rows).toBe(1);
    await first.crash();
    const changed = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
      const store = await database.open();
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    };
    const refused = async (): Promise<string> =>
      opened(database, () => 1_800_000_000_000).then(
        async (at) => {
          await at.crash();
          return 'started';
        },
        (error: Error) => error.message,
      );
    const { seq, record } = (await changed((store) =>
      store.first<{ seq: bigint; record: Uint8Array }>('SELECT * FROM exchange_journal ORDER BY seq DESC LIMIT 1'),
    ))!;
    const decoded = decodeRecord(record);
    const bent = encodeRecord(
      {
        ...decoded,
        entries: decoded.entries.map((entry) => ({ ...entry, command: place(ALICE, 'sell', 2000, 20_000) })),
      },
      prevOf(record),
    );
    const set = (bytes: Uint8Array) => (store: Store) =>
      store.run('UPDATE exchange_journal SET record = ? WHERE seq = ?', [bytes, seq]);
    await changed(set(bent));
    expect(await refused()).toMatch(/^The commands up to 5 lead to something else than they did\. Start the version/);
    await changed(set(record));
    const snapshot = (await changed((store) =>
      store.first<{ seq: bigint; ts: bigint; hash: string; state: Uint8Array }>('SELECT * FROM exchange_snapshot'),
    ))!;
    const other = Uint8Array.from(snapshot.state);
    other[other.length - 1]! ^= 1;
    await changed((store) => store.run('UPDATE exchange_snapshot SET state = ?', [other]));
    expect(await refused()).toMatch(/^The journal is damaged \(the snapshot does not match its hash\)/);
    await changed((store) => store.run('DELETE FROM exchange_snapshot'));
    expect(await refused()).toMatch(/^The journal is damaged \(rows end at command 1, and no snapshot is before\)/);
    await changed((store) =>
      store.run('INSERT INTO exchange_snapshot (seq, ts, hash, state) VALUES (?, ?, ?, ?)', [
        snapshot.seq,
        snapshot.ts,
        snapshot.hash,
        snapshot.state,
      ]),
    );
    expect(await refused()).toBe('started');
  });

  it(
    'are completed by the next start when one was interrupted on a full disk',
    { timeout: 60_000 },
    async ({ skip }) => {
      const database = await databaseOf(kind, server, skip);
      const first = await opened(database, () => 1_800_000_000_000);
      await first.sequencer.submit(credit(ALICE, USDT, 1_000n * COIN));
      await Promise.all(
        Array.from({ length: 900 }, (_, n) =>
          first.sequencer.submit(place(ALICE, 'buy', 1_000 + (n % 100), 10_000, { clientNo: `n${n}` })),
        ),
      );
      // How far rows are behind after a crowd depends on the disk; alone, each command is one more, up to sixteen.
      const behind = async (): Promise<number> => {
        const { rows, journal: last } = await reached(first.store);
        return last - rows;
      };
      // From the end of a batch on, so that none is being written while the process crashes.
      let hasEnded = false;
      for (let n = 900; n < 990; n++) {
        const far = await behind();
        hasEnded ||= far < 8;
        if (hasEnded && far >= 8) break;
        await first.sequencer.submit(place(ALICE, 'buy', 1_000, 10_000, { clientNo: `n${n}` }));
      }
      const { rows, journal } = await reached(first.store);
      expect(journal - rows).toBeGreaterThanOrEqual(8);
      await first.crash();
      const full = (store: Store): Store =>
        Object.assign(Object.create(store) as Store, {
          ...Object.fromEntries(
            (['all', 'first', 'each', 'run', 'many', 'transaction', 'close'] as const).map((name) => [
              name,
              store[name].bind(store),
            ]),
          ),
          batch: (steps: Parameters<Store['batch']>[0]) =>
            steps.some(([sql]) => sql.includes('exchange_answer'))
              ? Promise.reject(new Error('SQLITE_FULL: database or disk is full'))
              : store.batch(steps),
        });
      await expect(opened(database, () => 1_800_000_000_000, { wrap: full })).rejects.toThrow('SQLITE_FULL');
      const second = await opened(database, () => 1_800_000_000_000);
      expect(await reached(second.store)).toEqual({ rows: journal, journal });
      expect((await second.sequencer.queries.orderByClientNo(ALICE, 'n99'))?.status).toBeDefined();
      expect((await auditLedger(second.store)).faults).toEqual([]);
      await second.stop();
    },
  );
});
