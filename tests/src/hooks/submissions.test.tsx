// @vitest-environment happy-dom
// What is under way while its form is left, opened again and pressed again is sent once, and its answer is shown.
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { setCallContext } from '../../../src/api/call-context.ts';
import { CallError, FAILURE } from '../../../src/api/call.ts';
import { OrderResultCard } from '../../../src/components/order-review/order-result-card.tsx';
import { useMutation } from '../../../src/hooks/use-mutation.ts';
import { useOrderSubmission } from '../../../src/hooks/use-order-submission.ts';
import { settleSubmission } from '../../../src/hooks/submissions.ts';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { stored } from '../../../src/stores/device/storage.ts';
import { hideOrderResult, showOrderResult } from '../../../src/stores/ui/order-result.ts';
import { showToast, toastLine } from '../../../src/stores/ui/toast.ts';
import { madeOrder } from '../stores/made-order.ts';
import { reactRoot } from '../../support/browser/react-root.ts';

const fixture = reactRoot();
let token: string;
/** Keys of what was sent, and what answers each. */
let sent: { key: string; answer: (data: unknown) => void; fail: (code: number) => void }[];

beforeEach(() => {
  token = 'ann';
  sent = [];
  setCallContext({
    base: '',
    token: () => token,
    language: () => 'en-US',
    onSessionEnded: () => undefined,
    showToast: () => undefined,
    socketCall: async ({ form }) => ({
      sent: true,
      answer: { code: 0, msg: '', data: await send(form['clientNo'] ?? '') },
    }),
  });
});

const send = (key: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    sent.push({ key, answer: resolve, fail: (code) => reject(new CallError(code, '')) });
  });

/** A button for a transfer of `amount`, as long as it is on the page. */
function Transfer({ amount }: { amount: string }) {
  const { busy, keyOf, mutate } = useMutation('test transfer');
  return (
    <button type="button" disabled={busy} onClick={() => void mutate(() => send(keyOf({ amount })))}>
      Transfer
    </button>
  );
}

function Ticket({ market, accepted }: { market: string; accepted: (order: SpotOrder) => void }) {
  const { phase, confirm } = useOrderSubmission({
    name: `test ${market}`,
    kind: 'spot',
    form: () => ({ market }),
    onAccepted: accepted,
  });
  return (
    <button type="button" disabled={phase !== 'idle'} onClick={confirm}>
      {market}
    </button>
  );
}

const button = (): HTMLButtonElement => fixture.host.querySelector('button')!;
const press = (times = 1): Promise<void> =>
  act(async () => {
    for (let at = 0; at < times; at += 1) button().click();
  });
/** Lets time pass until nothing is under way. */
async function untilAnswered(): Promise<void> {
  while (button().disabled) await act(async () => vi.advanceTimersByTimeAsync(500).then(() => undefined));
}
const show = (page: React.ReactNode): Promise<void> => act(async () => fixture.root.render(page));

it('a transfer is sent once by a double tap, and by a page that is left and opened again meanwhile', async () => {
  await show(<Transfer amount="5" />);
  await press(2);
  await show(null);
  await show(<Transfer amount="5" />);
  expect(button().disabled).toBe(true);
  await press();
  expect(sent).toHaveLength(1);
  await act(async () => sent[0]!.answer('done'));
  expect(button().disabled).toBe(false);
  await press();
  expect(sent.map(({ key }) => key)).toEqual([expect.any(String), expect.not.stringMatching(sent[0]!.key)]);
  await act(async () => sent[1]!.answer('done'));
});

it('an order is sent once by a market that is left and chosen again; another market has its own', async () => {
  const accepted = vi.fn<(order: SpotOrder) => void>();
  const ticket = (market: string) => <Ticket key={market} market={market} accepted={accepted} />;
  await show(ticket('BTC'));
  await press(2);
  await show(ticket('ETH'));
  expect(button().disabled).toBe(false);
  await show(ticket('BTC'));
  await press();
  expect([sent.length, button().disabled]).toEqual([1, true]);
  // What a reload would look up.
  expect(sessionStorage.getItem(`fxproSent ${sent[0]!.key}`)).toBe('spot ann');
  await show(null);
  await act(async () => sent[0]!.answer(madeOrder()));
  await expect.poll(() => accepted).toHaveBeenCalledOnce();
  expect(sessionStorage).toHaveLength(0);
});

