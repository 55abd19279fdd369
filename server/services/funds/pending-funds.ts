// Deposits and withdrawals with which something is still to happen, as committed: what the reviewer and the chain look
// at.
import type { FundOrder } from '../../exchange/funds/fund.ts';
import { isOpen } from '../../exchange/funds/fund.ts';
import type { Sequencer } from '../../sequencer/sequencer.ts';

export interface Waiting {
  /** Oldest first. */
  list(): FundOrder[];
}

/** Called before anything is submitted: the machine is then where the store is. */
export function createWaiting({ machine, onCommitted }: Pick<Sequencer, 'machine' | 'onCommitted'>): Waiting {
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
