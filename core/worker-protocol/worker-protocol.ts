// Protocol between page and market worker: the page's calls, and the layout of the worker's frames.
//
// Calls go through Comlink, tens of microseconds each: they are for intents, never for data. Data comes as frames over
// a separate MessagePort: at most one a display tick, one transferred Float64Array each, at most MAX_FRAMES_IN_FLIGHT
// unacknowledged.
import type { Asset } from '../endpoints/asset.ts';
import type { Envelope } from '../endpoints/endpoints.ts';
import type { CoinInfo } from '../instruments/instrument.ts';
import type { SpotOrder } from '../orders/spot-order.ts';
import type { ChartInterval } from '../units/time.ts';
import type { HeatSpan, HeatUpdate } from './heat-update.ts';

/** Addresses of the exchange, and the language of calls. */
export interface MarketConfig {
  /** ws: or wss: address of the feed. */
  socketUrl: string;
  /** http: or https: address in front of every call's path. */
  apiBase: string;
  /** Accept-Language of the worker's own calls. */
  language: string;
}

/** The price of a market for a page whose app is still being loaded, in the style of the page's language. */
export interface EarlyPrice {
  pair: string;
  last: string;
  /** How long it counts as live without further word. */
  liveMs: number;
}

/** What the worker posts, beside its answers, until the app has started. */
export interface EarlyMessage {
  earlyPrice: EarlyPrice | null;
}

/** A requested indicator: its name in the registry and its parameters. */
export interface IndicatorSpec {
  name: string;
  params: number[];
  /** Names of colour tokens for its lines, in their order; the usual ones where missing. */
  colors?: string[];
  /** Named in the legend, but not drawn. */
  hidden?: boolean;
}

/** Something the page shows. The worker subscribes only to what the open views need. */
export type View =
  | { kind: 'tickers' }
  /** Price alerts: `alertTriggered` events, no sections. */
  | { kind: 'alerts'; levels: readonly PriceLevel[] }
  /** `groupTicks` joins levels into steps of that many ticks; `rows` is the number of joined levels a side. */
  | { kind: 'book'; coinInfoId: number; depth: number; interval: number; groupTicks: number; rows: number }
  /** `leastWorth`: those worth at least so many quote units alone. */
  | { kind: 'trades'; coinInfoId: number; rows: number; leastWorth?: number }
  /** A slow channel of one market, passed on as `channel` events. */
  | { kind: 'channel'; channel: MarketChannel; coinInfoId: number }
  /** With `chart` the worker draws them on that hosted chart and sends no sections, only `viewDrawn` events. */
  | { kind: 'candles'; coinInfoId: number; interval: ChartInterval; indicators: IndicatorSpec[]; chart?: ChartNo };
/** A price alert in ticks; `above`: it triggers at or above that price, else at or below it. */
export interface PriceLevel {
  coinInfoId: number;
  priceTicks: number;
  above: boolean;
}
/** Slow channels of a market (about one message a second) that a view may follow. */
type MarketChannel = 'mark' | 'qtTicks';
/** Channels the worker passes on without validating them; the page validates them by their schemas. */
export type SlowChannel = MarketChannel | 'contracts' | 'positions' | 'qtOrders' | 'notices';
/**
 * Number of a view: chosen by the page, from 1 up and never reused, so that frames may arrive before `open` has
 * answered.
 */
export type ViewId = number;
/** Number of a chart that the worker draws: chosen by the page, from 1 up and never reused. */
export type ChartNo = number;

/** Change of the page's state; each may be the first sign of a dead socket. */
export type Wake = 'online' | 'offline' | 'visible' | 'hidden' | 'restored';

/** A call of the page on the feed's socket; `form` has every value as text. */
export interface SocketCall {
  path: string;
  form: Record<string, string>;
  token: string;
  /** Accept-Language of the answer. */
  language: string;
}
/** `answer` is null when the connection was lost before it: whether the call arrived is unknown. */
export type SocketReply = { sent: false } | { sent: true; answer: Envelope | null };

