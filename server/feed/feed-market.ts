// Public data of one market: book, trades, candles, rolling 24 h, and their wire format.
import { type Instrument, marketTypeOf } from '../../core/instruments/instrument.ts';
import { sessionAt } from '../../core/instruments/trading-hours.ts';
import type { Candle, Level, Ticker, Trade } from '../../core/market-data/market-data.ts';
import { type EpochMs, type Interval, nextCandleStart } from '../../core/units/time.ts';
import { type PriceTicks, printMoney, stepsToNumber } from '../../core/units/units.ts';
import { FullBook, type FullBookSide } from './full-book.ts';
import { MarketCandles } from './market-candles.ts';
import { Rolling24h } from './rolling-24h.ts';
import type { LevelColumns } from './topics/level-columns.ts';
import type { CandleRow } from '../exchange/market-event.ts';
import { type DecimalFormatter, formatStatistic, decimalFormatter } from './format-decimal.ts';
import { type TradeRow, TradeRing } from './trade-ring.ts';

/** Decimals of turnover and of rates on the wire. */
const AMOUNT_DECIMALS = 2;
const RATE_DECIMALS = 6;

/** A fraction as a decimal; adding 0 turns -0 into 0. */
function formatRate(rate: number): string {
  const scale = 10 ** RATE_DECIMALS;
  return formatStatistic(Math.round(rate * scale) / scale + 0, RATE_DECIMALS);
}

/** Funding rate of the running period so far, in 1e-8, and the time of the next payment. */
export interface Funding {
  rateE8: bigint;
  nextMs: EpochMs;
}

export class FeedMarket {
  readonly id: number;
  readonly instrument: Instrument;
  readonly forex: boolean;
  readonly book = new FullBook();
  readonly trades = new TradeRing();
  readonly candles = new MarketCandles();
  readonly rolling24h = new Rolling24h(this.candles);
  readonly formatPrice: DecimalFormatter;
  readonly formatLots: DecimalFormatter;
  /** Its trades carry the time of another exchange. */
  readonly isWatched: boolean;
  /**
   * Whether the book is unknown: a watched market before its first snapshot, or after its source lost the connection.
   */
  isBookLost: boolean;
  /** Number of the last trade that the stored candles count; null where it is not known. */
  countedTrade: number | null = null;
  /** Time of the latest change, as stamped by the sequencer. */
  ts: EpochMs = 0;
  /** Mark and index in ticks (0: none) and their time; null before the first. */
  mark: { markTicks: PriceTicks; indexTicks: PriceTicks; ts: EpochMs; funding?: Funding } | null = null;

  constructor(instrument: Instrument) {
    this.id = instrument.info.id;
    this.instrument = instrument;
    this.isWatched = instrument.info.watchOnly === 1;
    this.isBookLost = this.isWatched;
    this.forex = marketTypeOf(instrument.info) === 'forex';
    this.formatPrice = decimalFormatter(instrument.price);
    this.formatLots = decimalFormatter(instrument.amount);
  }

  /** Adds a trade to the trade ring and the candles. Returns false for a trade that is in there already. */
  addTrade(trade: TradeRow): boolean {
    if (!this.trades.push(trade)) return false;
    const { price, amount } = this.instrument;
    this.candles.addTrade(
      trade.ts,
      trade.priceTicks,
      trade.lots,
      stepsToNumber(trade.priceTicks, price) * stepsToNumber(trade.lots, amount),
    );
    return true;
  }

  /**
   * Last traded price; before any trade the last close of the stored candles, then the best bid, then the best ask; 0
   * when none is known.
   */
  lastTicks(): PriceTicks {
    return (
      this.trades.lastTicks || this.candles.lastClose() || this.book.bids.priceAt(0) || this.book.asks.priceAt(0) || 0
    );
  }

  /** Time of the latest change at `now`; before any since the start that of the last stored candle's end, else 0. */
  lastTs(now: EpochMs): EpochMs {
    return this.ts || Math.min(this.candles.lastEnd(), now);
  }

