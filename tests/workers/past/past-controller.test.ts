// The calls of a replay: a busy market answers in time, and many replays of one page leave nothing behind.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { FlowMirror } from '../../../chart/order-flow/flow-mirror.ts';
import type { PastStatus } from '../../../core/worker-protocol/past-protocol.ts';
import { SECTION, SECTION_HEAD, type ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { INDICATORS } from '../../../workers/indicators/registry.ts';
import { PastController } from '../../../workers/past/past-controller.ts';
import type { PastHost } from '../../../workers/past/past-platform.ts';
import type { FramePort } from '../../../workers/platform.ts';
import type { FetchTile } from '../../../workers/tiles/fetch-tile.ts';
import { TileLoader } from '../../../workers/tiles/tile-loader.ts';
import { RECORD } from '../../../workers/recorder/recording-file.ts';
import { type MadeRecord, feedFile, tradeText } from '../../support/data/generated-feed.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';

const ZERO = Date.UTC(2026, 10, 26, 9);
const BTC = btcInfo().id;

/** `stampMs` is the processor's clock of the replay. */
function hostOf(stampMs: () => number): { host: PastHost; timers: Set<unknown> } {
  const timers = new Set<unknown>();
  const host: PastHost = {
    post: () => Promise.reject(new Error('nothing is asked')),
    nowMs: () => Date.now(),
    stampMs,
    after: (delayMs, run) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
      }, delayMs);
      timers.add(timer);
      return () => {
        timers.delete(timer);
        clearTimeout(timer);
      };
    },
    onDisplayTick: (run) => void setTimeout(run, 1),
    random: () => 0.5,
    loadIndicators: () => Promise.resolve(INDICATORS),
    loadTiles: () => Promise.resolve(null),
  };
  return { host, timers };
}

/** `count` trades, so many in a second. */
function busyFile(count: number, perSecond: number): Blob {
  const records: MadeRecord[] = [];
  for (let id = 1; id <= count; id++) {
    const ms = Math.floor((id * 1_000) / perSecond);
    records.push([RECORD.text, ms, tradeText(id, ZERO + ms, String(60_000 + (id % 97)))]);
  }
  return new Blob([feedFile(btcInfo(), ZERO, records) as Uint8Array<ArrayBuffer>]);
}

async function openedController(
  file: Blob,
  stampMs: () => number,
  onSection: (kind: number, data: Float64Array, view: number) => void = () => {},
  onEvent: (event: ThreadEvent) => void = () => {},
) {
  const { host, timers } = hostOf(stampMs);
  const controller = new PastController(host);
  const port: FramePort = {
    onReturn: () => {},
    post: ({ no, columns, used, events }) => {
      events.forEach(onEvent);
      for (let at = 0; at < used; at += columns[at + 2]!)
        onSection(columns[at]!, columns.slice(at + SECTION_HEAD, at + columns[at + 2]!), columns[at + 1]!);
      queueMicrotask(() => port.onReturn({ no, columns }));
    },
  };
  await controller.start({ socketUrl: 'ws://none', apiBase: 'http://none', language: 'en-US' }, port);
  expect(await controller.openFile(file)).toMatchObject({ markets: expect.arrayContaining([BTC]) as number[] });
  const goTo = async (ms: number): Promise<PastStatus> => {
    const status = await controller.goTo(BTC, ZERO + ms);
    if (typeof status === 'string') throw new Error(status);
    return status;
  };
  return { controller, goTo, timers };
}

