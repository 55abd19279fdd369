// The embedded store as the product runs it: the journal as a log beside it, rows written on a thread or beside.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { rowsOnThisThread } from '../../../server/sequencer/projection/rows-beside.ts';
import { rowsOnThread } from '../../../server/sequencer/projection/rows-thread.ts';
import type { JournalOfItsOwn } from '../../../server/sequencer/sequencer.ts';
import type { Store } from '../../../server/store/store.ts';

/** `thread`: the built thread; absent: rows beside. */
export function ownJournal(dataDir: string, store: Store, instruments: Instrument[], thread?: URL): JournalOfItsOwn {
  if (!thread) return { dataDir, startRows: rowsOnThisThread(store, instruments) };
  const infos = instruments.map(({ info }) => info);
  return { dataDir, startRows: rowsOnThread(thread, { dataDir, infos, shared: store.share!() }) };
}

/** The options of a sequencer on a database of a test, with the journal where the product has it. */
export function ownJournalOf(
  { where }: { where: string },
  store: Store,
  instruments: Instrument[],
): { store: Store; instruments: Instrument[]; journal?: JournalOfItsOwn } {
  const journal = store.kind === 'sqlite' && ownJournal(where, store, instruments);
  return { store, instruments, ...(journal && { journal }) };
}
