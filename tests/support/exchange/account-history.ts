// The orders and the balance of one user as a sequential model, for the linearizability check.
import type { SequentialModel } from './linearizability.ts';

/** What a user does and reads. Orders rest: none of them fills. */
export type AccountInput =
  | { kind: 'place'; clientNo: string }
  | { kind: 'cancel'; clientNo: string }
  | { kind: 'state'; clientNo: string }
  | { kind: 'openOrders' }
  | { kind: 'balance' };

/** `open`: client numbers of open orders, sorted, each as often as it was listed. `frozen` and `total` are units. */
export type AccountOutput =
  | { id: string }
  | { state: 'open' | 'ended' }
  | { open: string[] }
  | { frozen: bigint; total: bigint };

/** `placed`: ids by client number. It follows from the operations that took effect, so `open` alone is the key. */
interface AccountState {
  open: readonly string[];
  placed: ReadonlyMap<string, string>;
}

/** `costUnits` are frozen for each open order; `totalUnits` never change. */
export function accountModel(
  costUnits: bigint,
  totalUnits: bigint,
): SequentialModel<AccountState, AccountInput, AccountOutput> {
  return {
    initial: { open: [], placed: new Map() },
    keyOf: ({ open }) => open.join(),
    apply(state, input, output) {
      const { open, placed } = state;
      switch (input.kind) {
        case 'place': {
          const id = output && 'id' in output ? output.id : '';
          const known = placed.get(input.clientNo);
          if (known !== undefined && known !== '' && id !== '' && known !== id) return null;
          return {
            // Under the same number again: no other order.
            open: known === undefined ? [...open, input.clientNo].toSorted() : open,
            placed: new Map(placed).set(input.clientNo, known || id),
          };
        }
        case 'cancel':
          if (!placed.has(input.clientNo)) return null;
          return { open: open.filter((clientNo) => clientNo !== input.clientNo), placed };
        case 'state': {
          if (!placed.has(input.clientNo)) return null;
          const isOpen = output && 'state' in output ? output.state === 'open' : null;
          return isOpen === null || isOpen === open.includes(input.clientNo) ? state : null;
        }
        case 'openOrders':
          return !output || !('open' in output) || output.open.toSorted().join() === open.join() ? state : null;
        case 'balance':
          if (!output || !('frozen' in output)) return state;
          return output.frozen === BigInt(open.length) * costUnits && output.total === totalUnits ? state : null;
      }
    },
  };
}
