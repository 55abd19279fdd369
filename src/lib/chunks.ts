// Lazily loaded modules by role: the one list for bundler, preloads, service worker, budgets, tests.
// Paths are relative to the repository.

/** The page of the first screen. */
export const HOME_PAGE = 'src/features/home/home-page.tsx';

const shellTexts = (language: string): string => `src/locales/${language}.ts`;

/** Shown above a screen to those who open it for the first time, with the namespace `demo`. */
const HINTS = 'src/app/shell/page-hints.tsx';

/** Pages that most visits begin with, by the name of the HTML page that preloads them, with their namespaces. */
export const FIRST_SCREENS = {
  home: { page: HOME_PAGE, texts: [] },
  markets: { page: 'src/features/markets/markets-page.tsx', texts: ['market', 'alert'] },
  kline: {
    page: 'src/features/kline/kline-page.tsx',
    texts: ['market', 'chart', 'contracts', 'refusals', 'demo'],
    hints: HINTS,
  },
  trade: { page: 'src/features/trade/trade-page.tsx', texts: ['market', 'refusals', 'demo'], hints: HINTS },
  contracts: {
    page: 'src/features/contracts/contracts-page.tsx',
    texts: ['market', 'contracts', 'refusals', 'demo'],
    hints: HINTS,
  },
  terminal: {
    page: 'src/app/terminal/terminal-page.tsx',
    texts: ['market', 'chart', 'contracts', 'refusals', 'wallet', 'alert'],
  },
  chart: { page: 'src/app/terminal/chart-window-page.tsx', texts: ['market', 'chart', 'contracts', 'refusals'] },
} as const;
export type FirstScreen = keyof typeof FIRST_SCREENS;

/** Loaded by every first visit to a screen in a language: preloaded by its HTML page. */
export function firstVisit(screen: FirstScreen, language: string): string[] {
  const { page, texts, ...more } = FIRST_SCREENS[screen];
  const namespaces = texts.map((name) =>
    name === 'refusals' ? `core/errors/messages/${language}.ts` : `src/locales/${language}/${name}.json`,
  );
  return [page, ...Object.values(more), shellTexts(language), 'core/endpoints/market-endpoints.ts', ...namespaces];
}

/**
 * Needed to start offline: cached by the service worker. The toast too: its button leads out of a build whose parts a
 * newer one has replaced.
 */
export const OFFLINE_START = [
  HOME_PAGE,
  'src/ui/overlays/toast.tsx',
  shellTexts('zh-TW'),
  shellTexts('en-US'),
] as const;

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

/** Layers of the chart that most charts never show, and what explains them; loaded when one is chosen. */
export const ORDER_FLOW = [
  'chart/heat-map/heat-map.ts',
  'chart/heat-map/heat-mirror.ts',
  'chart/order-flow/flow-mirror.ts',
  'chart/order-flow/order-flow-overlay.ts',
  'src/features/kline/settings/indicator-explanation.tsx',
  'src/features/kline/bars/bar-intervals.tsx',
] as const;

/** Workers and what they load lazily. */
export const MARKET_WORKER = 'workers/market.worker.ts';
export const CHART_HOST = 'chart/hosts/worker-host.ts';

/**
 * Path prefixes of small modules that pages share, bundled into a few chunks: each would otherwise be a request of its
 * own, of which a browser has six at a time, and would compress by itself. These are shared with home.
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
  'src/components/account/use-available-units',
  'src/components/common/error-text',
  'src/components/ticket/first-ticket',
  'src/hooks/use-demo-start',
  'src/hooks/use-tickers',
  'src/ui/fact.',
  'src/ui/live-text',
  'src/ui/nav-bar',
  'src/ui/tabs',
  'src/ui/tone.',
  'src/ui/use-signal-effect',
  'src/stores/ui/privacy',
  'src/stores/market/sparks',
  'src/hooks/use-query',
  'src/lib/haptics',
  'src/stores/market/figures',
  'src/components/common/page-header',
];

/** The shell's own, which pages import too: calls with their errors. */
const CALLS = [
  'core/errors/errors.',
  'src/api/call-context.',
  'src/api/call.',
  'src/api/read.',
  'src/api/response-schema.',
];

