// The sequencer: one queue in front of the machine. Numbers, stamps and applies commands, commits them in groups, then
// answers and publishes.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { CODE, type Code, reject } from '../../core/errors/errors.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { type Command, EXCHANGE_UID, FIRST_USER_UID } from '../exchange/command.ts';
import type { Outcome } from '../exchange/outcome.ts';
import type { MachineQueries } from '../exchange/machine-queries.ts';
import type { Machine } from '../exchange/machine.ts';
import type { StoredState } from '../exchange/restore-state.ts';
import type { Store } from '../store/store.ts';
import { IdempotentAnswers, type EarlierAnswer } from './idempotency.ts';
import { GroupWriter, type WriterOptions } from './group-writer.ts';
import { type AppliedCommand, type Counters, Projector, isNamed } from './projector.ts';
import { liveQueriesOf } from './queries/live-queries.ts';
import { type OrderQueries, orderQueriesOf } from './queries/order-queries.ts';
import { projectedQueriesOf } from './queries/projected-queries.ts';
import { type JournalReader, journalReaderOf, journaledCommand } from './journal/journal.ts';
import { recover } from './recover.ts';
import { type WarmMachine, resume } from './resume.ts';
import { type NamedCommand, fingerprint, idempotencyKey } from './codec.ts';

/**
 * A commit that takes longer than this counts as a failure of the store: callers get 1500 instead of waiting. A slow
 * disk is waited for.
 */
const STALLED_MS = 5_000;
/**
 * A group is closed at this many commands, or after applying them for this long. The next one collects while it
 * commits.
 */
const MOST_IN_GROUP = 256;
const LONGEST_GROUP_MS = 5;
/** Commands that may wait; one more is answered 1500. Bots get half, so that they cannot block users. */
export const MOST_QUEUED = 10_000;
const MOST_QUEUED_FOR_BOTS = MOST_QUEUED / 2;

export interface SequencerOptions extends WriterOptions {
  store: Store;
  instruments: Instrument[];
  /** Server time in ms; stamps never go back, even if it does. */
  now: () => EpochMs;
  /** A machine that has followed the last process; absent, or when it is not surely equal: rows are read. */
  warm?: WarmMachine | null;
  /** Called when a commit or a listener failed. After a failed commit no command is accepted. */
  report?: (what: string, error: unknown) => void;
}

/** `commands[n]` led to `outcomes[n]`. */
type CommitListener = (outcomes: Outcome[], commands: readonly Command[]) => void;

export interface Sequencer {
  /**
   * Resolves when the command is durable; a bot's command that concerns bots alone when it is applied (L13). Never
   * rejects: a full queue, a closed sequencer and a failed store answer 1500 with seq 0.
   * A user's command under a clientNo used before gets the first answer again (without events), or 1409 when it is a
   * different command.
   */
  submit(command: Command): Promise<Outcome>;
  /**
   * Called with every outcome once, in order, a group at a time, before the callers get their answers; with the
   * commands as the journal has them.
   */
  onCommitted(listener: CommitListener): void;
  /**
   * The commands on disk, every one since the journal was pruned. Those among bots get there with the next commit
   * (L13), so listeners may be ahead of it; after a crash their numbers are given again.
   */
  journal: JournalReader;
  /** Queries of what is committed: of what is open and of balances from the machine, of the rest from the store. */
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
   * Why nothing can be committed now: a commit failed, the store is unavailable, or a commit has taken seconds; null
   * while commits work.
   */
  healthError(): unknown;
  /** Stops accepting; resolves when everything accepted is committed and answered. The store stays open. */
  close(): Promise<void>;
}

export async function createSequencer(options: SequencerOptions): Promise<Sequencer> {
  const { store, instruments, signReceipt, warm } = options;
  const resumed = warm ? await resume(store, warm) : null;
  const { machine, seq, ts, openClearingOrders, journal } = resumed ?? (await recover(store, instruments));
  const projector = new Projector(openClearingOrders, signReceipt ?? null);
  const writer = new GroupWriter(store, journal, projector, machine.snapshot, options);
  const queue = new Queue(options, machine, writer, projector, seq, ts);
  const projected = (uid?: number): Promise<void> => queue.projected(uid);
  const queries = projectedQueriesOf(orderQueriesOf(store), projected);
  return {
    submit: (command) => queue.submit(command),
    onCommitted: (listener) => {
      queue.listeners.push(listener);
    },
    journal: journalReaderOf(store),
    queries: liveQueriesOf(queries, machine, () => queue.committed()),
    projected,
    machine,
    wasWarm: resumed !== null,
    snapshot: machine.snapshot,
    seq: () => queue.committedSeq,
    ts: () => queue.ts,
    queueLength: () => queue.queueLength,
    queueLimit: MOST_QUEUED,
    failed: queue.failed,
    healthError: () => queue.healthError(),
    close: () => queue.close(),
  };
}

