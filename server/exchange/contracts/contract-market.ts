// A market with contracts: its book, risk terms, mark price, funding and triggers.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { riskTermsOf } from '../../../core/orders/margin-terms.ts';
import type { Direction } from '../../../core/risk/margin.ts';
import type { RiskTerms } from '../../../core/risk/margin-tiers.ts';
import type { Units } from '../../../core/units/units.ts';
import type { MarkState } from '../mark/mark-state.ts';
import type { Market } from '../matching/spot-market.ts';
import { type FundingState, newFunding } from './funding-state.ts';
import { TriggerIndex } from './trigger-index.ts';

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
  /** Value of what is held, at its opening prices, and of what rests, in USDT (R20). */
  readonly openUnits: Record<Direction, Units>;
  /** Whether a price or a trigger has changed since triggers were last checked. */
  dirty: boolean;
  /** Last price that triggered when triggers were last checked; 0 for none. */
  seenLastTicks: number;
  /** Whether the last beat brought an index tick, and no start came since (R11). */
  isTicking: boolean;
  /** Last trade before the index began to tick again: later ones make a last price that triggers (R11). */
  quietTradeId: number;
  /** Beats in a row without an index tick (R16). */
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
    openUnits: { long: 0n, short: 0n },
    dirty: false,
    seenLastTicks: 0,
    isTicking: false,
    quietTradeId: 0,
    silentBeats: 0,
  };
}
