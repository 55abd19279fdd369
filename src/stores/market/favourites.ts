// Starred markets: shown at once, stored in the account, or in the browser for a visitor.
import type { ReadonlySignal } from '@preact/signals-react';
import { call } from '../../api/call.ts';
import { read } from '../../api/read.ts';
import { isLoggedIn, sessionToken } from '../account/session.ts';
import { stored } from '../device/storage.ts';

const list = stored('collectList');
/** Ids of starred markets, in the order they were starred. */
export const favourites: ReadonlySignal<readonly number[]> = list;

/** The last change that was sent: the next one waits for it, as the exchange may take two at once in any order. */
let last: Promise<unknown> = Promise.resolve();

/** Stars or unstars a market. Shown at once and reverted when the exchange refuses. Throws CallError. */
export async function setFavourite(coinInfoId: number, on: boolean): Promise<void> {
  if (!show(coinInfoId, on) || !isLoggedIn.peek()) return;
  const token = sessionToken.peek();
  const isSame = (): boolean => sessionToken.peek() === token;
  const change = last
    .catch(() => undefined) // its caller receives the error
    .then(() => (isSame() ? call(on ? '/coin/collect/add' : '/coin/collect/del', { coinInfoId }) : null));
  last = change;
  try {
    const answer = await change;
    // With a later change under way the answer is older than what is shown.
    if (answer && last === change && isSame()) list.value = answer.collectList;
  } catch (cause) {
    if (isSame()) show(coinInfoId, !on);
    throw cause;
  }
}

/** Whether it changed what is shown. */
function show(coinInfoId: number, on: boolean): boolean {
  const before = list.peek();
  if (before.includes(coinInfoId) === on) return false;
  list.value = on ? [...before, coinInfoId] : before.filter((id) => id !== coinInfoId);
  return true;
}

/**
 * Shows the account's favourites, those that were shown already first. After a login a visitor's stay too, and are
 * added to the account. Throws CallError.
 */
export async function loadFavourites(isLogin: boolean): Promise<void> {
  const [token, before] = [sessionToken.peek(), list.peek()];
  const { list: infos = [] } = await read('/coin/infos', {});
  const now = list.peek();
  // What was starred meanwhile is not in this answer.
  if (sessionToken.peek() !== token || (!isLogin && now !== before)) return;
  const ofAccount = infos.flatMap(({ id, collect }) => (collect === 1 ? id : []));
  const shown = new Set([...before, ...now, ...ofAccount]);
  const own = [...shown].filter((id) => !ofAccount.includes(id));
  // An exchange that does not say what is starred takes nothing away.
  const gone = isLogin || infos.every(({ collect }) => collect === undefined) ? [] : own;
  list.value = [...shown].filter((id) => !gone.includes(id));
  if (isLogin) for (const coinInfoId of own) await call('/coin/collect/add', { coinInfoId });
}
