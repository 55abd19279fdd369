// The one queue in front of the machine: number, stamp, apply, commit in groups, and only then answer and publish.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { CODE, type Code, reject } from '../../core/errors/errors.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { type Command, FIRST_USER_UID } from '../exchange/command.ts';
import type { Outcome } from '../exchange/event.ts';
import type { Machine, MachineReads } from '../exchange/machine.ts';
import type { Store } from '../store/store.ts';
import { IdempotentAnswers, type EarlierAnswer } from './idempotency.ts';
import { type Applied, type Counters, GroupWriter, isNamed } from './commit.ts';
import { type OrderQueries, orderQueriesOf } from './queries/order-queries.ts';
import { recover } from './recover.ts';
import type { SignReceipt } from './changesets/binary-option-changeset.ts';
import { type Nameable, fingerprint, idempotencyKey } from './codec.ts';

/**
 * A commit that takes longer than this is an illness, though nothing was refused: callers are better told than left
 * waiting. A slow disk is waited for.
 */
const STALLED_MS = 5_000;
/**
 * A group is closed at this many commands, or after this long of applying them. While one commits, the next gathers.
 */
const MOST_IN_GROUP = 256;
const LONGEST_GROUP_MS = 5;
/** Commands that may wait; one more is answered 1500. Bots get half, so that they cannot shut people out. */
export const MOST_WAITING = 10_000;
const MOST_WAITING_FOR_BOTS = MOST_WAITING / 2;

export interface SequencerOptions {
  store: Store;
  instruments: Instrument[];
  /** Server time in ms; stamps never go back, even if it does. */
  now: () => EpochMs;
  /** Signs the receipt of a seconds contract as it is committed; absent: orders have none. */
  signReceipt?: SignReceipt;
  /**
   * Hears of what must not happen: a commit or a listener that failed. After a failed commit nothing is accepted any
   * more.
   */
  report?: (what: string, error: unknown) => void;
}

export interface Sequencer {
  /**
   * Resolves when the command is durable; a bot's that touches bots alone when it is applied (L13). Never rejects: a
   * full queue, a closed sequencer and a failed store answer 1500 with seq 0.
   * A person's order or cancel under a clientNo used before gets the first answer again (without events), or 1409 when
   * it is another one.
   */
  submit(command: Command): Promise<Outcome>;
  /** Hears every outcome once, as it is answered: in order, a group at a time, before the callers get their answers. */
  onCommitted(listener: (outcomes: Outcome[]) => void): void;
  /** What is committed, from the store. */
  reads: OrderQueries;
  /** The machine as of the last applied command, which may be a few ms ahead of what is committed. */
  machine: MachineReads;
  /** Number of the last command that was answered. */
  seq(): number;
  /** The last stamp that was given; 0 before the first. */
  ts(): EpochMs;
  /** Commands that wait to be applied and committed. */
  waiting(): number;
  /**
   * Resolves with the reason when a commit was refused: the machine is then ahead of the store, and a new sequencer has
   * to start from what is there.
   */
  failed: Promise<unknown>;
  /**
   * Why nothing can be committed now: it failed for good, the store is away, or a commit has been under way for
   * seconds; null while all is well.
   */
  illness(): unknown;
  /** Accepts nothing more and resolves when everything accepted is committed and answered. The store stays open. */
  close(): Promise<void>;
}

export async function createSequencer(options: SequencerOptions): Promise<Sequencer> {
  const { machine, seq, ts, openClearingOrders } = await recover(options.store, options.instruments);
  const queue = new Queue(options, machine, new GroupWriter(openClearingOrders, options.signReceipt ?? null), seq, ts);
  return {
    submit: (command) => queue.submit(command),
    onCommitted: (listener) => {
      queue.listeners.push(listener);
    },
    reads: orderQueriesOf(options.store),
    machine,
    seq: () => queue.committedSeq,
    ts: () => queue.ts,
    waiting: () => queue.waiting,
    failed: queue.failed,
    illness: () => queue.illness(),
    close: () => queue.close(),
  };
}

interface Waiting {
  command: Command;
  resolve: (outcome: Outcome) => void;
  /** What was answered to its name before; asked for at once, so that it is known when the command's turn comes. */
  earlier: Promise<EarlierAnswer | null> | null;
  isKnown: boolean;
}

/** A command under its name, from submit until it is committed. */
interface Named {
  body: string;
  outcome: Promise<Outcome>;
}

class Queue {
  readonly listeners: ((outcomes: Outcome[]) => void)[] = [];
  committedSeq: number;
  readonly #store: Store;
  readonly #now: () => EpochMs;
  readonly #report: (what: string, error: unknown) => void;
  readonly #machine: Machine;
  readonly #writer: GroupWriter;
  readonly #answers: IdempotentAnswers;
  readonly #named = new Map<string, Named>();
  #waiting: Waiting[] = [];
  #seq: number;
  ts: EpochMs;
  #open = true;
  readonly failed: Promise<unknown>;
  #notifyFailed!: (error: unknown) => void;
  #failure: unknown = null;
  /** When the group under way was begun; 0: none is. By the monotonic clock. */
  #beganAt = 0;
  #draining: Promise<void> | null = null;

