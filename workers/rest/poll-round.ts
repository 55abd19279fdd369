// One polling round: fetches what open views show. The socket stays closed, so views show as stale.
import * as v from 'valibot';
import { type Instrument, marketTypeOf } from '../../core/instruments/instrument.ts';
import { type Level, type Ticker, bookSchema, tickerSchema } from '../../core/market-data/market-data.ts';
import { TICKER_FIELD as F, type View } from '../../core/worker-protocol/worker-protocol.ts';
import { type Grid, parseSteps } from '../../core/units/units.ts';
import type { RestClient } from './rest-client.ts';
import { bookEvent } from '../decode/decoded-event.ts';
import { Rows } from '../decode/rows.ts';
import type { MarketDataStore } from '../market-data-store.ts';
import type { BookSync } from '../book/book-sync.ts';

/**
 * The tickers of all markets, and full tickers of forex pairs, are fetched in every fifth round only: in between the
 * last price is enough.
 */
const FULL_EVERY = 5;
/** Depth requested when the call does not offer the view's own. */
const DEFAULT_DEPTH = 50;
const DEPTHS: readonly number[] = [20, 50, 200, 1000];

const tickersAnswer = v.looseObject({ list: v.array(tickerSchema) });
const lastAnswer = v.looseObject({ coinInfoId: v.number(), last: v.string(), ts: v.number() });

export interface PollDeps {
  restClient: RestClient;
  store: MarketDataStore;
  markets: ReadonlyMap<number, Instrument>;
  views: readonly View[];
  stampMs: number;
  /** Whether there is still no socket: an answer that is later than its data is older. */
  isClosed(): boolean;
}

/** Runs one round; data that cannot be fetched stays as it was. Never rejects. */
export async function pollRound(deps: PollDeps, round: number): Promise<void> {
  const { restClient, store, markets, views } = deps;
  const shown = new Set(views.flatMap((view) => ('coinInfoId' in view ? [view.coinInfoId] : [])));
  const all = views.some(({ kind }) => kind === 'tickers') && round % FULL_EVERY === 0;
  await Promise.allSettled([
    ...(all ? [pollAll(deps, '/coin/tickers'), pollAll(deps, '/forex/tickers')] : []),
    ...[...shown].map((id) => pollOne(deps, markets.get(id), round)),
    ...Array.from(store.books.inUse.values(), async ({ arg, source }) => {
      const market = arg.channel === 'books' ? markets.get(arg.coinInfoId) : undefined;
      if (market && arg.channel === 'books') await pollBook(deps, market, arg.depth, source);
    }),
    ...Array.from(store.trades.inUse, async ([id, { source }]) => {
      const market = markets.get(id);
      const rows = market && (await restClient.trades(market));
      if (rows && deps.isClosed()) source.merge(rows);
    }),
  ]);
}

async function pollAll(
  { restClient, store, markets, isClosed }: PollDeps,
  path: '/coin/tickers' | '/forex/tickers',
): Promise<void> {
  const { list } = await restClient.request(path, {}, tickersAnswer);
  if (!isClosed()) return;
  const rows = new Rows(F.size, Math.max(1, list.length));
  for (const ticker of list) addTicker(rows, ticker, markets.get(ticker.coinInfoId));
  store.tickers.apply(rows);
}

async function pollOne(
  { restClient, store, isClosed }: PollDeps,
  market: Instrument | undefined,
  round: number,
): Promise<void> {
  if (!market) return;
  const form = { coinInfoId: market.info.id };
  const forex = marketTypeOf(market.info) === 'forex';
  const ticker =
    forex && round % FULL_EVERY !== 0
      ? await restClient.request('/forex/last', form, lastAnswer)
      : await restClient.request(forex ? '/forex/ticker' : '/coin/ticker', form, tickerSchema);
  if (!isClosed()) return;
  const rows = new Rows(F.size, 1);
  addTicker(rows, ticker, market);
  store.tickers.apply(rows);
}

async function pollBook(
  { restClient, stampMs, isClosed }: PollDeps,
  market: Instrument,
  depth: number,
  sync: BookSync,
): Promise<void> {
  const coinInfoId = market.info.id;
  const path = marketTypeOf(market.info) === 'forex' ? '/forex/books' : '/coin/books';
  const book = await restClient.request(
    path,
    { coinInfoId, depth: DEPTHS.includes(depth) ? depth : DEFAULT_DEPTH },
    bookSchema,
  );
  // A book without a checksum cannot be verified.
  if (book.cs === undefined || !isClosed()) return;
  const event = bookEvent();
  Object.assign(event, { coinInfoId, depth, snapshot: true, seq: book.seq, ts: book.ts, cs: book.cs });
  addLevels(event.bids, book.bids, market);
  addLevels(event.asks, book.asks, market);
  sync.accept(event, stampMs);
}

function addLevels(rows: Rows, levels: readonly Level[], { price, amount }: Instrument): void {
  for (const [at, size] of levels) rows.data.set([steps(at, price), steps(size, amount)], rows.add());
}

function addTicker(rows: Rows, ticker: Partial<Ticker> & { coinInfoId: number }, market: Instrument | undefined): void {
  if (!market) return;
  const { price } = market;
  const at = rows.add();
  const row = {
    id: ticker.coinInfoId,
    last: steps(ticker.last, price),
    open: steps(ticker.open24h, price),
    high: steps(ticker.high24h, price),
    low: steps(ticker.low24h, price),
    vol: Number(ticker.vol24h ?? NaN),
    amount: Number(ticker.amount24h ?? NaN),
    bid: steps(ticker.bid1, price),
    ask: steps(ticker.ask1, price),
    ts: ticker.ts ?? NaN,
  };
  for (const [name, value] of Object.entries(row)) rows.data[at + F[name as keyof typeof row]] = value;
}

/** Whole steps; NaN for a missing value or one off the grid. */
function steps(text: string | undefined, grid: Grid): number {
  const count = text === undefined ? NaN : parseSteps(text, grid);
  return typeof count === 'number' ? count : NaN;
}
