// @vitest-environment happy-dom
// The countdown to the next code goes on while the page rests, as it does while its user reads the mail.
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MailCodeField } from '../../../../src/components/account/mail-code-field.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';

const place = reactRoot();
beforeEach(async () => {
  await startI18n('en-US');
  await loadNamespaces(['account']);
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

it('ends when the time is over, whatever the timers of the page do and its clock is set to', async () => {
  const field = (
    <MailCodeField email="a@example.com" value="" onValue={() => undefined} send={async () => ({ interval: 60 })} />
  );
  await act(async () => place.root.render(field));
  const button = place.host.querySelector<HTMLButtonElement>('[data-testid="send-code"]')!;
  await act(async () => button.click());
  expect([button.disabled, button.textContent]).toEqual([true, '60 s']);
  vi.setSystemTime(Date.now() + 40_000);
  await pass(1_000);
  expect(button.textContent).toBe('19 s');
  vi.setSystemTime(Date.now() - 3_600_000);
  await pass(1_000);
  expect(button.textContent).toBe('18 s');
  vi.setSystemTime(Date.now() + 7_200_000);
  await pass(1_000);
  expect([button.disabled, button.textContent]).toEqual([false, 'Send code']);
});
