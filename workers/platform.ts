// What the market asks of the platform: sockets, calls, clocks, timers and chance. Tests hand in a world of their own.
import type { ChartSeries } from '../chart/api.ts';
import type { Frame, FrameAck } from '../core/worker-protocol/worker-protocol.ts';
import type { PackedDecoder } from './decode/msgpack-decoder.ts';
import type { CreateObserver } from './recorder/frame-observer.ts';
import type { Indicators } from './views/indicator-loader.ts';

/**
 * A socket of text and binary messages. Handlers are set right after it is opened; `close` may be called in any state.
 */
export interface PlatformSocket {
  onOpen: () => void;
  onText: (text: string) => void;
  onBytes?: (bytes: ArrayBuffer) => void;
  /** The sub-protocol that the server picked, known when it is open; none or empty: it picked none. */
  protocol?: string;
  /** Once, after the end, whoever ended it. */
  onClose: () => void;
  send(text: string): void;
  close(): void;
}

/** Where frames leave for the screen, and their buffers come home. */
export interface FramePort {
  /** Hands the frame over; `frame.columns` belongs to the screen until it comes home. */
  post(frame: Frame): void;
  onReturn: (home: FrameAck) => void;
}

/** Calls a timer off; harmless after it ran. */
export type Cancel = () => void;

/** The platform's MessagePort, which this room only passes on. */
export type ChartPort = unknown;

export interface Platform {
  openSocket(url: string, protocols: string[]): PlatformSocket;
  /** Form-encoded POST; resolves to the parsed JSON body, rejects with an Error when there is none. */
  post(url: string, headers: Record<string, string>, body: string): Promise<unknown>;
  /** ms since the epoch; may jump. */
  nowMs(): number;
  /** ms of a clock that never goes back. */
  stampMs(): number;
  after(delayMs: number, run: () => void): Cancel;
  /** Runs once at the next display tick. */
  onDisplayTick(run: () => void): void;
  /**
   * Draws a chart on the canvas that arrives at `port`; rejects where this thread cannot. `needOlder`: a hand came near
   * the first candle.
   */
  hostChart(port: ChartPort, listener: { needOlder(): void; disposed(): void }): Promise<ChartSeries>;
  /** The indicators, which are a part of their own. */
  loadIndicators(): Promise<Indicators>;
  /** The reader of the packed wire, which is a part of its own too; a world without it speaks JSON. */
  loadMsgpack?(): Promise<PackedDecoder>;
  /** One who keeps or counts what is heard; a world without one keeps nothing. */
  loadObserver?(): Promise<CreateObserver>;
  /** ms of the clock by which frames leave, where that is not the market's own. */
  paintMs?(): number;
  /** Chance in [0, 1). */
  random(): number;
}
