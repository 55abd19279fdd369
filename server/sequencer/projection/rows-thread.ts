// Starts the thread that writes rows, and notices when it ends.
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { CoinInfo } from '../../../core/instruments/instrument.ts';
import type { GuestAccess, SharedWrites } from '../../store/store.ts';
import type { StartRowWriter } from '../committer.ts';
import type { WrittenRows } from './projection.ts';

/** A thread that has not ended this long after it was closed is terminated. */
const END_MS = 5_000;
/**
 * Young generation of the thread's heap, MiB: a batch fits into it, so nothing is copied until it is written. It may be
 * larger than that of the main thread, because no answer waits for its garbage collection.
 */
const YOUNG_MB = 96;

/** What the thread gets at its start. */
export interface RowsThreadData {
  access: GuestAccess;
  /** The data folder where the journal is a log of its own; null: it is a table. */
  logDir: string | null;
  infos: CoinInfo[];
  /** Whether it audits the whole ledger beside its work, because the start did not. */
  auditsLedger: boolean;
}

export type ToRowsThread = { kind: 'advance'; seq: number } | { kind: 'close' };

export type FromRowsThread =
  | { kind: 'written'; written: WrittenRows }
  | { kind: 'failed'; message: string; code: string | undefined };

/** `entry`: the built file of `rows-thread-entry.ts`. */
export function rowsOnThread(
  entry: URL,
  {
    logDir,
    infos,
    shared,
    auditing = { isOwed: false },
  }: Pick<RowsThreadData, 'logDir' | 'infos'> & { shared: SharedWrites; auditing?: { isOwed: boolean } },
): StartRowWriter {
  return ({ onWritten, onFailed }) => {
    const data: RowsThreadData = { access: shared.access, logDir, infos, auditsLedger: auditing.isOwed };
    // Resets what `npm start` set for the main thread, whose heap exists: a new thread would inherit it.
    for (const flag of ['min', 'max']) setFlagsFromString(`--${flag}-semi-space-size=0`);
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB };
    const worker = new Worker(entry, { name: 'rows', workerData: data, resourceLimits });
    const post = (message: ToRowsThread): void => worker.postMessage(message, []);
    let isClosing = false;
    let reports = true;
    const ended = new Promise<void>((resolve) => {
      worker.on('exit', () => resolve());
    });
    const fail = (error: unknown): void => {
      if (reports) onFailed(error);
    };
    worker.on('message', (message: FromRowsThread) => {
      if (message.kind === 'written') {
        shared.onWritten(message.written.rows);
        onWritten(message.written);
      } else fail(Object.assign(new Error(`rows: ${message.message}`), message.code && { code: message.code }));
    });
    worker.on('error', fail);
    void ended.then(() => {
      if (!isClosing) fail(new Error('the thread that writes rows has ended'));
    });
    const close = async (isOrderly: boolean): Promise<void> => {
      isClosing = true;
      if (!isOrderly) {
        reports = false;
        shared.stop();
      }
      post({ kind: 'close' });
      const timer = isOrderly ? null : setTimeout(() => void worker.terminate(), END_MS);
      await ended;
      if (timer) clearTimeout(timer);
    };
    shared.onClose(() => close(false));
    return { advance: (seq) => post({ kind: 'advance', seq }), close };
  };
}
