// The platform of a replayed market: its feed and its calls have what the exchange had at that moment.
import * as v from 'valibot';
import { candlesAnswer } from '../../core/endpoints/responses.ts';
import { encodeForm } from '../../core/endpoints/http.ts';
import { type EpochMs, type Interval, INTERVALS, candleStart } from '../../core/units/time.ts';
import type { TradeTile } from '../../core/market-data/trade-tile.ts';
import { PastTrades } from '../candles/past-trades.ts';
import type { LazyModules } from '../lazy-modules.ts';
import type { Tiles } from '../tiles/tile-loader.ts';
import type { Cancel, Platform, PlatformSocket } from '../platform.ts';
import type { FollowBook } from '../depth-history/depth-store.ts';
import { pastCandlesOf } from './candle-stream.ts';
import { PastBook } from './past-book.ts';
import type { PastFeed } from './past-feed.ts';
import type { PastTrade } from './past-market.ts';
import type { PastSession } from './past-session.ts';
import type { PastSource } from './past-source.ts';
import { SessionTiles } from './session-tiles.ts';

/** What a replay needs from the worker's own platform. */
export type PastHost = Omit<Platform, 'openSocket'> & Pick<LazyModules, 'loadIndicators' | 'loadTiles'>;

/** Candles of one answer where the call names no number. */
const MAX_CANDLES = 1_000;
/** Hours without a trade that are passed over for the last ones before. */
const MAX_QUIET_HOURS = 24;
const FIRST_TRADES = 50;
const answerSchema = v.looseObject({ code: v.number(), data: v.unknown() });

export class PastPlatform implements Platform, LazyModules {
  readonly #host: PastHost;
  readonly #session: PastSession;
  readonly #feed: PastFeed;
  readonly #instruments: unknown;
  readonly #file: PastSource | null;
  readonly #timers = new Set<Cancel>();
  readonly #tiles = new Set<Tiles>();
  #isDisposed = false;

  /** `instruments` is the answer of `/coin/infos`; `file` has the candles where the past is a file's. */
  constructor(
    host: PastHost,
    session: PastSession,
    feed: PastFeed,
    instruments: unknown,
    file: PastSource | null = null,
  ) {
    this.#file = file;
    this.#host = host;
    this.#session = session;
    this.#feed = feed;
    this.#instruments = instruments;
  }

