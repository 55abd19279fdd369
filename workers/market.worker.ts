// Entry of the market worker: runs the pipeline on the browser's platform, exposed through Comlink.
import { expose } from 'comlink';
import { REQUEST_TIMEOUT_MS } from '../core/endpoints/http.ts';
import type { MarketWorker } from '../core/worker-protocol/worker-protocol.ts';
import { framePort } from './frames/message-port.ts';
import { createMarketWorker } from './pipeline.ts';
import type { LazyModules } from './lazy-modules.ts';
import type { Platform, PlatformSocket } from './platform.ts';

/** Display tick where the platform has none, ms. */
const TICK_MS = 16;

function openSocket(url: string, protocols: string[]): PlatformSocket {
  const platform = new WebSocket(url, protocols);
  platform.binaryType = 'arraybuffer';
  const nothing = (): void => {};
  const socket: PlatformSocket = {
    onOpen: nothing,
    onText: nothing,
    onClose: nothing,
    send: (text) => platform.send(text),
    close: () => platform.close(),
  };
  platform.addEventListener('open', () => {
    socket.protocol = platform.protocol;
    socket.onOpen();
  });
  platform.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') socket.onText(data);
    else if (data instanceof ArrayBuffer) socket.onBytes?.(data);
  });
  platform.addEventListener('close', () => socket.onClose());
  return socket;
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  return answer.json();
}

/** The recorder is loaded after the first screen has its data. */
const RECORD_AFTER_MS = 3_000;

const platform: Platform & LazyModules = {
  openSocket,
  post,
  nowMs: () => Date.now(),
  stampMs: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  onDisplayTick: (run) => {
    if (typeof requestAnimationFrame === 'function') requestAnimationFrame(run);
    else setTimeout(run, TICK_MS);
  },
  // The chart is 1.5 times the size of this worker: it is loaded when a page shows one.
  hostChart: async (port, listener) =>
    (await import('../chart/hosts/worker-host.ts')).hostChart(port as MessagePort, listener),
  loadMsgpack: async () => new (await import('./decode/msgpack-decoder.ts')).MsgpackDecoder(),
  loadIndicators: async () => (await import('./indicators/registry.ts')).INDICATORS,
  loadObserver: async () => {
    await new Promise((resolve) => setTimeout(resolve, RECORD_AFTER_MS));
    const { FlightRecorder } = await import('./recorder/flight-recorder.ts');
    return (inside) => new FlightRecorder(inside, platform);
  },
  random: () => Math.random(),
};

const market = createMarketWorker(platform);
const api: MarketWorker<MessagePort> = { ...market, start: (config, port) => market.start(config, framePort(port)) };
expose(api);
