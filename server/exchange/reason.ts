// Why an order ended without being filled whole, or a contract by the system; the word stands in its `reason`.

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
  /** The market came to its announced end, or its index said nothing for half an hour (R16). */
  delisted: 'delisted',
  indexSilent: 'index_silent',
} as const;
export type Reason = (typeof REASON)[keyof typeof REASON];
