// @vitest-environment happy-dom
// Balances at changing prices: exact worth against a naive twin, sorting, and rows that React renders once.
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import fc from 'fast-check';
import { Profiler, StrictMode, act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Asset } from '../../../core/endpoints/asset.ts';
import type { CoinInfo } from '../../../core/instruments/instrument.ts';
import { TICKER_FIELD as F } from '../../../core/worker-protocol/worker-protocol.ts';
import { printMoney } from '../../../core/units/units.ts';
import { MarketRow } from '../../../src/components/market/market-row.tsx';
import { sparkPath } from '../../../src/components/market/spark-path.ts';
import { visibleCoins } from '../../../src/features/assets/visible-coins.ts';
import { topMovers } from '../../../src/features/home/top-movers.tsx';
import { sortGainers } from '../../../src/features/home/use-home-list.ts';
import { matchingMarkets, sortedMarkets } from '../../../src/features/markets/use-market-list.ts';
import {
  accountWorth,
  applyBalances,
  availableUnits,
  holdings,
  isWorthKnown,
  totalWorth,
} from '../../../src/stores/account/balances.ts';
import { quoteText, setCurrency } from '../../../src/stores/device/currency.ts';
import { instrumentById, instruments, markets, setInstruments } from '../../../src/stores/market/instruments.ts';
import { clearSession } from '../../../src/stores/account/session.ts';
import { stored } from '../../../src/stores/device/storage.ts';
import { applyTickers, setTickerInstruments } from '../../../src/stores/market/tickers.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';
import { reactRoot } from '../../support/browser/react-root.ts';
import { logInAs } from '../../support/browser/stored-session.ts';

const seed = Number(process.env['SEED'] ?? 20261121);
console.log(`worth seed ${seed}`);

const usdt: CoinInfo = { ...btcInfo(), id: 1, symbol: 'USDT', name: 'Tether', pair: '', sort: 0 };
const eth: CoinInfo = { ...btcInfo(), id: 3, symbol: 'ETH', name: 'Ethereum', pair: 'ETH/USDT', sort: 2 };
const eur: CoinInfo = {
  ...btcInfo(),
  id: 4,
  symbol: 'EUR',
  name: 'Euro',
  pair: 'EUR/USD',
  type: 'forex',
  priceTick: '0.00001',
  pricePrecision: 5,
  sort: 3,
};

function tick(rows: { id: number; last: number; open?: number; amount?: number }[]): void {
  const columns = new Float64Array(1 + rows.length * F.size).fill(NaN);
  columns[0] = rows.length;
  rows.forEach(({ id, last, open = last, amount = 0 }, index) => {
    const at = 1 + index * F.size;
    columns[at + F.id] = id;
    columns[at + F.last] = last;
    columns[at + F.open] = open;
    columns[at + F.amount] = amount;
  });
  applyTickers(columns, 0);
}

const asset = (coinInfoId: number, balanceSpot = '0', balanceSpotFreeze = '0', balanceContract = '0'): Asset => ({
  coinInfoId,
  balanceSpot,
  balanceSpotFreeze,
  balanceContract,
  balanceContractFreeze: '0',
});
const own = (...assets: Asset[]): void => {
  stored('assetsData').value = { assets, usdtAmountSpotFreeze: '0', usdtAmountContractFreeze: '0' };
};

beforeEach(() => {
  setInstruments([eur, eth, btcInfo(), usdt]);
  setTickerInstruments(instruments.peek().values());
  tick([
    { id: 2, last: 5_000_000, open: 4_000_000, amount: 10 },
    { id: 3, last: 300_000, open: 400_000, amount: 30 },
    { id: 4, last: 108_000, open: 108_000, amount: 20 },
  ]);
  logInAs(1, { service: '123' });
});

