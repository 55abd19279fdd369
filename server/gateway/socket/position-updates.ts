// Data of the positions channel.
// The whole contract after a change, only changing fields after a new mark.
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import { type CoinInfo, type Instrument, instrumentOf } from '../../../core/instruments/instrument.ts';
import { riskTermsOf } from '../../../core/orders/margin-terms.ts';
import type { RiskTerms } from '../../../core/risk/margin-tiers.ts';
import type { ContractState } from '../../exchange/contracts/contract-state.ts';
import type { MachineQueries } from '../../exchange/machine-queries.ts';
import { type ContractPrices, type ContractRisk, printContract, riskOf } from '../wire/wire-contract.ts';

export class Positions {
  readonly #machine: Pick<MachineQueries, 'openContracts' | 'mark' | 'market'>;
  readonly #markets = new Map<number, { instrument: Instrument; terms: RiskTerms }>();

  constructor(infos: readonly CoinInfo[], machine: Pick<MachineQueries, 'openContracts' | 'mark' | 'market'>) {
    this.#machine = machine;
    for (const instrument of infos.filter((info) => info.contractEnable === 1).map(instrumentOf)) {
      this.#markets.set(instrument.info.id, { instrument, terms: riskTermsOf(instrument) });
    }
  }

  /** Throws Error on a contract of a market without contracts. */
  print(state: ContractState): ContractOrder {
    const { instrument, terms } = this.#market(state.coinInfoId);
    return printContract(instrument, terms, state, this.#prices(state.coinInfoId));
  }

  /** Fields of a user's positions in a market that a new mark changes. */
  risks(uid: number, coinInfoId: number): (ContractRisk & Pick<ContractOrder, 'id' | 'coinInfoId'>)[] {
    const held = this.#machine.openContracts(uid, coinInfoId).filter(({ position }) => position.lots > 0);
    if (held.length === 0) return [];
    const { instrument, terms } = this.#market(coinInfoId);
    const prices = this.#prices(coinInfoId);
    return held.map((state) => ({ id: state.id, coinInfoId, ...riskOf(instrument, terms, state, prices) }));
  }

  #prices(coinInfoId: number): ContractPrices {
    return {
      markTicks: this.#machine.mark(coinInfoId)?.markTicks ?? 0,
      lastTicks: this.#machine.market(coinInfoId)?.lastPriceTicks ?? 0,
    };
  }

  #market(coinInfoId: number): { instrument: Instrument; terms: RiskTerms } {
    const market = this.#markets.get(coinInfoId);
    if (!market) throw new Error(`market ${coinInfoId} has no contracts`);
    return market;
  }
}
