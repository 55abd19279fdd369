// Commits groups of commands: each commit a record of the journal, in some of them the rows of all since.
import type { EpochMs } from '../../core/units/time.ts';
import { isBot } from '../exchange/command.ts';
import type { StoredState } from '../exchange/restore-state.ts';
import type { Step, Store } from '../store/store.ts';
import type { SignReceipt } from './changesets/binary-option-changeset.ts';
import type { Journal } from './journal/journal.ts';
import { snapshotSteps } from './journal/snapshot.ts';
import type { AppliedCommand, Counters, Projector } from './projector.ts';

/** Longest time that changes among bots alone stay unwritten (L13); the clock's beats commit sooner. */
const LONGEST_DEFERRED_MS = 2_000;
/**
 * Rows are written at the latest when so many commands of users have none, or when the oldest change is so old. With
 * fewer commands waiting they are written in smaller batches, which delay the next command less.
 */
export const MOST_BEHIND = 1_024;
const LEAST_BATCH = 16;
const BATCH_PER_WAITING = 2;
export const LONGEST_BEHIND_MS = 10_000;
/**
 * Commands between two snapshots of the machine. One is taken less often where it takes long: it uses at most one part
 * in so many of the time.
 */
const SNAPSHOT_EVERY = 10_000;
const SNAPSHOT_COST_PARTS = 200;

export interface WriterOptions {
  /** Signs the receipt of a binary option when it is committed; absent: no receipts. */
  signReceipt?: SignReceipt;
  /**
   * Whether changes among bots alone wait for the next commit (L13), up to 2 s; absent: yes. In a cluster they do not:
   * other nodes know only what is durable.
   */
  defersBots?: boolean;
  /** Whether rows may follow their commit; absent: yes. Else each commit writes its rows as well. */
  rowsFollow?: boolean;
}

export class GroupWriter {
  readonly #store: Store;
  readonly #journal: Journal;
  readonly #projector: Projector;
  /** The machine's state; it is read only when the last command that was applied is the last one of a commit. */
  readonly #snapshot: () => StoredState;
  readonly #deferredMs: number;
  readonly #rowsFollow: boolean;
  /** Number of the snapshot's last command; null before this process has written one. */
  #snapshotSeq: number | null = null;
  #nextSnapshotAt = 0;
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

  /**
   * When it resolves, the group and all before it are durable; a group of bots alone becomes durable with the next
   * group that is written. `counters` are those after the group's last command. Throws what the store throws; nothing
   * since the last commit is stored then.
   */
  async write(group: readonly AppliedCommand[], counters: Counters): Promise<void> {
    for (const { command, outcome } of group) this.#journal.add(command, outcome);
    const { concernsUsers, hasReceipts } = this.#projector.add(group);
    if (
      !concernsUsers &&
      group.every(({ command }) => isBot(command.uid)) &&
      counters.ts - this.#writtenAt < this.#deferredMs
    )
      this.#hasDeferred = true;
    // A process begins with rows and a snapshot of its own, so that none replays the commands of another.
    else await this.#commit(counters, !this.#rowsFollow || this.#snapshotSeq === null || hasReceipts);
  }

  /** Whether rows are to be written now, with so many commands waiting. */
  isDue({ ts }: Counters, waiting: number): boolean {
    const { userCommands, behindSince } = this.#projector;
    if (behindSince === null || this.#snapshotSeq === null) return false;
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
    const steps: Step[] = this.#journal.steps(counters, this.#snapshotSeq ?? counters.seq);
    const withSnapshot = withRows && this.#isSnapshotDue(counters);
    if (withRows) steps.push(...(await this.#projector.steps(this.#store, counters)));
    if (withSnapshot) steps.push(...this.#snapshotSteps(counters));
    await this.#store.batch(steps);
    this.#journal.committed();
    if (withRows) this.#projector.stored();
    else this.#projector.committed();
    if (withSnapshot) this.#snapshotSeq = counters.seq;
    this.#hasDeferred = false;
    this.#writtenAt = counters.ts;
  }

  #isSnapshotDue({ seq }: Counters): boolean {
    if (!this.#rowsFollow) return false;
    if (this.#snapshotSeq === null) return true;
    return seq - this.#snapshotSeq >= SNAPSHOT_EVERY && performance.now() >= this.#nextSnapshotAt;
  }

  #snapshotSteps({ seq, ts }: Counters): Step[] {
    const began = performance.now();
    const steps = snapshotSteps(seq, ts, this.#snapshot());
    const endedAt = performance.now();
    this.#nextSnapshotAt = endedAt + SNAPSHOT_COST_PARTS * (endedAt - began);
    return steps;
  }
}
