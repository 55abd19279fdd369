// The engine's side of following: publishes committed commands, answers nodes that start or missed some.
import type { EpochMs } from '../../core/units/time.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Feed } from '../feed/feed.ts';
import type { JournalEntry } from '../sequencer/journal/record-codec.ts';
import type { Bus, Dispose } from './bus.ts';
import {
  BEAT_MS,
  type Beat,
  CLUSTER_VERSION,
  type CandlesRequest,
  type JournalGroup,
  SUBJECT,
  type SyncReply,
} from './cluster-messages.ts';

/** Commands in one answer to a node that missed some; it asks again for more. */
const ENTRIES_LIMIT = 5_000;
/** How often the state hash follows a group; with many accounts rarer: it takes at most 1/200 of a processor. */
const HASH_MS = 5_000;
const HASH_COST_PARTS = 200;

export interface JournalPublisherOptions {
  bus: Bus;
  epoch: number;
  sequencer: Sequencer;
  feed: Feed;
  /** The exchange's time. */
  now: () => EpochMs;
  report: (event: string, error: unknown) => void;
  /** Why no engine on this database can commit; absent: one can. */
  fault: () => Pick<Beat, 'fault' | 'isAway'>;
  /** Absent: HASH_MS. */
  hashMs?: number;
}

/** Everything published is durable, so that no node ever knows what a new owner of the database does not. */
export class JournalPublisher {
  readonly #bus: Bus;
  readonly #epoch: number;
  readonly #sequencer: Sequencer;
  readonly #feed: Feed;
  readonly #now: JournalPublisherOptions['now'];
  readonly #report: JournalPublisherOptions['report'];
  readonly #fault: JournalPublisherOptions['fault'];
  readonly #hashMs: number;
  readonly #timer: NodeJS.Timeout;
  readonly #responders: Dispose[];
  /** Nodes that wait for the state after the next group. */
  #waiting: ((reply: SyncReply) => void)[] = [];
  #hashDueAt: number;

  constructor({ bus, epoch, sequencer, feed, now, report, fault, hashMs = HASH_MS }: JournalPublisherOptions) {
    this.#bus = bus;
    this.#epoch = epoch;
    this.#sequencer = sequencer;
    this.#feed = feed;
    this.#now = now;
    this.#report = report;
    this.#fault = fault;
    this.#hashMs = hashMs;
    this.#hashDueAt = performance.now() + hashMs;
    // Users are at other nodes: a commit is on its way to them before this one publishes it too.
    sequencer.onCommitted((outcomes, commands) => {
      this.#publish(outcomes.map(({ seq, ts }, at) => ({ seq, ts, command: commands[at]! })));
      bus.flush();
    }, 'first');
    sequencer.onCommitted(() => {
      this.#publishHash();
      this.#answerWaiting();
    });
    this.#responders = [
      bus.respond(SUBJECT.sync(epoch), () => this.#sync()),
      bus.respond(SUBJECT.entries(epoch), (from) => this.#entries(from)),
      bus.respond(SUBJECT.candles(epoch), (request) => this.#candles(request)),
      bus.respond(SUBJECT.time(epoch), () => now()),
    ];
    const beat = (): void => bus.publish(SUBJECT.beat, this.#beat());
    this.#timer = setInterval(beat, BEAT_MS);
    this.#timer.unref();
    beat();
    // The last word of this lead: nodes need not find out by its silence.
    void sequencer.failed.then(beat);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const dispose of this.#responders) dispose();
  }

  #beat(): Beat {
    const { seq, rowsSeq } = this.#sequencer;
    return {
      version: CLUSTER_VERSION,
      epoch: this.#epoch,
      seq: seq(),
      nowMs: this.#now(),
      rowsSeq: rowsSeq(),
      ...this.#fault(),
    };
  }

  #publish(entries: JournalEntry[], stateHash?: string): void {
    const group: JournalGroup = { ...this.#beat(), ...(stateHash !== undefined && { stateHash }), entries };
    this.#bus.publish(SUBJECT.journal, group);
  }

  /** Only right after a commit is the machine as of `seq`. */
  #publishHash(): void {
    const began = performance.now();
    if (began < this.#hashDueAt) return;
    const before = process.cpuUsage();
    const stateHash = this.#sequencer.machine.stateHash();
    const { user, system } = process.cpuUsage(before);
    // Of the processor: what it waited for that on a busy machine would put off the next hash by a minute.
    const tookMs = (user + system) / 1_000;
    this.#hashDueAt = began + Math.max(this.#hashMs, HASH_COST_PARTS * tookMs);
    this.#publish([], stateHash);
  }

  /** Null when they are no longer in the journal. */
  async #entries(from: number): Promise<JournalEntry[] | null> {
    try {
      return await this.#sequencer.journal.read(from, ENTRIES_LIMIT);
    } catch (error) {
      this.#report('cluster.journal_unread', error);
      return null;
    }
  }

  /** The machine is ahead of what is committed while commands are under way: then the state after them is sent. */
  #sync(): Promise<SyncReply> | SyncReply {
    if (this.#sequencer.queueLength() === 0) return this.#state();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #answerWaiting(): void {
    if (this.#waiting.length === 0) return;
    const reply = this.#state();
    for (const resolve of this.#waiting.splice(0)) resolve(reply);
  }

  #state(): SyncReply {
    // A standby that begins here can lead at once when what was before has its rows.
    this.#sequencer.catchUpRows();
    return {
      version: CLUSTER_VERSION,
      epoch: this.#epoch,
      seq: this.#sequencer.seq(),
      stateHash: this.#sequencer.machine.stateHash(),
      state: this.#sequencer.snapshot(),
      feed: this.#feed.copy(),
    };
  }

  #candles({ coinInfoId, period, fromMs, toMs }: CandlesRequest): Float64Array {
    return this.#feed.market(coinInfoId)?.candles.copy(period, fromMs, toMs) ?? new Float64Array();
  }
}
