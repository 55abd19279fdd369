// The thread that writes rows: it ends, finds the disk full, falls behind, and has others write beside it.
import { copyFileSync, cpSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CODE } from '../../../../core/errors/errors.ts';
import { openJournalLog } from '../../../../server/sequencer/journal/journal-log.ts';
import { decodeRecord, encodeRecord, prevOf } from '../../../../server/sequencer/journal/record-codec.ts';
import { auditLedger } from '../../../../server/sequencer/ledger-audit.ts';
import { MAX_UNWRITTEN, type StartRowWriter } from '../../../../server/sequencer/committer.ts';
import { BATCH_COMMANDS } from '../../../../server/sequencer/projection/projection.ts';
import { rowsOnThisThread } from '../../../../server/sequencer/projection/rows-on-this-thread.ts';
import { rowsOnThread } from '../../../../server/sequencer/projection/rows-thread.ts';
import { type Sequencer, createSequencer } from '../../../../server/sequencer/sequencer.ts';
import { LogCursor } from '../../../../server/store/log/log-cursor.ts';
import { openSqlite } from '../../../../server/store/sqlite/sqlite-store.ts';
import { WriteLock } from '../../../../server/store/sqlite/write-lock.ts';
import type { GuestAccess, SharedWrites, Store } from '../../../../server/store/store.ts';
import { ALICE, BOB, BTC, COIN, USDT, credit, place, testInstruments } from '../../../support/exchange/spot-fixture.ts';
import { dataFolder } from '../../../support/server/data-folder.ts';
import { ownJournalOf } from '../../../support/server/own-journal.ts';
import { threadForFile } from '../../../support/server/thread-for-file.ts';
import { withMoney } from './projection-fixture.ts';

/** Of 6 000 commands each, until the logs are seen not to grow with them. */
const MAX_ROUNDS = 32;
const { thread } = threadForFile({ 'lock-thread': 'tests/server/sequencer/journal/lock-thread-child.ts' });

interface Opened {
  store: Store;
  sequencer: Sequencer;
  shared: SharedWrites;
  reports: string[];
}

async function opened(dataDir: string, wrap = (start: StartRowWriter): StartRowWriter => start): Promise<Opened> {
  const store = await openSqlite(dataDir);
  onTestFinished(() => store.close());
  const shared = store.share!();
  const instruments = testInstruments();
  const reports: string[] = [];
  const infos = instruments.map(({ info }) => info);
  const sequencer = await createSequencer({
    store,
    instruments,
    now: () => 1_800_000_000_000,
    rowWriting: { logDir: dataDir, startRows: wrap(rowsOnThread(thread(), { logDir: dataDir, infos, shared })) },
    report: (what, error) => reports.push(`${what} ${String(error)}`),
  });
  return { store, sequencer, shared, reports };
}

async function stop({ sequencer, store }: Opened): Promise<void> {
  await sequencer.close();
  await store.close();
}

/** How far below this thread the priorities of all threads of this process are; threads may end meanwhile. */
function yielding(): number[] {
  return readdirSync('/proc/self/task').flatMap((id) => {
    try {
      const fields = readFileSync(`/proc/self/task/${id}/stat`, 'latin1').split(') ')[1]!.split(' ');
      return [Number(fields[16]) - getPriority()];
    } catch {
      return [];
    }
  });
}

const order = (n: number) => place(ALICE, n % 2 ? 'buy' : 'sell', 2_000 + (n % 7), 10_000, { clientNo: `n${n}` });

async function rowsSeq(store: Store): Promise<number> {
  const row = await store.first<{ value: bigint }>("SELECT value FROM exchange_counter WHERE name = 'seq'");
  return Number(row?.value ?? 0n);
}

