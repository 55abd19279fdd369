// @vitest-environment happy-dom
// The estimated fill of a market order is of the book that is subscribed now.
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { BOOK_STATE } from '../../../core/worker-protocol/worker-protocol.ts';
import { connectMarketWorker } from '../../../src/api/market-worker.ts';
import { type FillRequest, useMarketFill } from '../../../src/components/ticket/market-fill.ts';
import { receiveFrame } from '../../../src/stores/market/frame-receiver.ts';
import { useSignalValue } from '../../../src/ui/use-signal-value.ts';
import { reactRoot } from '../../support/browser/react-root.ts';
import { bookSection, frameOf } from '../../support/data/generated-frame.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';
import { CONFIG, type FakeMarketWorker, fakeMarketWorker } from '../../support/feed/fake-market-worker.ts';

const place = reactRoot();
const btc = instrumentOf(btcInfo());
const WANTED = { lots: 1 };
let market: FakeMarketWorker;

function Estimate({ want }: { want: FillRequest | null }) {
  return useSignalValue(useMarketFill(btc, 'buy', want))?.worstTicks;
}
const render = (want: FillRequest | null) => act(async () => place.root.render(<Estimate want={want} />));
function book(askTicks: number): void {
  const [view] = market.views.keys();
  receiveFrame(frameOf([bookSection(view!, BOOK_STATE.live, [[askTicks - 10, 5]], [[askTicks, 5]])]));
}

beforeEach(() => {
  market = fakeMarketWorker();
  connectMarketWorker(market, CONFIG, receiveFrame);
});

it('is unknown after a pause without a size, until the book has come again', async () => {
  await render(WANTED);
  await act(async () => book(5_000_000));
  expect(place.host.textContent).toBe('5000000');
  await render(null);
  await render(WANTED);
  expect(place.host.textContent).toBe('');
  await act(async () => book(6_000_000));
  expect(place.host.textContent).toBe('6000000');
});
