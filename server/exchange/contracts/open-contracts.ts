// All open contracts by id and by owner, and the markets they are in.
import type { Contract } from './contract.ts';
import type { ContractMarket } from './contract-market.ts';

export class OpenContracts {
  readonly markets = new Map<number, ContractMarket>();
  /** Last contract id that was assigned. */
  lastId = 0;
  readonly #byId = new Map<number, Contract>();
  readonly #byUid = new Map<number, Set<Contract>>();

  get(id: number): Contract | undefined {
    return this.#byId.get(id);
  }

  add(contract: Contract): void {
    const { id, uid } = contract.state;
    this.#byId.set(id, contract);
    const own = this.#byUid.get(uid);
    if (own) own.add(contract);
    else this.#byUid.set(uid, new Set([contract]));
  }

  delete(contract: Contract): void {
    this.#byId.delete(contract.state.id);
    this.#byUid.get(contract.state.uid)?.delete(contract);
  }

  /** Open contracts of one owner, oldest first; within one market, or in all when that is null. */
  of(uid: number, coinInfoId: number | null): Contract[] {
    const own = [...(this.#byUid.get(uid) ?? [])];
    return coinInfoId === null ? own : own.filter(({ state }) => state.coinInfoId === coinInfoId);
  }

  all(): Iterable<Contract> {
    return this.#byId.values();
  }
}
