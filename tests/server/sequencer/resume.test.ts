// A start with a machine that followed: equal to a start from rows, or it is one.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Command } from '../../../server/exchange/command.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import { journalTable } from '../../../server/sequencer/journal/journal-table.ts';
import { type WarmMachine, resume } from '../../../server/sequencer/resume.ts';
import { auditLedger } from '../../../server/sequencer/ledger-audit.ts';
import { isNamed } from '../../../server/sequencer/projector.ts';
import { RecentCommands } from '../../../server/sequencer/projection/recent-commands.ts';
import { rowsOnThisThread } from '../../../server/sequencer/projection/rows-on-this-thread.ts';
import { type RowWriting, type Sequencer, createSequencer } from '../../../server/sequencer/sequencer.ts';
import type { Store } from '../../../server/store/store.ts';
import { type TestDatabase, databaseOf, postgresForFile } from '../../support/server/test-database.ts';
import { allKindsStream } from '../exchange/twins/random-commands-all.ts';
import { planOf, worldOf } from '../exchange/twins/random-scenario.ts';

const world = worldOf();
const server = postgresForFile();
let nowMs = 1_700_000_000_000;

/** A machine that follows the sequencer's commits until `stop`. */
class FollowingMachine implements WarmMachine {
  readonly machine: Machine = new Machine(world.instruments);
  seq = 0;
  epoch = 0;
  isStopped = false;
  readonly #recent = new RecentCommands();

  constructor(sequencer: Sequencer) {
    this.#recent.begin(0);
    sequencer.onCommitted((outcomes, commands) => {
      if (!this.isStopped) this.apply(outcomes.map(({ seq, ts }, at) => ({ seq, ts, command: commands[at]! })));
    });
  }

  apply(entries: Parameters<WarmMachine['apply']>[0]): ReturnType<WarmMachine['apply']> {
    return entries.map(({ seq, ts, command }) => {
      this.seq = seq;
      const outcome = this.machine.apply({ seq, ts }, command);
      this.#recent.add({ command, outcome });
      return outcome;
    });
  }

  appliedAfter(seq: number): ReturnType<WarmMachine['appliedAfter']> {
    return this.#recent.after(seq);
  }
}

/** `warm` with other answers. */
function changed(warm: WarmMachine, changes: Partial<Pick<WarmMachine, 'apply' | 'appliedAfter'>>): WarmMachine {
  return {
    machine: warm.machine,
    epoch: warm.epoch,
    get seq() {
      return warm.seq;
    },
    apply: (entries) => warm.apply(entries),
    appliedAfter: (seq) => warm.appliedAfter(seq),
    ...changes,
  };
}

/** Rows that follow the journal, which is a table as in a cluster. */
function rowWriting(store: Store): RowWriting {
  return { logDir: null, startRows: rowsOnThisThread(store, world.instruments, null) };
}

/** Nothing writes rows, as in a process that was killed before it did. */
const WITHOUT_ROWS: RowWriting = {
  logDir: null,
  startRows: () => ({ advance: () => undefined, close: () => Promise.resolve() }),
};

function start(
  store: Store,
  warm: WarmMachine | null = null,
  rows: RowWriting | undefined = undefined,
): Promise<Sequencer> {
  return createSequencer({
    store,
    warm,
    ...(rows && { rowWriting: rows }),
    instruments: world.instruments,
    now: () => (nowMs += 25),
    defersBots: false,
    report: (_, error) => {
      throw error;
    },
  });
}

async function submitAll(sequencer: Sequencer, seed: number, count: number): Promise<void> {
  const all: Promise<unknown>[] = [];
  for (const command of allKindsStream(seed, planOf(count, world), sequencer.machine)) {
    all.push(sequencer.submit(command as Command));
    if (all.length % 20 === 0) await all.at(-1);
  }
  await Promise.all(all);
}

/** A first life with 300 commands, of which the machine followed the first 200. */
async function followed(
  database: TestDatabase,
  rows?: RowWriting,
): Promise<{ warm: FollowingMachine; hash: string; seq: number }> {
  const store = await database.open();
  const sequencer = await start(store, null, rows);
  const warm = new FollowingMachine(sequencer);
  await submitAll(sequencer, 21, 200);
  warm.isStopped = true;
  await submitAll(sequencer, 22, 100);
  const hash = sequencer.machine.stateHash();
  await sequencer.close();
  await store.close();
  expect(sequencer.seq() - warm.seq).toBeGreaterThan(60);
  return { warm, hash, seq: sequencer.seq() };
}

it('a machine that followed a later owner is refused: an older state was restored', async ({ skip }) => {
  const database = await databaseOf('PostgreSQL', server, skip);
  const { warm, seq } = await followed(database);
  const store = await openAgain(database);
  warm.epoch = store.epoch!;
  const second = await start(store, warm);
  expect([second.wasWarm, second.seq()]).toEqual([false, seq]);
  await second.close();
});

async function openAgain(database: TestDatabase): Promise<Store> {
  const store = await database.open();
  onTestFinished(() => store.close());
  return store;
}

