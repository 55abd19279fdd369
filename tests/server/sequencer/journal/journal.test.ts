// The journal on both stores: dense, as listeners got it, replayed to the same state, and damage ends the start.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../../server/exchange/command.ts';
import { EXCHANGE_UID } from '../../../../server/exchange/command.ts';
import { Machine } from '../../../../server/exchange/machine.ts';
import { JOURNAL_LENGTH } from '../../../../server/sequencer/journal/journal.ts';
import type { JournalEntry } from '../../../../server/sequencer/journal/record-codec.ts';
import { type Sequencer, createSequencer } from '../../../../server/sequencer/sequencer.ts';
import type { Store } from '../../../../server/store/store.ts';
import { contractInstruments } from '../../../support/exchange/contract-fixture.ts';
import { contractStream } from '../../../support/exchange/random-contracts.ts';
import { ALICE, BOT, BTC, COIN, USDT, credit, place } from '../../../support/exchange/spot-fixture.ts';
import { STORE_KINDS, type TestDatabase, databaseOf, postgresForFile } from '../../../support/server/test-database.ts';

const server = postgresForFile();
const SEED = Number(process.env['JOURNAL_SEED'] ?? Date.now() % 1_000_000);

interface Opened {
  store: Store;
  sequencer: Sequencer;
  /** What listeners got. */
  published: JournalEntry[];
  stop: () => Promise<void>;
}

