// Why an order ended without being filled whole; the word stands in the order's `reason`.

export const REASON = {
  /** Nobody was left on the other side. */
  noLiquidity: 'no_liquidity',
  /** The next order to trade with had the same owner (M9). */
  selfTrade: 'self_trade',
  /** The money did not pay for one more lot (M8). */
  balance: 'balance',
  /** The rest of an IOC order (M5). */
  ioc: 'ioc',
  /** Cancelled by its owner (M10). */
  user: 'user',
} as const;
export type Reason = (typeof REASON)[keyof typeof REASON];
