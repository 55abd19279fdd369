// @vitest-environment happy-dom
// The spread beside the terminal's order book.
import { act } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { instrumentOf } from '../../../../core/instruments/instrument.ts';
import { BOOK_STATE } from '../../../../core/worker-protocol/worker-protocol.ts';
import { connectMarketWorker } from '../../../../src/api/market-worker.ts';
import { BookSpread } from '../../../../src/features/terminal/book-spread.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { receiveFrame } from '../../../../src/stores/market/frame-receiver.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';
import { bookSection, frameOf } from '../../../support/data/generated-frame.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';
import { CONFIG, fakeMarketWorker } from '../../../support/feed/fake-market-worker.ts';

const worker = fakeMarketWorker();
const place = reactRoot();
const btc = instrumentOf(btcInfo());

beforeAll(async () => {
  await startI18n('en-US');
  await loadNamespaces(['market']);
  await connectMarketWorker(worker, CONFIG, receiveFrame);
});

async function shown(bids: [number, number][], asks: [number, number][]): Promise<string> {
  const [id] = worker.views.keys();
  await act(async () => receiveFrame(frameOf([bookSection(id!, BOOK_STATE.live, bids, asks)])));
  return place.host.textContent;
}

it('is that of the best prices, and unknown while a side has no orders', async () => {
  await act(async () => place.root.render(<BookSpread instrument={btc} />));
  expect([...worker.views.values()]).toMatchObject([{ kind: 'book', groupTicks: 1 }]);
  expect(place.host.textContent).toBe('Spread --');
  expect(await shown([[6_700_000, 5]], [[6_700_210, 5]])).toBe('Spread 2.10 · 0.31 bp');
  expect(await shown([[1, 5]], [[3, 5]])).toBe('Spread 0.02 · 10,000.00 bp');
  expect(await shown([[6_700_000, 5]], [])).toBe('Spread --');
});
