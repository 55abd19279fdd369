// The platform of the worker: sockets, calls, clocks, timers and randomness. Tests pass their own.
import type { Frame, FrameAck } from '../core/worker-protocol/worker-protocol.ts';

/**
 * A socket of text and binary messages. Handlers are set right after it is opened; `close` may be called in any state.
 */
export interface PlatformSocket {
  onOpen: () => void;
  onText: (text: string) => void;
  onBytes?: (bytes: ArrayBuffer) => void;
  /** Sub-protocol that the server selected, set before `onOpen`; absent or empty when it selected none. */
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
  onReturn: (ack: FrameAck) => void;
}

/** Cancels a timer; harmless after it ran. */
export type Cancel = () => void;

export interface Platform {
  /** Opens a WebSocket that offers `protocols`. */
  openSocket(url: string, protocols: string[]): PlatformSocket;
  /** Form-encoded POST; resolves to the parsed JSON body, rejects with an Error when there is none. */
  post(url: string, headers: Record<string, string>, body: string): Promise<unknown>;
  /** Wall clock, ms since the epoch; may jump. */
  nowMs(): number;
  /** Monotonic clock, ms. */
  stampMs(): number;
  /** Runs `run` once, `delayMs` from now. */
  after(delayMs: number, run: () => void): Cancel;
  /** Runs `run` once, at the next display tick. */
  onDisplayTick(run: () => void): void;
  /** Clock that paces frames, ms, where it is not `stampMs`. */
  paintMs?(): number;
  /** Random number in [0, 1). */
  random(): number;
}
