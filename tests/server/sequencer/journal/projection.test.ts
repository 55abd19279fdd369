// Rows that follow a journal in a table: how far behind, and a start that finds damage or a full disk.
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../../server/exchange/command.ts';
import { decodeRecord, encodeRecord, prevOf } from '../../../../server/sequencer/journal/record-codec.ts';
import { auditLedger } from '../../../../server/sequencer/ledger-audit.ts';
import { LONGEST_BEHIND_MS } from '../../../../server/sequencer/committer.ts';
import { BATCH_COMMANDS } from '../../../../server/sequencer/projection/projection.ts';
import type { Store } from '../../../../server/store/store.ts';
import { ALICE, BOB, BTC, COIN, USDT, credit, place } from '../../../support/exchange/spot-fixture.ts';
import { STORE_KINDS, databaseOf, postgresForFile } from '../../../support/server/test-database.ts';
import { opened, reached } from './projection-fixture.ts';

const server = postgresForFile();

/** The store with batches of another kind. */
function wrapped(store: Store, batch: Store['batch']): Store {
  return Object.assign(Object.create(store) as Store, {
    ...Object.fromEntries(
      (['all', 'first', 'each', 'run', 'many', 'transaction', 'close'] as const).map((name) => [
        name,
        store[name].bind(store),
      ]),
    ),
    batch,
  });
}

