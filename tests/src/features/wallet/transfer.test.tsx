// @vitest-environment happy-dom
// Transfers: the coin in the field is the coin that is sent, and balances are not those of a slower answer.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CoinInfo } from '../../../../core/instruments/instrument.ts';
import { setCallContext } from '../../../../src/api/call-context.ts';
import { TransferPage } from '../../../../src/features/wallet/transfer-page.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { applyBalances, assets } from '../../../../src/stores/account/balances.ts';
import { beginSession } from '../../../../src/stores/account/session.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { setInstruments } from '../../../../src/stores/market/instruments.ts';
import { reactRoot, typeInto } from '../../../support/browser/react-root.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';

const place = reactRoot();
const usdt: CoinInfo = { ...btcInfo(), id: 1, symbol: 'USDT', name: 'Tether', pair: '', sort: 0 };

const usdtOf = (balanceSpot: string) => [
  { coinInfoId: 1, balanceSpot, balanceSpotFreeze: '0', balanceContract: '0', balanceContractFreeze: '0' },
];

beforeEach(async () => {
  await startI18n('en-US');
  await loadNamespaces(['wallet', 'account']);
  setInstruments([btcInfo(), usdt]);
  beginSession({ accesstoken: 't', expireTime: 1, user: { id: 1, email: 'a@b.co' } } as never);
  const known = { assets: usdtOf('1000'), usdtAmountSpotFreeze: '0', usdtAmountContractFreeze: '0' };
  stored('assetsData').value = known as never;
});

async function open(path: string): Promise<void> {
  const router = createRouter({
    routeTree: createRootRoute({ component: TransferPage }),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await router.load();
  await act(async () => place.root.render(<RouterProvider router={router} />));
}
const find = <E extends HTMLElement>(testId: string): E => place.host.querySelector<E>(`[data-testid="${testId}"]`)!;

it('shows the coin of its address, also where nothing of it can be transferred', async () => {
  await open('/?coinInfoId=2');
  const coin = find<HTMLSelectElement>('transfer-coin');
  expect(coin.value).toBe('2');
  expect(coin.selectedOptions[0]?.textContent).toBe('BTC');
});

it('leaves what the feed reported of a fill right after the transfer', async () => {
  setCallContext({
    base: '',
    token: () => 't',
    language: () => 'en-US',
    onSessionEnded: () => undefined,
    showToast: () => undefined,
  });
  const waiting = new Map<string, (data: object) => void>();
  vi.stubGlobal(
    'fetch',
    (url: string) =>
      new Promise<Response>((resolve) =>
        waiting.set(url, (data) => resolve(Response.json({ code: 0, msg: '', data }))),
      ),
  );
  await open('/');
  await typeInto(find<HTMLInputElement>('transfer-amount'), '100');
  await act(async () => find('submit').click());
  await vi.waitFor(() => expect(waiting.has('/coin/transfer')).toBe(true));
  // What is typed meanwhile is another transfer.
  await typeInto(find<HTMLInputElement>('transfer-amount'), '70');
  // The transfer leaves 900; the fill, 950. The answer to the transfer comes last.
  applyBalances(usdtOf('950') as never);
  await act(async () => waiting.get('/coin/transfer')!({ assets: usdtOf('900') }));
  await vi.waitFor(() => expect(waiting.has('/coin/assets')).toBe(true));
  const answer = { assets: usdtOf('950'), usdtAmountSpotFreeze: '0', usdtAmountContractFreeze: '0' };
  await act(async () => waiting.get('/coin/assets')!(answer));
  await vi.waitFor(() => expect(find<HTMLButtonElement>('submit').disabled).toBe(false));
  expect(find<HTMLInputElement>('transfer-amount').value).toBe('70');
  expect(assets.peek()?.[0]?.balanceSpot).toBe('950');
  vi.unstubAllGlobals();
});
