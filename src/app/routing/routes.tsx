// Every path of the app, each page in its own chunk.
import { createRootRoute, createRoute } from '@tanstack/react-router';
import type { Texts } from '../../locales/namespaces.ts';
import { hintedPage } from './hinted-page.tsx';
import { lazyPage } from './lazy-page.tsx';
import { terminalOr } from './wide-page.tsx';
import { RootLayout } from '../shell/root-layout.tsx';
import {
  coinSearch,
  idSearch,
  klineSearch,
  loginSearch,
  noticeSearch,
  orderNumSearch,
  orderSearch,
  routeSearch,
  tradeSearch,
  typeSearch,
  placeSearch,
} from './search-params.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Message key of the page's title. */
    title?: keyof Texts;
  }
}

const homePage = lazyPage(() => import('../../features/home/home-page.tsx'), 'HomePage');

const rootRoute = createRootRoute({ component: RootLayout });
const parent = { getParentRoute: () => rootRoute } as const;

const indexRoute = createRoute({ ...parent, path: '/', component: homePage, staticData: { title: 'tab.home' } });
const homeRoute = createRoute({
  ...parent,
  path: '/pages/tabbar/home',
  component: homePage,
  staticData: { title: 'tab.home' },
});
const contractsRoute = createRoute({
  ...parent,
  path: '/pages/tabbar/contracts',
  validateSearch: tradeSearch,
  staticData: { title: 'tab.contracts' },
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
});
const assetsRoute = createRoute({
  ...parent,
  path: '/pages/tabbar/list',
  staticData: { title: 'tab.assets' },
  component: lazyPage(() => import('../../features/assets/assets-page.tsx'), 'AssetsPage', ['wallet', 'equity']),
});
const tradeRoute = createRoute({
  ...parent,
  path: '/pages/tabbar/trade',
  validateSearch: tradeSearch,
  staticData: { title: 'title.trade' },
  component: terminalOr(
    hintedPage(
      '/pages/tabbar/trade',
      lazyPage(() => import('../../features/trade/trade-page.tsx'), 'TradePage', ['market', 'refusals']),
    ),
  ),
});
const terminalRoute = createRoute({
  ...parent,
  path: '/trade/$symbol',
  validateSearch: tradeSearch,
  staticData: { title: 'nav.trade' },
  component: terminalOr(lazyPage(() => import('../terminal/phone-market.tsx'), 'PhoneMarket', ['market'])),
});
const klineRoute = createRoute({
  ...parent,
  path: '/pages/kline/kline',
  validateSearch: klineSearch,
  staticData: { title: 'title.kline' },
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
});
const marketsRoute = createRoute({
  ...parent,
  path: '/pages/markets/index',
  staticData: { title: 'title.markets' },
  component: lazyPage(() => import('../../features/markets/markets-page.tsx'), 'MarketsPage', ['market', 'alert']),
});
const loginRoute = createRoute({
  ...parent,
  path: '/pages/common/login',
  validateSearch: loginSearch,
  staticData: { title: 'auth.login' },
  component: lazyPage(() => import('../../features/auth/login-page.tsx'), 'LoginPage', ['account']),
});
const registerRoute = createRoute({
  ...parent,
  path: '/pages/common/reg',
  validateSearch: loginSearch,
  staticData: { title: 'auth.register' },
  component: lazyPage(() => import('../../features/auth/register-page.tsx'), 'RegisterPage', ['account']),
});
const languageRoute = createRoute({
  ...parent,
  path: '/pages/set/lang',
  staticData: { title: 'title.language' },
  component: lazyPage(() => import('../../features/settings/language-page.tsx'), 'LanguagePage'),
});
const currencyRoute = createRoute({
  ...parent,
  path: '/pages/set/currency',
  staticData: { title: 'title.currency' },
  component: lazyPage(() => import('../../features/settings/currency-page.tsx'), 'CurrencyPage', ['settings']),
});
const embedRoute = createRoute({
  ...parent,
  path: '/embed',
  staticData: { title: 'title.embed' },
  component: lazyPage(() => import('../../features/embed/embed-page.tsx'), 'EmbedPage', ['embed', 'settings']),
});
const settingsRoute = createRoute({
  ...parent,
  path: '/pages/set/index',
  staticData: { title: 'title.settings' },
  component: lazyPage(() => import('../../features/settings/settings-page.tsx'), 'SettingsPage', ['settings']),
});
const noticesRoute = createRoute({
  ...parent,
  path: '/pages/notice/noticeList',
  staticData: { title: 'title.notices' },
  component: lazyPage(() => import('../../features/content/notice-list-page.tsx'), 'NoticeListPage', ['content']),
});
const noticeRoute = createRoute({
  ...parent,
  path: '/pages/notice/noticeDetail',
  validateSearch: noticeSearch,
  staticData: { title: 'title.notice' },
  component: lazyPage(() => import('../../features/content/notice-detail-page.tsx'), 'NoticeDetailPage', ['content']),
});
const aboutRoute = createRoute({
  ...parent,
  path: '/pages/notice/about',
  staticData: { title: 'title.about' },
  component: lazyPage(() => import('../../features/content/long-text-pages.tsx'), 'AboutPage'),
});
const whitePaperRoute = createRoute({
  ...parent,
  path: '/pages/user/whitePaper',
  staticData: { title: 'title.whitePaper' },
  component: lazyPage(() => import('../../features/content/long-text-pages.tsx'), 'WhitePaperPage'),
});
const articleRoute = createRoute({
  ...parent,
  path: '/pages/common/article',
  validateSearch: idSearch,
  staticData: { title: 'title.article' },
  component: lazyPage(() => import('../../features/content/article-page.tsx'), 'ArticlePage', ['content']),
});
const knowledgeRoute = createRoute({
  ...parent,
  path: '/pages/common/knowledge',
  validateSearch: idSearch,
  staticData: { title: 'title.knowledge' },
  component: lazyPage(() => import('../../features/content/article-page.tsx'), 'ArticlePage', ['content']),
});
const privacyRoute = createRoute({
  ...parent,
  path: '/pages/common/privacy',
  staticData: { title: 'title.privacy' },
  component: lazyPage(() => import('../../features/content/long-text-pages.tsx'), 'PrivacyPage'),
});
const forgetPasswordRoute = createRoute({
  ...parent,
  path: '/pages/user/forgetPassword',
  staticData: { title: 'title.forgetPassword' },
  component: lazyPage(() => import('../../features/auth/forgot-page.tsx'), 'ForgotPage', ['account']),
});
const modifyPasswordRoute = createRoute({
  ...parent,
  path: '/pages/user/modifyPassword',
  staticData: { title: 'title.modifyPassword' },
  component: lazyPage(() => import('../../features/auth/modify-password-page.tsx'), 'ModifyPasswordPage', ['account']),
});
const googleRoute = createRoute({
  ...parent,
  path: '/pages/user/google',
  staticData: { title: 'title.google' },
  component: lazyPage(() => import('../../features/auth/google-page.tsx'), 'GooglePage', ['account']),
});
const resetGoogleRoute = createRoute({
  ...parent,
  path: '/pages/user/resetGoogle',
  staticData: { title: 'title.resetGoogle' },
  component: lazyPage(() => import('../../features/auth/reset-google-page.tsx'), 'ResetGooglePage', ['account']),
});
const kycRoute = createRoute({
  ...parent,
  path: '/pages/user/kyc',
  staticData: { title: 'title.kyc' },
  component: lazyPage(() => import('../../features/kyc/kyc-page.tsx'), 'KycPage', ['identity', 'account']),
});
const waitingReviewRoute = createRoute({
  ...parent,
  path: '/pages/user/waitingReview',
  validateSearch: typeSearch,
  staticData: { title: 'title.waitingReview' },
  component: lazyPage(() => import('../../features/kyc/waiting-page.tsx'), 'WaitingPage', ['identity']),
});
const coinAssetsRoute = createRoute({
  ...parent,
  path: '/pages/wallet/assets',
  validateSearch: coinSearch,
  staticData: { title: 'title.coinAssets' },
  component: lazyPage(() => import('../../features/wallet/coin-page.tsx'), 'CoinPage', ['wallet']),
});
const rechargeRoute = createRoute({
  ...parent,
  path: '/pages/wallet/recharge',
  validateSearch: routeSearch,
  staticData: { title: 'title.recharge' },
  component: lazyPage(() => import('../../features/wallet/recharge-page.tsx'), 'RechargePage', ['wallet', 'account']),
});
const withdrawRoute = createRoute({
  ...parent,
  path: '/pages/wallet/withdraw',
  validateSearch: routeSearch,
  staticData: { title: 'title.withdraw' },
  component: lazyPage(() => import('../../features/wallet/withdraw-page.tsx'), 'WithdrawPage', ['wallet', 'account']),
});
const transferRoute = createRoute({
  ...parent,
  path: '/pages/wallet/transfer',
  validateSearch: coinSearch,
  staticData: { title: 'title.transfer' },
  component: lazyPage(() => import('../../features/wallet/transfer-page.tsx'), 'TransferPage', ['wallet']),
});
const convertRoute = createRoute({
  ...parent,
  path: '/pages/wallet/convert',
  staticData: { title: 'title.convert' },
  component: lazyPage(() => import('../../features/wallet/convert-page.tsx'), 'ConvertPage', ['wallet']),
});
const recordRoute = createRoute({
  ...parent,
  path: '/pages/wallet/record',
  validateSearch: typeSearch,
  staticData: { title: 'title.records' },
  component: lazyPage(() => import('../../features/wallet/record-page.tsx'), 'RecordPage', ['wallet']),
});
const addressRoute = createRoute({
  ...parent,
  path: '/pages/wallet/address',
  staticData: { title: 'title.address' },
  component: lazyPage(() => import('../../features/wallet/address-pages.tsx'), 'AddressPage', ['wallet', 'account']),
});
const addressAddRoute = createRoute({
  ...parent,
  path: '/pages/wallet/addressAdd',
  validateSearch: routeSearch,
  staticData: { title: 'title.address' },
  component: lazyPage(() => import('../../features/wallet/address-pages.tsx'), 'AddressAddPage', ['wallet', 'account']),
});
const myOrderRoute = createRoute({
  ...parent,
  path: '/pages/order/myOrder',
  staticData: { title: 'title.myOrder' },
  component: lazyPage(() => import('../../features/orders/my-orders-page.tsx'), 'MyOrdersPage', [
    'orders',
    'market',
    'contracts',
  ]),
});
const orderInfoRoute = createRoute({
  ...parent,
  path: '/pages/order/orderInfo',
  validateSearch: orderSearch,
  staticData: { title: 'title.orderInfo' },
  component: lazyPage(() => import('../../features/orders/order-info-page.tsx'), 'OrderInfoPage', [
    'orders',
    'market',
    'contracts',
  ]),
});
const feedRoute = createRoute({
  ...parent,
  path: '/pages/status/feed',
  staticData: { title: 'title.feed' },
  component: lazyPage(() => import('../../features/status/feed-page.tsx'), 'FeedPage', ['status']),
});
const replayRoute = createRoute({
  ...parent,
  path: '/replay',
  staticData: { title: 'title.replay' },
  component: lazyPage(() => import('../../features/replay/replay-page.tsx'), 'ReplayPage', ['replay', 'market']),
});
const missingRoute = createRoute({
  ...parent,
  path: '/404',
  staticData: { title: 'title.missing' },
  component: lazyPage(() => import('../../features/not-found/not-found-page.tsx'), 'NotFoundPage'),
});
const displayRoute = createRoute({
  ...parent,
  path: '/pages/set/display',
  staticData: { title: 'title.display' },
  component: lazyPage(() => import('../../features/settings/display-page.tsx'), 'DisplayPage', ['settings']),
});
const notifyRoute = createRoute({
  ...parent,
  path: '/pages/set/notify',
  staticData: { title: 'title.notify' },
  component: lazyPage(() => import('../../features/settings/notifications-page.tsx'), 'NotificationsPage', [
    'settings',
    'alert',
  ]),
});
const tradeRulesRoute = createRoute({
  ...parent,
  path: '/pages/set/trade',
  staticData: { title: 'title.tradeRules' },
  component: lazyPage(() => import('../../features/settings/trade-rules-page.tsx'), 'TradeRulesPage', [
    'settings',
    'market',
  ]),
});

