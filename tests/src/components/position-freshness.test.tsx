// @vitest-environment happy-dom
// Marks, profits and risks of positions are greyed while the feed is not live, as prices are.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { expect, it } from 'vitest';
import { BOOK_STATE, LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { connectMarketWorker } from '../../../src/api/market-worker.ts';
import { Positions } from '../../../src/features/contracts/positions-panel.tsx';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { applyContract } from '../../../src/stores/account/contract-orders.ts';
import { receiveFrame } from '../../../src/stores/market/frame-receiver.ts';
import { tickersFreshness } from '../../../src/stores/market/view-freshness.ts';
import { reactRoot } from '../../support/browser/react-root.ts';
import { frameOf, linkSection } from '../../support/data/generated-frame.ts';
import { CONFIG, fakeMarketWorker } from '../../support/feed/fake-market-worker.ts';
import { madeContract } from '../features/terminal/made-contract.ts';

const place = reactRoot();
const link = (state: number): Promise<void> =>
  act(async () => receiveFrame(frameOf([linkSection({ state, lastReceived: Date.now() })])));
const freshOf = (selector: string): string | undefined =>
  place.host.querySelector(selector)?.closest<HTMLElement>('[data-fresh]')?.dataset['fresh'];

it('figures of a position are live only while the feed is', async () => {
  connectMarketWorker(fakeMarketWorker(), CONFIG, receiveFrame);
  await startI18n('en-US');
  await loadNamespaces(['contracts']);
  for (const id of [5, 6]) applyContract(madeContract({ id, status: 1, holdAmount: '0.05', profit: '12.5' }));
  await link(LINK.open);
  tickersFreshness.update(BOOK_STATE.live, Date.now());
  const router = createRouter({
    routeTree: createRootRoute({ component: Positions }),
    history: createMemoryHistory(),
  });
  await router.load();
  await act(async () => place.root.render(<RouterProvider router={router} />));
  const shown = (): unknown[] => ['[data-testid="position"]', '[data-testid="total-profit"]'].map(freshOf);
  expect(shown()).toEqual(['live', 'live']);
  await link(LINK.closed);
  expect(shown()).toEqual(['stale', 'stale']);
});
