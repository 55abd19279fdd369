// The options of a sequencer whose rows follow its commits, as in the product, on a thread or beside.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { followingRows } from '../../../server/sequencer/projection/following-rows.ts';
import type { SequencerOptions } from '../../../server/sequencer/sequencer.ts';
import type { Store } from '../../../server/store/store.ts';

/** `where`: the data folder of an embedded store. `thread`: the built thread; absent: rows beside. */
export function ownJournalOf(
  { where: dataDir }: { where: string },
  store: Store,
  instruments: Instrument[],
  thread: URL | null = null,
): Required<Pick<SequencerOptions, 'store' | 'instruments' | 'following'>> {
  return { store, instruments, following: followingRows(store, { dataDir, instruments, thread }) };
}
