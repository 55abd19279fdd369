// Commits groups on a store: each commit a record of the journal, in some of them the rows of all since.
import type { EpochMs } from '../../core/units/time.ts';
import { isBot } from '../exchange/command.ts';
import type { StoredState } from '../exchange/restore-state.ts';
import type { Step, Store } from '../store/store.ts';
import { type Committer, LONGEST_DEFERRED_MS } from './committer.ts';
import type { FreshAnswer } from './idempotency.ts';
import type { Journal } from './journal/journal.ts';
import { deleteRecords, insertRecord } from './journal/journal-table.ts';
import { SnapshotSchedule } from './journal/snapshot-schedule.ts';
import { snapshotSteps } from './journal/snapshot.ts';
import type { AppliedCommand, Counters, Projector } from './projector.ts';

/**
 * Rows are written at the latest when so many commands of users have none, or when the oldest change is so old. With
 * fewer commands waiting they are written in smaller batches, which delay the next command less.
 */
export const MOST_BEHIND = 1_024;
const LEAST_BATCH = 16;
const BATCH_PER_WAITING = 2;
export const LONGEST_BEHIND_MS = 10_000;

export interface WriterOptions {
  /**
   * Whether changes among bots alone wait for the next commit (L13), up to 2 s; absent: yes. In a cluster they do not:
   * other nodes know only what is durable.
   */
  defersBots?: boolean;
  /** Whether rows may follow their commit; absent: yes. Else each commit writes its rows as well. */
  rowsFollow?: boolean;
}

export class GroupWriter implements Committer {
  readonly #store: Store;
  readonly #journal: Journal;
  readonly #projector: Projector;
  /** The machine's state; it is read only when the last command that was applied is the last one of a commit. */
  readonly #snapshot: () => StoredState;
  readonly #deferredMs: number;
  readonly #rowsFollow: boolean;
  readonly #snapshots = new SnapshotSchedule(null);
  #hasDeferred = false;
  #writtenAt: EpochMs = 0;

  constructor(
    store: Store,
    journal: Journal,
    projector: Projector,
    snapshot: () => StoredState,
    { defersBots = true, rowsFollow = true }: WriterOptions = {},
  ) {
    this.#store = store;
    this.#journal = journal;
    this.#projector = projector;
    this.#snapshot = snapshot;
    this.#deferredMs = defersBots ? LONGEST_DEFERRED_MS : 0;
    this.#rowsFollow = rowsFollow;
  }

  /** A process begins with rows and a snapshot of its own in its first commit. */
  async begin(): Promise<void> {}

  async write(group: readonly AppliedCommand[], counters: Counters): Promise<void> {
    for (const { command, outcome } of group) this.#journal.add(command, outcome);
    const concernsUsers = this.#projector.add(group, this.#journal.receipts);
    if (
      !concernsUsers &&
      group.every(({ command }) => isBot(command.uid)) &&
      counters.ts - this.#writtenAt < this.#deferredMs
    )
      this.#hasDeferred = true;
    // A process begins with rows and a snapshot of its own, so that none replays the commands of another.
    else await this.#commit(counters, !this.#rowsFollow || this.#snapshots.seq === null);
  }

  isBehind(uid?: number): boolean {
    return this.#projector.isBehind(uid);
  }

  answerTo(uid: number, key: string): FreshAnswer | undefined {
    return this.#projector.answerTo(uid, key);
  }

  /** Rows are written by `project` alone. */
  whenWritten(): null {
    return null;
  }

  async stop(): Promise<void> {}

  /** Whether rows are to be written now, with so many commands waiting. */
  isDue({ ts }: Counters, waiting: number): boolean {
    const { userCommands, behindSince } = this.#projector;
    if (behindSince === null || this.#snapshots.seq === null) return false;
    const batch = Math.min(MOST_BEHIND, Math.max(LEAST_BATCH, BATCH_PER_WAITING * waiting));
    return userCommands >= batch || ts - behindSince >= LONGEST_BEHIND_MS;
  }

  /** Writes the rows of all commands. */
  async project(counters: Counters): Promise<void> {
    await this.#commit(counters, true);
  }

  /** Writes the rows of all commands, and the deferred changes of bots. */
  async end(counters: Counters): Promise<void> {
    if (this.#hasDeferred || this.#projector.behindSince !== null) await this.#commit(counters, true);
  }

  async #commit(counters: Counters, withRows: boolean): Promise<void> {
    const steps: Step[] = [];
    const record = this.#journal.next(counters);
    if (record) {
      steps.push(insertRecord(record, counters.ts));
      const prunableTo = this.#journal.prunableTo(record.seq, this.#snapshots.seq ?? record.seq);
      if (prunableTo !== null) steps.push(deleteRecords(prunableTo));
    }
    const withSnapshot = withRows && this.#rowsFollow && this.#snapshots.isDue(counters.seq);
    if (withRows) steps.push(...(await this.#projector.steps(this.#store, counters)));
    if (withSnapshot)
      steps.push(...this.#snapshots.timed(() => snapshotSteps(counters.seq, counters.ts, this.#snapshot())));
    await this.#store.batch(steps);
    this.#journal.committed();
    if (withRows) this.#projector.stored();
    else this.#projector.committed();
    if (withSnapshot) this.#snapshots.seq = counters.seq;
    this.#hasDeferred = false;
    this.#writtenAt = counters.ts;
  }
}
