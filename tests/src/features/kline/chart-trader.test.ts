// @vitest-environment happy-dom
// A chart with the user's orders: what a drop of a line asks, sends, and leaves alone.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChartEvent, TradeLine, TradeMark } from '../../../../chart/api.ts';
import { instrumentOf } from '../../../../core/instruments/instrument.ts';
import type { SpotOrder } from '../../../../core/orders/spot-order.ts';
import { CODE } from '../../../../core/errors/errors.ts';
import { LINK } from '../../../../core/worker-protocol/worker-protocol.ts';
import { answerSchema } from '../../../../src/api/call-tables.ts';
import { provideCallContext } from '../../../../src/api/call-context.ts';
import { ChartTrader, type Question } from '../../../../src/features/kline/trading/chart-trader.ts';
import { movingOrders, placeAgain, unplacedOrders } from '../../../../src/features/kline/trading/pending-moves.ts';
import { loadWords, startI18n } from '../../../../src/locales/i18n.ts';
import { translate } from '../../../../src/locales/use-translation.ts';
import { clearAlerts, setPriceAlert } from '../../../../src/stores/account/alerts.ts';
import { applyOrder, clearOrders } from '../../../../src/stores/account/spot-orders.ts';
import { receive } from '../../../../src/stores/market/frame-receiver.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { describeTickers } from '../../../../src/stores/market/tickers.ts';
import { toastLine } from '../../../../src/stores/ui/toast.ts';
import { frameOf, linkSection, tickersSection } from '../../stores/made-frame.ts';
import { btcInfo } from '../btc-market.ts';

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

/** What the feed says: an open socket, and BTC at this price. */
function feed(lastTicks: number): void {
  receive(
    frameOf([
      linkSection({ state: LINK.open, lastReceived: Date.now() }),
      tickersSection([{ id: 2, last: lastTicks }]),
    ]),
  );
}

