// Whether a market takes spot orders, and the words for why it does not.
import type { TFunction } from 'i18next';
import { CLOSE_ONLY, HALTED, type Instrument, sessionAt } from '../../contract/instrument.ts';
import { dateTimeText } from '../i18n/format.ts';

/** Why a market takes no orders. `opensAtMs`: when a sleeping market wakes. */
export type Closed = { why: 'watchOnly' | 'noSpot' | 'halted' | 'closeOnly' } | { why: 'asleep'; opensAtMs: number };

/** Whether, and why, a market takes no spot orders at `nowMs`; null: it does. */
export function closedMarket(instrument: Instrument, nowMs: number): Closed | null {
  const { info } = instrument;
  if (info.watchOnly === 1) return { why: 'watchOnly' };
  if (info.spotEnable === 0) return { why: 'noSpot' };
  if (info.status === HALTED) return { why: 'halted' };
  if (info.status === CLOSE_ONLY) return { why: 'closeOnly' };
  const { open, changesAt } = sessionAt(info, nowMs);
  return open ? null : { why: 'asleep', opensAtMs: changesAt ?? nowMs };
}

/** The reason in words. */
export function closedText(closed: Closed, t: TFunction): string {
  return closed.why === 'asleep' ? t('trade.asleep', { time: dateTimeText(closed.opensAtMs) }) : t(`trade.${closed.why}`);
}
