// Writes rows from the journal: a machine of its own applies the commands again.
import { errorMessage } from '../../../core/errors/error-message.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { type Command, FIRST_USER_UID } from '../../exchange/command.ts';
import { Machine } from '../../exchange/machine.ts';
import type { Outcome } from '../../exchange/outcome.ts';
import type { Store } from '../../store/store.ts';
import { type JournalRecords, START_WRITER, damaged } from '../journal/journal.ts';
import { NO_OUTCOMES, digestOutcome } from '../journal/outcome-digest.ts';
import { type IdCounters, type JournalRecord, decodeRecord } from '../journal/record-codec.ts';
import { readSnapshot, snapshotSteps } from '../journal/snapshot.ts';
import { SnapshotSchedule } from '../journal/snapshot-schedule.ts';
import { type AppliedCommand, Projector } from '../projector.ts';

/**
 * Rows are requested when this many commands have none, and written in one transaction of about as many, for which
 * other writers of the store wait. The simulated market has some 100 commands a second and is written every 10 s;
 * smaller batches would write the pages of all markets more often.
 */
export const BATCH_COMMANDS = 1024;

/** What one transaction has written. */
export interface WrittenRows {
  /** Number of the last command that has rows. */
  seq: number;
  rows: number;
  /** Number of the last command in the newest snapshot. */
  snapshotSeq: number;
}

export interface ProjectionOptions {
  store: Store;
  records: JournalRecords;
  instruments: Instrument[];
  /** Whether it writes snapshots of its machine. */
  takesSnapshots: boolean;
  onWritten?: (written: WrittenRows) => void;
}

export class Projection {
  readonly machine: Machine;
  readonly #options: ProjectionOptions;
  readonly #projector: Projector;
  readonly #snapshots: SnapshotSchedule;
  /** Numbers of the last command that was applied, and of the last one that has rows. */
  #applied: number;
  #written: number;

  private constructor(
    options: ProjectionOptions,
    machine: Machine,
    snapshotSeq: number,
    rowsSeq: number,
    clearing: number[],
  ) {
    this.#options = options;
    this.machine = machine;
    this.#applied = snapshotSeq;
    this.#written = rowsSeq;
    this.#snapshots = new SnapshotSchedule(snapshotSeq);
    this.#projector = new Projector(clearing);
  }

  /**
   * Begins with the stored snapshot. Throws Error, with a sentence for the operator, when it is damaged or not from
   * before the rows.
   */
  static async open(options: ProjectionOptions): Promise<Projection> {
    const { store, instruments } = options;
    const counter = await store.first<{ value: bigint }>("SELECT value FROM exchange_counter WHERE name = 'seq'");
    const rowsSeq = Number(counter?.value ?? 0n);
    const snapshot = await readSnapshot(store).catch((error: unknown) => {
      throw damaged(errorMessage(error));
    });
    if (!snapshot && rowsSeq === 0)
      throw new Error('The database of the journal is gone, or empty; bring it back, or restore a backup elsewhere');
    if (!snapshot || snapshot.seq > rowsSeq) throw damaged(`rows end at command ${rowsSeq}, and no snapshot is before`);
    const machine = new Machine(instruments);
    machine.restore(snapshot.state);
    const clearing = await store.all<{ id: bigint }>(
      `SELECT id FROM exchange_order WHERE status < 3 AND uid < ${FIRST_USER_UID}`,
    );
    return new Projection(
      options,
      machine,
      snapshot.seq,
      rowsSeq,
      clearing.map(({ id }) => Number(id)),
    );
  }

  /**
   * Writes the rows of all commands up to `seq`, the last one of a record; may be interrupted at any time, because each
   * transaction contains its position. Throws Error, with a sentence for the operator, when a command has another
   * outcome than the first time.
   */
  async advance(seq: number): Promise<void> {
    let batch: AppliedCommand[] = [];
    let receipts: JournalRecord['receipts'] = new Map();
    while (this.#applied < seq) {
      const records = await this.#options.records.after(this.#applied);
      if (records.length === 0) throw damaged(`it ends at command ${this.#applied}`);
      for (const stored of records) {
        const record = decodeRecord(stored.record);
        batch.push(...this.#apply(record).filter(({ outcome }) => outcome.seq > this.#written));
        receipts = new Map([...receipts, ...(record.receipts ?? [])]);
        if (batch.length >= BATCH_COMMANDS || (this.#applied >= seq && batch.length > 0)) {
          await this.#write(batch, receipts, record);
          [batch, receipts] = [[], new Map()];
        }
        if (this.#applied >= seq) break;
      }
    }
  }

  #apply({ entries, counters, digest }: JournalRecord): AppliedCommand[] {
    // A snapshot is of the end of a record: none begins before it.
    if (entries[0]!.seq !== this.#applied + 1) throw damaged(`the command ${this.#applied + 1} is missing`);
    let replayed = NO_OUTCOMES;
    const applied = entries.map(({ seq, ts, command }) => {
      const outcome = this.#applyOne(seq, ts, command);
      replayed = digestOutcome(replayed, outcome);
      return { command, outcome };
    });
    const own = this.machine.counters();
    const names = Object.keys(counters) as (keyof IdCounters)[];
    this.#applied = entries.at(-1)!.seq;
    if ((digest !== null && replayed !== digest) || names.some((name) => own[name] !== counters[name]))
      throw new Error(`The commands up to ${this.#applied} lead to something else than they did. ${START_WRITER}`);
    return applied;
  }

  #applyOne(seq: number, ts: EpochMs, command: Command): Outcome {
    try {
      return this.machine.apply({ seq, ts }, command);
    } catch (error) {
      throw new Error(`The command ${seq} cannot be applied (${errorMessage(error)}). ${START_WRITER}`, {
        cause: error,
      });
    }
  }

  async #write(
    batch: readonly AppliedCommand[],
    receipts: NonNullable<JournalRecord['receipts']>,
    { entries, counters }: JournalRecord,
  ): Promise<void> {
    const { store, takesSnapshots, onWritten } = this.#options;
    const { seq, ts } = entries.at(-1)!;
    this.#projector.add(batch, receipts);
    const steps = await this.#projector.steps(store, { ...counters, seq, ts });
    const hasSnapshot = takesSnapshots && this.#snapshots.isDue(seq);
    if (hasSnapshot) steps.push(...this.#snapshots.timed(() => snapshotSteps(seq, ts, this.machine.snapshot())));
    await store.batch(steps);
    this.#projector.stored();
    this.#written = seq;
    if (hasSnapshot) this.#snapshots.seq = seq;
    const rows = steps.reduce((sum, [, values]) => sum + values.length, 0);
    onWritten?.({ seq, rows, snapshotSeq: this.#snapshots.seq });
  }
}