/**
 * The shell's own, which pages and the embedded chart import too: prices and how they are written. The chart of this
 * thread needs trading hours: in a chunk that imports the app's entry they would start the app in a frame.
 */
const FIGURES = [
  'core/instruments/trading-hours.',
  'core/units/number-style.',
  'src/lib/number-style.',
  'src/stores/market/frame-receiver.',
  'src/stores/market/number-format.',
  'src/stores/market/tickers.',
  'src/stores/market/view-freshness.',
];

/** Schemas of the first answers. */
const SCHEMAS = ['core/endpoints/form-fields.', 'core/endpoints/responses.', 'core/market-data/market-data.'];

/** A sheet with its head and its entry in the history. */
const SHEET = [
  'src/ui/overlays/pointer-place.',
  'src/ui/overlays/sheet-head.',
  'src/ui/overlays/sheet-history.',
  'src/ui/overlays/sheet.',
  'src/ui/overlays/use-sheet-entry.',
];

/** How an order is sent. */
const SUBMIT = ['src/api/order-submission.', 'src/api/submit-call.', 'src/lib/random-id.'];

/** Fields with numbers and texts. */
const FIELDS = [
  'src/ui/fields/checkbox.',
  'src/ui/fields/decimal-input.',
  'src/ui/fields/disclosure.',
  'src/ui/fields/field.module',
  'src/ui/fields/native.module',
  'src/ui/fields/number-field.',
  'src/ui/fields/refusal.',
  'src/ui/fields/select.',
  'src/ui/fields/text-field.',
];

/** What an order is checked for before it is sent, and what its form writes of it. */
const ORDER_CHECKS = [
  'src/components/common/refusal-text.',
  'src/components/ticket/fund-button.',
  'src/components/ticket/order-warnings.',
  'src/components/ticket/slippage.',
  'src/components/ticket/ticket-text.',
  'src/stores/account/user-limits.',
];

/** Fields of codes that prove who asks. */
const CODES = [
  'src/components/account/google-code-field.',
  'src/components/account/mail-code-field.',
  'src/ui/fields/six-digits-field.',
];

/** Logging in, and passwords. */
const CREDENTIALS = [
  'src/features/auth/credentials.',
  'src/features/auth/email-field.',
  'src/features/auth/emailed-password-fields.',
  'src/features/auth/new-password-fields.',
  'src/features/auth/password-field.',
  'src/features/auth/use-return-to-page.',
];

/** Parts of the settings' pages. */
const SETTINGS = [
  'src/features/settings/choice-list.',
  'src/features/settings/setting-rows.',
  'src/features/settings/settings.module',
];

/** Texts of the operator. */
const CONTENT = [
  'src/components/common/safe-html.',
  'src/features/content/article.',
  'src/features/content/content.module',
  'src/features/content/long-text-pages.',
];

/** The state of an identity verification. */
const VERIFICATION = ['core/endpoints/kyc-status.', 'src/components/account/kyc-text.'];

/** Deposits, withdrawals and transfers. */
const FUNDS = [
  'src/features/wallet/fund-list.',
  'src/features/wallet/use-fund-route.',
  'src/features/wallet/wallet.module',
];

/** A chart in a worker and how it looks: the embedded chart needs these too. */
const CHART = [
  'chart/api.',
  'chart/drawings/drawing-limits.',
  'chart/hosts/worker-chart.',
  'chart/indicators/indicator-looks.',
  'chart/input/dom-listeners.',
  'chart/input/pointer-input.',
  'chart/render/canvas2d/css-color.',
  'chart/scene/first-row.',
  'src/components/chart/chart-controller.',
  'src/components/chart/follow-theme.',
  'src/components/chart/mounted-chart.',
  'src/components/chart/page-heat-map.',
  'src/components/chart/page-order-flow.',
  'src/components/chart/sync-chart.',
  'src/features/kline/selected-indicators.',
  'core/market-data/indicator-params.',
  'src/lib/chart-theme.',
  'src/stores/market/candle-columns.',
];

