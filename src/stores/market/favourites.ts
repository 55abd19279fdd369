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

/** After login: merges the visitor's favourites behind the account's. Throws CallError. */
export async function mergeFavourites(): Promise<void> {
  const token = sessionToken.peek();
  const { list: infos = [] } = await read('/coin/infos', {});
  if (sessionToken.peek() !== token) return;
  const ofAccount = infos.filter(({ collect }) => collect === 1).map(({ id }) => id);
  const own = list.peek().filter((id) => !ofAccount.includes(id));
  list.value = [...ofAccount, ...own];
  for (const coinInfoId of own) await call('/coin/collect/add', { coinInfoId });
}
