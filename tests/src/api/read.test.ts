// Reads that were refused for too many requests come again after the wait that the exchange names.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setCallContext } from '../../../src/api/call-context.ts';
import { CallError } from '../../../src/api/call.ts';
import { read } from '../../../src/api/read.ts';
import { fetchAllOrders } from '../../../src/features/orders/order-csv.ts';
import { loadExchangeMode } from '../../../src/stores/market/exchange-mode.ts';
import { madeOrder } from '../stores/made-order.ts';

const REFUSED = { code: 1429, msg: 'too many', data: { retryAfter: 2 } };
const ANSWER = { code: 0, msg: '', data: { base: 'USD', rates: { EUR: '0.9' }, ts: 5 } };
let answers: unknown[];
let token: string;
const fetched = vi.fn(async () => Response.json(answers.shift() ?? ANSWER));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', fetched);
  fetched.mockClear();
  token = '';
  setCallContext({
    base: '/api',
    token: () => token,
    language: () => 'en-US',
    onSessionEnded: () => undefined,
    showToast: () => undefined,
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The code it fails with, 0 for an answer; after `steps` waits of two and a half seconds. */
async function outcome(asked: Promise<unknown>, steps = 3): Promise<unknown> {
  const settled = asked.then(
    () => 0,
    (cause: unknown) => (cause instanceof CallError ? cause.code : (cause as Error).name),
  );
  for (let step = 0; step < steps; step += 1) {
    // The response is read in real time.
    await vi.waitFor(() => expect(fetched.mock.results.every(({ type }) => type === 'return')).toBe(true), 15_000);
    await new Promise((done) => setImmediate(done));
    await vi.advanceTimersByTimeAsync(2_500);
  }
  return settled;
}

it('a refused read waits and gets its answer', async () => {
  answers = [REFUSED, REFUSED];
  expect(await outcome(read('/forex/rate', {}))).toBe(0);
  expect(fetched).toHaveBeenCalledTimes(3);
});

it('gives up after the third refusal, and at once when the wait is long or another refusal', async () => {
  answers = [REFUSED, REFUSED, REFUSED];
  expect(await outcome(read('/forex/rate', {}))).toBe(1429);
  expect(fetched).toHaveBeenCalledTimes(3);
  answers = [{ ...REFUSED, data: { retryAfter: 600 } }];
  expect(await outcome(read('/forex/rate', {}), 0)).toBe(1429);
  answers = [{ code: 1500, msg: '', data: null }];
  expect(await outcome(read('/forex/rate', {}), 0)).toBe(1500);
  expect(fetched).toHaveBeenCalledTimes(5);
});

it('is not made again for a page that was left, or for another session', async () => {
  answers = [REFUSED];
  const left = new AbortController();
  const asked = read('/forex/rate', {}, { signal: left.signal });
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1), 15_000);
  left.abort();
  expect(await outcome(asked)).toBe('AbortError');
  answers = [REFUSED];
  const before = read('/forex/rate', {});
  token = 'another';
  expect(await outcome(before)).toBe(1429);
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('waits for a page of an export, and for the kind of market', async () => {
  answers = [REFUSED, { code: 0, msg: '', data: { list: [], page: 1, pageSize: 100, total: 0, hasMore: false } }];
  expect(await outcome(fetchAllOrders('/coin/order/list', { state: 'history' }))).toBe(0);
  expect(fetched).toHaveBeenCalledTimes(2);
  answers = [REFUSED, { code: 0, msg: '', data: {} }];
  expect(await outcome(loadExchangeMode())).toBe(0);
  expect(fetched).toHaveBeenCalledTimes(4);
});

/** Orders from an id down. */
const page = (newest: number, count: number, hasMore: boolean) => ({
  code: 0,
  msg: '',
  data: {
    list: Array.from({ length: count }, (_, at) => madeOrder({ id: newest - at })),
    page: 1,
    pageSize: 100,
    total: 250,
    hasMore,
  },
});

it('an export has each order once, also when another one ends between two pages', async () => {
  answers = [page(250, 100, true), page(151, 100, true), page(51, 51, false)];
  const asked = fetchAllOrders('/coin/order/list', { state: 'history' });
  expect(await outcome(asked)).toBe(0);
  expect((await asked).map(({ id }) => id)).toEqual(Array.from({ length: 250 }, (_, at) => 250 - at));
});

it('an export reports the share of its orders that is there', async () => {
  answers = [page(250, 100, true), REFUSED, page(150, 100, true), page(50, 50, false)];
  const shares: number[] = [];
  expect(
    await outcome(
      fetchAllOrders('/coin/order/list', { state: 'history' }, (share) => shares.push(share)),
      6,
    ),
  ).toBe(0);
  expect(shares).toEqual([0.4, 0.8, 1]);
});