describe('the thread that writes rows', () => {
  it.skipIf(process.platform !== 'linux')('alone gives way to the others where processors are short', async () => {
    expect(new Set(yielding())).toEqual(new Set([0]));
    const at = await withMoney(await opened(dataFolder()));
    await at.sequencer.projected(ALICE);
    expect(yielding().filter((by) => by !== 0)).toEqual([5]);
    await stop(at);
  });

  it('has written everything when the exchange has ended in order', async () => {
    const dataDir = dataFolder();
    const at = await withMoney(await opened(dataDir));
    await Promise.all(Array.from({ length: 3_000 }, (_, n) => at.sequencer.submit(order(n))));
    await at.sequencer.close();
    expect(await rowsSeq(at.store)).toBe(at.sequencer.seq());
    expect((await auditLedger(at.store)).faults).toEqual([]);
    await at.store.close();
  });

  it('L12 that ends by itself ends the exchange: a reader and the next command are refused', async () => {
    const dataDir = dataFolder();
    const broken = new URL('data:text/javascript,setTimeout(() => process.exit(3), 300)');
    const store = await openSqlite(dataDir);
    const instruments = testInstruments();
    const reports: string[] = [];
    const sequencer = await createSequencer({
      ...ownJournalOf({ where: dataDir }, store, instruments, broken),
      now: Date.now,
      report: (what, error) => reports.push(`${what} ${String(error)}`),
    });
    expect((await sequencer.submit(credit(ALICE, USDT, COIN))).seq).toBe(1);
    await expect(sequencer.queries.ledgerEntries(ALICE, { offset: 0, limit: 1 })).rejects.toThrow(/has ended/);
    expect(String(await sequencer.failed)).toMatch(/the thread that writes rows has ended/);
    expect((await sequencer.submit(credit(ALICE, USDT, COIN))).answer).toMatchObject({ code: CODE.busy });
    expect(sequencer.healthError()).not.toBeNull();
    expect(reports.join()).toContain('commit_failed');
    await sequencer.close();
    await store.close();
    // Nothing that was answered is lost.
    const again = await opened(dataDir);
    expect(again.sequencer.machine.balance(ALICE, 'spot', USDT).available).toBe(COIN);
    expect(await rowsSeq(again.store)).toBe(1);
    await stop(again);
  });

  it('L12 that finds the disk full ends the exchange with that reason, and the next start completes the rows', async () => {
    const dataDir = dataFolder();
    const at = await withMoney(await opened(dataDir));
    await at.sequencer.projected();
    // Nothing else fails for the thread alone.
    await at.store.run(
      "CREATE TRIGGER full_disk BEFORE INSERT ON exchange_answer BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
    );
    await Promise.all(Array.from({ length: BATCH_COMMANDS + 200 }, (_, n) => at.sequencer.submit(order(n))));
    expect(String(await at.sequencer.failed)).toContain('disk is full');
    const answered = at.sequencer.seq();
    await at.sequencer.close();
    await at.store.run('DROP TRIGGER full_disk');
    await at.store.close();
    const again = await opened(dataDir);
    expect(again.sequencer.seq()).toBe(answered);
    expect(await rowsSeq(again.store)).toBe(answered);
    expect((await auditLedger(again.store)).faults).toEqual([]);
    await stop(again);
  });

  it(
    `L15 may be ${MAX_UNWRITTEN} commands behind: the next group then waits for it`,
    { timeout: 180_000 },
    async () => {
      const at = await withMoney(await opened(dataFolder()));
      await at.sequencer.projected();
      // As a transaction that does not end.
      const lock = new WriteLock((at.shared.access as Extract<GuestAccess, { kind: 'sqlite' }>).lock);
      await lock.acquire();
      const before = at.sequencer.seq();
      const cancel = () => at.sequencer.submit({ kind: 'cancelAllSpot', uid: ALICE, coinInfoId: null });
      let answered = 0;
      const all = Promise.all(
        Array.from({ length: 400 }, async () => {
          for (let n = 0; n < 60; n += 1) {
            await cancel();
            answered += 1;
          }
        }),
      );
      // What was under way at the limit is committed, and nothing after it.
      let reached = 0;
      const hasStopped = (): boolean => {
        const seen = reached;
        reached = at.sequencer.seq();
        return reached === seen && reached - before >= MAX_UNWRITTEN;
      };
      await expect.poll(hasStopped, { timeout: 120_000, interval: 300 }).toBe(true);
      expect(reached - before).toBeLessThan(MAX_UNWRITTEN + 512);
      lock.release();
      await all;
      expect(answered).toBe(24_000);
      await stop(at);
      expect(at.reports).toEqual([]);
    },
  );

  it('lets services write in between, and none waits for longer than a few of its transactions', async () => {
    const at = await withMoney(await opened(dataFolder()));
    await at.store.run('CREATE TABLE beside (id BIGINT PRIMARY KEY)');
    const state = { isOver: false };
    const orders = Promise.all(Array.from({ length: 6_000 }, (_, n) => at.sequencer.submit(order(n)))).then(() =>
      at.sequencer.projected().then(() => {
        state.isOver = true;
      }),
    );
    let written = 0;
    while (!state.isOver) await at.store.run('INSERT INTO beside (id) VALUES (?)', [(written += 1)]);
    await orders;
    expect(written).toBeGreaterThan(10);
    const row = await at.store.first<{ n: bigint }>('SELECT COUNT(*) AS n FROM beside');
    expect(Number(row!.n)).toBe(written);
    expect((await auditLedger(at.store)).faults).toEqual([]);
    await stop(at);
  });

  it('keeps the log of the database and the journal small while they go on', { timeout: 240_000 }, async () => {
    const dataDir = dataFolder();
    const at = await withMoney(await opened(dataDir));
    const sizes: number[] = [];
    const most = (from: number, to: number): number => Math.max(...sizes.slice(from * sizes.length, to * sizes.length));
    // What a log takes until it is restarted is more where a checkpoint waits for a processor. One that is never
    // restarted is twice as large after twice as many rounds, however many these are.
    for (let round = 0; round < 8 || (round < MAX_ROUNDS && !(most(1 / 2, 1) < 1.5 * most(0, 1 / 2))); round += 1) {
      await Promise.all(
        Array.from({ length: 6_000 }, (_, n) =>
          at.sequencer.submit({ kind: 'cancelSpot', uid: ALICE, orderIds: [n + 1], clientNo: `${round} ${n}` }),
        ),
      );
      await at.sequencer.projected();
      const journal = readdirSync(join(dataDir, 'journal')).length;
      sizes.push(statSync(join(dataDir, 'exchange.db-wal')).size / 1e6 + journal);
    }
    expect(most(1 / 2, 1)).toBeLessThan(1.5 * most(0, 1 / 2));
    await stop(at);
  });
});

