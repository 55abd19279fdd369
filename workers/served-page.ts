// One page that the pipeline serves: its views, hosted charts and frames, at its own pace.
import type { ThreadEvent, ViewId, Wake } from '../core/worker-protocol/worker-protocol.ts';
import type { Connection } from './connection/connection.ts';
import { FrameLatency } from './frames/frame-latency.ts';
import { type FrameClock, FrameScheduler } from './frames/frame-scheduler.ts';
import type { LazyModules } from './lazy-modules.ts';
import type { FramePort, Platform } from './platform.ts';
import { FrameSections } from './views/frame-sections.ts';
import { HostedCharts } from './views/hosted-charts.ts';
import { ViewRegistry, type ViewRegistryDeps } from './views/view-registry.ts';

/** What pages share. */
export interface PageDeps extends Omit<ViewRegistryDeps, 'charts' | 'emit' | 'markDirty'> {
  platform: Platform & LazyModules;
  connection: Connection;
  resyncs(): number;
  malformed(): number;
}

export class ServedPage {
  readonly views: ViewRegistry;
  readonly charts: HostedCharts;
  readonly latency: FrameLatency;
  readonly scheduler: FrameScheduler;
  /** Whether the page is not seen. */
  isHidden = false;
  readonly #sections: FrameSections;

  /** `clock` paces the page's frames. */
  constructor(deps: PageDeps, clock: FrameClock, port: FramePort) {
    const { platform, connection } = deps;
    const markDirty = (): void => this.markDirty();
    this.latency = new FrameLatency(connection.clock);
    this.charts = new HostedCharts(platform, markDirty);
    this.views = new ViewRegistry({
      ...deps,
      charts: this.charts,
      emit: (event) => this.addEvent(event),
      markDirty,
    });
    this.#sections = new FrameSections(platform, connection, this.latency, deps);
    this.scheduler = new FrameScheduler(clock, port, (writer, paintMs) =>
      this.#sections.write(writer, this.views.entries, paintMs, this.scheduler.saving),
    );
  }

  markDirty(): void {
    this.scheduler.markDirty();
  }

  addEvent(event: ThreadEvent): void {
    this.scheduler.addEvent(event);
  }

  /** The next frame has the state of the connection. */
  onConnectionChanged(): void {
    this.#sections.onConnectionChanged();
    this.markDirty();
  }

  close(id: ViewId): void {
    this.#sections.onViewClosed(id);
    this.views.close(id);
  }

  async older(id: ViewId): Promise<void> {
    await this.views.older(id);
    this.markDirty();
  }

  onWake(reason: Wake): void {
    if (reason === 'hidden') this.isHidden = true;
    if (reason === 'visible' || reason === 'restored') this.isHidden = false;
  }

  /** The page is gone: releases what it had open. */
  dispose(): void {
    for (const id of this.views.entries.keys()) this.close(id);
  }
}
