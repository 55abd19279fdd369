// A machine that applies the committed commands of the engine, and is equal to the engine's.
import { Machine } from '../exchange/machine.ts';
import type { MachineQueries } from '../exchange/machine-queries.ts';
import type { Outcome } from '../exchange/outcome.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Instrument } from '../../core/instruments/instrument.ts';
import type { FeedCopy } from '../feed/feed-copy.ts';
import type { JournalEntry } from '../sequencer/journal/record-codec.ts';
import { RecentCommands } from '../sequencer/projection/recent-commands.ts';
import type { WarmMachine } from '../sequencer/resume.ts';
import type { Bus, Dispose } from './bus.ts';
import { type Beat, CLUSTER_VERSION, type JournalGroup, SUBJECT } from './cluster-messages.ts';

/** How long a missing command may still come by itself, ms: messages of several servers overtake each other. */
const REORDER_MS = 20;
const ANSWER_MS = 2_000;
/** Without a message of the engine for this long nothing is known of it: four beats. */
const SILENT_MS = 1_000;
/** Commands that wait for an earlier one; beyond it they are dropped and requested. */
const MAX_WAITING = 20_000;

export interface FollowerOptions {
  bus: Bus;
  instruments: Instrument[];
  /** Called with outcomes in order, each once. */
  onOutcomes: (outcomes: Outcome[]) => void;
  /** Whether it retains what may have no rows yet, for the owner that this node may become. */
  retainsCommands?: boolean;
  /** Called with the exchange's time as of each message of the engine. */
  onTime?: (nowMs: EpochMs) => void;
  /** Called when the machine has another state than outcomes led to: at the start, and when it was loaded again. */
  onSync: (copy: FeedCopy) => Promise<void>;
  report: (event: string, error: unknown) => void;
}

export class Follower {
  readonly #options: FollowerOptions;
  readonly #subscriptions: Dispose[];
  #machine: Machine;
  /** Number of the last applied command; -1 while there is no state. */
  #seq = -1;
  #ts: EpochMs = 0;
  #epoch = 0;
  /** Highest number that the engine has named. */
  #knownSeq = -1;
  #lastMessageAt = -Infinity;
  /** Commands that came before an earlier one. */
  readonly #waiting = new Map<number, JournalEntry>();
  /** State hashes of the engine that are to be compared, by command. */
  readonly #hashes = new Map<number, string>();
  readonly #ownerListeners = new Set<() => void>();
  readonly #recent: RecentCommands | null;
  #verifiedSeq = -1;
  #isFilling = false;
  #otherVersion: number | null = null;
  #fault: string | null = null;
  #isAway = false;
  #closed = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#machine = new Machine(options.instruments);
    this.#recent = options.retainsCommands ? new RecentCommands() : null;
    this.#subscriptions = [
      options.bus.subscribe(SUBJECT.beat, (beat) => this.#onBeat(beat)),
      options.bus.subscribe(SUBJECT.journal, (group) => this.#onGroup(group)),
    ];
  }

