// What the sequencer commits with: a record of the journal for each group, durable before it is answered; rows follow.
import type { EpochMs } from '../../core/units/time.ts';
import { isBot } from '../exchange/command.ts';
import type { StoredState } from '../exchange/restore-state.ts';
import type { Store } from '../store/store.ts';
import type { FreshAnswer } from './idempotency.ts';
import type { Journal, JournalWriter } from './journal/journal.ts';
import { snapshotSteps } from './journal/snapshot.ts';
import type { AppliedCommand, Counters } from './projector.ts';
import type { StoredRows } from './recover.ts';
import { BATCH_COMMANDS, type WrittenRows } from './projection/projection.ts';
import { UnwrittenRows, concernsUsers } from './projection/unwritten-rows.ts';

/** Longest time that changes among bots alone stay unwritten (L13); the clock's beats commit sooner. */
const LONGEST_DEFERRED_MS = 2_000;
/** Rows are requested after `BATCH_COMMANDS`, when the oldest command without them is this old, or for a reader. */
export const LONGEST_BEHIND_MS = 10_000;
/** In a cluster, where a standby can take over only once it knows every command that has no rows. */
const LONGEST_BEHIND_IN_CLUSTER_MS = 1_000;
/** At this many commands without rows the next group waits for rows: about a second of writing. */
export const MAX_UNWRITTEN = 20_000;

/** Writes rows behind the commits. */
export interface RowWriter {
  /** Requests the rows of all commands up to `seq`, which are durable. */
  advance(seq: number): void;
  /** Resolves when it has written what was requested and has ended; without `isOrderly` after the batch it is in. */
  close(isOrderly: boolean): Promise<void>;
}

interface RowWriterEvents {
  onWritten(written: WrittenRows): void;
  /** It has ended by itself; nothing more is written. */
  onFailed(error: unknown): void;
}

/** Starts a writer, which begins with the stored snapshot. */
export type StartRowWriter = (events: RowWriterEvents) => RowWriter;

export interface WriterOptions {
  /**
   * Whether changes among bots alone wait for the next commit (L13), up to 2 s; absent: yes. In a cluster they do not:
   * other nodes know only what is durable.
   */
  defersBots?: boolean;
}

export interface CommitterOptions extends WriterOptions {
  store: Store;
  journal: Journal;
  /** Where its records go. */
  writer: JournalWriter;
  snapshot: () => StoredState;
  /** Number and time of the last committed command. */
  seq: number;
  ts: EpochMs;
  /** What the store has when it begins. */
  rows: StoredRows;
  startRows: StartRowWriter;
  onFailed: (error: unknown) => void;
}

export class Committer {
  readonly #options: CommitterOptions;
  readonly #unwritten: UnwrittenRows;
  readonly #deferredMs: number;
  readonly #longestBehindMs: number;
  #rows: RowWriter | null = null;
  /** Numbers of the last command that is durable, of the last whose rows are requested, of the last that has rows. */
  #committedSeq: number;
  #requestedSeq: number;
  #writtenSeq: number;
  /** Records are retained from the snapshot before the newest one on: a backup may have that one. */
  #snapshots: [before: number, newest: number];
  #catchUpTo = 0;
  #hasDeferred = false;
  #writtenAt: EpochMs = 0;
  #notifyWritten: (() => void) | null = null;
  #failure: unknown = null;

  constructor(options: CommitterOptions) {
    this.#options = options;
    const { seq, ts, rows, defersBots = true } = options;
    this.#deferredMs = defersBots ? LONGEST_DEFERRED_MS : 0;
    this.#longestBehindMs = defersBots ? LONGEST_BEHIND_MS : LONGEST_BEHIND_IN_CLUSTER_MS;
    this.#committedSeq = seq;
    this.#requestedSeq = this.#writtenSeq = rows.seq;
    const snapshotSeq = rows.snapshotSeq ?? seq;
    this.#snapshots = [snapshotSeq, snapshotSeq];
    this.#unwritten = new UnwrittenRows(rows.seq);
    if (rows.seq < seq) this.#unwritten.add(rows.unwritten, seq, ts);
  }

