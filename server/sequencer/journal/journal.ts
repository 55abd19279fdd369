// The journal: every command that was committed, in records that are chained by their hashes.
import type { Outcome } from '../../exchange/outcome.ts';
import type { Command } from '../../exchange/command.ts';
import { errorMessage } from '../../../core/errors/error-message.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { SecondsReceipt } from '../../../core/orders/binary-option-order.ts';
import type { BinaryOptionState } from '../../exchange/binary-options/open-binary-options.ts';
import { isPurchase } from '../mappers/binary-option-mapper.ts';
import { NO_OUTCOMES, digestOutcome } from './outcome-digest.ts';
import {
  type IdCounters,
  type JournalEntry,
  NO_RECORD,
  UnknownRecordVersion,
  decodeRecord,
  encodeRecord,
  hashOf,
  prevOf,
} from './record-codec.ts';

/**
 * The journal retains at least this many commands. It is pruned by whole records after every PRUNE_EVERY commands:
 * often and little, so that no group waits long for it.
 */
export const JOURNAL_LENGTH = 20_000;
const PRUNE_EVERY = 200;

/** Signs the terms of a binary option before its strike is known. */
export type SignReceipt = (order: BinaryOptionState) => SecondsReceipt;

/** A record as it is stored; `seq` is the number of its last command. */
export interface StoredRecord {
  seq: number;
  record: Uint8Array;
}

/** Reads records from where they are stored: a table of the store, or a log in files of its own. */
export interface JournalRecords {
  /** The next records that have commands after a number, in order; the first one may begin before it. None: the end. */
  after(seq: number): Promise<StoredRecord[]>;
}

/** Appends records to where they are stored, one after another. */
export interface JournalWriter {
  /** Resolves when the record is on disk. */
  append(record: StoredRecord, ts: EpochMs): Promise<void>;
  /** Removes records up to a number, now or later. */
  prune(upTo: number): void;
  close(): Promise<void>;
}

/** Reads of what is on disk. */
export interface JournalReader {
  /**
   * Commands from a number on, dense and in order, at least one where there is one and about `limit` at most: whole
   * records are read. Empty after the last one. Throws Error when the number was pruned, or a record is damaged.
   */
  read(fromSeq: number, limit: number): Promise<JournalEntry[]>;
}

/** What the journal stores of a command. The secret of a refused beat is not revealed yet (S15). */
export function journaledCommand(command: Command, { answer }: Pick<Outcome, 'answer'>): Command {
  // A replay refuses the beat again: '' is the secret of no chain.
  return command.kind === 'clock' && command.secret !== undefined && 'code' in answer
    ? { ...command, secret: '' }
    : command;
}

/** Makes one record for each commit. */
export class Journal {
  #head: Uint8Array;
  /** Commands that were applied, and are written with the next commit; `#digest` is of their outcomes. */
  #waiting: JournalEntry[] = [];
  #digest = NO_OUTCOMES;
  /** Receipts of what was added, by order. */
  receipts = new Map<number, SecondsReceipt>();
  readonly #sign: SignReceipt | null;
  /** Hash of the record that is being committed. */
  #next: Uint8Array;
  #prunedAt: number;

  /** Follows the end of what is stored. `sign` null: no receipts. */
  constructor({ head, seq }: Pick<JournalEnd, 'head' | 'seq'>, sign: SignReceipt | null) {
    this.#head = this.#next = head;
    this.#sign = sign;
    this.#prunedAt = seq;
  }

