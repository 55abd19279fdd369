// Whether a market accepts orders of a kind, and the text for why it does not.
import type { Translate } from '../../locales/use-translation.ts';
import { CLOSE_ONLY, HALTED, type Instrument } from '../../../core/instruments/instrument.ts';
import { sessionAt } from '../../../core/instruments/trading-hours.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import type { TradeKind } from './trade-kind.ts';

/** Why a market accepts no orders. `opensAtMs`: when trading hours begin; null: they are open now. */
export interface MarketClosure {
  why: 'watchOnly' | 'over' | 'noSpot' | 'noContract' | 'halted' | 'closeOnly' | 'asleep';
  opensAtMs: number | null;
}

/** Why a market accepts no orders of a kind at `nowMs`; null: it does. */
export function closedMarket(instrument: Instrument, nowMs: number, kind: TradeKind = 'spot'): MarketClosure | null {
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

/** The reason as text, with the time trading hours begin; a market that never opens is shown as halted. */
export function closedText({ why, opensAtMs }: MarketClosure, t: Translate): string {
  const reason = why === 'asleep' ? [] : [t(`trade.${why}`)];
  if (opensAtMs !== null) reason.push(t('trade.asleep', { time: dateTimeText(opensAtMs) }));
  return reason.length > 0 ? reason.join(' · ') : t('trade.halted');
}
