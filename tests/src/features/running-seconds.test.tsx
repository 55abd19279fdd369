// @vitest-environment happy-dom
// Running seconds orders say how they stand at a live index price alone, of their own market.
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import type { SecondsOrder } from '../../../core/orders/binary-option-order.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { connectMarketWorker } from '../../../src/api/market-worker.ts';
import { RunningOrders } from '../../../src/features/seconds/running-orders.tsx';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { translate } from '../../../src/locales/use-translation.ts';
import { applySeconds } from '../../../src/stores/account/binary-option-orders.ts';
import { receiveFrame } from '../../../src/stores/market/frame-receiver.ts';
import { reactRoot } from '../../support/browser/react-root.ts';
import { frameOf, linkSection } from '../../support/data/generated-frame.ts';
import { CONFIG, type FakeMarketWorker, fakeMarketWorker } from '../../support/feed/fake-market-worker.ts';

const place = reactRoot();
const HASH = '0'.repeat(64);
let market: FakeMarketWorker;
let seq = 0;

function order(coinInfoId: number): SecondsOrder {
  const now = Date.now();
  return {
    id: coinInfoId,
    orderNum: `Q00000000000${coinInfoId}`,
    coinInfoId,
    symbol: 'BTC',
    direction: 'up',
    period: 300,
    amount: '100',
    profitRate: '0.85',
    expectedReturn: '185',
    strikePrice: '100',
    executionPrice: '',
    fee: '0',
    buyTime: now,
    openTime: now,
    expirationTime: now + 300_000,
    settleTime: 0,
    result: '',
    profit: '',
    payout: '0',
    status: 0,
  };
}
function tick(coinInfoId: number, price: string, ts: number, state: number = LINK.open): void {
  seq += 1;
  receiveFrame(
    frameOf(
      [linkSection({ state, lastReceived: Date.now(), offset: 0 })],
      [
        {
          kind: 'channel',
          channel: 'qtTicks',
          coinInfoId,
          snapshot: true,
          data: [{ seq, ts, price, prev: HASH, hash: HASH }],
        },
      ],
    ),
  );
}
const shown = (): string => place.host.textContent;
const render = () => act(async () => place.root.render(<RunningOrders shown={undefined} onShow={() => undefined} />));

beforeEach(async () => {
  market = fakeMarketWorker();
  connectMarketWorker(market, CONFIG, receiveFrame);
  await startI18n('en-US');
  await loadNamespaces(['seconds']);
});

it('follows the index of each running order, whatever market the page shows', async () => {
  applySeconds(order(2));
  applySeconds(order(3));
  await render();
  expect([...market.views.values()]).toEqual(
    [2, 3].map((coinInfoId) => ({ kind: 'channel', channel: 'qtTicks', coinInfoId })),
  );
});

it('names no result at an old price', async () => {
  applySeconds(order(2));
  const winning = translate()('seconds.now.win');
  tick(2, '110', Date.now() - 60_000);
  await render();
  expect(shown()).not.toContain(winning);
  await act(async () => tick(2, '110', Date.now()));
  expect(shown()).toContain(winning);
  await act(async () => tick(2, '111', Date.now(), LINK.closed));
  expect(shown()).not.toContain(winning);
});
