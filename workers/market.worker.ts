// Entry of the market worker: runs the pipeline on the browser's platform, exposed through Comlink.
import { expose } from 'comlink';
import { API_BASE, SOCKET_PATH } from '../core/endpoints/http.ts';
import {
  type EarlyMessage,
  type EarlyPrice,
  type MarketConfig,
  type SharedMarketWorker,
  workerLock,
} from '../core/worker-protocol/worker-protocol.ts';
import { browserPlatform } from './browser-platform.ts';
import { framePort } from './frames/message-port.ts';
import { createMarketWorker } from './create-market-worker.ts';
import type { LazyModules } from './lazy-modules.ts';
import type { Platform, PlatformSocket } from './platform.ts';
import type { EarlyStart } from './tickers/expected-tickers.ts';

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

/** The recorder is loaded after the first screen has its data. */
const RECORD_AFTER_MS = 3_000;

const platform: Platform & LazyModules = {
  ...browserPlatform,
  openSocket,
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
  loadTiles: async (apiBase, onRefused) => {
    const [{ TileLoader }, { tileFetch }] = await Promise.all([
      import('./tiles/tile-loader.ts'),
      import('./tiles/fetch-tile.ts'),
    ]);
    return new TileLoader({ fetch: tileFetch(apiBase, onRefused), platform });
  },
};

/** How often the same price is posted again, ms: well within the time that it stays live. */
const REPEAT_MS = 500;

/** Posts a price when it changes, and while it is live from time to time. */
function postPrice(): (price: EarlyPrice | null) => void {
  let posted: string | undefined;
  let postedStamp = -Infinity;
  return (price) => {
    const stamp = performance.now();
    if (posted === price?.last && (price === null || stamp - postedStamp < REPEAT_MS)) return;
    posted = price?.last;
    postedStamp = stamp;
    self.postMessage({ earlyPrice: price } satisfies EarlyMessage, {});
  };
}

/**
 * Of a page that named its own server as the exchange in the worker's name, before the app was loaded: with its
 * language, and the market whose price it shows, if any.
 */
function earlyStart(): EarlyStart | undefined {
  const [exchange, language = navigator.language, market] = self.name.split(' ');
  if (exchange !== 'market-self') return undefined;
  const { origin } = self.location;
  return {
    socketUrl: origin.replace(/^http/, 'ws') + SOCKET_PATH,
    apiBase: origin + API_BASE,
    language,
    price: market === undefined ? undefined : { coinInfoId: Number(market), language, onPrice: postPrice() },
  };
}

const market = createMarketWorker(platform, earlyStart());
const { join, ...first } = market;

/** Serves a further window until it gives up its lock, which it also does by closing or crashing. */
async function share(port: MessagePort, lock: string): Promise<void> {
  const page = join();
  let release = (): void => {};
  await new Promise<void>((held, failed) => {
    const until = new Promise<void>((done) => {
      release = done;
    });
    navigator.locks
      .request(workerLock(lock), () => {
        held();
        return until;
      })
      .catch(failed);
  });
  const { leave, ...calls } = page;
  expose(
    { ...calls, start: (config: MarketConfig, frames: MessagePort) => page.start(config, framePort(frames)) },
    port,
  );
  await navigator.locks.request(lock, () => leave());
  port.close();
  release();
}

const api: SharedMarketWorker<MessagePort> = {
  ...first,
  start: (config, port) => first.start(config, framePort(port)),
  share: async (port, lock) =>
    void share(port, lock).catch((cause: unknown) => console.warn('worker.share_failed', cause)),
};
expose(api);
