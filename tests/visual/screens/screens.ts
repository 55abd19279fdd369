// The screens that have a golden picture, and the sizes of the pictures.

export interface Screen {
  name: string;
  route: string;
  /** As a visitor sees it; by default with an account that has orders and a position. */
  visitor?: true;
  /** It has a chart of candles. */
  hasMarket?: true;
  /** Selector of what shows the passing of time, which is covered. */
  mask?: string;
}

export const SCREENS: readonly Screen[] = [
  { name: 'home', route: '/' },
  { name: 'markets', route: '/pages/markets/index' },
  { name: 'trade', hasMarket: true, route: '/pages/tabbar/trade?coinInfoId=2' },
  { name: 'contracts', hasMarket: true, route: '/pages/tabbar/contracts?coinInfoId=102' },
  { name: 'seconds', mask: '#page canvas', route: '/pages/secondsContract/index' },
  { name: 'kline', hasMarket: true, route: '/pages/kline/kline?coinInfoId=2' },
  { name: 'assets', mask: '[data-axis="times"]', route: '/pages/tabbar/list' },
  { name: 'orders', route: '/pages/order/myOrder' },
  { name: 'deposit', route: '/pages/wallet/recharge' },
  { name: 'convert', route: '/pages/wallet/convert' },
  { name: 'settings', route: '/pages/set/index' },
  { name: 'login', route: '/pages/common/login', visitor: true },
];

/** In CSS px. In the desktop window the pages of one market are the trading terminal. */
export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;
export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];