describe.each(STORE_KINDS)('rows that follow the journal on %s', (kind) => {
  it(
    `are requested after ${BATCH_COMMANDS} commands and after ${LONGEST_BEHIND_MS} ms`,
    { timeout: 180_000 },
    async ({ skip }) => {
      const clock = { ms: 1_800_000_000_000 };
      const at = await opened(await databaseOf(kind, server, skip), () => clock.ms);
      const submit = () => at.sequencer.submit({ kind: 'cancelAllSpot', uid: ALICE, coinInfoId: null });
      for (let n = 1; n < BATCH_COMMANDS; n += 1) await submit();
      expect(await reached(at)).toEqual({ rows: 0, journal: BATCH_COMMANDS - 1 });
      await submit();
      await expect.poll(async () => (await reached(at)).rows).toBe(BATCH_COMMANDS);
      await submit();
      expect((await reached(at)).rows).toBe(BATCH_COMMANDS);
      clock.ms += LONGEST_BEHIND_MS;
      await submit();
      await expect.poll(async () => (await reached(at)).rows).toBe(at.sequencer.seq());
      await at.stop();
    },
  );

  it('catch up when they are requested for all, and in a cluster after a second', async ({ skip }) => {
    const clock = { ms: 1_800_000_000_000 };
    const now = (): number => clock.ms;
    const at = await opened(await databaseOf(kind, server, skip), now, { defersBots: false });
    const submit = () => at.sequencer.submit({ kind: 'cancelAllSpot', uid: ALICE, coinInfoId: null });
    for (let n = 0; n < 3; n += 1) await submit();
    expect([at.sequencer.seq(), at.sequencer.rowsSeq()]).toEqual([3, 0]);
    at.sequencer.catchUpRows();
    await expect.poll(() => at.sequencer.rowsSeq()).toBe(3);
    await submit();
    clock.ms += 999;
    await submit();
    expect((await reached(at)).rows).toBe(3);
    clock.ms += 1;
    await submit();
    await expect.poll(() => at.sequencer.rowsSeq()).toBe(6);
    expect((await reached(at)).rows).toBe(6);
    await at.stop();
  });

  it('are written in few transactions while commits outrun them', { timeout: 180_000 }, async ({ skip }) => {
    let transactions = 0;
    const slow = (store: Store): Store =>
      wrapped(store, async (steps) => {
        if (steps.some(([sql]) => sql.includes('exchange_answer'))) {
          transactions += 1;
          await pause(100);
        }
        await store.batch(steps);
      });
    const at = await opened(await databaseOf(kind, server, skip), () => 1_800_000_000_000, { wrap: slow });
    await at.sequencer.submit(credit(ALICE, USDT, 1_000n * COIN));
    const commands = 3 * BATCH_COMMANDS;
    for (let n = 0; n < commands; n += 1)
      await at.sequencer.submit(place(ALICE, 'buy', 1_000, 1, { clientNo: `n${n}`, tif: 'IOC' }));
    await at.sequencer.projected();
    expect((await reached(at)).rows).toBe(at.sequencer.seq());
    // Whole batches, and one that the reader waited for.
    expect(transactions).toBeLessThanOrEqual(commands / BATCH_COMMANDS + 1);
    await at.stop();
  });

  it('L12 L15 ends the start when a command leads to something else than it did, or the snapshot is changed', async ({
    skip,
  }) => {
    const database = await databaseOf(kind, server, skip);
    const first = await opened(database, () => 1_800_000_000_000);
    for (const uid of [ALICE, BOB])
      for (const coinId of [USDT, BTC]) await first.sequencer.submit(credit(uid, coinId, 1_000n * COIN));
    await first.sequencer.submit(place(ALICE, 'sell', 2000, 10_000, { clientNo: 'a' }));
    expect((await reached(first)).rows).toBe(0);
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
    const bentTo = (command: Command): Uint8Array =>
      encodeRecord({ ...decoded, entries: decoded.entries.map((entry) => ({ ...entry, command })) }, prevOf(record));
    const set = (bytes: Uint8Array) => (store: Store) =>
      store.run('UPDATE exchange_journal SET record = ? WHERE seq = ?', [bytes, seq]);
    await changed(set(bentTo(place(ALICE, 'sell', 2000, 20_000))));
    expect(await refused()).toMatch(/^The commands up to 5 lead to something else than they did\. Start the version/);
    // A kind that only another version has.
    await changed(set(bentTo({ kind: 'later', uid: ALICE } as unknown as Command)));
    expect(await refused()).toMatch(/^The command 5 cannot be applied \(.*\)\. Start the version that wrote/);
    await changed(set(record));
    const snapshot = (await changed((store) =>
      store.first<{ seq: bigint; ts: bigint; hash: string; state: Uint8Array }>('SELECT * FROM exchange_snapshot'),
    ))!;
    const other = Uint8Array.from(snapshot.state);
    other[other.length - 1]! ^= 1;
    await changed((store) => store.run('UPDATE exchange_snapshot SET state = ?', [other]));
    expect(await refused()).toMatch(/^The journal is damaged \(the snapshot does not match its hash\)/);
    await changed((store) => store.run('DELETE FROM exchange_snapshot'));
    expect(await refused()).toMatch(/^The database of the journal is gone, or empty; bring it back/);
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
    { timeout: 180_000 },
    async ({ skip }) => {
      const database = await databaseOf(kind, server, skip);
      const first = await opened(database, () => 1_800_000_000_000);
      await first.sequencer.submit(credit(ALICE, USDT, 1_000n * COIN));
      await Promise.all(
        Array.from({ length: 900 }, (_, n) =>
          first.sequencer.submit(place(ALICE, 'buy', 1_000 + (n % 100), 10_000, { clientNo: `n${n}` })),
        ),
      );
      await first.sequencer.projected();
      for (let n = 900; n < 920; n++)
        await first.sequencer.submit(place(ALICE, 'buy', 1_000, 10_000, { clientNo: `n${n}` }));
      const { rows, journal } = await reached(first);
      expect(journal - rows).toBe(20);
      await first.crash();
      const full = (store: Store): Store =>
        wrapped(store, (steps) =>
          steps.some(([sql]) => sql.includes('exchange_answer'))
            ? Promise.reject(new Error('SQLITE_FULL: database or disk is full'))
            : store.batch(steps),
        );
      await expect(opened(database, () => 1_800_000_000_000, { wrap: full })).rejects.toThrow('SQLITE_FULL');
      const second = await opened(database, () => 1_800_000_000_000);
      expect(await reached(second)).toEqual({ rows: journal, journal });
      expect((await second.sequencer.queries.orderByClientNo(ALICE, 'n99'))?.status).toBeDefined();
      expect((await auditLedger(second.store)).faults).toEqual([]);
      await second.stop();
    },
  );
});
