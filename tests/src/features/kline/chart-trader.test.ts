// @vitest-environment happy-dom
// Order lines on a chart: dragging, confirming, moving and undoing.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChartEvent, TradeLine, TradeMark } from '../../../../chart/api.ts';
import { instrumentOf } from '../../../../core/instruments/instrument.ts';
import type { SpotOrder } from '../../../../core/orders/spot-order.ts';
import { CODE } from '../../../../core/errors/errors.ts';
import { LINK } from '../../../../core/worker-protocol/worker-protocol.ts';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { setCallContext } from '../../../../src/api/call-context.ts';
import { ChartTrader, type SheetRequest } from '../../../../src/components/order-lines/chart-trader.ts';
import { movingOrders, placeAgain, unplacedOrders } from '../../../../src/components/order-lines/pending-moves.ts';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { translate } from '../../../../src/locales/use-translation.ts';
import { clearAlerts, setPriceAlert } from '../../../../src/stores/account/alerts.ts';
import { applyOrder, clearOrders } from '../../../../src/stores/account/spot-orders.ts';
import { receiveFrame } from '../../../../src/stores/market/frame-receiver.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { setTickerInstruments } from '../../../../src/stores/market/tickers.ts';
import { toastLine } from '../../../../src/stores/ui/toast.ts';
import { frameOf, linkSection, tickersSection } from '../../../support/data/generated-frame.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';

const btc = instrumentOf(btcInfo());

function madeOrder(given: Partial<SpotOrder> = {}): SpotOrder {
  return {
    id: 1,
    orderNo: '1',
    clientNo: 'a',
    coinInfoId: 2,
    symbol: 'BTC',
    side: 'buy',
    orderType: 'limit',
    price: '50000.00',
    amount: '0.01000',
    total: '500',
    dealAmount: '0',
    dealTotal: '0',
    avgPrice: '0',
    fee: '0',
    feeCoinId: 2,
    tif: 'GTC',
    postOnly: 0,
    status: 1,
    createTime: 100,
    updateTime: 100,
    ...given,
  };
}

/** Feed state: connected, with the last price of BTC. */
function feed(lastTicks: number): void {
  receiveFrame(
    frameOf([
      linkSection({ state: LINK.open, lastReceived: Date.now() }),
      tickersSection([{ id: 2, last: lastTicks }]),
    ]),
  );
}

