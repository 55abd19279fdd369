// Page side of a chart drawn by a worker: transfers the canvas, forwards calls and input.
import type { BackendChoice } from '../render/backend.ts';
import type { CandleSpan, Chart, ChartEvent, ChartOptions } from '../api.ts';
import { attach } from '../input/dom-listeners.ts';
import { type PointerInput, newGestureState } from '../input/pointer-input.ts';
import type { Controls, ToPage, ToWorker } from './worker-messages.ts';

/** Whether this browser lets a worker draw: an OffscreenCanvas, and animation frames in workers. */
export function workersCanDraw(): boolean {
  return typeof OffscreenCanvas !== 'undefined' && 'transferControlToOffscreen' in HTMLCanvasElement.prototype;
}

const CONTROLS = Object.keys({
  setMarket: true,
  setTheme: true,
  setStyle: true,
  setClockOffset: true,
  resize: true,
  setStale: true,
  setVisible: true,
  resetView: true,
  showSpan: true,
  setSpanShared: true,
  showMoment: true,
  setPaneShares: true,
  setDrawings: true,
  pickTool: true,
  setMagnet: true,
  editDrawing: true,
  removeDrawing: true,
  undoDrawing: true,
  redoDrawing: true,
  setNavigator: true,
  setTradeLines: true,
  setTradeMarks: true,
  pointer: true,
  wheel: true,
  key: true,
} satisfies Record<keyof Controls, true>) as (keyof Controls)[];

class WorkerChart {
  backend: 'webgl' | 'canvas2d' = 'canvas2d';
  framesDrawn = 0;
  readonly #port: MessagePort;
  readonly #onEvent: (event: ChartEvent) => void;
  /** Pointers that are down. */
  readonly #held = new Set<number>();
  readonly #gestureState = newGestureState();
  readonly #requests = new Map<number, { done(answer: never): void; failed(error: Error): void }>();
  #canvas: HTMLCanvasElement;
  #spare: HTMLCanvasElement | null = null;
  #detach: () => void;
  #requestNo = 0;
  readonly #disposed = new AbortController();

  constructor(
    canvas: HTMLCanvasElement,
    port: MessagePort,
    options: ChartOptions,
    onEvent: (event: ChartEvent) => void,
    choice: BackendChoice,
  ) {
    this.#canvas = canvas;
    this.#port = port;
    this.#onEvent = onEvent;
    port.addEventListener('message', ({ data }: MessageEvent<ToPage>) => this.#onMessage(data), {
      signal: this.#disposed.signal,
    });
    port.start();
    const offscreen = canvas.transferControlToOffscreen();
    this.#post({ kind: 'mount', canvas: offscreen, options, choice }, [offscreen]);
    this.#detach = attach(canvas, this.controls(), this.#gestureState, this.#held);
  }

  /** Every control as a call through the port. */
  controls(): Controls {
    const made: Partial<Record<keyof Controls, (...args: unknown[]) => void>> = {};
    for (const name of CONTROLS) made[name] = (...args) => this.#port.postMessage([name, ...args], []);
    return made as unknown as Controls;
  }

  snapshot(): Promise<Blob> {
    return this.#request('snapshot');
  }

  candles(): Promise<CandleSpan> {
    return this.#request('candles');
  }

  dispose(): void {
    this.#detach();
    this.#post({ kind: 'dispose' });
    for (const { failed } of this.#requests.values()) failed(new Error('the chart is gone'));
    this.#requests.clear();
    this.#disposed.abort();
  }

  #request<Answer>(kind: 'snapshot' | 'candles'): Promise<Answer> {
    const no = ++this.#requestNo;
    return new Promise((done, failed) => {
      this.#requests.set(no, { done, failed });
      this.#post({ kind, no });
    });
  }

  #post(message: ToWorker, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  #onMessage(message: ToPage): void {
    switch (message.kind) {
      case 'event':
        if (message.event.kind === 'drawingState')
          this.#gestureState.mayDrag = message.event.tool !== null || message.event.selected !== null;
        return this.#onEvent(message.event);
      case 'gestureState':
        // Every finger that goes down changes it.
        Object.assign(this.#gestureState, message.gestureState, { undecided: false });
        return undefined;
      case 'cursor':
        this.#canvas.style.cursor = message.css;
        return undefined;
      case 'drawn':
        this.framesDrawn = message.frames;
        this.backend = message.backend;
        return undefined;
      case 'wantSpare':
        return this.#sendSpare();
      case 'showSpare':
        return this.#showSpare();
      case 'answer':
        return this.#onAnswer(message);
    }
  }

  #sendSpare(): void {
    const spare = this.#canvas.cloneNode(false) as HTMLCanvasElement;
    this.#spare = spare;
    const canvas = spare.transferControlToOffscreen();
    this.#post({ kind: 'spare', canvas }, [canvas]);
  }

  #showSpare(): void {
    const spare = this.#spare;
    const canvas = this.#canvas;
    if (!spare) return;
    const focused = canvas.ownerDocument.activeElement === canvas;
    canvas.replaceWith(spare);
    if (focused) spare.focus({ preventScroll: true });
    this.#canvas = spare;
    this.#spare = null;
    this.#detach();
    this.#detach = attach(spare, this.controls(), this.#gestureState, this.#held);
  }

  #onAnswer({ no, answer, reason }: Extract<ToPage, { kind: 'answer' }>): void {
    const waiting = this.#requests.get(no);
    this.#requests.delete(no);
    if (answer) waiting?.done(answer as never);
    else waiting?.failed(new Error(reason));
  }
}

/**
 * Mounts a chart that the worker at the other end of `port` draws (worker-host.ts). The canvas must have no context
 * yet and a parent element of its own; it may be replaced by a clone. Check `workersCanDraw` first.
 */
export function createWorkerChart(
  canvas: HTMLCanvasElement,
  port: MessagePort,
  options: ChartOptions,
  onEvent: (event: ChartEvent) => void,
  choice: BackendChoice = 'auto',
): Chart {
  const remote = new WorkerChart(canvas, port, options, onEvent, choice);
  const { pointer: _pointer, wheel: _wheel, key: _key, ...controls } = remote.controls() as Controls & PointerInput;
  return {
    ...controls,
    get backend() {
      return remote.backend;
    },
    get framesDrawn() {
      return remote.framesDrawn;
    },
    snapshot: () => remote.snapshot(),
    candles: () => remote.candles(),
    dispose: () => remote.dispose(),
  };
}
