// The worker's calls to the exchange: form-encoded POST, validated response.
import * as v from 'valibot';
import { type Form, encodeForm } from '../../core/endpoints/http.ts';
import { candlesAnswer, infosAnswer, tradesAnswer } from '../../core/endpoints/responses.ts';
import type { AnswerOf, FormOf } from '../../core/endpoints/endpoints.ts';
import { type CoinInfo, type Instrument, marketTypeOf } from '../../core/instruments/instrument.ts';
import type { Candle, Trade } from '../../core/market-data/market-data.ts';
import { type MarketConfig, TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import type { Interval } from '../../core/units/time.ts';
import { parseSteps } from '../../core/units/units.ts';
import type { CandlePage, CandleQuery } from '../candles/candle-feed.ts';
import { CANDLE_ROW } from '../decode/decoded-event.ts';
import { Rows } from '../decode/rows.ts';
import { MAX_TRADES } from '../trades/recent-trades.ts';
import type { Platform } from '../platform.ts';

/** The calls the worker makes; listing them here excludes the other endpoints from its bundle. */
const RESPONSE_SCHEMAS = {
  '/coin/infos': infosAnswer,
  '/coin/candles': candlesAnswer,
  '/forex/candles': candlesAnswer,
  '/coin/trades': tradesAnswer,
  '/forex/trades': tradesAnswer,
} as const;
type WorkerEndpoint = keyof typeof RESPONSE_SCHEMAS;

const envelope = v.looseObject({ code: v.number(), msg: v.optional(v.string(), ''), data: v.unknown() });

export interface InstrumentList {
  infos: CoinInfo[];
  /** The exchange's version of this list, if it has one. */
  version: string | undefined;
}

export class RestClient {
  readonly #platform: Pick<Platform, 'post'>;
  readonly #apiBase: string;
  /** Of the texts in answers. */
  language: string;

  constructor(platform: Pick<Platform, 'post'>, { apiBase, language }: MarketConfig) {
    this.#platform = platform;
    this.#apiBase = apiBase;
    this.language = language;
  }

  /**
   * Every instrument of the exchange; null if they are still those of version `known`. Throws Error when the exchange
   * cannot be reached or refuses.
   */
  async instruments(known: string | undefined): Promise<InstrumentList | null> {
    const { list, same, version } = await this.#call('/coin/infos', known === undefined ? {} : { version: known });
    if (known !== undefined && same === 1) return null;
    if (!list) throw new Error('the exchange sent no instruments');
    return { infos: list, version };
  }

  /** A page of candles, ascending. */
  async candles({ info }: Instrument, period: Interval, query: CandleQuery): Promise<CandlePage> {
    const path = marketTypeOf(info) === 'forex' ? '/forex/candles' : '/coin/candles';
    const { list, hasMore } = await this.#call(path, {
      coinInfoId: info.id,
      period,
      limit: query.limit,
      endTime: seconds(query.before),
      startTime: seconds(query.from),
    });
    const newest = list.reduce<Candle | undefined>(
      (last, each) => (last && last[0] > each[0] ? last : each),
      undefined,
    );
    return { rows: candleRows(list), hasMore, isLastClosed: newest?.[7] === 1 };
  }

  /** The newest trades of a market as rows of TRADE_FIELD. */
  async trades(market: Instrument): Promise<Rows> {
    const path = marketTypeOf(market.info) === 'forex' ? '/forex/trades' : '/coin/trades';
    const { list } = await this.#call(path, { coinInfoId: market.info.id, limit: MAX_TRADES });
    return tradeRows(list, market);
  }

  /** Any call; its answer is validated by `schema`. Throws Error when the exchange cannot be reached or refuses. */
  async request<T>(path: string, form: Form, schema: v.GenericSchema<unknown, T>): Promise<T> {
    const headers = {
      'X-Requested-With': 'XMLHttpRequest',
      Accept: 'application/json',
      'Accept-Language': this.language,
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    const response = v.safeParse(envelope, await this.#platform.post(this.#apiBase + path, headers, encodeForm(form)));
    if (!response.success) throw new Error(`${path}: malformed response`);
    if (response.output.code !== 0) throw new Error(`${path}: ${response.output.code} ${response.output.msg}`);
    const data = v.safeParse(schema, response.output.data);
    if (!data.success) throw new Error(`${path}: invalid response data`);
    return data.output;
  }

  async #call<P extends WorkerEndpoint>(path: P, form: FormOf<P>): Promise<AnswerOf<P>> {
    return this.request(path, form as Form, RESPONSE_SCHEMAS[path] as v.GenericSchema<unknown, AnswerOf<P>>);
  }
}

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.floor(ms / 1000);
}

/** Candle rows, ascending; rows with anything but numbers are left out. */
function candleRows(list: readonly Candle[]): Rows {
  const rows = new Rows(CANDLE_ROW, Math.max(1, list.length));
  for (const candle of [...list].sort((a, b) => a[0] - b[0])) {
    const numbers = [candle[0] * 1000, ...candle.slice(1, CANDLE_ROW).map(Number)];
    if (numbers.every(Number.isFinite)) rows.data.set(numbers, rows.add());
  }
  return rows;
}

/** Trade rows; those off the market's grids are left out. */
function tradeRows(list: readonly Trade[], { price, amount }: Instrument): Rows {
  const rows = new Rows(TRADE_FIELD.size, Math.max(1, list.length));
  for (const trade of list) {
    const ticks = parseSteps(trade.price, price);
    const lots = parseSteps(trade.amount, amount);
    if (typeof ticks !== 'number' || typeof lots !== 'number') continue;
    rows.data.set([trade.id, ticks, lots, trade.side === 'buy' ? 1 : 2, trade.ts], rows.add());
  }
  return rows;
}
