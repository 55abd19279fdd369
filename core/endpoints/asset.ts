// A coin's balances in answers, on the socket and in the page's storage.
import * as v from 'valibot';

export const assetSchema = v.looseObject({
  coinInfoId: v.number(),
  balanceSpot: v.string(),
  balanceSpotFreeze: v.string(),
  balanceContract: v.string(),
  balanceContractFreeze: v.string(),
});
export type Asset = v.InferOutput<typeof assetSchema>;
