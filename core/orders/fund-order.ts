// Deposits, withdrawals and transfers: states, shapes as sent, and the conversion fee.
import * as v from 'valibot';
import { flag } from '../instruments/instrument.ts';

/** States of a deposit application and of a withdrawal (docs/api.md 2.13); only withdrawals have `paying`. */
export const FUND_STATUS = { review: 0, success: 1, refused: 2, paying: 3, cancelled: 4 } as const;
export type FundStatus = (typeof FUND_STATUS)[keyof typeof FUND_STATUS];

/** Transfers between wallets, also record types (the misspelling is part of the API), and conversions. */
export const TRANSFER_TYPES = ['transfer_to_contract', 'transfer_to_sport', 'convert'] as const;

/** Conversion fee, in 1e-8: 0.30 %. */
export const CONVERT_FEE_E8 = 300_000n;
/** How long a conversion quote is valid, in ms. */
export const QUOTE_MS = 10_000;

const orderEntries = {
  id: v.number(),
  orderNo: v.string(),
  coinInfoId: v.number(),
  chain: v.string(),
  address: v.string(),
  amount: v.string(),
  status: v.number(),
  reason: v.string(),
  txid: v.optional(v.string()),
  confirmations: v.optional(v.number()),
  createTime: v.number(),
  updateTime: v.number(),
  simulated: v.optional(flag),
};

/** A deposit application. `img` is the screenshot in the answer for one (`id`), "" in lists. */
export const rechargeOrderSchema = v.looseObject({ ...orderEntries, img: v.string() });
export type RechargeOrder = v.InferOutput<typeof rechargeOrderSchema>;

/** A withdrawal: `amount` leaves the balance, `serviceCharge` of it is the fee, `actualAmount` arrives. */
export const withdrawOrderSchema = v.looseObject({
  ...orderEntries,
  memo: v.optional(v.string()),
  serviceCharge: v.string(),
  actualAmount: v.string(),
});
export type WithdrawOrder = v.InferOutput<typeof withdrawOrderSchema>;

/**
 * Deposit address of a user. `exists` 0: none was created yet, and `address` is "". `simulated` 1: nothing real may be
 * sent there.
 */
export const depositAddressSchema = v.looseObject({
  address: v.string(),
  memo: v.string(),
  qr: v.string(),
  minRecharge: v.string(),
  confirmations: v.number(),
  exists: v.optional(flag),
  simulated: v.optional(flag),
});
export type DepositAddress = v.InferOutput<typeof depositAddressSchema>;

/** An entry of the address book; a `cooling` one cannot be used before `activeTime` (ms). */
export const bookAddressSchema = v.looseObject({
  id: v.number(),
  coinInfoId: v.number(),
  chain: v.string(),
  address: v.string(),
  memo: v.string(),
  accountName: v.string(),
  status: v.optional(v.picklist(['active', 'cooling'])),
  activeTime: v.optional(v.number()),
});
export type BookAddress = v.InferOutput<typeof bookAddressSchema>;

/**
 * Requirements of a withdrawal: 1 is fulfilled. Turnover and deposits in USDT since the first deposit; `rate` is their
 * ratio, "1" without deposits.
 */
export const gateSchema = v.looseObject({
  kyc: flag,
  google: flag,
  turnover: v.string(),
  depositTotal: v.string(),
  rate: v.string(),
  withdrawLockUntil: v.optional(v.number()),
});
export type WithdrawGate = v.InferOutput<typeof gateSchema>;
