// @vitest-environment happy-dom
// A withdrawal: what is half filled in when the session ends is there after the login, and a double tap cancels once.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CoinInfo } from '../../../../core/instruments/instrument.ts';
import type { BookAddress } from '../../../../core/orders/fund-order.ts';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { WithdrawPage } from '../../../../src/features/wallet/withdraw-page.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { clearSession, sessionRefused } from '../../../../src/stores/account/session.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { setInstruments } from '../../../../src/stores/market/instruments.ts';
import { showToast, toastLine } from '../../../../src/stores/ui/toast.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';
import { callAsStoredSession, logInAs } from '../../../support/browser/stored-session.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';

const place = reactRoot();
const usdt: CoinInfo = {
  ...btcInfo(),
  id: 1,
  symbol: 'USDT',
  name: 'Tether',
  pair: '',
  sort: 0,
  withdrawEnable: 1,
  networks: [{ chain: 'TRC20', name: 'Tron (TRC20)', enable: 1, minWithdraw: '10', serviceCharge: '1' }],
} as CoinInfo;
const addressOf = (id: number): BookAddress => ({
  id,
  coinInfoId: 1,
  chain: 'TRC20',
  address: `T${String(id).repeat(33)}`,
  memo: '',
  accountName: `Wallet ${id}`,
});
const OWN = {
  assets: [
    { coinInfoId: 1, balanceSpot: '1000', balanceSpotFreeze: '0', balanceContract: '0', balanceContractFreeze: '0' },
  ],
  usdtAmountSpotFreeze: '0',
  usdtAmountContractFreeze: '0',
};
let addresses: BookAddress[];
let cancelled: string[];
/** A withdrawal under review is in the list. */
let hasOrder: boolean;
/** A cancellation is done, and not answered. */
let isAnswerLost: boolean;
/** Answers the withdrawal that was sent. */
let endWithdrawal: (data: object) => void;
/** What the withdrawal is when it was to be cancelled: 3 being paid, 4 cancelled. */
let statusNow: number;

const field = <E extends HTMLElement>(testId: string): E => place.host.querySelector(`[data-testid="${testId}"]`)!;
async function fill(testId: string, text: string): Promise<void> {
  const input = field<HTMLInputElement | HTMLSelectElement>(testId);
  const { prototype } = input instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event(input instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  });
}
const logIn = (id: number): Promise<void> => act(async () => logInAs(id, { hasGoogleAuth: 1 }));
const typed = (): string[] => [
  field<HTMLSelectElement>('withdraw-address').value,
  field<HTMLInputElement>('withdraw-amount').value,
];
const formThere = (): Promise<void> => vi.waitFor(() => expect(field('withdraw-amount')).not.toBeNull());

const order = () => ({
  id: 5,
  orderNo: 'W5',
  coinInfoId: 1,
  chain: 'TRC20',
  address: 'T',
  amount: '50',
  status: 0,
  reason: '',
  createTime: 1,
  updateTime: 1,
  serviceCharge: '1',
  actualAmount: '49',
});
function answer(path: string, form: URLSearchParams): object | null {
  if (path === '/coin/withdraw/address') return { code: 0, data: { list: addresses } };
  if (path !== '/coin/withdraw/order') return null;
  if (form.has('cancelId')) {
    cancelled.push(form.get('cancelId')!);
    if (isAnswerLost) throw new TypeError('connection lost');
    if (cancelled.length > 1 || statusNow !== 4) return { code: 2012, msg: 'It is finished', data: null };
  }
  const list = form.has('id') ? [{ ...order(), status: statusNow }] : hasOrder ? [order()] : [];
  const gate = { kyc: 1, google: 1, turnover: '1', depositTotal: '1', rate: '1' };
  return { code: 0, data: { list, page: 1, pageSize: 20, total: list.length, hasMore: false, gate } };
}

async function openPage(): Promise<void> {
  const router = createRouter({
    routeTree: createRootRoute({ component: WithdrawPage }),
    history: createMemoryHistory(),
  });
  await router.load();
  await act(async () => place.root.render(<RouterProvider router={router} />));
}