  add(command: Command, outcome: Outcome): void {
    this.#waiting.push({ seq: outcome.seq, ts: outcome.ts, command: journaledCommand(command, outcome) });
    this.#digest = digestOutcome(this.#digest, outcome);
    if (this.#sign === null) return;
    for (const event of outcome.events)
      if (event.kind === 'seconds' && isPurchase(event.order))
        this.receipts.set(event.order.id, this.#sign(event.order));
  }

  /** The record of what was added since the last commit; null for nothing. */
  next(counters: IdCounters): StoredRecord | null {
    const last = this.#waiting.at(-1);
    if (!last) return null;
    const record = encodeRecord(
      { entries: this.#waiting, counters, digest: this.#digest, receipts: this.receipts },
      this.#head,
    );
    this.#next = hashOf(record);
    return { seq: last.seq, record };
  }

  /** Number up to which records may be removed now, without those after `retainedFrom`; null: none this time. */
  prunableTo(seq: number, retainedFrom: number): number | null {
    if (seq - this.#prunedAt < PRUNE_EVERY) return null;
    this.#prunedAt = seq;
    return Math.min(seq - JOURNAL_LENGTH, retainedFrom);
  }

  /** Call it when the record of `next` is on disk. */
  committed(): void {
    this.#head = this.#next;
    this.#waiting = [];
    this.#digest = NO_OUTCOMES;
    this.receipts = new Map();
  }
}

export function journalReaderOf(records: JournalRecords): JournalReader {
  return {
    read: async (fromSeq, limit) => {
      const found: JournalEntry[] = [];
      let next = fromSeq;
      while (found.length < limit) {
        const rows = await records.after(next - 1);
        if (rows.length === 0) break;
        for (const { record } of rows) {
          const entries = decodeRecord(record).entries.filter(({ seq }) => seq >= next);
          if (entries[0]?.seq !== next) throw new Error(`the journal has no command ${next} any more`);
          found.push(...entries);
          next += entries.length;
          if (found.length >= limit) break;
        }
      }
      return found;
    },
  };
}

/** The end of a journal: the hash of the last record, number and time of its last command. */
export interface JournalEnd {
  head: Uint8Array;
  seq: number;
  ts: EpochMs;
}

/**
 * Checks every record, the chain between them, and that they reach the command `rowsAt` of the rows. Throws Error with
 * a sentence for the operator.
 */
export async function checkJournal(records: JournalRecords, rowsAt: { seq: number; ts: EpochMs }): Promise<JournalEnd> {
  let [head, seq, ts, first] = [NO_RECORD, 0, 0, true];
  for (;;) {
    const rows = await records.after(seq);
    if (rows.length === 0) break;
    for (const row of rows) {
      const entries = entriesOf(row);
      // The oldest record follows one that was pruned.
      if (!first && (!Buffer.from(prevOf(row.record)).equals(head) || entries[0]!.seq !== seq + 1))
        throw damaged(`record ${row.seq} does not follow ${seq}`);
      [head, seq, ts, first] = [hashOf(row.record), row.seq, entries.at(-1)!.ts, false];
    }
  }
  // A database of a version without journal has no record until its next command.
  if (first) return { head, ...rowsAt };
  if (seq < rowsAt.seq) throw damaged(`it ends at command ${seq}, the state at ${rowsAt.seq}`);
  return { head, seq, ts };
}

function entriesOf({ seq, record }: StoredRecord): JournalEntry[] {
  try {
    const { entries } = decodeRecord(record);
    if (entries.at(-1)?.seq !== seq) throw new Error('a journal record is not in its place');
    return entries;
  } catch (error) {
    if (error instanceof UnknownRecordVersion)
      throw new Error(`The journal is of another version (${error.message}, number ${seq}). ${START_WRITER}`, {
        cause: error,
      });
    throw damaged(`${errorMessage(error)}, number ${seq}`);
  }
}

/** What an operator does where this version cannot continue the commands of another one, after a crash. */
export const START_WRITER =
  'Start the version that wrote them once more on this store, and stop it in order: it writes what is missing, and ' +
  'this version begins after it (docs/operations.md, Upgrade); else restore a backup';

export function damaged(fault: string): Error {
  return new Error(`The journal is damaged (${fault}); restore a backup. Nothing was changed`);
}
