// The switch without which the price ladder sends nothing: off at first, and off again by itself.
import { signal } from '@preact/signals-react';

/** An armed ladder that is not used for this long is disarmed. */
export const IDLE_MS = 60_000;

/** Why the ladder was disarmed; 'user': by its switch. */
type DisarmReason = 'user' | 'idle' | 'away' | 'stale';

export class LadderGuard {
  readonly armed = signal(false);
  /** Why it was last disarmed; null while it is armed, and before it ever was. */
  readonly reason = signal<DisarmReason | null>(null);
  /** Whether a press sends a stop order; only while it is armed, and not when it is armed again. */
  readonly stops = signal(false);
  /** What the last press came to, or the drag under way; '' for nothing. */
  readonly message = signal('');
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  setStops(on: boolean): void {
    this.report('');
    this.stops.value = on && this.armed.peek();
    this.touch();
  }

  arm(): void {
    this.report('');
    this.reason.value = null;
    this.armed.value = true;
    this.touch();
  }

  disarm(reason: DisarmReason): void {
    clearTimeout(this.#idleTimer);
    if (!this.armed.peek()) return;
    this.report('');
    this.reason.value = reason;
    this.armed.value = false;
    this.stops.value = false;
  }

  /** The user works with the ladder: the idle time begins again. */
  touch(): void {
    clearTimeout(this.#idleTimer);
    if (this.armed.peek()) this.#idleTimer = setTimeout(() => this.disarm('idle'), IDLE_MS);
  }

  report(text: string): void {
    this.message.value = text;
  }

  dispose(): void {
    clearTimeout(this.#idleTimer);
  }
}
