// @vitest-environment happy-dom
// Prices of an earlier visit are shown until the market's own come, and not for a market that has none any more.
import { expect, it, vi } from 'vitest';
import { LINK, TICKER_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { receiveFrame } from '../../../src/stores/market/frame-receiver.ts';
import { storePrices } from '../../../src/app/startup/price-storage.ts';
import { restorePrices } from '../../../src/stores/market/price-snapshot.ts';
import { stored } from '../../../src/stores/device/storage.ts';
import { tickerOf } from '../../../src/stores/market/tickers.ts';
import { frameOf, linkSection, tickersSection } from '../../support/data/generated-frame.ts';

const NOW = 1_795_261_466_000;
const rowOf = (id: number, last: number): (number | null)[] => {
  const row: (number | null)[] = Array.from({ length: TICKER_FIELD.size }, () => null);
  row[TICKER_FIELD.id] = id;
  row[TICKER_FIELD.last] = last;
  row[TICKER_FIELD.ts] = NOW - 60_000;
  return row;
};
const lasts = (): number[] => [2, 3].map((id) => tickerOf(id).lastTicks.peek());
const connected = (): number[] => linkSection({ state: LINK.open, lastReceived: NOW });

it('the snapshot is stored though the clock was ahead at the last visit', () => {
  vi.useFakeTimers({ now: NOW });
  stored('fxproSnapshot').value = { at: NOW + 86_400_000, rows: [rowOf(2, 500)] };
  restorePrices();
  storePrices();
  receiveFrame(frameOf([connected(), tickersSection([{ id: 2, last: 501, ts: NOW }])]));
  vi.advanceTimersByTime(15_000);
  expect(stored('fxproSnapshot').peek().at).toBe(NOW);
  vi.useRealTimers();
});

it('a stored price goes when the first prices of this visit come without its market', () => {
  vi.useFakeTimers({ now: NOW });
  stored('fxproSnapshot').value = { at: NOW - 60_000, rows: [rowOf(2, 500), rowOf(3, 700)] };
  restorePrices();
  storePrices();
  expect(lasts()).toEqual([500, 700]);
  // Fetched one by one while the socket is closed; then an open socket, and a view that has no rows yet.
  receiveFrame(
    frameOf([linkSection({ state: LINK.closed, lastReceived: NOW }), tickersSection([{ id: 2, last: 500, ts: NOW }])]),
  );
  receiveFrame(frameOf([connected(), tickersSection([])]));
  expect(lasts()).toEqual([500, 700]);
  receiveFrame(frameOf([connected(), tickersSection([{ id: 2, last: 501, ts: NOW }])]));
  expect(lasts()).toEqual([501, NaN]);
  // Nor is it stored for the next visit.
  vi.advanceTimersByTime(15_000);
  expect(
    stored('fxproSnapshot')
      .peek()
      .rows.map((row) => row[TICKER_FIELD.id]),
  ).toEqual([2]);
  receiveFrame(frameOf([tickersSection([{ id: 3, last: 702, ts: NOW }])]));
  expect(lasts()).toEqual([501, 702]);
  vi.useRealTimers();
});