  constructor(
    { store, now, report }: SequencerOptions,
    machine: Machine,
    writer: GroupWriter,
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
    this.#answers = new IdempotentAnswers(store);
    this.#writer = writer;
    this.#seq = this.committedSeq = seq;
    this.ts = ts;
    this.failed = new Promise((resolve) => {
      this.#notifyFailed = resolve;
    });
  }

  submit(command: Command): Promise<Outcome> {
    if (!isNamed(command)) return this.#hasCapacity(command) ? this.#enqueue(command) : this.#refuse(CODE.busy);
    const name = idempotencyScopeOf(command);
    const body = fingerprint(command);
    const underWay = this.#named.get(name);
    if (underWay) return underWay.body === body ? underWay.outcome : this.#refuse(CODE.clientNoReused);
    if (!this.#hasCapacity(command)) return this.#refuse(CODE.busy);
    const outcome = this.#enqueue(command);
    this.#named.set(name, { body, outcome });
    return outcome;
  }

  #hasCapacity({ uid }: Command): boolean {
    return this.#open && this.#waiting.length < (uid < FIRST_USER_UID ? MOST_WAITING_FOR_BOTS : MOST_WAITING);
  }

  illness(): unknown {
    const stalledMs = this.#beganAt === 0 ? 0 : performance.now() - this.#beganAt;
    return (
      this.#failure ??
      this.#store.illness?.() ??
      (stalledMs > STALLED_MS ? new Error(`a commit has been under way for ${Math.round(stalledMs)} ms`) : null)
    );
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async close(): Promise<void> {
    this.#open = false;
    await this.#draining;
    if (this.#failure !== null) return;
    try {
      await this.#writer.end(this.#store, this.#counters());
    } catch (error) {
      this.#fail(error);
    }
  }

  #enqueue(command: Command): Promise<Outcome> {
    return new Promise((resolve) => {
      const earlier = isNamed(command) ? this.#answers.find(command) : null;
      const waiting: Waiting = { command, resolve, earlier, isKnown: earlier === null };
      const know = (): void => {
        waiting.isKnown = true;
      };
      earlier?.then(know, know); // its turn hears of what went wrong
      this.#waiting.push(waiting);
      this.#draining ??= this.#drain();
    });
  }

  async #drain(): Promise<void> {
    // One turn of the event loop, so that what arrives together is committed together.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    while (this.#waiting.length > 0) {
      this.#beganAt = performance.now();
      try {
        await this.#group();
      } catch (error) {
        this.#fail(error);
      }
    }
    this.#beganAt = 0;
    this.#draining = null;
  }

  /** Applies and commits the next group. Commands stay in the queue until they are answered. */
  async #group(): Promise<void> {
    const group: (Applied & Waiting)[] = [];
    const repeats: (() => void)[] = [];
    const began = this.#now();
    let taken = 0;
    while (
      taken < this.#waiting.length &&
      group.length < MOST_IN_GROUP &&
      (taken === 0 || this.#now() - began < LONGEST_GROUP_MS)
    ) {
      const waiting = this.#waiting[taken]!;
      // Who is there first does not wait for the name of who came last.
      if (taken > 0 && !waiting.isKnown) break;
      taken += 1;
      const earlier = waiting.earlier && (await waiting.earlier);
      if (earlier)
        repeats.push(() =>
          this.#answer(
            waiting.command,
            waiting.resolve,
            earlier.isSame ? earlier.outcome : this.#refused(CODE.clientNoReused),
          ),
        );
      else group.push({ ...waiting, outcome: this.#apply(waiting.command) });
    }
    if (group.length > 0) await this.#writer.write(this.#store, group, this.#counters());
    this.#waiting.splice(0, taken);
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

  #publish(group: (Applied & Waiting)[]): void {
    const outcomes = group.map(({ outcome }) => outcome);
    this.committedSeq = outcomes[outcomes.length - 1]!.seq;
    for (const listener of this.listeners) {
      try {
        listener(outcomes);
      } catch (error) {
        this.#report('a listener of the sequencer failed', error);
      }
    }
    for (const { command, resolve, outcome } of group) this.#answer(command, resolve, outcome);
  }

  #answer(command: Command, resolve: (outcome: Outcome) => void, outcome: Outcome): void {
    if (isNamed(command)) this.#named.delete(idempotencyScopeOf(command));
    resolve(outcome);
  }

  /**
   * The machine is ahead of the store, and stays so until the next start: nothing more is accepted, nothing is said to
   * have happened.
   */
  #fail(error: unknown): void {
    this.#open = false;
    this.#failure = error ?? new Error('unknown');
    this.#notifyFailed(this.#failure);
    this.#report('the exchange stopped: its state could not be committed', error);
    const lost = this.#waiting;
    this.#waiting = [];
    for (const { command, resolve } of lost) this.#answer(command, resolve, this.#refused(CODE.busy));
  }

  #refused(code: Code): Outcome {
    return { seq: 0, ts: this.#now(), answer: reject(code), events: [] };
  }

  #refuse(code: Code): Promise<Outcome> {
    return Promise.resolve(this.#refused(code));
  }
}

function idempotencyScopeOf(command: Nameable): string {
  return `${command.uid} ${idempotencyKey(command)}`;
}
