// The switch without which the price ladder sends nothing: off at first, and off again by itself.
import { type ReadonlySignal, signal } from '@preact/signals-react';

/** An armed ladder that is not used for this long is disarmed. */
export const IDLE_MS = 60_000;

/** Why the ladder was disarmed; 'user': by its switch. */
type DisarmReason = 'user' | 'idle' | 'away' | 'stale';

export interface LadderGuard {
  armed: ReadonlySignal<boolean>;
  /** Why it was last disarmed; null while it is armed, and before it ever was. */
  reason: ReadonlySignal<DisarmReason | null>;
  /** Whether a press sends a stop order; only while it is armed, and not when it is armed again. */
  stops: ReadonlySignal<boolean>;
  setStops(on: boolean): void;
  arm(): void;
  disarm(reason: DisarmReason): void;
  /** The user works with the ladder: the idle time begins again. */
  touch(): void;
  /** What the last press came to, or the drag under way; '' for nothing. */
  message: ReadonlySignal<string>;
  report(text: string): void;
  dispose(): void;
}

export function createGuard(idleMs = IDLE_MS): LadderGuard {
  const armed = signal(false);
  const reason = signal<DisarmReason | null>(null);
  const message = signal('');
  const stops = signal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const disarm = (why: DisarmReason): void => {
    clearTimeout(timer);
    if (!armed.peek()) return;
    message.value = '';
    reason.value = why;
    armed.value = false;
    stops.value = false;
  };
  const touch = (): void => {
    clearTimeout(timer);
    if (armed.peek()) timer = setTimeout(() => disarm('idle'), idleMs);
  };
  return {
    armed,
    reason,
    message,
    stops,
    setStops: (on) => {
      message.value = '';
      stops.value = on && armed.peek();
      touch();
    },
    report: (text) => {
      message.value = text;
    },
    arm: () => {
      message.value = '';
      reason.value = null;
      armed.value = true;
      touch();
    },
    disarm,
    touch,
    dispose: () => clearTimeout(timer),
  };
}
