// User ids of the bots; one account per market and bot, below FIRST_USER_UID.

/** User id of a market's maker. */
export function makerUid(coinInfoId: number): number {
  return 1000 + coinInfoId;
}

/** User id of a market's taker. */
export function takerUid(coinInfoId: number): number {
  return 3000 + coinInfoId;
}
