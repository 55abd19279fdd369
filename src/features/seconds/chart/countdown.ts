// How far a running order has come, on the server's clock.
import type { SecondsOrder } from '../../../../core/orders/binary-option-order.ts';
import { windowTicks } from '../../../../core/risk/binary-option-window.ts';

/** accepted: the strike is being taken. waiting: it, or the tick that decides, is late. */
type Phase = 'accepted' | 'holding' | 'settling' | 'waiting';

export interface Countdown {
  phase: Phase;
  /** Whole seconds to the expiry, rounded up; 0 after it. */
  leftS: number;
  /** What is left of the period, 0 to 1. */
  share: number;
}

/**
 * Settling for longer than this is said to be waiting for its ticks; a strike may take the seconds of its window
 * besides.
 */
const WAITING_AFTER_MS = 3_000;

export type Timed = Pick<SecondsOrder, 'openTime' | 'expirationTime' | 'strikePrice'>;

/** `nowMs`: server time. */
export function countdownAt({ openTime, expirationTime, strikePrice }: Timed, nowMs: number): Countdown {
  const leftMs = Math.min(Math.max(0, expirationTime - nowMs), expirationTime - openTime);
  const share = leftMs / (expirationTime - openTime);
  return {
    phase: phaseAt(strikePrice !== '', openTime, expirationTime, nowMs),
    leftS: Math.ceil(leftMs / 1000),
    share,
  };
}

function phaseAt(struck: boolean, openTime: number, expirationTime: number, nowMs: number): Phase {
  if (nowMs < expirationTime) {
    if (struck) return 'holding';
    const windowMs = windowTicks((expirationTime - openTime) / 1000) * 1000;
    return nowMs - openTime > windowMs + WAITING_AFTER_MS ? 'waiting' : 'accepted';
  }
  return nowMs - expirationTime > WAITING_AFTER_MS ? 'waiting' : 'settling';
}
