// Instruments: CoinInfo as sent, and the exact price and lot grids both sides derive from it.
import * as v from 'valibot';
import { ONE_E8, type Grid, gridOf, parseMoney } from '../units/units.ts';

/** Coin id of USDT, the reference coin. */
export const USDT_ID = 1;

/** 0/1 flag of the wire. */
export const flag = v.picklist([0, 1]);
const decimal = v.string();

/** Which book a market has; the socket's `area`. */
export const MARKET_TYPES = ['spot', 'contract', 'forex'] as const;
export type MarketType = (typeof MARKET_TYPES)[number];

/** Trading status of an instrument. */
export const TRADING = 1;
export const HALTED = 0;
export const CLOSE_ONLY = 2;
export type MarketStatus = typeof TRADING | typeof HALTED | typeof CLOSE_ONLY;

export function isMarketStatus(status: number): status is MarketStatus {
  return status === TRADING || status === HALTED || status === CLOSE_ONLY;
}

/**
 * A chain for deposits and withdrawals of a coin; an absent field switches its feature off. Amounts are in the coin;
 * `addressRegex` is the format of an address.
 */
const networkSchema = v.looseObject({
  chain: v.string(),
  name: v.string(),
  minRecharge: v.optional(decimal),
  confirmations: v.optional(v.number()),
  minWithdraw: v.optional(decimal),
  serviceCharge: v.optional(decimal),
  addressRegex: v.optional(v.string()),
  memo: v.optional(flag),
  enable: v.optional(flag),
});
export type CoinNetwork = v.InferOutput<typeof networkSchema>;

/** CoinInfo (docs/api.md 2.1). Decimals are strings; fees and rates are fractions ("0.001" = 0.1 %). */
export const coinInfoSchema = v.looseObject({
  id: v.number(),
  symbol: v.string(),
  name: v.string(),
  icon: v.string(),
  /** "BTC/USDT"; empty for USDT itself, which has no market. */
  pair: v.string(),
  type: v.picklist(['crypto', 'forex', 'futures', 'stocks', 'perpetual', 'options']),
  quoteCoinId: v.number(),
  status: v.picklist([0, 1, 2]),
  spotEnable: flag,
  contractEnable: flag,
  qtEnable: flag,
  pricePrecision: v.number(),
  priceTick: decimal,
  amountPrecision: v.number(),
  amountStep: decimal,
  minAmount: decimal,
  maxAmount: decimal,
  minNotional: decimal,
  bandRate: decimal,
  spotMakerFee: decimal,
  spotTakerFee: decimal,
  contractMakerFee: decimal,
  contractTakerFee: decimal,
  maxMultiple: v.number(),
  /**
   * USDT per unit of the quote coin in contracts, fixed; absent for USDT itself. Its reciprocal is a whole number
   * ("0.01").
   */
  settleRate: v.optional(decimal),
  /** 1 if longs and shorts pay each other funding. */
  fundingEnable: v.optional(flag),
  rechargeEnable: flag,
  withdrawEnable: flag,
  networks: v.array(networkSchema),
  /**
   * Trading hours of a market that closes (forex): `open` are [from, to) minutes of the week from Sunday 00:00 in `tz`.
   */
  session: v.optional(v.object({ tz: v.string(), open: v.array(v.tuple([v.number(), v.number()])) })),
  /** 1 if the market is shown but not traded here (a recording or another venue's feed). */
  watchOnly: v.optional(flag),
  /** When the market ends, or has ended, by rule R16; in ms. */
  delistTime: v.optional(v.number()),
  sort: v.number(),
  hot: flag,
  collect: v.optional(flag),
});
export type CoinInfo = v.InferOutput<typeof coinInfoSchema>;

/** CoinInfo with its price and amount grids. Every price and amount of a market is parsed and printed with these. */
export interface Instrument {
  info: CoinInfo;
  price: Grid;
  amount: Grid;
}

export function instrumentOf(info: CoinInfo): Instrument {
  return { info, price: gridOf(info.priceTick), amount: gridOf(info.amountStep) };
}

/**
 * Units of the quote coin that contracts count as one of USDT. Throws Error on a rate that does not divide 1:
 * instruments are our own data.
 */
export function quotePerUsdt({ pair, settleRate }: CoinInfo): bigint {
  const rate = settleRate === undefined ? ONE_E8 : (parseMoney(settleRate) ?? 0n);
  if (rate <= 0n || ONE_E8 % rate !== 0n) throw new Error(`${pair} settles at ${settleRate}`);
  return ONE_E8 / rate;
}

export function marketTypeOf(info: CoinInfo): MarketType {
  if (info.type === 'forex') return 'forex';
  return info.type === 'perpetual' ? 'contract' : 'spot';
}