/** The worker's interface, through Comlink. `Port` is the platform's MessagePort, unknown to core. */
export interface MarketWorker<Port> {
  /** Starts the pipeline. `port` carries frames out and answers (FrameAck) in. Called once. */
  start(config: MarketConfig, port: Port): Promise<void>;
  /** Sets the session's token, null after logout; private channels follow it. */
  setSession(token: string | null): Promise<void>;
  /**
   * The current instruments. The worker refetches them on every connection and sends changes as `instruments` events.
   * Throws Error when the exchange cannot be reached.
   */
  instruments(): Promise<CoinInfo[]>;
  /** Opens `view` as number `id`. Throws Error when it is invalid. */
  open(id: ViewId, view: View): Promise<void>;
  /** Replaces an open view in place (other grouping, other indicators) without losing what it shows. */
  change(id: ViewId, view: View): Promise<void>;
  close(id: ViewId): Promise<void>;
  /**
   * Loads candles older than the first of a candles view; they arrive as a frame. Does nothing while such a load runs,
   * or without older candles.
   */
  older(id: ViewId): Promise<void>;
  /** What a page that draws a view's heat map itself shows of it from now on; `heat` events bring that. */
  showHeat(id: ViewId, span: HeatSpan): Promise<void>;
  wake(reason: Wake): Promise<void>;
  /** Makes a call on the feed's socket, if that is open with the caller's session. */
  call(call: SocketCall): Promise<SocketReply>;
  /** Saves power and data: at most four frames a second. */
  setSaving(saving: boolean): Promise<void>;
  /** The last ten minutes of public frames as a file (gzip). Throws Error before anything was recorded. */
  recording(): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Hosts a chart on the canvas that arrives at `port` (chart/hosts/worker-host.ts), for candles views that name it.
   * Resolves when it is loaded, throws Error when the worker cannot draw. The page disposes it through the port.
   */
  hostChart(chart: ChartNo, port: Port): Promise<void>;
}

/** A worker that further windows of the user share. */
export interface SharedMarketWorker<Port> extends MarketWorker<Port> {
  /**
   * Serves a further window of the user over the same connection and session: answers its calls at `port`, all but
   * `setSession`, `hostChart` and `share`. The window holds the Web Lock `lock`; its views are released when that is
   * free. This thread holds `workerLock(lock)` meanwhile, so that the window notices the end of the worker.
   */
  share(port: Port, lock: string): Promise<void>;
}

/** Name of the Web Lock that a worker holds while it serves the window that holds `lock`. */
export function workerLock(lock: string): string {
  return `${lock}-worker`;
}

/** State of the socket, in `Link.state`. */
export const LINK = { idle: 0, connecting: 1, open: 2, closed: 3 } as const;
/**
 * State of a book, and of any view's data. live: verified, which means that its own snapshot arrived on this connection
 * and nothing was missed since. repairing: waiting for that, with the last consistent data. loading: never verified so
 * far.
 */
export const BOOK_STATE = { loading: 0, live: 1, repairing: 2 } as const;

/** Most frames in flight before the worker waits for a buffer to return. */
export const MAX_FRAMES_IN_FLIGHT = 3;

/** One frame: `columns[0 .. used)` contains sections one after another. `events` are in order. */
export interface Frame {
  no: number;
  columns: Float64Array;
  used: number;
  events: ThreadEvent[];
}
/** The page's acknowledgement of a frame: returns its buffer for reuse. */
export interface FrameAck {
  no: number;
  columns: Float64Array;
}

/** Infrequent events, which are not columns. */
export type ThreadEvent =
  | { kind: 'order'; order: SpotOrder }
  | { kind: 'balances'; assets: Asset[] }
  /**
   * Data of a slow or private channel as it came; `contracts` are contract orders. `coinInfoId` is 0 where the channel
   * is of no market.
   */
  | { kind: 'channel'; channel: SlowChannel; coinInfoId: number; snapshot: boolean; data: unknown }
  /** Private messages may have been missed (reconnect, gap): refetch orders and balances. */
  | { kind: 'accountInvalidated' }
  /** The exchange no longer knows `token` (-1000): the page may have another one by now. */
  | { kind: 'sessionEnded'; token: string }
  /**
   * The exchange changed its instruments. Every section from this frame on uses the new ones: apply the list before the
   * frame's columns.
   */
  | { kind: 'instruments'; infos: CoinInfo[] }
  | { kind: 'notice'; event: 'shutdown' | 'maintenance' | 'reset'; at: number }
  /** Tiles of the past begin or end to be refused at this address (1421). */
  | { kind: 'past'; isRefused: boolean }
  /** A last price reached a level of an alerts view; sent once per level. */
  | { kind: 'alertTriggered'; view: ViewId; level: PriceLevel }
  /** A view with a hosted chart was redrawn completely: its number of candles, 0 for a market without any. */
  | { kind: 'viewDrawn'; view: ViewId; candles: number }
  /** Tiles of the heat map of a view whose chart the page draws. */
  | { kind: 'heat'; view: ViewId; update: HeatUpdate }
  /** A view's candles could not be loaded, its channel was refused, or its market is gone; the page may retry. */
  | { kind: 'viewFailed'; view: ViewId; reason: string };

