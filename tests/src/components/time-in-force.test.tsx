// @vitest-environment happy-dom
// Time in force of a ticket: the choices of a limit order, what is sent, and what applies to a market order.
import { act } from 'react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { TimeInForce, forceFields } from '../../../src/components/ticket/time-in-force.tsx';
import { forceOf } from '../../../src/features/orders/order-fields.ts';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { stored } from '../../../src/stores/device/storage.ts';
import { reactRoot } from '../../support/browser/react-root.ts';

const place = reactRoot();
const select = (): HTMLSelectElement | null => place.host.querySelector('select');
const show = (orderType: 'limit' | 'market'): Promise<void> =>
  act(async () => place.root.render(<TimeInForce orderType={orderType} />));

beforeAll(async () => {
  await startI18n('en-US');
  await loadNamespaces(['market']);
});
beforeEach(() => {
  stored('fxproTimeInForce').value = 'GTC';
  stored('fxproSlippage').value = '0.01';
});

it('a limit order is sent as chosen, and the choice is kept', async () => {
  await show('limit');
  expect(select()!.closest('label')?.querySelector('span')?.textContent).toBe('Time in force');
  expect([...select()!.options].map(({ text }) => text)).toEqual([
    'Good till cancelled',
    'Post-only',
    'Immediate or cancel',
    'Fill or kill',
  ]);
  const sent: unknown[] = [];
  for (const value of ['GTC', 'POST', 'IOC', 'FOK']) {
    await act(async () => {
      select()!.value = value;
      select()!.dispatchEvent(new Event('change', { bubbles: true }));
    });
    sent.push(forceFields('limit'));
    // Nothing of it goes with a market order, which the exchange would refuse.
    expect(forceFields('market')).toEqual({});
  }
  expect(sent).toEqual([{}, { postOnly: true }, { tif: 'IOC' }, { tif: 'FOK' }]);
  expect(localStorage.getItem('fxproTimeInForce')).toBe('FOK');
});

it('a market order says what applies: filled whole within the slippage, else what there is', async () => {
  await show('market');
  expect([select(), place.host.textContent]).toEqual([null, 'Time in forceFill or kill']);
  await act(async () => void (stored('fxproSlippage').value = '0'));
  expect(place.host.textContent).toBe('Time in forceImmediate or cancel');
});

it('is read from an order', () => {
  expect(
    [{ tif: 'GTC', postOnly: 1 }, { tif: 'IOC', postOnly: 0 }, { tif: 'GTC', postOnly: 0 }, {}].map((order) =>
      forceOf(order as Parameters<typeof forceOf>[0]),
    ),
  ).toEqual(['POST', 'IOC', 'GTC', undefined]);
});
