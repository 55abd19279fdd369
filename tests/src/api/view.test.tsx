// @vitest-environment happy-dom
// Views: opened once, changed in place, closed with their component, also under StrictMode.
import { StrictMode, act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { View } from '../../../core/worker-protocol/worker-protocol.ts';
import { connectMarketWorker, watchPageLifecycle } from '../../../src/api/market-worker.ts';
import { type ViewSink, useView } from '../../../src/api/view-subscription.ts';
import { receiveFrame } from '../../../src/stores/market/frame-receiver.ts';
import { reactRoot } from '../../support/browser/react-root.ts';
import { CONFIG, type FakeMarketWorker, fakeMarketWorker } from '../../support/feed/fake-market-worker.ts';

const sink: ViewSink = { onSection: () => undefined, onFailed: () => undefined };
function Shows({ view, to }: { view: View; to?: ViewSink }) {
  useView(view, to);
  return null;
}
const book = (coinInfoId: number, groupTicks: number): View => ({
  kind: 'book',
  coinInfoId,
  depth: 50,
  interval: 100,
  groupTicks,
  rows: 8,
});

const place = reactRoot();
let market: FakeMarketWorker;
beforeEach(() => {
  market = fakeMarketWorker();
  connectMarketWorker(market, CONFIG, receiveFrame);
});

describe('useView', () => {
  it('opens once, changes the grouping in place, and reopens for another market', async () => {
    await act(async () => place.root.render(<Shows view={book(2, 1)} to={sink} />));
    await act(async () => place.root.render(<Shows view={book(2, 1)} to={sink} />));
    expect(market.calls).toEqual(['open book']);
    await act(async () => place.root.render(<Shows view={book(2, 10)} to={sink} />));
    expect(market.calls).toEqual(['open book', 'change book']);
    const [before] = market.views.keys();
    await act(async () => place.root.render(<Shows view={book(3, 10)} to={sink} />));
    expect(market.calls.slice(2)).toEqual(['close book', 'open book']);
    expect([...market.views.keys()]).not.toEqual([before]);
    await act(async () => place.root.render(null));
    expect(market.views.size).toBe(0);
  });

  it('has one open view after StrictMode mounted it twice', async () => {
    await act(async () =>
      place.root.render(
        <StrictMode>
          <Shows view={{ kind: 'tickers' }} />
        </StrictMode>,
      ),
    );
    expect(market.views.size).toBe(1);
  });
});

describe('watchPageLifecycle', () => {
  it('forwards page lifecycle events to the worker until it is stopped', () => {
    const stop = watchPageLifecycle(document, window);
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('offline'));
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    stop();
    window.dispatchEvent(new Event('online'));
    expect(market.calls).toEqual(['wake online', 'wake offline', 'wake visible', 'wake restored']);
  });
});
