// Audits a long ledger in steps while the exchange runs, so that no start waits for it.
import type { Store } from '../store/store.ts';
import { StepwiseAudit, unbalanced } from './ledger-audit.ts';

/** Time between two steps; each holds up commits for some 3 ms. */
const STEP_MS = 250;
const STEP_ENTRIES = 100;

export class BackgroundAudit {
  /** Resolves with the first fault, as a sentence for the operator. */
  readonly fault: Promise<Error>;
  readonly #timer: NodeJS.Timeout;
  #step: Promise<void> = Promise.resolve();

  /** `report` is called when a step cannot read the ledger, and not again before a step could. Later steps retry. */
  constructor(
    store: Pick<Store, 'transaction'>,
    report: (what: string, error: unknown) => void,
    /** Time between two steps, ms. */
    stepMs = STEP_MS,
  ) {
    const audit = new StepwiseAudit();
    let found!: (fault: Error) => void;
    this.fault = new Promise((resolve) => {
      found = resolve;
    });
    const step = async (): Promise<void> => {
      const faults = await store.transaction((rows) => audit.step(rows, STEP_ENTRIES));
      if (faults === null || faults.length > 0) clearInterval(this.#timer);
      if (faults !== null && faults.length > 0) found(new Error(`${unbalanced(faults)}; restore a backup`));
    };
    let isReported = false;
    const onRead = (): void => {
      isReported = false;
    };
    const onUnread = (error: unknown): void => {
      if (!isReported) report('ledger.audit_waits', error);
      isReported = true;
    };
    this.#timer = setInterval(() => {
      this.#step = this.#step.then(step).then(onRead, onUnread);
    }, stepMs);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#step;
  }
}
