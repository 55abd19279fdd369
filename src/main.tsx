// Entry of the screen: looks, language, the street to the market, then the pages.
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { importWithRetry } from './api/import-with-retry.ts';
import { goToLoginWhenSessionEnds } from './app/routing/session-watch.ts';
import { httpsAddress, keepInvitation } from './app/startup/url-params.ts';
import { openCalls, startMarketData } from './app/startup/bootstrap.ts';
import { router } from './app/routing/router.tsx';
import { startI18n } from './locales/i18n.ts';
import { languageCode } from './stores/device/language.ts';
import { watchOnline } from './stores/device/online.ts';
import { keepSnapshot } from './stores/market/price-snapshot.ts';
import { followOtherTabs } from './stores/device/storage.ts';
import { watchInstall } from './stores/device/install.ts';
import { dressDocument } from './stores/device/theme.ts';
import './styles/tokens.css';
import './styles/base.css';

/** What can wait begins when the first screen has what it needs. */
const QUIET_MS = 2_000;

async function start(host: HTMLElement): Promise<void> {
  dressDocument(document.documentElement);
  keepInvitation(window.location.search);
  watchInstall(window);
  followOtherTabs();
  watchOnline();
  openCalls();
  keepSnapshot();
  startMarketData();
  await startI18n(languageCode());
  goToLoginWhenSessionEnds();
  createRoot(host).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  beginTheRest();
}

const fetchTheRest = importWithRetry(() => import('./app/startup/deferred-startup.ts'));

/** A network that is away just then delays the rest: it is asked for again. */
function beginTheRest(): void {
  const load = (): void =>
    void fetchTheRest().then(
      ({ startDeferred }) => startDeferred(),
      (cause: unknown) => {
        console.warn('the rest of the app comes later', cause);
        beginTheRest();
      },
    );
  window.setTimeout(load, QUIET_MS);
}

const secure = httpsAddress(window.location);
const host = document.getElementById('root');
if (secure !== null) window.location.replace(secure);
else if (host) void start(host);
