// Fake platform: virtual clock, sockets and calls controlled by the test, a page that reads frames.
import type { CoinInfo } from '../../../core/instruments/instrument.ts';
import {
  BOOK_FIELD,
  CANDLES_FIELD,
  CANDLES_MODE,
  CANDLE_COLUMNS,
  type Frame,
  LEVEL_FIELD,
  CONNECTION_FIELD,
  VIEW_STATUS_FIELD,
  SECTION,
  SECTION_HEAD,
  TICKER_FIELD,
  LATENCY_FIELD,
  TRADE_FIELD,
  type ThreadEvent,
} from '../../../core/worker-protocol/worker-protocol.ts';
import type { CandleColumns, ChartIndicator, ChartSeries, ColumnsChange } from '../../../chart/api.ts';
import type { FlowColumns } from '../../../chart/order-flow/flow-columns.ts';
import type { HeatSource } from '../../../chart/heat-map/heat-tiles.ts';
import { INDICATORS } from '../../../workers/indicators/registry.ts';
import type { ChartListener, ChartPort, LazyModules } from '../../../workers/lazy-modules.ts';
import type { FramePort, Platform, PlatformSocket } from '../../../workers/platform.ts';
import { coin } from './coin.ts';
import { VirtualTimers } from './virtual-timers.ts';

export class FakeSocket implements PlatformSocket {
  onOpen = (): void => {};
  onText = (_text: string): void => {};
  onBytes = (_bytes: ArrayBuffer): void => {};
  protocol = '';
  onClose = (): void => {};
  /** What the worker sent, parsed. */
  sent: Record<string, unknown>[] = [];
  closed = false;
  readonly #platform: FakePlatform;

  constructor(platform: FakePlatform) {
    this.#platform = platform;
  }

