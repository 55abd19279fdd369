// @vitest-environment happy-dom
// Price ladder: centred on the market, written without React; while armed a press sends one order at its price.
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { SETTLE_MS } from '../../../../src/features/terminal/ladder/ladder-input.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { madeOrder } from '../../stores/made-order.ts';
import {
  BEST_BID,
  GROUP,
  arm,
  askedGroup,
  btc,
  button,
  cell,
  click,
  dialog,
  feed,
  key,
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
  texts,
  typeAmount,
  unseen,
} from './ladder-fixture.tsx';
setUpLadder();

describe('prices', () => {
  it('are centred on the market, with sizes, the best prices and the last one', async () => {
    await show();
    expect(texts('price')[4]).toBe('67,001');
    expect(texts('bid')).toEqual(
      ['', '', '', '', '', '0.2', '', '1.5', ''].map((text) => (text ? expect.stringContaining(text) : '')),
    );
    expect(texts('ask')[3]).toContain('0.3');
    const marked = (name: string): number =>
      Number(page.host.querySelector<HTMLElement>(`[data-row][${name}]`)?.dataset['row']);
    expect([marked('data-bid'), marked('data-ask'), marked('data-last')]).toEqual([5, 3, 5]);
  });

  it('stay in their rows until the market nears an edge, without a React commit for 500 frames', async () => {
    await show();
    seen.commits = 0;
    const top = texts('price')[0];
    await act(async () => feed(BEST_BID + GROUP));
    expect(texts('price')[0]).toBe(top);
    for (let i = 0; i < 500; i += 1) feed(BEST_BID + (i % 40) * GROUP);
    expect(texts('price')[0]).not.toBe(top);
    expect(seen.commits).toBe(0);
  });

  it('scrolled by the user stay where they are, until they are centred by button', async () => {
    await show();
    await act(async () => {
      cell(4, 'bid').dispatchEvent(new WheelEvent('wheel', { deltaY: 20, bubbles: true, cancelable: true }));
    });
    await act(async () => feed(BEST_BID + 30 * GROUP));
    const scrolled = texts('price');
    expect(scrolled).not.toContain('67,030');
    await act(async () => page.host.querySelector<HTMLElement>('[data-testid="ladder-centre"]')!.click());
    expect(texts('price')).toContain('67,030');
  });

  it('have the usual step also where the ladder was opened before any price', async () => {
    await show(unseen);
    expect(askedGroup()).toBe(GROUP);
    await act(async () => feed(BEST_BID * 20, { coinInfoId: unseen.info.id }));
    expect(askedGroup()).toBe(GROUP);
  });

  it('never go below one step', async () => {
    await show(btc, 200);
    await act(async () => {
      cell(4, 'bid').dispatchEvent(new WheelEvent('wheel', { deltaY: 900, bubbles: true, cancelable: true }));
    });
    expect(texts('price').at(-1)).toBe('1');
  });
});

