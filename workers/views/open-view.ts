// Validates a view, acquires its stores and creates the live view on them.
import type { Instrument } from '../../core/instruments/instrument.ts';
import type { ThreadEvent, View, ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import { isChartInterval } from '../../core/units/time.ts';
import { channelKey } from '../../core/feed/feed-protocol.ts';
import { type MarketDataStore, type Acquired, candlesArg } from '../market-data-store.ts';
import { createAlertsView } from './alerts-view.ts';
import { createBookView } from './book-view.ts';
import { CandleChanges } from './candle-changes.ts';
import { CandlesView } from './candles-view.ts';
import type { Charts } from './charts.ts';
import type { LiveView } from './live-view.ts';
import { refuseIndicators, type IndicatorLoader } from './indicator-loader.ts';
import { createTickersView } from '../tickers/ticker-board.ts';
import { MAX_TRADES } from '../trades/trade-tape.ts';
import { createTradesView } from './trades-view.ts';

/** Most grouped levels a side that a book view may request. */
const MAX_BOOK_ROWS = 1000;
/** Deepest book except the whole one (0); the exchange decides which depths exist. */
const MAX_DEPTH = 10_000;

export interface OpenView {
  live: LiveView;
  /** One of BOOK_STATE: whether the shown data is verified. */
  status(): number;
  /** Time at which the shown data was last current, ms by the exchange's clock; NaN while unknown. */
  asOf(): number;
  /** Releases the stores; then call Subscriptions.settle(). */
  release(): void;
  /** Loads older candles; only on candles views. */
  older?: () => Promise<void>;
}

function isCount(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}

/** Why a view cannot be opened, as a sentence; null when it can. */
export function refuseView(view: View): string | null {
  switch (view.kind) {
    case 'tickers':
    case 'alerts':
    case 'channel':
      return null;
    case 'trades':
      return isCount(view.rows, MAX_TRADES) ? null : `A trades view has 1 to ${MAX_TRADES} rows.`;
    case 'candles':
      return isChartInterval(view.interval)
        ? refuseIndicators(view.indicators)
        : `There is no interval ${String(view.interval)}.`;
    case 'book':
      if (!isCount(view.rows, MAX_BOOK_ROWS)) return `A book view has 1 to ${MAX_BOOK_ROWS} rows.`;
      if (view.depth !== 0 && !isCount(view.depth, MAX_DEPTH)) return `There is no book depth ${view.depth}.`;
      return isCount(view.groupTicks, Number.MAX_SAFE_INTEGER) ? null : 'Levels are joined by a whole number of ticks.';
  }
}

/** Key of the channel that feeds a view. */
export function channelOf(view: View): string {
  switch (view.kind) {
    case 'tickers':
    case 'alerts':
      return channelKey({ channel: 'tickers' });
    case 'trades':
      return channelKey({ channel: 'trades', coinInfoId: view.coinInfoId });
    case 'channel':
      return channelKey(view);
    case 'candles':
      return channelKey(candlesArg(view));
    case 'book':
      return channelKey({ channel: 'books', coinInfoId: view.coinInfoId, depth: view.depth, interval: view.interval });
  }
}

/** Whether both views show the same market. */
export function isSameMarket(one: View, other: View): boolean {
  return 'coinInfoId' in one && 'coinInfoId' in other && one.coinInfoId === other.coinInfoId;
}

/** What `openView` needs to create a view. */
export interface ViewDeps {
  store: MarketDataStore;
  charts: Charts;
  indicatorLoader: IndicatorLoader;
  emit(event: ThreadEvent): void;
}

/**
 * Opens a valid view on an existing market (tickers and alerts need none). `alreadyShown`: the page shows prices of
 * this market and grid. Throws Error for an unknown market.
 */
export function openView(
  id: ViewId,
  view: View,
  market: Instrument | undefined,
  { store, charts, indicatorLoader, emit }: ViewDeps,
  stampMs: number,
  alreadyShown: boolean,
): OpenView {
  const key = channelOf(view);
  const shown = (
    { channel, release }: Acquired<unknown>,
    live: LiveView,
    status = () => store.statusOf(key),
  ): OpenView => ({
    live,
    status,
    asOf: () => channel.asOfMs,
    release,
  });
  if (view.kind === 'tickers') return shown(store.acquireTickers(), createTickersView(id, store.tickers));
  if (view.kind === 'alerts')
    return shown(store.acquireTickers(), createAlertsView(id, view.levels, store.tickers, emit));
  if (!market) throw new Error(`there is no market ${view.coinInfoId}`);
  if (view.kind === 'channel') return shown(store.acquireChannel(view), { write: () => {} });
  if (view.kind === 'book') {
    const acquired = store.acquireBook(view, market);
    return shown(acquired, createBookView(id, view, acquired.source, alreadyShown), () => acquired.source.state);
  }
  if (view.kind === 'trades') {
    const acquired = store.acquireTrades(view.coinInfoId, market);
    return shown(acquired, createTradesView(id, view.rows, acquired.source), () =>
      store.statusOf(key, !store.isFetching(acquired.source)),
    );
  }
  const acquired = store.acquireCandles(view, market);
  const { source } = acquired;
  const changes = new CandleChanges(view.indicators, source, indicatorLoader, (reason) =>
    emit({ kind: 'viewFailed', view: id, reason }),
  );
  const older = (): Promise<void> => source.older();
  const live =
    view.chart === undefined
      ? new CandlesView(id, changes)
      : charts.view(id, view.chart, view.indicators, changes, older, emit);
  source.listeners.add(changes);
  if (source.phase === 'idle' || source.phase === 'failed') void source.load(stampMs);
  const release = (): void => {
    source.listeners.delete(changes);
    acquired.release();
  };
  return { ...shown({ ...acquired, release }, live, () => store.statusOf(key, source.whole)), older };
}
