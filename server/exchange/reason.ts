// Why an order ended before it was filled, or the system closed a contract: the `reason` field.

export const REASON = {
  /** The other side of the book was empty. */
  noLiquidity: 'no_liquidity',
  /** The next order to trade with had the same owner (M9). */
  selfTrade: 'self_trade',
  /** The money did not pay for one more lot (M8). */
  balance: 'balance',
  /** The rest of an IOC order (M5). */
  ioc: 'ioc',
  /** Cancelled by its owner (M10). */
  user: 'user',
  /** The market's announced end, or an index without a tick for half an hour (R16). */
  delisted: 'delisted',
  indexSilent: 'index_silent',
} as const;
export type Reason = (typeof REASON)[keyof typeof REASON];
