// @vitest-environment happy-dom
// The user's own limits on a device whose clock is wrong: the day and the waiting time are the exchange's.
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LINK } from '../../../../core/worker-protocol/worker-protocol.ts';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { useLimits, useTodayResult } from '../../../../src/features/seconds/use-order-context.ts';
import { LOOSEN_AFTER_MS, requestLimits } from '../../../../src/stores/account/user-limits.ts';
import { NO_LIMITS, stored } from '../../../../src/stores/device/storage.ts';
import { serverNow } from '../../../../src/stores/market/connection.ts';
import { receiveFrame } from '../../../../src/stores/market/frame-receiver.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';
import { callAsAUser } from '../../../support/data/call-context.ts';
import { frameOf, linkSection } from '../../../support/data/generated-frame.ts';

const place = reactRoot();
const DAY_MS = 86_400_000;
/** Noon of a day in this device's time zone. */
const NOON_MS = new Date(2026, 10, 25, 12).getTime();
let asked: number[];

/** The device's clock is ahead by `aheadMs` of the exchange, whose time is `atMs`. */
const connected = (atMs: number, aheadMs: number): Promise<void> =>
  act(async () => {
    vi.setSystemTime(atMs + aheadMs);
    receiveFrame(frameOf([linkSection({ state: LINK.open, lastReceived: atMs + aheadMs, offset: -aheadMs })]));
  });

beforeEach(async () => {
  asked = [];
  callAsAUser();
  await responseSchema('/qt/contract/order/list');
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    asked.push(Number(new URLSearchParams(body).get('startTime')));
    return Response.json({ code: 0, msg: '', data: { list: [], page: 1, pageSize: 100, total: 0, hasMore: false } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  stored('fxproLimits').value = { now: NO_LIMITS, later: null };
});

function Today() {
  return <p>{String(useTodayResult(true))}</p>;
}
function Stake() {
  return <p>{useLimits().stake}</p>;
}

it.each([
  ['right', 0],
  ['a day ahead', DAY_MS],
  ['two days behind', -2 * DAY_MS],
])('the losses of today are counted since midnight with a clock that is %s', async (_, aheadMs) => {
  await connected(NOON_MS, aheadMs);
  await act(async () => place.root.render(<Today />));
  expect(asked.at(-1)).toBe(new Date(2026, 10, 25).getTime());
});

it('the day is that of the exchange as soon as its time is known', async () => {
  await connected(NOON_MS, 0);
  vi.setSystemTime(NOON_MS + DAY_MS);
  await act(async () => place.root.render(<Today />));
  await connected(NOON_MS, DAY_MS);
  expect(asked.at(-1)).toBe(new Date(2026, 10, 25).getTime());
});

it('a looser limit waits for its day, whatever the clock is set to', async () => {
  await connected(NOON_MS, 0);
  requestLimits({ ...NO_LIMITS, stake: '50' }, serverNow());
  requestLimits(NO_LIMITS, serverNow());
  await act(async () => place.root.render(<Stake />));
  await connected(NOON_MS + 60_000, LOOSEN_AFTER_MS);
  expect(place.host.textContent).toBe('50');
  await act(async () => place.root.render(null));
  await act(async () => place.root.render(<Stake />));
  expect(place.host.textContent).toBe('50');
  await connected(NOON_MS + LOOSEN_AFTER_MS, 0);
  expect(place.host.textContent).toBe('');
});
