// @vitest-environment happy-dom
// The user's own limits on a device whose clock is wrong: the day and the waiting time are the exchange's.
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SecondsOrder } from '../../../../core/orders/binary-option-order.ts';
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
/** Noon and midnight of a day in this device's time zone. */
const NOON_MS = new Date(2026, 10, 25, 12).getTime();
const MIDNIGHT_MS = new Date(2026, 10, 25).getTime();
let asked: number[];
/** Answered page by page. */
let pages: SecondsOrder[][];

/** Bought a minute before it was settled, ten seconds after the day began or that many later. */
const settled = (id: number, profit: string, afterMs = 10_000): SecondsOrder => ({
  id,
  orderNum: `Q${id}`,
  coinInfoId: 2,
  symbol: 'BTC',
  direction: 'up',
  period: 60,
  amount: '100',
  profitRate: '0.8',
  expectedReturn: '180',
  strikePrice: '1',
  executionPrice: '1',
  fee: '0',
  buyTime: MIDNIGHT_MS + afterMs - 60_000,
  openTime: MIDNIGHT_MS + afterMs - 60_000,
  expirationTime: MIDNIGHT_MS + afterMs,
  settleTime: MIDNIGHT_MS + afterMs,
  status: 2,
  result: profit.startsWith('-') ? 'lose' : 'win',
  payout: '0',
  profit,
});

/** The device's clock is ahead by `aheadMs` of the exchange, whose time is `atMs`. */
const connected = (atMs: number, aheadMs: number): Promise<void> =>
  act(async () => {
    vi.setSystemTime(atMs + aheadMs);
    receiveFrame(frameOf([linkSection({ state: LINK.open, lastReceived: atMs + aheadMs, offset: -aheadMs })]));
  });

beforeEach(async () => {
  asked = [];
  pages = [[]];
  callAsAUser();
  await responseSchema('/qt/contract/order/list');
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const form = new URLSearchParams(body);
    const [page, startTime] = ['page', 'startTime'].map((field) => Number(form.get(field)));
    asked.push(startTime!);
    const list = (pages[page! - 1] ?? []).filter(({ buyTime }) => buyTime >= startTime!);
    return Response.json({
      code: 0,
      msg: '',
      data: { list, page, pageSize: 100, total: 0, hasMore: page! < pages.length },
    });
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
  pages = [[settled(3, '-20', 60_001), settled(2, '7', 0), settled(1, '50', -1)]];
  await act(async () => place.root.render(<Today />));
  // Those that were bought before midnight, and ran over it, too.
  expect(asked.at(-1)).toBe(MIDNIGHT_MS - DAY_MS);
  await vi.waitFor(() => expect(place.host.textContent).toBe('-1300000000'));
});

it('an order counts once, however the pages move while they are fetched', async () => {
  await connected(NOON_MS, 0);
  pages = [
    [settled(3, '-20'), settled(2, '-7')],
    [settled(2, '-7'), settled(1, '-1')],
  ];
  await act(async () => place.root.render(<Today />));
  await vi.waitFor(() => expect(place.host.textContent).toBe('-2800000000'));
});

it('a gain of yesterday allows no loss of today on a page that stays open', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  await connected(MIDNIGHT_MS - 60_000, 0);
  pages = [[settled(1, '500', -120_000)]];
  await act(async () => place.root.render(<Today />));
  await vi.waitFor(() => expect(place.host.textContent).toBe('50000000000'));
  await act(async () => vi.advanceTimersByTime(75_001));
  await vi.waitFor(() => expect(place.host.textContent).toBe('0'));
});

it('the day is that of the exchange as soon as its time is known', async () => {
  await connected(NOON_MS, 0);
  vi.setSystemTime(NOON_MS + DAY_MS);
  await act(async () => place.root.render(<Today />));
  await connected(NOON_MS, DAY_MS);
  expect(asked.at(-1)).toBe(MIDNIGHT_MS - DAY_MS);
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
