// @vitest-environment happy-dom
// Whether a market is closed follows the exchange's clock, also where this device's is wrong and a page is rendered
// before the first pong.
import { Profiler, act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Instrument, instrumentOf } from '../../../core/instruments/instrument.ts';
import { DAY_MS } from '../../../core/units/durations.ts';
import { useClosedMarket } from '../../../src/hooks/use-closed-market.ts';
import { setClockSkew } from '../../../src/stores/market/connection.ts';
import { reactRoot } from '../../support/browser/react-root.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';

const place = reactRoot();
/** A Sunday; the market is open in its first ten minutes. */
const OPEN_MS = Date.UTC(2026, 10, 29, 0, 5);
let renders = 0;

afterEach(() => {
  setClockSkew(0);
  vi.useRealTimers();
});

function Page({ instrument }: { instrument: Instrument }) {
  return useClosedMarket(instrument) ? 'closed' : 'open';
}

it('is right as soon as the exchange has said the time, and renders for nothing less', async () => {
  vi.useFakeTimers({ now: OPEN_MS - 2 * DAY_MS });
  const instrument = instrumentOf({ ...btcInfo(), session: { tz: 'UTC', open: [[0, 10]] } });
  await act(async () =>
    place.root.render(
      <Profiler id="page" onRender={() => (renders += 1)}>
        <Page instrument={instrument} />
      </Profiler>,
    ),
  );
  expect(place.host.textContent).toBe('closed');
  await act(async () => setClockSkew(2 * DAY_MS));
  expect(place.host.textContent).toBe('open');
  const before = renders;
  for (const ms of [40, -3_000, 900]) await act(async () => setClockSkew(2 * DAY_MS + ms));
  expect(renders).toBe(before);
  // And the end of the trading hours is awaited by that clock too.
  await act(async () => vi.advanceTimersByTimeAsync(5 * 60_000 + 1_000));
  expect(place.host.textContent).toBe('closed');
});