  send(text: string): void {
    const message = JSON.parse(text) as Record<string, unknown>;
    this.sent.push(message);
    if (message['type'] === 'ping' && this.#platform.answersPings)
      queueMicrotask(() => this.receive({ type: 'pong', t: message['t'], ts: this.#platform.nowMs() }));
  }

  close(): void {
    this.closed = true;
  }

  receive(message: unknown): void {
    this.onText(typeof message === 'string' ? message : JSON.stringify(message));
  }

  ofType(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message['type'] === type);
  }
}

/** A chart that records its calls. */
export class FakeChart implements ChartSeries {
  readonly given: string[] = [];
  candles: CandleColumns | null = null;
  indicators: ChartIndicator[] = [];
  heatMap: HeatSource | null = null;
  readonly listener: ChartListener;

  constructor(listener: ChartListener) {
    this.listener = listener;
  }

  setCandles(columns: CandleColumns, change: ColumnsChange, added = 0): void {
    this.candles = columns;
    this.given.push(added > 0 ? `${change} ${added}` : change);
  }

  flow: FlowColumns | null = null;

  setOrderFlow(flow: FlowColumns | null): void {
    this.flow = flow;
  }

  setIndicators(indicators: ChartIndicator[]): void {
    this.indicators = indicators;
    this.given.push('lines');
  }

  setHeatMap(source: HeatSource | null): void {
    this.heatMap = source;
  }
}

export class FakePlatform implements Platform, LazyModules {
  chance = 0.5;
  readonly epoch = 1_700_000_000_000;
  readonly sockets: FakeSocket[] = [];
  /** Whether the exchange answers pings. */
  answersPings = true;
  /** Instruments of the exchange. */
  listed: CoinInfo[] = [coin(2)];
  /** Answers calls with the envelope's `data`, or throws: by default that list, and other lists are empty. */
  answer: (path: string, form: URLSearchParams) => unknown = (path) => ({
    list: path === '/coin/infos' ? this.listed : [],
  });
  readonly calls: { path: string; form: URLSearchParams; headers: Record<string, string> }[] = [];
  readonly #timers = new VirtualTimers();
  #sleptMs = 0;

  /** Sub-protocols that each socket offered. */
  readonly offered: string[][] = [];

  openSocket(_url: string, protocols: string[]): PlatformSocket {
    this.offered.push(protocols);
    const socket = new FakeSocket(this);
    this.sockets.push(socket);
    return socket;
  }

  /** ms since the start; also the monotonic clock. */
  get now(): number {
    return this.#timers.nowMs;
  }

  get socket(): FakeSocket {
    return this.sockets.at(-1)!;
  }

  async post(url: string, headers: Record<string, string>, body: string): Promise<unknown> {
    const path = url.replace('http://exchange', '');
    const form = new URLSearchParams(body);
    this.calls.push({ path, form, headers });
    return { code: 0, msg: '', data: await this.answer(path, form) };
  }

  nowMs(): number {
    return this.epoch + this.now + this.#sleptMs;
  }

  /** The device sleeps: the wall clock advances, the monotonic clock and timers stop. */
  sleep(ms: number): void {
    this.#sleptMs += ms;
  }

  stampMs(): number {
    return this.now;
  }

  after(delayMs: number, run: () => void): () => void {
    return this.#timers.after(delayMs, run);
  }

  /** Number of pending timers. */
  get pending(): number {
    return this.#timers.size;
  }

  onDisplayTick(run: () => void): void {
    this.after(Math.max(1, 16.7 - (this.now % 16.7)), run);
  }

  random(): number {
    return this.chance;
  }

  async loadIndicators(): Promise<typeof INDICATORS> {
    return INDICATORS;
  }

  /** Hosted charts, by their port. */
  readonly charts = new Map<ChartPort, FakeChart>();

  async hostChart(port: ChartPort, listener: ChartListener): Promise<ChartSeries> {
    if (port === 'broken') throw new Error('no canvas here');
    const chart = new FakeChart(listener);
    this.charts.set(port, chart);
    return chart;
  }

  /** Advances by `ms`: timers run in order, promises settle in between. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    do await settled();
    while (this.#timers.runNext(until));
    this.#timers.nowMs = until;
  }
}

/** Lets pending promises settle. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 12; i++) await Promise.resolve();
}

export interface SeenBook {
  state: number;
  seq: number;
  ts: number;
  group: number;
  bidLevels: number;
  askLevels: number;
  bids: number[][];
  asks: number[][];
}
export interface SeenCandles {
  total: number;
  hasMore: boolean;
  seam: number;
  columns: number[][];
  modes: number[];
}

/** The page's end of the frame port: parses every section strictly. */
export class FakeScreen implements FramePort {
  onReturn: FramePort['onReturn'] = () => {};
  frames = 0;
  readonly frameTimes: number[] = [];
  /** Frames whose buffers are not returned yet. */
  held: Frame[] = [];
  hold = false;
  connection: Record<keyof typeof CONNECTION_FIELD, number> | null = null;
  readonly events: ThreadEvent[] = [];
  readonly books = new Map<number, SeenBook>();
  readonly trades = new Map<number, number[][]>();
  /** Id of the last trade before an interruption, by view. */
  readonly tradeSeams = new Map<number, number>();
  /** State of each view with a status. */
  readonly viewStatuses = new Map<number, number>();
  readonly times: Record<keyof typeof LATENCY_FIELD, number>[] = [];
  readonly tickers = new Map<number, number[]>();
  readonly candles = new Map<number, SeenCandles>();
  /** Ticker rows of the last frame with a tickers section. */
  lastTickerRows = 0;
  readonly buffers = new Set<ArrayBufferLike>();
  /** Called for every book section. */
  onBook: (view: number, book: SeenBook) => void = () => {};
  readonly #clock: () => number;

  constructor(clock: () => number = () => 0) {
    this.#clock = clock;
  }

  post(frame: Frame): void {
    this.frames++;
    this.frameTimes.push(this.#clock());
    this.buffers.add(frame.columns.buffer);
    if (frame.no !== this.frames) throw new Error('frames out of order');
    let at = 0;
    while (at < frame.used) {
      const length = frame.columns[at + 2]!;
      this.#section(frame.columns[at]!, frame.columns[at + 1]!, frame.columns.slice(at + SECTION_HEAD, at + length));
      if (!(length >= SECTION_HEAD)) throw new Error('a section without length');
      at += length;
    }
    if (at !== frame.used) throw new Error('sections do not fill the frame');
    this.events.push(...frame.events);
    if (this.hold) this.held.push(frame);
    else queueMicrotask(() => this.onReturn({ no: frame.no, columns: frame.columns }));
  }

  returnFrames(): void {
    for (const { no, columns } of this.held.splice(0)) this.onReturn({ no, columns });
  }

  /** Returns only the oldest held frame. */
  returnOldestFrame(): void {
    const [oldest] = this.held.splice(0, 1);
    if (oldest) this.onReturn({ no: oldest.no, columns: oldest.columns });
  }

  #section(kind: number, view: number, data: Float64Array): void {
    if (kind === SECTION.connection) this.connection = named(CONNECTION_FIELD, data);
    else if (kind === SECTION.tickers) this.#readTickers(data);
    else if (kind === SECTION.book) this.#readBook(view, data);
    else if (kind === SECTION.trades) this.#readTrades(view, data);
    else if (kind === SECTION.viewStatus)
      for (const row of rows(data, 0, data.length / VIEW_STATUS_FIELD.size, VIEW_STATUS_FIELD.size))
        this.viewStatuses.set(row[VIEW_STATUS_FIELD.view]!, row[VIEW_STATUS_FIELD.state]!);
    else if (kind === SECTION.latency) this.times.push(named(LATENCY_FIELD, data));
    else if (kind === SECTION.candles) this.#readCandles(view, data);
    else throw new Error(`unknown section ${kind}`);
  }

  #readBook(view: number, data: Float64Array): void {
    const book = readBook(data);
    this.books.set(view, book);
    this.onBook(view, book);
  }

  #readTrades(view: number, data: Float64Array): void {
    this.trades.set(view, rows(data, 1, data[0]!, TRADE_FIELD.size));
    this.tradeSeams.set(view, data[1 + data[0]! * TRADE_FIELD.size]!);
  }

  #readTickers(data: Float64Array): void {
    const list = rows(data, 1, data[0]!, TICKER_FIELD.size);
    this.lastTickerRows = list.length;
    for (const row of list) this.tickers.set(row[TICKER_FIELD.id]!, row);
  }

  #readCandles(view: number, data: Float64Array): void {
    const f = named(CANDLES_FIELD, data);
    const width = CANDLE_COLUMNS + f.lines;
    if (data.length !== CANDLES_FIELD.size + width * f.count) throw new Error('candles section of a wrong length');
    const seen = this.candles.get(view) ?? { total: 0, hasMore: false, seam: 0, columns: [], modes: [] };
    const fresh = Array.from({ length: width }, (_, i) => [
      ...data.subarray(CANDLES_FIELD.size + i * f.count, CANDLES_FIELD.size + (i + 1) * f.count),
    ]);
    if (f.mode === CANDLES_MODE.reset) seen.columns = fresh;
    else if (f.mode === CANDLES_MODE.prepend) seen.columns = fresh.map((column, i) => [...column, ...seen.columns[i]!]);
    else {
      if (f.first > seen.columns[0]!.length) throw new Error('a tail that leaves a hole');
      seen.columns = fresh.map((column, i) => [
        ...seen.columns[i]!.slice(0, f.first),
        ...column,
        ...seen.columns[i]!.slice(f.first + f.count),
      ]);
    }
    seen.modes.push(f.mode);
    seen.total = f.total;
    seen.hasMore = f.hasMore === 1;
    seen.seam = f.seam;
    if (seen.columns[0]!.length !== f.total)
      throw new Error(`candles of ${seen.columns[0]!.length} rows that say ${f.total}`);
    this.candles.set(view, seen);
  }
}

