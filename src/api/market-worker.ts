// Client of the market worker: starts it, calls it, receives its frames and returns their buffers.
import { transfer, wrap } from 'comlink';
import type {
  Frame,
  FrameAck,
  MarketConfig,
  MarketWorker,
  SharedMarketWorker,
} from '../../core/worker-protocol/worker-protocol.ts';

type Remote = SharedMarketWorker<MessagePort>;

/** The worker's methods as seen from the page. A worker of another window hosts no charts and is not shared further. */
export type MarketWorkerClient = Omit<Remote, 'hostChart' | 'share'> & Partial<Pick<Remote, 'hostChart' | 'share'>>;

let connected: MarketWorkerClient | null = null;

declare global {
  interface Window {
    /** Started by public/theme.js while the app was still loading; `failed`: it could not be loaded then. */
    earlyMarketWorker?: { worker: Worker; failed: boolean } | undefined;
  }
}

function createThread(): Worker {
  return new Worker(new URL('../../workers/market.worker.ts', import.meta.url), { type: 'module', name: 'market' });
}

/**
 * Starts the worker thread, or takes over the one that the page started early. `onError` is called with the browser's
 * message when the worker cannot load or throws.
 */
export function startMarketWorker(onError: (message: string) => void): MarketWorkerClient {
  const early = window.earlyMarketWorker;
  // Set from now on: where the app is first, none is started early.
  window.earlyMarketWorker = undefined;
  const worker = early && !early.failed ? early.worker : createThread();
  worker.addEventListener('error', (event) => onError(event.message || 'market worker failed to load'));
  const remote = wrap<Remote>(worker);
  return {
    ...workerCalls(remote),
    hostChart: (chart, port) => remote.hostChart(chart, transfer(port, [port])),
    share: (port, lock) => remote.share(transfer(port, [port]), lock),
  };
}

/** The calls that the worker of a replay has too. */
export function workerCalls(remote: Omit<MarketWorker<MessagePort>, 'hostChart'>): typeof remote {
  return {
    start: (config, port) => remote.start(config, transfer(port, [port])),
    setSession: (token) => remote.setSession(token),
    instruments: () => remote.instruments(),
    open: (id, view) => remote.open(id, view),
    change: (id, view) => remote.change(id, view),
    close: (id) => remote.close(id),
    older: (id) => remote.older(id),
    showHeat: (id, span) => remote.showHeat(id, span),
    wake: (reason) => remote.wake(reason),
    call: (call) => remote.call(call),
    setSaving: (saving) => remote.setSaving(saving),
    recording: () => remote.recording(),
  };
}

/**
 * Connects the page to a market worker. `onFrame` must not retain a frame's columns: the buffer returns to the worker
 * after the next paint.
 */
export function connectMarketWorker(
  marketWorker: MarketWorkerClient,
  config: MarketConfig,
  onFrame: (frame: Frame) => void,
): void {
  const { port1, port2 } = new MessageChannel();
  connectFrames(port1, onFrame);
  connected = marketWorker;
  void marketWorker.start(config, port2);
}

/**
 * Calls `onFrame` for every frame that arrives on `port`. `onFrame` must not retain its columns: the buffer returns to
 * the worker after the next paint.
 */
export function connectFrames(port: MessagePort, onFrame: (frame: Frame) => void): void {
  port.addEventListener('message', (message: MessageEvent<Frame>) => deliverFrame(port, message.data, onFrame));
  port.start();
}

/** The connected worker. Throws before `connectMarketWorker`. */
export function marketWorker(): MarketWorkerClient {
  if (!connected) throw new Error('market worker not connected');
  return connected;
}

/**
 * Forwards page lifecycle events (online, offline, visibility, restore from the back/forward cache) to the worker.
 * Returns a function that stops it.
 */
export function watchPageLifecycle(page: Document, frame: Window): () => void {
  const off = new AbortController();
  const on = { signal: off.signal };
  frame.addEventListener('online', () => void marketWorker().wake('online'), on);
  frame.addEventListener('offline', () => void marketWorker().wake('offline'), on);
  page.addEventListener(
    'visibilitychange',
    () => void marketWorker().wake(page.visibilityState === 'visible' ? 'visible' : 'hidden'),
    on,
  );
  frame.addEventListener(
    'pageshow',
    (event) => {
      if (event.persisted) void marketWorker().wake('restored');
    },
    on,
  );
  return () => off.abort();
}

/** A hidden page gets no animation frames; its buffers are returned after this time instead. */
const UNPAINTED_MS = 1_000;

/**
 * The buffer returns after the paint, so a slow page receives fewer frames. It also returns when the frame could not be
 * read, as the worker would otherwise wait for it forever.
 */
function deliverFrame(port: MessagePort, frame: Frame, onFrame: (frame: Frame) => void): void {
  try {
    onFrame(frame);
  } finally {
    const { no, columns } = frame;
    afterPaint(() => port.postMessage({ no, columns } satisfies FrameAck, [columns.buffer]));
  }
}

function afterPaint(run: () => void): void {
  const done = (): void => {
    cancelAnimationFrame(frameRequest);
    clearTimeout(timer);
    run();
  };
  const frameRequest = requestAnimationFrame(done);
  const timer = setTimeout(done, UNPAINTED_MS);
}
