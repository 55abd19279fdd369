// Visibility of the page and sleep of the device: pauses public data, wakes the connection.
import type { Wake } from '../core/worker-protocol/worker-protocol.ts';
import type { Connection } from './connection/connection.ts';
import type { Cancel, Platform } from './platform.ts';

/** Interval of the heartbeat: state is published and time-outs are checked. */
const HEARTBEAT_MS = 1_000;
/** A page hidden for this long gets no public data until it is visible again. */
const PAUSE_AFTER_MS = 10_000;
/** A heartbeat late by more than this means that the device slept. */
const SLEEP_GAP_MS = 3_000;

export interface LifecycleListener {
  /** Called once a second. */
  onHeartbeat(): void;
  onPaused(isPaused: boolean): void;
}

export class PageLifecycle {
  /** Whether the page has been hidden for long. */
  isPaused = false;
  readonly #platform: Platform;
  readonly #connection: Connection;
  readonly #listener: LifecycleListener;
  #cancelPause: Cancel = () => {};
  #lastHeartbeatMs = NaN;

  constructor(platform: Platform, connection: Connection, listener: LifecycleListener) {
    this.#platform = platform;
    this.#connection = connection;
    this.#listener = listener;
  }

  /** Begins the heartbeat; the first one comes at once. */
  start(): void {
    this.#platform.after(HEARTBEAT_MS, () => this.start());
    const nowMs = this.#platform.nowMs();
    if (nowMs - this.#lastHeartbeatMs > HEARTBEAT_MS + SLEEP_GAP_MS) this.#connection.wake('restored');
    this.#lastHeartbeatMs = nowMs;
    this.#listener.onHeartbeat();
  }

  wake(reason: Wake): void {
    if (reason === 'hidden') {
      this.#cancelPause();
      this.#cancelPause = this.#platform.after(PAUSE_AFTER_MS, () => this.#setPaused(true));
    }
    if (reason === 'visible' || reason === 'restored') {
      this.#cancelPause();
      this.#setPaused(false);
    }
    this.#connection.wake(reason);
  }

  #setPaused(isPaused: boolean): void {
    if (isPaused === this.isPaused) return;
    this.isPaused = isPaused;
    this.#listener.onPaused(isPaused);
  }
}
