// Where a new demo account begins: a market buy for a quarter of its spot balance, filled in.

export const FIRST_TICKET = { to: '/pages/tabbar/trade', search: { side: 'buy', total: 1750 } } as const;
