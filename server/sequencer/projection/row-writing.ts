// Chooses how rows are written behind the commits: on a built thread, else on the thread of the exchange.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Store } from '../../store/store.ts';
import type { RowWriting } from '../sequencer.ts';
import { rowsOnThisThread } from './rows-on-this-thread.ts';
import { rowsOnThread } from './rows-thread.ts';

/**
 * The embedded store has one writer at a time: its journal is a log beside it, so that no commit waits for rows.
 * `thread`: the built file of the thread that writes rows; null: they are written on this one.
 */
export function rowWritingOf(
  store: Store,
  { dataDir, instruments, thread }: { dataDir: string; instruments: Instrument[]; thread: URL | null },
  auditing?: { isOwed: boolean },
): RowWriting {
  const logDir = store.kind === 'sqlite' ? dataDir : null;
  const shared = thread === null ? null : (store.share?.() ?? null);
  if (thread === null || shared === null) return { logDir, startRows: rowsOnThisThread(store, instruments, logDir) };
  const infos = instruments.map(({ info }) => info);
  return { logDir, startRows: rowsOnThread(thread, { logDir, infos, shared, ...(auditing && { auditing }) }) };
}
