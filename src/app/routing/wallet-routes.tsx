// Paths of money and orders: assets, deposits, withdrawals, records, orders.
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { parent } from './root-route.tsx';
import { coinSearch, orderSearch, routeSearch, typeSearch } from './search-params.ts';

export const walletRoutes = [
  createRoute({
    ...parent,
    path: '/pages/tabbar/list',
    staticData: { title: 'tab.assets', width: 'columns' },
    component: lazyPage(() => import('../../features/assets/assets-page.tsx'), 'AssetsPage', [
      'wallet',
      'equity',
      'status',
    ]),
  }),
  createRoute({
    ...parent,
    path: '/pages/wallet/assets',
    validateSearch: coinSearch,
    staticData: { title: 'title.coinAssets' },
    component: lazyPage(() => import('../../features/wallet/coin-page.tsx'), 'CoinPage', ['wallet']),
  }),
  createRoute({
    ...parent,
    path: '/pages/wallet/recharge',
    validateSearch: routeSearch,
    staticData: { title: 'title.recharge' },
    component: lazyPage(() => import('../../features/wallet/recharge-page.tsx'), 'RechargePage', ['wallet', 'account']),
  }),
  createRoute({
    ...parent,
    path: '/pages/wallet/withdraw',
    validateSearch: routeSearch,
    staticData: { title: 'title.withdraw' },
    component: lazyPage(() => import('../../features/wallet/withdraw-page.tsx'), 'WithdrawPage', ['wallet', 'account']),
  }),
  createRoute({
    ...parent,
    path: '/pages/wallet/transfer',
    validateSearch: coinSearch,
    staticData: { title: 'title.transfer' },
    component: lazyPage(() => import('../../features/wallet/transfer-page.tsx'), 'TransferPage', ['wallet']),
  }),
  createRoute({
    ...parent,
    path: '/pages/wallet/convert',
    staticData: { title: 'title.convert' },
    component: lazyPage(() => import('../../features/wallet/convert-page.tsx'), 'ConvertPage', ['wallet']),
  }),
  createRoute({
    ...parent,
    path: '/pages/wallet/record',
    validateSearch: typeSearch,
    staticData: { title: 'title.records' },
    component: lazyPage(() => import('../../features/wallet/record-page.tsx'), 'RecordPage', ['wallet']),
  }),
  createRoute({
    ...parent,
    path: '/pages/wallet/address',
    staticData: { title: 'title.address' },
    component: lazyPage(() => import('../../features/wallet/address-pages.tsx'), 'AddressPage', ['wallet', 'account']),
  }),
  createRoute({
    ...parent,
    path: '/pages/wallet/addressAdd',
    validateSearch: routeSearch,
    staticData: { title: 'title.address' },
    component: lazyPage(() => import('../../features/wallet/address-pages.tsx'), 'AddressAddPage', [
      'wallet',
      'account',
    ]),
  }),
  createRoute({
    ...parent,
    path: '/pages/order/myOrder',
    staticData: { title: 'title.myOrder', width: 'columns' },
    component: lazyPage(() => import('../../features/orders/my-orders-page.tsx'), 'MyOrdersPage', [
      'orders',
      'market',
      'contracts',
    ]),
  }),
  createRoute({
    ...parent,
    path: '/pages/order/orderInfo',
    validateSearch: orderSearch,
    staticData: { title: 'title.orderInfo' },
    component: lazyPage(() => import('../../features/orders/order-info-page.tsx'), 'OrderInfoPage', [
      'orders',
      'market',
      'contracts',
    ]),
  }),
  createRoute({
    ...parent,
    path: '/pages/proof/ledger',
    staticData: { title: 'title.ledger' },
    component: lazyPage(() => import('../../features/assets/ledger-page.tsx'), 'LedgerPage', ['equity']),
  }),
] as const;
