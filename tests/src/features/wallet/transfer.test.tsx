// @vitest-environment happy-dom
// Transfers: the coin in the field is the coin that is sent.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { expect, it } from 'vitest';
import type { CoinInfo } from '../../../../core/instruments/instrument.ts';
import { TransferPage } from '../../../../src/features/wallet/transfer-page.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { beginSession } from '../../../../src/stores/account/session.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { setInstruments } from '../../../../src/stores/market/instruments.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';

const place = reactRoot();
const usdt: CoinInfo = { ...btcInfo(), id: 1, symbol: 'USDT', name: 'Tether', pair: '', sort: 0 };

it('shows the coin of its address, also where nothing of it can be transferred', async () => {
  await startI18n('en-US');
  await loadNamespaces(['wallet', 'account']);
  setInstruments([btcInfo(), usdt]);
  beginSession({ accesstoken: 't', expireTime: 1, user: { id: 1, email: 'a@b.co' } } as never);
  stored('assetsData').value = { assets: [], usdtAmountSpotFreeze: '0', usdtAmountContractFreeze: '0' };
  const router = createRouter({
    routeTree: createRootRoute({ component: TransferPage }),
    history: createMemoryHistory({ initialEntries: ['/?coinInfoId=2'] }),
  });
  await router.load();
  await act(async () => place.root.render(<RouterProvider router={router} />));
  const coin = place.host.querySelector<HTMLSelectElement>('[data-testid="transfer-coin"]');
  expect(coin?.value).toBe('2');
  expect(coin?.selectedOptions[0]?.textContent).toBe('BTC');
});
