// All open contract orders: by id, by owner, and by the prices that something waits for.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { riskTermsOf } from '../../../core/orders/margin-terms.ts';
import type { RiskTerms } from '../../../core/risk/margin-tiers.ts';
import type { Market } from '../matching/spot-market.ts';
import type { MarkState } from '../mark/mark-state.ts';
import type { Contract } from './contract.ts';
import { type FundingState, newFunding } from './funding.ts';
import { TriggerIndex } from './trigger-index.ts';

/** A market with contracts: its book, its mark, and what waits for its prices. */
export interface ContractMarket {
  readonly market: Market;
  readonly terms: RiskTerms;
  readonly mark: MarkState;
  /** Null where no funding is paid. */
  readonly funding: FundingState | null;
  readonly markFalls: TriggerIndex;
  readonly markRises: TriggerIndex;
  readonly lastFalls: TriggerIndex;
  readonly lastRises: TriggerIndex;
  /** Whether a price, or what waits for one, has changed since the last look. */
  dirty: boolean;
  /** Last price at the last look. */
  seenLastTicks: number;
  /** Beats in a row that brought no news of the index (R16). */
  silentBeats: number;
}

export function newContractMarket(instrument: Instrument, market: Market): ContractMarket {
  return {
    market,
    terms: riskTermsOf(instrument),
    mark: { markTicks: 0, beforeTicks: 0, basisE8: 0n },
    funding: instrument.info.fundingEnable === 1 ? newFunding() : null,
    markFalls: new TriggerIndex('falls'),
    markRises: new TriggerIndex('rises'),
    lastFalls: new TriggerIndex('falls'),
    lastRises: new TriggerIndex('rises'),
    dirty: false,
    seenLastTicks: 0,
    silentBeats: 0,
  };
}

export class Contracts {
  readonly markets = new Map<number, ContractMarket>();
  /** Last contract id given out. */
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
