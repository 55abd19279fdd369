// Views: what the screen wants from the worker, opened and closed with the components that show it.
import { useEffect, useState } from 'react';
import type { View, ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import { market } from './market-worker.ts';

/** Where the sections of one view go. */
export interface ViewSink {
  /** A section: `columns[at .. at + length)` without its head. The columns are gone after the call. */
  section(columns: Float64Array, at: number, length: number): void;
  /** The worker could not serve the view. */
  failed(reason: string): void;
  /**
   * Whether what the view shows is verified (one of BOOK_STATE; a view is loading until it was live), and when it was
   * true last, in ms of this device's clock (NaN: not known).
   */
  pane?(state: number, asOfMs: number): void;
  /** The worker drew the view's candles itself. */
  drawn?(candles: number): void;
}

/** An open view. */
export interface OpenView {
  readonly id: ViewId;
  /** Other grouping or indicators of the same market; a different market or interval is a view of its own. */
  change(view: View): void;
  /** Asks for candles older than the first. */
  older(): void;
  close(): void;
}

const sinks = new Map<ViewId, ViewSink>();
let lastId: ViewId = 0;

/** Opens a view; its sections reach `sink` until it is closed. Frames under way for a closed view are dropped. */
export function openView(view: View, sink?: ViewSink): OpenView {
  const id = ++lastId;
  if (sink) sinks.set(id, sink);
  const failed = (error: unknown): void => sinks.get(id)?.failed(String(error));
  market().open(id, view).catch(failed);
  return {
    id,
    change: (next) => void market().change(id, next).catch(failed),
    older: () => void market().older(id).catch(failed),
    close() {
      sinks.delete(id);
      void market().close(id);
    },
  };
}

/** The sink of an open view; undefined when it was closed, or wants no sections of its own. */
export function sinkOf(id: ViewId): ViewSink | undefined {
  return sinks.get(id);
}

/**
 * Keeps `view` open while the component is mounted. A new market, interval or sink closes and opens; any other
 * difference changes the view in place. `sink` must be stable.
 */
export function useView(view: View, sink?: ViewSink): void {
  const [slot] = useState(() => new ViewSlot());
  const text = JSON.stringify(view);
  useEffect(() => slot.show(text, sink), [slot, text, sink]);
  useEffect(() => () => slot.close(), [slot]);
}

/** The view of one component. Views are compared as text: they are made anew at every render. */
class ViewSlot {
  private open: OpenView | null = null;
  private text = '';
  private sink: ViewSink | undefined;

  show(text: string, sink: ViewSink | undefined): void {
    const view: View = JSON.parse(text);
    if (this.open && this.sink === sink && ownerOf(JSON.parse(this.text)) === ownerOf(view)) {
      if (this.text !== text) this.open.change(view);
    } else {
      this.close();
      this.open = openView(view, sink);
    }
    this.text = text;
    this.sink = sink;
  }

  close(): void {
    this.open?.close();
    this.open = null;
  }
}

/** What makes a view another one rather than a changed one. */
function ownerOf(view: View): string {
  if (view.kind === 'tickers' || view.kind === 'alerts') return view.kind;
  if (view.kind === 'channel') return `${view.channel} ${view.coinInfoId}`;
  return view.kind === 'candles'
    ? `${view.kind} ${view.coinInfoId} ${view.interval}`
    : `${view.kind} ${view.coinInfoId}`;
}
