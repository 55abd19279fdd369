// @vitest-environment happy-dom
// The mark price of a page is unknown until its own first message, whatever an earlier visit has left.
import { Suspense, act, use } from 'react';
import { expect, it } from 'vitest';
import { BOOK_STATE, SECTION, SECTION_HEAD } from '../../../core/worker-protocol/worker-protocol.ts';
import { connectMarketWorker } from '../../../src/api/market-worker.ts';
import { useMark } from '../../../src/hooks/use-mark.ts';
import { receiveFrame } from '../../../src/stores/market/frame-receiver.ts';
import { markOf } from '../../../src/stores/market/marks.ts';
import { LiveText } from '../../../src/ui/live-text.tsx';
import { reactRoot } from '../../support/browser/react-root.ts';
import { frameOf } from '../../support/data/generated-frame.ts';
import { CONFIG, fakeMarketWorker } from '../../support/feed/fake-market-worker.ts';

const place = reactRoot();
const market = fakeMarketWorker();

function Mark({ coinInfoId }: { coinInfoId: number }) {
  useMark(coinInfoId);
  return <LiveText text={markOf(coinInfoId).mark} />;
}
const show = (...ids: number[]): Promise<void> =>
  act(async () =>
    place.root.render(
      <>
        {ids.map((id, at) => (
          <Mark key={`${id} ${at}`} coinInfoId={id} />
        ))}
      </>,
    ),
  );
const arrives = (coinInfoId: number, mark: string): void =>
  receiveFrame(
    frameOf(
      [],
      [
        {
          kind: 'channel',
          channel: 'mark',
          coinInfoId,
          snapshot: true,
          data: { mark, index: mark, fundingRate: '0', nextFundingTime: 0 },
        },
      ],
    ),
  );

it('shows nothing of before, and goes on where another component follows it', async () => {
  connectMarketWorker(market, CONFIG, receiveFrame);
  await show(102);
  expect([...market.views.values()]).toEqual([{ kind: 'channel', channel: 'mark', coinInfoId: 102 }]);
  await act(async () => arrives(102, '60000.1'));
  expect(place.host.textContent).toBe('60000.1');
  await show(102, 102);
  expect(place.host.textContent).toBe('60000.160000.1');
  await show(103);
  // A message that was on its way when the view was closed.
  await act(async () => arrives(102, '60000.2'));
  expect(place.host.textContent).toBe('');
  await show(102);
  expect(place.host.textContent).toBe('');
  expect([markOf(102).index.peek(), markOf(102).fundingRate.peek()]).toEqual(['', '']);
  await act(async () => arrives(102, '61000.0'));
  expect(place.host.textContent).toBe('61000.0');
});

it('shows the same mark after a cut: its channel goes on without a message of its own', async () => {
  connectMarketWorker(market, CONFIG, receiveFrame);
  await show(104);
  const [id] = [...market.views].find(([, view]) => 'coinInfoId' in view && view.coinInfoId === 104)!;
  const status = (state: number): Promise<void> =>
    act(async () => receiveFrame(frameOf([[SECTION.viewStatus, 0, SECTION_HEAD + 3, id, state, Date.now()]])));
  await act(async () => arrives(104, '60000.1'));
  for (const state of [BOOK_STATE.live, BOOK_STATE.repairing, BOOK_STATE.live]) {
    await status(state);
    expect(place.host.textContent, `state ${state}`).toBe('60000.1');
  }
});

function Late({ loading }: { loading: Promise<string> }) {
  return use(loading);
}

it('shows the same mark after another part of the page has loaded, which hides it meanwhile', async () => {
  connectMarketWorker(market, CONFIG, receiveFrame);
  let loaded: (text: string) => void = () => undefined;
  const loading = new Promise<string>((resolve) => {
    loaded = resolve;
  });
  const render = (late: boolean): Promise<void> =>
    act(async () =>
      place.root.render(
        <Suspense fallback="loading">
          <Mark coinInfoId={105} />
          {late && <Late loading={loading} />}
        </Suspense>,
      ),
    );
  await render(false);
  await act(async () => arrives(105, '60000.1'));
  await render(true);
  expect(place.host.textContent).toContain('loading');
  await act(async () => loaded(' late'));
  expect(place.host.textContent).toBe('60000.1 late');
});
