// @vitest-environment happy-dom
// The sheet of a contract's line on the chart: what is held of it, or what waits.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { instrumentOf } from '../../../../core/instruments/instrument.ts';
import { connectMarketWorker } from '../../../../src/api/market-worker.ts';
import type { TradingChart } from '../../../../src/components/order-lines/chart-trader.ts';
import { ChartSheets } from '../../../../src/components/order-lines/chart-sheets.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { applyContract } from '../../../../src/stores/account/contract-orders.ts';
import { receiveFrame } from '../../../../src/stores/market/frame-receiver.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';
import { CONFIG, fakeMarketWorker } from '../../../support/feed/fake-market-worker.ts';
import { madeContract } from '../terminal/made-contract.ts';

const perpetual = instrumentOf({ ...btcInfo(), id: 102, type: 'perpetual', spotEnable: 0, contractEnable: 1 });
const place = reactRoot();

beforeAll(async () => {
  connectMarketWorker(fakeMarketWorker(), CONFIG, receiveFrame);
  await startI18n('en-US');
  await loadNamespaces(['market', 'chart', 'contracts']);
});

it('is named by what is held, and of an order that waits by what waits', async () => {
  let tap: (id: string) => void = () => undefined;
  const port: TradingChart = {
    set: () => undefined,
    onEvent: (listener) => {
      tap = (id) => listener({ kind: 'lineTap', id });
      return () => undefined;
    },
  };
  const component = () => <ChartSheets port={port} instrument={perpetual} onTrade={() => undefined} />;
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
  await act(async () => place.root.render(<RouterProvider router={router as never} />));
  // The exchange names what is held of an order of which nothing is: "0".
  await act(async () => applyContract(madeContract({ id: 1, holdAmount: '0.000', pendingAmount: '0.050' })));
  const held = { status: 1, openPrice: '67000.00', holdAmount: '0.020', pendingAmount: '0.030' } as const;
  await act(async () => applyContract(madeContract({ id: 2, amount: '0.050', ...held })));
  const title = (): string | undefined =>
    [...place.host.querySelectorAll('dialog[open]')].at(-1)?.querySelector('h2')?.textContent;
  await act(async () => tap('waiting 1'));
  expect(title()).toBe('Long 10x 0.05 BTC');
  await act(async () => tap('position 2'));
  expect(title()).toBe('Long 10x 0.02 BTC');
});
