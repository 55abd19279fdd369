// Calls against a real HTTP server: headers, body, envelope, codes, timeouts, malformed responses.
import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CALLS, type CallPath } from '../../../core/endpoints/endpoints.ts';
import { responseSchema } from '../../../src/api/response-schema.ts';
import { CallError, FAILURE, call } from '../../../src/api/call.ts';
import { apiBase, apiHost, socketUrl } from '../../../src/api/origin.ts';
import { setCallContext } from '../../../src/api/call-context.ts';

let reply: { status?: number; body: string; delayMs?: number };
let seen: { url: string; headers: IncomingMessage['headers']; body: string };
let ended: string[];
let toasts: [string, number][];
let token: string;
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    seen = { url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() };
    setTimeout(() => {
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
      response.end(reply.body);
    }, reply.delayMs ?? 0);
  });
});

const envelope = (data: unknown, code = 0, msg = ''): { body: string } => ({
  body: JSON.stringify({ code, msg, data, ts: 1, traceId: 'trace' }),
});
const rate = { base: 'USD', rates: { EUR: '0.9' }, ts: 5 };

async function failure(asked: Promise<unknown>): Promise<CallError> {
  const error: unknown = await asked.then(
    () => new Error('it succeeded'),
    (cause: unknown) => cause,
  );
  if (!(error instanceof CallError)) throw error;
  return error;
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  ended = [];
  toasts = [];
  token = '';
  setCallContext({
    base: `http://127.0.0.1:${port}/mmtb-api`,
    token: () => token,
    language: () => 'zh-TW',
    onSessionEnded: (refused) => ended.push(refused),
    showToast: (text, durationMs) => toasts.push([text, durationMs]),
  });
});

describe('call', () => {
  it('posts a form with the headers of the specification', async () => {
    reply = envelope(rate);
    token = 'secret';
    await expect(call('/forex/rate', { currency: 'E U&R' })).resolves.toEqual(rate);
    expect(seen.url).toBe('/mmtb-api/forex/rate');
    expect(seen.body).toBe('currency=E%20U%26R');
    expect(seen.headers).toMatchObject({
      'x-requested-with': 'XMLHttpRequest',
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': 'zh-TW',
      accesstoken: 'secret',
    });
  });

  it('names each call to the server of the page by a key of its own, and none to another', async () => {
    reply = envelope(rate);
    const keyOf = async (origin: string): Promise<unknown> => {
      vi.stubGlobal('location', { origin });
      await call('/forex/rate', {});
      return seen.headers['idempotency-key'];
    };
    const own = `http://${seen.headers.host}`;
    const keys = [await keyOf(own), await keyOf(own)];
    for (const key of keys) expect(key).toMatch(/^\d+(-\d+){3}$/);
    expect(keys[0]).not.toBe(keys[1]);
    for (const other of ['http://127.0.0.1', 'https://example.com']) expect(await keyOf(other)).toBeUndefined();
    vi.unstubAllGlobals();
  });

  it('sends no token for a visitor and leaves out what is absent', async () => {
    reply = envelope(rate);
    await call('/forex/rate', { currency: undefined });
    expect(seen.headers['accesstoken']).toBeUndefined();
    expect(seen.body).toBe('');
  });

  it('-1000 ends the session of the token that was sent, then throws', async () => {
    reply = envelope(null, -1000, 'over');
    token = 'old';
    expect((await failure(call('/coin/assets', {}))).code).toBe(-1000);
    expect(ended).toEqual(['old']);
  });

  it('-1001 shows its message for one second, then throws', async () => {
    reply = envelope(null, -1001, 'words');
    expect((await failure(call('/forex/rate', {}))).message).toBe('words');
    expect(toasts).toEqual([['words', 1000]]);
  });

  it('other codes reach the page with message, data and trace id', async () => {
    reply = envelope({ need: '2', have: '1' }, 2001, 'Not enough balance');
    const error = await failure(call('/coin/order/list', { state: 'current' }));
    expect(error).toMatchObject({
      code: 2001,
      message: 'Not enough balance',
      data: { need: '2', have: '1' },
      traceId: 'trace',
    });
    expect([ended, toasts]).toEqual([[], []]);
  });

  it.each([
    ["a proxy's error page", { status: 502, body: '<html>Bad gateway</html>' }],
    ['a truncated body', { body: '{"code":0,"da' }],
    ['no envelope', { body: '[1,2]' }],
    ['no code', { body: '{"data":{}}' }],
    ['data of another shape', envelope({ base: 'USD', rates: { EUR: 0.9 }, ts: 5 })],
  ])('%s is a malformed response', async (_, given) => {
    reply = given;
    expect((await failure(call('/forex/rate', {}))).code).toBe(FAILURE.broken);
  });

  it('accepts missing optional fields and unknown fields', async () => {
    reply = { body: JSON.stringify({ code: 0, data: { ...rate, more: 1 } }) };
    await expect(call('/forex/rate', {})).resolves.toMatchObject({ base: 'USD' });
  });

  it("reports a timeout, and rethrows the caller's abort reason", async () => {
    reply = { ...envelope(rate), delayMs: 400 };
    expect((await failure(call('/forex/rate', {}, { timeoutMs: 50 }))).code).toBe(FAILURE.timeout);
    const stop = new AbortController();
    const asked = call('/forex/rate', {}, { signal: stop.signal });
    stop.abort(new Error('left the page'));
    await expect(asked).rejects.toThrow('left the page');
  });

  it('a refused connection is a network failure', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const address = probe.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    probe.close();
    await once(probe, 'close');
    setCallContext({
      base: `http://127.0.0.1:${port}`,
      token: () => '',
      language: () => 'vi',
      onSessionEnded: () => undefined,
      showToast: () => undefined,
    });
    expect((await failure(call('/forex/rate', {}))).code).toBe(FAILURE.network);
  });
});

