// Views: subscriptions of the page to the worker's data, opened and closed with their components.
import { useEffect, useState } from 'react';
import type { HeatSpan } from '../../core/worker-protocol/heat-update.ts';
import type { View, ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import { marketWorker } from './market-worker.ts';

/** Receives the data of one view. */
export interface ViewSink {
  /**
   * A section of a kind (SECTION): `columns[at .. at + length)` without its head. The columns are valid only during the
   * call.
   */
  onSection(columns: Float64Array, at: number, length: number, kind: number): void;
  /** The worker could not serve the view. */
  onFailed(reason: string): void;
  /**
   * Status of the view: one of BOOK_STATE (loading until it was live), and when its data was last true, in ms of this
   * device's clock (NaN: unknown).
   */
  onStatus?(state: number, asOfMs: number): void;
  /** The worker itself drew the view's candles on its chart. */
  onDrawn?(candles: number): void;
}

/** An open view. */
export interface OpenView {
  readonly id: ViewId;
  /** Changes grouping or indicators of the same market. Another market or interval needs a new view. */
  change(view: View): void;
  /** Loads candles older than the first one. */
  loadOlder(): void;
  /** What is shown of the heat map, which `heat` events bring. */
  showHeat(span: HeatSpan): void;
  close(): void;
}

const sinks = new Map<ViewId, ViewSink>();
let lastId: ViewId = 0;

/** Opens a view; `sink` receives its sections until it is closed. Frames in flight for a closed view are dropped. */
export function openView(view: View, sink?: ViewSink): OpenView {
  const id = ++lastId;
  if (sink) sinks.set(id, sink);
  const failed = (error: unknown): void => sinks.get(id)?.onFailed(String(error));
  marketWorker().open(id, view).catch(failed);
  return {
    id,
    change: (next) => void marketWorker().change(id, next).catch(failed),
    loadOlder: () => void marketWorker().older(id).catch(failed),
    showHeat: (span) => void marketWorker().showHeat(id, span).catch(failed),
    close() {
      sinks.delete(id);
      void marketWorker().close(id);
    },
  };
}

/** The sink of an open view; undefined when it is closed or has none. */
export function sinkOf(id: ViewId): ViewSink | undefined {
  return sinks.get(id);
}

/**
 * Keeps `view` open while the component is mounted. A new market, interval or sink reopens it; any other difference
 * changes it in place. `sink` must be referentially stable.
 */
export function useView(view: View, sink?: ViewSink): void {
  const [slot] = useState(() => new ViewSlot());
  const text = JSON.stringify(view);
  useEffect(() => slot.show(text, sink), [slot, text, sink]);
  useEffect(() => () => slot.close(), [slot]);
}

/** The view of one component. Views are compared as JSON because every render creates a new object. */
class ViewSlot {
  #open: OpenView | null = null;
  #text = '';
  #sink: ViewSink | undefined;

  show(text: string, sink: ViewSink | undefined): void {
    const view: View = JSON.parse(text);
    if (this.#open && this.#sink === sink && identityOf(JSON.parse(this.#text)) === identityOf(view)) {
      if (this.#text !== text) this.#open.change(view);
    } else {
      this.close();
      this.#open = openView(view, sink);
    }
    this.#text = text;
    this.#sink = sink;
  }

  close(): void {
    this.#open?.close();
    this.#open = null;
  }
}

/** Identity of a view: views with the same identity are changed in place. */
function identityOf(view: View): string {
  if (view.kind === 'tickers' || view.kind === 'alerts') return view.kind;
  if (view.kind === 'channel') return `${view.channel} ${view.coinInfoId}`;
  return view.kind === 'candles'
    ? `${view.kind} ${view.coinInfoId} ${view.interval}`
    : `${view.kind} ${view.coinInfoId}`;
}
