// Completes the rows at a start: replays what the journal has after them, from the newest snapshot on.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { isBot } from '../../exchange/command.ts';
import { type Machine, createMachine } from '../../exchange/machine.ts';
import type { StoredState } from '../../exchange/restore-state.ts';
import type { Store } from '../../store/store.ts';
import type { AppliedCommand, Projector } from '../projector.ts';
import { damaged, recordsAfter } from './journal.ts';
import { NO_OUTCOMES, digestOutcome } from './outcome-digest.ts';
import type { IdCounters, JournalEntry, JournalRecord } from './record-codec.ts';
import { type Snapshot, readSnapshot } from './snapshot.ts';

/** Commands whose rows are written in one transaction. */
const BATCH_COMMANDS = 1_024;

/**
 * Writes the rows of all commands after `rowsSeq`; may be interrupted at any time, because each batch holds its
 * position. Returns the replayed machine. Throws Error, with a sentence for the operator, when a command leads to
 * something else than it did.
 */
export async function completeRows(
  store: Store,
  instruments: Instrument[],
  projector: Projector,
  rowsSeq: number,
): Promise<Machine> {
  const snapshot = await snapshotBefore(store, rowsSeq);
  const machine = createMachine(instruments);
  machine.restore(snapshot.state);
  let applied = snapshot.seq;
  let batch: AppliedCommand[] = [];
  for await (const record of recordsAfter(store, snapshot.seq)) {
    // A snapshot is written with a record: none begins before it.
    if (record.entries[0]!.seq !== applied + 1) throw damaged(`the command ${applied + 1} is missing`);
    const replayed = applyRecord(machine, record);
    const last = record.entries.at(-1)!;
    applied = last.seq;
    batch.push(...replayed.filter(({ outcome }) => outcome.seq > rowsSeq));
    if (batch.length < BATCH_COMMANDS) continue;
    await writeRows(store, projector, batch, last, record.counters);
    batch = [];
  }
  // The last records of the journal: their position is the machine's.
  const last = batch.at(-1);
  if (last) await writeRows(store, projector, batch, last.outcome, machine.counters());
  return machine;
}

async function snapshotBefore(store: Store, rowsSeq: number): Promise<Snapshot> {
  const snapshot = await readSnapshot(store).catch((error: unknown) => {
    throw damaged((error as Error).message);
  });
  if (!snapshot || snapshot.seq > rowsSeq) throw damaged(`rows end at command ${rowsSeq}, and no snapshot is before`);
  return snapshot;
}

function applyRecord(machine: Machine, { entries, counters, digest }: JournalRecord): AppliedCommand[] {
  let replayed = NO_OUTCOMES;
  const applied = entries.map(({ seq, ts, command }) => {
    const outcome = machine.apply({ seq, ts }, command);
    replayed = digestOutcome(replayed, outcome);
    return { command, outcome };
  });
  const own = machine.counters();
  const names = Object.keys(counters) as (keyof IdCounters)[];
  if ((digest !== null && replayed !== digest) || names.some((name) => own[name] !== counters[name]))
    throw new Error(
      `The commands up to ${entries.at(-1)!.seq} lead to something else than they did. ` +
        'Start the version that wrote them once more, and stop it in order; else restore a backup',
    );
  return applied;
}

async function writeRows(
  store: Store,
  projector: Projector,
  batch: readonly AppliedCommand[],
  { seq, ts }: Pick<JournalEntry, 'seq' | 'ts'>,
  counters: IdCounters,
): Promise<void> {
  // None has a receipt: rows with receipts are written with their record, because they cannot be signed again.
  projector.add(batch);
  await store.batch(await projector.steps(store, { ...counters, seq, ts }));
  projector.stored();
}

/**
 * Throws Error when the state that was read from rows has other money, orders or contracts than the replayed machine.
 */
export function requireEqual(fromRows: Machine, replayed: Machine): void {
  const [rows, journal] = [holdingsOf(fromRows.snapshot()), holdingsOf(replayed.snapshot())];
  for (const name of Object.keys(rows) as (keyof typeof rows)[])
    if (rows[name] !== journal[name]) throw damaged(`its ${name} are not those of the rows`);
}

/** What everybody has, as texts that are equal for equal holdings. What bots have in the books ends with a process. */
function holdingsOf({ balances, orders, contracts, funds, seconds }: StoredState) {
  const text = (rows: readonly object[]): string =>
    rows
      .map((row) => JSON.stringify(Object.entries(row).sort(byName), plain))
      .sort()
      .join('\n');
  return {
    balances: text(
      balances
        .map((balance) =>
          isBot(balance.uid) ? { ...balance, available: balance.available + balance.frozen, frozen: 0n } : balance,
        )
        .filter(({ available, frozen }) => available !== 0n || frozen !== 0n),
    ),
    orders: text(orders.filter(({ uid }) => !isBot(uid))),
    contracts: text(contracts),
    funds: text(funds?.open ?? []),
    'binary options': text(seconds?.open ?? []),
  };
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

function plain(_: string, field: unknown): unknown {
  return typeof field === 'bigint' ? `${field}n` : field;
}
