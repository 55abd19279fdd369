// Alerts: their conditions and the channels that deliver them.
import * as v from 'valibot';

/**
 * Bits of `channels`: a message on the page, a system notification while the page is hidden, a push to the user's
 * devices.
 */
export const ALERT_CHANNEL = { toast: 1, system: 2, push: 4 } as const;
export const ALL_CHANNELS = 7;
/** Most alerts of a user that have not fired; more are refused. */
export const MAX_ALERTS = 50;

const flag = v.picklist([0, 1]);
/**
 * An alert on a price (`priceTicks`; `above`: fires at or above it), or on the margin ratio (`ratePercent` > 0) of the
 * user's positions in a market, or in any (`coinInfoId` 0). `waiting` is 0 after it fired for good. Times in ms;
 * `fireTime` is 0 before it fired.
 */
export const alertSchema = v.looseObject({
  id: v.number(),
  coinInfoId: v.number(),
  priceTicks: v.number(),
  above: flag,
  ratePercent: v.number(),
  repeat: flag,
  channels: v.number(),
  waiting: flag,
  createTime: v.number(),
  fireTime: v.number(),
});
export type Alert = v.InferOutput<v.ObjectSchema<(typeof alertSchema)['entries'], undefined>>;
