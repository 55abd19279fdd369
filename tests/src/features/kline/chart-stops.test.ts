// @vitest-environment happy-dom
// Lines of stop and oco orders on a chart: moved, refused across the market, and ended by their price.
import { describe, expect, it } from 'vitest';
import type { SpotOrder } from '../../../../core/orders/spot-order.ts';
import { applyOrder } from '../../../../src/stores/account/spot-orders.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { toastLine } from '../../../../src/stores/ui/toast.ts';
import { madeOrder } from '../../stores/made-order.ts';
import { answersMove, at, ok, sent, setUpTrader, settled, trader } from './trader-fixture.ts';

setUpTrader();

describe('a chart with stops', () => {
  const STOPS = [
    [{ orderType: 'stop_limit', price: '48900.00', stopPrice: '49000.00', status: 0 }, ['order 1 49000'], 'order 1'],
    [{ orderType: 'stop_market', price: '0', stopPrice: '49000.00', status: 0 }, ['order 1 49000'], 'order 1'],
    [{ orderType: 'oco', price: '52000.00', stopPrice: '49000.00' }, ['stop 1 49000', 'order 1 52000'], 'stop 1'],
  ] as [Partial<SpotOrder>, string[], string][];
  const shown = (): string[] => at.lines.map(({ id, price }) => `${id} ${price}`);

  it.each(STOPS)(
    'the line of a stop moves it, asks where the user wants it, and is undone: %j',
    async (given, drawn, id) => {
      stored('fxproConfirm').value = '1';
      const stop = trader();
      applyOrder(madeOrder({ side: 'sell', ...given }));
      const kinds = drawn.map((text) => (text.endsWith('49000') ? 'stop' : 'order'));
      expect(at.lines.map(({ kind }) => kind)).toEqual(kinds);
      expect([shown(), at.lines.every(({ movable, closable }) => movable && closable)]).toEqual([drawn, true]);
      at.answers['/coin/order/replace'] = () =>
        ok(madeOrder({ side: 'sell', ...given, id: 2, stopPrice: '48000.00', updateTime: 201 }));
      at.emit({ kind: 'lineDrag', id, price: 48_500 });
      expect(at.lines[0]!.label).toMatch(/^Stop price · Sell 0\.01 → 48,500\.00( · Limit 48,400\.00)?$/);
      at.emit({ kind: 'lineDrop', id, price: 48_000 });
      await settled();
      expect([sent(), at.lines[0]!.ask]).toEqual([[], 'Confirm']);
      at.emit({ kind: 'lineAnswer', id, yes: true });
      // No line of it is moved while the answer is out.
      expect(at.lines.every(({ movable }) => !movable)).toBe(true);
      await settled();
      expect([sent(), shown()[0]]).toEqual([['/coin/order/replace'], drawn[0]!.replace('1 49', '2 48')]);
      toastLine.peek()!.action!.run();
      await settled();
      expect(sent()).toHaveLength(2);
      stop();
    },
  );

  it.each(STOPS)(
    'a stop is not moved across the market, and is cancelled by its cross: %j',
    async (given, drawn, id) => {
      const stop = trader();
      applyOrder(madeOrder({ side: 'sell', ...given }));
      answersMove();
      at.emit({ kind: 'lineDrop', id, price: 50_000 });
      await settled();
      expect([sent(), shown()]).toEqual([[], drawn]);
      expect(toastLine.peek()).toMatchObject({ kind: 'error', text: expect.stringContaining('50,000') });
      at.emit({ kind: 'lineTap', id });
      expect(at.sheets).toMatchObject([{ kind: 'order', which: 'stop', order: { id: 1 } }]);
      at.emit({ kind: 'lineClose', id });
      expect(at.lines[0]).toMatchObject({ ask: 'Cancel order', label: 'Stop price · Sell 0.01 · 49,000.00' });
      at.emit({ kind: 'lineAnswer', id, yes: true });
      await settled();
      expect([sent(), at.lines]).toEqual([['/coin/order/close'], []]);
      stop();
    },
  );

  it.each(['lineDrag', 'lineDrop'] as const)(
    'a stop that is reached meanwhile ends its move with a message: %s',
    async (kind) => {
      stored('fxproConfirm').value = '1';
      const stop = trader();
      const order = madeOrder({ side: 'sell', orderType: 'stop_market', price: '0', stopPrice: '49000.00', status: 0 });
      applyOrder(order);
      answersMove();
      at.emit({ kind, id: 'order 1', price: 48_000 });
      applyOrder({ ...order, status: 4, reason: 'triggered', updateTime: 200 });
      expect([at.lines, toastLine.peek()?.text]).toEqual([[], 'The order is already closed']);
      for (const late of ['lineDrag', 'lineDrop'] as const) at.emit({ kind: late, id: 'order 1', price: 47_000 });
      at.emit({ kind: 'lineAnswer', id: 'order 1', yes: true });
      await settled();
      expect([sent(), at.lines]).toEqual([[], []]);
      stop();
    },
  );
});
