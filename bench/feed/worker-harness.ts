// A worker with every view of a kline page open on the first market of a tape and books on all others; its frames are
// returned at once.
import type { Frame } from '../../core/worker-protocol/worker-protocol.ts';
import { MsgpackDecoder } from '../../workers/decode/msgpack-decoder.ts';
import { INDICATORS } from '../../workers/indicators/registry.ts';
import { createMarketWorker } from '../../workers/create-market-worker.ts';
import type { LazyModules } from '../../workers/lazy-modules.ts';
import type { FramePort, Platform, PlatformSocket } from '../../workers/platform.ts';
import type { Tape } from '../harness/recorded-tape.ts';

const TICK_MS = 16;
const nothing = (): void => {};
const idle = (): Required<PlatformSocket> => ({
  onOpen: nothing,
  onText: nothing,
  onBytes: nothing,
  onClose: nothing,
  send: nothing,
  close: nothing,
  protocol: '',
});

export interface Stand {
  /** Calling its `onText` and `onBytes` delivers a message to the worker. */
  socket: Required<PlatformSocket>;
  onFrame: () => void;
}

export async function stand({ infos, depth }: Pick<Tape, 'infos' | 'depth'>): Promise<Stand> {
  const socket = idle();
  let opened = false;
  const result: Stand = { socket, onFrame: nothing };
  const world: Platform & LazyModules = {
    openSocket: () => {
      // A worker that failed to read a message reconnects, and would look very quick from then on.
      if (opened) throw new Error('the worker let go of its socket');
      opened = true;
      return socket;
    },
    post: async (url) => ({ code: 0, msg: '', data: url.endsWith('/coin/infos') ? { list: infos } : { list: [] } }),
    nowMs: () => Date.now(),
    stampMs: () => performance.now(),
    // Pings and heartbeats are no part of what is measured.
    after: () => nothing,
    onDisplayTick: (run) => setTimeout(run, TICK_MS),
    hostChart: () => Promise.reject(new Error('no chart is drawn here')),
    loadIndicators: async () => INDICATORS,
    loadMsgpack: async () => new MsgpackDecoder(),
    random: () => 0.5,
  };
  const port: FramePort = {
    onReturn: nothing,
    post: ({ no, columns }: Frame) => {
      result.onFrame();
      queueMicrotask(() => port.onReturn({ no, columns }));
    },
  };
  const market = createMarketWorker(world);
  await market.start({ socketUrl: 'ws://bench', apiBase: 'http://bench', language: 'en-US' }, port);
  const [first, ...others] = await market.instruments();
  const book = (coinInfoId: number) =>
    ({ kind: 'book', coinInfoId, depth, interval: 0, groupTicks: 10, rows: 20 }) as const;
  const coinInfoId = first!.id;
  await market.open(1, book(coinInfoId));
  await market.open(2, { kind: 'trades', coinInfoId, rows: 50 });
  const indicators = [
    { name: 'MA', params: [5, 10, 30, 60] },
    { name: 'VOL', params: [5, 10, 20] },
  ];
  await market.open(3, { kind: 'candles', coinInfoId, interval: '1m', indicators });
  await market.open(4, { kind: 'tickers' });
  for (const { id } of others) await market.open(100 + id, book(id));
  await new Promise((resolve) => setTimeout(resolve, 5));
  socket.onOpen();
  await new Promise((resolve) => setTimeout(resolve, 5));
  return result;
}
