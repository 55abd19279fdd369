// One market as the feed knows it: book, trades, candles and the last 24 hours, and how each is printed.
import { type Instrument, marketTypeOf } from '../../core/instruments/instrument.ts';
import { sessionAt } from '../../core/instruments/trading-hours.ts';
import type { Candle, Level, Ticker, Trade } from '../../core/market-data/market-data.ts';
import { type EpochMs, type Interval, nextCandleStart } from '../../core/units/time.ts';
import { type PriceTicks, printMoney, stepsToNumber } from '../../core/units/units.ts';
import { Book, type BookSide } from './full-book.ts';
import { Candles } from './market-candles.ts';
import { Rolling24h } from './rolling-24h.ts';
import type { Levels } from './topics/level-columns.ts';
import type { CandleRow } from '../exchange/market-event.ts';
import { type DecimalFormatter, formatStatistic, decimalFormatter } from './format-decimal.ts';
import { type TradeRow, TradeRing } from './trade-ring.ts';

/** Decimals of turnover and of rates on the wire. */
const AMOUNT_DECIMALS = 2;
const RATE_DECIMALS = 6;

/** A fraction as a decimal; adding 0 keeps "-0" from the wire. */
function printRate(rate: number): string {
  const scale = 10 ** RATE_DECIMALS;
  return formatStatistic(Math.round(rate * scale) / scale + 0, RATE_DECIMALS);
}

/** Funding rate as it would be now, in 1e-8, and when it is taken next. */
export interface Funding {
  rateE8: bigint;
  nextMs: EpochMs;
}

export class Market {
  readonly id: number;
  readonly instrument: Instrument;
  readonly forex: boolean;
  readonly book = new Book();
  readonly trades = new TradeRing();
  readonly candles = new Candles();
  readonly day = new Rolling24h(this.candles);
  readonly price: DecimalFormatter;
  readonly lots: DecimalFormatter;
  /** Whether the book is not known: that of a watched market before its first snapshot, or after its source lost it. */
  lost: boolean;
  /** Engine's stamp of the latest change. */
  ts: EpochMs = 0;
  /** Mark and index in ticks, 0 for none, and when they were taken; null before the first. */
  mark: { markTicks: PriceTicks; indexTicks: PriceTicks; ts: EpochMs; funding?: Funding } | null = null;

  constructor(instrument: Instrument) {
    this.id = instrument.info.id;
    this.instrument = instrument;
    this.lost = instrument.info.watchOnly === 1;
    this.forex = marketTypeOf(instrument.info) === 'forex';
    this.price = decimalFormatter(instrument.price);
    this.lots = decimalFormatter(instrument.amount);
  }

  /** Takes a trade into tape and candles; false when it was heard before. */
  trade(trade: TradeRow): boolean {
    if (!this.trades.push(trade)) return false;
    const { price, amount } = this.instrument;
    this.candles.trade(
      trade.ts,
      trade.priceTicks,
      trade.lots,
      stepsToNumber(trade.priceTicks, price) * stepsToNumber(trade.lots, amount),
    );
    return true;
  }

  /**
   * Last traded price; before any trade the last close of history, then the best bid, then the best ask; 0 when nothing
   * is known.
   */
  lastTicks(): PriceTicks {
    return (
      this.trades.lastTicks || this.candles.lastClose() || this.book.bids.priceAt(0) || this.book.asks.priceAt(0) || 0
    );
  }

  /** Full ticker at `now`, or null while the market has no price at all. */
  ticker(now: EpochMs): Ticker | null {
    const last = this.lastTicks();
    if (last === 0) return null;
    const { open, high, low, volumeLots, amount } = this.day.figures(now);
    const bid = this.book.bids.priceAt(0);
    const ask = this.book.asks.priceAt(0);
    return {
      coinInfoId: this.id,
      last: this.price(last),
      open24h: this.price(open || last),
      high24h: this.price(high || last),
      low24h: this.price(low || last),
      vol24h: this.lots(volumeLots),
      amount24h: formatStatistic(amount, AMOUNT_DECIMALS),
      change24h: printRate(open === 0 ? 0 : (last - open) / open),
      ...(bid > 0 ? { bid1: this.price(bid) } : {}),
      ...(ask > 0 ? { ask1: this.price(ask) } : {}),
      ...(this.mark
        ? {
            mark: this.price(this.mark.markTicks),
            ...(this.mark.indexTicks > 0 ? { index: this.price(this.mark.indexTicks) } : {}),
            ...this.funding(),
          }
        : {}),
      ...(this.forex ? { session: this.session(now) } : {}),
      ts: this.ts,
      seq: this.trades.lastId,
    };
  }

  /** Nothing where no funding is paid. */
  funding(): { fundingRate: string; nextFundingTime: EpochMs } | null {
    const funding = this.mark?.funding;
    return funding ? { fundingRate: printMoney(funding.rateE8), nextFundingTime: funding.nextMs } : null;
  }

  session(now: EpochMs): { open: 0 | 1; nextTime: number | null } {
    const { open, changesAt } = sessionAt(this.instrument.info, now);
    return { open: open ? 1 : 0, nextTime: changesAt };
  }

  spark(now: EpochMs): string[] {
    return this.day.spark(now).map(this.price);
  }

  /** `row` as the wire says it. */
  printCandle(row: CandleRow, period: Interval, now: EpochMs): Candle {
    const closed = nextCandleStart(row.start, period) <= now ? 1 : 0;
    return [
      row.start / 1000,
      this.price(row.open),
      this.price(row.high),
      this.price(row.low),
      this.price(row.close),
      this.lots(row.volumeLots),
      formatStatistic(row.amount, AMOUNT_DECIMALS),
      closed,
    ];
  }

  printTrade(row: TradeRow): Trade {
    return { id: row.id, price: this.price(row.priceTicks), amount: this.lots(row.lots), side: row.side, ts: row.ts };
  }

  /** Newest first. */
  lastTrades(count: number): Trade[] {
    return this.trades.newest(count).map((trade) => this.printTrade(trade));
  }

  /** The best `depth` levels of a side (0: all). */
  levels(side: BookSide, depth: number): Level[] {
    const levels: Level[] = [];
    const count = depth === 0 ? side.size : Math.min(depth, side.size);
    for (let rank = 0; rank < count; rank += 1)
      levels.push([this.price(side.priceAt(rank)), this.lots(side.lotsAt(rank))]);
    return levels;
  }

  /** Levels as JSON, "0" for one that is gone; built by hand because books are most of all bytes sent. */
  levelsJson({ prices, lots, size }: Levels): string {
    let text = '';
    for (let i = 0; i < size; i += 1) {
      const amount = lots[i] ?? 0;
      text += `${i === 0 ? '' : ','}["${this.price(prices[i] ?? 0)}","${amount === 0 ? '0' : this.lots(amount)}"]`;
    }
    return `[${text}]`;
  }
}
