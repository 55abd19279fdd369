// @vitest-environment happy-dom
// A chart whose market changes reports no price of the market before.
import { beforeEach, expect, it, vi } from 'vitest';
import type { ChartEvent } from '../../../chart/api.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { connectMarketWorker } from '../../../src/api/market-worker.ts';
import { ChartController } from '../../../src/components/chart/chart-controller.ts';
import { receiveFrame } from '../../../src/stores/market/frame-receiver.ts';
import { frameOf } from '../../support/data/generated-frame.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';
import { CONFIG, type FakeMarketWorker, fakeMarketWorker } from '../../support/feed/fake-market-worker.ts';

const chart = vi.hoisted(() => ({ emit: (_event: unknown): void => undefined }));
vi.mock('../../../src/components/chart/mounted-chart.ts', () => ({
  mountChart: async (_host: unknown, _options: unknown, emit: (event: unknown) => void) => {
    chart.emit = emit;
    const call = (): void => undefined;
    return { no: 1, series: null, chart: new Proxy({ framesDrawn: 1 }, { get: () => call }) };
  },
}));

const candle = { time: 1, open: 60_000, high: 60_000, low: 60_000, close: 60_000, volume: 1 };
const OF_PRICES: ChartEvent[] = [
  { kind: 'candle', candle },
  { kind: 'crosshair', candle },
  { kind: 'priceTap', price: 60_000 },
  { kind: 'lineDrag', id: 'order 1', price: 60_000 },
  { kind: 'lineDrop', id: 'order 1', price: 60_000 },
];
let market: FakeMarketWorker;
beforeEach(() => {
  market = fakeMarketWorker();
  connectMarketWorker(market, CONFIG, receiveFrame);
  const watcher = class {
    observe(): void {}
    disconnect(): void {}
  };
  vi.stubGlobal('ResizeObserver', watcher);
  vi.stubGlobal('IntersectionObserver', watcher);
});

it('drops what is about its prices until the new candles are drawn', async () => {
  const controller = new ChartController(document.createElement('div'));
  const seen: string[] = [];
  controller.onEvent(({ kind }) => seen.push(kind));
  const show = (id: number): void =>
    controller.show({ instrument: instrumentOf({ ...btcInfo(), id }), interval: '1m', indicators: [] });
  const drawn = async (): Promise<void> => {
    await vi.waitFor(() => expect(market.views.size).toBe(1));
    const [view] = market.views.keys();
    receiveFrame(frameOf([], [{ kind: 'viewDrawn', view: view!, candles: 5 }]));
  };
  show(2);
  await drawn();
  for (const event of OF_PRICES) chart.emit(event);
  expect(seen.splice(0)).toEqual(OF_PRICES.map(({ kind }) => kind));
  show(3);
  for (const event of OF_PRICES) chart.emit(event);
  chart.emit({ kind: 'crosshair', candle: null });
  chart.emit({ kind: 'needOlder' });
  expect(seen.splice(0)).toEqual(['crosshair', 'needOlder']);
  await drawn();
  for (const event of OF_PRICES) chart.emit(event);
  expect(seen).toHaveLength(OF_PRICES.length);
  controller.dispose();
});
