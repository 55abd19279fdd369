// Background tasks of the app, started after the first screen is rendered.
import { watchAlerts } from '../../stores/account/alert-watch.ts';
import { startFeedLog } from '../../stores/market/feed-log.ts';
import { followLanguage } from '../../stores/device/language-sync.ts';
import { joinTabElection } from '../../stores/device/tab-leader.ts';
import { startLatencyLog } from '../../stores/market/latency.ts';
import { loadExchangeMode } from '../../stores/market/exchange-mode.ts';
import { watchPowerSaving } from '../../stores/device/power-saving.ts';
import { sheetHistory } from '../../ui/overlays/sheet-history.ts';
import { notifyOfEndElsewhere, reloadForAnotherUser } from './ended-elsewhere.ts';
import { warnFetchFailed } from './fetch-warning.ts';
import { showExactOnTap } from './exact-figures.ts';
import { offerReload } from './lost-worker-notice.ts';
import { storePrices } from './price-storage.ts';
import { registerServiceWorker } from './service-worker-registration.ts';

/** Called once. */
export function startDeferred(): void {
  // Steps out of the entry of a sheet that was open when the page was reloaded.
  sheetHistory();
  storePrices();
  notifyOfEndElsewhere();
  reloadForAnotherUser();
  startFeedLog();
  offerReload();
  startLatencyLog();
  watchPowerSaving();
  joinTabElection();
  followLanguage();
  watchAlerts();
  showExactOnTap();
  loadExchangeMode().catch(warnFetchFailed('exchange mode'));
  // No service worker in development: it would serve stale modules.
  if (import.meta.env.PROD) void registerServiceWorker();
}
