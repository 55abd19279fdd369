// The options of a sequencer whose rows follow its commits, as in the product, on a thread or beside.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { rowWritingOf } from '../../../server/sequencer/projection/row-writing.ts';
import type { SequencerOptions } from '../../../server/sequencer/sequencer.ts';
import type { Store } from '../../../server/store/store.ts';

/** `where`: the data folder of an embedded store. `thread`: the built thread; absent: rows beside. */
export function ownJournalOf(
  { where: dataDir }: { where: string },
  store: Store,
  instruments: Instrument[],
  thread: URL | null = null,
): Required<Pick<SequencerOptions, 'store' | 'instruments' | 'rowWriting'>> {
  return { store, instruments, rowWriting: rowWritingOf(store, { dataDir, instruments, thread }) };
}
