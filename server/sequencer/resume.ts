// Start of the exchange with a machine that has followed it: only the end of the journal is read.
import { CLEARING_UID } from '../exchange/command.ts';
import type { Machine } from '../exchange/machine.ts';
import type { Outcome } from '../exchange/outcome.ts';
import type { Rows } from '../store/store.ts';
import type { JournalRecords } from './journal/journal.ts';
import { NO_OUTCOMES, digestOutcome } from './journal/outcome-digest.ts';
import { type JournalEntry, decodeRecord, hashOf, prevOf } from './journal/record-codec.ts';
import type { Recovered } from './recover.ts';

/** The ids that a record has of the machine after its last command. */
const IDS = ['orderId', 'dealId', 'contractId', 'fundId', 'secondsId'] as const;

/** A machine as of command `seq`, equal to that of the process which wrote the journal. */
export interface WarmMachine {
  machine: Machine;
  readonly seq: number;
  /** Applies the commands that come next, and returns their outcomes; `seq` is then that of the last one. */
  apply(entries: JournalEntry[]): Outcome[];
}

/**
 * Applies what the journal has after `warm.seq`. Returns null when that is not enough to be sure of the state: the
 * journal was pruned beyond that command, is damaged or ahead of the rows, or the commands lead to other outcomes or
 * ids than they did; rows then decide.
 */
export async function resume(store: Rows, records: JournalRecords, warm: WarmMachine): Promise<Recovered | null> {
  // No other process writes any more.
  const stored = store.all<{ name: string; value: bigint }>(
    "SELECT name, value FROM exchange_counter WHERE name IN ('seq', 'ts')",
  );
  stored.catch(() => undefined); // thrown where it is awaited
  let head: Uint8Array | null = null;
  let last = warm.seq;
  for (;;) {
    // The first one has the last command that was applied: its hash is the one that the next record follows.
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
      last = entries.at(-1)!.seq;
      const own = warm.machine.counters();
      if (last === warm.seq && IDS.some((name) => own[name] !== counters[name])) return null;
    }
  }
  const counters = await stored;
  const counterOf = (wanted: string): number => Number(counters.find(({ name }) => name === wanted)?.value ?? -1n);
  if (head === null || last !== warm.seq || counterOf('seq') !== warm.seq) return null;
  return {
    machine: warm.machine,
    seq: warm.seq,
    ts: counterOf('ts'),
    openClearingOrders: warm.machine.openOrders(CLEARING_UID, null).map(({ id }) => id),
    journal: { head, seq: warm.seq },
  };
}

function decoding(record: Uint8Array): ReturnType<typeof decodeRecord> | null {
  try {
    return decodeRecord(record);
  } catch {
    return null; // a start from rows names the fault
  }
}
