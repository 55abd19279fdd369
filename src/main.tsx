// Entry of the app: theme, language, market data, then the router.
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { importWithRetry } from './api/import-with-retry.ts';
import type { MarketWorkerClient } from './api/market-worker.ts';
import { loadFirstPage } from './app/routing/first-load.ts';
import { goToLoginWhenSessionEnds } from './app/routing/session-watch.ts';
import { httpsRedirect, storeInvitation } from './app/startup/url-params.ts';
import { configureCalls, startMarketData } from './app/startup/bootstrap.ts';
import { appRouter } from './app/routing/router.tsx';
import { CHART_WINDOW } from './lib/chart-window-address.ts';
import { IN_REPLAY } from './lib/replay-address.ts';
import { startI18n } from './locales/i18n.ts';
import { languageCode } from './stores/device/language.ts';
import { watchOnline } from './stores/device/online.ts';
import { restorePrices } from './stores/market/price-snapshot.ts';
import { syncWithOtherTabs } from './stores/device/storage.ts';
import { watchInstall } from './stores/device/install.ts';
import { applyTheme } from './stores/device/theme.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/needs.css';
import './styles/fonts/inter.css';

/** Delay of the deferred startup, so that the first screen has the network to itself. */
const DEFERRED_AFTER_MS = 2_000;

/** Ends a task between two stages of the start: taps and paints wait for one stage alone. */
const nextTask = (): Promise<void> => new Promise((resume) => setTimeout(resume));

async function start(host: HTMLElement): Promise<void> {
  await nextTask();
  applyTheme(document.documentElement);
  storeInvitation(window.location.search);
  watchInstall(window);
  syncWithOtherTabs();
  watchOnline();
  configureCalls();
  if (!IN_REPLAY) restorePrices();
  startMarketData(await otherMarket());
  await nextTask();
  const words = startI18n(languageCode());
  await nextTask();
  const router = appRouter();
  await words;
  await nextTask();
  goToLoginWhenSessionEnds();
  // What the page shows already is shown until its own first screen replaces it.
  await loadFirstPage(router).catch((cause: unknown) => console.warn('first page load failed', cause));
  await nextTask();
  // React renders a transition in slices of 5 ms.
  startTransition(() =>
    createRoot(host).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
  if (!IN_REPLAY) scheduleDeferredStartup();
}

/** A replay has the past; a chart's own window shares the market of the window that opened it. */
async function otherMarket(): Promise<MarketWorkerClient | undefined> {
  if (IN_REPLAY) return (await import('./app/startup/past-market.ts')).pastMarket();
  const opener = window.opener as Window | null;
  // Without locks neither window would know that the other one is gone.
  if (!opener || window.location.pathname !== CHART_WINDOW || !('locks' in navigator)) return undefined;
  return (await import('./app/startup/join-opener.ts')).joinOpener(opener);
}

const importDeferredStartup = importWithRetry(() => import('./app/startup/deferred-startup.ts'));

/** Loads the deferred startup, and retries while the network is unavailable. */
function scheduleDeferredStartup(): void {
  const load = (): void =>
    void importDeferredStartup().then(
      ({ startDeferred }) => startDeferred(),
      (cause: unknown) => {
        console.warn('deferred startup load failed', cause);
        scheduleDeferredStartup();
      },
    );
  window.setTimeout(load, DEFERRED_AFTER_MS);
}

const secure = httpsRedirect(window.location);
const host = document.getElementById('root');
if (secure !== null) window.location.replace(secure);
else if (host) void start(host);
