// A chart with a user's orders over a fake exchange: its lines, sheets and calls.
import { beforeAll, beforeEach, vi } from 'vitest';
import type { ChartEvent, TradeLine, TradeMark } from '../../../../chart/api.ts';
import { instrumentOf } from '../../../../core/instruments/instrument.ts';
import { LINK } from '../../../../core/worker-protocol/worker-protocol.ts';
import type { SpotOrder } from '../../../../core/orders/spot-order.ts';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { callAsAUser } from '../../../support/data/call-context.ts';
import { ChartTrader, type SheetRequest } from '../../../../src/components/order-lines/chart-trader.ts';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { translate } from '../../../../src/locales/use-translation.ts';
import { clearAlerts } from '../../../../src/stores/account/alerts.ts';
import { clearOrders } from '../../../../src/stores/account/spot-orders.ts';
import { receiveFrame } from '../../../../src/stores/market/frame-receiver.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { setTickerInstruments } from '../../../../src/stores/market/tickers.ts';
import { frameOf, linkSection, tickersSection } from '../../../support/data/generated-frame.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';
import { madeOrder } from '../../stores/made-order.ts';

const btc = instrumentOf(btcInfo());

/** Feed state: connected, with the last price of BTC. */
export function feed(lastTicks: number): void {
  receiveFrame(
    frameOf([
      linkSection({ state: LINK.open, lastReceived: Date.now() }),
      tickersSection([{ id: 2, last: lastTicks }]),
    ]),
  );
}

/** What the current test has seen, the answers that it gives, and `emit`, by which the chart reports a gesture. */
export const at = {
  lines: [] as TradeLine[],
  marks: [] as TradeMark[],
  sheets: [] as SheetRequest[],
  calls: [] as string[],
  answers: {} as Record<string, () => object>,
  emit: (() => undefined) as (event: ChartEvent) => void,
};
const port = {
  set: (name: string, value: TradeLine[] | TradeMark[]) => {
    if (name === 'setTradeLines') at.lines = value as TradeLine[];
    else at.marks = value as TradeMark[];
  },
  onEvent: (listener: (event: ChartEvent) => void) => {
    at.emit = listener;
    return () => undefined;
  },
};
export const page = (list: SpotOrder[]): object => ({
  list,
  page: 1,
  pageSize: 100,
  total: list.length,
  hasMore: false,
});
export const ok = (data: object): object => ({ code: 0, msg: 'OK', data });
export const settled = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(1000);
};
export const sent = (): string[] => at.calls.filter((path) => /add|close|replace/.test(path));
/** The exchange cancels order 1, and places order 2 in its stead. */
export function answersMove(): void {
  at.answers['/coin/order/close'] = () => ok({ list: [madeOrder({ status: 4, updateTime: 200 })] });
  at.answers['/coin/order/replace'] = () => ok(madeOrder({ id: 2, price: '49000.00', updateTime: 201 }));
}
export function trader(): () => void {
  return new ChartTrader(port, btc, translate(), (request) => at.sheets.push(request)).start();
}

export function setUpTrader(): void {
  // Response schemas are loaded before fake timers start.
  beforeAll(
    async () => void (await Promise.all([responseSchema('/coin/order/replace'), responseSchema('/coin/assets')])),
  );
  beforeEach(async () => {
    vi.useFakeTimers();
    await startI18n('en-US');
    await loadNamespaces(['market', 'chart', 'refusals']);
    callAsAUser();
    stored('fxproUserToken').value = 'tok';
    stored('fxproAlerts').value = [];
    stored('fxproConfirm').value = '0';
    stored('assetsData').value = {
      assets: [
        {
          coinInfoId: 1,
          balanceSpot: '10000',
          balanceSpotFreeze: '0',
          balanceContract: '0',
          balanceContractFreeze: '0',
        },
      ],
      usdtAmountSpotFreeze: '0',
      usdtAmountContractFreeze: '0',
    };
    clearOrders();
    clearAlerts();
    setTickerInstruments([btc]);
    feed(5_000_000);
    at.sheets = [];
    at.calls = [];
    at.answers = { '/coin/order/list': () => ok(page([])) };
    vi.stubGlobal('fetch', async (path: string) => {
      at.calls.push(path);
      return new Response(
        JSON.stringify((at.answers[path] ?? (() => ({ code: 1404, msg: 'not found', data: null })))()),
      );
    });
    return () => vi.useRealTimers();
  });
}
