// Lazily loaded modules by role: the one list for bundler, preloads, service worker, budgets, tests.
// Paths are relative to the repository.

/** The page of the first screen. */
export const HOME_PAGE = 'src/features/home/home-page.tsx';

const shellTexts = (language: string): string => `src/locales/${language}.ts`;

/** Pages that most visits begin with, by the name of the HTML page that preloads them, with their namespaces. */
export const FIRST_SCREENS = {
  home: { page: HOME_PAGE, texts: [] },
  markets: { page: 'src/features/markets/markets-page.tsx', texts: ['market', 'alert'] },
  kline: { page: 'src/features/kline/kline-page.tsx', texts: ['market', 'chart', 'contracts', 'refusals'] },
  trade: { page: 'src/features/trade/trade-page.tsx', texts: ['market', 'refusals'] },
  contracts: { page: 'src/features/contracts/contracts-page.tsx', texts: ['market', 'contracts', 'refusals'] },
} as const;
export type FirstScreen = keyof typeof FIRST_SCREENS;

/** Loaded by every first visit to a screen in a language: preloaded by its HTML page. */
export function firstVisit(screen: FirstScreen, language: string): string[] {
  const { page, texts } = FIRST_SCREENS[screen];
  const namespaces = texts.map((name) =>
    name === 'refusals' ? `core/errors/messages/${language}.ts` : `src/locales/${language}/${name}.json`,
  );
  return [page, shellTexts(language), 'core/endpoints/market-endpoints.ts', ...namespaces];
}

/** Needed to start offline: cached by the service worker. */
export const OFFLINE_START = [HOME_PAGE, shellTexts('zh-TW'), shellTexts('en-US')] as const;

/** Loaded by home after its first paint: endpoint schemas (quotes and rates; account; wallet), and lazy blocks. */
export const AFTER_HOME = [
  'core/endpoints/market-endpoints.ts',
  'core/endpoints/account-endpoints.ts',
  'core/endpoints/wallet-endpoints.ts',
  'src/features/home/day-line.tsx',
  'src/features/home/top-movers.tsx',
  'src/features/home/exchange-news.tsx',
  'src/features/home/unread-badge.tsx',
] as const;

/** Loaded by the app after its first screen. */
export const AFTER_START = ['src/app/startup/deferred-startup.ts', 'src/app/startup/session-data.ts'] as const;

/** Workers and what they load lazily. */
export const MARKET_WORKER = 'workers/market.worker.ts';
export const CHART_HOST = 'chart/hosts/worker-host.ts';

/**
 * Path prefixes of small modules that home shares with other pages, bundled into one chunk: each would otherwise be a
 * request for about 1 KiB. Modules that the shell imports are not part of it.
 */
const SHARED_WITH_HOME = [
  'src/components/market/market-cells.module',
  'src/components/market/coin-icon',
  'src/components/market/marks/',
  'src/components/market/feed-status',
  'src/components/market/market-row',
  'src/components/market/pair-symbols',
  'src/components/market/spark',
  'src/components/account/hide-balances-toggle',
  'src/components/account/start-demo',
  'src/components/account/total-worth',
  'src/components/common/error-text',
  'src/components/ticket/first-ticket',
  'src/hooks/use-demo-start',
  'src/hooks/use-tickers',
  'src/ui/live-text',
  'src/ui/nav-bar',
  'src/ui/tabs',
  'src/ui/use-signal-effect',
  'src/stores/ui/privacy',
  'src/stores/market/sparks',
];

const escaped = (text: string): string => text.replaceAll('.', '\\.');

/** Matches the module ids of the shared chunk of home. */
export const SHARED_CHUNK = new RegExp(`/(${SHARED_WITH_HOME.map(escaped).join('|')})`);

/** Whether `id`, an absolute path or one of the build's manifest, is one of `modules`. */
export function isModule(id: string, modules: readonly string[]): boolean {
  return modules.some((path) => id === path || id.endsWith(`/${path}`));
}

/** Name of a module's chunk, whose file is "assets/<name>-<hash>.js". */
export function chunkName(module: string): string {
  return module.slice(module.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
}

/** Whether a built file is the chunk of `module`. */
export function isChunkOf(module: string, file: string): boolean {
  return new RegExp(`(^|/)${escaped(chunkName(module))}-[^./]+\\.js$`).test(file);
}
