// The thread that writes rows: reads the journal up to each number that it gets, until it gets the end.
import { parentPort, workerData } from 'node:worker_threads';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { openSqliteGuest } from '../../store/sqlite/sqlite-guest.ts';
import { StepwiseAudit, unbalanced } from '../ledger-audit.ts';
import { journalLog } from '../journal/journal-log.ts';
import { Projection } from './projection.ts';
import type { FromRowsThread, RowsThreadData, ToRowsThread } from './rows-thread.ts';

const { dataDir, journalFolder, infos, lock, auditsLedger } = workerData as RowsThreadData;
const port = parentPort!;
const post = (message: FromRowsThread): void => port.postMessage(message);

let target = 0;
let last: Promise<void>;

function fail(error: unknown): void {
  const { message, code } = error as { message?: string; code?: string };
  post({ kind: 'failed', message: message ?? String(error), code });
  clearInterval(auditing);
  port.close();
}

const store = openSqliteGuest(dataDir, lock);
const opening = Projection.open({
  store,
  records: journalLog(journalFolder, () => target),
  instruments: infos.map(instrumentOf),
  takesSnapshots: true,
  onWritten: (written) => post({ kind: 'written', written }),
});
last = opening.then(() => undefined).catch(fail);

/** A step of the audit takes some 10 ms of so many. */
const AUDIT_MS = 250;
const audit = new StepwiseAudit();
const auditing = setInterval(() => {
  last = last.then(auditStep).catch(fail);
}, AUDIT_MS);
if (!auditsLedger) clearInterval(auditing);

async function auditStep(): Promise<void> {
  const faults = await audit.step(store);
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
      await store.close();
      port.close();
    });
});