interface QueuedCommand {
  command: Command;
  resolve: (outcome: Outcome) => void;
  /** The stored answer to its client number, looked up when the command arrives so that it is known at its turn. */
  earlier: Promise<EarlierAnswer | null> | null;
  isKnown: boolean;
}

/** A command under its client number, from submit until it is committed. */
interface PendingCommand {
  body: string;
  outcome: Promise<Outcome>;
}

class Queue {
  readonly listeners: CommitListener[] = [];
  committedSeq: number;
  readonly #store: Store;
  readonly #now: () => EpochMs;
  readonly #report: (what: string, error: unknown) => void;
  readonly #machine: Machine;
  readonly #writer: GroupWriter;
  readonly #projector: Projector;
  readonly #answers: IdempotentAnswers;
  readonly #pending = new Map<string, PendingCommand>();
  #queue: QueuedCommand[] = [];
  /** Readers of the machine whose state is being committed. */
  #waiting: ((isCommitted: boolean) => void)[] = [];
  /** Readers of rows that are not written yet. */
  #readers: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  #seq: number;
  ts: EpochMs;
  #open = true;
  /** Whether the first command of this process is still to be applied; a new store needs none. */
  #isRestarting: boolean;
  readonly failed: Promise<unknown>;
  #notifyFailed!: (error: unknown) => void;
  #failure: unknown = null;
  /** Start of the current group by the monotonic clock, ms; 0 for none. */
  #beganAt = 0;
  #draining: Promise<void> | null = null;

  constructor(
    { store, now, report }: SequencerOptions,
    machine: Machine,
    writer: GroupWriter,
    projector: Projector,
    seq: number,
    ts: EpochMs,
  ) {
    this.#store = store;
    this.#now = now;
    this.#report =
      report ??
      ((what, error) => {
        console.error(what, error);
      });
    this.#machine = machine;
    this.#answers = new IdempotentAnswers(store, projector);
    this.#writer = writer;
    this.#projector = projector;
    this.#seq = this.committedSeq = seq;
    this.#isRestarting = seq > 0;
    this.ts = ts;
    this.failed = new Promise((resolve) => {
      this.#notifyFailed = resolve;
    });
  }

  submit(command: Command): Promise<Outcome> {
    if (!isNamed(command)) return this.#hasCapacity(command) ? this.#enqueue(command) : this.#refuse(CODE.busy);
    const name = idempotencyScopeOf(command);
    const body = fingerprint(command);
    const underWay = this.#pending.get(name);
    if (underWay) return underWay.body === body ? underWay.outcome : this.#refuse(CODE.clientNoReused);
    if (!this.#hasCapacity(command)) return this.#refuse(CODE.busy);
    const outcome = this.#enqueue(command);
    this.#pending.set(name, { body, outcome });
    return outcome;
  }

  #hasCapacity({ uid }: Command): boolean {
    return this.#open && this.#queue.length < (uid < FIRST_USER_UID ? MOST_QUEUED_FOR_BOTS : MOST_QUEUED);
  }