  /** Ends every timer of the pipeline that runs on it, and all tiles that it waits for. */
  dispose(): void {
    this.#isDisposed = true;
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    for (const tiles of this.#tiles) tiles.dispose?.();
    this.#tiles.clear();
    this.#feed.close();
  }

  openSocket(): PlatformSocket {
    return this.#feed.open();
  }

  async post(url: string, headers: Record<string, string>, body: string): Promise<unknown> {
    const form = new URLSearchParams(body);
    if (url.endsWith('/infos')) return this.#instruments;
    if (url.endsWith('/trades')) return this.#answer({ list: await this.#trades() });
    if (url.endsWith('/candles')) return this.#candles(url, headers, form);
    throw new Error('not part of the replay');
  }

  nowMs(): number {
    return this.#host.nowMs();
  }

  stampMs(): number {
    return this.#host.stampMs();
  }

  after(delayMs: number, run: () => void): Cancel {
    if (this.#isDisposed) return () => {};
    const cancel = this.#host.after(delayMs, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
    return () => {
      this.#timers.delete(cancel);
      cancel();
    };
  }

  onDisplayTick(run: () => void): void {
    this.#host.onDisplayTick(run);
  }

  random(): number {
    return this.#host.random();
  }

  hostChart(): Promise<never> {
    return Promise.reject(new Error('the page draws what is replayed'));
  }

  loadIndicators(): ReturnType<LazyModules['loadIndicators']> {
    return this.#host.loadIndicators();
  }

  /** At the replay's own time, of which the feed knows nothing. */
  readonly followBook: FollowBook = () => new PastBook(this.#session);

  /** What was recorded before the session's trades. */
  async loadTiles(apiBase: string, onRefused: (isRefused: boolean) => void): Promise<Tiles | null> {
    // The exchange's record is another one than a file's.
    const tiles = this.#file ? null : await this.#host.loadTiles?.(apiBase, onRefused);
    if (!tiles) return null;
    if (this.#isDisposed) tiles.dispose?.();
    else this.#tiles.add(tiles);
    return new SessionTiles(tiles, this.#session.minuteMs, () => this.#session.atMs);
  }

  #answer(data: object): object {
    return { code: 0, msg: '', data };
  }

  async #trades(): Promise<object[]> {
    const { trades } = this.#session.market;
    const before = trades.length === 0 ? await this.#tradesBefore() : [];
    return [...before, ...trades].map((trade) => this.#feed.wireTrade(trade)).reverse();
  }

  /** The last trades of the record, for a market in which none was played: order flow begins with one. */
  async #tradesBefore(): Promise<PastTrade[]> {
    const [tiles] = this.#tiles;
    if (!tiles) return [];
    const cutMs = this.#session.minuteMs;
    const past = new PastTrades(new SessionTiles(tiles, cutMs), this.#feed.instrument.info.id);
    let atMs = cutMs - 1;
    for (let hours = 0; hours < MAX_QUIET_HOURS; hours++) {
      const [hour] = (await past.load(atMs, atMs, ({ untilMs }) => untilMs >= cutMs)) ?? [];
      const last = hour?.ids.length ?? 0;
      if (hour && last > 0) return tradesOf(hour, Math.max(0, last - FIRST_TRADES));
      if (!hour || hour.priorMs === 0) break;
      atMs = hour.priorMs;
    }
    return [];
  }

  /** Closed candles from the exchange, up to the moment; the running one as replayed. */
  async #candles(url: string, headers: Record<string, string>, form: URLSearchParams): Promise<unknown> {
    const period = INTERVALS.find((interval) => interval === form.get('period'));
    if (!period) throw new Error('no such interval');
    // What is played while the exchange answers comes after it.
    const { atMs } = this.#session;
    const nowSeconds = candleStart(atMs, period) / 1_000;
    const wanted = form.get('endTime');
    const isNewest = wanted === null || Number(wanted) > nowSeconds;
    const isForward = form.has('startTime');
    const capped = {
      ...Object.fromEntries(form),
      ...(isForward ? {} : { endTime: Math.min(Number(wanted ?? Infinity), nowSeconds) }),
    };
    const answer = this.#file
      ? await this.#recorded(this.#file, period, capped)
      : v.parse(answerSchema, await this.#host.post(url, headers, encodeForm(capped)));
    if (answer.code !== 0) return answer;
    const { list, hasMore } = v.parse(candlesAnswer, answer.data);
    const closed = list.filter(([time]) => time < nowSeconds);
    const running = isNewest ? await this.#running(period, atMs) : [];
    return this.#answer({ list: [...closed, ...running], ...(hasMore !== undefined && { hasMore }) });
  }

  async #recorded(
    file: PastSource,
    period: Interval,
    { limit, startTime, endTime }: Record<string, string | number>,
  ): Promise<v.InferOutput<typeof answerSchema>> {
    const { rows, hasMore } = await file.candles(period, {
      limit: Number(limit ?? MAX_CANDLES),
      ...(startTime !== undefined && { from: Number(startTime) * 1_000 }),
      ...(endTime !== undefined && { before: Number(endTime) * 1_000 }),
    });
    const list = pastCandlesOf(rows, this.#feed.instrument).map((candle) => this.#feed.wireCandle(candle, 1));
    return { code: 0, data: { list, hasMore } };
  }

  /** Candles from the one that ran at a moment of the session on. */
  async #running(period: Interval, fromMs: EpochMs): Promise<object[]> {
    await this.#session.prepare(period);
    return this.#session.market.candles.from(period, fromMs).map((candle) => this.#feed.wireCandle(candle, 0));
  }
}

function tradesOf({ ids, times, prices, lots, buys }: TradeTile, from: number): PastTrade[] {
  return Array.from(ids.subarray(from), (id, row) => {
    const at = from + row;
    const side = buys[at] === 1 ? 'buy' : 'sell';
    return { id, priceTicks: prices[at]!, lots: lots[at]!, side, ts: times[at]! };
  });
}
