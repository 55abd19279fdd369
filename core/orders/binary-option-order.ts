// Binary options ("seconds contracts"): their shape as sent, and parsing of a buyer's input.
import * as v from 'valibot';
import { type ProvenOrder, proofSchema } from '../proofs/proof.ts';
import { CODE, type Reject, reject } from '../errors/errors.ts';
import { RESULTS, SECONDS_DIRECTIONS, type SecondsDirection } from '../risk/binary-option.ts';
import { SECONDS_RULES } from '../risk/binary-option-window.ts';
import { type Units, parseMoney } from '../units/units.ts';

/** `settling`: expired, and waiting for the tick that decides it. */
export const SECONDS_STATUS = { holding: 0, settling: 1, completed: 2, refunded: 3 } as const;
export type SecondsStatus = (typeof SECONDS_STATUS)[keyof typeof SECONDS_STATUS];

/**
 * Receipt of an accepted order, before its strike is known: SHA-256 of its terms, the newest signed root (zeros before
 * the first), and the Ed25519 signature over both. All in hex.
 */
const receiptSchema = v.looseObject({
  orderHash: v.string(),
  prevRoot: v.string(),
  sig: v.string(),
  keyId: v.string(),
});
export type SecondsReceipt = v.InferOutput<typeof receiptSchema>;

/** SecondsOrder (docs/api.md 2.9). Prices and results that are not known yet are "". */
export const secondsOrderSchema = v.looseObject({
  id: v.number(),
  orderNum: v.string(),
  clientNo: v.optional(v.string()),
  coinInfoId: v.number(),
  symbol: v.string(),
  direction: v.picklist(SECONDS_DIRECTIONS),
  /** In seconds. */
  period: v.number(),
  amount: v.string(),
  /** Fraction: "0.85" is 85 %. */
  profitRate: v.string(),
  expectedReturn: v.string(),
  strikePrice: v.string(),
  executionPrice: v.string(),
  fee: v.string(),
  /** Price the buyer saw, and the tolerance they set; "" for none. */
  seenPrice: v.optional(v.string()),
  maxSlip: v.optional(v.string()),
  buyTime: v.number(),
  openTime: v.number(),
  expirationTime: v.number(),
  /** 0 while it is open. */
  settleTime: v.number(),
  status: v.picklist([0, 1, 2, 3]),
  result: v.picklist(['', ...RESULTS]),
  /** Why it was void: `fewTicks`, `silence`; "" otherwise. */
  reason: v.optional(v.string()),
  payout: v.string(),
  /** Payout less everything paid; "" while it is open. */
  profit: v.string(),
  /** The rule that decides it; absent: v1. */
  rule: v.optional(v.picklist(SECONDS_RULES)),
  orderHash: v.optional(v.string()),
  receipt: v.optional(receiptSchema),
  /**
   * Null until its minutes are signed (about a minute after the expiry), and for good if there was no tick for its
   * strike.
   */
  proof: v.optional(v.nullable(proofSchema)),
});
export type SecondsOrder = v.InferOutput<typeof secondsOrderSchema>;

/** A settled order in the form that `verifyProof` takes; null while it is open. Throws Error on malformed decimals. */
export function provenOrderOf(order: SecondsOrder): ProvenOrder | null {
  if (order.result === '') return null;
  const units = (text: string): Units => {
    const money = parseMoney(text);
    if (money === null) throw new Error(`not a decimal: ${text}`);
    return money;
  };
  return {
    orderNum: order.orderNum,
    coinInfoId: order.coinInfoId,
    direction: order.direction,
    periodS: order.period,
    amountUnits: units(order.amount),
    profitRateE8: units(order.profitRate),
    feeUnits: units(order.fee),
    openTime: order.openTime,
    rule: order.rule ?? 'v1',
    result: order.result,
    payoutUnits: units(order.payout),
    strikeE8: order.strikePrice === '' ? null : units(order.strikePrice),
    exitE8: order.executionPrice === '' ? null : units(order.executionPrice),
  };
}

/** What a buyer sends; decimals as strings, "" and absence mean none. */
export interface SecondsDraft {
  direction: SecondsDirection;
  period: number;
  amount: string;
  seenPrice?: string | undefined;
  maxSlip?: string | undefined;
  /** As it was shown; another one is refused (2017). */
  profitRate?: string | undefined;
}

/** A draft in exact units: prices and money in 1e-8, rates in 1e-8 of 1. A price or slippage of 0 means none. */
export interface SecondsIntent {
  direction: SecondsDirection;
  periodS: number;
  amountUnits: Units;
  seenUnits: Units;
  slipE8: number;
  profitRateE8: number | null;
}

/** Parses a draft; offer and limits are checked by the exchange. Never rounds. */
export function secondsIntent({
  direction,
  period,
  amount,
  seenPrice,
  maxSlip,
  profitRate,
}: SecondsDraft): SecondsIntent | Reject {
  const amountUnits = parseMoney(amount);
  if (amountUnits === null || amountUnits < 0n)
    return reject(CODE.fieldInvalid, { field: 'amount', rule: 'at most 8 decimals' });
  if (amountUnits === 0n) return reject(CODE.amountZero);
  const seenUnits = decimalOf(seenPrice, 'seenPrice', 1n);
  if (typeof seenUnits !== 'bigint') return seenUnits;
  const slipE8 = decimalOf(maxSlip, 'maxSlip', 1n);
  if (typeof slipE8 !== 'bigint') return slipE8;
  const rateE8 = decimalOf(profitRate, 'profitRate', 0n);
  if (typeof rateE8 !== 'bigint') return rateE8;
  const rateNamed = profitRate !== undefined && profitRate !== '';
  return {
    direction,
    periodS: period,
    amountUnits,
    seenUnits,
    slipE8: Number(slipE8),
    profitRateE8: rateNamed ? Number(rateE8) : null,
  };
}

/** Largest price or rate in 1e-8 that a double holds exactly. */
const MAX_E8 = BigInt(Number.MAX_SAFE_INTEGER);

/** A decimal in 1e-8; 0 when absent. `least`: a price or tolerance of 0 would count as none. */
function decimalOf(text: string | undefined, field: string, least: bigint): bigint | Reject {
  if (text === undefined || text === '') return 0n;
  const units = parseMoney(text);
  return units !== null && units >= least && units <= MAX_E8
    ? units
    : reject(CODE.fieldInvalid, { field, rule: `${least > 0n ? 'above' : 'at least'} 0, at most 8 decimals` });
}