describe('a replay', () => {
  it('of 10 000 events a second at speed 500 answers each step in time, skips nothing and ends alike', async () => {
    const file = busyFile(60_000, 10_000);
    let now = 0;
    // Of the clock each question takes 20 ms, as a slow phone does.
    const busy = await openedController(file, () => (now += 20));
    await busy.goTo(500);
    const steps: PastStatus[] = [];
    for (let status: PastStatus | undefined; !status?.ended; steps.push(status))
      status = await busy.controller.advance(250 * 500);
    const played = steps.map((status, at) => status.played - (steps[at - 1]?.played ?? 0));
    expect(Math.max(...played)).toBeLessThanOrEqual(6 * 4_096);
    expect(played.length).toBeGreaterThan(2);
    const quick = await openedController(file, () => 0);
    await quick.goTo(500);
    const whole = await quick.controller.advance(250 * 500);
    expect(steps.at(-1)).toEqual(whole);
    expect(whole.played).toBe(60_000 - 5_009);
  });

  it(
    'of more trades in one step than are remembered leaves none of them out of the bars',
    { timeout: 60_000 },
    async () => {
      const flow = new FlowMirror();
      const { controller, goTo } = await openedController(
        busyFile(40_000, 40),
        () => performance.now(),
        (kind, data) => {
          if (kind === SECTION.flow) flow.apply(data, 0);
        },
      );
      await controller.open(1, {
        kind: 'candles',
        coinInfoId: BTC,
        interval: '5m',
        indicators: [{ name: 'CVD', params: [] }],
      });
      await goTo(1_000);
      const lots = (): number => {
        if (!flow.bars) return 0;
        const { length, firstCell, levelCount, sold, bought } = flow.bars;
        let sum = 0;
        for (let row = 0; row < length; row++)
          for (let cell = firstCell[row]!; cell < firstCell[row]! + levelCount[row]!; cell++)
            sum += sold[cell]! + bought[cell]!;
        return sum;
      };
      await vi.waitFor(() => expect(lots()).toBeGreaterThan(0), 20_000);
      const before = lots();
      const each = before / 40;
      expect((await controller.stepBar('1h')).ended).toBe(true);
      await vi.waitFor(() => expect(lots()).toBe(40_000 * each), 20_000);
      expect([...flow.bars!.part.subarray(1, flow.bars!.length)].filter((part) => part === 1)).toEqual([]);
    },
  );

  it('of a file ends with the file: a later moment is its last one', async () => {
    const { goTo } = await openedController(busyFile(400, 40), () => 0);
    const end = await goTo(10_000);
    expect(end).toMatchObject({ atMs: ZERO + 10_000, ended: true });
    for (const ms of [11_000, 8.64e15]) expect(await goTo(ms)).toMatchObject({ atMs: ZERO + 10_000, ended: true });
  });

  it('is shown 40 times in one page without more memory, timers or views', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const { controller, goTo, timers } = await openedController(busyFile(4_000, 40), () => performance.now());
    await controller.open(1, { kind: 'trades', coinInfoId: BTC, rows: 20 });
    await controller.open(2, { kind: 'tickers' });
    await controller.open(3, { kind: 'candles', coinInfoId: BTC, interval: '1m', indicators: [] });
    // What is being freed while it is weighed is in one of several weights, what stays is in all of them.
    const weigh = async (): Promise<number> => {
      let least = Infinity;
      for (let round = 0; round < 5; round++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        collect();
        least = Math.min(least, process.memoryUsage().heapUsed);
      }
      return least;
    };
    const replay = async (run: number): Promise<void> => {
      await goTo(20_000 + 500 * run);
      for (let step = 0; step < 20; step++) await controller.advance(1_000);
    };
    for (let run = 0; run < 10; run++) await replay(run);
    const [before, timersBefore] = [await weigh(), timers.size];
    for (let run = 10; run < 50; run++) await replay(run);
    const grown = (await weigh()) - before;
    console.info(
      `40 replays: ${(grown / 1_048_576).toFixed(2)} MiB more, ${timers.size} timers, ${timersBefore} before`,
    );
    expect(grown).toBeLessThan(2 * 1_048_576);
    expect(timers.size).toBeLessThan(timersBefore + 5);
  });

  it('waits for no tile of a moment that is shown no more', async () => {
    const { host } = hostOf(() => performance.now());
    const asked: number[] = [];
    const fetch: FetchTile = async (address) => {
      asked.push(Number(new URLSearchParams(address.split('?')[1]).get('fromMs')));
      // The exchange is busy, and goes on to be.
      return { kind: 'later', delayMs: 20 };
    };
    host.loadTiles = async () => new TileLoader({ fetch, platform: host });
    host.post = async (url, _headers, body) => {
      const form = new URLSearchParams(body);
      if (url.endsWith('/infos')) return { code: 0, msg: '', data: { list: [btcInfo()] } };
      if (!url.endsWith('/candles')) return { code: 1404, msg: 'Not found', data: {} };
      const time = Number(form.get('startTime') ?? Number(form.get('endTime')) - 60);
      return { code: 0, msg: '', data: { list: [[time, '1', '1', '1', '1', '1', '1', 1]], hasMore: false } };
    };
    const controller = new PastController(host);
    const port: FramePort = { onReturn: () => {}, post: ({ no, columns }) => port.onReturn({ no, columns }) };
    await controller.start({ socketUrl: 'ws://none', apiBase: 'http://none', language: 'en-US' }, port);
    await controller.open(1, { kind: 'candles', coinInfoId: BTC, interval: 'trades-500', indicators: [] });
    for (const day of [1, 2, 3, 4]) {
      asked.length = 0;
      const atMs = ZERO - day * 86_400_000;
      expect(await controller.goTo(BTC, atMs)).toMatchObject({ atMs });
      await vi.waitFor(() => expect(asked).not.toEqual([]));
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    asked.length = 0;
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(8));
    expect(asked.filter((fromMs) => fromMs > ZERO - 4 * 86_400_000)).toEqual([]);
  });

  it('shows a view of another market once a moment of that market is shown, and nothing of this one', async () => {
    const ETH = BTC + 1;
    const records = Array.from({ length: 400 }, (_, at): MadeRecord => {
      const ms = at * 25;
      const id = Math.floor(at / 2) + 1;
      const text = at % 2 ? tradeText(id, ZERO + ms, '60000') : tradeText(id, ZERO + ms, '3000', ETH);
      return [RECORD.text, ms, text];
    });
    const file = feedFile(btcInfo(), ZERO, records, [{ ...btcInfo(), id: ETH, symbol: 'ETH', pair: 'ETH/USDT' }]);
    const seen: string[] = [];
    const { controller, goTo } = await openedController(
      new Blob([file as Uint8Array<ArrayBuffer>]),
      () => performance.now(),
      (kind, data, view) => {
        if (kind === SECTION.candles)
          seen.push(`${view}: ${Math.max(...data.subarray(2).filter((price) => price < 1e6))}`);
      },
      (event) => {
        if (event.kind === 'viewFailed') seen.push(event.reason);
      },
    );
    await goTo(5_000);
    await controller.open(1, { kind: 'candles', coinInfoId: ETH, interval: '1m', indicators: [] });
    await controller.open(2, { kind: 'candles', coinInfoId: BTC, interval: '1m', indicators: [] });
    await vi.waitFor(() => expect(seen).toContain('2: 60000'), 20_000);
    await controller.close(2);
    expect(await controller.goTo(ETH, ZERO + 5_000)).toMatchObject({ atMs: ZERO + 5_000 });
    await vi.waitFor(() => expect(seen.at(-1)).toBe('1: 3000'), 20_000);
    expect(new Set(seen)).toEqual(new Set(['2: 60000', '1: 3000']));
  });
});
