// Endpoints of binary options ("seconds contracts").
import * as v from 'valibot';
import { clientNo, coinInfoId, decimalText, pageOf, paging, range, textUpTo, wholeIn } from './form-fields.ts';
import { SECONDS_DIRECTIONS } from '../risk/binary-option.ts';
import { secondsOrderSchema } from '../orders/binary-option-order.ts';

/** A decimal, or "" for none. */
const decimalOrNone = v.union([v.literal(''), decimalText]);

/**
 * What a market offers for one period. Rates are fractions. `breakEven`: share of wins at which neither side gains.
 * `houseEdge`: the exchange's share of each unit when half of all orders win. `windowTicks`: ticks whose median is the
 * strike, and the exit. `exposureLeft`: what the caller can still stake on it.
 */
export const periodSchema = v.looseObject({
  period: v.number(),
  profitRate: v.string(),
  minAmount: v.string(),
  maxAmount: v.string(),
  feeRate: v.string(),
  enable: v.picklist([0, 1]),
  breakEven: v.optional(v.string()),
  houseEdge: v.optional(v.string()),
  windowTicks: v.optional(v.number()),
  exposureLeft: v.optional(v.string()),
});
export type Period = v.InferOutput<typeof periodSchema>;

export const SECONDS_CALLS = {
  '/qt/contract/periods': {
    access: 'session',
    errors: [1404, 1419, 2008],
    request: v.object({ coinInfoId }),
    /**
     * `balance`: available USDT of the spot account. `exposureLeft`: what the caller can still stake in this market, in
     * the period with the largest remainder.
     */
    answer: v.looseObject({
      list: v.array(periodSchema),
      balance: v.string(),
      exposureLeft: v.string(),
      rule: v.looseObject({
        draw: v.string(),
        minTicks: v.number(),
        silence: v.number(),
        entry: v.string(),
        exit: v.string(),
        version: v.string(),
      }),
    }),
  },
  '/qt/contract/add': {
    access: 'session',
    errors: [1403, 1404, 1418, 1419, 2001, 2005, 2008, 2017, 2101, 2102, 2103],
    money: true,
    socket: true,
    /**
     * `period` in seconds. With `seenPrice` and `maxSlip` (a fraction): refused when the latest tick is further away.
     * With `profitRate`: refused when the offer is a different one (2017).
     */
    request: v.object({
      coinInfoId,
      direction: v.picklist(SECONDS_DIRECTIONS),
      period: wholeIn(1, 86_400),
      amount: decimalText,
      seenPrice: v.optional(decimalOrNone),
      maxSlip: v.optional(decimalOrNone),
      profitRate: v.optional(decimalOrNone),
      clientNo,
    }),
    answer: secondsOrderSchema,
  },
  '/qt/contract/order/list': {
    access: 'session',
    errors: [1404],
    /**
     * `holding`: open orders, `history`: settled ones, absent: both; newest first. `orderNum`: that order, with its
     * proof. `export=csv`: the answer contains a file, and `list` is empty.
     */
    request: v.object({
      state: v.optional(v.picklist(['holding', 'history'])),
      orderNum: v.optional(textUpTo(40)),
      coinInfoId: v.optional(coinInfoId),
      export: v.optional(v.picklist(['csv'])),
      ...paging,
      ...range,
    }),
    answer: v.looseObject({
      ...pageOf(secondsOrderSchema).entries,
      fileName: v.optional(v.string()),
      csv: v.optional(v.string()),
    }),
  },
} as const;
