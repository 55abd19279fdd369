// @vitest-environment happy-dom
// The title of a chart's own window has the price only while the price itself is live.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { BOOK_STATE, LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { connectMarketWorker } from '../../../src/api/market-worker.ts';
import { ChartWindowPage } from '../../../src/app/terminal/chart-window-page.tsx';
import { startI18n } from '../../../src/locales/i18n.ts';
import { measureAge } from '../../../src/stores/market/connection.ts';
import { receiveFrame } from '../../../src/stores/market/frame-receiver.ts';
import { setInstruments } from '../../../src/stores/market/instruments.ts';
import { setTickerInstruments } from '../../../src/stores/market/tickers.ts';
import { tickersFreshness } from '../../../src/stores/market/view-freshness.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { reactRoot } from '../../support/browser/react-root.ts';
import { frameOf, linkSection, tickersSection } from '../../support/data/generated-frame.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';
import { CONFIG, fakeMarketWorker } from '../../support/feed/fake-market-worker.ts';

vi.mock('../../../src/features/kline/chart/chart-layout.tsx', () => ({ ChartLayout: () => null }));

const place = reactRoot();

it('leaves out a price that is not live on a connection that is', async () => {
  connectMarketWorker(fakeMarketWorker(), CONFIG, receiveFrame);
  await startI18n('en-US');
  setInstruments([btcInfo()]);
  setTickerInstruments([instrumentOf(btcInfo())]);
  const router = createRouter({
    routeTree: createRootRoute({ component: ChartWindowPage }),
    history: createMemoryHistory({ initialEntries: ['/?coinInfoId=2'] }),
  });
  await router.load();
  await act(async () => place.root.render(<RouterProvider router={router as never} />));
  const nowMs = Date.now();
  const at = (ms: number): void => {
    receiveFrame(frameOf([linkSection({ state: LINK.open, lastReceived: ms })]));
    measureAge(ms);
  };
  receiveFrame(frameOf([tickersSection([{ id: 2, last: 6_741_235, ts: nowMs }])]));
  at(nowMs);
  expect(document.title).not.toContain('67,412.35');
  tickersFreshness.update(BOOK_STATE.live, nowMs);
  expect(document.title).toBe('BTC/USDT 67,412.35');
  // The exchange goes on, and has sent nothing of this market for three seconds.
  at(nowMs + 3_000);
  expect(document.title).not.toContain('67,412.35');
});
