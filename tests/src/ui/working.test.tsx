// @vitest-environment happy-dom
// The progress bar of a task: none for a short one; then the share that is known, or movement.
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Working } from '../../../src/ui/fields/working.tsx';
import { reactRoot } from '../../support/browser/react-root.ts';

const fixture = reactRoot();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const show = (busy: boolean, share?: number): Promise<void> =>
  act(async () =>
    fixture.root.render(
      <Working busy={busy} label="Save as CSV" share={share}>
        <button type="button">CSV</button>
      </Working>,
    ),
  );
const pass = (ms: number): Promise<void> => act(async () => vi.advanceTimersByTimeAsync(ms).then(() => undefined));
const bar = (): HTMLProgressElement | null => fixture.host.querySelector('progress');

it('is not shown for a task of half a second', async () => {
  await show(true);
  await pass(400);
  expect(bar()).toBeNull();
  await show(false);
  await pass(2_000);
  expect(bar()).toBeNull();
});

it('is shown for a long task, moves while the share is unknown, and goes with the task', async () => {
  await show(true);
  await pass(600);
  expect([bar()?.getAttribute('aria-label'), bar()?.hasAttribute('value')]).toEqual(['Save as CSV', false]);
  await show(true, 0.4);
  expect(bar()?.getAttribute('value')).toBe('0.4');
  await show(false);
  expect(bar()).toBeNull();
  // The next task begins without a bar.
  await show(true);
  expect(bar()).toBeNull();
  expect(fixture.host.querySelector('button')).not.toBeNull();
});
