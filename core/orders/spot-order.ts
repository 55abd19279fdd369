// Spot orders: shape, states, and the rules that ticket and exchange check before submission.
import * as v from 'valibot';
import { CLOSE_ONLY, HALTED, type Instrument } from '../instruments/instrument.ts';
import { CODE, type Code, type Reject, reject } from '../errors/errors.ts';
import {
  type Lots,
  type PriceTicks,
  type Units,
  lotUnits,
  nearestSteps,
  notionalUnits,
  parseMoney,
  parseSteps,
  printMoney,
  printSteps,
  rateShare,
} from '../units/units.ts';

export const SIDES = ['buy', 'sell'] as const;
export type Side = (typeof SIDES)[number];
export const ORDER_TYPES = ['limit', 'market'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];
/**
 * As sent: `stop_limit` and `stop_market` wait for a price, and are limit and market orders from then on (M17); `oco`
 * is a limit order that becomes a market order at its stop price (M18).
 */
export const SPOT_ORDER_TYPES = [...ORDER_TYPES, 'stop_limit', 'stop_market', 'oco'] as const;
export const TIME_IN_FORCE = ['GTC', 'IOC', 'FOK'] as const;
export type TimeInForce = (typeof TIME_IN_FORCE)[number];

/** Status codes of a spot order (docs/api.md 2.13). */
export const SPOT_STATUS = { pending: 0, onBook: 1, partial: 2, finished: 3, cancelled: 4, refused: 5 } as const;
export type SpotStatus = (typeof SPOT_STATUS)[keyof typeof SPOT_STATUS];

/** SpotOrder as sent. Decimals are strings, times 13-digit ms. */
export const spotOrderSchema = v.looseObject({
  id: v.number(),
  orderNo: v.string(),
  clientNo: v.string(),
  coinInfoId: v.number(),
  symbol: v.string(),
  side: v.picklist(SIDES),
  orderType: v.picklist(SPOT_ORDER_TYPES),
  price: v.string(),
  stopPrice: v.optional(v.string()),
  amount: v.string(),
  total: v.string(),
  dealAmount: v.string(),
  dealTotal: v.string(),
  avgPrice: v.string(),
  fee: v.string(),
  feeCoinId: v.number(),
  tif: v.optional(v.picklist(TIME_IN_FORCE)),
  postOnly: v.optional(v.picklist([0, 1])),
  status: v.picklist([0, 1, 2, 3, 4, 5]),
  reason: v.optional(v.string()),
  createTime: v.number(),
  updateTime: v.number(),
  deals: v.optional(
    v.array(
      v.looseObject({
        id: v.number(),
        price: v.string(),
        amount: v.string(),
        total: v.string(),
        fee: v.string(),
        maker: v.picklist([0, 1]),
        ts: v.number(),
      }),
    ),
  ),
});
export type SpotOrder = v.InferOutput<typeof spotOrderSchema>;

/** User input of a ticket: decimals as strings. A market buy has a `total`, every other order an `amount`. */
export interface SpotDraft {
  side: Side;
  orderType: OrderType;
  price?: string | undefined;
  amount?: string | undefined;
  total?: string | undefined;
  maxSlip?: string | undefined;
}

/**
 * A draft on the instrument's grids. `totalUnits` is set only for a market buy by value, `lots` otherwise; `slipE8` of
 * 0 means no slippage limit.
 */
export interface SpotIntent {
  side: Side;
  orderType: OrderType;
  priceTicks: PriceTicks;
  lots: Lots;
  totalUnits: Units;
  slipE8: number;
}

export function isReject(value: object): value is Reject {
  return 'code' in value && 'params' in value;
}

/**
 * Checks a draft against the instrument: status, grids, size limits, minimum value, price band. Never rounds.
 * @param referenceTicks - Last trade price, from which the price band and the value of a market order are measured; 0
 * skips both checks.
 * @returns The order in exact units, or the refusal.
 */
export function spotIntent(instrument: Instrument, draft: SpotDraft, referenceTicks: PriceTicks): SpotIntent | Reject {
  const { info } = instrument;
  if (info.spotEnable === 0 || info.watchOnly === 1 || info.status === HALTED || info.status === CLOSE_ONLY)
    return reject(CODE.marketClosed);
  const { side, orderType } = draft;
  const byTotal = orderType === 'market' && side === 'buy' && !draft.amount;
  const priceTicks = orderType === 'limit' ? limitPrice(instrument, draft.price ?? '') : 0;
  if (typeof priceTicks !== 'number') return priceTicks;
  const slipE8 = slipOf(draft.maxSlip);
  if (typeof slipE8 !== 'number') return slipE8;
  if (byTotal) return marketTotal(instrument, draft, slipE8);
  const lots = amountLots(instrument, draft.amount ?? '');
  if (typeof lots !== 'number') return lots;
  const tooSmall = checkNotional(instrument, orderType === 'limit' ? priceTicks : referenceTicks, lots);
  if (tooSmall) return tooSmall;
  if (orderType === 'limit') {
    const outside = outsideBand(instrument, priceTicks, referenceTicks);
    if (outside) return outside;
  }
  return { side, orderType, priceTicks, lots, totalUnits: 0n, slipE8 };
}

