// @vitest-environment happy-dom
// The button of a confirmation names the act, and is off without a connection or where the act is not possible.
import { act } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { ConfirmationSheet } from '../../../src/components/order-review/order-confirmation.tsx';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
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
