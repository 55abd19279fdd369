// The journal: every command that was committed, in records that are chained by their hashes.
import type { Outcome } from '../../exchange/outcome.ts';
import type { Command } from '../../exchange/command.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Rows, Step } from '../../store/store.ts';
import { NO_OUTCOMES, digestOutcome } from './outcome-digest.ts';
import {
  type IdCounters,
  type JournalEntry,
  type JournalRecord,
  NO_RECORD,
  decodeRecord,
  encodeRecord,
  hashOf,
  prevOf,
} from './record-codec.ts';

/**
 * Commands that the journal keeps at least. It is pruned by whole records, after every PRUNE_EVERY commands: often and
 * little, so that no group waits long for it.
 */
export const JOURNAL_LENGTH = 20_000;
const PRUNE_EVERY = 200;
/** Records read at a time. */
const PAGE_RECORDS = 64;

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
  // Refused again with '', which no chain has.
  return command.kind === 'clock' && command.secret !== undefined && 'code' in answer
    ? { ...command, secret: '' }
    : command;
}

interface RecordRow {
  seq: bigint;
  record: Uint8Array;
}

/** Writes one record with each commit. */
export class Journal {
  #head: Uint8Array;
  /** Commands that were applied, and are written with the next commit; `#digest` is of their outcomes. */
  #waiting: JournalEntry[] = [];
  #digest = NO_OUTCOMES;
  /** Hash of the record that is being committed. */
  #next: Uint8Array;
  #prunedAt: number;

  /** `head` is the hash of the last record, `seq` the number of the last command. */
  constructor(head: Uint8Array, seq: number) {
    this.#head = this.#next = head;
    this.#prunedAt = seq;
  }

  add(command: Command, outcome: Outcome): void {
    this.#waiting.push({ seq: outcome.seq, ts: outcome.ts, command: journaledCommand(command, outcome) });
    this.#digest = digestOutcome(this.#digest, outcome);
  }

  /** The statements that write what was added since the last commit. Commands after `retainedFrom` are not pruned. */
  steps(counters: IdCounters, retainedFrom: number): Step[] {
    const last = this.#waiting.at(-1);
    if (!last) return [];
    const record = encodeRecord({ entries: this.#waiting, counters, digest: this.#digest }, this.#head);
    this.#next = hashOf(record);
    const steps: Step[] = [
      ['INSERT INTO exchange_journal (seq, ts, record) VALUES (?, ?, ?)', [[last.seq, last.ts, record]]],
    ];
    if (last.seq - this.#prunedAt >= PRUNE_EVERY) {
      steps.push([
        'DELETE FROM exchange_journal WHERE seq <= ?',
        [[Math.min(last.seq - JOURNAL_LENGTH, retainedFrom)]],
      ]);
      this.#prunedAt = last.seq;
    }
    return steps;
  }

  /** What `steps` wrote is on disk. */
  committed(): void {
    this.#head = this.#next;
    this.#waiting = [];
    this.#digest = NO_OUTCOMES;
  }
}

export function journalReaderOf(store: Rows): JournalReader {
  return {
    read: async (fromSeq, limit) => {
      const found: JournalEntry[] = [];
      let next = fromSeq;
      while (found.length < limit) {
        const rows = await store.all<RecordRow>(
          `SELECT seq, record FROM exchange_journal WHERE seq >= ? ORDER BY seq LIMIT ${PAGE_RECORDS}`,
          [next],
        );
        for (const { record } of rows) {
          const entries = decodeRecord(record).entries.filter(({ seq }) => seq >= next);
          if (entries[0]?.seq !== next) throw new Error(`the journal has no command ${next} any more`);
          found.push(...entries);
          next += entries.length;
          if (found.length >= limit) break;
        }
        if (rows.length < PAGE_RECORDS) break;
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
 * Checks every record, the chain between them, and that they reach the rows, which are those of `rowsAt`. Throws Error
 * with a sentence for the operator.
 */
export async function checkJournal(store: Rows, rowsAt: { seq: number; ts: EpochMs }): Promise<JournalEnd> {
  let [head, seq, ts, first] = [NO_RECORD, 0, 0, true];
  for (;;) {
    const rows = await store.all<RecordRow>(
      `SELECT seq, record FROM exchange_journal WHERE seq > ? ORDER BY seq LIMIT ${PAGE_RECORDS}`,
      [seq],
    );
    for (const row of rows) {
      const entries = entriesOf(row);
      // The oldest record follows one that was pruned.
      if (!first && (!Buffer.from(prevOf(row.record)).equals(head) || entries[0]!.seq !== seq + 1))
        throw damaged(`record ${row.seq} does not follow ${seq}`);
      [head, seq, ts, first] = [hashOf(row.record), Number(row.seq), entries.at(-1)!.ts, false];
    }
    if (rows.length < PAGE_RECORDS) break;
  }
  // A database from before the journal has none until its next command.
  if (first) return { head, ...rowsAt };
  if (seq < rowsAt.seq) throw damaged(`it ends at command ${seq}, the state at ${rowsAt.seq}`);
  return { head, seq, ts };
}

/** The records with commands after a number, in order; the first one may begin before. */
export async function* recordsAfter(store: Rows, seq: number): AsyncGenerator<JournalRecord> {
  for (let after = seq; ;) {
    const rows = await store.all<RecordRow>(
      `SELECT seq, record FROM exchange_journal WHERE seq > ? ORDER BY seq LIMIT ${PAGE_RECORDS}`,
      [after],
    );
    for (const row of rows) {
      yield decodeRecord(row.record);
      after = Number(row.seq);
    }
    if (rows.length < PAGE_RECORDS) return;
  }
}

function entriesOf({ seq, record }: RecordRow): JournalEntry[] {
  try {
    const { entries } = decodeRecord(record);
    if (entries.at(-1)?.seq !== Number(seq)) throw new Error('a journal record is not in its place');
    return entries;
  } catch (error) {
    throw damaged(`${(error as Error).message}, number ${seq}`);
  }
}

export function damaged(fault: string): Error {
  return new Error(`The journal is damaged (${fault}); restore a backup. Nothing was changed`);
}
