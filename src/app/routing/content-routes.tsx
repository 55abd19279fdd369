// Paths of texts and settings: notices, articles, downloads, settings, status.
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { parent } from './root-route.tsx';
import { idSearch, noticeSearch, placeSearch } from './search-params.ts';

export const contentRoutes = [
  createRoute({
    ...parent,
    path: '/pages/set/lang',
    staticData: { title: 'title.language' },
    component: lazyPage(() => import('../../features/settings/language-page.tsx'), 'LanguagePage'),
  }),
  createRoute({
    ...parent,
    path: '/pages/set/currency',
    staticData: { title: 'title.currency' },
    component: lazyPage(() => import('../../features/settings/currency-page.tsx'), 'CurrencyPage', ['settings']),
  }),
  createRoute({
    ...parent,
    path: '/embed',
    staticData: { title: 'title.embed', width: 'columns' },
    component: lazyPage(() => import('../../features/embed/embed-page.tsx'), 'EmbedPage', ['embed', 'settings']),
  }),
  createRoute({
    ...parent,
    path: '/pages/set/index',
    staticData: { title: 'title.settings', width: 'columns' },
    component: lazyPage(() => import('../../features/settings/settings-page.tsx'), 'SettingsPage', ['settings']),
  }),
  createRoute({
    ...parent,
    path: '/pages/notice/noticeList',
    staticData: { title: 'title.notices' },
    component: lazyPage(() => import('../../features/content/notice-list-page.tsx'), 'NoticeListPage', ['content']),
  }),
  createRoute({
    ...parent,
    path: '/pages/notice/noticeDetail',
    validateSearch: noticeSearch,
    staticData: { title: 'title.notice' },
    component: lazyPage(() => import('../../features/content/notice-detail-page.tsx'), 'NoticeDetailPage', ['content']),
  }),
  createRoute({
    ...parent,
    path: '/pages/notice/about',
    staticData: { title: 'title.about' },
    component: lazyPage(() => import('../../features/content/long-text-pages.tsx'), 'AboutPage'),
  }),
  createRoute({
    ...parent,
    path: '/pages/user/whitePaper',
    staticData: { title: 'title.whitePaper' },
    component: lazyPage(() => import('../../features/content/long-text-pages.tsx'), 'WhitePaperPage'),
  }),
  createRoute({
    ...parent,
    path: '/pages/common/article',
    validateSearch: idSearch,
    staticData: { title: 'title.article' },
    component: lazyPage(() => import('../../features/content/article-page.tsx'), 'ArticlePage', ['content']),
  }),
  createRoute({
    ...parent,
    path: '/pages/common/knowledge',
    validateSearch: idSearch,
    staticData: { title: 'title.knowledge' },
    component: lazyPage(() => import('../../features/content/article-page.tsx'), 'ArticlePage', ['content']),
  }),
  createRoute({
    ...parent,
    path: '/pages/common/privacy',
    staticData: { title: 'title.privacy' },
    component: lazyPage(() => import('../../features/content/long-text-pages.tsx'), 'PrivacyPage'),
  }),
  createRoute({
    ...parent,
    path: '/pages/status/feed',
    staticData: { title: 'title.feed', width: 'columns' },
    component: lazyPage(() => import('../../features/status/feed-page.tsx'), 'FeedPage', ['status']),
  }),
  createRoute({
    ...parent,
    path: '/404',
    staticData: { title: 'title.missing' },
    component: lazyPage(() => import('../../features/not-found/not-found-page.tsx'), 'NotFoundPage'),
  }),
  createRoute({
    ...parent,
    path: '/pages/set/display',
    staticData: { title: 'title.display' },
    component: lazyPage(() => import('../../features/settings/display-page.tsx'), 'DisplayPage', ['settings']),
  }),
  createRoute({
    ...parent,
    path: '/pages/set/notify',
    staticData: { title: 'title.notify' },
    component: lazyPage(() => import('../../features/settings/notifications-page.tsx'), 'NotificationsPage', [
      'settings',
      'alert',
    ]),
  }),
  createRoute({
    ...parent,
    path: '/pages/set/trade',
    staticData: { title: 'title.tradeRules' },
    component: lazyPage(() => import('../../features/settings/trade-rules-page.tsx'), 'TradeRulesPage', [
      'settings',
      'market',
    ]),
  }),
  createRoute({
    ...parent,
    path: '/pages/common/download',
    staticData: { title: 'title.download' },
    component: lazyPage(() => import('../../features/download/download-page.tsx'), 'DownloadPage', ['content']),
  }),
  createRoute({
    ...parent,
    path: '/pages/common/downloadAPP',
    staticData: { title: 'title.downloadApp' },
    component: lazyPage(() => import('../../features/download/download-page.tsx'), 'DownloadAppPage', ['content']),
  }),
  createRoute({
    ...parent,
    path: '/pages/user/service',
    staticData: { title: 'title.service' },
    component: lazyPage(() => import('../../features/service/service-page.tsx'), 'ServicePage', ['content']),
  }),
  createRoute({
    ...parent,
    path: '/choose-location',
    staticData: { title: 'title.place' },
    component: lazyPage(() => import('../../features/location/location-pages.tsx'), 'ChooseLocationPage', ['content']),
  }),
  createRoute({
    ...parent,
    path: '/open-location',
    validateSearch: placeSearch,
    staticData: { title: 'title.place' },
    component: lazyPage(() => import('../../features/location/location-pages.tsx'), 'OpenLocationPage', ['content']),
  }),
] as const;
