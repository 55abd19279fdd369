// Modules of the worker that are loaded on demand, each a bundle of its own.
import type { ChartSeries } from '../chart/api.ts';
import type { MsgpackDecoder } from './decode/msgpack-decoder.ts';
import type { FollowBook } from './depth-history/depth-store.ts';
import type { Indicators } from './indicators/kit/indicator.ts';
import type { CreateObserver } from './recorder/frame-observer.ts';
import type { Tiles } from './tiles/tile-loader.ts';

/** The MessagePort of a chart; only the chart's host knows its type. */
export type ChartPort = unknown;

/** Events of a hosted chart. */
export interface ChartListener {
  /** The user panned near the first candle. */
  needOlder(): void;
  disposed(): void;
}

export interface LazyModules {
  /** Hosts a chart on the canvas that arrives at `port`; rejects where this thread cannot draw. */
  hostChart(port: ChartPort, listener: ChartListener): Promise<ChartSeries>;
  loadIndicators(): Promise<Indicators>;
  /** The MessagePack decoder; without it the feed uses JSON. */
  loadMsgpack?(): Promise<MsgpackDecoder>;
  /** An observer of received messages; without one there is no recording. */
  loadObserver?(): Promise<CreateObserver>;
  /**
   * A loader of tiles of the past; without one charts show what came since they were opened. `onRefused` is called when
   * they begin or end to be refused at this address.
   */
  loadTiles?(apiBase: string, onRefused: (isRefused: boolean) => void): Promise<Tiles | null>;
  /** Where whole books are followed from change to change; without it they are over the feed. */
  followBook?: FollowBook;
}
