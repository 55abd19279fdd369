// Commits groups with their rows: each commit is a record of the journal and the rows of all since the last one.
import type { EpochMs } from '../../core/units/time.ts';
import { isBot } from '../exchange/command.ts';
import type { Step, Store } from '../store/store.ts';
import { type Committer, LONGEST_DEFERRED_MS, type WriterOptions } from './committer.ts';
import type { Journal } from './journal/journal.ts';
import { deleteRecords, insertRecord } from './journal/journal-table.ts';
import { concernsUsers } from './projection/rows-behind.ts';
import type { AppliedCommand, Counters, Projector } from './projector.ts';

export class GroupWriter implements Committer {
  readonly #store: Store;
  readonly #journal: Journal;
  readonly #projector: Projector;
  readonly #deferredMs: number;
  readonly rowsSeq = null;
  #hasDeferred = false;
  #writtenAt: EpochMs = 0;

  constructor(store: Store, journal: Journal, projector: Projector, { defersBots = true }: WriterOptions = {}) {
    this.#store = store;
    this.#journal = journal;
    this.#projector = projector;
    this.#deferredMs = defersBots ? LONGEST_DEFERRED_MS : 0;
  }

  async begin(): Promise<void> {}

  async write(group: readonly AppliedCommand[], counters: Counters): Promise<void> {
    for (const { command, outcome } of group) this.#journal.add(command, outcome);
    this.#projector.add(group, this.#journal.receipts);
    this.#hasDeferred =
      group.every(({ command, outcome }) => isBot(command.uid) && !concernsUsers(outcome)) &&
      counters.ts - this.#writtenAt < this.#deferredMs;
    if (!this.#hasDeferred) await this.#commit(counters);
  }

  isBehind(): boolean {
    return false;
  }

  answerTo(): undefined {}

  async whenWritten(): Promise<void> {}

  catchUp(): void {}

  async end(counters: Counters): Promise<void> {
    if (this.#hasDeferred) await this.#commit(counters);
  }

  async stop(): Promise<void> {}

  async #commit(counters: Counters): Promise<void> {
    const record = this.#journal.next(counters)!;
    const steps: Step[] = [insertRecord(record, counters.ts)];
    const prunableTo = this.#journal.prunableTo(record.seq, record.seq);
    if (prunableTo !== null) steps.push(deleteRecords(prunableTo));
    steps.push(...(await this.#projector.steps(this.#store, counters)));
    await this.#store.batch(steps);
    this.#journal.committed();
    this.#projector.stored();
    this.#hasDeferred = false;
    this.#writtenAt = counters.ts;
  }
}
