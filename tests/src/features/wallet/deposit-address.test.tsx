// @vitest-environment happy-dom
// A new deposit address whose answer was lost, or which the browser sent twice, is shown, and is no error.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CoinInfo } from '../../../../core/instruments/instrument.ts';
import { CODE } from '../../../../core/errors/errors.ts';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { RechargePage } from '../../../../src/features/wallet/recharge-page.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { clearSession } from '../../../../src/stores/account/session.ts';
import { setInstruments } from '../../../../src/stores/market/instruments.ts';
import { showToast, toastLine } from '../../../../src/stores/ui/toast.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';
import { callAsStoredSession, logInAs } from '../../../support/browser/stored-session.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';

const place = reactRoot();
const usdt = {
  ...btcInfo(),
  id: 1,
  symbol: 'USDT',
  name: 'Tether',
  pair: '',
  rechargeEnable: 1,
  networks: [{ chain: 'TRC20', name: 'Tron (TRC20)', enable: 1 }],
} as CoinInfo;
/** The address that the exchange has; '' for none. */
let made: string;
/** Answers a request for a new address; throws where the answer is lost. */
let generate: () => object;

const field = (testId: string): HTMLElement | null => place.host.querySelector(`[data-testid="${testId}"]`);

function answer(path: string): object | null {
  const address = { address: made, memo: '', qr: '', minRecharge: '10', confirmations: 20, exists: made ? 1 : 0 };
  if (path === '/coin/recharge/address/generate') return generate();
  if (path === '/coin/recharge/address') return { code: 0, data: address };
  if (path !== '/coin/recharge/order') return null;
  return { code: 0, data: { list: [], page: 1, pageSize: 20, total: 0, hasMore: false } };
}

beforeEach(async () => {
  made = '';
  await startI18n('en-US');
  await loadNamespaces(['wallet', 'account', 'demo', 'refusals']);
  const paths = ['/coin/recharge/address', '/coin/recharge/address/generate', '/coin/recharge/order'] as const;
  await Promise.all(paths.map((path) => responseSchema(path)));
  callAsStoredSession();
  vi.stubGlobal('fetch', async (path: string) => {
    const data = answer(path);
    return data ? Response.json({ msg: '', ...data }) : new Promise<never>(() => undefined);
  });
  setInstruments([btcInfo(), usdt]);
  await act(async () => logInAs(7));
  showToast('nothing');
  const router = createRouter({
    routeTree: createRootRoute({ component: RechargePage }),
    history: createMemoryHistory(),
  });
  await router.load();
  await act(async () => place.root.render(<RouterProvider router={router} />));
  await vi.waitFor(() => expect(field('generate')).not.toBeNull());
});
afterEach(async () => {
  await act(async () => place.root.render(null));
  clearSession();
  vi.unstubAllGlobals();
});

const press = (): Promise<void> => act(async () => field('generate')!.click());

it.each([
  [
    'the answer is lost',
    (): never => {
      throw new TypeError('connection lost');
    },
  ],
  ['the second of two calls is refused', () => ({ code: CODE.tooManyRequests, msg: 'Too many', data: null })],
])('is shown without an error where %s', async (_, ending) => {
  generate = () => {
    made = 'TNewAddress';
    return ending();
  };
  await press();
  await vi.waitFor(() => expect(field('address')?.textContent).toBe('TNewAddress'));
  expect(toastLine.peek()?.text).toBe('nothing');
});

it('is refused where it was not made', async () => {
  generate = () => ({ code: CODE.tooManyRequests, msg: 'Too many', data: null });
  await press();
  await vi.waitFor(() => expect(toastLine.peek()?.text).toBe('Too many'));
  expect(field('generate')).not.toBeNull();
});