  /**
   * Starts the writer of rows. Called before the first command of the process is applied, or earlier. A process begins
   * with a snapshot of its own, so that it never replays commands of another process; one that has followed the last
   * owner of the store continues from the owner's snapshot.
   */
  async begin(): Promise<void> {
    if (this.#rows !== null) return;
    const { store, snapshot, seq, ts, rows, startRows } = this.#options;
    if (rows.snapshotSeq === null) await store.batch(snapshotSteps(seq, ts, snapshot()));
    this.#rows = startRows({
      onWritten: (written) => this.#onWritten(written),
      onFailed: (error) => this.#onFailed(error),
    });
    this.#request();
  }

  /** Number of the last command that has rows. */
  get rowsSeq(): number {
    return this.#writtenSeq;
  }

  /**
   * When it resolves, the group and all before it are durable; a group of bots alone becomes durable with the next
   * group that is written. `counters` are those after the group's last command. Throws what the journal throws; nothing
   * since the last commit is stored then.
   */
  async write(group: readonly AppliedCommand[], counters: Counters): Promise<void> {
    const { journal } = this.#options;
    for (const { command, outcome } of group) journal.add(command, outcome);
    if (
      group.every(({ command, outcome }) => isBot(command.uid) && !concernsUsers(outcome)) &&
      counters.ts - this.#writtenAt < this.#deferredMs
    ) {
      this.#hasDeferred = true;
      return;
    }
    await this.#awaitCapacity();
    await this.#commit(group, counters);
    const { since } = this.#unwritten;
    this.#requestWanted(since !== null && counters.ts - since >= this.#longestBehindMs);
  }

  /** Whether committed rows of the user, or (absent) of anything but bots, are still to be written. */
  isBehind(uid?: number): boolean {
    return this.#unwritten.isBehind(uid);
  }

  /** The answer to a client number, while the table may not have it yet. */
  answerTo(uid: number, key: string): FreshAnswer | undefined {
    return this.#unwritten.answerTo(uid, key);
  }

  /** Resolves when the rows that `isBehind` asks about are written. */
  whenWritten(uid?: number): Promise<void> {
    const written = this.#unwritten.whenWritten(uid);
    this.#requestWanted();
    return written;
  }

  /** Requests the rows of all that is committed, without waiting for a full batch. */
  catchUp(): void {
    this.#catchUpTo = this.#committedSeq;
    this.#requestWanted();
  }

  /** Makes everything durable and writes all rows; nothing is written after that. */
  async end(counters: Counters): Promise<void> {
    if (this.#hasDeferred) await this.#commit([], counters);
    if (this.#rows !== null) {
      this.#request();
      await this.#rows.close(true);
      if (this.#failure !== null) throw this.#failure;
    }
    await this.#options.writer.close();
  }

  /** After a failure: nothing is written any more when it resolves. Never rejects. */
  async stop(error: unknown): Promise<void> {
    this.#failure ??= error;
    this.#unwritten.fail(this.#failure);
    this.#notifyWritten?.();
    await this.#rows?.close(false);
    await this.#options.writer.close();
  }

  async #commit(group: readonly AppliedCommand[], counters: Counters): Promise<void> {
    const { writer, journal } = this.#options;
    const record = journal.next(counters)!;
    const { seq } = record;
    const appended = writer.append(record, counters.ts);
    // Done while the disk writes.
    this.#unwritten.add(group, seq, counters.ts);
    await appended;
    journal.committed();
    this.#committedSeq = seq;
    this.#hasDeferred = false;
    this.#writtenAt = counters.ts;
    const prunableTo = journal.prunableTo(seq, this.#snapshots[0]);
    if (prunableTo !== null) writer.prune(prunableTo);
  }

  /**
   * Requests what is durable, but not while earlier rows are being written: each request is a transaction of its own,
   * and one for every group that commits meanwhile would keep the disk busy with a few rows each.
   */
  #requestWanted(isLate = false): void {
    const isWanted =
      isLate ||
      this.#unwritten.isAwaited ||
      this.#unwritten.commands >= BATCH_COMMANDS ||
      this.#writtenSeq < this.#catchUpTo;
    if (isWanted && this.#writtenSeq === this.#requestedSeq) this.#request();
  }

  #request(): void {
    if (this.#requestedSeq === this.#committedSeq) return;
    this.#requestedSeq = this.#committedSeq;
    this.#rows?.advance(this.#committedSeq);
  }

  async #awaitCapacity(): Promise<void> {
    while (this.#unwritten.commands >= MAX_UNWRITTEN) {
      if (this.#failure !== null) throw this.#failure;
      this.#requestWanted();
      await new Promise<void>((resolve) => {
        this.#notifyWritten = resolve;
      });
    }
    if (this.#failure !== null) throw this.#failure;
  }

  #onWritten({ seq, snapshotSeq }: WrittenRows): void {
    if (snapshotSeq !== this.#snapshots[1]) this.#snapshots = [this.#snapshots[1], snapshotSeq];
    this.#writtenSeq = seq;
    this.#unwritten.written(seq);
    this.#requestWanted();
    this.#notifyWritten?.();
    this.#notifyWritten = null;
  }

  #onFailed(error: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = error;
    this.#options.onFailed(error);
  }
}
