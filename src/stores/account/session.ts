// The session: token and user info, stored between visits, and what is cleared with it.
import { type ReadonlySignal, batch, computed, signal } from '@preact/signals-react';
import { read } from '../../api/read.ts';
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { IN_REPLAY } from '../../lib/replay-address.ts';
import { type ItemName, type UserInfo, resetItem, stored } from '../device/storage.ts';

/** A replay has no session: nothing in it can reach the account. */
const token = IN_REPLAY ? signal('') : stored('fxproUserToken');
const info = stored('fxproUserInfo');

/** Session token; '' for a visitor. */
export const sessionToken: ReadonlySignal<string> = token;
export const userInfo: ReadonlySignal<UserInfo | null> = info;
export const isLoggedIn: ReadonlySignal<boolean> = computed(() => token.value !== '');
/** Counts sessions ended by the server (-1000), so that the app navigates to login once for each. */
const endings = signal(0);
export const sessionEndings: ReadonlySignal<number> = endings;

/** Starts a session from the response of login or registration. */
export function beginSession(answer: AnswerOf<'/user/login'>): void {
  const { accesstoken, user, userKyc, hasGoogleAuth, service } = answer;
  // Another account may still be logged in here: nothing of it is shown in this one.
  if (isLoggedIn.peek()) clearSession();
  batch(() => {
    token.value = accesstoken;
    info.value = { user, userKyc, hasGoogleAuth, service };
    stored('loginInfo').value = { email: user.email };
  });
}

/** Storage items cleared at the end of a session (docs/specification.md 3), and the balances. */
const SESSION_ITEMS: readonly ItemName[] = [
  'fxproUserToken',
  'fxproUserInfo',
  'coinData',
  'contractsCoinData',
  'tradeCoinData',
  'collectList',
  'assetsData',
];

/** Clears the local session: user info, token, selected instruments and favourites (docs/specification.md 3). */
export function clearSession(): void {
  batch(() => {
    for (const name of SESSION_ITEMS) resetItem(name);
  });
}

/** Ends the session whose token was refused, unless it is over, or a newer one has begun meanwhile. */
export function sessionRefused(refused: string): void {
  if (refused === '' || refused !== token.peek()) return;
  clearSession();
  endings.value += 1;
}

/** The fetch of the user whose answer is shown, and the latest one: an older one may be answered later. */
let shownFetch = 0;
let latestFetch = 0;

/** Fetches the user: KYC, two-factor and service may have changed. Throws CallError. */
export async function refreshUser(): Promise<void> {
  const asked = token.peek();
  if (asked === '') return;
  const fetched = ++latestFetch;
  const answer = await read('/user/info', {});
  if (token.peek() !== asked || fetched < shownFetch) return;
  shownFetch = fetched;
  info.value = answer;
}