/** Names and places of a section's fields, listed once: a test reads hundreds of thousands of sections. */
const fieldLists = new WeakMap<object, [name: string, at: number][]>();

function named<F extends Record<string, number>>(fields: F, data: Float64Array): Record<keyof F, number> {
  let list = fieldLists.get(fields);
  if (!list) fieldLists.set(fields, (list = Object.entries(fields).filter(([name]) => name !== 'size')));
  const values: Record<string, number> = {};
  for (const [name, at] of list) values[name] = data[at]!;
  return values as Record<keyof F, number>;
}

function rows(data: Float64Array, at: number, count: number, width: number): number[][] {
  if (data.length < at + count * width) throw new Error('a section too short for its rows');
  const list: number[][] = [];
  for (let from = at; list.length < count; from += width) {
    const row: number[] = [];
    for (let field = from; field < from + width; field += 1) row.push(data[field]!);
    list.push(row);
  }
  return list;
}

function readBook(data: Float64Array): SeenBook {
  const f = named(BOOK_FIELD, data);
  const bids = rows(data, BOOK_FIELD.size, f.bids, LEVEL_FIELD.size);
  return { ...f, bids, asks: rows(data, BOOK_FIELD.size + f.bids * LEVEL_FIELD.size, f.asks, LEVEL_FIELD.size) };
}