describe.each(['SQLite', 'PostgreSQL'] as const)('a machine that followed, %s', { timeout: 180_000 }, (kind) => {
  it('catches up from the journal, and what it writes is what a start from rows reads', async ({ skip }) => {
    const database = await databaseOf(kind, server, skip);
    const { warm, hash } = await followed(database);
    const store = await database.open();
    const second = await start(store, warm);
    expect([second.wasWarm, second.machine.stateHash()]).toEqual([true, hash]);
    await submitAll(second, 23, 200);
    await second.submit({ kind: 'restart', uid: 1 }); // no row has bots' orders
    const end = second.machine.stateHash();
    await second.close();
    await store.close();
    const third = await start(await openAgain(database));
    expect([third.wasWarm, third.seq(), third.machine.stateHash()]).toEqual([false, second.seq(), end]);
    await third.close();
  });

  it('is refused when the journal does not reach back to it, is damaged, or counts other ids', async ({ skip }) => {
    const database = await databaseOf(kind, server, skip);
    const { warm, seq: last } = await followed(database);
    const store = await openAgain(database);
    const at = (seq: number): WarmMachine => ({
      machine: warm.machine,
      epoch: warm.epoch,
      seq,
      apply: () => [],
      appliedAfter: () => null,
    });
    // It claims to have applied all, and has the ids of an earlier command.
    expect(await resume(store, journalTable(store), at(last))).toBeNull();
    await store.run('UPDATE exchange_journal SET record = ? WHERE seq = (SELECT MAX(seq) FROM exchange_journal)', [
      new Uint8Array([1, 2, 3]),
    ]);
    expect(await resume(store, journalTable(store), at(warm.seq))).toBeNull();
    await store.run('DELETE FROM exchange_journal WHERE seq <= ?', [warm.seq + 50]);
    expect(await resume(store, journalTable(store), at(warm.seq))).toBeNull();
    await store.run('DELETE FROM exchange_journal');
    expect(await resume(store, journalTable(store), at(warm.seq))).toBeNull();
  });

  it('is refused when the commands lead to other outcomes than they did', async ({ skip }) => {
    const database = await databaseOf(kind, server, skip);
    const { warm } = await followed(database);
    // Another amount of a credit changes no id.
    const bent = changed(warm, {
      apply: (entries) =>
        warm.apply(
          entries.map((entry) =>
            entry.command.kind === 'credit'
              ? { ...entry, command: { ...entry.command, units: entry.command.units + 1n } }
              : entry,
          ),
        ),
    });
    const store = await openAgain(database);
    expect(await resume(store, journalTable(store), bent)).toBeNull();
  });

  it('is left aside for the rows when it is refused', async ({ skip }) => {
    const database = await databaseOf(kind, server, skip);
    const { seq } = await followed(database);
    const other: WarmMachine = {
      machine: new Machine(world.instruments),
      epoch: 0,
      seq,
      apply: () => [],
      appliedAfter: () => null,
    };
    const store = await database.open();
    const second = await start(store, other);
    expect(second.wasWarm).toBe(false);
    await second.submit({ kind: 'restart', uid: 1 });
    const hash = second.machine.stateHash();
    await second.close();
    await store.close();
    const third = await start(await openAgain(database));
    expect(third.machine.stateHash()).toBe(hash);
    await third.close();
  });

  it('L11 L15 goes on while rows are behind: retries get their first answers, rows are as of any other end', async ({
    skip,
  }) => {
    const database = await databaseOf(kind, server, skip);
    const { warm, hash, seq } = await followed(database, WITHOUT_ROWS);
    const store = await database.open();
    const second = await start(store, warm, rowWriting(store));
    expect([second.wasWarm, second.machine.stateHash()]).toEqual([true, hash]);
    const named = warm.appliedAfter(0)!.filter(({ command }) => isNamed(command));
    expect(named.length).toBeGreaterThan(20);
    for (const { command, outcome } of named) {
      const again = await second.submit(command);
      expect([again.seq, again.answer, again.events]).toEqual([outcome.seq, outcome.answer, []]);
    }
    // A reader of one user's rows gets them, however early.
    const { uid } = named.at(-1)!.command;
    await second.projected(uid);
    const last = named.findLast(({ command }) => command.uid === uid)!.outcome.seq;
    expect(await store.first('SELECT seq FROM exchange_answer WHERE uid = ? AND seq = ?', [uid, last])).toEqual({
      seq: BigInt(last),
    });
    await second.projected();
    expect(second.rowsSeq()).toBeGreaterThanOrEqual(seq);
    for (const { command, outcome } of named)
      expect((await second.submit(command)).answer, 'from the store').toEqual(outcome.answer);
    await submitAll(second, 23, 200);
    await second.submit({ kind: 'restart', uid: 1 }); // no row has bots' orders
    const end = second.machine.stateHash();
    await second.close();
    expect((await auditLedger(store)).faults).toEqual([]);
    await store.close();
    const third = await start(await openAgain(database));
    expect([third.wasWarm, third.seq(), third.machine.stateHash()]).toEqual([false, second.seq(), end]);
    await third.close();
  });

  it('is refused while rows are behind what it has applied itself, or no snapshot leads to them', async ({ skip }) => {
    const database = await databaseOf(kind, server, skip);
    const { warm } = await followed(database, WITHOUT_ROWS);
    const store = await openAgain(database);
    const resumed = (appliedAfter: WarmMachine['appliedAfter']): ReturnType<typeof resume> =>
      resume(store, journalTable(store), changed(warm, { appliedAfter }));
    expect(await resumed(() => null)).toBeNull();
    const recent: WarmMachine['appliedAfter'] = (seq) => warm.appliedAfter(seq);
    expect((await resumed(recent))?.rows.snapshotSeq).toBe(0);
    await store.run('DELETE FROM exchange_journal WHERE seq = (SELECT MIN(seq) FROM exchange_journal)');
    expect(await resumed(recent)).toBeNull();
    await store.run('DELETE FROM exchange_snapshot');
    expect(await resumed(recent)).toBeNull();
  });
});
