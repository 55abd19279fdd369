// @vitest-environment happy-dom
// Buying seconds contracts with a hasty thumb: one order for a double tap, and what was confirmed is what is sent.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SecondsOrder } from '../../../../core/orders/binary-option-order.ts';
import { type Instrument, instrumentOf } from '../../../../core/instruments/instrument.ts';
import { LINK } from '../../../../core/worker-protocol/worker-protocol.ts';
import { connectMarketWorker } from '../../../../src/api/market-worker.ts';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { SecondsTicketForm } from '../../../../src/features/seconds/seconds-ticket-form.tsx';
import { useSecondsTicket } from '../../../../src/features/seconds/use-seconds-ticket.ts';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { applySeconds } from '../../../../src/stores/account/binary-option-orders.ts';
import { sessionRefused } from '../../../../src/stores/account/session.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { receiveFrame } from '../../../../src/stores/market/frame-receiver.ts';
import { reactRoot, typeInto } from '../../../support/browser/react-root.ts';
import { callAsStoredSession } from '../../../support/browser/stored-session.ts';
import { frameOf, linkSection } from '../../../support/data/generated-frame.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';
import { CONFIG, fakeMarketWorker } from '../../../support/feed/fake-market-worker.ts';

const place = reactRoot();
const btc: Instrument = instrumentOf({ ...btcInfo(), qtEnable: 1 });
const HASH = '0'.repeat(64);
/** Periods in s that are offered. */
let offered: number[];
/** What was sent to buy, as "direction period". */
let bought: string[];

const find = (testId: string): HTMLButtonElement => document.querySelector(`[data-testid="${testId}"]`)!;
const press = (testId: string): Promise<void> => act(async () => find(testId).click());

function order(form: URLSearchParams): SecondsOrder {
  const now = Date.now();
  const periodMs = Number(form.get('period')) * 1000;
  return {
    id: bought.length,
    orderNum: `Q00000000000${bought.length}`,
    coinInfoId: 2,
    symbol: 'BTC',
    direction: form.get('direction') as 'up',
    period: Number(form.get('period')),
    amount: form.get('amount')!,
    profitRate: '0.85',
    expectedReturn: '185',
    strikePrice: '',
    executionPrice: '',
    fee: '0',
    buyTime: now,
    openTime: now,
    expirationTime: now + periodMs,
    settleTime: 0,
    result: '',
    profit: '',
    payout: '0',
    status: 0,
  };
}
const period = (seconds: number) => ({
  period: seconds,
  profitRate: '0.85',
  minAmount: '1',
  maxAmount: '1000',
  feeRate: '0',
  enable: offered.includes(seconds) ? 1 : 0,
  exposureLeft: '10000',
});
const answers: Record<string, (form: URLSearchParams) => object> = {
  '/qt/contract/periods': () => ({
    list: [30, 60].map(period),
    balance: '1000',
    exposureLeft: '10000',
    rule: { draw: '', minTicks: 1, silence: 1, entry: '', exit: '', version: '1' },
  }),
  '/qt/contract/add': (form) => {
    bought.push(`${form.get('direction')} ${form.get('period')}`);
    return order(form);
  },
  '/qt/contract/order/list': () => ({ list: [], page: 1, pageSize: 100, total: 0, hasMore: false }),
};

function Ticket() {
  return <SecondsTicketForm ticket={useSecondsTicket(btc)} />;
}

async function show(): Promise<void> {
  const router = createRouter({ routeTree: createRootRoute({ component: Ticket }), history: createMemoryHistory() });
  await router.load();
  await act(async () => place.root.render(<RouterProvider router={router} />));
  await vi.waitFor(() => expect(find('buy-up').disabled).toBe(false));
}

beforeEach(async () => {
  [offered, bought] = [[30, 60], []];
  await startI18n('en-US');
  await loadNamespaces(['market', 'seconds', 'refusals']);
  await Promise.all(
    (['/qt/contract/periods', '/qt/contract/add', '/qt/contract/order/list'] as const).map(responseSchema),
  );
  callAsStoredSession();
  connectMarketWorker(fakeMarketWorker(), CONFIG, receiveFrame);
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) =>
    answers[path]
      ? Response.json({ code: 0, msg: '', data: answers[path](new URLSearchParams(body)) })
      : new Promise<never>(() => undefined),
  );
  stored('fxproUserToken').value = 'tok';
  stored('fxproUserInfo').value = {
    user: { id: 7, email: 'a@example.com' },
    userKyc: null,
    hasGoogleAuth: 0,
    service: '',
  };
  stored('fxproSecondsRisk').value = '1';
  stored('assetsData').value = {
    assets: [
      { coinInfoId: 1, balanceSpot: '1000', balanceSpotFreeze: '0', balanceContract: '0', balanceContractFreeze: '0' },
    ],
    usdtAmountSpotFreeze: '0',
    usdtAmountContractFreeze: '0',
  };
  receiveFrame(
    frameOf(
      [linkSection({ state: LINK.open, lastReceived: Date.now(), offset: 0 })],
      [
        {
          kind: 'channel',
          channel: 'qtTicks',
          coinInfoId: 2,
          snapshot: true,
          data: [{ seq: 1, ts: Date.now(), price: '50000', prev: HASH, hash: HASH }],
        },
      ],
    ),
  );
  vi.useFakeTimers({ toFake: ['performance'] });
  await show();
});
afterEach(async () => {
  vi.useRealTimers();
  await act(async () => place.root.render(null));
  vi.unstubAllGlobals();
  stored('fxproUserToken').value = '';
  stored('fxproConfirm').value = '1';
});

it('a double tap buys once, though the first answer comes before the second tap', async () => {
  stored('fxproConfirm').value = '0';
  await press('buy-up');
  await vi.waitFor(() => expect(find('buy-up').disabled).toBe(false));
  expect(bought).toEqual(['up 30']);
  vi.advanceTimersByTime(200);
  await press('buy-up');
  expect(bought).toEqual(['up 30']);
  vi.advanceTimersByTime(400);
  await press('buy-down');
  expect(bought).toEqual(['up 30', 'down 30']);
});

it('a confirmation is of the period that it was opened with, and off once that is offered no longer', async () => {
  await press('buy-down');
  expect(find('confirm-order').textContent).toContain('30');
  offered = [60];
  // The offer is fetched again with every change of the user's orders.
  await act(async () => applySeconds(order(new URLSearchParams({ direction: 'up', period: '300', amount: '1' }))));
  await vi.waitFor(() => expect(find('confirm-order').disabled).toBe(true));
  expect(find('confirm-order').textContent).toContain('30');
  offered = [30, 60];
  await act(async () => applySeconds({ ...order(new URLSearchParams({ period: '300', amount: '1' })), id: 77 }));
  await vi.waitFor(() => expect(find('confirm-order').disabled).toBe(false));
  await press('confirm-order');
  expect(bought).toEqual(['down 30']);
});

it('amount and period are there after the session ended and its user logged in again', async () => {
  const amount = (): HTMLInputElement => document.querySelector('[data-testid="seconds-amount"]')!;
  await press('period-60');
  await typeInto(amount(), '55');
  const [info, assets] = [stored('fxproUserInfo').peek(), stored('assetsData').peek()];
  await act(async () => sessionRefused('tok'));
  await act(async () => place.root.render(null));
  stored('fxproUserInfo').value = info;
  stored('fxproUserToken').value = 'later';
  stored('assetsData').value = assets;
  await show();
  expect([amount().value, find('period-60').getAttribute('aria-checked')]).toEqual(['55', 'true']);
});
