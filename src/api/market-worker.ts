// The door to the market worker: starting it, its calls, its frames with their buffers going home, and what wakes it.
import { transfer, wrap } from 'comlink';
import type { Frame, FrameAck, MarketConfig, MarketWorker } from '../../core/worker-protocol/worker-protocol.ts';

/** The worker's calls, as the screen makes them. */
export type Market = MarketWorker<MessagePort>;

let joined: Market | null = null;

/** Starts the worker's thread. A worker that cannot load (or dies) is told to `onDeath` with the browser's message. */
export function spawnMarket(onDeath: (message: string) => void): Market {
  const worker = new Worker(new URL('../../workers/market.worker.ts', import.meta.url), {
    type: 'module',
    name: 'market',
  });
  worker.addEventListener('error', (event) => onDeath(event.message || 'the market worker could not be loaded'));
  const remote = wrap<Market>(worker);
  return {
    start: (config, port) => remote.start(config, transfer(port, [port])),
    setSession: (token) => remote.setSession(token),
    instruments: () => remote.instruments(),
    open: (id, view) => remote.open(id, view),
    change: (id, view) => remote.change(id, view),
    close: (id) => remote.close(id),
    older: (id) => remote.older(id),
    wake: (reason) => remote.wake(reason),
    setSaving: (saving) => remote.setSaving(saving),
    recording: () => remote.recording(),
    hostChart: (chart, port) => remote.hostChart(chart, transfer(port, [port])),
  };
}

/**
 * Joins the screen to a market. Every frame is handed to `onFrame`, which must not keep its columns: they go home when
 * it is painted.
 */
export function joinMarket(market: Market, config: MarketConfig, onFrame: (frame: Frame) => void): void {
  const { port1, port2 } = new MessageChannel();
  connectFrames(port1, onFrame);
  joined = market;
  void market.start(config, port2);
}

/**
 * Hands every frame that comes through `port` to `onFrame`, which must not keep its columns: they go home when it is
 * painted.
 */
export function connectFrames(port: MessagePort, onFrame: (frame: Frame) => void): void {
  port.addEventListener('message', (message: MessageEvent<Frame>) => receiveFrame(port, message.data, onFrame));
  port.start();
}

/** The market that the screen is joined to. Throws before `joinMarket`. */
export function market(): Market {
  if (!joined) throw new Error('the market was not joined');
  return joined;
}

/** Tells the worker what happens to the page; answers with the way to stop. */
export function watchWake(page: Document, frame: Window): () => void {
  const off = new AbortController();
  const on = { signal: off.signal };
  frame.addEventListener('online', () => void market().wake('online'), on);
  frame.addEventListener('offline', () => void market().wake('offline'), on);
  page.addEventListener(
    'visibilitychange',
    () => void market().wake(page.visibilityState === 'visible' ? 'visible' : 'hidden'),
    on,
  );
  frame.addEventListener(
    'pageshow',
    (event) => {
      if (event.persisted) void market().wake('restored');
    },
    on,
  );
  return () => off.abort();
}

/** A page that is not painted answers this late. */
const UNPAINTED_MS = 1_000;

/**
 * Buffers go home with the picture: who paints slowly is told less. They do so even when a frame could not be read, or
 * the worker would wait for them for ever.
 */
function receiveFrame(port: MessagePort, frame: Frame, onFrame: (frame: Frame) => void): void {
  try {
    onFrame(frame);
  } finally {
    const { no, columns } = frame;
    whenPainted(() => port.postMessage({ no, columns } satisfies FrameAck, [columns.buffer]));
  }
}

function whenPainted(run: () => void): void {
  const done = (): void => {
    cancelAnimationFrame(picture);
    clearTimeout(late);
    run();
  };
  const picture = requestAnimationFrame(done);
  const late = setTimeout(done, UNPAINTED_MS);
}
