// @vitest-environment happy-dom
// Price ladder: its switch turns itself off; own orders are dragged after a hold and moved after a confirmation.
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { ContractOrder } from '../../../../core/orders/contract-order.ts';
import { BOOK_STATE } from '../../../../core/worker-protocol/worker-protocol.ts';
import { IDLE_MS, LadderGuard } from '../../../../src/features/terminal/ladder/ladder-guard.ts';
import { HOLD_MS } from '../../../../src/features/terminal/ladder/ladder-input.ts';
import { applyContract } from '../../../../src/stores/account/contract-orders.ts';
import { applyOrder } from '../../../../src/stores/account/spot-orders.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { madeOrder } from '../../stores/made-order.ts';
import { madeContract } from './made-contract.ts';
import {
  BEST_BID,
  arm,
  armSwitch,
  button,
  cell,
  dialog,
  feed,
  isArmed,
  message,
  ok,
  page,
  perpetual,
  point,
  press,
  seen,
  sent,
  setUpLadder,
  show,
  typeAmount,
} from './ladder-fixture.tsx';
setUpLadder();

describe('the guard', () => {
  it('disarms when the feed is not live, and cannot be armed until it is', async () => {
    await show();
    await arm();
    await act(async () => feed(BEST_BID, { state: BOOK_STATE.repairing }));
    expect([isArmed(), armSwitch().disabled]).toEqual([false, true]);
    expect(message()).toContain('not live');
    await typeAmount('0.01');
    await press(cell(6, 'bid'));
    expect(sent()).toEqual([]);
  });

  it('disarms when the book grows old over an open socket', async () => {
    await show();
    await arm();
    await act(async () => feed(BEST_BID, { asOf: Date.now() - 6_000 }));
    expect(isArmed()).toBe(false);
  });

  it('disarms when the window is left, the session ends, or another market is shown', async () => {
    await show();
    await arm();
    await act(async () => void window.dispatchEvent(new Event('blur')));
    expect([isArmed(), message()]).toEqual([false, 'Off: you left the window']);
    await arm();
    await act(async () => void (stored('fxproUserToken').value = ''));
    expect(isArmed()).toBe(false);
    stored('fxproUserToken').value = 'tok';
    await act(async () => undefined);
    await arm();
    expect(isArmed()).toBe(true);
    await show(perpetual);
    expect(isArmed()).toBe(false);
  });

  it('disarms after a minute without use', () => {
    const guard = new LadderGuard();
    guard.arm();
    vi.advanceTimersByTime(IDLE_MS - 1);
    guard.touch();
    vi.advanceTimersByTime(IDLE_MS - 1);
    expect(guard.armed.value).toBe(true);
    vi.advanceTimersByTime(1);
    expect([guard.armed.value, guard.reason.value]).toEqual([false, 'idle']);
    guard.touch();
    expect(guard.armed.value).toBe(false);
  });
});

