// Figures for Prometheus: who may read them, what they count, and that nothing of a user is in them; trace ids.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLog, logSeldom } from '../../../server/gateway/monitoring/log.ts';
import { storeBytes } from '../../../server/gateway/monitoring/store-size.ts';
import type { Store } from '../../../server/store/store.ts';
import { ROOT } from '../../support/data/shared-file.ts';
import { type Running, startRunning, WITH_ARCHIVE } from '../../support/server/running-exchange.ts';
import { SocketCaller } from '../../support/server/socket-caller.ts';

const TOKEN = 't'.repeat(43);
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
let at: Running;
let token: string;
let uid: number;
let price: string;

beforeAll(async () => {
  at = await startRunning({ ...WITH_ARCHIVE, OPERATOR_TOKEN: TOKEN });
  ({ token, uid } = await at.user('metrics@example.com'));
  price = (Number((await at.call('/coin/ticker', { coinInfoId: 2 })).data.last) * 0.95).toFixed(1);
});
afterAll(() => at.stop());

const read = (headers: Record<string, string> = {}) => at.exchange.http.inject({ url: '/metrics', headers });
/** Values by name and labels. */
async function figures(): Promise<Map<string, number>> {
  const { body } = await read();
  return new Map(
    body
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}
const order = (clientNo: string, amount: string) => ({
  coinInfoId: 2,
  side: 'buy',
  orderType: 'limit',
  price,
  amount,
  clientNo,
});

describe('/metrics', () => {
  it('is for programs of this machine and for operators', async () => {
    expect((await read()).statusCode).toBe(200);
    const far = { 'x-forwarded-for': '203.0.113.9' };
    expect((await read(far)).statusCode).toBe(401);
    expect((await read({ host: 'exchange.example' })).statusCode).toBe(401);
    expect((await read({ ...far, authorization: `Bearer ${'x'.repeat(43)}` })).statusCode).toBe(401);
    expect((await read({ ...far, accesstoken: token })).statusCode).toBe(401);
    const { statusCode, headers } = await read({ ...far, authorization: `Bearer ${TOKEN}` });
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(headers['content-type']).toMatch(/^text\/plain/);
  });

  it('counts commands by kind and result, commits, sockets, and the time to a durable answer', async () => {
    const before = await figures();
    const socket = await SocketCaller.open(at.exchange.address.url, token);
    expect((await socket.call('/coin/order/add', order('m1', '0.001')))?.code).toBe(0);
    expect((await at.call('/coin/order/add', order('m2', '900'), token)).code).toBeGreaterThan(0);
    const after = await figures();
    const grown = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(grown('exchange_user_commands_total{kind="placeSpot",result="accepted"}')).toBe(1);
    expect(grown('exchange_commit_seconds_count')).toBeGreaterThanOrEqual(1);
    expect(grown('exchange_committed_commands_total')).toBeGreaterThan(0);
    expect(grown('exchange_commits_total')).toBeGreaterThan(0);
    expect(grown('exchange_socket_calls_total')).toBe(1);
    expect(grown('exchange_socket_messages_total')).toBeGreaterThanOrEqual(2);
    expect([after.get('exchange_sockets'), after.get('exchange_healthy')]).toEqual([1, 1]);
    expect(after.get('exchange_store_bytes')).toBeGreaterThan(0);
    expect(after.get('exchange_archive_limit_bytes')).toBe(10 * 2 ** 30);
    expect(after.get('exchange_archive_failures_total')).toBe(0);
    expect(after.get('exchange_archive_backlog_events')).toBeGreaterThanOrEqual(0);
    expect(after.get('exchange_feed_age_seconds')).toBeLessThan(60);
    expect([...after.values()].every(Number.isFinite)).toBe(true);
    await socket.close();
  });

  it('does not wait for the size of a database that does not answer', async () => {
    const silent = { kind: 'postgres', first: () => new Promise(() => undefined) } as unknown as Store;
    const away = { kind: 'postgres', first: () => Promise.reject(new Error('away')) } as unknown as Store;
    expect(await Promise.all([storeBytes(silent, ''), storeBytes(away, '')])).toEqual([NaN, NaN]);
  });

  it('has nothing of a user', async () => {
    const { body } = await read();
    // A figure may happen to contain the digits of an account; names and labels may not.
    const names = body.replaceAll(/ \S+$/gm, '');
    expect(names).toContain('exchange_user_commands_total');
    for (const secret of [token, 'metrics@', String(uid), 'm1', TOKEN]) expect(names, secret).not.toContain(secret);
  });

  it('has every figure that the dashboard draws', async () => {
    const names = new Set([...(await figures()).keys()].map((name) => name.split('{')[0]));
    const dashboard = readFileSync(join(ROOT, 'docs/grafana-dashboard.json'), 'utf8');
    const drawn = [...dashboard.matchAll(/"expr": "(.*?)"(?=\s*[,}])/g)].flatMap(([, expr]) =>
      (expr ?? '').match(/\b(?:exchange|process)_\w+/g),
    );
    expect(drawn.length).toBeGreaterThan(8);
    for (const name of drawn) expect(names, String(name)).toContain(name);
  });
});

