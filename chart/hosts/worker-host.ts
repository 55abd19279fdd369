// Worker side of a chart: an engine on a transferred canvas, beside the columns it draws.
import type { AnyCanvas } from '../render/backend.ts';
import type { CandleSpan, ChartEvent, ChartSeries } from '../api.ts';
import { Engine } from '../engine.ts';
import type { Surface } from '../render/surface.ts';
import type { ControlCall, ToPage, ToWorker } from './worker-messages.ts';

/** The frame count is posted to the page at most this often, unless the backend changed. */
const REPORT_DRAWN_MS = 1000;

/** Callbacks to the worker that owns the columns. */
export interface HostListener {
  /** Load older candles. */
  needOlder(): void;
  /** The page disposed of the chart. */
  disposed(): void;
}

/** Requests each further canvas from the page. */
class PortSurface implements Surface {
  #current: OffscreenCanvas;
  readonly #post: (message: ToPage) => void;
  #next: OffscreenCanvas | null = null;
  #waiting: ((canvas: OffscreenCanvas) => void) | null = null;

  constructor(canvas: OffscreenCanvas, post: (message: ToPage) => void) {
    this.#current = canvas;
    this.#post = post;
  }

  get canvas(): AnyCanvas {
    return this.#current;
  }

  spare(): Promise<AnyCanvas> {
    return new Promise((done) => {
      this.#waiting = done;
      this.#post({ kind: 'wantSpare' });
    });
  }

  receiveSpare(canvas: OffscreenCanvas): void {
    this.#next = canvas;
    this.#waiting?.(canvas);
    this.#waiting = null;
  }

  show(): void {
    if (this.#next) this.#current = this.#next;
    this.#next = null;
    this.#post({ kind: 'showSpare' });
  }

  scratch(): AnyCanvas {
    return new OffscreenCanvas(1, 1);
  }
  png(): Promise<Blob> {
    return this.#current.convertToBlob({ type: 'image/png' });
  }

  close(): void {
    this.#waiting = null;
  }
}

class HostedChart {
  readonly engine: Engine;
  readonly #surface: PortSurface;
  readonly #port: MessagePort;
  readonly #listener: HostListener;
  #reportedAtMs = -Infinity;
  #reportedBackend: 'webgl' | 'canvas2d' | null = null;

  constructor(
    port: MessagePort,
    { canvas, options, choice }: Extract<ToWorker, { kind: 'mount' }>,
    listener: HostListener,
  ) {
    this.#port = port;
    this.#listener = listener;
    this.#surface = new PortSurface(canvas, (message) => port.postMessage(message, []));
    this.engine = new Engine(
      this.#surface,
      options,
      {
        event: (event) => this.#event(event),
        gestureState: (gestureState) => this.#post({ kind: 'gestureState', gestureState: { ...gestureState } }),
        cursor: (css) => this.#post({ kind: 'cursor', css }),
        drawn: (frames, backend) => this.#drawn(frames, backend),
      },
      choice,
    );
  }

  onMessage(message: ToWorker): void {
    if (Array.isArray(message)) this.#call(message);
    else if (message.kind === 'spare') this.#surface.receiveSpare(message.canvas);
    else if (message.kind === 'snapshot') void this.#answer(message.no, this.engine.snapshot());
    else if (message.kind === 'candles') void this.#answer(message.no, this.engine.candles());
    else if (message.kind === 'dispose') {
      this.engine.dispose();
      this.#port.close();
      this.#listener.disposed();
    }
  }

  #call([name, ...args]: ControlCall): void {
    const { engine } = this;
    (engine[name] as (this: Engine, ...args: unknown[]) => void).apply(engine, args);
  }

  #event(event: ChartEvent): void {
    if (event.kind === 'needOlder') this.#listener.needOlder();
    else this.#post({ kind: 'event', event });
  }

  #drawn(frames: number, backend: 'webgl' | 'canvas2d'): void {
    const nowMs = performance.now();
    if (backend === this.#reportedBackend && nowMs - this.#reportedAtMs < REPORT_DRAWN_MS) return;
    this.#reportedAtMs = nowMs;
    this.#reportedBackend = backend;
    this.#post({ kind: 'drawn', frames, backend });
  }

  async #answer(no: number, made: Promise<Blob | CandleSpan>): Promise<void> {
    try {
      this.#post({ kind: 'answer', no, answer: await made, reason: '' });
    } catch (cause) {
      this.#post({ kind: 'answer', no, answer: null, reason: String(cause) });
    }
  }

  #post(message: ToPage): void {
    this.#port.postMessage(message, []);
  }
}

/**
 * Waits for the canvas at `port` and draws on it; resolves with the interface that accepts columns. Rejects when the
 * engine cannot start.
 */
export function hostChart(port: MessagePort, listener: HostListener): Promise<ChartSeries> {
  return new Promise((done, failed) => {
    let hosted: HostedChart | null = null;
    port.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
      if (hosted) return hosted.onMessage(data);
      if (Array.isArray(data) || data.kind !== 'mount') return undefined;
      try {
        hosted = new HostedChart(port, data, listener);
        done(hosted.engine);
      } catch (cause) {
        failed(cause);
      }
      return undefined;
    });
    port.start();
  });
}
