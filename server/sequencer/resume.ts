// Start of the exchange with a machine that has followed it: only the end of the journal is read.
import type { Machine } from '../exchange/machine.ts';
import type { Outcome } from '../exchange/outcome.ts';
import type { Rows } from '../store/store.ts';
import type { JournalRecords } from './journal/journal.ts';
import { NO_OUTCOMES, digestOutcome } from './journal/outcome-digest.ts';
import { type JournalEntry, decodeRecord, hashOf, prevOf } from './journal/record-codec.ts';
import { snapshotSeq } from './journal/snapshot.ts';
import type { AppliedCommand } from './projector.ts';
import type { Recovered } from './recover.ts';

/** Last ids of the machine, which each record contains. */
const IDS = ['orderId', 'dealId', 'contractId', 'fundId', 'secondsId'] as const;

/** A machine as of command `seq`, equal to that of the process which wrote the journal. */
export interface WarmMachine {
  machine: Machine;
  readonly seq: number;
  /** Number of the database's owner that it followed last; 0 where owners have no numbers. */
  readonly epoch: number;
  /** Applies the commands that come next, and returns their outcomes; `seq` is then that of the last one. */
  apply(entries: JournalEntry[]): Outcome[];
  /** Commands that it has applied after `seq`, except those that concern bots alone; null when some are missing. */
  appliedAfter(seq: number): readonly AppliedCommand[] | null;
}

/**
 * Whether the store continues what the machine has followed. Each owner of a store has a higher number (`epoch`) than
 * the one before: if it has not, an older state was restored, and command numbers may be used for other commands.
 */
export function isContinued(epoch: number | undefined, warm: WarmMachine): boolean {
  return epoch === undefined || epoch > warm.epoch;
}

/**
 * Applies what the journal has after `warm.seq`. Returns null when that is not enough to be sure of the state: the
 * journal was pruned beyond that command, is damaged, or the commands lead to other outcomes or ids than they did; or
 * when the missing rows cannot be written from what is here. The exchange then starts from its rows.
 */
export async function resume(store: Rows, records: JournalRecords, warm: WarmMachine): Promise<Recovered | null> {
  // No other process writes any more.
  const counter = store.first<{ value: bigint }>("SELECT value FROM exchange_counter WHERE name = 'seq'");
  counter.catch(() => undefined); // thrown where it is awaited
  const snapshot = continuedSnapshot(store, records);
  snapshot.catch(() => undefined); // the same
  let head: Uint8Array | null = null;
  let [last, ts] = [warm.seq, 0];
  for (;;) {
    // Begins with the record of the last applied command, because the next record refers to its hash.
    const rows = await records.after(head === null ? last - 1 : last);
    if (rows.length === 0) break;
    for (const { record } of rows) {
      const decoded = decoding(record);
      if (decoded === null || (head !== null && !Buffer.from(prevOf(record)).equals(head))) return null;
      const { entries, counters, digest } = decoded;
      if (entries[0]!.seq > warm.seq + 1) return null;
      const isWhole = entries[0]!.seq === warm.seq + 1;
      const outcomes = warm.apply(entries.filter(({ seq }) => seq > warm.seq));
      if (isWhole && digest !== null && outcomes.reduce(digestOutcome, NO_OUTCOMES) !== digest) return null;
      head = hashOf(record);
      ({ seq: last, ts } = entries.at(-1)!);
      const own = warm.machine.counters();
      if (last === warm.seq && IDS.some((name) => own[name] !== counters[name])) return null;
    }
  }
  const rowsSeq = Number((await counter)?.value ?? -1n);
  const snapshotAt = await snapshot;
  if (head === null || last !== warm.seq || rowsSeq < 0 || rowsSeq > last) return null;
  const unwritten = rowsSeq === last ? [] : warm.appliedAfter(rowsSeq);
  if (unwritten === null || (rowsSeq < last && (snapshotAt === null || snapshotAt > rowsSeq))) return null;
  return {
    machine: warm.machine,
    seq: warm.seq,
    ts,
    journal: { head, seq: warm.seq },
    rows: { seq: rowsSeq, snapshotSeq: snapshotAt, unwritten },
  };
}

/** Number of the stored snapshot's last command, where the journal goes on from there; else null. */
async function continuedSnapshot(store: Rows, records: JournalRecords): Promise<number | null> {
  const seq = await snapshotSeq(store);
  if (seq === null) return null;
  const [next] = await records.after(seq);
  // Without a command after it there is nothing to read.
  return next === undefined || decoding(next.record)?.entries[0]!.seq === seq + 1 ? seq : null;
}

function decoding(record: Uint8Array): ReturnType<typeof decodeRecord> | null {
  try {
    return decodeRecord(record);
  } catch {
    return null; // a start from rows names the fault
  }
}
