// The queue of commands: numbers, stamps and applies them, commits them in groups, then answers and publishes.
import { CODE, type Code, reject } from '../../core/errors/errors.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { type Command, EXCHANGE_UID, FIRST_USER_UID } from '../exchange/command.ts';
import type { Machine } from '../exchange/machine.ts';
import type { Outcome } from '../exchange/outcome.ts';
import { type Store, StoreUnavailableError, UnansweredCommitError } from '../store/store.ts';
import { type NamedCommand, fingerprint, idempotencyKey } from './codec.ts';
import type { Committer } from './committer.ts';
import { type EarlierAnswer, IdempotentAnswers } from './idempotency.ts';
import { journaledCommand } from './journal/journal.ts';
import { type AppliedCommand, type Counters, isNamed } from './projector.ts';

/**
 * A commit that takes longer than this counts as a failure of the store: callers get 1500 instead of waiting. A slow
 * disk is waited for.
 */
const STALLED_MS = 5_000;
/**
 * A group is closed at this many commands, or after applying them for this long. The next one collects while it
 * commits.
 */
const MAX_IN_GROUP = 256;
const LONGEST_GROUP_MS = 5;
/** Commands that may wait; one more is answered 1500. Bots get half, so that they cannot block users. */
export const MAX_QUEUED = 10_000;
const MAX_QUEUED_FOR_BOTS = MAX_QUEUED / 2;

/** The first command of a process: bots' orders have ended with the one before. */
const RESTART: Command = { kind: 'restart', uid: EXCHANGE_UID };

/** `commands[n]` led to `outcomes[n]`. */
export type CommitListener = (outcomes: Outcome[], commands: readonly Command[]) => void;

export interface QueueOptions {
  store: Store;
  /** Server time in ms; stamps never go back, even if it does. */
  now: () => EpochMs;
  /** Called when a commit or a listener failed. After a failed commit no command is accepted. */
  report?: (what: string, error: unknown) => void;
}

/** Where the commands before this process ended. */
export interface RecoveredQueue {
  machine: Machine;
  /** Number and time of the last command; 0 in a new store. */
  seq: number;
  ts: EpochMs;
  /** Commands before `seq` that have no rows yet. */
  unwritten: readonly AppliedCommand[];
}

interface QueuedCommand {
  command: Command;
  /** User and client number, under which a retry finds it; null without one. */
  name: string | null;
  resolve: (outcome: Outcome) => void;
  /**
   * The stored answer to its client number, looked up when the command arrives so that it is known at its turn; null:
   * there is none.
   */
  earlier: Promise<EarlierAnswer | null> | null;
  isKnown: boolean;
  /** Null until it is applied. */
  outcome: Outcome | null;
}

type AnsweredCommand = QueuedCommand & AppliedCommand;

/** A command under its client number, from submit until it is committed. */
interface PendingCommand {
  command: NamedCommand;
  outcome: Promise<Outcome>;
}

export class CommandQueue {
  readonly listeners: CommitListener[] = [];
  committedSeq: number;
  readonly #store: Store;
  readonly #now: () => EpochMs;
  readonly #report: (what: string, error: unknown) => void;
  readonly #machine: Machine;
  readonly #writer: Committer;
  readonly #answers: IdempotentAnswers;
  readonly #pending = new Map<string, PendingCommand>();
  #queue: QueuedCommand[] = [];
  /** Readers of the machine whose state is being committed. */
  #waiting: ((isCommitted: boolean) => void)[] = [];
  #seq: number;
  ts: EpochMs;
  #open = true;
  /** Whether the first command of this process is still to be applied; a new store needs none. */
  #isRestarting: boolean;
  #hasBegun = false;
  readonly failed: Promise<unknown>;
  #notifyFailed!: (error: unknown) => void;
  #failure: unknown = null;
  /** The error with which the queue fails after the current group; null: it goes on. */
  #ending: unknown = null;
  /** Resolves when nothing is written any more after a failure. */
  #stopped: Promise<void> | null = null;
  /** Start of the current group by the monotonic clock, ms; 0 for none. */
  #beganAt = 0;
  #draining: Promise<void> | null = null;

