// Why an order ended before it was filled, or the system closed a contract: the `reason` field.
import { STOP } from '../../core/matching/match.ts';

export const REASON = {
  ...STOP,
  /** The rest of an IOC order (M5). */
  ioc: 'ioc',
  /** Cancelled by its owner (M10). */
  user: 'user',
  /** A stop order whose price was reached: another order went into the market for it (M17). */
  triggered: 'triggered',
  /** The market's announced end, or an index without a tick for half an hour (R16). */
  delisted: 'delisted',
  indexSilent: 'index_silent',
} as const;
export type Reason = (typeof REASON)[keyof typeof REASON];