it('what one user sent and no answer came for is not repeated in the session of the next', async () => {
  vi.useFakeTimers();
  await show(<Transfer amount="7" />);
  await press();
  await act(async () => sent[0]!.fail(FAILURE.timeout));
  token = 'ben';
  await act(async () => vi.advanceTimersByTimeAsync(60_000).then(() => undefined));
  vi.useRealTimers();
  expect([sent.length, button().disabled]).toEqual([1, false]);
});

it('what is answered after another user has logged in is not shown in that session', async () => {
  const accepted = vi.fn<(order: SpotOrder) => void>();
  showToast('nothing');
  for (const form of [<Ticket key="t" market="XRP" accepted={accepted} />, <Transfer key="f" amount="9" />]) {
    token = 'ann';
    await show(form);
    await press();
    token = 'ben';
    await act(async () => sent.at(-1)!.answer(madeOrder()));
  }
  expect([accepted.mock.calls, toastLine.peek()?.text]).toEqual([[], 'nothing']);
  // Ann is shown it after her next login.
  expect(sessionStorage.getItem(`fxproSent ${sent[0]!.key}`)).toBe('spot ann');
  // The same transfer is a new one.
  await press();
  expect(sent[2]!.key).not.toBe(sent[1]!.key);
  await act(async () => sent[2]!.answer('done'));
  sessionStorage.clear();
});

it.each([CODE.notEnoughBalance, FAILURE.network])(
  'a refusal (%d) after another user has logged in is not shown in that session',
  async (code) => {
    showToast('nothing');
    await show(<Transfer amount={String(code)} />);
    await press();
    token = 'ben';
    await act(async () => sent[0]!.fail(code));
    expect([sent.length, toastLine.peek()?.text]).toEqual([1, 'nothing']);
  },
);

it('an order whose session ended before its answer is left to the next login, and not sent a second time', async () => {
  await startI18n('en-US');
  await loadNamespaces(['market']);
  const ann = { user: { id: 7, email: 'ann@example.com' }, userKyc: null, hasGoogleAuth: 0, service: '' } as const;
  stored('fxproUserInfo').value = ann;
  // The socket's failure is followed by a call over HTTP, which has no network either.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const accepted = vi.fn<(order: SpotOrder) => void>();
  await show(<Ticket market="SOL" accepted={accepted} />);
  vi.useFakeTimers();
  await press();
  await act(async () => sent[0]!.fail(FAILURE.network));
  token = '';
  stored('fxproUserInfo').value = null;
  await untilAnswered();
  vi.useRealTimers();
  const name = `fxproSent ${sent[0]!.key}`;
  expect([sent.length, button().disabled, sessionStorage.getItem(name)]).toEqual([1, false, 'spot ann 7']);
  expect(toastLine.peek()?.text).toBe('It is not known whether this was done. Check before you try again.');
  // Sent again as it was, it is the same request.
  token = 'ann, later';
  stored('fxproUserInfo').value = ann;
  await press();
  expect(sent.map(({ key }) => key)).toEqual([sent[0]!.key, sent[0]!.key]);
  vi.useFakeTimers();
  await act(async () => sent[1]!.fail(FAILURE.network));
  token = '';
  await untilAnswered();
  vi.useRealTimers();
  // Once its outcome was found out, the same order is a new one.
  settleSubmission(sent[1]!.key);
  token = 'ann, later';
  await press();
  expect(sent[2]?.key).not.toBe(sent[0]!.key);
  await act(async () => sent[2]!.answer(madeOrder()));
  await expect.poll(() => accepted).toHaveBeenCalledOnce();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  stored('fxproUserInfo').value = null;
});

it('the result of an order is a card where a page has one, and a toast where the user has gone', async () => {
  const view = vi.fn<() => void>();
  const result = {
    kind: 'done',
    title: 'Filled',
    text: 'Buy 1 BTC @ 5',
    detail: '',
    actions: [{ key: 'view', label: 'View', run: view }],
  } as const;
  await show(<OrderResultCard />);
  await act(async () => showOrderResult(result));
  expect(fixture.host.textContent).toContain('Buy 1 BTC @ 5');
  await act(async () => hideOrderResult());
  await show(null);
  showOrderResult(result);
  expect(toastLine.peek()).toMatchObject({
    text: 'Filled · Buy 1 BTC @ 5',
    kind: 'success',
    action: { label: 'View' },
  });
  toastLine.peek()!.action!.run();
  expect(view).toHaveBeenCalledOnce();
});
