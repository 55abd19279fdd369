// What a seconds ticket is judged against besides what is offered: whether the index is alive, and the user's own
// limits.
import { useEffect, useMemo, useState } from 'react';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { type Units, parseMoney } from '../../../core/units/units.ts';
import { newestTick } from '../../stores/market/index-ticks.ts';
import { link, serverNow } from '../../stores/market/connection.ts';
import { isOver, limitsAt, seenAt } from '../../stores/account/user-limits.ts';
import { secondsChanges, settledSeconds } from '../../stores/account/binary-option-orders.ts';
import { type Limits, stored } from '../../stores/device/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import type { Pause } from './seconds-ticket.ts';

/** An index price older than this is no price to buy at: half of the silence that voids an order. */
const STALE_AFTER_MS = 5_000;
const LOOK_EVERY_MS = 500;
const SEEN_EVERY_MS = 15_000;

/** Why buying waits. `nowMs`: server time; `tickMs` of the newest tick, null before it. */
export function pauseAt(open: boolean, tickMs: number | null, nowMs: number): Pause | null {
  if (!open) return 'offline';
  if (tickMs === null) return 'noPrice';
  return nowMs - tickMs > STALE_AFTER_MS ? 'stale' : null;
}

function pauseNow(coinInfoId: number): Pause | null {
  return pauseAt(link.state.peek() === LINK.open, newestTick(coinInfoId).peek()?.ts ?? null, serverNow());
}

export function usePause(coinInfoId: number): Pause | null {
  const [pause, setPause] = useState(() => pauseNow(coinInfoId));
  useEffect(() => {
    const timer = setInterval(() => setPause(pauseNow(coinInfoId)), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [coinInfoId]);
  return pause;
}

/** The user's own limits as they hold now. */
export function useLimits(): Limits {
  const kept = useSignalValue(stored('fxproLimits'));
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SEEN_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return limitsAt(kept, nowMs);
}

/**
 * Result of the orders settled since midnight of this device, in USDT units; null while it is not known. Asked only
 * where a limit needs it.
 */
export function useTodayUnits(needed: boolean): Units | null {
  const changes = useSignalValue(secondsChanges);
  const [units, setUnits] = useState<Units | null>(null);
  const look = useMemo(() => ({ needed, changes }), [needed, changes]);
  useEffect(() => {
    if (!look.needed) return undefined;
    let off = false;
    settledSeconds({ startTime: new Date().setHours(0, 0, 0, 0) })
      .then(({ list, whole }) => {
        if (!off) setUnits(whole ? list.reduce((sum, { profit }) => sum + (parseMoney(profit) ?? 0n), 0n) : null);
      })
      .catch((cause: unknown) => console.warn('the results of today cannot be fetched', cause));
    return () => {
      off = true;
    };
  }, [look]);
  return needed ? units : 0n;
}

/** Whether the time that the user gave themselves is over; being on the page counts as being at it. */
export function useTimeOver(minutes: string): boolean {
  const mostMs = Number(minutes) * 60_000;
  const [over, setOver] = useState(false);
  useEffect(() => {
    const look = (): void => {
      const kept = stored('fxproDeskTime');
      if (!document.hidden) kept.value = seenAt(kept.peek(), Date.now(), mostMs);
      setOver(isOver(kept.peek(), Date.now(), mostMs));
    };
    look();
    const timer = setInterval(look, SEEN_EVERY_MS);
    return () => clearInterval(timer);
  }, [mostMs]);
  return over;
}
