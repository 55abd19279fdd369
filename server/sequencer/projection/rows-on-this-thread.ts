// Writes rows on the thread of the exchange, between its turns: where no other thread can be started.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Store } from '../../store/store.ts';
import type { StartRowWriter } from '../committer.ts';
import { Projection } from './projection.ts';
import { recordsOf } from '../journal/journal-records.ts';

export function rowsOnThisThread(store: Store, instruments: Instrument[], logDir: string | null): StartRowWriter {
  return ({ onWritten, onFailed }) => {
    let isOpen = true;
    let target = 0;
    const records = recordsOf(store, logDir, () => target);
    const opening = Projection.open({ store, records, instruments, takesSnapshots: true, onWritten });
    let last: Promise<unknown> = opening.catch(onFailed);
    return {
      advance: (seq) => {
        target = seq;
        last = last.then(async () => {
          if (isOpen) await (await opening).advance(seq);
        }, onFailed);
        last = last.catch((error: unknown) => {
          isOpen = false;
          onFailed(error);
        });
      },
      close: async (isOrderly) => {
        if (!isOrderly) isOpen = false;
        await last;
      },
    };
  };
}
