// Committed deposits and withdrawals that are not final, for reviews and the chain watcher.
import type { FundOrder } from '../../exchange/funds/fund.ts';
import { isOpen } from '../../exchange/funds/fund.ts';
import type { Sequencer } from '../../sequencer/sequencer.ts';

export interface PendingFunds {
  /** Oldest first. */
  list(): FundOrder[];
}

/** Call before anything is submitted, while the machine's state equals the store's. */
export function createPendingFunds({ machine, onCommitted }: Pick<Sequencer, 'machine' | 'onCommitted'>): PendingFunds {
  const open = new Map(machine.openFunds().map((fund) => [fund.id, fund]));
  onCommitted((outcomes) => {
    for (const { events } of outcomes) {
      for (const event of events) {
        if (event.kind !== 'fund') continue;
        if (isOpen(event.fund)) open.set(event.fund.id, event.fund);
        else open.delete(event.fund.id);
      }
    }
  });
  return { list: () => [...open.values()].sort((a, b) => a.id - b.id) };
}
