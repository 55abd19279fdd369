// The sequencer: one queue in front of the machine.
// Numbers, stamps and applies commands, commits them in groups, then answers and publishes.
import type { Instrument } from '../../core/instruments/instrument.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Command } from '../exchange/command.ts';
import type { MachineQueries } from '../exchange/machine-queries.ts';
import type { Outcome } from '../exchange/outcome.ts';
import type { StoredState } from '../exchange/restore-state.ts';
import { type CommitListener, CommandQueue, MAX_QUEUED, type QueueOptions } from './command-queue.ts';
import {
  Journal,
  type JournalReader,
  type JournalRecords,
  type JournalWriter,
  type SignReceipt,
  journalReaderOf,
} from './journal/journal.ts';
import { journalLog, logWriter, openJournalLog } from './journal/journal-log.ts';
import { journalTable, tableWriter } from './journal/journal-table.ts';
import { Committer, type StartRowWriter, type WriterOptions } from './committer.ts';
import { rowsOnThisThread } from './projection/rows-on-this-thread.ts';
import { liveQueriesOf } from './queries/live-queries.ts';
import { type OrderQueries, orderQueriesOf } from './queries/order-queries.ts';
import { projectedQueriesOf } from './queries/projected-queries.ts';
import { migrateExchange, recover } from './recover.ts';
import { type WarmMachine, isContinued, resume } from './resume.ts';

export interface SequencerOptions extends WriterOptions, QueueOptions {
  instruments: Instrument[];
  /** A machine that has followed the last process; absent, or when it is not surely equal: rows are read. */
  warm?: WarmMachine | null;
  /** Signs the receipt of a binary option when it is committed; absent: no receipts. */
  signReceipt?: SignReceipt;
  /** Number of the last command that has rows, where the operator goes on without a journal that is lost. */
  withoutJournal?: number | null;
  /** How rows follow the commits; absent: on this thread, and the journal is a table. */
  rowWriting?: RowWriting;
}

export interface RowWriting {
  /** The data folder where the journal is a log of its own; null: it is a table of the store. */
  logDir: string | null;
  /** Starts what writes the rows: another thread, or this one between two turns of the event loop. */
  startRows: StartRowWriter;
}

export interface Sequencer {
  /**
   * Resolves when the command is durable; a bot's command that concerns bots alone when it is applied (L13). Never
   * rejects: a full queue, a closed sequencer and a failed store answer 1500 with seq 0.
   * A user's command under a clientNo used before gets the first answer again (without events), or 1409 when it is a
   * different command.
   */
  submit(command: Command): Promise<Outcome>;
  /**
   * Ends bots' orders in a commit of its own, not with the first command. Call it before anything is submitted, and
   * after the listeners are added.
   */
  restart(): void;
  /**
   * Called with every outcome once, in order, a group at a time, before the callers get their answers; with the
   * commands as the journal has them. `first`: before the listeners that are already added.
   */
  onCommitted(listener: CommitListener, order?: 'first'): void;
  /**
   * The commands on disk, every one since the journal was pruned. Those among bots get there with the next commit
   * (L13), so listeners may be ahead of it; after a crash their numbers are used again.
   */
  journal: JournalReader;
  /** Queries of what is committed: open orders and balances come from the machine, the rest from the store. */
  queries: OrderQueries;
  /**
   * Resolves when the store has the rows of a user, or (absent) of everybody but bots, up to what is committed now.
   * Rejects when a commit failed.
   */
  projected(uid?: number): Promise<void>;
  /** The machine as of the last applied command, up to a few ms ahead of what is committed. */
  machine: MachineQueries;
  /** Whether it began with the warm machine, and not from rows. */
  wasWarm: boolean;
  /** The machine's whole state, as of the last applied command. */
  snapshot(): StoredState;
  /** Number of the last command that was answered. */
  seq(): number;
  /** Number of the last command that has rows, which may be behind. */
  rowsSeq(): number;
  /** Requests the rows of all that is committed, without waiting for a full batch. */
  catchUpRows(): void;
  /** The last stamp; 0 before the first. */
  ts(): EpochMs;
  /** Number of commands that wait to be applied and committed. */
  queueLength(): number;
  /** Most that may wait; a command beyond is refused (1500). */
  queueLimit: number;
  /**
   * Resolves with the reason when a commit failed: the machine is then ahead of the store, and a new sequencer has to
   * start from the store.
   */
  failed: Promise<unknown>;
  /**
   * Why nothing can be committed now: a commit failed, the store is unavailable, or a commit has taken longer than
   * `timeoutMs` (5 s); null while commits work.
   */
  healthError(timeoutMs?: number): unknown;
  /** Stops accepting; resolves when everything accepted is committed and answered. The store stays open. */
  close(): Promise<void>;
}

export async function createSequencer(options: SequencerOptions): Promise<Sequencer> {
  const { store, rowWriting } = options;
  if (!rowWriting || rowWriting.logDir === null)
    return createOn(options, { records: journalTable(store), writer: tableWriter(store) });
  await migrateExchange(store);
  const log = await openJournalLog(rowWriting.logDir, store);
  try {
    return await createOn(options, {
      records: journalLog(log.folder, () => log.lastNumber),
      writer: logWriter(log, () => store.healthError?.() ?? null),
    });
  } catch (error) {
    await log.close();
    throw error;
  }
}

async function createOn(
  options: SequencerOptions,
  { records, writer }: { records: JournalRecords; writer: JournalWriter },
): Promise<Sequencer> {
  const { store, instruments, signReceipt, warm, withoutJournal, rowWriting } = options;
  const resumed = warm && isContinued(store.epoch, warm) ? await resume(store, records, warm) : null;
  const recovered = resumed ?? (await recover(store, records, instruments, withoutJournal));
  const { machine, seq, ts, rows } = recovered;
  const journal = new Journal(recovered.journal, signReceipt ?? null);
  const snapshot = (): StoredState => machine.snapshot();
  const onFailed = (error: unknown): void => queue.end(error);
  const committer = new Committer({
    ...options,
    journal,
    writer,
    snapshot,
    seq,
    ts,
    rows,
    startRows: rowWriting?.startRows ?? rowsOnThisThread(store, instruments, null),
    onFailed,
  });
  const queue = new CommandQueue(options, committer, { machine, seq, ts, unwritten: rows.unwritten });
  if (rows.seq < seq) await committer.begin(); // readers wait for these rows, whether a command comes or not
  const projected = (uid?: number): Promise<void> => queue.projected(uid);
  const queries = projectedQueriesOf(orderQueriesOf(store), projected);
  return {
    submit: (command) => queue.submit(command),
    restart: () => queue.restart(),
    onCommitted: (listener, order) => {
      if (order === 'first') queue.listeners.unshift(listener);
      else queue.listeners.push(listener);
    },
    journal: journalReaderOf(records),
    queries: liveQueriesOf(queries, machine, () => queue.committed()),
    projected,
    machine,
    wasWarm: resumed !== null,
    snapshot,
    seq: () => queue.committedSeq,
    rowsSeq: () => committer.rowsSeq,
    catchUpRows: () => committer.catchUp(),
    ts: () => queue.ts,
    queueLength: () => queue.queueLength,
    queueLimit: MAX_QUEUED,
    failed: queue.failed,
    healthError: (timeoutMs) => queue.healthError(timeoutMs),
    close: () => queue.close(),
  };
}
