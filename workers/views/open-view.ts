// Validates a view, acquires its sources and creates the live view on them.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { isHeatMap } from '../../core/market-data/indicator-params.ts';
import type { HeatSpan } from '../../core/worker-protocol/heat-update.ts';
import type { ThreadEvent, View, ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import type { Grid } from '../../core/units/units.ts';
import { isChartInterval } from '../../core/units/time.ts';
import { channelKey } from '../../core/feed/feed-protocol.ts';
import { candlesArg } from '../candles/candle-store.ts';
import type { MarketDataStore } from '../market-data-store.ts';
import type { Acquired } from '../shared-sources.ts';
import { AlertsView } from './alerts-view.ts';
import { BookView } from './book-view.ts';
import { CandleChanges } from './candle-changes.ts';
import { CandlesView } from './candles-view.ts';
import type { HostedCharts } from './hosted-charts.ts';
import type { LiveView } from './live-view.ts';
import { type IndicatorLoader, refuseIndicators } from './indicator-loader.ts';
import { LargeTrades } from '../trades/large-trades.ts';
import { MAX_TRADES } from '../trades/recent-trades.ts';
import { hasFlow, needsFlow } from '../order-flow/flow-store.ts';
import { needsDepth } from '../depth-history/depth-store.ts';
import { TickersView } from './tickers-view.ts';
import { TradesView } from './trades-view.ts';

/** Most grouped levels a side of a book view. */
const MAX_BOOK_ROWS = 1000;
/** Largest book depth except 0 (all levels); the exchange decides which depths exist. */
const MAX_DEPTH = 10_000;

export interface OpenView {
  live: LiveView;
  /** One of BOOK_STATE: whether the data is verified. */
  status(): number;
  /** When the data was last current, ms by the exchange's clock; NaN while unknown. */
  asOf(): number;
  /** Releases the sources; then call Subscriptions.reconcile(). */
  release(): void;
  /** Loads older candles; only on candles views. */
  older?: () => Promise<void>;
  /** What the page shows of the heat map; only on candles views whose chart it draws. */
  showHeat?: (span: HeatSpan) => void;
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

/** One step of a grid, in units. */
function sizeOf({ step, decimals }: Grid): number {
  return step / 10 ** decimals;
}

/** Whether both views show the same market. */
export function isSameMarket(one: View, other: View): boolean {
  return 'coinInfoId' in one && 'coinInfoId' in other && one.coinInfoId === other.coinInfoId;
}

/** What `openView` needs to create a view. */
export interface ViewDeps {
  store: MarketDataStore;
  charts: HostedCharts;
  indicatorLoader: IndicatorLoader;
  emit(event: ThreadEvent): void;
  stampMs(): number;
}

/** A valid view. */
export interface ViewRequest {
  id: ViewId;
  view: View;
  /** Undefined for an unknown market; tickers and alerts need none. */
  market: Instrument | undefined;
  /** The page shows prices of this market and grid. */
  alreadyShown: boolean;
}

/** Throws Error for an unknown market. */
export function openView({ id, view, market, alreadyShown }: ViewRequest, deps: ViewDeps): OpenView {
  const { store, emit } = deps;
  const status = (): number => store.statusOf(channelOf(view));
  if (view.kind === 'tickers') return shown(store.acquireTickers(), new TickersView(id, store.tickers), status);
  if (view.kind === 'alerts')
    return shown(store.acquireTickers(), new AlertsView(id, view.levels, store.tickers, emit), status);
  if (!market) throw new Error(`there is no market ${view.coinInfoId}`);
  if (view.kind === 'channel') return shown(store.acquireChannel(view), { write: () => {} }, status);
  if (view.kind === 'book') {
    const acquired = store.books.acquire(view, market);
    return shown(acquired, new BookView(id, view, acquired.source, alreadyShown), () => acquired.source.state);
  }
  if (view.kind === 'trades') {
    const acquired = store.trades.acquire(view.coinInfoId, market);
    const { rows, leastWorth } = view;
    const large =
      leastWorth === undefined
        ? null
        : new LargeTrades(acquired.source, rows, leastWorth / (sizeOf(market.price) * sizeOf(market.amount)));
    return shown(acquired, new TradesView(id, rows, acquired.source, large), () =>
      store.statusOf(channelOf(view), !store.trades.isFetching(acquired.source)),
    );
  }
  return openCandles(id, view, market, deps);
}

function shown({ channel, release }: Acquired<unknown>, live: LiveView, status: () => number): OpenView {
  return { live, status, asOf: () => channel.asOfMs, release };
}

function openCandles(
  id: ViewId,
  view: Extract<View, { kind: 'candles' }>,
  market: Instrument,
  { store, charts, indicatorLoader, emit, stampMs }: ViewDeps,
): OpenView {
  const acquired = store.candles.acquire(view, market);
  const { source } = acquired;
  const flow = needsFlow(view) ? store.flow.acquire(view, market) : null;
  const depth = needsDepth(view) ? store.depth.acquire(view.coinInfoId, market) : null;
  const sources = {
    feed: source,
    flow: flow?.source ?? (hasFlow(view) ? source.flow : null) ?? null,
    book: depth && ((depthPercent: number) => depth.lines(view.interval, depthPercent)),
  };
  const changes = new CandleChanges(view.indicators, sources, indicatorLoader, (reason) =>
    emit({ kind: 'viewFailed', view: id, reason }),
  );
  const older = (): Promise<void> => source.older();
  const heat =
    view.chart === undefined && depth && view.indicators.some(({ name, hidden }) => isHeatMap(name) && !hidden)
      ? depth.recorder.createWriter(depth.asOf, (update) => emit({ kind: 'heat', view: id, update }))
      : null;
  const live =
    view.chart === undefined
      ? new CandlesView(id, changes, heat)
      : charts.createView({ id, chart: view.chart, indicators: view.indicators, changes, depth, older, emit });
  source.listeners.add(changes);
  if (source.phase === 'idle' || source.phase === 'failed') void source.load(stampMs());
  const release = (): void => {
    source.listeners.delete(changes);
    acquired.release();
    flow?.release();
    depth?.release();
  };
  return {
    ...shown({ ...acquired, release }, live, () => store.statusOf(channelOf(view), source.isComplete)),
    older,
    showHeat: (span) => heat?.show(span),
  };
}
