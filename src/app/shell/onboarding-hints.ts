// Onboarding hints by page: message key and the element each hint points at.

const SUBMIT = { key: 'first.submit', of: '[data-testid$="-submit"]' } as const;

export const HINTS = {
  '/pages/tabbar/contracts': [
    { key: 'first.multiple', of: '[data-testid="multiple"]' },
    { key: 'first.size', of: '[data-testid="contract-amount"]' },
    SUBMIT,
  ],
  '/pages/tabbar/trade': [
    { key: 'first.book', of: '[data-testid="book-asks"]' },
    { key: 'first.size', of: '[data-testid="ticket-amount"]' },
    SUBMIT,
  ],
  '/pages/kline/kline': [
    { key: 'first.chart', of: '[data-testid="chart"]' },
    { key: 'first.axis', of: '[data-testid="chart"]' },
    { key: 'first.wide', of: '[data-testid="full-screen"]' },
  ],
} as const;

export type HintedPath = keyof typeof HINTS;

export function isHinted(path: string): path is HintedPath {
  return Object.hasOwn(HINTS, path);
}
