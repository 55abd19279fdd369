// @vitest-environment happy-dom
// Converting: what is typed is quoted without a tap, an older answer is not shown, and a hasty tap converts nothing.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CoinInfo } from '../../../../core/instruments/instrument.ts';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { setCallContext } from '../../../../src/api/call-context.ts';
import { ConvertPage } from '../../../../src/features/wallet/convert-page.tsx';
import { beginSession, clearSession } from '../../../../src/stores/account/session.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { setInstruments } from '../../../../src/stores/market/instruments.ts';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';
import { reactRoot, typeInto } from '../../../support/browser/react-root.ts';

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

/** Time that a person lets pass: the page's timers go by it alone, however slow this machine is. */
const rest = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
/** Does something, and all that follows from it but for the timers. */
const settled = (run: () => void): Promise<void> =>
  act(async () => {
    run();
    await new Promise((done) => {
      setImmediate(done);
    });
  });
const answer = (at: number, data: Record<string, unknown>): Promise<void> => settled(() => asked[at]!.answer(data));
/** After which time what was typed is quoted, and a quote may be converted. */
const TYPED_MS = 400;
const READY_MS = 300;

const type = (amount: string): Promise<void> => typeInto(find<HTMLInputElement>('convert-amount')!, amount);

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
  // Else the first answer waits for the module that reads it.
  await responseSchema('/coin/transfer');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  await act(async () => place.root.render(<RouterProvider router={router} />));
});
afterEach(async () => {
  vi.useRealTimers();
  await act(async () => place.root.render(null));
  clearSession();
  vi.unstubAllGlobals();
});

it('quotes the amount that rests, in rows that were there before, and converts by that quote alone', async () => {
  expect(card()).toContain('--');
  await type('2');
  await rest(TYPED_MS - 1);
  await type('250');
  await rest(TYPED_MS - 1);
  expect(asked).toHaveLength(0);
  await rest(1);
  expect(asked).toHaveLength(1);
  expect(asked[0]!.form.get('amount')).toBe('250');
  await answer(0, quoteOf('0.005'));
  expect(card()).toContain('0.005');
  // A tap in the first moment was meant for the button before it.
  const convert = find<HTMLButtonElement>('convert')!;
  await rest(READY_MS - 1);
  expect(convert.disabled).toBe(true);
  await rest(1);
  expect(convert.disabled).toBe(false);
  await settled(() => convert.click());
  expect(asked).toHaveLength(2);
  expect(asked[1]!.form.get('quoteNo')).toBe('Q0.005');
  // What is typed meanwhile is another conversion, and has a quote of its own.
  await type('90');
  await rest(TYPED_MS);
  await answer(2, quoteOf('0.0018'));
  await answer(1, {});
  expect(find<HTMLInputElement>('convert-amount')!.value).toBe('90');
  expect(card()).toContain('0.0018');
});

it('never shows the quote of an amount that was changed meanwhile', async () => {
  await type('100');
  await rest(TYPED_MS);
  expect(asked).toHaveLength(1);
  await type('900');
  await answer(0, quoteOf('0.002'));
  expect(card()).not.toContain('0.002');
  expect(find('convert')).toBeNull();
  await rest(TYPED_MS);
  expect(asked).toHaveLength(2);
  await answer(1, quoteOf('0.018'));
  expect(card()).toContain('0.018');
});

it.each([-600_000, 600_000])('lets a quote hold for ten seconds where the clock is wrong by %d ms', async (wrongMs) => {
  await type('250');
  await rest(TYPED_MS);
  await answer(0, { ...quoteOf('0.005'), expireTime: Date.now() + 10_000 + wrongMs });
  await rest(9_500);
  expect(card()).toContain('1 s');
  await rest(750);
  expect(find('convert')).toBeNull();
  expect(find<HTMLButtonElement>('quote')!.disabled).toBe(false);
});

it('asks for no quote of nothing, or of more than there is', async () => {
  await type('5000');
  expect(find<HTMLButtonElement>('quote')!.disabled).toBe(true);
  await type('0');
  expect(find<HTMLButtonElement>('quote')!.disabled).toBe(true);
  await type('10');
  await rest(TYPED_MS);
  expect(asked).toHaveLength(1);
  expect(asked[0]!.form.get('amount')).toBe('10');
});
