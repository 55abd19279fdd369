// Commands that move money apart from trading: transfers, conversions, deposits, withdrawals.
import type { Units } from '../../../core/units/units.ts';
import type { FundKind, RateRule, WorthRule } from './fund.ts';

export type FundCommand =
  /** To the named account, from the other one. */
  | { kind: 'transfer'; uid: number; coinId: number; units: Units; to: 'spot' | 'contract'; clientNo: string }
  /** Carries no price, nor does `convert`: the rate comes from the books. */
  | { kind: 'quoteConvert'; uid: number; fromCoinId: number; toCoinId: number; units: Units; rule?: RateRule }
  | { kind: 'convert'; uid: number; quoteId: number; rule?: RateRule; clientNo: string }
  | {
      kind: 'applyDeposit';
      uid: number;
      coinId: number;
      units: Units;
      chain: string;
      address: string;
      picture: string;
      clientNo: string;
    }
  /** `units` are frozen in full; `feeUnits` of them go to the exchange account. */
  | {
      kind: 'requestWithdraw';
      uid: number;
      coinId: number;
      units: Units;
      feeUnits: Units;
      chain: string;
      address: string;
      memo: string;
      clientNo: string;
    }
  | { kind: 'cancelWithdraw'; uid: number; fundId: number }
  /** A reviewer's decision, or the chain's confirmation of a deposit; the uid is that of the exchange account. */
  | {
      kind: 'decideFund';
      uid: number;
      fundId: number;
      fundKind: FundKind;
      approved: boolean;
      reason: string;
      by: string;
      rule?: WorthRule;
    }
  /** The chain has confirmed the payment; the uid is that of the exchange account. */
  | { kind: 'settleWithdraw'; uid: number; fundId: number };
