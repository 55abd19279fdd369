// Endpoints of contract orders.
import * as v from 'valibot';
import { TRIGGERS, contractOrderSchema } from '../orders/contract-order.ts';
import {
  bit,
  clientNo,
  coinInfoId,
  decimalText,
  pageOf,
  paging,
  range,
  textUpTo,
  whole,
  wholeIn,
  wholeList,
} from './form-fields.ts';
import { DIRECTIONS } from '../risk/margin.ts';
import { ORDER_TYPES } from '../orders/spot-order.ts';

/** A price, or "" to remove it. */
const priceOrNone = v.union([v.literal(''), decimalText]);
const bitAnswer = v.picklist([0, 1]);
const listAnswer = v.looseObject({ list: v.array(contractOrderSchema) });

/** Open interest is sampled at multiples of this, in s. */
export const OPEN_INTEREST_INTERVAL_S = 900;
/** Funding payments (30 days) and samples of the open interest (24 h) that are answered. */
export const MAX_FUNDING_PAYMENTS = 90;
export const MAX_OPEN_INTEREST_SAMPLES = 96;

export const CONTRACT_CALLS = {
  '/coin/contract/statistics': {
    access: 'public',
    errors: [1404],
    request: v.object({ coinInfoId }),
    /**
     * Both lists are oldest first. `funding.list`: the rates that were paid, [time ms, fraction of the value that longs
     * paid shorts], the last 90. `openInterest`: what users hold at this moment in all long and all short contracts, in
     * the coin, which differ because the exchange's market makers hold no contracts; its list has [time ms, long,
     * short] every 15 minutes of the last 24 h.
     */
    answer: v.looseObject({
      funding: v.looseObject({
        enable: bitAnswer,
        rate: v.string(),
        nextTime: v.number(),
        interval: v.number(),
        list: v.array(v.tuple([v.number(), v.string()])),
      }),
      openInterest: v.looseObject({
        long: v.string(),
        short: v.string(),
        interval: v.number(),
        list: v.array(v.tuple([v.number(), v.string(), v.string()])),
      }),
    }),
  },
  '/coin/contract/order/multiple': {
    access: 'session',
    errors: [1404],
    request: v.object({ coinInfoId }),
    /**
     * `last` is the caller's latest leverage, 0 for none. `cap` is "" in the last tier, which has none. `funding`: what
     * longs pay shorts at the next stamp (`nextTime`, ms) as a fraction of their value, at the current rate, every
     * `interval` s; with `enable` 0 nothing is paid.
     */
    answer: v.looseObject({
      multiples: v.array(v.number()),
      default: v.number(),
      last: v.number(),
      tiers: v.array(v.looseObject({ cap: v.string(), mmr: v.string(), maxMultiple: v.number(), deduct: v.string() })),
      minAmount: v.string(),
      maxAmount: v.string(),
      amountStep: v.string(),
      makerFee: v.string(),
      takerFee: v.string(),
      funding: v.looseObject({ enable: bitAnswer, rate: v.string(), nextTime: v.number(), interval: v.number() }),
    }),
  },
  '/coin/contract/order/add': {
    access: 'session',
    errors: [1403, 1404, 1418, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2011, 2016, 2103],
    money: true,
    socket: true,
    /**
     * `maxSlip`: how far from the mark a market order may trade, as a fraction; it is filled completely or refused
     * (2016).
     */
    request: v.object({
      coinInfoId,
      direction: v.picklist(DIRECTIONS),
      orderType: v.picklist(ORDER_TYPES),
      multiple: wholeIn(1, 1000),
      amount: v.optional(decimalText),
      limitPrice: v.optional(priceOrNone),
      profitPrice: v.optional(priceOrNone),
      lossPrice: v.optional(priceOrNone),
      triggerBy: v.optional(v.picklist(TRIGGERS), 'mark'),
      maxSlip: v.optional(decimalText),
      clientNo,
    }),
    answer: contractOrderSchema,
  },
  '/coin/contract/order/replace': {
    access: 'session',
    errors: [1403, 1404, 1418, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2011, 2012, 2103],
    money: true,
    socket: true,
    /**
     * `id`: the order whose place one with another `limitPrice` takes, with its leverage, take-profit and stop-loss.
     * `amount`: less than what rests of it; all of that when absent.
     */
    request: v.object({ id: whole, limitPrice: decimalText, amount: v.optional(decimalText), clientNo }),
    answer: contractOrderSchema,
  },
  '/coin/contract/order/list': {
    access: 'session',
    errors: [],
    /** Closed and revoked orders, newest first. `export=csv`: the answer contains a file, and `list` is empty. */
    request: v.object({
      coinInfoId: v.optional(coinInfoId),
      state: v.optional(v.picklist(['history']), 'history'),
      closeType: v.optional(wholeIn(0, 5)),
      export: v.optional(v.picklist(['csv'])),
      ...paging,
      ...range,
    }),
    answer: v.looseObject({
      ...pageOf(contractOrderSchema).entries,
      fileName: v.optional(v.string()),
      csv: v.optional(v.string()),
    }),
  },
  '/coin/contract/order/list/active': {
    access: 'session',
    errors: [],
    /** `status` 0: orders with a part in the book, 1: orders with a position. */
    request: v.object({ coinInfoId: v.optional(coinInfoId), status: v.optional(v.picklist(['0', '1'])) }),
    answer: listAnswer,
  },
  '/coin/contract/order/query': {
    access: 'session',
    errors: [1404],
    request: v.object({ id: v.optional(whole), orderNo: v.optional(textUpTo(40)), clientNo: v.optional(clientNo) }),
    answer: contractOrderSchema,
  },
  '/coin/contract/order/close': {
    access: 'session',
    errors: [1404, 2012],
    money: true,
    socket: true,
    /** Cancels the parts in the book: one of `id`, `ids`, or `all=1` (within `coinInfoId` when given). */
    request: v.object({
      id: v.optional(whole),
      ids: v.optional(wholeList),
      all: v.optional(bit, '0'),
      coinInfoId: v.optional(coinInfoId),
      clientNo: v.optional(clientNo),
    }),
    answer: listAnswer,
  },
  '/coin/contract/order/set/profit': {
    access: 'session',
    /**
     * Closes `amount` of the position when the price is reached; the whole position when absent. An empty price removes
     * the one that is set.
     */
    errors: [1404, 2002, 2003, 2004, 2005, 2009, 2012],
    request: v.object({
      id: whole,
      profitPrice: priceOrNone,
      amount: v.optional(decimalText),
      triggerBy: v.optional(v.picklist(TRIGGERS)),
    }),
    answer: contractOrderSchema,
  },
  '/coin/contract/order/set/loss': {
    access: 'session',
    /** As for the take-profit. */
    errors: [1404, 2002, 2003, 2004, 2005, 2010, 2012],
    request: v.object({
      id: whole,
      lossPrice: priceOrNone,
      amount: v.optional(decimalText),
      triggerBy: v.optional(v.picklist(TRIGGERS)),
    }),
    answer: contractOrderSchema,
  },
  '/coin/contract/order/add/mgn': {
    access: 'session',
    errors: [1403, 1404, 2001, 2012],
    money: true,
    socket: true,
    /** A negative amount removes margin. */
    request: v.object({ id: whole, amount: decimalText, clientNo }),
    answer: contractOrderSchema,
  },
  '/coin/contract/order/liquidate': {
    access: 'session',
    errors: [1404, 2002, 2003, 2004, 2005, 2008, 2012, 2016],
    money: true,
    socket: true,
    /**
     * Closes `amount` of the position; the whole position when absent. Sells nothing below `limitPrice` and buys
     * nothing above it; trades at most `maxSlip`, a fraction, from the mark. Closes everything or nothing (2016).
     */
    request: v.object({
      id: whole,
      amount: v.optional(decimalText),
      limitPrice: v.optional(decimalText),
      maxSlip: v.optional(decimalText),
      clientNo,
    }),
    answer: contractOrderSchema,
  },
  '/coin/contract/order/liquidate/all': {
    access: 'session',
    errors: [2013],
    money: true,
    socket: true,
    request: v.object({ coinInfoId: v.optional(coinInfoId), direction: v.optional(v.picklist(DIRECTIONS)), clientNo }),
    answer: v.looseObject({
      closed: v.array(contractOrderSchema),
      failed: v.array(v.looseObject({ id: v.number(), code: v.number(), msg: v.string() })),
    }),
  },
} as const;
