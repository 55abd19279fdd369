// One market: its book, its last trade, and its instrument's numbers as integers.
import { ASK, BID, type SideCode } from '../../../core/feed/checksum.ts';
import { type CoinInfo, type Instrument, quotePerUsdt } from '../../../core/instruments/instrument.ts';
import { type Side, rateE8 } from '../../../core/orders/spot-order.ts';
import {
  type Lots,
  type PriceTicks,
  type Units,
  lotUnits,
  notionalUnits,
  parseMoney,
  parseSteps,
} from '../../../core/units/units.ts';
import type { Delisting } from '../closing/delisting.ts';
import { EXCHANGE_UID } from '../command.ts';
import type { Account, Ledger } from '../ledger/ledger.ts';
import { RestingSide } from '../../../core/matching/resting-side.ts';
import type { LiveOrder } from './live-order.ts';

export interface Market {
  readonly info: CoinInfo;
  /** Grid of its prices, to print them. */
  readonly price: Instrument['price'];
  readonly bids: RestingSide<LiveOrder>;
  readonly asks: RestingSide<LiveOrder>;
  /** Quote units that one lot costs per tick of price. */
  readonly tickLotUnits: Units;
  /** Base units in one lot. */
  readonly oneLotUnits: Units;
  readonly makerRateE8: bigint;
  readonly takerRateE8: bigint;
  readonly leastLots: Lots;
  readonly mostLots: Lots;
  readonly leastUnits: Units;
  readonly bandRate: number;
  /** Units of the quote coin that contracts count as one unit of USDT. */
  readonly quotePerUsdt: bigint;
  readonly exchangeBase: Account;
  readonly exchangeQuote: Account;
  /** Id of the last trade; 0 before the first. */
  tradeId: number;
  /** Price of the last trade; 0 before the first. */
  lastPriceTicks: PriceTicks;
  openOrders: number;
  /** Open orders with a stop price, oldest first (M17, M18). */
  readonly stops: Set<LiveOrder>;
  /** Its announced end (R16); null for none. */
  delisting: Delisting | null;
}

/** Throws Error when the instrument's limits are not on its own grids: instruments are configuration. */
export function newMarket({ info, price, amount }: Instrument, ledger: Ledger): Market {
  const leastLots = parseSteps(info.minAmount, amount);
  const mostLots = parseSteps(info.maxAmount, amount);
  const leastUnits = parseMoney(info.minNotional);
  if (typeof leastLots !== 'number' || typeof mostLots !== 'number' || leastUnits === null)
    throw new Error(`limits of ${info.pair} are off its grids`);
  return {
    // A copy, because the status changes here.
    info: { ...info },
    price,
    bids: new RestingSide(1),
    asks: new RestingSide(-1),
    tickLotUnits: notionalUnits(1, price, 1, amount),
    oneLotUnits: lotUnits(1, amount),
    makerRateE8: rateE8(info.spotMakerFee),
    takerRateE8: rateE8(info.spotTakerFee),
    leastLots,
    mostLots,
    leastUnits,
    bandRate: Number(info.bandRate),
    quotePerUsdt: quotePerUsdt(info),
    exchangeBase: ledger.account(EXCHANGE_UID, 'spot', info.id),
    exchangeQuote: ledger.account(EXCHANGE_UID, 'spot', info.quoteCoinId),
    tradeId: 0,
    lastPriceTicks: 0,
    openOrders: 0,
    stops: new Set(),
    delisting: null,
  };
}

export function baseUnits(market: Market, lots: Lots): Units {
  return BigInt(lots) * market.oneLotUnits;
}

export function quoteUnits(market: Market, priceTicks: PriceTicks, lots: Lots): Units {
  const steps = priceTicks * lots;
  return (Number.isSafeInteger(steps) ? BigInt(steps) : BigInt(priceTicks) * BigInt(lots)) * market.tickLotUnits;
}

export function sideOf(market: Market, side: Side): RestingSide<LiveOrder> {
  return side === 'buy' ? market.bids : market.asks;
}

export function otherSide(market: Market, side: Side): RestingSide<LiveOrder> {
  return side === 'buy' ? market.asks : market.bids;
}

export function sideCode(side: Side): SideCode {
  return side === 'buy' ? BID : ASK;
}
