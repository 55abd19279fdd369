// Everything that is done with money apart from trading: wallets, conversions, deposits, withdrawals.
import type { Units } from '../../../core/units/units.ts';
import type { FundKind } from './fund.ts';

export type FundCommand =
  /** To the wallet named, from the other one. */
  | { kind: 'transfer'; uid: number; coinId: number; units: Units; to: 'spot' | 'contract'; clientNo: string }
  /** Carries no price, nor does `convert`: the machine's own books say what a coin is worth. */
  | { kind: 'quoteConvert'; uid: number; fromCoinId: number; toCoinId: number; units: Units }
  | { kind: 'convert'; uid: number; quoteId: number; clientNo: string }
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
  /** `units` are frozen whole; `feeUnits` of them stay with the house. */
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
  /** A reviewer's word on what waits for it; the uid is the house's. */
  | {
      kind: 'decideFund';
      uid: number;
      fundId: number;
      fundKind: FundKind;
      approved: boolean;
      reason: string;
      by: string;
    }
  /** The chain has confirmed what was paid out; the uid is the house's. */
  | { kind: 'settleWithdraw'; uid: number; fundId: number };
