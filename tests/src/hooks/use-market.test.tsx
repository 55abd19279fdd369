// @vitest-environment happy-dom
// The market of a page: what it shows, and that storing it renders the page no second time.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { Profiler, act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { useTerminalMarket } from '../../../src/features/terminal/use-terminal-market.ts';
import { useMarket } from '../../../src/hooks/use-market.ts';
import { resetItem, stored } from '../../../src/stores/device/storage.ts';
import { setInstruments } from '../../../src/stores/market/instruments.ts';
import { reactRoot } from '../../support/browser/react-root.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';

const place = reactRoot();
const anyMarket = (): boolean => true;
let renders = 0;

function Page() {
  return useMarket('coinData', '/pages/kline/kline', anyMarket).instrument?.info.pair;
}
function Terminal() {
  return useTerminalMarket().instrument?.info.pair;
}

async function show(component: typeof Page, address: string): Promise<void> {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: createRootRoute({ component }), history });
  await router.load();
  renders = 0;
  await act(async () =>
    place.root.render(
      <Profiler id="page" onRender={() => (renders += 1)}>
        <RouterProvider router={router as never} />
      </Profiler>,
    ),
  );
}

const LIST = [btcInfo(), { ...btcInfo(), id: 3, symbol: 'ETH', pair: 'ETH/USDT', sort: 2 }];
beforeEach(() => {
  resetItem('coinData');
  setInstruments(LIST);
});
afterEach(() => void vi.unstubAllGlobals());

describe.each([
  ['a page of one market', Page],
  ['the terminal', Terminal],
])('%s', (_, component) => {
  it.each([
    ['/?coinInfoId=3', 'ETH/USDT', 3],
    ['/', 'BTC/USDT', 2],
  ])('renders once at %s, and the market is the last one from then on', async (address, pair, id) => {
    await show(component, address);
    expect(place.host.textContent).toBe(pair);
    expect(stored('coinData').value).toEqual({ id });
    expect(renders).toBe(1);
  });

  it('shows the last one again, and follows another choice of it', async () => {
    stored('coinData').value = { id: 3 };
    await show(component, '/');
    expect(place.host.textContent).toBe('ETH/USDT');
    await act(async () => (stored('coinData').value = { id: 2 }));
    expect(place.host.textContent).toBe('BTC/USDT');
  });

  it('renders in a task of its own when the list comes after the placeholder', async () => {
    setInstruments([]);
    await show(component, '/?coinInfoId=3');
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    setInstruments(LIST);
    await new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));
    expect(place.host.textContent).toBe('');
    await expect.poll(() => place.host.textContent).toBe('ETH/USDT');
  });

  it('shows none at the address of an unknown market', async () => {
    await show(component, '/?coinInfoId=9');
    expect(place.host.textContent).toBe('');
    expect(stored('coinData').value).toBeNull();
  });
});

describe('a page of some markets', () => {
  const hasContracts = ({ info }: Instrument): boolean => info.contractEnable === 1;
  const Contracts = () => useMarket('contractsCoinData', '/pages/tabbar/contracts', hasContracts).instrument?.info.pair;

  it('passes over the market of a page that has others under the same key', async () => {
    setInstruments([...LIST, { ...btcInfo(), id: 102, pair: 'BTCUSDT', contractEnable: 1, sort: 3 }]);
    stored('contractsCoinData').value = { id: 3 };
    await show(Contracts, '/');
    expect(place.host.textContent).toBe('BTCUSDT');
    // What an address names is shown, so that the page can say what it lacks.
    await show(Contracts, '/?coinInfoId=3');
    expect(place.host.textContent).toBe('ETH/USDT');
  });
});
