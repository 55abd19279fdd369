// @vitest-environment happy-dom
// Pulling a page down refreshes once, at the top alone, and not over a chart or a sheet; haptics keep to their limits.
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { vibrate } from '../../../src/lib/haptics.ts';
import { PullToRefresh } from '../../../src/ui/overlays/pull-to-refresh.tsx';
import { reactRoot } from '../../support/browser/react-root.ts';

const fixture = reactRoot();
const refresh = vi.fn<() => void>();
const ready = vi.fn<() => void>();

function touch(type: string, points: [x: number, y: number][], on: Element = document.body): void {
  const touches = points.map(([clientX, clientY]) => ({ clientX, clientY }));
  on.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { touches }));
}

/** One finger from (100, 50) down by px; the page may be scrolled, and the finger on an element. */
function pull(px: number, on?: Element): void {
  touch('touchstart', [[100, 50]], on);
  for (let step = 1; step <= 4; step += 1) touch('touchmove', [[100, 50 + (px * step) / 4]], on);
  touch('touchend', [], on);
}

beforeEach(async () => {
  refresh.mockClear();
  ready.mockClear();
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true, writable: true });
  await act(async () => fixture.root.render(<PullToRefresh onRefresh={refresh} onReady={ready} />));
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.querySelector('canvas')?.remove();
});

it('refreshes once after a long pull, and says so when it is long enough', () => {
  pull(140);
  expect([refresh.mock.calls.length, ready.mock.calls.length]).toEqual([1, 1]);
  expect(fixture.host.querySelector<HTMLElement>('[data-testid="pull-mark"]')?.hidden).toBe(true);
});

it('does nothing after a short pull, a swipe across, a second finger or a touch that the browser takes', () => {
  pull(60);
  pull(-200);
  touch('touchstart', [[100, 50]]);
  touch('touchmove', [[160, 60]]);
  touch('touchmove', [[160, 260]]);
  touch('touchend', []);
  touch('touchstart', [[100, 50]]);
  touch('touchmove', [
    [100, 200],
    [200, 200],
  ]);
  touch('touchend', []);
  touch('touchstart', [[100, 50]]);
  touch('touchmove', [[100, 200]]);
  touch('touchcancel', []);
  touch('touchend', []);
  expect(refresh).not.toHaveBeenCalled();
});

it('does nothing on a scrolled page, over a chart, or after it is gone', async () => {
  Object.assign(window, { scrollY: 10 });
  pull(140);
  Object.assign(window, { scrollY: 0 });
  const chart = document.body.appendChild(document.createElement('canvas'));
  pull(140, chart);
  await act(async () => fixture.root.render(null));
  pull(140);
  expect(refresh).not.toHaveBeenCalled();
});

it('vibrates on a touched page alone, and not where reduced motion is preferred', () => {
  const vibrated = vi.fn<(ms: number) => boolean>(() => true);
  const given = { vibrate: vibrated, userActivation: { hasBeenActive: true } };
  vi.stubGlobal('navigator', given);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vibrate();
  expect(vibrated).toHaveBeenCalledTimes(1);
  given.userActivation.hasBeenActive = false;
  vibrate();
  given.userActivation.hasBeenActive = true;
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vibrate();
  expect(vibrated).toHaveBeenCalledTimes(1);
  vi.stubGlobal('navigator', {});
  expect(vibrate).not.toThrow();
});
