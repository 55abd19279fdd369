// The page's views: opens them on their market data, and again when instruments or code arrive.
import { errorMessage } from '../../core/errors/error-message.ts';
import type { HeatSpan } from '../../core/worker-protocol/heat-update.ts';
import type { View, ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import type { InstrumentRegistry } from '../instruments/instrument-registry.ts';
import { type OpenView, type ViewDeps, channelOf, isSameMarket, openView, refuseView } from './open-view.ts';

/** `open` is null while the view waits for the instruments or for code. */
export interface RegisteredView {
  view: View;
  open: OpenView | null;
}

export interface ViewRegistryDeps extends ViewDeps {
  registry: InstrumentRegistry;
  /** Called when the channels that views need may have changed. */
  reconcile(): void;
  /** Called when an event must reach the page without other changes. */
  markDirty(): void;
}

export class ViewRegistry {
  readonly #entries = new Map<ViewId, RegisteredView>();
  readonly #deps: ViewRegistryDeps;

  constructor(deps: ViewRegistryDeps) {
    this.#deps = deps;
  }

  /** Views in the order in which they are written. */
  get entries(): Map<ViewId, RegisteredView> {
    return this.#entries;
  }

  /** Throws Error with a sentence for the user when the view cannot be opened. */
  open(id: ViewId, view: View): void {
    const refusal = this.#entries.has(id) ? `View ${id} is open already.` : refuseView(view);
    if (refusal !== null) throw new Error(refusal);
    this.#entries.set(id, { view, open: this.#attach(id, view, false) });
    this.#deps.reconcile();
  }

  /** Throws Error as `open` does; the old view stays then. */
  change(id: ViewId, view: View): void {
    const old = this.#entries.get(id);
    const refusal = old ? refuseView(view) : `There is no view ${id}.`;
    if (refusal !== null) throw new Error(refusal);
    // The new view is attached first, so that sources used by both stay open.
    const isShown = old?.open != null && isSameMarket(view, old.view);
    this.#entries.set(id, { view, open: this.#attach(id, view, isShown) });
    old?.open?.release();
    this.#deps.reconcile();
  }

  close(id: ViewId): void {
    this.#entries.get(id)?.open?.release();
    this.#entries.delete(id);
    this.#deps.reconcile();
  }

  /** Loads older candles of a candles view. */
  async older(id: ViewId): Promise<void> {
    await this.#entries.get(id)?.open?.older?.();
  }

  /** What the page shows of a candles view's heat map. */
  showHeat(id: ViewId, span: HeatSpan): void {
    this.#entries.get(id)?.open?.showHeat?.(span);
    this.#deps.markDirty();
  }

  /** Releases the views of these markets, whose price and lot grids changed. */
  releaseMarkets(ids: ReadonlySet<number>): void {
    this.#deps.store.depth.drop(ids);
    for (const entry of this.#entries.values()) {
      if (!('coinInfoId' in entry.view) || !ids.has(entry.view.coinInfoId)) continue;
      entry.open?.release();
      entry.open = null;
    }
  }

  /** Attaches views that waited for instruments or for code. */
  attachPending(): void {
    for (const [id, entry] of this.#entries) entry.open ??= this.#attachPending(id, entry.view);
    this.#deps.reconcile();
  }

  /** Reports the exchange's refusal of a channel to its views. */
  onChannelRefused(key: string, reason: string): void {
    for (const [id, { view, open }] of this.#entries)
      if (open && channelOf(view) === key) this.#deps.emit({ kind: 'viewFailed', view: id, reason });
  }

  /** Whether an alerts view needs the channel. */
  hasAlertsOn(key: string): boolean {
    return [...this.#entries.values()].some(({ view }) => view.kind === 'alerts' && channelOf(view) === key);
  }

  #attach(id: ViewId, view: View, isShown: boolean): OpenView | null {
    const { store, registry } = this.#deps;
    if (!registry.infos) return null;
    if (!store.isLoadedFor(view)) {
      store.loadFor(view).then(
        () => this.attachPending(),
        (error: unknown) => this.#onFailed(id, error),
      );
      return null;
    }
    const market = 'coinInfoId' in view ? registry.markets.get(view.coinInfoId) : undefined;
    return openView({ id, view, market, alreadyShown: isShown }, this.#deps);
  }

  /** A market that turns out to be unknown is reported as an event: `open` has returned already. */
  #attachPending(id: ViewId, view: View): OpenView | null {
    try {
      return this.#attach(id, view, false);
    } catch (error) {
      this.#onFailed(id, error);
      return null;
    }
  }

  #onFailed(view: ViewId, error: unknown): void {
    this.#deps.emit({ kind: 'viewFailed', view, reason: errorMessage(error) });
    this.#deps.markDirty();
  }
}
