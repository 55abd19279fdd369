// Paths of the market: home, trade, chart, contracts, binary options, proofs, alerts.
import { createRoute } from '@tanstack/react-router';
import { REPLAY_MARKET } from '../../lib/replay-address.ts';
import { hintedPage } from './hinted-page.tsx';
import { lazyPage } from './lazy-page.tsx';
import { parent } from './root-route.tsx';
import { coinSearch, klineSearch, orderNumSearch, replaySearch, tradeSearch } from './search-params.ts';
import { terminalOr } from './wide-page.tsx';

const homePage = lazyPage(() => import('../../features/home/home-page.tsx'), 'HomePage');
const secondsRecordPage = lazyPage(
  () => import('../../features/seconds/records/seconds-record-page.tsx'),
  'SecondsRecordPage',
  ['seconds', 'status'],
);

export const marketRoutes = [
  createRoute({
    ...parent,
    path: '/',
    component: homePage,
    staticData: { title: 'tab.home', width: 'columns' },
  }),
  createRoute({
    ...parent,
    path: '/pages/tabbar/home',
    component: homePage,
    staticData: { title: 'tab.home', width: 'columns' },
  }),
  createRoute({
    ...parent,
    path: '/pages/tabbar/contracts',
    validateSearch: tradeSearch,
    staticData: { title: 'tab.contracts', width: 'terminal' },
    component: terminalOr(
      hintedPage(
        '/pages/tabbar/contracts',
        lazyPage(() => import('../../features/contracts/contracts-page.tsx'), 'ContractsPage', [
          'market',
          'contracts',
          'refusals',
        ]),
      ),
    ),
  }),
  createRoute({
    ...parent,
    path: '/pages/tabbar/trade',
    validateSearch: tradeSearch,
    staticData: { title: 'title.trade', width: 'terminal' },
    component: terminalOr(
      hintedPage(
        '/pages/tabbar/trade',
        lazyPage(() => import('../../features/trade/trade-page.tsx'), 'TradePage', ['market', 'refusals']),
      ),
    ),
  }),
  createRoute({
    ...parent,
    path: '/trade/$symbol',
    validateSearch: tradeSearch,
    staticData: { title: 'nav.trade', width: 'terminal' },
    component: terminalOr(lazyPage(() => import('../terminal/phone-market.tsx'), 'PhoneMarket', ['market'])),
  }),
  createRoute({
    ...parent,
    path: '/pages/kline/kline',
    validateSearch: klineSearch,
    staticData: { title: 'title.kline', width: 'terminal' },
    component: terminalOr(
      hintedPage(
        '/pages/kline/kline',
        lazyPage(() => import('../../features/kline/kline-page.tsx'), 'KlinePage', [
          'market',
          'chart',
          'contracts',
          'refusals',
        ]),
      ),
    ),
  }),
  createRoute({
    ...parent,
    path: '/chart',
    staticData: { title: 'title.kline', width: 'terminal', alone: true },
    validateSearch: klineSearch,
    component: lazyPage(() => import('../terminal/chart-window-page.tsx'), 'ChartWindowPage', [
      'market',
      'chart',
      'contracts',
      'refusals',
    ]),
  }),
  createRoute({
    ...parent,
    path: '/pages/markets/index',
    staticData: { title: 'title.markets', width: 'columns' },
    component: lazyPage(() => import('../../features/markets/markets-page.tsx'), 'MarketsPage', ['market', 'alert']),
  }),
  createRoute({
    ...parent,
    path: '/replay',
    staticData: { title: 'title.replay', width: 'columns' },
    component: lazyPage(() => import('../../features/replay/replay-page.tsx'), 'ReplayPage', ['replay', 'market']),
  }),
  createRoute({
    ...parent,
    path: REPLAY_MARKET,
    validateSearch: replaySearch,
    staticData: { title: 'title.replay', width: 'terminal' },
    component: lazyPage(() => import('../replay/replay-market-page.tsx'), 'ReplayMarketPage', [
      'replay',
      'market',
      'chart',
    ]),
  }),
  createRoute({
    ...parent,
    path: '/pages/secondsContract/index',
    validateSearch: coinSearch,
    staticData: { title: 'title.seconds', width: 'columns' },
    component: lazyPage(() => import('../../features/seconds/seconds-page.tsx'), 'SecondsPage', [
      'market',
      'seconds',
      'refusals',
    ]),
  }),
  createRoute({
    ...parent,
    path: '/pages/secondsContract/record',
    validateSearch: coinSearch,
    staticData: { title: 'title.secondsRecord' },
    component: secondsRecordPage,
  }),
  createRoute({
    ...parent,
    path: '/pages/option/orderInfo',
    validateSearch: coinSearch,
    staticData: { title: 'title.secondsRecord' },
    component: secondsRecordPage,
  }),
  createRoute({
    ...parent,
    path: '/pages/proof/index',
    staticData: { title: 'title.proof' },
    component: lazyPage(() => import('../../features/seconds/proofs/proof-pages.tsx'), 'ProofPage', ['seconds']),
  }),
  createRoute({
    ...parent,
    path: '/pages/proof/order',
    validateSearch: orderNumSearch,
    staticData: { title: 'title.proof' },
    component: lazyPage(() => import('../../features/seconds/proofs/proof-pages.tsx'), 'ProofOrderPage', ['seconds']),
  }),
  createRoute({
    ...parent,
    path: '/pages/set/limit',
    staticData: { title: 'title.limit' },
    component: lazyPage(() => import('../../features/seconds/records/limit-page.tsx'), 'LimitPage', ['seconds']),
  }),
  createRoute({
    ...parent,
    path: '/pages/alert/index',
    staticData: { title: 'title.alert' },
    component: lazyPage(() => import('../../features/alert/alert-page.tsx'), 'AlertPage', ['alert', 'market']),
  }),
] as const;
