// The audit log, newest first, a page at a time.
import { useState } from 'react';
import type { AuditEntry } from '../../../../core/endpoints/operator-answers.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../data-table.tsx';
import type { OperatorApi } from '../operator-api.ts';
import { useOperator } from '../operator-context.ts';
import { formatTime } from '../value-text.ts';

const PAGE_ROWS = 50;
/** Enough of a hash to compare it by eye. */
const HASH_DIGITS = 12;

function loadPage(api: OperatorApi, beforeId?: number): Promise<AuditEntry[]> {
  return api.list('audit', { limit: PAGE_ROWS, ...(beforeId === undefined ? {} : { beforeId }) });
}

export async function showAuditLog(api: OperatorApi) {
  const page = await loadPage(api);
  return <AuditView key={page[0]?.id ?? 0} newest={page} />;
}

function AuditView({ newest }: { newest: AuditEntry[] }) {
  const { api, run } = useOperator();
  const [entries, setEntries] = useState(newest);
  const [complete, setComplete] = useState(newest.length < PAGE_ROWS);
  const loadOlder = async (): Promise<void> => {
    const page = await loadPage(api, entries.at(-1)!.id);
    setEntries((before) => [...before, ...page]);
    setComplete(page.length < PAGE_ROWS);
  };
  return (
    <>
      <DataTable rows={entries.map(rowOf)} />
      {!complete && <Button onClick={() => run(loadOlder)}>Older</Button>}
    </>
  );
}

function rowOf({ id, ts, operator, action, outcome, reason, input, detail, hash }: AuditEntry) {
  return {
    id,
    time: formatTime(ts),
    operator,
    action,
    outcome,
    reason,
    input,
    detail,
    hash: hash.slice(0, HASH_DIGITS),
  };
}
