// @vitest-environment happy-dom
// Contract orders that wait: a double tap cancels one, though the next one moves up under the finger meanwhile.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { type ReactNode, act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { PendingContracts, Positions } from '../../../../src/features/contracts/positions-panel.tsx';
import { OpenContracts } from '../../../../src/features/orders/open-orders.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { applyContract, clearContracts } from '../../../../src/stores/account/contract-orders.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';
import { callAsStoredSession } from '../../../support/browser/stored-session.ts';
import { madeContract } from '../terminal/made-contract.ts';

const place = reactRoot();
let cancelled: string[];

const waiting = (id: number) =>
  madeContract({ id, status: 0, orderType: 'limit', limitPrice: '59500.0', holdAmount: '0', pendingAmount: '0.100' });
const cancelButtons = (): HTMLButtonElement[] =>
  [...place.host.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Cancel');

async function show(List: () => ReactNode): Promise<void> {
  const router = createRouter({ routeTree: createRootRoute({ component: List }), history: createMemoryHistory() });
  await router.load();
  await act(async () => place.root.render(<RouterProvider router={router} />));
}

beforeEach(async () => {
  cancelled = [];
  await startI18n('en-US');
  await loadNamespaces(['market', 'contracts', 'orders']);
  await responseSchema('/coin/contract/order/close');
  callAsStoredSession();
  stored('fxproUserToken').value = 'tok';
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (path !== '/coin/contract/order/close') return new Promise<never>(() => undefined);
    const form = new URLSearchParams(body);
    const id = form.get('id') ?? form.get('ids')!;
    cancelled.push(id);
    const list = [{ ...waiting(Number(id)), status: 4, pendingAmount: '0', updateTime: 900 }];
    return Response.json({ code: 0, msg: '', data: { list } });
  });
  clearContracts();
  for (const id of [1, 2, 3]) applyContract(waiting(id));
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  stored('fxproUserToken').value = '';
});

it.each([
  ['of the contracts page', PendingContracts],
  ['of all orders', () => <OpenContracts coinInfoId={undefined} />],
])('in the list %s', async (_, List) => {
  await show(List);
  const first = async (): Promise<void> => {
    const left = cancelButtons().length;
    await act(async () => cancelButtons()[0]!.click());
    await vi.waitFor(() => expect(cancelButtons().length).toBeLessThan(left));
  };
  await first();
  vi.advanceTimersByTime(200);
  await vi.waitFor(() => expect(cancelButtons()[0]!.disabled).toBe(false));
  await act(async () => cancelButtons()[0]!.click());
  expect(cancelled).toHaveLength(1);
  vi.advanceTimersByTime(400);
  await first();
  expect(new Set(cancelled).size).toBe(2);
});

it.each([
  ['of the contracts page', PendingContracts],
  ['of all orders', () => <OpenContracts coinInfoId={undefined} />],
])('the next row has the focus after one that is cancelled %s, whose button names it', async (_, List) => {
  await show(List);
  const buttons = cancelButtons();
  expect(buttons[0]!.getAttribute('aria-label')).toMatch(/^Cancel: Long .*BTC/);
  buttons[0]!.focus();
  await act(async () => buttons[0]!.click());
  await vi.waitFor(() => expect(cancelButtons()).toHaveLength(2));
  const focused = document.activeElement!;
  expect(focused.tagName).toBe('A');
  expect(place.host.querySelector('li')!.contains(focused)).toBe(true);
});

it.each([
  ['of the contracts page', PendingContracts],
  ['of all orders', () => <OpenContracts coinInfoId={undefined} />],
])('while one is cancelled on a slow line, no other button takes a tap and forgets it %s', async (_, List) => {
  let answer = (): void => undefined;
  const quick = fetch;
  const held = new Promise<void>((resolve) => (answer = resolve));
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => held.then(() => quick(...call)));
  await show(List);
  await act(async () => cancelButtons()[0]!.click());
  expect(cancelButtons().map(({ disabled }) => disabled)).toEqual([true, true, true]);
  await act(async () => answer());
  await vi.waitFor(() => expect(cancelButtons().map(({ disabled }) => disabled)).toEqual([false, false]));
});

it('a question about positions that are gone does not come back with the next ones', async () => {
  const position = (id: number, status: 1 | 3) => madeContract({ id, status, updateTime: 900 + status });
  await act(async () => [11, 12].forEach((id) => applyContract(position(id, 1))));
  await show(Positions);
  await act(async () => place.host.querySelector<HTMLElement>('[data-testid="close-all"]')!.click());
  expect(document.querySelector('dialog[open]')).not.toBeNull();
  await act(async () => [11, 12].forEach((id) => applyContract(position(id, 3))));
  await act(async () => [13, 14].forEach((id) => applyContract(position(id, 1))));
  expect(place.host.querySelectorAll('[data-testid="position"]')).toHaveLength(2);
  expect(document.querySelector('dialog[open]')).toBeNull();
});
