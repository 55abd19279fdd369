// Who is logged in: token and user info, kept between visits, and what ends with them.
import { type ReadonlySignal, batch, computed, signal } from '@preact/signals-react';
import { call } from '../../api/call.ts';
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { type ItemName, type UserInfo, resetItem, stored } from '../device/storage.ts';

const token = stored('fxproUserToken');
const info = stored('fxproUserInfo');

/** '' for a visitor. */
export const sessionToken: ReadonlySignal<string> = token;
export const userInfo: ReadonlySignal<UserInfo | null> = info;
export const isLoggedIn: ReadonlySignal<boolean> = computed(() => token.value !== '');
/** Counts sessions that ended by the server's word (-1000), so that the shell can go to login once for each. */
const endings = signal(0);
export const sessionEndings: ReadonlySignal<number> = endings;

/** Takes the answer of login and registration. */
export function beginSession(answer: AnswerOf<'/user/login'>): void {
  const { accesstoken, user, userKyc, hasGoogleAuth, service } = answer;
  batch(() => {
    token.value = accesstoken;
    info.value = { user, userKyc, hasGoogleAuth, service };
    stored('loginInfo').value = { email: user.email };
  });
}

/** What ends with a session (docs/specification.md 3), and the balances, which belong to it. */
const SESSION_ITEMS: readonly ItemName[] = [
  'fxproUserToken',
  'fxproUserInfo',
  'coinData',
  'contractsCoinData',
  'tradeCoinData',
  'collectList',
  'assetsData',
];

/** Signs out on this side: user info, token, selected instruments and favourites go (docs/specification.md 3). */
export function clearSession(): void {
  batch(() => {
    for (const name of SESSION_ITEMS) resetItem(name);
  });
}

/** The exchange refused `refused`: ends the session unless a newer one has begun meanwhile. */
export function sessionRefused(refused: string): void {
  if (refused !== token.peek()) return;
  clearSession();
  endings.value += 1;
}

/** Logs out at the server as well as here; here even when the server cannot be reached. */
export async function logOut(): Promise<void> {
  const leaving = token.peek() === '' ? null : call('/user/info', { logout: true }, { timeoutMs: 5000 });
  clearSession();
  try {
    await leaving;
  } catch (cause) {
    console.warn('the server was not told of the logout', cause);
  }
}

/** Fetches the user again: KYC, two-factor and service may have changed. Throws CallError. */
export async function refreshUser(): Promise<void> {
  const asked = token.peek();
  if (asked === '') return;
  const answer = await call('/user/info', {});
  if (token.peek() === asked) info.value = answer;
}
