// The page's side of a chart that a worker draws: hands it the canvas, passes on calls and pointers, hears its events.
import type { BackendChoice } from '../render/backend.ts';
import type { Chart, ChartEvent, ChartOptions } from '../api.ts';
import { listen } from '../input/dom-listeners.ts';
import type { HandInput, Manners } from '../input/pointer-input.ts';
import type { Controls, ToPage, ToWorker } from './worker-messages.ts';

/** Whether this browser lets a worker draw: an OffscreenCanvas, and animation frames in workers. */
export function workersCanDraw(): boolean {
  return typeof OffscreenCanvas !== 'undefined' && 'transferControlToOffscreen' in HTMLCanvasElement.prototype;
}

const CONTROLS: readonly (keyof Controls)[] = [
  'setMarket',
  'setTheme',
  'setStyle',
  'setClockOffset',
  'resize',
  'setStale',
  'setVisible',
  'resetView',
  'setPaneShares',
  'setDrawings',
  'pickTool',
  'setMagnet',
  'editDrawing',
  'removeDrawing',
  'undoDrawing',
  'redoDrawing',
  'setTradeLines',
  'setTradeMarks',
  'pointer',
  'wheel',
  'key',
];

class Remote {
  backend: 'webgl' | 'canvas2d' = 'canvas2d';
  framesDrawn = 0;
  private readonly port: MessagePort;
  private readonly onEvent: (event: ChartEvent) => void;
  private readonly manners: Manners = { steering: false, pressing: false };
  private readonly pictures = new Map<number, { done(picture: Blob): void; failed(error: Error): void }>();
  private canvas: HTMLCanvasElement;
  private spare: HTMLCanvasElement | null = null;
  private unlisten: () => void;
  private pictureNo = 0;
  private readonly over = new AbortController();

  constructor(
    canvas: HTMLCanvasElement,
    port: MessagePort,
    options: ChartOptions,
    onEvent: (event: ChartEvent) => void,
    choice: BackendChoice,
  ) {
    this.canvas = canvas;
    this.port = port;
    this.onEvent = onEvent;
    port.addEventListener('message', ({ data }: MessageEvent<ToPage>) => this.hear(data), { signal: this.over.signal });
    port.start();
    const offscreen = canvas.transferControlToOffscreen();
    this.tell({ kind: 'mount', canvas: offscreen, options, choice }, [offscreen]);
    this.unlisten = listen(canvas, this.controls(), this.manners);
  }

  /** Every control as a call through the port. */
  controls(): Controls {
    const made: Partial<Record<keyof Controls, (...args: unknown[]) => void>> = {};
    for (const name of CONTROLS) made[name] = (...args) => this.port.postMessage([name, ...args], []);
    return made as unknown as Controls;
  }

  snapshot(): Promise<Blob> {
    const no = ++this.pictureNo;
    return new Promise((done, failed) => {
      this.pictures.set(no, { done, failed });
      this.tell({ kind: 'snapshot', no });
    });
  }

  destroy(): void {
    this.unlisten();
    this.tell({ kind: 'destroy' });
    for (const { failed } of this.pictures.values()) failed(new Error('the chart is gone'));
    this.pictures.clear();
    this.over.abort();
  }

  private tell(message: ToWorker, transfer: Transferable[] = []): void {
    this.port.postMessage(message, transfer);
  }

  private hear(message: ToPage): void {
    switch (message.kind) {
      case 'event':
        return this.onEvent(message.event);
      case 'manners':
        Object.assign(this.manners, message.manners);
        return undefined;
      case 'cursor':
        this.canvas.style.cursor = message.css;
        return undefined;
      case 'drawn':
        this.framesDrawn = message.frames;
        this.backend = message.backend;
        return undefined;
      case 'wantSpare':
        return this.giveSpare();
      case 'showSpare':
        return this.showSpare();
      case 'picture':
        return this.picture(message);
    }
  }

  private giveSpare(): void {
    const spare = this.canvas.cloneNode(false) as HTMLCanvasElement;
    this.spare = spare;
    const canvas = spare.transferControlToOffscreen();
    this.tell({ kind: 'spare', canvas }, [canvas]);
  }

  private showSpare(): void {
    const { spare, canvas } = this;
    if (!spare) return;
    const focused = canvas.ownerDocument.activeElement === canvas;
    canvas.replaceWith(spare);
    if (focused) spare.focus({ preventScroll: true });
    this.canvas = spare;
    this.spare = null;
    this.unlisten();
    this.unlisten = listen(spare, this.controls(), this.manners);
  }

  private picture({ no, picture, reason }: Extract<ToPage, { kind: 'picture' }>): void {
    const waiting = this.pictures.get(no);
    this.pictures.delete(no);
    if (picture) waiting?.done(picture);
    else waiting?.failed(new Error(reason));
  }
}

/**
 * Mounts a chart that the worker at the other end of `port` draws (worker-host.ts). The canvas must have no context yet
 * and stand in an element of its own; it may be replaced by a clone. Ask `workersCanDraw` first.
 */
export function createRemoteChart(
  canvas: HTMLCanvasElement,
  port: MessagePort,
  options: ChartOptions,
  onEvent: (event: ChartEvent) => void,
  choice: BackendChoice = 'auto',
): Chart {
  const remote = new Remote(canvas, port, options, onEvent, choice);
  const { pointer: _pointer, wheel: _wheel, key: _key, ...controls } = remote.controls() as Controls & HandInput;
  return {
    ...controls,
    get backend() {
      return remote.backend;
    },
    get framesDrawn() {
      return remote.framesDrawn;
    },
    snapshot: () => remote.snapshot(),
    destroy: () => remote.destroy(),
  };
}
