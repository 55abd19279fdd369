// @vitest-environment happy-dom
// Stop orders of the price ladder: their side is the column's, as for limit orders; guarded as those are.
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { IDLE_MS } from '../../../../src/features/terminal/ladder/ladder-guard.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import {
  BEST_BID,
  arm,
  button,
  cell,
  dialog,
  feed,
  key,
  message,
  page,
  perpetual,
  press,
  seen,
  sent,
  setUpLadder,
  show,
  typeAmount,
} from './ladder-fixture.tsx';
setUpLadder();

const switches = (): HTMLButtonElement[] => [...page.host.querySelectorAll<HTMLButtonElement>('[role="switch"]')];
const stopSwitch = (): HTMLButtonElement => switches()[1]!;
const isStop = (): boolean => stopSwitch().getAttribute('aria-checked') === 'true';
const forms = (): Record<string, string>[] =>
  seen.calls.filter(({ path }) => path === '/coin/order/add').map(({ form }) => form);

async function armStops(): Promise<void> {
  await show();
  await typeAmount('0.01');
  await arm();
  await act(async () => stopSwitch().click());
}

describe('a stop order', () => {
  it('buys above the price and sells below it', async () => {
    await armStops();
    expect([isStop(), message()]).toEqual([true, 'A click on a size column sends a stop order.']);
    // 67,003.00 in the column of those who buy, 66,998.00 in that of those who sell.
    for (const [row, column] of [
      [2, 'bid'],
      [7, 'ask'],
    ] as const) {
      await press(cell(row, column));
      await act(async () => vi.advanceTimersByTimeAsync(1_000));
    }
    expect(forms()).toMatchObject([
      { orderType: 'stop_market', side: 'buy', stopPrice: '67003.00', total: expect.stringMatching(/^670\.03/) },
      { orderType: 'stop_market', side: 'sell', stopPrice: '66998.00', amount: '0.01' },
    ]);
    expect(forms()[0]).not.toHaveProperty('amount');
    expect(forms().some((form) => 'price' in form)).toBe(false);
  });

  it.each([
    ['at the last price itself', 5, 'bid'],
    ['that would buy below the price', 7, 'bid'],
    ['that would sell above the price', 2, 'ask'],
  ] as const)('%s is refused', async (_, row, column) => {
    await armStops();
    await press(cell(row, column));
    expect([sent(), message()]).toEqual([[], expect.stringContaining('67,000.00')]);
  });

  it('asks first where the user confirms orders, with its stop price', async () => {
    stored('fxproConfirm').value = '1';
    await armStops();
    await press(cell(2, 'bid'));
    expect(sent()).toEqual([]);
    expect(dialog()?.textContent).toContain('Buy · Stop');
    expect(dialog()?.textContent).toContain('Stop price67,003.00');
    // Meanwhile the market has passed it: the exchange refuses it, so that nothing is bought.
    await act(async () => feed(BEST_BID + 500));
    await act(async () => button('confirm-order').click());
    expect(forms()).toMatchObject([{ side: 'buy', stopPrice: '67003.00' }]);
  });

  it('is sent by a key as by a press, and beyond the balance by neither', async () => {
    await armStops();
    const target = cell(7, 'ask');
    target.focus();
    await key(target, 'Enter');
    expect(forms()).toMatchObject([{ side: 'sell', stopPrice: '66998.00' }]);
    await typeAmount('100000');
    await act(async () => vi.advanceTimersByTimeAsync(1_000));
    await press(cell(2, 'bid'));
    expect(forms()).toHaveLength(1);
    expect(message()).not.toBe('');
  });
});

describe('the switch for stop orders', () => {
  it('is off and cannot be turned on before the ladder is armed; a press fills in the form', async () => {
    await show();
    await typeAmount('0.01');
    expect([isStop(), stopSwitch().disabled]).toEqual([false, true]);
    await act(async () => stopSwitch().click());
    await press(cell(2, 'bid'));
    expect([isStop(), sent(), seen.filled.length]).toEqual([false, [], 1]);
  });

  it('goes off with the ladder, and stays off when that is armed again', async () => {
    await armStops();
    await act(async () => vi.advanceTimersByTimeAsync(IDLE_MS + 1));
    expect([isStop(), stopSwitch().disabled]).toEqual([false, true]);
    await act(async () => feed());
    await arm();
    expect([isStop(), stopSwitch().disabled, message()]).toEqual([
      false,
      false,
      'A click on a size column sends a limit order.',
    ]);
  });

  it('is not there for contracts, which have no stop orders', async () => {
    await show(perpetual);
    expect(switches()).toHaveLength(1);
  });
});