  /** Full ticker at `now`, or null while the market has no price. A side of the book that is empty is "0". */
  ticker(now: EpochMs): Ticker | null {
    const last = this.lastTicks();
    if (last === 0) return null;
    const { open, high, low, volumeLots, amount } = this.rolling24h.figures(now);
    const bid = this.book.bids.priceAt(0);
    const ask = this.book.asks.priceAt(0);
    return {
      coinInfoId: this.id,
      last: this.formatPrice(last),
      open24h: this.formatPrice(open || last),
      high24h: this.formatPrice(high || last),
      low24h: this.formatPrice(low || last),
      vol24h: this.formatLots(volumeLots),
      amount24h: formatStatistic(amount, AMOUNT_DECIMALS),
      change24h: formatRate(open === 0 ? 0 : (last - open) / open),
      bid1: bid > 0 ? this.formatPrice(bid) : '0',
      ask1: ask > 0 ? this.formatPrice(ask) : '0',
      ...(this.mark
        ? {
            mark: this.formatPrice(this.mark.markTicks),
            ...(this.mark.indexTicks > 0 ? { index: this.formatPrice(this.mark.indexTicks) } : {}),
            ...this.funding(),
          }
        : {}),
      ...(this.forex ? { session: this.session(now) } : {}),
      ts: this.lastTs(now),
      seq: this.trades.lastId,
    };
  }

  /** Null where no funding is paid. */
  funding(): { fundingRate: string; nextFundingTime: EpochMs } | null {
    const funding = this.mark?.funding;
    return funding ? { fundingRate: printMoney(funding.rateE8), nextFundingTime: funding.nextMs } : null;
  }

  session(now: EpochMs): { open: 0 | 1; nextTime: number | null } {
    const { open, changesAt } = sessionAt(this.instrument.info, now);
    return { open: open ? 1 : 0, nextTime: changesAt };
  }

  sparkline(now: EpochMs): string[] {
    return this.rolling24h.sparkline(now).map(this.formatPrice);
  }

  /** `row` in the wire format; `closed` is 1 when the interval has ended at `now`. */
  toWireCandle(row: CandleRow, period: Interval, now: EpochMs): Candle {
    const closed = nextCandleStart(row.start, period) <= now ? 1 : 0;
    return [
      row.start / 1000,
      this.formatPrice(row.open),
      this.formatPrice(row.high),
      this.formatPrice(row.low),
      this.formatPrice(row.close),
      this.formatLots(row.volumeLots),
      formatStatistic(row.amount, AMOUNT_DECIMALS),
      closed,
    ];
  }

  toWireTrade(row: TradeRow): Trade {
    return {
      id: row.id,
      price: this.formatPrice(row.priceTicks),
      amount: this.formatLots(row.lots),
      side: row.side,
      ts: row.ts,
    };
  }

  /** Newest first. */
  recentTrades(count: number): Trade[] {
    return this.trades.newest(count).map((trade) => this.toWireTrade(trade));
  }

  /** The best `depth` levels of a side (0: all). */
  levels(side: FullBookSide, depth: number): Level[] {
    const levels: Level[] = [];
    const count = depth === 0 ? side.size : Math.min(depth, side.size);
    for (let rank = 0; rank < count; rank += 1)
      levels.push([this.formatPrice(side.priceAt(rank)), this.formatLots(side.lotsAt(rank))]);
    return levels;
  }

  /** Levels as JSON, "0" for a removed one. Concatenated by hand, because books are most of all bytes sent. */
  levelsJson({ prices, lots, size }: LevelColumns): string {
    let text = '';
    for (let i = 0; i < size; i += 1) {
      const amount = lots[i] ?? 0;
      text += `${i === 0 ? '' : ','}["${this.formatPrice(prices[i] ?? 0)}","${amount === 0 ? '0' : this.formatLots(amount)}"]`;
    }
    return `[${text}]`;
  }
}
