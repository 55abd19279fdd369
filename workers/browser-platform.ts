// What the platform of every worker has of the browser: calls, clocks, timers, display ticks.
import { REQUEST_TIMEOUT_MS } from '../core/endpoints/http.ts';
import type { Platform } from './platform.ts';

/** Display tick where the platform has none, ms. */
const TICK_MS = 16;

export const browserPlatform: Omit<Platform, 'openSocket'> = {
  async post(url, headers, body) {
    const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    return answer.json();
  },
  nowMs: () => Date.now(),
  stampMs: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  onDisplayTick: (run) => {
    if (typeof requestAnimationFrame === 'function') requestAnimationFrame(run);
    else setTimeout(run, TICK_MS);
  },
  random: () => Math.random(),
};
