// @vitest-environment happy-dom
// The button of a confirmation names the act, and is off without a connection or where the act is not possible.
import { act } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { BOOK_STATE, LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { ConfirmationSheet, OrderConfirmation } from '../../../src/components/order-review/order-confirmation.tsx';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { tickersFreshness } from '../../../src/stores/market/view-freshness.ts';
import { receiveFrame } from '../../../src/stores/market/frame-receiver.ts';
import { reactRoot } from '../../support/browser/react-root.ts';
import { frameOf, linkSection } from '../../support/data/generated-frame.ts';

const fixture = reactRoot();
const button = (): HTMLButtonElement => document.querySelector('[data-testid="confirm-order"]')!;
const line = (state: number): Promise<void> =>
  act(async () => receiveFrame(frameOf([linkSection({ state, lastReceived: Date.now() })])));

beforeAll(async () => {
  await startI18n('en-US');
  await loadNamespaces(['market']);
});

it('waits for the connection, and for an act that is possible', async () => {
  const send = vi.fn<() => void>();
  const show = (blocked: boolean): Promise<void> =>
    act(async () =>
      fixture.root.render(
        <ConfirmationSheet
          open
          title="BTC/USDT"
          rows={[]}
          kind="up"
          label="Buy 1 BTC"
          blocked={blocked}
          onConfirm={send}
          onCancel={() => undefined}
        />,
      ),
    );
  const seen = (): unknown[] => [button().textContent, button().disabled];
  await line(LINK.open);
  await show(false);
  expect(seen()).toEqual(['Buy 1 BTC', false]);
  await line(LINK.closed);
  expect(seen()).toEqual(['Waiting for connection', true]);
  button().click();
  expect(send).not.toHaveBeenCalled();
  await line(LINK.open);
  await show(true);
  expect(seen()).toEqual(['Buy 1 BTC', true]);
  await show(false);
  button().click();
  expect(send).toHaveBeenCalledOnce();
});

it('marks prices that go stale while it is open, and is off once the ticket would not send the order', async () => {
  const confirm = vi.fn<() => void>();
  const cancel = (): void => undefined;
  const submission = { phase: 'confirming', warnings: [], waits: false, submit: cancel, confirm, cancel } as const;
  const show = (blocked: boolean): Promise<void> =>
    act(async () =>
      fixture.root.render(
        <OrderConfirmation
          submission={submission}
          title="BTC/USDT"
          rows={[]}
          side="buy"
          label="Buy 1 BTC"
          blocked={blocked}
        />,
      ),
    );
  const marks = (): (string | null)[] =>
    ['data-fresh', 'data-age'].map((name) => document.querySelector('dialog [data-fresh]')!.getAttribute(name));
  await line(LINK.open);
  await act(async () => tickersFreshness.update(BOOK_STATE.live, Date.now()));
  await show(false);
  expect(marks()).toEqual(['live', '']);
  await act(async () => tickersFreshness.update(BOOK_STATE.live, Date.now() - 20_000));
  expect(marks()).toEqual(['old', expect.stringContaining('s old')]);
  expect(button().disabled).toBe(false);
  await show(true);
  expect(button().disabled).toBe(true);
  button().click();
  expect(confirm).not.toHaveBeenCalled();
});