/**
 * A section starts with three numbers: its kind, its view (0: none), and its total length in numbers. All prices and
 * amounts in tickers, book and trades are whole ticks and lots; NaN means "unknown".
 */
export const SECTION = {
  connection: 1,
  tickers: 2,
  book: 3,
  trades: 4,
  candles: 5,
  viewStatus: 6,
  latency: 7,
  flow: 8,
} as const;
export const SECTION_HEAD = 3;

/**
 * connection: offsets after the head. Times in ms since the epoch (worker clock); `lastReceived` is the exchange time
 * of the newest message received, NaN while unknown; `offset` is server minus worker clock.
 */
export const CONNECTION_FIELD = {
  state: 0,
  since: 1,
  lastReceived: 2,
  rtt: 3,
  offset: 4,
  messages: 5,
  bytes: 6,
  resyncs: 7,
  malformed: 8,
  size: 9,
} as const;

/** tickers: `count`, then `count` rows of these. `vol` (base) and `amount` (quote) are statistics, in coins. */
export const TICKER_FIELD = {
  id: 0,
  last: 1,
  open: 2,
  high: 3,
  low: 4,
  vol: 5,
  amount: 6,
  bid: 7,
  ask: 8,
  ts: 9,
  size: 10,
} as const;

/** book: these, then `bids` rows, then `asks` rows, best first, of LEVEL_FIELD. `ts` is the engine's stamp. */
export const BOOK_FIELD = {
  state: 0,
  seq: 1,
  ts: 2,
  group: 3,
  bids: 4,
  asks: 5,
  bidLevels: 6,
  askLevels: 7,
  size: 8,
} as const;
/** One joined level; `total` is the sum of lots from the best level to this one. */
export const LEVEL_FIELD = { price: 0, lots: 1, total: 2, size: 3 } as const;

/**
 * trades: `count`, then rows, newest first: all rows of the view. `side` is the taker's: 1 buy, 2 sell. After the rows
 * the id of the last trade received before the feed was interrupted; 0 without an interruption.
 */
export const TRADE_FIELD = { id: 0, price: 1, lots: 2, side: 3, ts: 4, size: 5 } as const;

/**
 * candles: these, then six columns of `count` values (time in ms, open, high, low, close, volume), then `lines` columns
 * of indicator values in the order of the view's indicators and their lines. Prices in quote units, volume in base
 * coins; NaN is no value.
 * `mode` is one of CANDLES_MODE; `first` is the index of the first row in the whole series after the change, `total`
 * its length.
 * `seam` is the time of the last candle received before the feed was interrupted, those after it were fetched; 0
 * without an interruption. After the columns the times of all candles before which trades are missing, `seams` of them.
 */
export const CANDLES_FIELD = {
  mode: 0,
  first: 1,
  count: 2,
  total: 3,
  lines: 4,
  hasMore: 5,
  seam: 6,
  seams: 7,
  size: 8,
} as const;
export const CANDLE_COLUMNS = 6;
/**
 * reset: rows replace everything. tail: rows from `first` on replace or append. prepend: rows go in front (`first` =
 * 0).
 */
export const CANDLES_MODE = { reset: 0, tail: 1, prepend: 2 } as const;

/**
 * flow, of a candles view whose chart the page draws: these, then of each of `bars` bars its start (ms), first level,
 * number of levels, and 1 where trades of it were not recorded, column after column; then the lots that were sold at
 * all `cells` levels of these bars, and the lots that were bought. They replace bars of the same start.
 * `reset`: 1 when no other bars exist any more. `levelPrice` and `tickPrice` are the height of a level and a tick in
 * quote units, `lotCoins` a lot in base coins.
 */
export const FLOW_FIELD = { reset: 0, bars: 1, cells: 2, levelPrice: 3, tickPrice: 4, lotCoins: 5, size: 6 } as const;

/**
 * viewStatus: rows of these, for views that changed. `state` is one of BOOK_STATE; `asOf` is when the view's data was
 * last current, by the exchange's stamps, in ms since the epoch on the worker's clock: never later than it was; NaN
 * while unknown.
 */
export const VIEW_STATUS_FIELD = { view: 0, state: 1, asOf: 2, size: 3 } as const;

/**
 * latency: time the frame's oldest message spent, in ms: in the exchange (its engine's stamp to publishing), on the
 * network (by the exchange's clock as this worker knows it), in the worker. `sent` is when the frame left, ms since the
 * epoch by the worker's clock.
 */
export const LATENCY_FIELD = { exchange: 0, wire: 1, worker: 2, sent: 3, size: 4 } as const;
