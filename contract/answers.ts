// What the calls that the worker makes too answer with; apart from the table, so that its bundle holds these alone.
import * as v from 'valibot';
import { coinInfoSchema } from './instrument.ts';
import { candleSchema, tradeSchema } from './market.ts';

export const infosAnswer = v.looseObject({
  list: v.optional(v.array(coinInfoSchema)), version: v.optional(v.string()), same: v.optional(v.number()),
});
export const candlesAnswer = v.looseObject({ list: v.array(candleSchema), seq: v.optional(v.number()), hasMore: v.optional(v.boolean()) });
export const tradesAnswer = v.looseObject({ list: v.array(tradeSchema), seq: v.optional(v.number()) });

export const assetSchema = v.looseObject({
  coinInfoId: v.number(), balanceSpot: v.string(), balanceSpotFreeze: v.string(), balanceContract: v.string(), balanceContractFreeze: v.string(),
});
export type Asset = v.InferOutput<typeof assetSchema>;
