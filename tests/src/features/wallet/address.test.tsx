// @vitest-environment happy-dom
// An address that was added though the answer was lost is found at the next press of the button.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CoinInfo } from '../../../../core/instruments/instrument.ts';
import { CODE } from '../../../../core/errors/errors.ts';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { AddressAddPage } from '../../../../src/features/wallet/address-pages.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { clearSession } from '../../../../src/stores/account/session.ts';
import { setInstruments } from '../../../../src/stores/market/instruments.ts';
import { reactRoot, typeInto } from '../../../support/browser/react-root.ts';
import { callAsStoredSession, logInAs } from '../../../support/browser/stored-session.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';

const place = reactRoot();
const usdt = {
  ...btcInfo(),
  id: 1,
  symbol: 'USDT',
  name: 'Tether',
  pair: '',
  sort: 0,
  withdrawEnable: 1,
  networks: [{ chain: 'ERC20', name: 'Ethereum (ERC20)', enable: 1, minWithdraw: '10', serviceCharge: '1' }],
} as CoinInfo;
let lost: boolean;
let book: object[];

const find = (testId: string): HTMLInputElement => place.host.querySelector(`[data-testid="${testId}"]`)!;
const press = (): Promise<void> => act(async () => find('submit').click());
function answer(path: string): object | null {
  if (path === '/coin/withdraw/address') return { code: 0, data: { list: book } };
  return lost ? null : { code: CODE.codeWrong, msg: 'The verification code is wrong', data: null };
}

let at: () => string;
beforeEach(async () => {
  [lost, book] = [true, []];
  await startI18n('en-US');
  await loadNamespaces(['wallet', 'account', 'demo', 'refusals']);
  await Promise.all([responseSchema('/coin/withdraw/address/generate'), responseSchema('/coin/withdraw/address')]);
  callAsStoredSession();
  vi.stubGlobal('fetch', async (path: string) => {
    const data = answer(path);
    if (!data) throw new TypeError('connection lost');
    return Response.json({ msg: '', ...data });
  });
  setInstruments([btcInfo(), usdt]);
  logInAs(7);
  const router = createRouter({
    routeTree: createRootRoute({ component: AddressAddPage, notFoundComponent: () => null }),
    history: createMemoryHistory(),
  });
  at = () => router.state.location.pathname;
  await router.load();
  await act(async () => place.root.render(<RouterProvider router={router} />));
});
afterEach(async () => {
  await act(async () => place.root.render(null));
  clearSession();
  vi.unstubAllGlobals();
});

const added = '/pages/wallet/withdraw';
const hex = `0x${'ab'.repeat(20)}`;
// The exchange writes the checksum into an address.
const withSum = `0x${'aB'.repeat(20)}`;
const base58 = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const bech32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

it.each([
  ['is there', hex, withSum, 'Ledger', added],
  ['is there under another name alone', hex, withSum, 'Old', '/'],
  ['is there in small letters', bech32.toUpperCase(), bech32, 'Ledger', added],
  ['is there to the letter', base58, base58, 'Ledger', added],
  ['has other capitals in Base58 is another', base58, base58.replace('RTv8', 'rTv8'), 'Ledger', '/'],
])('an entry that %s', async (_, typed, address, accountName, path) => {
  await typeInto(find('address'), typed);
  await typeInto(find('account-name'), ' Ledger ');
  await typeInto(find('code'), '123456');
  await press();
  expect(place.host.textContent).toContain('Cannot reach the exchange');
  lost = false;
  book = [{ id: 1, coinInfoId: 1, chain: 'ERC20', address, memo: '', accountName }];
  await press();
  expect(at()).toBe(path);
  if (path === '/') expect(place.host.textContent).toContain('The verification code is wrong');
});
