// @vitest-environment happy-dom
// The second tap of a double tap neither presses nor closes the sheet that the first one opened.
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Sheet } from '../../../src/ui/overlays/sheet.tsx';
import { reactRoot } from '../../support/browser/react-root.ts';

const place = reactRoot();
const [buy, close] = [vi.fn<() => void>(), vi.fn<() => void>()];
const inSheet = (): HTMLButtonElement => document.querySelector('dialog [data-testid="buy"]')!;

/** A press of a finger, or (`detail` 0) of a key, `afterMs` after the last one. */
function press(target: Element, x: number, y: number, afterMs = 0, detail = 1): Promise<void> {
  return act(async () => {
    vi.advanceTimersByTime(afterMs);
    const at = { bubbles: true, clientX: x, clientY: y };
    const down = new MouseEvent('pointerdown', at);
    Object.defineProperty(down, 'timeStamp', { value: performance.now() });
    if (detail > 0) target.dispatchEvent(down);
    target.dispatchEvent(new MouseEvent('click', { ...at, detail, cancelable: true }));
  });
}

async function openSheet(open = true): Promise<void> {
  await act(async () =>
    place.root.render(
      <Sheet open={open} title="Buy" closeLabel="Close" onClose={close}>
        <button type="button" data-testid="buy" onClick={buy}>
          Buy 1 BTC
        </button>
      </Sheet>,
    ),
  );
}

beforeEach(async () => {
  vi.clearAllMocks();
  vi.useFakeTimers({ toFake: ['performance'] });
  await press(document.body, 180, 560);
  await openSheet();
  return () => vi.useRealTimers();
});

it('does not press what the sheet has put under the finger', async () => {
  await press(inSheet(), 184, 552, 150);
  expect(buy).not.toHaveBeenCalled();
  await press(inSheet(), 184, 552, 300);
  expect(buy).toHaveBeenCalledOnce();
});

it('does not close the sheet', async () => {
  await press(document.querySelector('dialog')!, 184, 552, 150);
  expect(close).not.toHaveBeenCalled();
  await press(document.querySelector('dialog')!, 184, 552, 300);
  expect(close).toHaveBeenCalledOnce();
});

it.each([
  ['elsewhere', 180, 480, 1],
  ['by a key', 180, 560, 0],
])('a press %s counts at once', async (_, x, y, detail) => {
  await press(inSheet(), x, y, 150, detail);
  expect(buy).toHaveBeenCalledOnce();
});

it('counts again with each opening', async () => {
  await openSheet(false);
  await press(document.body, 180, 560, 1_000);
  await openSheet();
  await press(inSheet(), 180, 560, 100);
  expect(buy).not.toHaveBeenCalled();
});
