// Market reads that the /coin and /forex calls share.
import { levelHash } from '../../../../core/feed/checksum.ts';
import type { AnswerOf, RequestOf } from '../../../../core/endpoints/endpoints.ts';
import { marketTypeOf } from '../../../../core/instruments/instrument.ts';
import type { BookAnswer, Ticker } from '../../../../core/market-data/market-data.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import { DAY_MS, MAX_DATE_MS } from '../../../../core/units/durations.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { FeedMarket } from '../../../feed/feed-market.ts';
import type { FullBookSide, FullBook } from '../../../feed/full-book.ts';
import type { MarketHistory } from '../../../archive/market-history.ts';

/** History of the markets that are recorded. */
export interface PastMarkets {
  history(coinInfoId: number): Pick<MarketHistory, 'bookAt' | 'blocks' | 'range'> | undefined;
}

/** Bytes of stored blocks in one answer: about a minute of a busy market. A larger block is sent alone. */
const MAX_PAGE_BYTES = 256 * 1024;

/** Reads either forex markets or all others; throws RejectError 1404 for any other id. */
export class MarketReads {
  readonly #feed: Feed;
  readonly #forex: boolean;
  readonly #archive: PastMarkets | null;

  /** Without `archive` past books are not known (1404). */
  constructor(feed: Feed, forex: boolean, archive: PastMarkets | null = null) {
    this.#feed = feed;
    this.#forex = forex;
    this.#archive = archive;
  }

  market(id: number): FeedMarket {
    const market = this.#feed.market(id);
    if (!market || market.forex !== this.#forex) throw new RejectError(CODE.notFound);
    return market;
  }

  bySymbol(symbol: string): FeedMarket {
    for (const market of this.#feed.markets()) {
      const { info } = market.instrument;
      if (market.forex === this.#forex && (info.symbol === symbol || info.pair === symbol)) return market;
    }
    throw new RejectError(CODE.notFound);
  }

  /** Ids of the other kind, or without a price, are left out. */
  tickers({ ids, spark }: RequestOf<'/coin/tickers'>): AnswerOf<'/coin/tickers'> {
    const at = this.#feed.clock();
    const wanted = ids && new Set(ids);
    const list: Ticker[] = [];
    for (const market of this.#feed.markets()) {
      if (market.forex !== this.#forex || (wanted && !wanted.has(market.id))) continue;
      const ticker = market.ticker(at);
      if (ticker) list.push(spark ? { ...ticker, spark: market.sparkline(at) } : ticker);
    }
    return { list, ts: this.#feed.now() };
  }

  ticker(id: number): Ticker {
    const ticker = this.market(id).ticker(this.#feed.clock());
    if (!ticker) throw new RejectError(CODE.notFound);
    return ticker;
  }

  /** With `startTime` the first candles from it, else the newest before `endTime`. */
  candles({ coinInfoId, period, limit, startTime, endTime }: RequestOf<'/coin/candles'>): AnswerOf<'/coin/candles'> {
    const market = this.market(coinInfoId);
    const at = this.#feed.clock();
    const { rows, more } = market.candles.read(period, {
      from: startTime === undefined ? -Infinity : millis(startTime),
      to: endTime === undefined ? Infinity : millis(endTime),
      limit,
      fromFront: startTime !== undefined,
    });
    return { list: rows.map((row) => market.toWireCandle(row, period, at)), seq: market.trades.lastId, hasMore: more };
  }

  trades({ coinInfoId, limit }: RequestOf<'/coin/trades'>): AnswerOf<'/coin/trades'> {
    const market = this.market(coinInfoId);
    return { list: market.recentTrades(limit), seq: market.trades.lastId };
  }

  /**
   * A book; `cs` covers exactly the returned levels. Without `time` the current one: `seq` is its version, and without
   * `cs` it is not known. A past one has `seq` 0, for the feed does not go on from it; one that was not recorded, or
   * that the source had lost, is refused (1404) and never guessed; so is one that is still to come (1400).
   */
  async book({ coinInfoId, depth, area, time }: RequestOf<'/coin/books'>): Promise<BookAnswer> {
    const market = this.market(coinInfoId);
    if (area !== undefined && area !== marketTypeOf(market.instrument.info)) throw new RejectError(CODE.notFound);
    if (time === undefined)
      return bookAnswer(
        market,
        market.book,
        { depth, seq: market.book.version, ts: market.ts || this.#feed.clock() },
        market.isBookLost,
      );
    const history = this.#archive?.history(coinInfoId);
    // A recording that is played again has the times that are still to come.
    if (time > Math.max(this.#feed.clock(), history?.range?.toTs ?? 0))
      throw new RejectError(CODE.fieldInvalid, { field: 'time', rule: 'not in the future' });
    const past = await history?.bookAt(time);
    if (past?.kind !== 'book') throw new RejectError(CODE.notFound);
    return bookAnswer(market, past.book, { depth, seq: 0, ts: past.ts }, false);
  }

  /** Recorded blocks with every trade and book change of a span, as they are stored; 1404 where nothing is recorded. */
  async events({
    coinInfoId,
    startTime,
    endTime,
    after,
  }: RequestOf<'/coin/events'>): Promise<AnswerOf<'/coin/events'>> {
    const history = this.#archive?.history(this.market(coinInfoId).id);
    const page = await history?.blocks(startTime, endTime, after ?? null, MAX_PAGE_BYTES);
    const range = history?.range;
    if (!page || !range) throw new RejectError(CODE.notFound);
    return {
      list: page.blocks.map((block) => Buffer.from(block).toString('base64')),
      hasMore: page.hasMore,
      firstTime: range.fromTs,
      lastTime: range.toTs,
    };
  }
}

function bookAnswer(
  market: FeedMarket,
  { bids, asks }: FullBook,
  { depth, seq, ts }: Pick<BookAnswer, 'depth' | 'seq' | 'ts'>,
  isLost: boolean,
): BookAnswer {
  return {
    coinInfoId: market.id,
    asks: market.levels(asks, depth),
    bids: market.levels(bids, depth),
    seq,
    ...(isLost ? {} : { cs: (checksum(bids, depth) + checksum(asks, depth)) >>> 0 }),
    depth,
    ts,
  };
}

/** Later times are cut to this one, ms: candles of a year behind it still have a date. */
const LAST_MS = MAX_DATE_MS - 366 * DAY_MS;

function millis(seconds: number): number {
  return Math.min(seconds * 1000, LAST_MS);
}

function checksum(side: FullBookSide, depth: number): number {
  const count = depth === 0 ? side.size : Math.min(depth, side.size);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1)
    sum = (sum + levelHash(side.code, side.priceAt(rank), side.lotsAt(rank))) | 0;
  return sum;
}
