// Writes frames of the market worker to signals; the only writer of market state.
import { batch, effect } from '@preact/signals-react';
import {
  type Frame,
  type MarketConfig,
  VIEW_STATUS_FIELD,
  SECTION,
  SECTION_HEAD,
  type ThreadEvent,
} from '../../../core/worker-protocol/worker-protocol.ts';
import {
  type MarketWorkerClient,
  connectMarketWorker,
  startMarketWorker,
  watchPageLifecycle,
} from '../../api/market-worker.ts';
import { sinkOf } from '../../api/view-subscription.ts';
import { instruments, setInstruments } from './instruments.ts';
import { applyConnection, markWorkerLost, watchAge } from './connection.ts';
import { applyTickers, setTickerInstruments } from './tickers.ts';

type Listener = (event: ThreadEvent) => void;
const listeners = new Set<Listener>();

/** Subscribes to events of frames (orders, balances, notices). Returns a function that unsubscribes. */
export function onThreadEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Starts the worker (or uses `market`) and receives its frames. Called once, before the first view opens. */
export function startReceiving(
  config: MarketConfig,
  market: MarketWorkerClient = startMarketWorker(handleWorkerError),
): () => void {
  connectMarketWorker(market, config, receiveFrame);
  const stops = [
    watchAge(),
    watchPageLifecycle(document, window),
    effect(() => setTickerInstruments(instruments.value.values())),
  ];
  return () => stops.forEach((stop) => stop());
}

/**
 * Applies one frame: new instruments first, then all its sections in one batch, then its events in order. Throws on a
 * malformed section.
 */
export function receiveFrame(frame: Frame): void {
  // Instruments first: the columns use the tick sizes of the list in the same frame.
  for (const event of frame.events) if (event.kind === 'instruments') setInstruments(event.infos);
  batch(() => {
    forEachSection(frame, receiveSection);
  });
  for (const event of frame.events) dispatch(event);
}

/** Visits the sections of a frame. Throws on a malformed one. */
export function forEachSection(
  { no, columns, used }: Frame,
  visit: (columns: Float64Array, at: number, length: number) => void,
): void {
  for (let at = 0; at < used;) {
    const length = columns[at + 2] ?? 0;
    if (!(length >= SECTION_HEAD) || at + length > used) throw new Error(`frame ${no}: malformed section at ${at}`);
    visit(columns, at, length);
    at += length;
  }
}

function receiveSection(columns: Float64Array, at: number, length: number): void {
  const kind = columns[at] ?? 0;
  const body = at + SECTION_HEAD;
  if (kind === SECTION.connection) applyConnection(columns, body, Date.now());
  else if (kind === SECTION.viewStatus) applyViewStatus(columns, body, at + length);
  else if (kind === SECTION.latency) latencyListener(columns, body);
  else if (kind === SECTION.tickers) applyTickers(columns, body);
  else sinkOf(columns[at + 1] ?? 0)?.onSection(columns, body, length - SECTION_HEAD, kind);
}

function applyViewStatus(columns: Float64Array, from: number, end: number): void {
  for (let at = from; at < end; at += VIEW_STATUS_FIELD.size) {
    sinkOf(columns[at + VIEW_STATUS_FIELD.view] ?? 0)?.onStatus?.(
      columns[at + VIEW_STATUS_FIELD.state] ?? 0,
      columns[at + VIEW_STATUS_FIELD.asOf] ?? NaN,
    );
  }
}

/**
 * Called with the latency of a frame's messages: `columns[at]` has the layout of LATENCY_FIELD and is valid during the
 * call.
 */
let latencyListener = (_columns: Float64Array, _at: number): void => {};
export function onFrameLatency(listener: typeof latencyListener): void {
  latencyListener = listener;
}

function dispatch(event: ThreadEvent): void {
  if (event.kind === 'viewFailed') sinkOf(event.view)?.onFailed(event.reason);
  if (event.kind === 'viewDrawn') sinkOf(event.view)?.onDrawn?.(event.candles);
  for (const listener of listeners) listener(event);
}

/** The worker cannot load, or threw: nothing more arrives. */
export function handleWorkerError(message: string): void {
  console.error(message);
  markWorkerLost();
}
