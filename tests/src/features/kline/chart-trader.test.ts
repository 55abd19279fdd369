// @vitest-environment happy-dom
// Order lines on a chart: dragging, confirming, moving and undoing.
import { describe, expect, it, vi } from 'vitest';
import { CODE } from '../../../../core/errors/errors.ts';
import { LINK } from '../../../../core/worker-protocol/worker-protocol.ts';
import type { SheetRequest } from '../../../../src/components/order-lines/chart-trader.ts';
import { movingOrders } from '../../../../src/components/order-lines/pending-moves.ts';
import { setPriceAlert } from '../../../../src/stores/account/alerts.ts';
import { applyOrder } from '../../../../src/stores/account/spot-orders.ts';
import { receiveFrame } from '../../../../src/stores/market/frame-receiver.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { toastLine } from '../../../../src/stores/ui/toast.ts';
import { frameOf, linkSection } from '../../../support/data/generated-frame.ts';
import { madeOrder } from '../../stores/made-order.ts';
import { answersMove, at, feed, ok, page, sent, setUpTrader, settled, trader } from './trader-fixture.ts';

setUpTrader();

describe('a chart with orders', () => {
  it('shows open orders, follows the feed, and removes all lines when stopped', () => {
    const stop = trader();
    expect(at.lines).toEqual([]);
    applyOrder(madeOrder());
    expect(at.lines.map(({ id }) => id)).toEqual(['order 1']);
    applyOrder(madeOrder({ status: 4, updateTime: 200 }));
    expect(at.lines).toEqual([]);
    stored('fxproUserToken').value = '';
    void setPriceAlert(2, 5_100_000, 5_000_000);
    expect(at.lines.map(({ kind }) => kind)).toEqual(['alert']);
    stop();
    expect(at.lines).toEqual([]);
  });

  it('moves a dropped order in one step, and undoes it in time', async () => {
    feed(5_050_000);
    const stop = trader();
    applyOrder(madeOrder());
    at.answers['/coin/order/replace'] = () => ok(madeOrder({ id: 2, price: '49000.00', updateTime: 201 }));
    at.emit({ kind: 'lineDrag', id: 'order 1', price: 49_500 });
    expect(at.lines[0]!.label).toContain('vs last');
    at.emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    expect(at.lines).toMatchObject([{ id: 'order 1', price: 49_000, pending: true }]);
    await settled();
    expect(at.lines).toMatchObject([{ id: 'order 2', price: 49_000, pending: false }]);
    expect(sent()).toEqual(['/coin/order/replace']);
    expect(movingOrders.peek().size).toBe(0);
    expect(toastLine.peek()?.text).toBe('Order moved to 49,000.00');
    at.answers['/coin/order/replace'] = () => ok(madeOrder({ id: 3, updateTime: 301 }));
    toastLine.peek()!.action!.run();
    await settled();
    expect(at.lines).toMatchObject([{ id: 'order 3', price: 50_000 }]);
    expect(toastLine.peek()?.action).toBeUndefined();
    stop();
  });

  it('a drop less than one tick away does nothing', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    for (const price of [50_000, 50_000.004, 49_999.996]) at.emit({ kind: 'lineDrop', id: 'order 1', price });
    await settled();
    expect(sent()).toEqual([]);
    expect(at.lines).toMatchObject([{ price: 50_000, pending: false }]);
    stop();
  });

  it('asks for confirmation in the label where the user wants it', async () => {
    stored('fxproConfirm').value = '1';
    const stop = trader();
    applyOrder(madeOrder());
    answersMove();
    at.emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    await settled();
    expect(at.lines).toMatchObject([
      { id: 'order 1', price: 49_000, pending: false, ask: 'Confirm', label: 'Buy 0.01 → 49,000.00' },
    ]);
    at.emit({ kind: 'lineAnswer', id: 'order 1', yes: false });
    await settled();
    expect([sent(), at.lines[0]!.price, at.lines[0]!.ask]).toEqual([[], 50_000, undefined]);
    at.emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    expect(sent()).toEqual([]);
    at.emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    at.emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    at.emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    expect(sent()).toEqual(['/coin/order/replace']);
    stop();
  });

  it('cancels an order by the cross of its label after a confirmation, and never without', async () => {
    stored('fxproConfirm').value = '0';
    const stop = trader();
    applyOrder(madeOrder());
    answersMove();
    at.emit({ kind: 'lineClose', id: 'order 1' });
    await settled();
    expect(sent()).toEqual([]);
    expect(at.lines).toMatchObject([
      { id: 'order 1', price: 50_000, ask: 'Cancel order', label: 'Buy 0.01 · 50,000.00', movable: false },
    ]);
    at.emit({ kind: 'lineAnswer', id: 'order 1', yes: false });
    await settled();
    expect([sent(), at.lines[0]!.ask]).toEqual([[], undefined]);
    at.emit({ kind: 'lineClose', id: 'order 1' });
    at.emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    at.emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    expect(sent()).toEqual(['/coin/order/close']);
    stop();
  });

  it('always asks for confirmation when the order would execute at once', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    for (const price of [50_000.01, 51_000]) {
      at.emit({ kind: 'lineDrop', id: 'order 1', price });
      await settled();
      expect(sent()).toEqual([]);
      expect(at.lines[0]).toMatchObject({ price, ask: 'Buy now' });
    }
    stop();
  });

  it('asks again when the market reached the price before the confirmation', async () => {
    stored('fxproConfirm').value = '1';
    const stop = trader();
    applyOrder(madeOrder());
    at.emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    feed(4_890_000);
    at.emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    expect(sent()).toEqual([]);
    expect(at.lines[0]).toMatchObject({ price: 49_000, ask: 'Buy now' });
    stop();
  });

  it('a confirmation ends with its order or by timeout; offline nothing is sent', async () => {
    stored('fxproConfirm').value = '1';
    const stop = trader();
    applyOrder(madeOrder());
    answersMove();
    at.emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    await vi.advanceTimersByTimeAsync(21_000);
    expect(at.lines[0]).toMatchObject({ price: 50_000 });
    at.emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    receiveFrame(frameOf([linkSection({ state: LINK.closed, lastReceived: Date.now() })]));
    at.emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    feed(5_000_000);
    at.emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    applyOrder(madeOrder({ status: 3, updateTime: 200 }));
    at.emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
    await settled();
    expect([sent(), at.lines]).toEqual([[], []]);
    stop();
  });

  it('the sheet of a line moves and confirms as a drop does', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    answersMove();
    at.emit({ kind: 'lineTap', id: 'order 1' });
    const [menu] = at.sheets as Extract<SheetRequest, { kind: 'order' }>[];
    expect([4_900_000, 5_000_000].map(menu!.executesAtOnce)).toEqual([false, true]);
    feed(4_890_000);
    menu!.answer({ priceTicks: 4_900_000, executesAtOnce: false });
    await settled();
    expect([sent(), at.lines[0]!.ask]).toEqual([[], 'Buy now']);
    menu!.answer({ priceTicks: 4_900_000, executesAtOnce: true });
    await settled();
    expect(sent()).toEqual(['/coin/order/replace']);
    stop();
  });

  it('an order that would be refused stays, and the reason is shown', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    at.emit({ kind: 'lineDrop', id: 'order 1', price: 90_000 });
    await settled();
    expect(sent()).toEqual([]);
    expect(at.lines).toMatchObject([{ price: 50_000, pending: false }]);
    expect(toastLine.peek()).toMatchObject({ kind: 'error' });
    stop();
  });

  it('a refused move leaves the order where it is, with the reason of the exchange', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    at.answers['/coin/order/replace'] = () => ({ code: CODE.busy, msg: 'The exchange is busy.', data: null });
    at.emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    await settled();
    expect(at.lines).toMatchObject([{ id: 'order 1', price: 50_000, movable: true }]);
    expect(toastLine.peek()).toMatchObject({ kind: 'error', text: 'The exchange is busy.' });
    stop();
  });

  it('a move that met an order of its owner is reported as its end', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    at.answers['/coin/order/replace'] = () =>
      ok(madeOrder({ id: 2, status: 4, reason: 'self_trade', updateTime: 201 }));
    at.emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 });
    await settled();
    expect([at.lines, toastLine.peek()?.text]).toEqual([[], 'Cancelled, but not placed again']);
    stop();
  });

  it('a slow answer: the line waits at its new price, and nothing is sent a second time', async () => {
    const stop = trader();
    applyOrder(madeOrder());
    let answer: ((response: Response) => void) | undefined;
    const others = fetch as (path: string) => Promise<Response>;
    vi.stubGlobal('fetch', (path: string) => {
      if (path !== '/coin/order/replace') return others(path);
      at.calls.push(path);
      return new Promise<Response>((resolve) => void (answer = resolve));
    });
    for (let drop = 0; drop < 3; drop += 1) at.emit({ kind: 'lineDrop', id: 'order 1', price: 49_000 + drop });
    await settled();
    expect(sent()).toEqual(['/coin/order/replace']);
    expect(at.lines).toMatchObject([{ price: 49_000, movable: false, pending: true }]);
    answer!(new Response(JSON.stringify({ code: CODE.orderFinished, msg: 'closed', data: null })));
    await settled();
    expect(at.lines).toMatchObject([{ price: 50_000, movable: true, pending: false }]);
    stop();
  });

  it('a drag back to the old price restores the label; taps open sheets', () => {
    const stop = trader();
    applyOrder(madeOrder());
    at.emit({ kind: 'lineDrag', id: 'order 1', price: 49_500 });
    at.emit({ kind: 'lineDrag', id: 'order 1', price: 50_000 });
    expect(at.lines[0]!.label).toBe('Buy 0.01');
    at.emit({ kind: 'lineTap', id: 'order 1' });
    at.emit({ kind: 'priceTap', price: 51_000.004 });
    expect(at.sheets).toMatchObject([
      { kind: 'order', order: { id: 1 } },
      { kind: 'price', priceTicks: 5_100_000 },
    ]);
    stop();
  });

  it('fills become marks: one for an immediate order, one per fill for a resting order', async () => {
    at.answers['/coin/order/list'] = () =>
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
    at.answers['/coin/order/query'] = () =>
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
    expect(at.marks).toEqual([
      { time: 1100, price: 50_000, side: 'buy', label: 'Buy 0.01 · 50,000.00' },
      { time: 5000, price: 50_000, side: 'sell', label: 'Sell 0.001 · 50,000.00' },
      { time: 7000, price: 50_015, side: 'sell', label: 'Sell 0.002 · 50,015.00' },
    ]);
    expect(at.calls.filter((path) => path === '/coin/order/query')).toHaveLength(1);
    stop();
  });
});
