// A sequencer on a test's database: what a start of the exchange opens, and closes in order.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type Sequencer, createSequencer } from '../../../server/sequencer/sequencer.ts';
import type { Store } from '../../../server/store/store.ts';
import type { TestDatabase } from '../../support/server/test-database.ts';

export interface OpenedSequencer {
  store: Store;
  sequencer: Sequencer;
  stop: () => Promise<void>;
}

/** `wrap`: the store as the sequencer sees it. */
export async function openSequencer(
  database: TestDatabase,
  instruments: Instrument[],
  now: () => number,
  wrap = (store: Store): Store => store,
): Promise<OpenedSequencer> {
  const store = await database.open();
  const sequencer = await createSequencer({ store: wrap(store), instruments, now, report: () => {} });
  return {
    store,
    sequencer,
    stop: async () => {
      await sequencer.close();
      await store.close();
    },
  };
}