beforeEach(async () => {
  [addresses, cancelled, hasOrder, isAnswerLost, statusNow] = [[1, 2].map(addressOf), [], false, false, 4];
  await startI18n('en-US');
  await loadNamespaces(['wallet', 'account', 'demo', 'refusals']);
  await Promise.all([responseSchema('/coin/withdraw/order'), responseSchema('/coin/withdraw/address')]);
  callAsStoredSession();
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (path === '/coin/withdraw/add')
      return new Promise((resolve) => {
        endWithdrawal = (data) => resolve(Response.json({ code: 0, msg: '', data }));
      });
    const data = answer(path, new URLSearchParams(body));
    return data ? Response.json({ msg: '', ...data }) : new Promise<never>(() => undefined);
  });
  setInstruments([btcInfo(), usdt]);
  await logIn(7);
  showToast('nothing');
  await openPage();
  await formThere();
});
afterEach(async () => {
  await act(async () => place.root.render(null));
  clearSession();
  vi.unstubAllGlobals();
});

it('address and amount are there after the next login of the same user, and not without that address', async () => {
  await fill('withdraw-address', '2');
  await fill('withdraw-amount', '120.5');
  await act(async () => sessionRefused('token 7'));
  expect(field('withdraw-amount')).toBeNull();
  await logIn(7);
  await formThere();
  expect(typed()).toEqual(['2', '120.5']);
  await act(async () => sessionRefused('token 7'));
  addresses = [addressOf(1)];
  await logIn(7);
  await formThere();
  expect(typed()).toEqual(['1', '']);
});

it('what is chosen and typed while one is under way stays', async () => {
  await act(async () => void (stored('assetsData').value = OWN));
  await fill('withdraw-amount', '50');
  await fill('google-code', '111111');
  await act(async () => field('submit').click());
  expect(field('submit').getAttribute('aria-busy')).toBe('true');
  await fill('withdraw-address', '2');
  await fill('withdraw-amount', '70');
  await fill('google-code', '222222');
  await act(async () => endWithdrawal({ ...order(), estimate: 1 }));
  await vi.waitFor(() => expect(toastLine.peek()?.kind).toBe('success'));
  expect([...typed(), field<HTMLInputElement>('google-code').value]).toEqual(['2', '70', '222222']);
});

/** The cancel button of a withdrawal under review, on a page that is opened with it. */
async function openWithOrder(): Promise<HTMLButtonElement> {
  await act(async () => place.root.render(null));
  hasOrder = true;
  await openPage();
  await vi.waitFor(() => expect(field('fund-order')).not.toBeNull());
  return field('fund-order').querySelector('button')!;
}

it('is gone from the list, without an error, where it was cancelled though the answer was lost', async () => {
  const cancel = await openWithOrder();
  [hasOrder, isAnswerLost] = [false, true];
  await act(async () => cancel.click());
  await vi.waitFor(() => expect(field('fund-order')).toBeNull());
  expect(toastLine.peek()?.text).toBe('nothing');
});

it('a cancellation that the browser sent twice is no error, and one that came too late is', async () => {
  const cancel = await openWithOrder();
  cancelled.push('sent before');
  await act(async () => cancel.click());
  await vi.waitFor(() => expect(cancelled).toHaveLength(2));
  await act(async () => place.root.render(null));
  expect(toastLine.peek()?.text).toBe('nothing');
  statusNow = 3;
  const late = await openWithOrder();
  await act(async () => late.click());
  await vi.waitFor(() => expect(toastLine.peek()?.text).toBe('It is finished'));
});

it('a double tap on its cancel button cancels it once, without an error', async () => {
  const cancel = await openWithOrder();
  await act(async () => {
    cancel.click();
    cancel.click();
  });
  await act(async () => cancel.click());
  expect([cancelled, toastLine.peek()?.text]).toEqual([['5'], 'nothing']);
});