describe('a press', () => {
  it('fills in the order form and sends nothing while the ladder is not armed', async () => {
    await show();
    await typeAmount('0.01');
    await press(cell(6, 'bid'));
    expect(seen.filled).toEqual([{ side: 'buy', level: { priceTicks: BEST_BID - GROUP, lotsTo: null } }]);
    expect(sent()).toEqual([]);
  });

  it('sends a limit order at its price while it is armed', async () => {
    await show();
    await typeAmount('0.01');
    await arm();
    expect(message()).toContain('sends a limit order');
    await press(cell(6, 'bid'));
    expect(seen.calls.find(({ path }) => path === '/coin/order/add')?.form).toMatchObject({
      side: 'buy',
      price: '66999.00',
      amount: '0.01',
      orderType: 'limit',
    });
    expect(seen.filled).toEqual([]);
  });

  it('asks first where the user confirms orders', async () => {
    stored('fxproConfirm').value = '1';
    await show();
    await typeAmount('0.01');
    await arm();
    await press(cell(6, 'bid'));
    expect(sent()).toEqual([]);
    expect(dialog()?.textContent).toContain('66,999.00');
    await act(async () => button('confirm-order').click());
    expect(sent()).toEqual(['/coin/order/add']);
  });

  it('of a double click sends one order', async () => {
    await show();
    await typeAmount('0.01');
    await arm();
    await press(cell(6, 'bid'));
    await press(cell(6, 'bid'), 2);
    expect(sent()).toEqual(['/coin/order/add']);
  });

  it('keeps its price while the market runs away between pointer down and click', async () => {
    await show();
    await typeAmount('0.01');
    await arm();
    await point('pointerdown', cell(6, 'bid'));
    await act(async () => feed(BEST_BID + 50 * GROUP));
    expect(texts('price')[6]).toBe('66,999');
    await click(cell(6, 'bid'));
    expect(seen.calls.find(({ path }) => path === '/coin/order/add')?.form['price']).toBe('66999.00');
    // Released, the ladder goes after the market.
    expect(texts('price')).not.toContain('66,999');
  });

  it('just after the prices have moved does nothing', async () => {
    await show();
    await typeAmount('0.01');
    await arm();
    await act(async () => feed(BEST_BID + 50 * GROUP));
    await press(cell(6, 'bid'));
    expect(sent()).toEqual([]);
    expect(message()).toContain('Nothing was sent');
    await act(async () => vi.advanceTimersByTimeAsync(SETTLE_MS + 1));
    await press(cell(6, 'bid'));
    expect(sent()).toEqual(['/coin/order/add']);
  });

  it('that moves, ends elsewhere or becomes a scroll does nothing, and lets the ladder go', async () => {
    await show();
    await typeAmount('0.01');
    await arm();
    await point('pointerdown', cell(6, 'bid'));
    await point('pointermove', cell(6, 'bid'), { clientY: 30 });
    await click(cell(6, 'bid'));
    await point('pointerdown', cell(6, 'bid'));
    await click(cell(7, 'bid'));
    await point('pointerdown', cell(6, 'bid'));
    await point('pointercancel', window);
    await click(cell(6, 'bid'));
    await point('pointerdown', cell(6, 'bid'));
    await point('pointerup', document.body);
    expect(sent()).toEqual([]);
    await act(async () => feed(BEST_BID + 50 * GROUP));
    expect(texts('price')).toContain('67,050');
  });

  it('waits for the answer to the order before', async () => {
    await show();
    await typeAmount('0.01');
    await arm();
    let answer: (value: object) => void = () => undefined;
    seen.answers['/coin/order/add'] = () => new Promise((resolve) => (answer = resolve));
    await press(cell(6, 'bid'));
    await press(cell(7, 'bid'));
    expect(sent()).toEqual(['/coin/order/add']);
    expect(message()).toContain('still being sent');
    await act(async () => answer(ok(madeOrder({ id: 9 }))));
    seen.answers['/coin/order/add'] = () => ok(madeOrder({ id: 10 }));
    await press(cell(7, 'bid'));
    expect(sent()).toHaveLength(2);
  });

  it('without an amount, or beyond the balance, says so and sends nothing', async () => {
    await show();
    await arm();
    await press(cell(6, 'bid'));
    expect(message()).not.toBe('');
    await typeAmount('400');
    await press(cell(6, 'bid'));
    expect(message()).toMatch(/balance/i);
    expect(sent()).toEqual([]);
  });

  it('on a perpetual opens a contract with its leverage', async () => {
    await show(perpetual);
    await typeAmount('0.01');
    await arm();
    await press(cell(2, 'ask'));
    expect(seen.calls.find(({ path }) => path === '/coin/contract/order/add')?.form).toMatchObject({
      coinInfoId: '102',
      direction: 'short',
      limitPrice: '67003.00',
      multiple: '10',
    });
  });
});

describe('keys', () => {
  it('move over the cells and act on one, once while they are held down', async () => {
    await show();
    await typeAmount('0.01');
    await arm();
    cell(4, 'bid').focus();
    await key(cell(4, 'bid'), 'ArrowDown');
    expect(document.activeElement).toBe(cell(5, 'bid'));
    await key(cell(5, 'bid'), 'ArrowRight');
    await key(cell(5, 'price'), 'ArrowRight');
    expect(document.activeElement).toBe(cell(5, 'ask'));
    expect(page.host.querySelectorAll('[data-col][tabindex="0"]')).toHaveLength(1);
    await key(cell(5, 'ask'), 'Enter');
    await key(cell(5, 'ask'), 'Enter', { repeat: true });
    expect(sent()).toEqual(['/coin/order/add']);
  });

  it('at the edge move the prices', async () => {
    await show();
    const [top] = texts('price');
    await key(cell(0, 'bid'), 'ArrowUp');
    expect(texts('price')[1]).toBe(top);
  });
});