/** `stepMs`: what each reading of the clock moves it by; 0 makes whole groups. */
async function opened(
  database: TestDatabase,
  clock: { ms: number },
  stepMs = 40,
  withoutJournal: number | null = null,
): Promise<Opened> {
  const store = await database.open();
  try {
    const sequencer = await createSequencer({
      store,
      instruments: contractInstruments(),
      now: () => (clock.ms += stepMs),
      withoutJournal,
    });
    const published: JournalEntry[] = [];
    sequencer.onCommitted((outcomes, commands) => {
      outcomes.forEach(({ seq, ts }, at) => published.push({ seq, ts, command: commands[at]! }));
    });
    const stop = async (): Promise<void> => {
      await sequencer.close();
      await store.close();
    };
    return { store, sequencer, published, stop };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function wholeJournal({ journal }: Sequencer, fromSeq = 1): Promise<JournalEntry[]> {
  const all: JournalEntry[] = [];
  for (;;) {
    const some = await journal.read(fromSeq + all.length, 500);
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const clockAt = () => ({ ms: 1_800_000_000_000 });

async function live({ sequencer }: Opened, seed: number, commands: number): Promise<void> {
  for (const command of contractStream(seed, commands, {
    lastContractId: () => sequencer.machine.counters().contractId,
    botOrders: (coinInfoId) => sequencer.machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
  }))
    await sequencer.submit(command);
}

describe.each(STORE_KINDS)(`the journal on %s (seed ${SEED})`, (kind) => {
  it(
    'L14 has every command as listeners got it, and replays to the state of the machine over starts',
    { timeout: 180_000 },
    async ({ skip }) => {
      const database = await databaseOf(kind, server, skip);
      const clock = clockAt();
      const replica = new Machine(contractInstruments());
      let replayed = 0;
      const published: JournalEntry[] = [];
      for (let life = 0; life < 3; life += 1) {
        const at = await opened(database, clock);
        await live(at, SEED + life, 250);
        // A beat's commit has all that bots did before it.
        await at.sequencer.submit({ kind: 'clock', uid: EXCHANGE_UID });
        published.push(...at.published);
        for (const { seq, ts, command } of await wholeJournal(at.sequencer, replayed + 1)) {
          expect(seq).toBe(replayed + 1);
          replica.apply({ seq, ts }, command);
          replayed = seq;
        }
        expect(replayed).toBe(at.sequencer.seq());
        expect(replica.counters()).toEqual(at.sequencer.machine.counters());
        expect(replica.stateHash(), `life ${life}`).toBe(at.sequencer.machine.stateHash());
        await at.stop();
      }
      const at = await opened(database, clock);
      expect(await wholeJournal(at.sequencer)).toStrictEqual(published);
      // Each start but the first ends what bots had in the books.
      expect(published.filter(({ command }) => command.kind === 'restart')).toHaveLength(2);
      await at.stop();
    },
  );

  it('S15 has the secret of a beat that counted, and never that of a refused one', async ({ skip }) => {
    const at = await opened(await databaseOf(kind, server, skip), clockAt());
    const secret = 'ab'.repeat(32);
    const { answer } = await at.sequencer.submit({ kind: 'clock', uid: EXCHANGE_UID, secret });
    expect(answer).toHaveProperty('code');
    expect(await wholeJournal(at.sequencer)).toEqual([
      expect.objectContaining({ seq: 1, command: { kind: 'clock', uid: EXCHANGE_UID, secret: '' } }),
    ]);
    expect(at.published[0]!.command).toEqual({ kind: 'clock', uid: EXCHANGE_UID, secret: '' });
    const replica = new Machine(contractInstruments());
    expect(replica.apply({ seq: 1, ts: 1 }, at.published[0]!.command).answer).toHaveProperty('code');
    await at.stop();
  });

  it('L14 keeps its end, and says so when asked for what was pruned', { timeout: 180_000 }, async ({ skip }) => {
    const at = await opened(await databaseOf(kind, server, skip), clockAt(), 0);
    const send = (count: number): Promise<unknown> =>
      Promise.all(
        Array.from({ length: count }, () =>
          at.sequencer.submit({ kind: 'cancelAllSpot', uid: ALICE, coinInfoId: null }),
        ),
      );
    const oldest = async (): Promise<number> =>
      Number((await at.store.first<{ n: bigint }>('SELECT MIN(seq) AS n FROM exchange_journal'))!.n);
    for (let sent = 0; sent < JOURNAL_LENGTH + 2_000; sent += 1_000) await send(1_000);
    // Records stay until the rows have followed them, and are removed with a later command.
    const length = async (): Promise<number> => {
      await send(200);
      return at.sequencer.seq() - (await oldest());
    };
    await expect.poll(length, { timeout: 30_000 }).toBeLessThan(JOURNAL_LENGTH + 600);
    const last = at.sequencer.seq();
    await expect(at.sequencer.journal.read(1, 10)).rejects.toThrow(/no command 1 any more/);
    expect((await wholeJournal(at.sequencer, last - JOURNAL_LENGTH + 600)).length).toBe(JOURNAL_LENGTH - 599);
    expect(await oldest()).toBeLessThanOrEqual(last - JOURNAL_LENGTH + 600);
    expect(await at.sequencer.journal.read(last + 1, 10)).toEqual([]);
    await at.stop();
  });

  it('L12 ends the start when a record is changed, missing, in another place, or more than the state', async ({
    skip,
  }) => {
    const database = await databaseOf(kind, server, skip);
    const first = await opened(database, clockAt());
    for (let at = 0; at < 6; at += 1) await first.sequencer.submit(credit(ALICE, USDT, COIN));
    await first.sequencer.submit(place(ALICE, 'buy', 2000, 1, { coinInfoId: BTC, clientNo: 'a' }));
    await first.stop();
    const rows = await (async () => {
      const store = await database.open();
      const found = await store.all<{ seq: bigint; ts: bigint; record: Uint8Array }>(
        'SELECT * FROM exchange_journal ORDER BY seq',
      );
      await store.close();
      return found;
    })();
    expect(rows.map(({ seq }) => Number(seq))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const changed = async (sql: string, params: (Uint8Array | bigint)[]): Promise<void> => {
      const store = await database.open();
      await store.run(sql, params);
      await store.close();
    };
    const refused = async (): Promise<string> =>
      opened(database, clockAt()).then(
        async (at) => {
          await at.stop();
          return 'started';
        },
        (error: Error) => error.message,
      );
    const insert = 'INSERT INTO exchange_journal (seq, ts, record) VALUES (?, ?, ?)';
    const set = 'UPDATE exchange_journal SET record = ? WHERE seq = ?';
    const drop = 'DELETE FROM exchange_journal WHERE seq = ?';
    for (const { seq, ts, record } of rows) {
      const bent = Uint8Array.from(record);
      bent[(Number(seq) * 31) % bent.length]! ^= 4;
      await changed(set, [bent, seq]);
      expect(await refused()).toMatch(/^The journal is damaged \(.*hash.*number \d\); restore a backup/);
      const later = Buffer.from(record);
      later[0] = 3;
      later.set(createHash('sha256').update(later.subarray(0, -32)).digest(), later.length - 32);
      await changed(set, [later, seq]);
      expect(await refused()).toMatch(/^The journal is of another version \(.*number \d\)\. Start the version that/);
      await changed(set, [rows[(Number(seq) + 2) % 7]!.record, seq]);
      expect(await refused()).toMatch(/not in its place/);
      await changed(drop, [seq]);
      // The oldest may have been pruned.
      expect(await refused()).toMatch(seq === 1n ? /^started$/ : /does not follow|ends at command 6, the state at 7/);
      await changed(insert, [seq, ts, record]);
    }
    expect(await refused()).toBe('started');
  });

  it('L12 ends the start when it is gone, unless the operator goes on after just the rows that there are', async ({
    skip,
  }) => {
    const database = await databaseOf(kind, server, skip);
    const first = await opened(database, clockAt());
    for (let at = 0; at < 3; at += 1) await first.sequencer.submit(credit(ALICE, USDT, COIN));
    await first.stop();
    await deleteAll(database, 'exchange_journal');
    for (const withoutJournal of [null, 2])
      await expect(opened(database, clockAt(), 40, withoutJournal)).rejects.toThrow(
        /^The journal is gone, .* after command 3, .* set WITHOUT_JOURNAL=3\. Nothing was changed$/,
      );
    const second = await opened(database, clockAt(), 40, 3);
    expect(second.sequencer.machine.balance(ALICE, 'spot', USDT).available).toBe(3n * COIN);
    await second.sequencer.submit(credit(ALICE, USDT, COIN));
    await second.stop();
    const third = await opened(database, clockAt());
    expect(third.sequencer.machine.balance(ALICE, 'spot', USDT).available).toBe(4n * COIN);
    await third.stop();
  });
});

async function deleteAll(database: TestDatabase, ...tables: string[]): Promise<void> {
  const store = await database.open();
  for (const table of tables) await store.run(`DELETE FROM ${table}`);
  await store.close();
}

describe('a database from before the journal', () => {
  it('opens, and has one from its next command on', async ({ skip }) => {
    const database = await databaseOf('SQLite', server, skip);
    const first = await opened(database, clockAt());
    await first.sequencer.submit(credit(ALICE, USDT, COIN));
    await first.stop();
    await deleteAll(database, 'exchange_journal', 'exchange_snapshot');
    const second = await opened(database, clockAt());
    expect(await second.sequencer.journal.read(2, 10)).toEqual([]);
    const next: Command = { kind: 'cancelAllSpot', uid: ALICE, coinInfoId: null };
    await second.sequencer.submit(next);
    expect((await second.sequencer.journal.read(2, 10)).map(({ command }) => command)).toEqual([
      { kind: 'restart', uid: EXCHANGE_UID },
      next,
    ]);
    await second.stop();
    await (await opened(database, clockAt())).stop();
  });
});
