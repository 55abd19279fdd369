// A start with a machine that followed: equal to a start from rows, or it is one.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Command } from '../../../server/exchange/command.ts';
import { type Machine, createMachine } from '../../../server/exchange/machine.ts';
import { journalTable } from '../../../server/sequencer/journal/journal-table.ts';
import { type WarmMachine, resume } from '../../../server/sequencer/resume.ts';
import { type Sequencer, createSequencer } from '../../../server/sequencer/sequencer.ts';
import type { Store } from '../../../server/store/store.ts';
import { type TestDatabase, databaseOf, postgresForFile } from '../../support/server/test-database.ts';
import { allKindsStream } from '../exchange/twins/random-commands-all.ts';
import { planOf, worldOf } from '../exchange/twins/random-scenario.ts';

const world = worldOf();
const server = postgresForFile();
let nowMs = 1_700_000_000_000;

/** A machine that follows the sequencer's commits until `stop`. */
class FollowingMachine implements WarmMachine {
  readonly machine: Machine = createMachine(world.instruments);
  seq = 0;
  isStopped = false;

  constructor(sequencer: Sequencer) {
    sequencer.onCommitted((outcomes, commands) => {
      if (!this.isStopped) this.apply(outcomes.map(({ seq, ts }, at) => ({ seq, ts, command: commands[at]! })));
    });
  }

  apply(entries: Parameters<WarmMachine['apply']>[0]): ReturnType<WarmMachine['apply']> {
    return entries.map(({ seq, ts, command }) => {
      this.seq = seq;
      return this.machine.apply({ seq, ts }, command);
    });
  }
}

function start(store: Store, warm: WarmMachine | null = null): Promise<Sequencer> {
  return createSequencer({
    store,
    warm,
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
async function followed(database: TestDatabase): Promise<{ warm: FollowingMachine; hash: string; seq: number }> {
  const store = await database.open();
  const sequencer = await start(store);
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

async function openAgain(database: TestDatabase): Promise<Store> {
  const store = await database.open();
  onTestFinished(() => store.close());
  return store;
}

describe.each(['SQLite', 'PostgreSQL'] as const)('a machine that followed, %s', (kind) => {
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
    const at = (seq: number): WarmMachine => ({ machine: warm.machine, seq, apply: () => [] });
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
    const bent: WarmMachine = {
      machine: warm.machine,
      get seq() {
        return warm.seq;
      },
      // Another amount of a credit changes no id.
      apply: (entries) =>
        warm.apply(
          entries.map((entry) =>
            entry.command.kind === 'credit'
              ? { ...entry, command: { ...entry.command, units: entry.command.units + 1n } }
              : entry,
          ),
        ),
    };
    const store = await openAgain(database);
    expect(await resume(store, journalTable(store), bent)).toBeNull();
  });

  it('is left aside for the rows when it is refused', async ({ skip }) => {
    const database = await databaseOf(kind, server, skip);
    const { seq } = await followed(database);
    const other: WarmMachine = { machine: createMachine(world.instruments), seq, apply: () => [] };
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
});
