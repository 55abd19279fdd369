// Port between the exchange and the chains; a real deployment implements it.
// Deposit addresses, payments in and out.
import type { Units } from '../../../core/units/units.ts';

/** A payment, in or out. `ref` is unique for ever. */
export interface Payment {
  ref: string;
  coinId: number;
  chain: string;
  address: string;
  memo: string;
  units: Units;
  /** Blocks after which it is final. */
  confirmations: number;
}

/** A payment on the chain. */
export interface PaymentStatus {
  txid: string;
  confirmations: number;
}

export interface Chain {
  /** 1: no real payments; responses say so. */
  readonly simulated: 0 | 1;
  /** A deposit address of a user; the same arguments give the same address. */
  addressOf(uid: number, coinId: number, chain: string, number: number): { address: string; memo: string };
  /** Announces a payment that a user reports as sent. May be called again. */
  expect(payment: Payment): Promise<void>;
  /** Sends a payment. Calls with the same `ref` pay once. */
  pay(payment: Payment): Promise<void>;
  /** Payments on the chain, by `ref`; unknown ones are absent. Any number of refs. */
  statusOf(refs: readonly string[]): Promise<Map<string, PaymentStatus>>;
}