describe('an own order', () => {
  const order = madeOrder({ price: '66999.00' });
  async function hold(row: number, ms = HOLD_MS + 1): Promise<void> {
    const host = page.host.querySelector<HTMLElement>('[data-testid="ladder"]')!;
    host.setPointerCapture = () => undefined;
    cell(0, 'own').closest<HTMLElement>('[data-row]')!.getBoundingClientRect = () =>
      ({ top: 0, height: 24 }) as DOMRect;
    await point('pointerdown', cell(row, 'own'), { clientY: row * 24 + 5 });
    await act(async () => vi.advanceTimersByTimeAsync(ms));
  }

  it('is shown at its price, named, and opens its sheet', async () => {
    await show();
    await act(async () => applyOrder(order));
    expect(cell(6, 'own').textContent).toBe('+0.01');
    expect(cell(6, 'own').getAttribute('aria-label')).toBe('Buy 0.01');
    await press(cell(6, 'own'));
    expect(dialog()?.textContent).toContain('Buy 0.01');
    await act(async () => applyOrder({ ...order, status: 4, updateTime: 200 }));
    expect(cell(6, 'own').textContent).toBe('');
  });

  it('is dragged after a hold, and moved after a confirmation only', async () => {
    await show();
    await act(async () => applyOrder(order));
    await arm();
    seen.answers['/coin/order/replace'] = () => ok(madeOrder({ id: 2, price: '66997.00', updateTime: 201 }));
    await hold(6);
    await point('pointermove', cell(8, 'own'), { clientY: 8 * 24 + 5 });
    expect(message()).toBe('Buy 0.01 → 66,997');
    await point('pointerup', cell(8, 'own'), { clientY: 8 * 24 + 5 });
    expect(sent()).toEqual([]);
    await act(async () => button('confirm-order').click());
    await act(async () => vi.advanceTimersByTimeAsync(100));
    expect(sent()).toEqual(['/coin/order/replace']);
    expect(seen.calls.find(({ path }) => path === '/coin/order/replace')?.form).toMatchObject({
      id: '1',
      price: '66997.00',
    });
  });

  it.each([
    ['stop_limit', { orderType: 'stop_limit', price: '67005.00', stopPrice: '67003.00', status: 0 }, '67004.00'],
    [
      'stop_market',
      { orderType: 'stop_market', price: '0', stopPrice: '67003.00', amount: '0', total: '50', status: 0 },
    ],
    ['oco', { orderType: 'oco', price: '66999.00', stopPrice: '67003.00' }],
  ] as const)(
    'that waits for a price is there, dragged, confirmed and cancelled: %s',
    async (type, more, limit?: string) => {
      const stop = madeOrder(more);
      await show();
      await act(async () => applyOrder(stop));
      expect(cell(2, 'own').textContent).toBe(type === 'stop_market' ? '≥50 USDT' : '≥0.01');
      expect(cell(2, 'own').getAttribute('aria-label')).toMatch(/^Stop price · Buy /);
      // The other price of an oco.
      expect(cell(6, 'own').textContent).toBe(type === 'oco' ? '+0.01' : '');
      await arm();
      seen.answers['/coin/order/replace'] = () => ok({ ...stop, id: 2, stopPrice: '67002.00', updateTime: 201 });
      // To the last price, where it would be reached at once.
      await hold(2);
      await point('pointermove', cell(5, 'own'), { clientY: 5 * 24 + 5 });
      await point('pointerup', cell(5, 'own'), { clientY: 5 * 24 + 5 });
      expect([dialog(), message()]).toEqual([undefined, 'The stop price must be > 67,000.00']);
      await hold(2);
      await point('pointermove', cell(3, 'own'), { clientY: 3 * 24 + 5 });
      await point('pointerup', cell(3, 'own'), { clientY: 3 * 24 + 5 });
      expect(sent()).toEqual([]);
      for (const text of ['Stop price', '67,002.00', ...(limit ? ['67,004.00'] : [])])
        expect(dialog()?.textContent).toContain(text);
      await act(async () => button('confirm-order').click());
      await act(async () => vi.advanceTimersByTimeAsync(100));
      expect(sent()).toEqual(['/coin/order/replace']);
      expect(cell(3, 'own').textContent).toContain('≥');
      seen.answers['/coin/order/close'] = () => ok({ list: [{ ...stop, id: 2, status: 4, updateTime: 300 }] });
      await press(cell(3, 'own'));
      await act(async () => button('ladder-cancel').click());
      expect([sent()[1], cell(3, 'own').textContent]).toEqual(['/coin/order/close', '']);
    },
  );

  it('is not dragged without the switch, before the hold, or to its own price', async () => {
    await show();
    await act(async () => applyOrder(order));
    await hold(6);
    await point('pointermove', cell(8, 'own'), { clientY: 8 * 24 + 5 });
    await point('pointerup', cell(8, 'own'), { clientY: 8 * 24 + 5 });
    expect(dialog()).toBeUndefined();
    await arm();
    await hold(6, 10);
    await point('pointermove', cell(8, 'own'), { clientY: 8 * 24 + 5 });
    await point('pointerup', cell(8, 'own'), { clientY: 8 * 24 + 5 });
    await hold(6);
    await point('pointerup', cell(6, 'own'), { clientY: 6 * 24 + 9 });
    expect(dialog()).toBeUndefined();
  });

  it('stays when the ladder is disarmed or the touch becomes a scroll during the drag', async () => {
    await show();
    await act(async () => applyOrder(order));
    await arm();
    await hold(6);
    await act(async () => feed(BEST_BID, { state: BOOK_STATE.repairing }));
    await point('pointerup', cell(8, 'own'), { clientY: 8 * 24 + 5 });
    expect(dialog()).toBeUndefined();
    await act(async () => feed());
    await arm();
    await hold(6);
    await point('pointercancel', window);
    await point('pointerup', cell(8, 'own'), { clientY: 8 * 24 + 5 });
    expect([dialog(), sent()]).toEqual([undefined, []]);
  });

  it('that executed while the confirmation was open is not moved', async () => {
    await show();
    await act(async () => applyOrder(order));
    await arm();
    await hold(6);
    await point('pointerup', cell(8, 'own'), { clientY: 8 * 24 + 5 });
    await act(async () => applyOrder({ ...order, status: 3, updateTime: 300 }));
    await act(async () => button('confirm-order').click());
    expect(sent()).toEqual([]);
  });

  it('of a perpetual and its position are marked', async () => {
    await show(perpetual);
    await act(async () => {
      applyContract(madeContract({ id: 5, direction: 'short', limitPrice: '67003.00', pendingAmount: '0.02' }));
      applyContract(madeContract({ id: 6, status: 1, holdAmount: '0.05', openPrice: '67000.4' }));
    });
    expect(cell(2, 'own').textContent).toBe('-0.02');
    expect(cell(5, 'price').closest<HTMLElement>('[data-row]')!.dataset['entry']).toBe('long');
    expect(cell(5, 'price').title).toContain('Long 0.05');
  });

  it('of a perpetual is moved in one step, by its id and new price alone', async () => {
    const order = madeContract({ id: 5, limitPrice: '66999.00', pendingAmount: '0.05', profitPrice: '70000.00' });
    await show(perpetual);
    await act(async () => applyContract(order));
    await arm();
    const moved = { ...order, id: 6, limitPrice: '66997.00', createTime: 201, updateTime: 201 };
    seen.answers['/coin/contract/order/replace'] = () => ok(moved);
    await hold(6);
    await point('pointerup', cell(8, 'own'), { clientY: 8 * 24 + 5 });
    await act(async () => button('confirm-order').click());
    await act(async () => vi.advanceTimersByTimeAsync(100));
    expect(sent()).toEqual(['/coin/contract/order/replace']);
    const { clientNo, ...form } = seen.calls.find(({ path }) => path.endsWith('/replace'))!.form;
    expect([form, clientNo?.length]).toEqual([{ id: '5', limitPrice: '66997.00' }, expect.any(Number)]);
    expect([cell(6, 'own').textContent, cell(8, 'own').textContent]).toEqual(['', '+0.05']);
  });

  it('of a perpetual that is filled in part is not moved: its position would stay behind', async () => {
    await show(perpetual);
    const part = { id: 5, status: 1, openPrice: '66999.00', limitPrice: '66999.00', holdAmount: '0.02' } as const;
    await act(async () => applyContract(madeContract({ ...part, amount: '0.05', pendingAmount: '0.03' })));
    expect(cell(6, 'own').textContent).toBe('+0.03');
    await arm();
    await hold(6);
    await point('pointerup', cell(8, 'own'), { clientY: 8 * 24 + 5 });
    expect([dialog(), sent()]).toEqual([undefined, []]);
    expect(message()).toBe('Partially filled: cancel it and place a new order');
    // Once nothing of it waits, there is nothing to drag.
    await act(async () =>
      applyContract(madeContract({ ...part, amount: '0.05', pendingAmount: '0', updateTime: 200 })),
    );
    expect(cell(6, 'own').textContent).toBe('');
  });

  it('of a perpetual that is filled in part while the confirmation is open is not moved either', async () => {
    await show(perpetual);
    const order = madeContract({ id: 5, limitPrice: '66999.00', amount: '0.05', pendingAmount: '0.05' });
    await act(async () => applyContract(order));
    await arm();
    await hold(6);
    await point('pointerup', cell(8, 'own'), { clientY: 8 * 24 + 5 });
    const filled = { status: 1, openPrice: '66999.00', holdAmount: '0.02', pendingAmount: '0.03', updateTime: 200 };
    await act(async () => applyContract({ ...order, ...filled } as ContractOrder));
    await act(async () => button('confirm-order').click());
    expect([dialog(), sent()]).toEqual([undefined, []]);
  });
});

describe('a position', () => {
  const entryRow = (): number | undefined => {
    const line = page.host.querySelector<HTMLElement>('[data-entry]');
    return line ? Number(line.dataset['row']) : undefined;
  };

  it('is marked at its average cost, which moves with every fill, and no longer once it is closed', async () => {
    await show(perpetual);
    const held = madeContract({ id: 6, status: 1, amount: '0.05', pendingAmount: '0.04' });
    await act(async () => applyContract({ ...held, holdAmount: '0.01', openPrice: '67000.4' }));
    expect(entryRow()).toBe(5);
    // 0.01 at 67,000.4 and 0.01 at 67,003.4: the average is between two ticks and rows.
    await act(async () => applyContract({ ...held, holdAmount: '0.02', openPrice: '67001.9', updateTime: 200 }));
    expect(entryRow()).toBe(4);
    expect(page.host.querySelectorAll('[data-entry]')).toHaveLength(1);
    expect(cell(4, 'price').title).toBe('Entry: Long 0.02');
    await act(async () => applyContract({ ...held, status: 3, holdAmount: '0', updateTime: 300 }));
    expect(entryRow()).toBeUndefined();
  });
});
