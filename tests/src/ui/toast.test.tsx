// @vitest-environment happy-dom
// A toast is swiped away, springs back from a short drag, and its button acts once.
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { showToast, toastLine } from '../../../src/stores/ui/toast.ts';
import { Toast } from '../../../src/ui/overlays/toast.tsx';
import { reactRoot } from '../../support/browser/react-root.ts';

const fixture = reactRoot();
const toast = (): HTMLElement => fixture.host.querySelector('[data-kind]')!;
const show = (): Promise<void> =>
  act(async () => fixture.root.render(toastLine.value && <Toast {...toastLine.value} />));

beforeEach(() => {
  const captured = new Set<HTMLElement>();
  HTMLElement.prototype.setPointerCapture = function capture() {
    captured.add(this);
  };
  HTMLElement.prototype.hasPointerCapture = function has() {
    return captured.has(this);
  };
});

function drag(x: number, y: number): void {
  const at = (type: string, clientX: number, clientY: number): void => {
    toast().dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX, clientY }));
  };
  at('pointerdown', 100, 80);
  at('pointermove', 100 + x, 80 + y);
  at('pointerup', 100 + x, 80 + y);
}

it('a short drag or one downwards springs back, a swipe dismisses', async () => {
  showToast('Order placed', 'success');
  await show();
  drag(12, -10);
  drag(0, 90);
  expect([toastLine.value?.text, toast().style.translate]).toEqual(['Order placed', '']);
  drag(-60, 0);
  expect(toastLine.value).toBeNull();
});

it('the button dismisses and acts', async () => {
  const run = vi.fn();
  showToast('Order placed', 'success', 3000, { label: 'View', run });
  await show();
  const button = toast().querySelector('button')!;
  for (const type of ['pointerdown', 'pointermove', 'pointerup'])
    button.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: 300, clientY: 90 }));
  expect(toastLine.value).not.toBeNull();
  await act(async () => button.click());
  expect([run.mock.calls.length, toastLine.value]).toEqual([1, null]);
});