  healthError(): unknown {
    const stalledMs = this.#beganAt === 0 ? 0 : performance.now() - this.#beganAt;
    return (
      this.#failure ??
      this.#store.healthError?.() ??
      (stalledMs > STALLED_MS ? new Error(`a commit has been under way for ${Math.round(stalledMs)} ms`) : null)
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
    if (!this.#projector.isBehind(uid)) return Promise.resolve();
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#readers.push({ resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  get queueLength(): number {
    return this.#queue.length;
  }

  async close(): Promise<void> {
    this.#open = false;
    await this.#draining;
    if (this.#failure !== null) return;
    try {
      await this.#writer.end(this.#counters());
    } catch (error) {
      this.#fail(error);
    }
  }

  #enqueue(command: Command): Promise<Outcome> {
    return new Promise((resolve) => {
      const earlier = isNamed(command) ? this.#answers.find(command) : null;
      const queued: QueuedCommand = { command, resolve, earlier, isKnown: earlier === null };
      const markKnown = (): void => {
        queued.isKnown = true;
      };
      earlier?.then(markKnown, markKnown); // an error is handled at the command's turn
      this.#queue.push(queued);
      this.#draining ??= this.#drain();
    });
  }

  async #drain(): Promise<void> {
    // Waits one turn of the event loop, so that commands that arrive together are committed together.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    while (this.#queue.length > 0 || this.#readers.length > 0) {
      this.#beganAt = performance.now();
      try {
        if (this.#queue.length > 0) await this.#commitGroup();
        await this.#projectWhenDue();
      } catch (error) {
        this.#fail(error);
      }
    }
    this.#beganAt = 0;
    this.#draining = null;
  }

  /** Between two groups: the machine is then as of the last commit. */
  async #projectWhenDue(): Promise<void> {
    const readers = this.#readers;
    if (readers.length === 0 && !this.#writer.isDue(this.#counters(), this.#queue.length)) return;
    await this.#writer.project(this.#counters());
    this.#readers = this.#readers.filter((reader) => !readers.includes(reader));
    for (const { resolve } of readers) resolve();
  }

  /** Applies and commits the next group. Commands stay in the queue until they are answered. */
  async #commitGroup(): Promise<void> {
    const group: (AppliedCommand & QueuedCommand)[] = [];
    const repeats: (() => void)[] = [];
    const began = this.#now();
    let count = 0;
    while (
      count < this.#queue.length &&
      group.length < MOST_IN_GROUP &&
      (count === 0 || this.#now() - began < LONGEST_GROUP_MS)
    ) {
      const queued = this.#queue[count]!;
      // An earlier command does not wait for the lookup of a later one.
      if (count > 0 && !queued.isKnown) break;
      count += 1;
      const earlier = queued.earlier && (await queued.earlier);
      if (earlier)
        repeats.push(() =>
          this.#answer(
            queued.command,
            queued.resolve,
            earlier.isSame ? earlier.outcome : this.#refused(CODE.clientNoReused),
          ),
        );
      else {
        if (this.#isRestarting) group.push(this.#restart());
        group.push({ ...queued, outcome: this.#apply(queued.command) });
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
  #restart(): AppliedCommand & QueuedCommand {
    this.#isRestarting = false;
    const command: Command = { kind: 'restart', uid: EXCHANGE_UID };
    return { command, outcome: this.#apply(command), resolve: () => undefined, earlier: null, isKnown: true };
  }

  #publish(group: (AppliedCommand & QueuedCommand)[]): void {
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
    for (const { command, resolve, outcome } of group) this.#answer(command, resolve, outcome);
    // A group is applied only after the one before was published: no reader waits for more than this one.
    for (const resolve of this.#waiting.splice(0)) resolve(true);
  }

  #answer(command: Command, resolve: (outcome: Outcome) => void, outcome: Outcome): void {
    if (isNamed(command)) this.#pending.delete(idempotencyScopeOf(command));
    resolve(outcome);
  }

  /** The machine is now ahead of the store until the next start: no command is accepted, nothing is published. */
  #fail(error: unknown): void {
    this.#open = false;
    this.#failure = error ?? new Error('unknown');
    this.#notifyFailed(this.#failure);
    this.#report('sequencer.commit_failed: the exchange accepts no more commands', error);
    for (const resolve of this.#waiting.splice(0)) resolve(false);
    for (const { reject: fail } of this.#readers.splice(0)) fail(this.#failure);
    const lost = this.#queue;
    this.#queue = [];
    for (const { command, resolve } of lost) this.#answer(command, resolve, this.#refused(CODE.busy));
  }

  #refused(code: Code): Outcome {
    return { seq: 0, ts: this.#now(), answer: reject(code), events: [] };
  }

  #refuse(code: Code): Promise<Outcome> {
    return Promise.resolve(this.#refused(code));
  }
}

function idempotencyScopeOf(command: NamedCommand): string {
  return `${command.uid} ${idempotencyKey(command)}`;
}
