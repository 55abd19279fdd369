// Committed commands that have no rows yet: whose they are, their answers to client numbers, and who waits for rows.
import type { EpochMs } from '../../../core/units/time.ts';
import { FIRST_USER_UID, isBot } from '../../exchange/command.ts';
import type { ExchangeEvent } from '../../exchange/event.ts';
import type { Outcome } from '../../exchange/outcome.ts';
import { ownerOf } from '../changesets/row-changeset.ts';
import { type NamedCommand, fingerprint, idempotencyKey } from '../codec.ts';
import type { FreshAnswer } from '../idempotency.ts';
import { type AppliedCommand, isNamed } from '../projector.ts';

interface Waiting {
  seq: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

interface Answered {
  command: NamedCommand;
  seq: number;
  ts: EpochMs;
  answer: Outcome['answer'];
}

export class UnwrittenRows {
  /** Numbers of the last commands that changed something of a user, and of any account but bots'; oldest first. */
  readonly #ofUser = new Map<number, number>();
  #ofAny = 0;
  readonly #answers = new Map<string, Answered>();
  #waiting: Waiting[] = [];
  #written: number;
  /** Ends of records without rows: number and time of the last command; oldest first. */
  #records: { seq: number; ts: EpochMs }[] = [];

  constructor(written: number) {
    this.#written = written;
  }

  /** Commands without rows. */
  get commands(): number {
    return (this.#records.at(-1)?.seq ?? this.#written) - this.#written;
  }

  /** Time of the oldest record without rows; null for none. */
  get since(): EpochMs | null {
    return this.#records[0]?.ts ?? null;
  }

  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** Adds the commands of a record, which ends with `seq`, at `ts`. */
  add(group: readonly AppliedCommand[], seq: number, ts: EpochMs): void {
    for (const { command, outcome } of group) {
      if (isNamed(command)) {
        const { ts, answer } = outcome;
        this.#answers.set(nameOf(command.uid, idempotencyKey(command)), { command, seq: outcome.seq, ts, answer });
        this.#mark(command.uid, seq);
      }
      for (const event of outcome.events) this.#markOwner(event, seq);
    }
    this.#records.push({ seq, ts });
  }

  isBehind(uid?: number): boolean {
    return this.#lastOf(uid) > this.#written;
  }

  answerTo(uid: number, key: string): FreshAnswer | undefined {
    const found = this.#answers.get(nameOf(uid, key));
    if (!found) return undefined;
    const { command, seq, ts, answer } = found;
    return { body: fingerprint(command), outcome: { seq, ts, answer, events: [] } };
  }

  whenWritten(uid?: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ seq: this.#lastOf(uid), resolve, reject });
    });
  }

  /** Rows up to `seq` are written. */
  written(seq: number): void {
    this.#written = seq;
    for (const [uid, last] of this.#ofUser) {
      if (last > seq) break;
      this.#ofUser.delete(uid);
    }
    for (const [name, answered] of this.#answers) {
      if (answered.seq > seq) break;
      this.#answers.delete(name);
    }
    const left = this.#records.findIndex((record) => record.seq > seq);
    this.#records = left < 0 ? [] : this.#records.slice(left);
    const reached = this.#waiting.filter((waiting) => waiting.seq <= seq);
    this.#waiting = this.#waiting.filter((waiting) => waiting.seq > seq);
    for (const { resolve } of reached) resolve();
  }

  /** No more rows are written. */
  fail(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  #lastOf(uid: number | undefined): number {
    return uid === undefined ? this.#ofAny : (this.#ofUser.get(uid) ?? 0);
  }

  #markOwner(event: ExchangeEvent, seq: number): void {
    const uid = ownerIn(event);
    if (uid !== null) this.#mark(uid, seq);
  }

  #mark(uid: number, seq: number): void {
    this.#ofAny = seq;
    if (uid < FIRST_USER_UID || this.#ofUser.get(uid) === seq) return;
    // The last one that was changed is the last one in the map.
    this.#ofUser.delete(uid);
    this.#ofUser.set(uid, seq);
  }
}

/** Whether it changed more than balances of bots and last prices. */
export function concernsUsers({ events }: Outcome): boolean {
  return events.some((event) => ownerIn(event) !== null);
}

function nameOf(uid: number, key: string): string {
  return `${uid} ${key}`;
}

/** Whose rows an event changes; null where only bots read them, and below the users for the exchange's own. */
function ownerIn(event: ExchangeEvent): number | null {
  if (event.kind === 'order') return isBot(event.order.uid) ? null : event.order.uid;
  if (event.kind === 'fill') return event.fill.uid < FIRST_USER_UID ? null : event.fill.uid;
  if (event.kind === 'posting') return event.posting.uid < FIRST_USER_UID ? null : event.posting.uid;
  if (event.kind === 'level' || event.kind === 'bookReset' || event.kind === 'trade') return null;
  return event.kind === 'marketStatus' ? 0 : ownerOf(event);
}