/** Parses a price above 0 on the instrument's grid. `field` is its name in a refusal. */
export function limitPrice(instrument: Instrument, text: string, field = 'price'): PriceTicks | Reject {
  const ticks = parseSteps(text, instrument.price);
  if (ticks === 'not-a-decimal' || ticks === 'too-large') return reject(CODE.fieldInvalid, { field, rule: ticks });
  if (ticks === 'off-grid') {
    if (text.startsWith('-')) return reject(CODE.fieldInvalid, { field, rule: 'positive' });
    const [a, b] = nearestPrices(instrument, text);
    if (parseSteps(b, instrument.price) === 'too-large') return reject(CODE.fieldInvalid, { field, rule: 'too-large' });
    return reject(CODE.priceOffTick, { tick: instrument.info.priceTick, a, b });
  }
  return ticks > 0 ? ticks : reject(ticks === 0 ? CODE.priceZero : CODE.fieldInvalid, { field, rule: 'positive' });
}

/** The two prices of the grid next to an off-grid one above 0; those above 0 alone are prices. */
function nearestPrices({ price }: Instrument, text: string): [string, string] {
  const [below = '', above = ''] = nearestSteps(text, price) ?? [];
  return parseSteps(below, price) === 0 ? [above, printSteps(2, price)] : [below, above];
}

/** Parses an amount on the instrument's grid and within its limits. */
export function amountLots(instrument: Instrument, text: string): Lots | Reject {
  const { info } = instrument;
  const lots = parseSteps(text, instrument.amount);
  if (lots === 'not-a-decimal') return reject(CODE.fieldInvalid, { field: 'amount', rule: lots });
  const limits = { step: info.amountStep, min: info.minAmount, max: info.maxAmount };
  if (typeof lots !== 'number') return reject(CODE.amountOffStep, limits);
  if (lots === 0) return reject(CODE.amountZero);
  const least = parseSteps(info.minAmount, instrument.amount);
  const most = parseSteps(info.maxAmount, instrument.amount);
  return lots < Number(least) || lots > Number(most) ? reject(CODE.amountOffStep, limits) : lots;
}

function marketTotal(instrument: Instrument, draft: SpotDraft, slipE8: number): SpotIntent | Reject {
  const totalUnits = parseMoney(draft.total ?? '');
  if (totalUnits === null || totalUnits < 0n) return reject(CODE.fieldInvalid, { field: 'total', rule: 'decimal' });
  if (totalUnits === 0n) return reject(CODE.amountZero);
  const tooSmall = checkValue(instrument, totalUnits);
  if (tooSmall) return tooSmall;
  return { side: draft.side, orderType: 'market', priceTicks: 0, lots: 0, totalUnits, slipE8 };
}

/** Slippage limit of a market order, as a fraction in 1e-8; 0 when absent. */
export function slipOf(text: string | undefined): number | Reject {
  if (text === undefined || text === '') return 0;
  const units = parseMoney(text);
  return units !== null && units > 0n && units < 100_000_000n
    ? Number(units)
    : reject(CODE.fieldInvalid, { field: 'maxSlip', rule: 'fraction' });
}

/** Refuses an amount whose value at a price is below the market's least; a price of 0 is not known. */
export function checkNotional(instrument: Instrument, priceTicks: PriceTicks, lots: Lots): Reject | null {
  return priceTicks === 0
    ? null
    : checkValue(instrument, notionalUnits(priceTicks, instrument.price, lots, instrument.amount));
}

function checkValue({ info: { minNotional } }: Instrument, units: Units): Reject | null {
  return units < (parseMoney(minNotional) ?? 0n) ? reject(CODE.belowMinNotional, { minNotional }) : null;
}

/** Refuses a limit price outside the band around the reference; without a reference (0) there is no band. */
export function outsideBand(instrument: Instrument, priceTicks: PriceTicks, referenceTicks: PriceTicks): Reject | null {
  const band = Number(instrument.info.bandRate);
  if (referenceTicks === 0 || Math.abs(priceTicks - referenceTicks) <= referenceTicks * band) return null;
  return reject(CODE.priceOutsideBand, { band: Math.round(band * 100) });
}

/**
 * Amount that an order freezes until it is done, and its coin (docs/formulas.md 32: fees are deducted from what is
 * received).
 */
export function spotFreeze(instrument: Instrument, intent: SpotIntent): { coinId: number; units: Units } {
  const { info } = instrument;
  if (intent.side === 'sell') return { coinId: info.id, units: lotUnits(intent.lots, instrument.amount) };
  if (intent.orderType === 'market') return { coinId: info.quoteCoinId, units: intent.totalUnits };
  return {
    coinId: info.quoteCoinId,
    units: notionalUnits(intent.priceTicks, instrument.price, intent.lots, instrument.amount),
  };
}

/** Refusal for a balance that does not cover `need`, or null. */
export function checkBalance(need: Units, have: Units): Reject | null {
  return have >= need ? null : reject(CODE.notEnoughBalance, { need: printMoney(need), have: printMoney(have) });
}

/** Refuses a price that is not on its side of the market's: above it (`isAbove`), or below. */
export function checkSide(
  code: Code,
  isAbove: boolean,
  priceTicks: PriceTicks,
  nowTicks: PriceTicks,
  grid: Instrument['price'],
): Reject | null {
  if (isAbove ? priceTicks > nowTicks : priceTicks < nowTicks) return null;
  return reject(code, { sign: isAbove ? '>' : '<', ref: printSteps(nowTicks, grid) });
}

/** A fraction as sent ("0.001") as a rate in 1e-8. */
export function rateE8(fraction: string): bigint {
  return parseMoney(fraction) ?? 0n;
}

/** Spot fee taken from what a fill receives, rounded up at 8 decimals (docs/formulas.md 33). */
export function spotFee(receivedUnits: Units, rate: bigint): Units {
  return rateShare(receivedUnits, rate, 'up');
}
