// Remaining time and phase of a running order on the server's clock.
import type { SecondsOrder } from '../../../../core/orders/binary-option-order.ts';
import { windowTicks } from '../../../../core/risk/binary-option-window.ts';

/**
 * accepted: the strike price is being determined. waiting: its ticks, or those of the execution price,
 * are late.
 */
type CountdownPhase = 'accepted' | 'holding' | 'settling' | 'waiting';

export interface Countdown {
  phase: CountdownPhase;
  /** Whole seconds to the expiry, rounded up; 0 after it. */
  leftS: number;
  /** Remaining share of the period, 0 to 1. */
  share: number;
}

/**
 * An order that settles for longer is shown as waiting for ticks; the strike price has its window of
 * ticks in addition.
 */
const WAITING_AFTER_MS = 3_000;

export type TimedOrder = Pick<SecondsOrder, 'openTime' | 'expirationTime' | 'strikePrice'>;

/** `nowMs`: server time. */
export function countdownAt({ openTime, expirationTime, strikePrice }: TimedOrder, nowMs: number): Countdown {
  const leftMs = Math.min(Math.max(0, expirationTime - nowMs), expirationTime - openTime);
  const share = leftMs / (expirationTime - openTime);
  return {
    phase: phaseAt(strikePrice !== '', openTime, expirationTime, nowMs),
    leftS: Math.ceil(leftMs / 1000),
    share,
  };
}

function phaseAt(hasStrike: boolean, openTime: number, expirationTime: number, nowMs: number): CountdownPhase {
  if (nowMs < expirationTime) {
    if (hasStrike) return 'holding';
    const windowMs = windowTicks((expirationTime - openTime) / 1000) * 1000;
    return nowMs - openTime > windowMs + WAITING_AFTER_MS ? 'waiting' : 'accepted';
  }
  return nowMs - expirationTime > WAITING_AFTER_MS ? 'waiting' : 'settling';
}
