// Queries of what is open and of balances, answered by the machine once its state is committed.
import type { MachineQueries } from '../../exchange/machine-queries.ts';
import type { OrderQueries } from './order-queries.ts';

/**
 * `queries`, with open orders, open contracts and balances read from the machine instead of rows. `committed` resolves
 * when everything applied so far is committed, so that nothing is shown that a crash could undo. After a failed commit
 * it resolves with false, and the query of rows answers instead: it rejects, because what is durable is unknown.
 */
export function liveQueriesOf(
  queries: OrderQueries,
  machine: MachineQueries,
  committed: () => Promise<boolean>,
): OrderQueries {
  return {
    ...queries,
    orders: async (uid, filter) => {
      if (filter.state === 'history') return queries.orders(uid, filter);
      const open = machine.openOrderPage(uid, filter);
      return (await committed()) ? open : queries.orders(uid, filter);
    },
    active: async (uid) => {
      const open = machine.openContracts(uid, null).reverse();
      return (await committed()) ? open : queries.active(uid);
    },
    balances: async (uid) => {
      const balances = machine.balances(uid);
      return (await committed()) ? balances : queries.balances(uid);
    },
  };
}
