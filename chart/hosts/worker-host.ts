// The worker's side of a chart: an engine on a canvas that the page handed over, beside the columns it draws.
import type { AnyCanvas } from '../render/backend.ts';
import type { ChartEvent, ChartSeries } from '../api.ts';
import { Engine } from '../engine.ts';
import type { Surface } from '../render/surface.ts';
import type { ControlCall, ToPage, ToWorker } from './worker-messages.ts';

/** Frames are counted for the page at most this often, unless another backend draws. */
const TELL_DRAWN_MS = 1000;

/** What the host in the worker is asked for. */
export interface HostListener {
  /** Older candles. */
  needOlder(): void;
  /** The page took its canvas back. */
  gone(): void;
}

/** Asks the page for each further canvas. */
class PortSurface implements Surface {
  private held: OffscreenCanvas;
  private readonly tell: (message: ToPage) => void;
  private next: OffscreenCanvas | null = null;
  private waiting: ((canvas: OffscreenCanvas) => void) | null = null;

  constructor(canvas: OffscreenCanvas, tell: (message: ToPage) => void) {
    this.held = canvas;
    this.tell = tell;
  }

  get canvas(): AnyCanvas {
    return this.held;
  }

  spare(): Promise<AnyCanvas> {
    return new Promise((done) => {
      this.waiting = done;
      this.tell({ kind: 'wantSpare' });
    });
  }

  arrived(canvas: OffscreenCanvas): void {
    this.next = canvas;
    this.waiting?.(canvas);
    this.waiting = null;
  }

  show(): void {
    if (this.next) this.held = this.next;
    this.next = null;
    this.tell({ kind: 'showSpare' });
  }

  scratch(): AnyCanvas {
    return new OffscreenCanvas(1, 1);
  }
  png(): Promise<Blob> {
    return this.held.convertToBlob({ type: 'image/png' });
  }

  close(): void {
    this.waiting = null;
  }
}

class HostedChart {
  readonly engine: Engine;
  private readonly surface: PortSurface;
  private readonly port: MessagePort;
  private readonly listener: HostListener;
  private toldAtMs = -Infinity;
  private toldBackend: 'webgl' | 'canvas2d' | null = null;

  constructor(
    port: MessagePort,
    { canvas, options, choice }: Extract<ToWorker, { kind: 'mount' }>,
    listener: HostListener,
  ) {
    this.port = port;
    this.listener = listener;
    this.surface = new PortSurface(canvas, (message) => port.postMessage(message, []));
    this.engine = new Engine(
      this.surface,
      options,
      {
        event: (event) => this.event(event),
        manners: (manners) => this.tell({ kind: 'manners', manners: { ...manners } }),
        cursor: (css) => this.tell({ kind: 'cursor', css }),
        drawn: (frames, backend) => this.drawn(frames, backend),
      },
      choice,
    );
  }

  hear(message: ToWorker): void {
    if (Array.isArray(message)) this.call(message);
    else if (message.kind === 'spare') this.surface.arrived(message.canvas);
    else if (message.kind === 'snapshot') void this.picture(message.no);
    else if (message.kind === 'destroy') {
      this.engine.destroy();
      this.port.close();
      this.listener.gone();
    }
  }

  private call([name, ...args]: ControlCall): void {
    const { engine } = this;
    (engine[name] as (this: Engine, ...args: unknown[]) => void).apply(engine, args);
  }

  private event(event: ChartEvent): void {
    if (event.kind === 'needOlder') this.listener.needOlder();
    else this.tell({ kind: 'event', event });
  }

  private drawn(frames: number, backend: 'webgl' | 'canvas2d'): void {
    const nowMs = performance.now();
    if (backend === this.toldBackend && nowMs - this.toldAtMs < TELL_DRAWN_MS) return;
    this.toldAtMs = nowMs;
    this.toldBackend = backend;
    this.tell({ kind: 'drawn', frames, backend });
  }

  private async picture(no: number): Promise<void> {
    try {
      this.tell({ kind: 'picture', no, picture: await this.engine.snapshot(), reason: '' });
    } catch (cause) {
      this.tell({ kind: 'picture', no, picture: null, reason: String(cause) });
    }
  }

  private tell(message: ToPage): void {
    this.port.postMessage(message, []);
  }
}

/**
 * Waits for the canvas at `port` and draws on it; resolves with the side to which columns are given. Rejects when the
 * engine cannot start.
 */
export function hostChart(port: MessagePort, listener: HostListener): Promise<ChartSeries> {
  return new Promise((done, failed) => {
    let hosted: HostedChart | null = null;
    port.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
      if (hosted) return hosted.hear(data);
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
