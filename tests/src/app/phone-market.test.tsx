// @vitest-environment happy-dom
// The address of a market that the list of the last visit lacks: it may be younger than that.
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { act } from 'react';
import { expect, it } from 'vitest';
import { startI18n } from '../../../src/locales/i18n.ts';
import { stored } from '../../../src/stores/device/storage.ts';
import { reactRoot } from '../../support/browser/react-root.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';

const place = reactRoot();

it('is no market that does not exist before the list of this visit is here', async () => {
  const known = btcInfo();
  const fresh = { ...btcInfo(), id: 9, symbol: 'NEW', pair: 'NEW/USDT', sort: 9 };
  stored('coinList').value = [known];
  // They read the list of the last visit as they are loaded.
  const { markets, setInstruments } = await import('../../../src/stores/market/instruments.ts');
  const { PhoneMarket } = await import('../../../src/app/terminal/phone-market.tsx');
  expect(markets.value.map(({ info }) => info.pair)).toEqual(['BTC/USDT']);
  await startI18n('en-US');
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '/trade/$symbol', component: PhoneMarket });
  const ticket = createRoute({ getParentRoute: () => root, path: '/pages/tabbar/trade', component: () => 'ticket' });
  const router = createRouter({
    routeTree: root.addChildren([page, ticket]),
    history: createMemoryHistory({ initialEntries: ['/trade/NEW-USDT'] }),
  });
  await router.load();
  await act(async () => place.root.render(<RouterProvider router={router as never} />));
  const noMarket = 'kline.noMarket';
  expect(place.host.textContent).not.toContain(noMarket);
  await act(async () => setInstruments([known]));
  await expect.poll(() => place.host.textContent).toContain(noMarket);
  await act(async () => setInstruments([known, fresh]));
  await expect.poll(() => place.host.textContent).toBe('ticket');
});