const secondsRoute = createRoute({
  ...parent,
  path: '/pages/secondsContract/index',
  validateSearch: coinSearch,
  staticData: { title: 'title.seconds' },
  component: lazyPage(() => import('../../features/seconds/seconds-page.tsx'), 'SecondsPage', [
    'market',
    'seconds',
    'refusals',
  ]),
});

const secondsRecordRoute = createRoute({
  ...parent,
  path: '/pages/secondsContract/record',
  validateSearch: coinSearch,
  staticData: { title: 'title.secondsRecord' },
  component: lazyPage(() => import('../../features/seconds/records/seconds-record-page.tsx'), 'SecondsRecordPage', [
    'seconds',
  ]),
});
const optionRoute = createRoute({
  ...parent,
  path: '/pages/option/orderInfo',
  validateSearch: coinSearch,
  staticData: { title: 'title.secondsRecord' },
  component: lazyPage(() => import('../../features/seconds/records/seconds-record-page.tsx'), 'SecondsRecordPage', [
    'seconds',
  ]),
});
const proofRoute = createRoute({
  ...parent,
  path: '/pages/proof/index',
  staticData: { title: 'title.proof' },
  component: lazyPage(() => import('../../features/seconds/proofs/proof-pages.tsx'), 'ProofPage', ['seconds']),
});
const proofOrderRoute = createRoute({
  ...parent,
  path: '/pages/proof/order',
  validateSearch: orderNumSearch,
  staticData: { title: 'title.proof' },
  component: lazyPage(() => import('../../features/seconds/proofs/proof-pages.tsx'), 'ProofOrderPage', ['seconds']),
});
const limitRoute = createRoute({
  ...parent,
  path: '/pages/set/limit',
  staticData: { title: 'title.limit' },
  component: lazyPage(() => import('../../features/seconds/records/limit-page.tsx'), 'LimitPage', ['seconds']),
});
const securityRoute = createRoute({
  ...parent,
  path: '/pages/user/security',
  staticData: { title: 'title.security' },
  component: lazyPage(() => import('../../features/security/security-page.tsx'), 'SecurityPage', ['security']),
});
const sessionsRoute = createRoute({
  ...parent,
  path: '/pages/user/session',
  staticData: { title: 'title.sessions' },
  component: lazyPage(() => import('../../features/security/sessions-page.tsx'), 'SessionsPage', ['security']),
});
const inviteRoute = createRoute({
  ...parent,
  path: '/pages/invite/invite',
  staticData: { title: 'title.invite' },
  component: lazyPage(() => import('../../features/invite/invite-page.tsx'), 'InvitePage', ['invite']),
});
const downloadRoute = createRoute({
  ...parent,
  path: '/pages/common/download',
  staticData: { title: 'title.download' },
  component: lazyPage(() => import('../../features/download/download-page.tsx'), 'DownloadPage', ['content']),
});
const downloadAppRoute = createRoute({
  ...parent,
  path: '/pages/common/downloadAPP',
  staticData: { title: 'title.downloadApp' },
  component: lazyPage(() => import('../../features/download/download-page.tsx'), 'DownloadAppPage', ['content']),
});
const serviceRoute = createRoute({
  ...parent,
  path: '/pages/user/service',
  staticData: { title: 'title.service' },
  component: lazyPage(() => import('../../features/download/service-page.tsx'), 'ServicePage', ['content']),
});
const ledgerRoute = createRoute({
  ...parent,
  path: '/pages/proof/ledger',
  staticData: { title: 'title.ledger' },
  component: lazyPage(() => import('../../features/assets/ledger-page.tsx'), 'LedgerPage', ['equity']),
});

