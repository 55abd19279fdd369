// Hostile requests to every path: never a 5xx, always an envelope, and refusals move no money.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS, type Call, type CallPath } from '../../../../core/endpoints/endpoints.ts';
import { API_BASE, encodeForm } from '../../../../core/endpoints/http.ts';
import { type Good, type Request, mutated, wild } from './fuzz-requests.ts';
import { SocketCaller } from '../../../support/server/socket-caller.ts';
import { type Running, startRunning, WITH_ARCHIVE } from '../../../support/server/running-exchange.ts';

/** The soak of that name makes a hundred thousand. */
const REQUESTS = 8_000;
/** Concurrent requests. */
const BATCH = 100;
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

let at: Running;
let tokens: string[];
let near: string;
let made = 0;
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => {
  unhandled.push(reason);
};

beforeAll(async () => {
  at = await startRunning(WITH_ARCHIVE);
  const members = [await at.user('one@example.com'), await at.user('two@example.com')];
  tokens = members.map(({ token }) => token);
  near = (Number((await at.call('/coin/ticker', { coinInfoId: 2 })).data.last) * 0.95).toFixed(1);
  process.on('unhandledRejection', onUnhandled);
});
afterAll(async () => {
  process.off('unhandledRejection', onUnhandled);
  await at.stop();
});

/** Valid forms to mutate, which get past the schemas. NEAR becomes a resting price, NAME a new clientNo. */
const order = { coinInfoId: '2', side: 'buy', orderType: 'limit', price: 'NEAR', amount: '0.001', clientNo: 'NAME' };
const good: Good[] = [
  ['/coin/order/add', order],
  ['/coin/order/add', order],
  ['/coin/order/add', order],
  ['/coin/order/add', { ...order, clientNo: 'f-1' }],
  ['/coin/order/add', { ...order, side: 'sell', orderType: 'market' }],
  ['/coin/order/add', { coinInfoId: '3', side: 'buy', orderType: 'market', total: '10', clientNo: 'f-2' }],
  [
    '/coin/order/list',
    { state: 'history', coinInfoId: '2', side: 'buy', page: '1', pageSize: '5', startTime: '0', endTime: '1' },
  ],
  ['/coin/order/query', { id: '1', orderNo: 'S000000000001', clientNo: 'f-1' }],
  ['/coin/order/query', { orderNo: 'S000000000001' }],
  ['/coin/order/query', { clientNo: 'f-1' }],
  ['/coin/order/close', { id: '1', ids: '1,2' }],
  ['/coin/order/close', { all: '1', coinInfoId: '2' }],
  ['/coin/assets', { hideZero: '1' }],
  ['/user/info', {}],
  ['/user/layout', { layoutName: 'a', layoutVersion: '0', layout: '{}' }],
  ['/coin/collect/add', { coinInfoId: '2', type: 'coin' }],
  ['/coin/collect/del', { coinInfoId: '2', ids: '2,3' }],
  ['/coin/candles', { coinInfoId: '2', period: '1m', limit: '10', endTime: '1', startTime: '1' }],
  ['/coin/books', { coinInfoId: '2', depth: '20' }],
  ['/coin/trades', { coinInfoId: '2', limit: '3' }],
  ['/coin/tickers', { ids: '2,3', spark: '1' }],
  ['/coin/ticker', { coinInfoId: '2' }],
  ['/coin/infos', { type: 'crypto', version: 'x' }],
  ['/forex/last', { symbol: 'EURUSD', coinInfoId: '201' }],
  ['/forex/rate', { currency: 'EUR' }],
  ['/forex/candles', { coinInfoId: '201', period: '1d' }],
  ['/common/code/send', { email: 'x@y.zz', scene: 'register' }],
  ['/common/prop', { keys: 'features' }],
  ['/user/register', { email: 'x@y.zz', code: '000000', password: 'tulip kettle', rePassword: 'tulip kettle' }],
  [
    '/user/register',
    { email: 'x@y.zz', code: '000000', password: 'tulip kettle', rePassword: 'tulip kettle', inviteCode: 'X' },
  ],
];
const request = fc.oneof(wild, mutated(good, 2));

/** Orders that cannot be accepted. */
const badOrder = fc.record({
  coinInfoId: fc.constantFrom('2', '3', '1', '102', '201', '999', '-1', 'NaN'),
  side: fc.constantFrom('buy', 'sell'),
  orderType: fc.constantFrom('limit', 'market'),
  price: fc.constantFrom('NaN', '1e309', '-1', '0', '0.000000000000000001', '999999999999999999', '-0', '1.0000000001'),
  amount: fc.constantFrom('NaN', '1e309', '-1', '0', '0.000000000000000001', '999999999999999999', '-0.5', ''),
  total: fc.constantFrom('NaN', '-5', '0', '999999999999999999', '0.000000001'),
  clientNo: fc.string({ minLength: 1, maxLength: 40 }),
});

/** Characters of a form that fits into a frame, whatever its escapes. */
const MAX_FRAME = 2_000;
/** Requests that were answered on a socket. */
let onSocket = 0;
/** Sockets by session token. */
const sockets = new Map<string, Promise<SocketCaller>>();