describe('a chart with orders', () => {
  // Response schemas are loaded before fake timers start.
  beforeAll(async () => void (await Promise.all([responseSchema('/coin/order/add'), responseSchema('/coin/assets')])));
  let lines: TradeLine[] = [];
  let marks: TradeMark[] = [];
  let emit: (event: ChartEvent) => void = () => undefined;
  let sheets: SheetRequest[] = [];
  let calls: string[] = [];
  let answers: Record<string, () => object> = {};
  const port = {
    set: (name: string, value: TradeLine[] | TradeMark[]) => {
      if (name === 'setTradeLines') lines = value as TradeLine[];
      else marks = value as TradeMark[];
    },
    onEvent: (listener: (event: ChartEvent) => void) => {
      emit = listener;
      return () => undefined;
    },
  };
  const page = (list: SpotOrder[]): object => ({ list, page: 1, pageSize: 100, total: list.length, hasMore: false });
  const ok = (data: object): object => ({ code: 0, msg: 'OK', data });
  const settled = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(1000);
  };

  beforeEach(async () => {
    vi.useFakeTimers();
    await startI18n('en-US');
    await loadNamespaces(['market', 'chart', 'refusals']);
    setCallContext({
      base: '',
      token: () => 'tok',
      language: () => 'en-US',
      onSessionEnded: () => undefined,
      showToast: () => undefined,
    });
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
    sheets = [];
    calls = [];
    answers = { '/coin/order/list': () => ok(page([])) };
    vi.stubGlobal('fetch', async (path: string) => {
      calls.push(path);
      return new Response(JSON.stringify((answers[path] ?? (() => ({ code: 1404, msg: 'not found', data: null })))()));
    });
    return () => vi.useRealTimers();
  });

  function trader(): () => void {
    return new ChartTrader(port, btc, translate(), (request) => sheets.push(request)).start();
  }

  it('shows open orders, follows the feed, and removes all lines when stopped', () => {
    const stop = trader();
    expect(lines).toEqual([]);
    applyOrder(madeOrder());
    expect(lines.map(({ id }) => id)).toEqual(['order 1']);
    applyOrder(madeOrder({ status: 4, updateTime: 200 }));
    expect(lines).toEqual([]);
    stored('fxproUserToken').value = '';
    void setPriceAlert(2, 5_100_000, 5_000_000);
    expect(lines.map(({ kind }) => kind)).toEqual(['alert']);
    stop();
    expect(lines).toEqual([]);
  });

  it('moves a dropped order by cancelling and placing, and undoes it in time', async () => {
    feed(5_050_000);
    const stop = trader();
    applyOrder(madeOrder());
    answers['/coin/order/close'] = () => ok({ list: [madeOrder({ status: 4, updateTime: 200 })] });
    answers['/coin/order/add'] = () => ok(madeOrder({ id: 2, price: '49000.00', updateTime: 201 }));
    emit({ kind: 'lineDrag', id: 'order 1', price: 49_500 });
    expect(lines[0]!.label).toContain('vs last');
    emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    expect(lines).toMatchObject([{ id: 'order 1', price: 49_000, pending: true }]);
    await settled();
    expect(lines).toMatchObject([{ id: 'order 2', price: 49_000, pending: false }]);
    expect(calls.filter((path) => /add|close/.test(path))).toEqual(['/coin/order/close', '/coin/order/add']);
    expect(movingOrders.peek().size).toBe(0);
    expect(toastLine.peek()?.text).toBe('Order moved to 49,000.00');
    answers['/coin/order/close'] = () =>
      ok({ list: [madeOrder({ id: 2, price: '49000.00', status: 4, updateTime: 300 })] });
    answers['/coin/order/add'] = () => ok(madeOrder({ id: 3, updateTime: 301 }));
    toastLine.peek()!.action!.run();
    await settled();
    expect(lines).toMatchObject([{ id: 'order 3', price: 50_000 }]);
    expect(toastLine.peek()?.action).toBeUndefined();
    stop();
  });

  const sent = (): string[] => calls.filter((path) => /add|close/.test(path));
  const answersMove = (): void => {
    answers['/coin/order/close'] = () => ok({ list: [madeOrder({ status: 4, updateTime: 200 })] });
    answers['/coin/order/add'] = () => ok(madeOrder({ id: 2, price: '49000.00', updateTime: 201 }));
  };

  it('a drop less than one tick away does nothing', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    for (const price of [50_000, 50_000.004, 49_999.996]) emit({ kind: 'lineDrop', id: 'order 1', price });
    await settled();
    expect(sent()).toEqual([]);
    expect(lines).toMatchObject([{ price: 50_000, pending: false }]);
    stop();
  });

  it('asks for confirmation in the label where the user wants it', async () => {
    stored('fxproConfirm').value = '1';
    const stop = trader();
    applyOrder(madeOrder());
    answersMove();
    emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    await settled();
    expect(lines).toMatchObject([
      { id: 'order 1', price: 49_000, pending: false, ask: 'Confirm', label: 'Buy 0.01 → 49,000.00' },
    ]);
    emit({ kind: 'lineAnswer', id: 'order 1', yes: false });
    await settled();
    expect([sent(), lines[0]!.price, lines[0]!.ask]).toEqual([[], 50_000, undefined]);
    emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    expect(sent()).toEqual([]);
    emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    expect(sent()).toEqual(['/coin/order/close', '/coin/order/add']);
    stop();
  });

  it('cancels an order by the cross of its label after a confirmation, and never without', async () => {
    stored('fxproConfirm').value = '0';
    const stop = trader();
    applyOrder(madeOrder());
    answersMove();
    emit({ kind: 'lineClose', id: 'order 1' });
    await settled();
    expect(sent()).toEqual([]);
    expect(lines).toMatchObject([
      { id: 'order 1', price: 50_000, ask: 'Cancel order', label: 'Buy 0.01 · 50,000.00', movable: false },
    ]);
    emit({ kind: 'lineAnswer', id: 'order 1', yes: false });
    await settled();
    expect([sent(), lines[0]!.ask]).toEqual([[], undefined]);
    emit({ kind: 'lineClose', id: 'order 1' });
    emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    expect(sent()).toEqual(['/coin/order/close']);
    stop();
  });

  it('always asks for confirmation when the order would execute at once', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    for (const price of [50_000.01, 51_000]) {
      emit({ kind: 'lineDrop', id: 'order 1', price });
      await settled();
      expect(sent()).toEqual([]);
      expect(lines[0]).toMatchObject({ price, ask: 'Buy now' });
    }
    stop();
  });

  it('asks again when the market reached the price before the confirmation', async () => {
    stored('fxproConfirm').value = '1';
    const stop = trader();
    applyOrder(madeOrder());
    emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    feed(4_890_000);
    emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    expect(sent()).toEqual([]);
    expect(lines[0]).toMatchObject({ price: 49_000, ask: 'Buy now' });
    stop();
  });

  it('a confirmation ends with its order or by timeout; offline nothing is sent', async () => {
    stored('fxproConfirm').value = '1';
    const stop = trader();
    applyOrder(madeOrder());
    answersMove();
    emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    await vi.advanceTimersByTimeAsync(21_000);
    expect(lines[0]).toMatchObject({ price: 50_000 });
    emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    receiveFrame(frameOf([linkSection({ state: LINK.closed, lastReceived: Date.now() })]));
    emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    feed(5_000_000);
    emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    applyOrder(madeOrder({ status: 3, updateTime: 200 }));
    emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    expect([sent(), lines]).toEqual([[], []]);
    stop();
  });

  it('the sheet of a line moves and confirms as a drop does', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    answersMove();
    emit({ kind: 'lineTap', id: 'order 1' });
    const [menu] = sheets as Extract<SheetRequest, { kind: 'order' }>[];
    expect([4_900_000, 5_000_000].map(menu!.executesAtOnce)).toEqual([false, true]);
    feed(4_890_000);
    menu!.answer({ priceTicks: 4_900_000, executesAtOnce: false });
    await settled();
    expect([sent(), lines[0]!.ask]).toEqual([[], 'Buy now']);
    menu!.answer({ priceTicks: 4_900_000, executesAtOnce: true });
    await settled();
    expect(sent()).toEqual(['/coin/order/close', '/coin/order/add']);
    stop();
  });

  it('an order that would be refused stays, and the reason is shown', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    emit({ kind: 'lineDrop', id: 'order 1', price: 90_000 });
    await settled();
    expect(calls.filter((path) => /add|close/.test(path))).toEqual([]);
    expect(lines).toMatchObject([{ price: 50_000, pending: false }]);
    expect(toastLine.peek()).toMatchObject({ kind: 'error' });
    stop();
  });

  it('an order that was cancelled but not placed again can be restored', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    answers['/coin/order/close'] = () => ok({ list: [madeOrder({ status: 4, updateTime: 200 })] });
    answers['/coin/order/add'] = () => ({ code: CODE.busy, msg: 'The exchange is busy.', data: null });
    emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    await settled();
    expect(lines).toEqual([]);
    const [gone] = unplacedOrders.peek();
    expect(gone).toMatchObject({ reason: 'The exchange is busy.', rest: { price: '50000.00', amount: '0.01000' } });
    answers['/coin/order/add'] = () => ok(madeOrder({ id: 4, updateTime: 300 }));
    await placeAgain(gone!, translate());
    expect(unplacedOrders.peek()).toEqual([]);
    expect(lines).toMatchObject([{ id: 'order 4', price: 50_000 }]);
    stop();
  });

  it('a drag back to the old price restores the label; taps open sheets', () => {
    const stop = trader();
    applyOrder(madeOrder());
    emit({ kind: 'lineDrag', id: 'order 1', price: 49_500 });
    emit({ kind: 'lineDrag', id: 'order 1', price: 50_000 });
    expect(lines[0]!.label).toBe('Buy 0.01');
    emit({ kind: 'lineTap', id: 'order 1' });
    emit({ kind: 'priceTap', price: 51_000.004 });
    expect(sheets).toMatchObject([
      { kind: 'order', order: { id: 1 } },
      { kind: 'price', priceTicks: 5_100_000 },
    ]);
    stop();
  });

  it.each([
    [{ orderType: 'stop_limit', price: '48900.00', stopPrice: '49000.00', status: 0 }, ['order 1 49000']],
    [{ orderType: 'stop_market', price: '0', stopPrice: '49000.00', status: 0 }, ['order 1 49000']],
    [{ orderType: 'oco', price: '52000.00', stopPrice: '49000.00' }, ['stop 1 49000', 'order 1 52000']],
  ] as [Partial<SpotOrder>, string[]][])(
    'an order with a stop price is shown and cancelled there, never placed again as another: %j',
    async (order, shown) => {
      const stop = trader();
      applyOrder(madeOrder({ side: 'sell', ...order }));
      answersMove();
      expect(lines.map(({ id, price }) => `${id} ${price}`)).toEqual(shown);
      expect(lines.filter(({ movable, closable }) => movable || closable)).toEqual([]);
      for (const { id } of lines)
        for (const kind of ['lineDrag', 'lineDrop'] as const) emit({ kind, id, price: 48_000 });
      emit({ kind: 'lineTap', id: 'order 1' });
      const [menu] = sheets as Extract<SheetRequest, { kind: 'order' }>[];
      expect(menu).toMatchObject({ kind: 'order', order: { id: 1 } });
      menu!.answer({ priceTicks: 4_800_000, executesAtOnce: true });
      await settled();
      expect([sent(), lines.map(({ id, price }) => `${id} ${price}`)]).toEqual([[], shown]);
      stop();
    },
  );

  it('fills become marks: one for an immediate order, one per fill for a resting order', async () => {
    answers['/coin/order/list'] = () =>
      ok(
        page([
          madeOrder({
            id: 8,
            status: 3,
            dealAmount: '0.01000',
            avgPrice: '50000.00',
            createTime: 1000,
            updateTime: 1100,
          }),
          madeOrder({
            id: 9,
            side: 'sell',
            status: 4,
            dealAmount: '0.00300',
            avgPrice: '50010.00',
            createTime: 1000,
            updateTime: 99_000,
          }),
          madeOrder({ id: 10, status: 4, createTime: 1000, updateTime: 99_000 }),
        ]),
      );
    answers['/coin/order/query'] = () =>
      ok(
        madeOrder({
          id: 9,
          deals: [
            { id: 1, price: '50000.00', amount: '0.00100', total: '50', fee: '0', maker: 1, ts: 5000 },
            { id: 2, price: '50015.00', amount: '0.00200', total: '100', fee: '0', maker: 1, ts: 7000 },
          ],
        }),
      );
    const stop = trader();
    await settled();
    expect(marks).toEqual([
      { time: 1100, price: 50_000, side: 'buy', label: 'Buy 0.01 · 50,000.00' },
      { time: 5000, price: 50_000, side: 'sell', label: 'Sell 0.001 · 50,000.00' },
      { time: 7000, price: 50_015, side: 'sell', label: 'Sell 0.002 · 50,015.00' },
    ]);
    expect(calls.filter((path) => path === '/coin/order/query')).toHaveLength(1);
    stop();
  });
});
