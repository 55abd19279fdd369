// @vitest-environment happy-dom
// The display currency: amounts are never counted by the rate of another one.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { CurrencyPage } from '../../../../src/features/settings/currency-page.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { quoteText } from '../../../../src/stores/device/currency.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';
import { callAsAUser } from '../../../support/data/call-context.ts';

const place = reactRoot();
let isOnline: boolean;
const choose = (key: string): Promise<void> =>
  act(async () => place.host.querySelector<HTMLElement>(`[data-testid="choice-${key}"]`)!.click());

beforeEach(async () => {
  isOnline = false;
  await startI18n('en-US');
  await loadNamespaces(['settings']);
  await responseSchema('/forex/rate');
  callAsAUser();
  vi.stubGlobal('fetch', async () => {
    if (!isOnline) throw new TypeError('connection lost');
    return Response.json({ code: 0, msg: '', data: { base: 'USD', rates: { EUR: '0.9', JPY: '150' }, ts: 1 } });
  });
  stored('currencyData').value = { name: 'JPY', value: 'JPY', symbol: 'JP¥' };
  stored('forexRate').value = 150;
});
afterEach(() => vi.unstubAllGlobals());

it('changes once the rate of the new one is known', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: CurrencyPage }),
    history: createMemoryHistory(),
  });
  await router.load();
  await act(async () => place.root.render(<RouterProvider router={router} />));
  await choose('EUR');
  expect(quoteText(100_000_000_000n)).toBe('JP¥150,000.00');
  isOnline = true;
  await choose('EUR');
  await vi.waitFor(() => expect(quoteText(100_000_000_000n)).toBe('€900.00'));
});
