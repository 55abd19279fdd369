// Context of a seconds contract order: freshness of the index, and the user's own limits.
import { useEffect, useMemo, useState } from 'react';
import { DAY_MS } from '../../../core/units/durations.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { type Units, parseMoney } from '../../../core/units/units.ts';
import { dayStart } from '../../lib/local-moment.ts';
import { newestTick } from '../../stores/market/index-ticks.ts';
import { connection, offsetMinutes, serverNow } from '../../stores/market/connection.ts';
import { isSessionOver, limitsAt, extendSession } from '../../stores/account/user-limits.ts';
import { secondsChanges, settledSeconds } from '../../stores/account/binary-option-orders.ts';
import { type Limits, stored } from '../../stores/device/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import type { Pause } from './seconds-ticket.ts';

/** Buying pauses when the index is older: half of the silence that voids an order. */
const STALE_AFTER_MS = 5_000;
const POLL_INTERVAL_MS = 500;
const ACTIVITY_INTERVAL_MS = 15_000;

/**
 * Why buying is paused; null: it is not. `nowMs`: server time. `tickMs`: time of the newest tick, null
 * before it.
 */
export function pauseAt(open: boolean, tickMs: number | null, nowMs: number): Pause | null {
  if (tickMs === null) return 'noPrice';
  if (!open) return 'offline';
  return nowMs - tickMs > STALE_AFTER_MS ? 'stale' : null;
}

function pauseNow(coinInfoId: number): Pause | null {
  return pauseAt(connection.state.peek() === LINK.open, newestTick(coinInfoId).peek()?.ts ?? null, serverNow());
}

export function usePause(coinInfoId: number): Pause | null {
  const [pause, setPause] = useState(() => pauseNow(coinInfoId));
  useEffect(() => {
    const timer = setInterval(() => setPause(pauseNow(coinInfoId)), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [coinInfoId]);
  return pause;
}

/** What `read` makes of the exchange's time, read again at intervals and with each change of the clocks' distance. */
function useTime(read: () => number): number {
  const offset = useSignalValue(offsetMinutes);
  const [ms, setMs] = useState(read);
  useEffect(() => {
    const update = (): void => setMs(read());
    update();
    const timer = setInterval(update, ACTIVITY_INTERVAL_MS);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- serverNow() follows the offset
  }, [read, offset]);
  return ms;
}

/** The user's own limits in force now. */
export function useLimits(): Limits {
  return limitsAt(useSignalValue(stored('fxproLimits')), useTime(serverNow));
}

/** The last midnight of this device's time zone before the exchange's time, ms. */
function midnightMs(): number {
  return dayStart(serverNow(), 0);
}

/**
 * Result of the orders settled since local midnight, in USDT units; null while unknown. Requested only
 * if `needed`. The device's clock may be wrong, and does not say which day it is.
 */
export function useTodayResult(needed: boolean): Units | null {
  const changes = useSignalValue(secondsChanges);
  const since = useTime(midnightMs);
  const [units, setUnits] = useState<Units | null>(null);
  const request = useMemo(() => ({ needed, changes, since }), [needed, changes, since]);
  useEffect(() => {
    if (!request.needed) return undefined;
    let cancelled = false;
    // A list is by purchase: what ran over midnight was bought before it.
    settledSeconds({ startTime: request.since - DAY_MS })
      .then(({ list, whole }) => {
        const today = list.filter(({ settleTime }) => settleTime >= request.since);
        if (!cancelled)
          setUnits(whole ? today.reduce((sum, { profit }) => sum + (parseMoney(profit) ?? 0n), 0n) : null);
      })
      .catch((cause: unknown) => console.warn('results of today fetch failed', cause));
    return () => {
      cancelled = true;
    };
  }, [request]);
  return needed ? units : 0n;
}

/** Whether the user's own limit of time is reached. Time counts while the page is visible. */
export function useTimeLimitReached(minutes: string): boolean {
  const mostMs = Number(minutes) * 60_000;
  const [reached, setReached] = useState(false);
  useEffect(() => {
    const update = (): void => {
      const storedTime = stored('fxproDeskTime');
      if (!document.hidden) storedTime.value = extendSession(storedTime.peek(), Date.now(), mostMs);
      setReached(isSessionOver(storedTime.peek(), Date.now(), mostMs));
    };
    update();
    const timer = setInterval(update, ACTIVITY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [mostMs]);
  return reached;
}
