// Joins the screen's ends: calls, worker, session and account state; after this everything runs by itself.
import { effect } from '@preact/signals-react';
import { LINK, type ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { importWithRetry } from '../../api/import-with-retry.ts';
import { market } from '../../api/market-worker.ts';
import { apiBase, socketUrl, thisPage } from '../../api/origin.ts';
import { provideCallContext } from '../../api/call-context.ts';
import { applyBalances, refreshAssets } from '../../stores/account/balances.ts';
import { refreshRates } from '../../stores/device/currency.ts';
import { joinFavourites } from '../../stores/market/favourites.ts';
import { loadInstruments } from '../../stores/market/instruments.ts';
import { languageCode } from '../../stores/device/language.ts';
import { link } from '../../stores/market/connection.ts';
import { onThreadEvent, startReceiving } from '../../stores/market/frame-receiver.ts';
import { refreshUser, sessionRefused, sessionToken } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';

/** Quotation rates move slowly: this often is soon enough. */
const RATES_EVERY_MS = 300_000;

/** Lets calls be made. Before anything else. */
export function openCalls(): void {
  provideCallContext({
    base: apiBase(thisPage()),
    token: () => sessionToken.peek(),
    language: languageCode,
    sessionEnded: sessionRefused,
    toast: (text, durationMs) => showToast(text, 'info', durationMs),
  });
}

/** Starts the worker and follows it. */
export function startMarketData(): void {
  const page = thisPage();
  startReceiving({ socketUrl: socketUrl(page), apiBase: apiBase(page), language: languageCode() });
  onThreadEvent(onAccountEvent);
  effect(() => followSession(sessionToken.value));
  let opened = false;
  effect(() => {
    // The list may have changed while the exchange was away.
    if (link.state.value === LINK.open && opened) void loadInstruments();
    opened ||= link.state.value === LINK.open;
  });
  void loadInstruments();
  keepRates();
  setInterval(keepRates, RATES_EVERY_MS);
}

function keepRates(): void {
  refreshRates().catch((cause: unknown) => console.warn('rates cannot be fetched', cause));
}

function onAccountEvent(event: ThreadEvent): void {
  if (event.kind === 'balances') applyBalances(event.assets);
  else if (event.kind === 'accountInvalidated') catchUp();
  else if (event.kind === 'sessionEnded') sessionRefused(sessionToken.peek());
}

type SessionData = typeof import('./session-data.ts');
let sessionData: SessionData | null = null;
const importSessionData = importWithRetry<SessionData>(() => import('./session-data.ts'));
/** Waited before a part of the program that did not come is asked for again. */
const AGAIN_MS = 3_000;
const warn =
  (what: string) =>
  (cause: unknown): void =>
    console.warn(`${what} cannot be fetched`, cause);

/** The socket is there again: what could not be had while it was away is asked for now. */
function catchUp(): void {
  void refreshAssets();
  if (sessionData === null) loadSessionPart();
}

function followSession(token: string): void {
  void market().setSession(token === '' ? null : token);
  if (token === '') return sessionData?.clearSessionData();
  void refreshAssets();
  loadSessionPart();
  refreshUser().catch(warn('the user'));
  joinFavourites().catch(warn('favourites'));
}

/** Orders and notices of the session; their part of the program is asked for again where it could not be had. */
function loadSessionPart(): void {
  const token = sessionToken.peek();
  if (token !== '')
    loadSessionData(token).catch((cause: unknown) => {
      warn('orders and notices')(cause);
      window.setTimeout(() => {
        if (sessionData === null) loadSessionPart();
      }, AGAIN_MS);
    });
}

/** What frames said of the account before this part was there is in what it then asks for. */
async function loadSessionData(token: string): Promise<void> {
  const part = await importSessionData();
  if (sessionData === null) {
    sessionData = part;
    onThreadEvent(part.onSessionEvent);
    part.startNotifications();
  }
  if (sessionToken.peek() === token) part.loadSessionData();
}
