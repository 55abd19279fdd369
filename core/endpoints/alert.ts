// Alerts: their conditions and the channels that deliver them.
import * as v from 'valibot';

/**
 * Bits of `channels`: a line over the page, the system's notification while the page is not in sight, a push to the
 * person's devices.
 */
export const ALERT_CHANNEL = { toast: 1, system: 2, push: 4 } as const;
export const ALL_CHANNELS = 7;
/** Alerts of one person that wait; more are refused. */
export const MOST_ALERTS = 50;

const flag = v.picklist([0, 1]);
/**
 * Waits for a price (`priceTicks`; `above`: it comes up to it), or for a risk rate (`ratePercent` above 0) of the
 * person's positions in a market, or (`coinInfoId` 0) of any. `waiting` 0: it has fired and is over. Times in ms;
 * `fireTime` 0: it has not fired.
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
export interface Alert {
  id: number;
  coinInfoId: number;
  priceTicks: number;
  above: 0 | 1;
  ratePercent: number;
  repeat: 0 | 1;
  channels: number;
  waiting: 0 | 1;
  createTime: number;
  fireTime: number;
}