  constructor({ store, now, report }: QueueOptions, writer: Committer, recovered: RecoveredQueue) {
    const { machine, seq, ts, unwritten } = recovered;
    this.#store = store;
    this.#now = now;
    this.#report =
      report ??
      ((what, error) => {
        console.error(what, error);
      });
    this.#machine = machine;
    this.#answers = new IdempotentAnswers(store, (uid, key) => writer.answerTo(uid, key), this.#report);
    for (const { command } of unwritten) if (isNamed(command)) this.#answers.add(command.uid, idempotencyKey(command));
    this.#writer = writer;
    this.#seq = this.committedSeq = seq;
    this.#isRestarting = seq > 0;
    this.ts = ts;
    this.failed = new Promise((resolve) => {
      this.#notifyFailed = resolve;
    });
  }

  submit(command: Command): Promise<Outcome> {
    if (!isNamed(command))
      return this.#hasCapacity(command) ? this.#enqueue(command, null, null) : this.#refuse(CODE.busy);
    const key = idempotencyKey(command);
    const name = `${command.uid} ${key}`;
    const underWay = this.#pending.get(name);
    if (underWay)
      return fingerprint(underWay.command) === fingerprint(command)
        ? underWay.outcome
        : this.#refuse(CODE.clientNoReused);
    if (!this.#hasCapacity(command)) return this.#refuse(CODE.busy);
    const outcome = this.#enqueue(command, name, this.#answers.find(command, key));
    this.#pending.set(name, { command, outcome });
    return outcome;
  }

  /**
   * Ends bots' orders in a commit of its own, not with the first command: a takeover does it while its other parts
   * still open. Call it before anything is submitted.
   */
  restart(): void {
    if (!this.#isRestarting) return;
    this.#isRestarting = false;
    void this.#enqueue(RESTART, null, null);
  }

  /** Fails as soon as the group that is being committed is answered. */
  end(error: unknown): void {
    this.#ending ??= error ?? new Error('unknown');
    if (this.#draining === null) this.#fail(this.#ending);
  }

  /** `timeoutMs`: how long a commit may take. */
  healthError(timeoutMs = STALLED_MS): unknown {
    const stalledMs = this.#beganAt === 0 ? 0 : performance.now() - this.#beganAt;
    return (
      this.#failure ??
      this.#store.healthError?.() ??
      (stalledMs > timeoutMs
        ? new StoreUnavailableError(`a commit has been under way for ${Math.round(stalledMs)} ms`)
        : null)
    );
  }

  /** Resolves when everything applied so far is committed: true, or has failed to be: false. */
  committed(): Promise<boolean> {
    if (this.#failure !== null || this.committedSeq === this.#seq) return Promise.resolve(this.#failure === null);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  projected(uid?: number): Promise<void> {
    if (!this.#writer.isBehind(uid)) return Promise.resolve();
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return this.#writer.whenWritten(uid);
  }

  get queueLength(): number {
    return this.#queue.length;
  }

  async close(): Promise<void> {
    this.#open = false;
    await this.#draining;
    await this.#end();
    await this.#stopped;
    await this.#answers.close();
  }

  #hasCapacity({ uid }: Command): boolean {
    return this.#open && this.#queue.length < (uid < FIRST_USER_UID ? MAX_QUEUED_FOR_BOTS : MAX_QUEUED);
  }

  async #end(): Promise<void> {
    if (this.#failure !== null) return;
    try {
      await this.#writer.end(this.#counters());
    } catch (error) {
      this.#fail(error);
    }
  }

  #enqueue(command: Command, name: string | null, earlier: QueuedCommand['earlier']): Promise<Outcome> {
    return new Promise((resolve) => {
      const queued: QueuedCommand = { command, name, resolve, earlier, isKnown: earlier === null, outcome: null };
      if (earlier !== null) markWhenKnown(queued, earlier);
      this.#queue.push(queued);
      this.#draining ??= this.#drain();
    });
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      // Waits for the end of this turn of the event loop: what arrives in it is committed together.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      this.#beganAt = performance.now();
      try {
        if (this.#ending !== null) throw this.#ending;
        await this.#commitGroup();
      } catch (error) {
        this.#fail(error);
      }
    }
    this.#beganAt = 0;
    this.#draining = null;
    if (this.#ending !== null) this.#fail(this.#ending);
  }

  /** Applies and commits the next group. Commands stay in the queue until they are answered. */
  async #commitGroup(): Promise<void> {
    const group: AnsweredCommand[] = [];
    const repeats: (() => void)[] = [];
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      await this.#writer.begin();
    }
    const began = this.#now();
    let count = 0;
    while (
      count < this.#queue.length &&
      group.length < MAX_IN_GROUP &&
      (count === 0 || this.#now() - began < LONGEST_GROUP_MS)
    ) {
      const queued = this.#queue[count]!;
      // An earlier command does not wait for the lookup of a later one.
      if (count > 0 && !queued.isKnown) break;
      count += 1;
      const earlier = queued.earlier && (await queued.earlier);
      if (earlier)
        repeats.push(() => this.#answer(queued, earlier.isSame ? earlier.outcome : this.#refused(CODE.clientNoReused)));
      else {
        if (this.#isRestarting) group.push(this.#restart());
        queued.outcome = this.#apply(queued.command);
        group.push(queued as AnsweredCommand);
      }
    }
    if (group.length > 0) await this.#writer.write(group, this.#counters());
    this.#queue.splice(0, count);
    for (const repeat of repeats) repeat();
    if (group.length > 0) this.#publish(group);
  }

  #counters(): Counters {
    return { ...this.#machine.counters(), seq: this.#seq, ts: this.ts };
  }

  #apply(command: Command): Outcome {
    this.#seq += 1;
    this.ts = Math.max(this.ts, this.#now());
    return this.#machine.apply({ seq: this.#seq, ts: this.ts }, command);
  }

  /** Applied before the first command, not at the start: a process that does nothing writes nothing. */
  #restart(): AnsweredCommand {
    this.#isRestarting = false;
    const outcome = this.#apply(RESTART);
    return { command: RESTART, name: null, outcome, resolve: () => undefined, earlier: null, isKnown: true };
  }

  #publish(group: AnsweredCommand[]): void {
    const outcomes = group.map(({ outcome }) => outcome);
    const commands = group.map(({ command, outcome }) => journaledCommand(command, outcome));
    this.committedSeq = outcomes[outcomes.length - 1]!.seq;
    for (const listener of this.listeners) {
      try {
        listener(outcomes, commands);
      } catch (error) {
        this.#report('sequencer.listener_failed', error);
      }
    }
    for (const queued of group) this.#answer(queued, queued.outcome);
    // A group is applied only after the one before was published: no reader waits for more than this one.
    for (const resolve of this.#waiting.splice(0)) resolve(true);
  }

  #answer({ name, resolve }: QueuedCommand, outcome: Outcome): void {
    if (name !== null) this.#pending.delete(name);
    resolve(outcome);
  }

  /** The machine is now ahead of the store until the next start: no command is accepted, nothing is published. */
  #fail(error: unknown): void {
    if (this.#failure !== null) return;
    this.#open = false;
    this.#failure = error ?? new Error('unknown');
    this.#stopped = this.#writer.stop(this.#failure);
    void this.#answers.close();
    this.#notifyFailed(this.#failure);
    this.#report('sequencer.commit_failed: the exchange accepts no more commands', error);
    for (const resolve of this.#waiting.splice(0)) resolve(false);
    const lost = this.#queue;
    this.#queue = [];
    const committing = error instanceof UnansweredCommitError ? CODE.unsure : CODE.busy;
    for (const queued of lost) this.#answer(queued, this.#refused(queued.outcome === null ? CODE.busy : committing));
  }

  #refused(code: Code): Outcome {
    return { seq: 0, ts: this.#now(), answer: reject(code), events: [] };
  }

  #refuse(code: Code): Promise<Outcome> {
    return Promise.resolve(this.#refused(code));
  }
}

/** An error is handled at the command's turn. */
function markWhenKnown(queued: QueuedCommand, earlier: Promise<unknown>): void {
  const mark = (): void => {
    queued.isKnown = true;
  };
  earlier.then(mark, mark);
}
