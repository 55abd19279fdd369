// Wires calls, market worker, session and account stores together at startup.
import { effect } from '@preact/signals-react';
import { LINK, type ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { importWithRetry } from '../../api/import-with-retry.ts';
import { type MarketWorkerClient, marketWorker } from '../../api/market-worker.ts';
import { apiBase, socketUrl, thisPage } from '../../api/origin.ts';
import { setCallContext } from '../../api/call-context.ts';
import { applyBalances, refreshAssets } from '../../stores/account/balances.ts';
import { refreshRates } from '../../stores/device/currency.ts';
import { loadFavourites } from '../../stores/market/favourites.ts';
import { loadInstruments } from '../../stores/market/instruments.ts';
import { languageCode } from '../../stores/device/language.ts';
import { connection } from '../../stores/market/connection.ts';
import { onThreadEvent, startReceiving } from '../../stores/market/frame-receiver.ts';
import { refreshUser, sessionRefused, sessionToken } from '../../stores/account/session.ts';
import { warnFetchFailed } from './fetch-warning.ts';
import { showToast } from '../../stores/ui/toast.ts';

/** Interval of the exchange-rate refresh: quotation rates change slowly. */
const RATES_EVERY_MS = 300_000;

/** Configures the calls. Runs before anything else. */
export function configureCalls(): void {
  setCallContext({
    base: apiBase(thisPage()),
    token: () => sessionToken.peek(),
    language: languageCode,
    socketCall: (call) => marketWorker().call(call),
    onSessionEnded: sessionRefused,
    showToast: (text, durationMs) => showToast(text, 'info', durationMs),
  });
}

/** Starts the market worker, or uses `market`, and connects the stores to its events. */
export function startMarketData(market?: MarketWorkerClient): void {
  const page = thisPage();
  startReceiving({ socketUrl: socketUrl(page), apiBase: apiBase(page), language: languageCode() }, market);
  onThreadEvent(handleAccountEvent);
  let isLogin = false;
  effect(() => {
    handleSessionToken(sessionToken.value, isLogin);
    isLogin = true;
  });
  let opened = false;
  effect(() => {
    // After a reconnect: the list may have changed meanwhile.
    if (connection.state.value === LINK.open && opened) void loadInstruments();
    opened ||= connection.state.value === LINK.open;
  });
  void loadInstruments();
  // In a task of its own: no price waits for them.
  setTimeout(updateRates);
  setInterval(updateRates, RATES_EVERY_MS);
}

function updateRates(): void {
  refreshRates().catch(warnFetchFailed('exchange rates'));
}

function handleAccountEvent(event: ThreadEvent): void {
  if (event.kind === 'balances') applyBalances(event.assets);
  else if (event.kind === 'accountInvalidated') reloadAccount();
  else if (event.kind === 'sessionEnded') sessionRefused(event.token);
}

type SessionData = typeof import('./session-data.ts');
let sessionData: SessionData | null = null;
const importSessionData = importWithRetry<SessionData>(() => import('./session-data.ts'));
/** Delay before a chunk that could not be loaded is requested again. */
const RETRY_MS = 3_000;

/** After a reconnect: fetches what could not be loaded while the connection was down. */
function reloadAccount(): void {
  void refreshAssets(true);
  if (sessionData === null) startSessionData();
}

/** `isLogin`: the session is new, and not the stored one that the page starts with. */
function handleSessionToken(token: string, isLogin: boolean): void {
  void marketWorker().setSession(token === '' ? null : token);
  if (token === '') return sessionData?.clearSessionData();
  void refreshAssets();
  startSessionData();
  refreshUser().catch(warnFetchFailed('user'));
  loadFavourites(isLogin).catch(warnFetchFailed('favourites'));
}

/** Loads orders and notices of the session, and retries while their chunk cannot be loaded. */
function startSessionData(): void {
  const token = sessionToken.peek();
  if (token !== '')
    loadForSession(token).catch((cause: unknown) => {
      warnFetchFailed('session data')(cause);
      window.setTimeout(() => {
        if (sessionData === null) startSessionData();
      }, RETRY_MS);
    });
}

/** Events that arrived before this chunk are contained in the snapshots it then fetches. */
async function loadForSession(token: string): Promise<void> {
  const loaded = await importSessionData();
  if (sessionData === null) {
    sessionData = loaded;
    onThreadEvent(loaded.handleSessionEvent);
    loaded.startNotifications();
  }
  if (sessionToken.peek() === token) loaded.loadSessionData();
}
