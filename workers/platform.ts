// The platform interface: sockets, calls, clocks, timers and randomness. Tests pass their own.
import type { ChartSeries } from '../chart/api.ts';
import type { Frame, FrameAck } from '../core/worker-protocol/worker-protocol.ts';
import type { MsgpackDecoder } from './decode/msgpack-decoder.ts';
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
  /** Called once, after either side closed the socket. */
  onClose: () => void;
  send(text: string): void;
  close(): void;
}

/** Sends frames to the page and receives their buffers back. */
export interface FramePort {
  /** Sends the frame; `frame.columns` belongs to the page until it is returned. */
  post(frame: Frame): void;
  onReturn: (home: FrameAck) => void;
}

/** Cancels a timer; harmless after it ran. */
export type Cancel = () => void;

/** The platform's MessagePort; this folder only passes it on. */
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
   * Draws a chart on the canvas that arrives at `port`; rejects where this thread cannot. `needOlder` is called when
   * the user pans near the first candle.
   */
  hostChart(port: ChartPort, listener: { needOlder(): void; disposed(): void }): Promise<ChartSeries>;
  /** Loads the indicators, a separate bundle. */
  loadIndicators(): Promise<Indicators>;
  /** Loads the MessagePack decoder, a separate bundle; a platform without it uses JSON. */
  loadMsgpack?(): Promise<MsgpackDecoder>;
  /** Loads an observer of received frames; a platform without one has no recording. */
  loadObserver?(): Promise<CreateObserver>;
  /** ms of the clock that paces frames, where it is not `stampMs`. */
  paintMs?(): number;
  /** Random number in [0, 1). */
  random(): number;
}