describe('traces', () => {
  it('the id of a traceparent is in the answer, over HTTP and on the socket; an invalid one is not used', async () => {
    const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
    expect((await at.call('/coin/assets', {}, token, { traceparent })).traceId).toBe(TRACE);
    expect((await at.call('/coin/assets', {}, '', { traceparent })).traceId).toBe(TRACE);
    for (const wrong of ['x', `00-${TRACE}`, `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`, `${traceparent}"`])
      expect((await at.call('/coin/assets', {}, token, { traceparent: wrong })).traceId).toMatch(/^[\da-f]{16}$/);
    const socket = await SocketCaller.open(at.exchange.address.url, token);
    socket.send({ type: 'call', reqId: 7, path: '/coin/order/close', form: { id: '1' }, traceparent });
    await expect.poll(() => socket.received.find(({ reqId }) => reqId === 7)?.traceId).toBe(TRACE);
    await socket.close();
  });
});

describe('the log', () => {
  it('is one JSON object a line, and has no other property of an error', () => {
    let text = '';
    const { logError, logEvent } = createLog({
      write: (line) => {
        text += line;
      },
    });
    logEvent('exchange.paused', { retryMs: 500 });
    const error = Object.assign(new Error('no space', { cause: 'disk' }), { code: '53100', detail: 'secret row' });
    logError('call.failed', error, { traceId: TRACE });
    logError('odd', 'a text\nof two lines');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toMatchObject([
      { level: 'info', event: 'exchange.paused', retryMs: 500, time: expect.stringMatching(/Z$/) },
      {
        level: 'error',
        event: 'call.failed',
        traceId: TRACE,
        err: { name: 'Error', message: 'no space', code: '53100' },
      },
      { level: 'error', event: 'odd', err: { message: 'a text\nof two lines' } },
    ]);
    expect(text).not.toContain('secret row');
  });

  it('has what fails again and again once a minute, with how often it did', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const lines: unknown[] = [];
    const failed = logSeldom('archive.write_failed', { logError: (...line) => void lines.push(line) });
    const full = Object.assign(new Error('no space in 17'), { code: 'ENOSPC' });
    for (let at = 0; at < 5; at += 1) failed(full);
    failed(new Error('market 7: a block is lost'));
    failed(new Error('market 9: a block is lost'));
    expect(lines).toEqual([
      ['archive.write_failed', full, undefined],
      ['archive.write_failed', new Error('market 7: a block is lost'), undefined],
    ]);
    vi.advanceTimersByTime(60_000);
    failed(full);
    expect(lines.at(-1)).toEqual(['archive.write_failed', full, { since: 4 }]);
  });
});
