// Where frames become signals: the only writer of market state.
import { batch, effect } from '@preact/signals-react';
import {
  type Frame,
  type MarketConfig,
  VIEW_STATUS_FIELD,
  SECTION,
  SECTION_HEAD,
  type ThreadEvent,
} from '../../../core/worker-protocol/worker-protocol.ts';
import { type Market, joinMarket, spawnMarket, watchWake } from '../../api/market-worker.ts';
import { sinkOf } from '../../api/view.ts';
import { instruments, setInstruments } from './instruments.ts';
import { applyLink, onWorkerLost, watchAge } from './connection.ts';
import { applyTickers, describeTickers } from './tickers.ts';

type Listener = (event: ThreadEvent) => void;
const listeners = new Set<Listener>();

/** Hears the rare things that frames carry (orders, balances, notices); answers with the way to stop. */
export function onThreadEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Starts the worker (or joins `market`) and lets its frames in. Called once, before the first view opens. */
export function startReceiving(config: MarketConfig, market: Market = spawnMarket(workerDied)): () => void {
  joinMarket(market, config, receive);
  const stops = [watchAge(), watchWake(document, window), effect(() => describeTickers(instruments.value.values()))];
  return () => stops.forEach((stop) => stop());
}

/**
 * Writes one frame: new instruments first, then all its sections in one batch, then its events in order. Throws on a
 * section that is no section.
 */
export function receive(frame: Frame): void {
  // First: the columns are on the grids of the list that came with them.
  for (const event of frame.events) if (event.kind === 'instruments') setInstruments(event.infos);
  batch(() => {
    eachSection(frame, receiveSection);
  });
  for (const event of frame.events) dispatch(event);
}

/** Walks over the sections of a frame. Throws on one that is no section. */
export function eachSection(
  { no, columns, used }: Frame,
  take: (columns: Float64Array, at: number, length: number) => void,
): void {
  for (let at = 0; at < used;) {
    const length = columns[at + 2] ?? 0;
    if (!(length >= SECTION_HEAD) || at + length > used) throw new Error(`frame ${no}: broken section at ${at}`);
    take(columns, at, length);
    at += length;
  }
}

function receiveSection(columns: Float64Array, at: number, length: number): void {
  const kind = columns[at] ?? 0;
  const body = at + SECTION_HEAD;
  if (kind === SECTION.connection) applyLink(columns, body, Date.now());
  else if (kind === SECTION.viewStatus) applyPanes(columns, body, at + length);
  else if (kind === SECTION.latency) onTimes(columns, body);
  else if (kind === SECTION.tickers) applyTickers(columns, body);
  else sinkOf(columns[at + 1] ?? 0)?.section(columns, body, length - SECTION_HEAD);
}

function applyPanes(columns: Float64Array, from: number, end: number): void {
  for (let at = from; at < end; at += VIEW_STATUS_FIELD.size) {
    sinkOf(columns[at + VIEW_STATUS_FIELD.view] ?? 0)?.pane?.(
      columns[at + VIEW_STATUS_FIELD.state] ?? 0,
      columns[at + VIEW_STATUS_FIELD.asOf] ?? NaN,
    );
  }
}

/**
 * Receives the latency of a frame's messages: `columns[at]` is laid out as LATENCY_FIELD describes, and is valid until
 * the call returns.
 */
let onTimes = (_columns: Float64Array, _at: number): void => {};
export function onFrameTimes(listener: typeof onTimes): void {
  onTimes = listener;
}

function dispatch(event: ThreadEvent): void {
  if (event.kind === 'viewFailed') sinkOf(event.view)?.failed(event.reason);
  if (event.kind === 'viewDrawn') sinkOf(event.view)?.drawn?.(event.candles);
  for (const listener of listeners) listener(event);
}

function workerDied(message: string): void {
  console.error(message);
  onWorkerLost();
}