  /**
   * Ends following and gives the machine away, for the node that is to own it. Null while there is no state, or one of
   * another version.
   */
  release(): WarmMachine | null {
    this.close();
    if (this.#seq < 0 || this.#otherVersion !== null) return null;
    const seq = (): number => this.#seq;
    return {
      machine: this.#machine,
      epoch: this.#epoch,
      get seq() {
        return seq();
      },
      apply: (entries) => {
        const outcomes = entries.map((entry) => this.#apply(entry));
        this.#options.onOutcomes(outcomes);
        return outcomes;
      },
      appliedAfter: (after) => this.#recent?.after(after) ?? null,
    };
  }

  /** Queries of the machine as of `seq`; the object stays the same when the machine is another. */
  readonly machine: MachineQueries = queriesOf(() => this.#machine);

  get seq(): number {
    return this.#seq;
  }

  /** Time of the newest command that was applied; 0 before the first. */
  get ts(): EpochMs {
    return this.#ts;
  }

  /** Number of the database's owner; 0 before the first message. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Why no engine can commit, as the last leader reported it; null: one can, as far as this node knows. */
  get fault(): string | null {
    return this.#fault;
  }

  /** Whether that fault is a server that has been away for a moment only. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** The listener is called when the database has another owner. */
  onOwner(listener: () => void): Dispose {
    this.#ownerListeners.add(listener);
    return () => this.#ownerListeners.delete(listener);
  }

  /** Why what this node shows may be old or wrong; null: it follows. */
  healthError(): Error | null {
    if (this.#otherVersion !== null)
      return new Error(`the engine has version ${this.#otherVersion}, this node has ${CLUSTER_VERSION}`);
    if (this.#fault !== null) return new Error(`the engine cannot commit: ${this.#fault}`);
    if (this.#seq < 0) return new Error('no state of the engine yet');
    const silentMs = performance.now() - this.#lastMessageAt;
    if (silentMs > SILENT_MS) return new Error(`nothing of the engine for ${Math.round(silentMs)} ms`);
    return null;
  }

  /** The last command after which the state was compared with the engine's and was equal; -1 before the first. */
  get verifiedSeq(): number {
    return this.#verifiedSeq;
  }

  /** Commands that the engine has committed and this node has not applied. */
  lag(): number {
    return Math.max(0, this.#knownSeq - this.#seq);
  }

  close(): void {
    this.#closed = true;
    for (const dispose of this.#subscriptions) dispose();
  }

  #onBeat(beat: Beat): void {
    if (!this.#accept(beat)) return;
    this.#knownSeq = Math.max(this.#knownSeq, beat.seq);
    if (this.#seq < this.#knownSeq) this.#fill();
  }

  #onGroup(group: JournalGroup): void {
    if (!this.#accept(group)) return;
    this.#knownSeq = Math.max(this.#knownSeq, group.seq);
    if (group.stateHash !== undefined) this.#hashes.set(group.seq, group.stateHash);
    if (this.#waiting.size > MAX_WAITING) this.#waiting.clear();
    for (const entry of group.entries) if (entry.seq > this.#seq) this.#waiting.set(entry.seq, entry);
    this.#applyWaiting();
    if (this.#seq < this.#knownSeq) this.#fill();
  }

  /** False for a message of an earlier owner of the database, and of another version. */
  #accept({ epoch, version, seq, nowMs, rowsSeq = seq, fault, isAway = false }: Beat): boolean {
    if (epoch < this.#epoch) return false;
    this.#recent?.written(rowsSeq);
    const isOther = epoch > this.#epoch;
    this.#epoch = epoch;
    this.#lastMessageAt = performance.now();
    this.#otherVersion = version === CLUSTER_VERSION ? null : version;
    if (fault !== undefined && this.#fault === null)
      this.#options.report('follower.engine_cannot_commit', new Error(`epoch ${epoch}: ${fault}`));
    this.#fault = fault ?? null;
    this.#isAway = isAway;
    if (isOther) for (const listener of this.#ownerListeners) listener();
    if (nowMs !== undefined) this.#options.onTime?.(nowMs);
    return this.#otherVersion === null;
  }

  #applyWaiting(): void {
    if (this.#seq < 0 || this.#closed || this.#dropsState()) return;
    const outcomes: Outcome[] = [];
    for (let entry = this.#waiting.get(this.#seq + 1); entry; entry = this.#waiting.get(this.#seq + 1)) {
      this.#waiting.delete(entry.seq);
      outcomes.push(this.#apply(entry));
      if (this.#dropsState()) return;
    }
    if (outcomes.length > 0) this.#options.onOutcomes(outcomes);
  }

  #apply({ seq, ts, command }: JournalEntry): Outcome {
    this.#seq = seq;
    this.#ts = ts;
    const outcome = this.#machine.apply({ seq, ts }, command);
    this.#recent?.add({ command, outcome });
    return outcome;
  }

  /** Whether the state was another one than the engine's; then there is none, until it is loaded. */
  #dropsState(): boolean {
    if (this.#hashes.size === 0 || !this.#differs()) return false;
    this.#waiting.clear();
    this.#seq = -1;
    return true;
  }

  /** Whether the state is another one than the engine's, as far as that is known at this command. */
  #differs(): boolean {
    for (const seq of this.#hashes.keys()) if (seq < this.#seq) this.#hashes.delete(seq);
    const expected = this.#hashes.get(this.#seq);
    if (expected === undefined) return false;
    this.#hashes.delete(this.#seq);
    if (expected === this.#machine.stateHash()) {
      this.#verifiedSeq = this.#seq;
      return false;
    }
    this.#options.report('follower.state_differs', new Error(`at command ${this.#seq}: the state is loaded again`));
    return true;
  }

  /** Gets what is missing: single commands, or the whole state. One at a time. */
  #fill(): void {
    if (this.#isFilling) return;
    this.#isFilling = true;
    this.#catchUp()
      .catch((error: unknown) => this.#options.report('follower.fill_failed', error))
      .finally(() => {
        this.#isFilling = false;
      });
  }

  async #catchUp(): Promise<void> {
    if (this.#seq >= 0) await new Promise((resolve) => setTimeout(resolve, REORDER_MS));
    while (!this.#closed && this.#seq < this.#knownSeq) {
      if (this.#seq < 0) await this.#load();
      else if (!(await this.#readMissing()) && !this.#closed) this.#seq = -1;
      this.#applyWaiting();
    }
  }

  /** False when the engine no longer has them. */
  async #readMissing(): Promise<boolean> {
    const from = this.#seq + 1;
    const answer = await this.#options.bus.request(SUBJECT.entries(this.#epoch), from, ANSWER_MS);
    for (const entry of answer ?? []) if (entry.seq > this.#seq) this.#waiting.set(entry.seq, entry);
    return this.#waiting.has(this.#seq + 1) || this.#seq >= from;
  }

  async #load(): Promise<void> {
    const { bus, instruments, onSync } = this.#options;
    const reply = await bus.request(SUBJECT.sync(this.#epoch), null, ANSWER_MS);
    const machine = new Machine(instruments);
    machine.restore(reply.state);
    if (machine.stateHash() !== reply.stateHash) throw new Error(`the state at command ${reply.seq} arrived changed`);
    this.#machine = machine;
    await onSync(reply.feed);
    this.#seq = this.#verifiedSeq = reply.seq;
    this.#recent?.begin(reply.seq);
    for (const seq of this.#waiting.keys()) if (seq <= this.#seq) this.#waiting.delete(seq);
  }
}

/** The queries of the machine that `current` returns at each call; a query that was taken from it stays current. */
function queriesOf(current: () => Machine): MachineQueries {
  return new Proxy({} as MachineQueries, {
    get:
      (_, name) =>
      (...args: unknown[]): unknown =>
        (current()[name as keyof MachineQueries] as (...args: unknown[]) => unknown)(...args),
  });
}
