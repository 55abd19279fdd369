// Snapshots of the machine: where a replay of the journal begins when rows are behind it.
import { createHash } from 'node:crypto';
import { Packr } from 'msgpackr';
import type { EpochMs } from '../../../core/units/time.ts';
import type { StoredState } from '../../exchange/restore-state.ts';
import type { Rows, Step } from '../../store/store.ts';
import { MSGPACK } from './record-codec.ts';

const packr = new Packr(MSGPACK);

/** The machine's state as of a command. */
export interface Snapshot {
  seq: number;
  state: StoredState;
}

interface SnapshotRow {
  seq: bigint;
  ts: bigint;
  hash: string;
  state: Uint8Array;
}

/** Statements that replace the stored snapshot; in one transaction, so that there is always a whole one. */
export function snapshotSteps(seq: number, ts: EpochMs, state: StoredState): Step[] {
  const packed = packr.pack(state);
  return [
    ['DELETE FROM exchange_snapshot', [[]]],
    [
      'INSERT INTO exchange_snapshot (seq, ts, hash, state) VALUES (?, ?, ?, ?)',
      [[seq, ts, hashOf(seq, packed), packed]],
    ],
  ];
}

/** Number of the last command in the stored snapshot; null where none was written. */
export async function snapshotSeq(rows: Pick<Rows, 'first'>): Promise<number | null> {
  const row = await rows.first<{ seq: bigint }>('SELECT seq FROM exchange_snapshot ORDER BY seq DESC LIMIT 1');
  return row ? Number(row.seq) : null;
}

/** Null where none was written. Throws Error when it is not what was written. */
export async function readSnapshot(rows: Rows): Promise<Snapshot | null> {
  const row = await rows.first<SnapshotRow>('SELECT * FROM exchange_snapshot ORDER BY seq DESC LIMIT 1');
  if (!row) return null;
  const seq = Number(row.seq);
  if (hashOf(seq, row.state) !== row.hash) throw new Error('the snapshot does not match its hash');
  return { seq, state: packr.unpack(row.state) as StoredState };
}

function hashOf(seq: number, packed: Uint8Array): string {
  return createHash('sha256').update(String(seq)).update(packed).digest('hex');
}
