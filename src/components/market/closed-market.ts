// Whether a market takes orders of a kind, and the words for why it does not.
import type { Translate } from '../../locales/use-translation.ts';
import { CLOSE_ONLY, HALTED, type Instrument } from '../../../core/instruments/instrument.ts';
import { sessionAt } from '../../../core/instruments/trading-hours.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import type { Offered } from './market-offer.ts';

/** Why a market takes no orders. `opensAtMs`: when a sleeping market wakes; null: it is awake. */
export interface Closed {
  why: 'watchOnly' | 'over' | 'noSpot' | 'noContract' | 'halted' | 'closeOnly' | 'asleep';
  opensAtMs: number | null;
}

/** Whether, and why, a market takes no orders of a kind at `nowMs`; null: it does. */
export function closedMarket(instrument: Instrument, nowMs: number, kind: Offered = 'spot'): Closed | null {
  const { info } = instrument;
  const { open, changesAt } = sessionAt(info, nowMs);
  const opensAtMs = open ? null : changesAt;
  if (info.delistTime !== undefined && nowMs >= info.delistTime) return { why: 'over', opensAtMs: null };
  if (info.watchOnly === 1) return { why: 'watchOnly', opensAtMs };
  if (kind === 'contract' && info.contractEnable === 0) return { why: 'noContract', opensAtMs };
  if (kind === 'spot' && info.spotEnable === 0) return { why: 'noSpot', opensAtMs };
  if (info.status === HALTED) return { why: 'halted', opensAtMs };
  if (info.status === CLOSE_ONLY) return { why: 'closeOnly', opensAtMs };
  return open ? null : { why: 'asleep', opensAtMs };
}

/** The reason in words, and when a sleeping market wakes; one that never does is as good as halted. */
export function closedText({ why, opensAtMs }: Closed, t: Translate): string {
  const reason = why === 'asleep' ? [] : [t(`trade.${why}`)];
  if (opensAtMs !== null) reason.push(t('trade.asleep', { time: dateTimeText(opensAtMs) }));
  return reason.length > 0 ? reason.join(' · ') : t('trade.halted');
}
