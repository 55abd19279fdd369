// Starred markets: shown at once, stored in the account, or in the browser for a visitor.
import type { ReadonlySignal } from '@preact/signals-react';
import { call } from '../../api/call.ts';
import { read } from '../../api/read.ts';
import { isLoggedIn, sessionToken } from '../account/session.ts';
import { stored } from '../device/storage.ts';

const list = stored('collectList');
/** Ids of starred markets, in the order they were starred. */
export const favourites: ReadonlySignal<readonly number[]> = list;

/** Stars or unstars a market. Shown at once and reverted when the exchange refuses. Throws CallError. */
export async function setFavourite(coinInfoId: number, on: boolean): Promise<void> {
  const before = list.peek();
  if (before.includes(coinInfoId) === on) return;
  list.value = on ? [...before, coinInfoId] : before.filter((id) => id !== coinInfoId);
  if (!isLoggedIn.peek()) return;
  try {
    const { collectList } = await call(on ? '/coin/collect/add' : '/coin/collect/del', { coinInfoId });
    list.value = collectList;
  } catch (cause) {
    list.value = on ? list.peek().filter((id) => id !== coinInfoId) : [...list.peek(), coinInfoId];
    throw cause;
  }
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