describe('worth', () => {
  it('counts available and frozen of both accounts, USDT at 1', () => {
    own(asset(1, '100', '20', '7'), asset(2, '0.5', '0.1'), asset(99, '5'));
    expect(printMoney(accountWorth.spot.peek())).toBe('30120');
    expect(printMoney(accountWorth.contract.peek())).toBe('7');
    expect(printMoney(totalWorth.peek())).toBe('30127');
    tick([{ id: 2, last: 6_000_000 }]);
    expect(printMoney(totalWorth.peek())).toBe('36127');
  });

  it('is unknown, and not too small, until every held coin with a market has a price', () => {
    own(asset(1, '100'), asset(2), asset(99, '5'));
    expect(isWorthKnown.peek()).toBe(true);
    const doge = { ...eth, id: 5, symbol: 'DOGE', pair: 'DOGE/USDT' };
    setInstruments([doge, btcInfo(), usdt]);
    setTickerInstruments(instruments.peek().values());
    own(asset(1, '100'), asset(2, '0', '0', '1'), asset(5, '0', '2'));
    expect(isWorthKnown.peek()).toBe(false);
    expect(visibleCoins(holdings.spot.peek(), true)).toEqual([1, 5]);
    tick([{ id: 5, last: 300_000 }]);
    expect(isWorthKnown.peek()).toBe(true);
    setInstruments([]);
    expect(isWorthKnown.peek()).toBe(false);
  });

  it('equals whole-number arithmetic of a naive twin to the last digit', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 16n), fc.integer({ min: 1, max: 10 ** 9 }), (units, ticks) => {
        own(asset(2, printMoney(units)));
        tick([{ id: 2, last: ticks }]);
        expect(totalWorth.peek()).toBe((units * BigInt(ticks)) / 100n);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('applies changes from the feed and keeps the rest; ignores them for a visitor', () => {
    own(asset(1, '100'), asset(2, '1'));
    applyBalances([asset(1, '90', '10'), asset(3, '2')]);
    expect(availableUnits(1)).toBe(90n * 10n ** 8n);
    expect(holdings.spot.peek().map(({ coinInfoId }) => coinInfoId)).toEqual([1, 2, 3]);
    clearSession();
    applyBalances([asset(1, '90')]);
    expect(totalWorth.peek()).toBe(0n);
  });

  it('is shown in the chosen currency, truncated and not rounded', () => {
    expect(quoteText(123_456_789_999n)).toBe('$1,234.56');
    stored('forexRate').value = 0.9;
    setCurrency({ name: 'EUR', value: 'EUR', symbol: '€' });
    expect(quoteText(100_000_000_000n)).toBe('€900.00');
    expect(quoteText(-150_000_000n)).toBe('-€1.35');
    setCurrency({ name: 'USD', value: 'USD', symbol: '$' });
  });

  it('lists coins by worth; small ones can be hidden; an empty account shows USDT', () => {
    own(asset(1), asset(2, '0.00001'), asset(3, '2'));
    expect(visibleCoins(holdings.spot.peek(), false)).toEqual([3, 2, 1]);
    expect(visibleCoins(holdings.spot.peek(), true)).toEqual([3]);
    expect(visibleCoins(holdings.contract.peek(), false)).toEqual([1]);
  });
});

describe('lists of markets', () => {
  const ids = (list: readonly { info: CoinInfo }[]): number[] => list.map(({ info }) => info.id);
  it('follow the order of the exchange, without coins that have no market', () =>
    expect(ids(markets.peek())).toEqual([2, 3, 4]));
  it('gainers are sorted by change', () => expect(ids(sortGainers(markets.peek()))).toEqual([2, 4, 3]));
  it('top movers are sorted by the size of their change, up or down', () => {
    // +25 %, -25 %, 0; then ETH falls further.
    tick([{ id: 3, last: 200_000, open: 400_000 }]);
    const unknown = { ...markets.peek()[0]!, info: { ...btcInfo(), id: 77, pair: 'ZZZ/USDT' } };
    expect(ids(topMovers([...markets.peek(), unknown]))).toEqual([3, 2, 4]);
  });
  it('are found by symbol, pair or name', () => {
    expect(ids(matchingMarkets(markets.peek(), 'btcusdt'))).toEqual([2]);
    expect(ids(matchingMarkets(markets.peek(), ' euro '))).toEqual([4]);
    expect(ids(matchingMarkets(markets.peek(), '/usdt eth'))).toEqual([3]);
    expect(matchingMarkets(markets.peek(), 'nothing')).toEqual([]);
  });
  it('sort by any column, unknown numbers last', () => {
    const all = [...markets.peek(), { ...markets.peek()[0]!, info: { ...btcInfo(), id: 77, pair: 'ZZZ/USDT' } }];
    expect(ids(sortedMarkets(all, { column: 'last', descending: true }))).toEqual([2, 3, 4, 77]);
    expect(ids(sortedMarkets(all, { column: 'change', descending: false }))).toEqual([3, 4, 2, 77]);
    expect(ids(sortedMarkets(all, { column: 'volume', descending: true }))).toEqual([3, 4, 2, 77]);
    expect(ids(sortedMarkets(all, { column: 'name', descending: false }))).toEqual([2, 3, 4, 77]);
    expect(ids(sortedMarkets(all, { column: null, descending: true }))).toEqual([2, 3, 4, 77]);
  });
});

describe('sparkPath', () => {
  it('spans its box; a flat day is a middle line; one close is no line', () => {
    expect(sparkPath([1, 3, 2], 10, 4)).toBe('M0.0 4.0L5.0 0.0L10.0 2.0');
    expect(sparkPath([5, 5], 10, 4)).toBe('M0.0 2.0L10.0 2.0');
    expect(sparkPath([5], 10, 4)).toBe('');
  });
});

describe('MarketRow', () => {
  const place = reactRoot();

  it('shows a thousand ticks without one React commit', async () => {
    const instrument = instrumentById(2);
    if (!instrument) throw new Error('no instrument');
    let commits = 0;
    const root = createRootRoute();
    const page = createRoute({
      getParentRoute: () => root,
      path: '/',
      component: () => (
        <Profiler
          id="row"
          onRender={() => {
            commits += 1;
          }}
        >
          <MarketRow instrument={instrument} />
        </Profiler>
      ),
    });
    const router = createRouter({
      routeTree: root.addChildren([page]),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    });
    await router.load();
    // The test's own router provides the links of the row.
    await act(async () =>
      place.root.render(
        <StrictMode>
          <RouterProvider router={router as never} />
        </StrictMode>,
      ),
    );
    const before = commits;
    expect(before).toBeGreaterThan(0);
    for (let i = 1; i <= 1000; i += 1) tick([{ id: 2, last: 5_000_000 + i, open: 5_000_000 }]);
    expect(place.host.textContent).toContain('50,010.00');
    expect(place.host.textContent).not.toContain('$');
    expect(place.host.textContent).toContain('+0.02%');
    expect(commits - before).toBe(0);
  });
});
