// Words of the chart and the spot ticket in Traditional Chinese.
import type { market as enMarket } from '../en-US/market.ts';

export const market: Record<keyof typeof enMarket, string> = {};