/** The chart of a page or a window of the app. */
const PAGE_CHART = [
  'src/components/chart/chart-style.',
  'src/components/chart/use-chart-controller.',
  'src/components/order-lines/chart-trading.',
  'src/lib/time-zones.',
];

/** The choice of a market and its state. */
const MARKET = [
  'src/components/account/favourite-toggle',
  'src/components/common/commands.',
  'src/components/market/closed-market.',
  'src/components/market/delisting-notice.',
  'src/components/market/market-picker.',
  'src/components/order-review/order-result-card.',
  'src/hooks/use-closed-market.',
  'src/hooks/use-market.',
  'src/hooks/use-rerender-at.',
  'src/stores/ui/order-result.',
];

/** Open orders. */
const ORDERS = ['src/stores/account/open-orders.', 'src/stores/account/spot-orders.'];

/** Open contracts with their margin. */
const POSITIONS = [
  'core/orders/contract-order.',
  'core/risk/margin-tiers.',
  'core/risk/margin.',
  'src/stores/account/contract-orders.',
];

/** What moves an open contract: its mark price, its terms, and the prices that close it. */
const MARGIN = ['core/orders/margin-terms.', 'core/risk/margin-triggers.', 'src/stores/market/marks.'];

/** Order book and trades. */
const BOOK = [
  'src/components/market/book-ladder.',
  'src/components/market/group-select.',
  'src/components/trades/trade-filter.',
  'src/components/trades/trade-list.',
  'src/components/ticket/own-levels.',
  'src/hooks/use-book.',
  'src/hooks/use-long-press.',
  'src/hooks/use-trades.',
  'src/stores/market/book-rows.',
  'src/stores/market/trade-rows.',
  'src/ui/use-offscreen-rows.',
];

/** The order form: on the pages of a market and in the terminal. */
const TICKET = [
  'src/components/chart/ticket-chart.',
  'src/components/market/live-book.',
  'src/components/market/ticket-head.',
  'src/components/order-review/lazy-confirmation.',
  'src/components/ticket/draft-persistence.',
  'src/components/ticket/typed-price.',
  'src/components/ticket/fill-rows.',
  'src/components/ticket/initial-price.',
  'src/components/ticket/market-fill.',
  'src/components/ticket/order-ticket.',
  'src/components/ticket/ticket-commands.',
  'src/components/ticket/ticket-fields.',
  'src/hooks/use-leverage.',
  'src/hooks/use-order-submission.',
  'src/hooks/use-stable.',
];

const escaped = (text: string): string => text.replaceAll('.', '\\.');

/** Matches the module ids of each shared chunk. The shell imports the first two alone. */
export const SHARED_CHUNKS = Object.entries({
  calls: CALLS,
  figures: FIGURES,
  schemas: SCHEMAS,
  cells: SHARED_WITH_HOME,
  sheet: SHEET,
  submit: SUBMIT,
  fields: FIELDS,
  'order-checks': ORDER_CHECKS,
  codes: CODES,
  credentials: CREDENTIALS,
  settings: SETTINGS,
  content: CONTENT,
  verification: VERIFICATION,
  funds: FUNDS,
  chart: CHART,
  'page-chart': PAGE_CHART,
  market: MARKET,
  orders: ORDERS,
  positions: POSITIONS,
  margin: MARGIN,
  book: BOOK,
  ticket: TICKET,
}).map(([name, paths]) => ({ name, test: new RegExp(`/(${paths.map(escaped).join('|')})`) }));

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
