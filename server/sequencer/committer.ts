// What the sequencer commits with: each group durable before it is answered, its rows written then or later.
import type { FreshAnswer } from './idempotency.ts';
import type { AppliedCommand, Counters } from './projector.ts';

/** Longest time that changes among bots alone stay unwritten (L13); the clock's beats commit sooner. */
export const LONGEST_DEFERRED_MS = 2_000;

export interface WriterOptions {
  /**
   * Whether changes among bots alone wait for the next commit (L13), up to 2 s; absent: yes. In a cluster they do not:
   * other nodes know only what is durable.
   */
  defersBots?: boolean;
}

export interface Committer {
  /** Called before the first command of the process is applied; may be called earlier. */
  begin(): Promise<void>;
  /** Number of the last command that has rows; null: all that are committed have. */
  readonly rowsSeq: number | null;
  /**
   * When it resolves, the group and all before it are durable; a group of bots alone becomes durable with the next
   * group that is written. `counters` are those after the group's last command. Throws what the store throws; nothing
   * since the last commit is stored then.
   */
  write(group: readonly AppliedCommand[], counters: Counters): Promise<void>;
  /** Whether committed rows of the user, or (absent) of anything but bots, are still to be written. */
  isBehind(uid?: number): boolean;
  /** The answer to a client number, while the table may not have it yet. */
  answerTo(uid: number, key: string): FreshAnswer | undefined;
  /** Resolves when the rows that `isBehind` asks about are written. */
  whenWritten(uid?: number): Promise<void>;
  /** Has the rows of all that is committed written now. */
  catchUp(): void;
  /** Makes everything durable and writes all rows; nothing is written after that. */
  end(counters: Counters): Promise<void>;
  /** After a failure: nothing is written any more when it resolves. Never rejects. */
  stop(error: unknown): Promise<void>;
}
