// Background tasks of the app, started after the first screen is rendered.
import { importWithRetry } from '../../api/import-with-retry.ts';
import { registerServiceWorker } from './service-worker-registration.ts';
import { watchAlerts } from '../../stores/account/alert-watch.ts';
import { startFeedLog } from '../../stores/market/feed-log.ts';
import { joinTabElection } from '../../stores/device/tab-leader.ts';
import { startLatencyLog } from '../../stores/market/latency.ts';
import { loadExchangeMode } from '../../stores/market/exchange-mode.ts';
import { watchPowerSaving } from '../../stores/device/power-saving.ts';
import { stored } from '../../stores/device/storage.ts';

/** Number of pages with onboarding hints. */
const HINTED_PAGES = 3;

const importOnboarding = importWithRetry(() => import('../shell/onboarding.tsx'));

/** On a network failure the onboarding is shown on the next visit. */
function loadOnboarding(): Promise<void> {
  return importOnboarding()
    .then(({ startOnboarding }) => startOnboarding())
    .catch((cause: unknown) => console.warn('onboarding load failed', cause));
}

/** Called once. */
export function startDeferred(): void {
  startFeedLog();
  startLatencyLog();
  watchPowerSaving();
  joinTabElection();
  watchAlerts();
  loadExchangeMode().catch((cause: unknown) => console.warn('exchange mode fetch failed', cause));
  if (stored('fxproLooksAsked').peek() === '0' || stored('fxproHintsSeen').peek().length < HINTED_PAGES)
    void loadOnboarding();
  // No service worker in development: it would serve stale modules.
  if (import.meta.env.PROD) void registerServiceWorker();
}