const alertRoute = createRoute({
  ...parent,
  path: '/pages/alert/index',
  staticData: { title: 'title.alert' },
  component: lazyPage(() => import('../../features/alert/alert-page.tsx'), 'AlertPage', ['alert', 'market']),
});
const demoRoute = createRoute({
  ...parent,
  path: '/demo',
  staticData: { title: 'title.demo' },
  component: lazyPage(() => import('../../features/demo/demo-page.tsx'), 'DemoPage', ['demo', 'account']),
});
const chooseLocationRoute = createRoute({
  ...parent,
  path: '/choose-location',
  staticData: { title: 'title.place' },
  component: lazyPage(() => import('../../features/location/location-pages.tsx'), 'ChooseLocationPage', ['location']),
});
const openLocationRoute = createRoute({
  ...parent,
  path: '/open-location',
  validateSearch: placeSearch,
  staticData: { title: 'title.place' },
  component: lazyPage(() => import('../../features/location/location-pages.tsx'), 'OpenLocationPage', ['location']),
});

export const routeTree = rootRoute.addChildren([
  indexRoute,
  homeRoute,
  contractsRoute,
  assetsRoute,
  tradeRoute,
  terminalRoute,
  klineRoute,
  marketsRoute,
  loginRoute,
  registerRoute,
  languageRoute,
  currencyRoute,
  settingsRoute,
  embedRoute,
  addressAddRoute,
  addressRoute,
  knowledgeRoute,
  privacyRoute,
  waitingReviewRoute,
  recordRoute,
  secondsRoute,
  secondsRecordRoute,
  optionRoute,
  proofRoute,
  proofOrderRoute,
  limitRoute,
  noticesRoute,
  noticeRoute,
  aboutRoute,
  articleRoute,
  downloadRoute,
  downloadAppRoute,
  forgetPasswordRoute,
  googleRoute,
  resetGoogleRoute,
  kycRoute,
  serviceRoute,
  whitePaperRoute,
  modifyPasswordRoute,
  coinAssetsRoute,
  inviteRoute,
  chooseLocationRoute,
  myOrderRoute,
  orderInfoRoute,
  displayRoute,
  notifyRoute,
  tradeRulesRoute,
  securityRoute,
  sessionsRoute,
  ledgerRoute,
  feedRoute,
  replayRoute,
  missingRoute,
  alertRoute,
  demoRoute,
  openLocationRoute,
  rechargeRoute,
  withdrawRoute,
  transferRoute,
  convertRoute,
]);
