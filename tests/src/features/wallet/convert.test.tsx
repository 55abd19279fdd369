// @vitest-environment happy-dom
// Converting: what is typed is quoted without a tap, an older answer is not shown, and a hasty tap converts nothing.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CoinInfo } from '../../../../core/instruments/instrument.ts';
import { setCallContext } from '../../../../src/api/call-context.ts';
import { ConvertPage } from '../../../../src/features/wallet/convert-page.tsx';
import { beginSession, clearSession } from '../../../../src/stores/account/session.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { setInstruments } from '../../../../src/stores/market/instruments.ts';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';

const place = reactRoot();
const usdt: CoinInfo = { ...btcInfo(), id: 1, symbol: 'USDT', name: 'Tether', pair: '', sort: 0 };

/** A call of the page that waits for its answer. */
interface Asked {
  form: URLSearchParams;
  answer: (data: Record<string, unknown>) => void;
}
let asked: Asked[];

const find = <E extends HTMLElement>(testId: string): E | null =>
  place.host.querySelector<E>(`[data-testid="${testId}"]`);
const card = (): string => find('quote-card')?.textContent ?? '';
const quoteOf = (out: string) => ({
  quoteNo: `Q${out}`,
  rate: '0.00002',
  fee: '0',
  out,
  expireTime: Date.now() + 10_000,
});

async function type(amount: string): Promise<void> {
  const field = find<HTMLInputElement>('convert-amount')!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, amount);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

beforeEach(async () => {
  asked = [];
  await startI18n('en-US');
  await loadNamespaces(['wallet', 'account', 'demo', 'refusals']);
  setCallContext({
    base: '',
    token: () => 't',
    language: () => 'en-US',
    onSessionEnded: () => undefined,
    showToast: () => undefined,
  });
  vi.stubGlobal(
    'fetch',
    (url: string, { body }: { body: string }) =>
      new Promise<Response>((resolve) => {
        if (url.endsWith('/coin/transfer'))
          asked.push({
            form: new URLSearchParams(body),
            answer: (data) => resolve(Response.json({ code: 0, msg: '', data })),
          });
      }),
  );
  setInstruments([btcInfo(), usdt]);
  beginSession({ accesstoken: 't', expireTime: 1, user: { id: 1, email: 'a@b.co' } } as never);
  stored('assetsData').value = {
    assets: [
      { coinInfoId: 1, balanceSpot: '1000', balanceSpotFreeze: '0', balanceContract: '0', balanceContractFreeze: '0' },
    ],
    usdtAmountSpotFreeze: '0',
    usdtAmountContractFreeze: '0',
  };
  const router = createRouter({
    routeTree: createRootRoute({ component: ConvertPage }),
    history: createMemoryHistory(),
  });
  await router.load();
  await act(async () => place.root.render(<RouterProvider router={router} />));
});
afterEach(async () => {
  await act(async () => place.root.render(null));
  clearSession();
  vi.unstubAllGlobals();
});

it('quotes the amount that rests, in rows that were there before, and converts by that quote alone', async () => {
  expect(card()).toContain('--');
  await type('2');
  await type('250');
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]!.form.get('amount')).toBe('250');
  await act(async () => asked[0]!.answer(quoteOf('0.005')));
  await vi.waitFor(() => expect(card()).toContain('0.005'));
  // A tap in the first moment was meant for the button before it.
  const convert = find<HTMLButtonElement>('convert')!;
  expect(convert.disabled).toBe(true);
  await vi.waitFor(() => expect(find<HTMLButtonElement>('convert')!.disabled).toBe(false));
  await act(async () => convert.click());
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]!.form.get('quoteNo')).toBe('Q0.005');
});

it('never shows the quote of an amount that was changed meanwhile', async () => {
  await type('100');
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await type('900');
  await act(async () => asked[0]!.answer(quoteOf('0.002')));
  expect(card()).not.toContain('0.002');
  expect(find('convert')).toBeNull();
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  await act(async () => asked[1]!.answer(quoteOf('0.018')));
  await vi.waitFor(() => expect(card()).toContain('0.018'));
});

it('asks for no quote of nothing, or of more than there is', async () => {
  await type('5000');
  expect(find<HTMLButtonElement>('quote')!.disabled).toBe(true);
  await type('0');
  expect(find<HTMLButtonElement>('quote')!.disabled).toBe(true);
  await type('10');
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]!.form.get('amount')).toBe('10');
});