describe('address of the exchange', () => {
  const page = (host: string, origin: string, protocol = 'https:') => ({
    protocol,
    host,
    hostname: host.replace(/:\d+$/, ''),
    origin,
  });
  it.each([
    ['www.example.com', 'domain', 'api.example.com'],
    ['example.com:8443', 'domain', 'api.example.com'],
    ['a.b.example.com', 'domain', 'api.example.com'],
    ['www.example.com', 'self', 'www.example.com'],
    // A public suffix of two labels: anyone may have registered api.co.uk.
    ['example.co.uk', 'domain', 'example.co.uk'],
    ['trade.example.co.uk', 'domain', 'trade.example.co.uk'],
    ['somebody.github.io', 'domain', 'somebody.github.io'],
    ['trade.example.co.uk', 'domain:example.co.uk', 'api.example.co.uk'],
    ['example.co.uk', 'domain:example.co.uk', 'api.example.co.uk'],
    ['evil-example.co.uk', 'domain:example.co.uk', 'evil-example.co.uk'],
    ['localhost:5173', 'domain', 'localhost:5173'],
    ['app.localhost:5173', 'domain', 'app.localhost:5173'],
    ['192.168.1.7:80', 'domain', '192.168.1.7:80'],
    ['exchange', 'domain', 'exchange'],
  ])('%s (%s) calls %s', (host, origin, expected) => {
    expect(apiHost(page(host, origin))).toBe(expected);
  });

  it('the socket uses the scheme of the page', () => {
    expect(apiBase(page('www.example.com', 'domain'))).toBe('https://api.example.com/mmtb-api');
    expect(socketUrl(page('www.example.com', 'domain'))).toBe('wss://api.example.com/mmtb-api/ws');
    expect(socketUrl(page('localhost:1', 'self', 'http:'))).toBe('ws://localhost:1/mmtb-api/ws');
  });
});

describe('response schemas', () => {
  it.each(Object.keys(CALLS) as CallPath[])('%s is validated by its own schema', async (path) => {
    expect(await responseSchema(path)).toBe(CALLS[path].answer);
  });
});