describe('a chart with orders', () => {
  // The tables of the calls that are made here are there before the clock stands still.
  beforeAll(async () => void (await Promise.all([answerSchema('/coin/order/add'), answerSchema('/coin/assets')])));
  let lines: TradeLine[] = [];
  let marks: TradeMark[] = [];
  let say: (event: ChartEvent) => void = () => undefined;
  let asked: Question[] = [];
  let calls: string[] = [];
  let answers: Record<string, () => object> = {};
  const port = {
    set: (name: string, value: TradeLine[] | TradeMark[]) => {
      if (name === 'setTradeLines') lines = value as TradeLine[];
      else marks = value as TradeMark[];
    },
    listen: (listener: (event: ChartEvent) => void) => {
      say = listener;
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
    await loadWords(['market', 'chart', 'refusals']);
    provideCallContext({
      base: '',
      token: () => 'tok',
      language: () => 'en-US',
      sessionEnded: () => undefined,
      toast: () => undefined,
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
    describeTickers([btc]);
    feed(5_000_000);
    asked = [];
    calls = [];
    answers = { '/coin/order/list': () => ok(page([])) };
    vi.stubGlobal('fetch', async (path: string) => {
      calls.push(path);
      return new Response(JSON.stringify((answers[path] ?? (() => ({ code: 1404, msg: 'not found', data: null })))()));
    });
    return () => vi.useRealTimers();
  });

  function trader(): () => void {
    return new ChartTrader(port, btc, translate(), (question) => asked.push(question)).start();
  }

  it('shows what stands, follows what the feed says, and takes it off when it leaves', () => {
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

  it('moves a dropped order as one act, and undoes it within its time', async () => {
    feed(5_050_000);
    const stop = trader();
    applyOrder(madeOrder());
    answers['/coin/order/close'] = () => ok({ list: [madeOrder({ status: 4, updateTime: 200 })] });
    answers['/coin/order/add'] = () => ok(madeOrder({ id: 2, price: '49000.00', updateTime: 201 }));
    say({ kind: 'lineDrag', id: 'order 1', price: 49_500 });
    expect(lines[0]!.label).toContain('vs last');
    say({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
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

  it('a drop that is no tick away does nothing', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    for (const price of [50_000, 50_000.004, 49_999.996]) say({ kind: 'lineDrop', id: 'order 1', price });
    await settled();
    expect(sent()).toEqual([]);
    expect(lines).toMatchObject([{ price: 50_000, pending: false }]);
    stop();
  });

  it('asks in the label before anything is sent, where that is wanted', async () => {
    stored('fxproConfirm').value = '1';
    const stop = trader();
    applyOrder(madeOrder());
    answersMove();
    say({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    await settled();
    expect(lines).toMatchObject([
      { id: 'order 1', price: 49_000, pending: false, ask: 'Confirm', label: 'Buy 0.01 → 49,000.00' },
    ]);
    say({ kind: 'lineAnswer', id: 'order 1', yes: false });
    await settled();
    expect([sent(), lines[0]!.price, lines[0]!.ask]).toEqual([[], 50_000, undefined]);
    say({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    expect(sent()).toEqual([]);
    say({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    say({ kind: 'lineAnswer', id: 'order 1', yes: true });
    say({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    expect(sent()).toEqual(['/coin/order/close', '/coin/order/add']);
    stop();
  });

  it('asks in any case where it would trade at once, and says so', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    for (const price of [50_000.01, 51_000]) {
      say({ kind: 'lineDrop', id: 'order 1', price });
      await settled();
      expect(sent()).toEqual([]);
      expect(lines[0]).toMatchObject({ price, ask: 'Buy now' });
    }
    stop();
  });

  it('a yes that the market has overtaken is asked once more', async () => {
    stored('fxproConfirm').value = '1';
    const stop = trader();
    applyOrder(madeOrder());
    say({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    feed(4_890_000);
    say({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    expect(sent()).toEqual([]);
    expect(lines[0]).toMatchObject({ price: 49_000, ask: 'Buy now' });
    stop();
  });

  it('a question ends with its order, with its time, and while the feed is away nothing is sent', async () => {
    stored('fxproConfirm').value = '1';
    const stop = trader();
    applyOrder(madeOrder());
    answersMove();
    say({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    await vi.advanceTimersByTimeAsync(21_000);
    expect(lines[0]).toMatchObject({ price: 50_000 });
    say({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    receive(frameOf([linkSection({ state: LINK.closed, lastReceived: Date.now() })]));
    say({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    feed(5_000_000);
    say({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    applyOrder(madeOrder({ status: 3, updateTime: 200 }));
    say({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    expect([sent(), lines]).toEqual([[], []]);
    stop();
  });

  it('the menu of a label moves and asks as a drop does', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    answersMove();
    say({ kind: 'lineTap', id: 'order 1' });
    const [menu] = asked as Extract<Question, { kind: 'order' }>[];
    expect([4_900_000, 5_000_000].map(menu!.trades)).toEqual([false, true]);
    feed(4_890_000);
    menu!.answer({ priceTicks: 4_900_000, trades: false });
    await settled();
    expect([sent(), lines[0]!.ask]).toEqual([[], 'Buy now']);
    menu!.answer({ priceTicks: 4_900_000, trades: true });
    await settled();
    expect(sent()).toEqual(['/coin/order/close', '/coin/order/add']);
    stop();
  });

  it('an order that would be refused stays where it is, and the reason is said', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    say({ kind: 'lineDrop', id: 'order 1', price: 90_000 });
    await settled();
    expect(calls.filter((path) => /add|close/.test(path))).toEqual([]);
    expect(lines).toMatchObject([{ price: 50_000, pending: false }]);
    expect(toastLine.peek()).toMatchObject({ kind: 'error' });
    stop();
  });

  it('an order that was cancelled and not placed again is said to be so, and can be put back', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    answers['/coin/order/close'] = () => ok({ list: [madeOrder({ status: 4, updateTime: 200 })] });
    answers['/coin/order/add'] = () => ({ code: CODE.busy, msg: 'The exchange is busy.', data: null });
    say({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
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

  it('a drag that went back is labelled as before; taps ask', () => {
    const stop = trader();
    applyOrder(madeOrder());
    say({ kind: 'lineDrag', id: 'order 1', price: 49_500 });
    say({ kind: 'lineDrag', id: 'order 1', price: 50_000 });
    expect(lines[0]!.label).toBe('Buy 0.01');
    say({ kind: 'lineTap', id: 'order 1' });
    say({ kind: 'priceTap', price: 51_000.004 });
    expect(asked).toMatchObject([
      { kind: 'order', order: { id: 1 } },
      { kind: 'price', priceTicks: 5_100_000 },
    ]);
    stop();
  });

  it('fills become marks: at once where they traded at once, part by part where the order stood', async () => {
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
