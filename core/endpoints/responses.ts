// Response schemas that the worker uses too: a separate file keeps its bundle small.
import * as v from 'valibot';
import { coinInfoSchema } from '../instruments/instrument.ts';
import { candleSchema, tradeSchema } from '../market-data/market-data.ts';

export const infosAnswer = v.looseObject({
  list: v.optional(v.array(coinInfoSchema)),
  version: v.optional(v.string()),
  same: v.optional(v.number()),
});
export const candlesAnswer = v.looseObject({
  list: v.array(candleSchema),
  seq: v.optional(v.number()),
  hasMore: v.optional(v.boolean()),
});
/** `list`: blocks as stored (core/market-data/archive-block.ts), Base64; `firstTime` to `lastTime` is recorded. */
export const eventsAnswer = v.looseObject({
  list: v.array(v.string()),
  hasMore: v.boolean(),
  firstTime: v.number(),
  lastTime: v.number(),
});
export const tradesAnswer = v.looseObject({ list: v.array(tradeSchema), seq: v.optional(v.number()) });

/**
 * One ledger entry of a user. `amount` is the signed change of the whole balance, `freeze` that of its frozen part;
 * `balanceAfter` is what is available after it, `freezeAfter` what is frozen.
 */
export const recordLineSchema = v.looseObject({
  id: v.number(),
  type: v.string(),
  account: v.picklist(['spot', 'contract']),
  coinInfoId: v.number(),
  amount: v.string(),
  freeze: v.optional(v.string()),
  balanceAfter: v.optional(v.string()),
  freezeAfter: v.optional(v.string()),
  refNo: v.string(),
  remark: v.string(),
  createTime: v.number(),
  hash: v.optional(v.string()),
  prev: v.optional(v.string()),
});
export type RecordLine = v.InferOutput<typeof recordLineSchema>;

export const noticeSchema = v.looseObject({
  id: v.number(),
  kind: v.picklist(['personal', 'system']),
  category: v.string(),
  title: v.string(),
  content: v.string(),
  read: v.picklist([0, 1]),
  link: v.string(),
  createTime: v.number(),
});

export type Notice = v.InferOutput<typeof noticeSchema>;

/** An open session in the list of `/user/info`. Times in ms. */
export const sessionLineSchema = v.looseObject({
  id: v.string(),
  current: v.picklist([0, 1]),
  ip: v.string(),
  agent: v.string(),
  createTime: v.number(),
  lastTime: v.number(),
  expireTime: v.number(),
});

/** An article, banner or announcement in a list. */
export const articleSchema = v.looseObject({
  id: v.number(),
  title: v.string(),
  summary: v.string(),
  img: v.string(),
  link: v.string(),
  createTime: v.number(),
  top: v.picklist([0, 1]),
});
