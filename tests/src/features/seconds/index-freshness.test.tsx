// @vitest-environment happy-dom
// The index price of a market's seconds contracts counts as live with its own ticks, not with other prices.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { expect, it } from 'vitest';
import { BOOK_STATE, LINK, SECTION, SECTION_HEAD } from '../../../../core/worker-protocol/worker-protocol.ts';
import { connectMarketWorker } from '../../../../src/api/market-worker.ts';
import { SecondsPage } from '../../../../src/features/seconds/seconds-page.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { receiveFrame } from '../../../../src/stores/market/frame-receiver.ts';
import { setInstruments } from '../../../../src/stores/market/instruments.ts';
import { tickersFreshness } from '../../../../src/stores/market/view-freshness.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';
import { frameOf, linkSection } from '../../../support/data/generated-frame.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';
import { CONFIG, fakeMarketWorker } from '../../../support/feed/fake-market-worker.ts';

const place = reactRoot();
const market = fakeMarketWorker();

it('greys a price of an earlier visit until its market has ticked again', async () => {
  connectMarketWorker(market, CONFIG, receiveFrame);
  await startI18n('en-US');
  await loadNamespaces(['market', 'seconds']);
  stored('fxproSecondsChart').value = '0';
  setInstruments([{ ...btcInfo(), qtEnable: 1 }]);
  const hash = '0'.repeat(64);
  const data = [{ seq: 1, ts: Date.now(), price: '67412.35', prev: hash, hash }];
  receiveFrame(
    frameOf(
      [linkSection({ state: LINK.open, lastReceived: Date.now() })],
      [{ kind: 'channel', channel: 'qtTicks', coinInfoId: 2, snapshot: true, data }],
    ),
  );
  tickersFreshness.update(BOOK_STATE.live, Date.now());
  const router = createRouter({
    routeTree: createRootRoute({ component: SecondsPage }),
    history: createMemoryHistory({ initialEntries: ['/?coinInfoId=2'] }),
  });
  await router.load();
  await act(async () => place.root.render(<RouterProvider router={router as never} />));
  const price = [...place.host.querySelectorAll('span')].find(({ textContent }) => textContent === '67,412.35');
  const fresh = (): unknown => price?.closest<HTMLElement>('[data-fresh]')?.dataset['fresh'];
  expect(fresh()).toBe('stale');
  const [id] = [...market.views].find(([, view]) => view.kind === 'channel')!;
  await act(async () =>
    receiveFrame(
      frameOf([
        linkSection({ state: LINK.open, lastReceived: Date.now() }),
        [SECTION.viewStatus, 0, SECTION_HEAD + 3, id, BOOK_STATE.live, Date.now()],
      ]),
    ),
  );
  expect(fresh()).toBe('live');
});
