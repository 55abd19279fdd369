// Entry of the thread that writes rows: projects the journal up to each number that it receives, until it is closed.
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { openGuest } from '../../store/open-store.ts';
import { StepwiseAudit, unbalanced } from '../ledger-audit.ts';
import { recordsOf } from '../journal/journal-records.ts';
import { Projection } from './projection.ts';
import type { FromRowsThread, RowsThreadData, ToRowsThread } from './rows-thread.ts';

const { access, logDir, infos, auditsLedger } = workerData as RowsThreadData;
const port = parentPort!;
const post = (message: FromRowsThread): void => port.postMessage(message);

/**
 * How much its priority is below that of the thread that answers users, which would otherwise wait some milliseconds
 * for a batch of rows where processors are short. Over PostgreSQL its priority is unchanged: a takeover in a cluster
 * waits for rows.
 */
const YIELDING = 5;
const LOWEST_PRIORITY = 19;
// Other systems have one priority for the whole process.
if (process.platform === 'linux' && access.kind === 'sqlite')
  setPriority(Math.min(LOWEST_PRIORITY, getPriority() + YIELDING));

let target = 0;
let last: Promise<void>;

function fail(error: unknown): void {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: { code?: string } };
  post({ kind: 'failed', message: message ?? String(error), code: code ?? cause?.code });
  clearInterval(auditing);
  port.close();
}

const opened = openGuest(access);
const opening = opened.then((store) =>
  Projection.open({
    store,
    records: recordsOf(store, logDir, () => target),
    instruments: infos.map(instrumentOf),
    takesSnapshots: true,
    onWritten: (written) => post({ kind: 'written', written }),
  }),
);
last = opening.then(() => undefined).catch(fail);

/** Time between two steps of the audit; each takes some 10 ms. */
const AUDIT_MS = 250;
const audit = new StepwiseAudit();
const auditing = setInterval(() => {
  last = last.then(auditStep).catch(fail);
}, AUDIT_MS);
if (!auditsLedger) clearInterval(auditing);

async function auditStep(): Promise<void> {
  const faults = await audit.step(await opened);
  if (faults === null) clearInterval(auditing);
  else if (faults.length > 0) throw new Error(`${unbalanced(faults)}; restore a backup`);
}

port.on('message', (message: ToRowsThread) => {
  if (message.kind === 'advance') {
    target = message.seq;
    last = last.then(async () => (await opening).advance(message.seq)).catch(fail);
  } else
    void last.then(async () => {
      clearInterval(auditing);
      await opened.then((store) => store.close()).catch(() => undefined); // it has reported why
      port.close();
    });
});