/** An open socket with that session; one that was idle while the requests were generated is replaced. */
async function socketOf(token: string): Promise<SocketCaller> {
  const socket = sockets.get(token) ?? SocketCaller.open(at.exchange.address.url, token);
  sockets.set(token, socket);
  if ((await socket).closedCode === null) return socket;
  if (sockets.get(token) === socket) sockets.delete(token);
  return socketOf(token);
}

/** The answer of a request that is made on the socket; null: it can only be made over HTTP. */
async function fireOnSocket({ method, path, type, who, language }: Request, body: string): Promise<string | null> {
  const call = Object.hasOwn(CALLS, path) ? (CALLS[path as CallPath] as Call) : null;
  if (!call?.socket || method !== 'POST' || !type.includes('form')) return null;
  // A larger frame closes the connection (socket-calls.test.ts).
  if (body.length > MAX_FRAME) return null;
  const socket = await socketOf(tokens[who] ?? '');
  const answer = await socket.call(path, Object.fromEntries(new URLSearchParams(body)), language.slice(0, 100));
  if (!answer) return null;
  onSocket += 1;
  return JSON.stringify(answer);
}

/** Responses by code: shows that the fuzz gets past the schemas. */
const answered = new Map<number, number>();

async function fire(one: Request): Promise<void> {
  const headers: Record<string, string> = { 'content-type': one.type, 'accept-language': one.language };
  if (one.who < 2) headers['accesstoken'] = tokens[one.who] ?? '';
  if (one.who === 2) headers['accesstoken'] = 'A'.repeat(43);
  const withBody = one.method !== 'GET' && one.method !== 'HEAD';
  const body = one.body.replace('NEAR', near).replace('NAME', () => `n-${(made += 1)}`);
  const answer = made % 2 === 0 ? await fireOnSocket(one, body) : null;
  if (answer !== null) return check(answer, `socket ${one.path.slice(0, 80)} ${body.slice(0, 200)} -> ${answer}`);
  const response = await at.exchange.http.inject({
    method: one.method,
    url: API_BASE + one.path,
    headers,
    ...(withBody ? { payload: body } : {}),
  });
  const summary = `${one.method} ${one.path.slice(0, 80)} ${one.body.slice(0, 200)} -> ${response.statusCode} ${response.body.slice(0, 200)}`;
  expect(response.statusCode, summary).toBeLessThan(500);
  if (!String(response.headers['content-security-policy']).includes("frame-ancestors 'none'"))
    throw new Error(`no policy: ${summary}`);
  if (one.method === 'HEAD' || response.statusCode === 204) return;
  check(response.body, summary);
}

function check(body: string, summary: string): void {
  const envelope = JSON.parse(body) as Record<string, unknown>;
  if (!Number.isInteger(envelope['code']) || typeof envelope['msg'] !== 'string' || !('data' in envelope))
    throw new Error(`no envelope: ${summary}`);
  const code = Number(envelope['code']);
  answered.set(code, (answered.get(code) ?? 0) + 1);
  if (code === 1500 || code === 1501) throw new Error(`our mistake: ${summary}`);
}

async function balances(): Promise<string[]> {
  return Promise.all(
    tokens.map(async (token) => JSON.stringify((await at.call('/coin/assets', { hideZero: 1 }, token)).data.assets)),
  );
}

describe('fuzz', () => {
  it(`answers ${REQUESTS} hostile requests (seed ${SEED})`, async () => {
    const batches = fc.sample(fc.array(request, { minLength: BATCH, maxLength: BATCH }), {
      seed: SEED,
      numRuns: REQUESTS / BATCH,
    });
    for (const batch of batches) await Promise.all(batch.map(fire));
    console.log(
      [...answered]
        .sort(([a], [b]) => a - b)
        .map(([code, count]) => `${code}: ${count}`)
        .join(', '),
    );
    expect([...answered.keys()]).toEqual(
      expect.arrayContaining([0, -1000, 1400, 1402, 1404, 1409, 1411, 1413, 2001, 2003, 2005, 2007]),
    );
    console.log(`${onSocket} on a socket`);
    expect(onSocket).toBeGreaterThan(REQUESTS / 50);
    const sums = new Map<number, bigint>();
    for (const { coinId, available, frozen } of at.exchange.sequencer.machine.allBalances())
      sums.set(coinId, (sums.get(coinId) ?? 0n) + available + frozen);
    for (const [coinId, sum] of sums) expect(sum, `coin ${coinId}`).toBe(0n);
    expect(unhandled).toEqual([]);
  }, 240_000);

  it(`moves no money by 2000 invalid orders (seed ${SEED})`, async () => {
    const users = [await at.user('three@example.com'), await at.user('four@example.com')];
    tokens = users.map(({ token }) => token);
    const before = await balances();
    const orders = fc.sample(badOrder, { seed: SEED, numRuns: 2000 });
    for (let first = 0; first < orders.length; first += BATCH) {
      await Promise.all(
        orders.slice(first, first + BATCH).map(async (order, index) => {
          const form = { ...order };
          const answer = await at.call('/coin/order/add', form, tokens[index % 2] ?? '');
          expect(answer.code, encodeForm(form)).not.toBe(0);
          expect([1500, 1501], encodeForm(form)).not.toContain(answer.code);
        }),
      );
    }
    expect(await balances()).toEqual(before);
    expect(unhandled).toEqual([]);
  });
});