describe('a journal as a log', () => {
  it('L12 makes rows again that a power failure took back', async () => {
    const dataDir = dataFolder();
    const at = await withMoney(await opened(dataDir));
    await at.sequencer.projected();
    const before = await rowsSeq(at.store);
    // The database as it is on disk while later commits of rows are not.
    const lost = dataFolder();
    for (const file of ['exchange.db', 'exchange.db-wal']) copyFileSync(join(dataDir, file), join(lost, file));
    await Promise.all(Array.from({ length: 2_000 }, (_, n) => at.sequencer.submit(order(n))));
    await at.sequencer.projected();
    const [seq, hash] = [at.sequencer.seq(), at.sequencer.machine.stateHash()];
    expect(await rowsSeq(at.store)).toBe(seq);
    expect(seq - before).toBe(2_000);
    cpSync(join(dataDir, 'journal'), join(lost, 'journal'), { recursive: true });
    await stop(at);
    const again = await opened(lost);
    expect([await rowsSeq(again.store), again.sequencer.machine.stateHash()]).toEqual([seq, hash]);
    expect((await auditLedger(again.store)).faults).toEqual([]);
    await stop(again);
  });

  it('takes over the table of an earlier version or a backup, even after an interrupted attempt', async () => {
    const dataDir = dataFolder();
    const instruments = testInstruments();
    const store = await openSqlite(dataDir);
    const before = await createSequencer({
      store,
      instruments,
      now: () => 1_800_000_000_000,
      rowWriting: { logDir: null, startRows: rowsOnThisThread(store, instruments, null) },
    });
    for (const uid of [ALICE, BOB])
      for (const coinId of [USDT, BTC]) await before.submit(credit(uid, coinId, 1_000_000n * COIN));
    for (let n = 0; n < 30; n += 1) await before.submit(order(n));
    const [hash, seq] = [before.machine.stateHash(), before.seq()];
    expect(await rowsSeq(store)).toBeLessThan(seq);
    await store.close();
    // What an interrupted attempt may leave.
    const half = await openSqlite(dataDir);
    const failing: Store = Object.assign(Object.create(half) as Store, {
      all: half.all.bind(half),
      run: () => Promise.reject(new Error('the power is cut')),
    });
    await expect(openJournalLog(dataDir, failing)).rejects.toThrow('the power is cut');
    await half.close();
    const at = await opened(dataDir);
    expect(at.sequencer.seq()).toBe(seq);
    expect(await rowsSeq(at.store)).toBe(seq);
    expect(at.sequencer.machine.stateHash()).toBe(hash);
    expect(await at.store.all('SELECT seq FROM exchange_journal')).toEqual([]);
    expect((await at.sequencer.journal.read(1, 1_000)).length).toBe(seq);
    await at.sequencer.submit(order(31));
    await stop(at);
    const again = await opened(dataDir);
    expect((await again.sequencer.queries.orderByClientNo(ALICE, 'n31'))?.clientNo).toBe('n31');
    await stop(again);
  });

  it('L12 ends the start when a record leads to something else than it did, is missing, or is behind the rows', async () => {
    const harm = async (work: (records: { number: number; bytes: Uint8Array }[]) => void): Promise<string> => {
      const dataDir = dataFolder();
      const at = await withMoney(await opened(dataDir));
      await at.sequencer.submit(place(ALICE, 'sell', 2000, 10_000, { clientNo: 'a' }));
      await at.store.close();
      const cursor = new LogCursor(join(dataDir, 'journal'), 0);
      const records = cursor.read(Infinity);
      cursor.close();
      work(records);
      const store = await openSqlite(dataDir);
      onTestFinished(() => store.close());
      for (const { number, bytes } of records)
        await store.run('INSERT INTO exchange_journal (seq, ts, record) VALUES (?, 0, ?)', [number, bytes]);
      await (await openJournalLog(dataDir, store)).close();
      await store.close();
      return opened(dataDir).then(
        async (started) => {
          await stop(started);
          return 'started';
        },
        (error: Error) => error.message,
      );
    };
    expect(await harm(() => undefined)).toBe('started');
    expect(
      await harm((records) => {
        const last = records.at(-1)!;
        const decoded = decodeRecord(last.bytes);
        const entries = decoded.entries.map((entry) => ({ ...entry, command: place(ALICE, 'sell', 2000, 20_000) }));
        last.bytes = encodeRecord({ ...decoded, entries }, prevOf(last.bytes));
      }),
    ).toMatch(/lead to something else than they did/);
    expect(await harm((records) => records.splice(2, 1))).toMatch(
      /^The journal is damaged \(record \d+ does not follow/,
    );
  });
});

describe('the lock between two threads', () => {
  it('is free again when the other thread was ended while it held it', async () => {
    const lock = new WriteLock();
    const other = new Worker(
      `const { workerData } = require('node:worker_threads');
       Atomics.store(new Int32Array(workerData), 0, 1);
       setInterval(() => undefined, 1000);`,
      { eval: true, workerData: lock.buffer },
    );
    await expect.poll(() => new Int32Array(lock.buffer)[0]).toBe(1);
    const mine = lock.acquire();
    await other.terminate();
    lock.reset();
    await mine;
    lock.release();
  });

  it('is held by one at a time, and neither waits for long', async () => {
    const lock = new WriteLock();
    const counter = new Int32Array(new SharedArrayBuffer(12));
    const worker = new Worker(new URL('./lock-thread.mjs', thread()), {
      workerData: { buffer: lock.buffer, counter, turns: 2_000, leastOwn: 200 },
    });
    const ended = new Promise((resolve) => {
      worker.on('exit', resolve);
    });
    let own = 0;
    const state = { isOver: false };
    void ended.then(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      await lock.acquire();
      counter[0]! += 1;
      if (counter[0] !== 1) counter[1]! += 1;
      await Promise.resolve();
      counter[0]! -= 1;
      lock.release();
      counter[2] = own += 1;
      if (own % 50 === 0)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
    }
    // The other one goes on until this one has had its turns beside it.
    expect([...counter]).toEqual([0, 0, own]);
  });
});
