// The one door between the exchange and the chains: addresses out, payments both ways. Whoever runs the exchange for
// real stands here.
import type { Units } from '../../../core/units/units.ts';

/** A payment, in or out, under a number of ours that never means another one. */
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

/** A payment as the chain sees it. */
export interface Seen {
  txid: string;
  confirmations: number;
}

export interface Chain {
  /** 1: nothing of it is real, and the answers say so. */
  readonly simulated: 0 | 1;
  /** An address whose payments are this person's; the same arguments give the same one. */
  addressOf(uid: number, coinId: number, chain: string, number: number): { address: string; memo: string };
  /** Is told of a payment that a person says is on its way, to look out for it. May be told more than once. */
  expect(payment: Payment): Promise<void>;
  /** Pays out. However often it is asked under the same `ref`, it pays once. */
  pay(payment: Payment): Promise<void>;
  /** What is seen of payments, by `ref`; those not seen are absent. Any number may be asked about. */
  seen(refs: readonly string[]): Promise<Map<string, Seen>>;
}
