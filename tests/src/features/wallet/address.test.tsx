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
  await typeInto(find('address'), `0x${'ab'.repeat(20)}`);
  await typeInto(find('account-name'), ' Ledger ');
  await typeInto(find('code'), '123456');
  await press();
  expect(place.host.textContent).toContain('Cannot reach the exchange');
  lost = false;
});
afterEach(async () => {
  await act(async () => place.root.render(null));
  clearSession();
  vi.unstubAllGlobals();
});

it.each([
  ['is there', 'Ledger', '/pages/wallet/withdraw'],
  ['is there under another name alone', 'Old', '/'],
])('an entry that %s', async (_, accountName, path) => {
  // The exchange writes the checksum into an address.
  book = [{ id: 1, coinInfoId: 1, chain: 'ERC20', address: `0x${'aB'.repeat(20)}`, memo: '', accountName }];
  await press();
  expect(at()).toBe(path);
  if (path === '/') expect(place.host.textContent).toContain('The verification code is wrong');
});
