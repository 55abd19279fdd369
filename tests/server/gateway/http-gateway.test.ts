// The envelope and the headers of every response, for valid and malformed requests.
import { type Socket, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { API_BASE, BODY_LIMIT_BYTES, PICTURES_BODY_LIMIT_BYTES } from '../../../core/endpoints/http.ts';
import { CALLS, type CallPath } from '../../../core/endpoints/endpoints.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { words as english } from '../../../core/errors/messages/en-US.ts';
import { words as chinese } from '../../../core/errors/messages/zh-TW.ts';
import type { Handlers } from '../../../server/gateway/handler.ts';
import { createGateway } from '../../../server/gateway/http-gateway.ts';
import { portOf } from '../../../server/gateway/listen.ts';
import type { ProxyMatcher } from '../../../server/gateway/proxies.ts';
import { RateLimits } from '../../../server/gateway/rate-limits.ts';
import { stopwatch } from '../../support/data/processor-wait.ts';
import { type Running, startRunning } from '../../support/server/running-exchange.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning({ TRUST_PROXY: '1' });
});
afterAll(() => at.stop());

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function send(options: {
  method?: 'GET' | 'POST' | 'PUT' | 'OPTIONS';
  url: string;
  payload?: string;
  headers?: Record<string, string>;
}) {
  const response = await at.exchange.http.inject({ method: 'POST', ...options });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.body === '' ? null : JSON.parse(response.body),
  };
}

describe('envelope', () => {
  it('answers in the requested language', async () => {
    expect((await at.call('/user/info', {}, '', { 'accept-language': 'zh-TW' })).msg).toBe(chinese['-1000']);
    expect((await at.call('/user/info', {}, '', { 'accept-language': 'en-US' })).msg).toBe(english['-1000']);
    expect((await send({ url: `${API_BASE}/user/info` })).body.msg).toBe(chinese['-1000']);
  });

  it('carries code, msg, data, ts and traceId', async () => {
    const { body } = await send({ url: `${API_BASE}/common/prop`, payload: 'keys=version', headers: FORM });
    expect(body).toEqual({
      code: 0,
      msg: chinese['0'],
      data: { version: '1.0.0' },
      ts: expect.any(Number),
      traceId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  it.each([
    ['unknown path', { url: `${API_BASE}/no/such/call`, payload: 'a=1', headers: FORM }, 404, 1404],
    ['inherited name', { url: `${API_BASE}/constructor` }, 404, 1404],
    ['known path, GET', { method: 'GET' as const, url: `${API_BASE}/coin/infos` }, 404, 1404],
    ['trailing slash', { url: `${API_BASE}/coin/infos/` }, 404, 1404],
    ['the bare base', { url: API_BASE }, 404, 1404],
    [
      'JSON body',
      {
        url: `${API_BASE}/common/prop`,
        payload: '{"keys":"version"}',
        headers: { 'content-type': 'application/json' },
      },
      200,
      1400,
    ],
    ['body without a type', { url: `${API_BASE}/common/prop`, payload: 'keys=version' }, 200, 1400],
    ['malformed escape', { url: `${API_BASE}/common/prop`, payload: 'keys=%', headers: FORM }, 200, 1400],
    ['repeated field', { url: `${API_BASE}/common/prop`, payload: 'keys=a&keys=b', headers: FORM }, 200, 1400],
    ['prototype key', { url: `${API_BASE}/common/prop`, payload: 'keys=a&__proto__=b', headers: FORM }, 200, 1400],
    [
      'body over the limit',
      { url: `${API_BASE}/common/prop`, payload: `keys=${'a'.repeat(BODY_LIMIT_BYTES)}`, headers: FORM },
      413,
      1400,
    ],
    ['malformed address', { url: `${API_BASE}/%zz` }, 400, 1400],
    ['malformed address outside', { method: 'GET' as const, url: '/%zz' }, 400, 1400],
  ])('%s', async (_name, request, status, code) => {
    const answer = await send(request);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code, data: expect.any(Object), traceId: expect.any(String) });
    expect(answer.body.msg).not.toBe('');
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('accepts a body of exactly the limit', async () => {
    const payload = `keys=${'a'.repeat(BODY_LIMIT_BYTES - 5)}`;
    expect((await send({ url: `${API_BASE}/common/prop`, payload, headers: FORM })).body).toMatchObject({
      code: 1400,
      data: { field: 'keys' },
    });
  });
});

describe('headers', () => {
  it('allows own scripts only, without inline or eval', async () => {
    const { headers } = await send({ url: `${API_BASE}/coin/infos`, headers: { host: 'api.example.com' } });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).not.toMatch(/unsafe-eval/);
    expect(policy).toContain('ws://api.example.com');
    expect(headers['referrer-policy']).toBeDefined();
  });

  it('sends HSTS over https only', async () => {
    expect((await send({ url: `${API_BASE}/coin/infos` })).headers['strict-transport-security']).toBeUndefined();
    const secure = await send({ url: `${API_BASE}/coin/infos`, headers: { 'x-forwarded-proto': 'https' } });
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(secure.headers['content-security-policy']).toContain('wss://');
  });

  it('lets only the root domain call its api host', async () => {
    const ask = (origin: string) =>
      send({
        method: 'OPTIONS',
        url: `${API_BASE}/coin/infos`,
        headers: { host: 'api.example.com', origin, 'access-control-request-method': 'POST' },
      });
    const allowed = await ask('http://example.com');
    expect(allowed).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': 'http://example.com', 'access-control-allow-methods': 'POST' },
    });
    expect(allowed.headers['access-control-allow-headers']).toContain('accesstoken');
    expect((await ask('http://evil.com')).headers['access-control-allow-origin']).toBeUndefined();
  });

  it('does not copy an invalid host into a header', async () => {
    const { headers } = await send({
      url: `${API_BASE}/coin/infos`,
      headers: { host: "x; script-src 'unsafe-inline'" },
    });
    expect(headers['content-security-policy']).not.toContain("script-src 'unsafe-inline'");
  });
});

describe('an internal error', () => {
  it("is logged with the caller's trace id, and reveals nothing", async () => {
    const logged: [string, unknown, object][] = [];
    const mistake = new Error('detail of the inside');
    const handlers = Object.fromEntries(
      Object.keys(CALLS).map((path) => [
        path,
        () => {
          throw mistake;
        },
      ]),
    ) as unknown as Handlers<CallPath>;
    const app = createGateway({
      handlers,
      sessionOf: () => Promise.resolve({ uid: 10_000, sessionKey: 'k' }),
      isFrozen: () => false,
      limits: new RateLimits(false, Date.now),
      now: Date.now,
      web: () => {
        throw mistake;
      },
      log: (event, error, fields) => {
        logged.push([event, error, fields]);
      },
      headers: { development: false },
      isProxy: () => false,
    });
    const response = await app.inject({
      method: 'POST',
      url: `${API_BASE}/user/profit`,
      headers: { accesstoken: 'any' },
    });
    const body = JSON.parse(response.body);
    expect([response.statusCode, body.code, body.data]).toEqual([200, 1500, {}]);
    expect(logged).toEqual([['call.failed', mistake, { traceId: body.traceId }]]);
    expect(response.body).not.toContain('inside');
    await app.close();
  });
});

describe('the wire', () => {
  it('answers bytes that are not HTTP, and keeps serving', async () => {
    const { port } = at.exchange.address;
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('\x16\x03\x01 nonsense\r\n\r\n'));
      let text = '';
      socket
        .on('data', (bytes) => {
          text += bytes.toString();
        })
        .on('close', () => resolve(text))
        .on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*nosniff/);
    expect((await fetch(`http://127.0.0.1:${port}${API_BASE}/coin/infos`, { method: 'POST' })).status).toBe(200);
  });

  /** What comes back for some lines, over a connection that the server closes. */
  const answerTo = (...lines: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(at.exchange.address.port, '127.0.0.1', () =>
        socket.write(`${lines.join('\r\n')}\r\n\r\n`),
      );
      socket
        .on('data', (bytes) => {
          text += bytes.toString();
        })
        .on('close', () => resolve(text))
        .on('error', reject);
    });
  const HOST = 'host: localhost';
  const UPGRADE = ['connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'];

  it.each([
    [400, 'no host', ['GET /healthz HTTP/1.1', 'connection: close']],
    [400, 'two hosts', ['GET /healthz HTTP/1.1', HOST, 'Host: elsewhere', 'connection: close']],
    [400, 'a transfer coding that is not known', ['GET /healthz HTTP/1.1', HOST, 'transfer-encoding: xchunked']],
    [400, 'one at an address that is not read', ['GET /%zz HTTP/1.1', HOST, 'transfer-encoding: xchunked']],
    [400, 'a coding before chunks', ['GET /healthz HTTP/1.1', HOST, 'transfer-encoding: gzip, chunked', '', '0']],
    [400, 'chunks of HTTP/1.0', ['GET /healthz HTTP/1.0', 'transfer-encoding: chunked', '', '0']],
    [417, 'an expectation', ['GET /healthz HTTP/1.1', HOST, 'expect: banana', 'connection: close']],
    [405, 'a tunnel', ['CONNECT example.com:443 HTTP/1.1', HOST]],
    [404, 'a socket elsewhere', ['GET /healthz HTTP/1.1', HOST, ...UPGRADE]],
    [400, 'a socket without a key', [`GET ${API_BASE}/ws HTTP/1.1`, HOST, ...UPGRADE]],
  ])('goal 30: has the headers of every response in a %i: %s', async (status, _, lines) => {
    const answer = await answerTo(...lines);
    expect(answer.match(/^HTTP.{0,8}/gm)).toEqual([`HTTP/1.1 ${status}`]);
    expect(answer).toMatch(/^x-content-type-options: nosniff/m);
    expect(answer).toMatch(/^content-security-policy: default-src 'none'.*frame-ancestors 'none'/m);
  });

  it('goes on in HTTP/1.1 with a client that offers HTTP/2, as those of Java do', async () => {
    const answer = await answerTo(
      'GET /healthz HTTP/1.1',
      HOST,
      'connection: close, upgrade, http2-settings',
      'upgrade: h2c',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*"code":0/);
  });

  it('ends the connection after an answer to such an offer: what came right behind it is not read', async () => {
    const offer = ['GET /healthz HTTP/1.1', HOST, 'connection: upgrade, http2-settings', 'upgrade: h2c', ''];
    expect(await answerTo(...offer, 'GET /healthz HTTP/1.1', HOST)).toMatch(/^connection: close\r[^]*"code":0/m);
  });

  it('reads what a proxy adds behind more headers than Node takes by itself', async () => {
    const many = Array.from({ length: 2_500 }, () => 'a:');
    const lines = ['GET /healthz HTTP/1.1', HOST, 'connection: close', ...many, 'x-forwarded-proto: https'];
    expect(await answerTo(...lines)).toMatch(/^strict-transport-security: /m);
  });

  it('closes an unused connection silently, and answers a slow request with 408', async () => {
    const { port } = at.exchange.address;
    const responseTo = (sent: string) =>
      new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect(port, '127.0.0.1', () => {
          if (sent) socket.write(sent);
        });
        socket
          .on('data', (bytes) => {
            text += bytes.toString();
          })
          .on('close', () => resolve(text))
          .on('error', reject);
      });
    /** A body that arrives one letter a second, as long as the server accepts it. */
    const dripping = (): Promise<[string, number]> =>
      new Promise((resolve, reject) => {
        let text = '';
        const elapsedMs = stopwatch(process.pid);
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(
            `POST ${API_BASE}/coin/infos HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 2000\r\n\r\n`,
          ),
        );
        const drip = setInterval(() => socket.write('a'), 1_000);
        socket
          .on('data', (bytes) => {
            text += bytes.toString();
          })
          .on('error', reject)
          .on('close', () => {
            clearInterval(drip);
            resolve([text, elapsedMs()]);
          });
      });
    const [unused, slow, [slowBody, tookMs]] = await Promise.all([
      responseTo(''),
      responseTo('POST /mmtb-api/coin/in'),
      dripping(),
    ]);
    expect(slowBody).toMatch(/^HTTP\/1\.1 408 [^]*nosniff/);
    expect(tookMs).toBeLessThan(20_000);
    expect(unused).toBe('');
    expect(slow).toMatch(/^HTTP\/1\.1 408 [^]*nosniff/);
  });
});

/** A gateway whose calls all answer `data`, on a port of its own; closed after the test. */
async function gatewayOf(data: unknown, limits: { idleMs?: number; maxPerNetwork?: number; isProxy?: ProxyMatcher }) {
  const app = createGateway({
    handlers: Object.fromEntries(Object.keys(CALLS).map((path) => [path, () => data])) as unknown as Handlers<CallPath>,
    sessionOf: () => null,
    isFrozen: () => false,
    limits: new RateLimits(false, Date.now),
    now: Date.now,
    web: () => undefined,
    log: () => undefined,
    headers: { development: false },
    ...limits,
  });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const port = portOf(app.server);
  const open = (): Promise<number> =>
    new Promise((resolve, reject) =>
      app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  const client = (): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => {
      socket.destroy();
    });
    return socket;
  };
  return { open, client, url: `http://127.0.0.1:${port}${API_BASE}/coin/infos` };
}

describe('a client that takes nothing', () => {
  it('is cut off, so that its answer leaves the memory; one that reads slowly gets all', async () => {
    const { open, client, url } = await gatewayOf('x'.repeat(32 * 2 ** 20), { idleMs: 1_500 });
    const stuck = client();
    stuck.pause();
    stuck.write(`POST ${API_BASE}/coin/infos HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`);
    await expect.poll(open).toBe(1);
    await expect.poll(open).toBe(0);
    const { body } = await fetch(url, { method: 'POST' });
    let bytes = 0;
    for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
      if (bytes % 2 ** 20 < part.length) await new Promise((resolve) => setTimeout(resolve, 30));
      bytes += part.length;
    }
    expect(bytes).toBeGreaterThan(32 * 2 ** 20);
  });

  it('has its network get no more than it takes, and send no more: many slow ones do not fill the memory', async () => {
    const [large, small] = [await gatewayOf('x'.repeat(12 * 2 ** 20), {}), await gatewayOf([], {})];
    const codeOf = async (url: string): Promise<number> =>
      ((await (await fetch(url, { method: 'POST' })).json()) as { code: number }).code;
    const begun = ({ client }: typeof large, path: string, bytes: number): Socket => {
      const socket = client().pause();
      socket.write(`POST ${API_BASE}${path} HTTP/1.1\r\nhost: localhost\r\n`);
      socket.write(`content-type: ${FORM['content-type']}\r\ncontent-length: ${bytes}\r\n\r\n`);
      return socket;
    };
    const takesNothing = Array.from({ length: 3 }, () => begun(large, '/coin/infos', 0));
    await expect.poll(() => codeOf(large.url)).toBe(CODE.tooManyRequests);
    // One that takes its answer makes place for another.
    takesNothing[0]?.resume();
    await expect.poll(() => codeOf(large.url)).toBe(0);
    const sendsNothing = Array.from({ length: 28 }, () => begun(small, '/user/kyc', PICTURES_BODY_LIMIT_BYTES));
    await expect.poll(() => codeOf(small.url)).toBe(CODE.tooManyRequests);
    for (const socket of sendsNothing) socket.destroy();
    await expect.poll(() => codeOf(small.url)).toBe(0);
  });
});

describe('connections of one network', () => {
  it('are limited; those of a proxy are not, which has many callers', async () => {
    const limited = await gatewayOf([], { maxPerNetwork: 3 });
    const sockets = Array.from({ length: 3 }, () => limited.client());
    await expect.poll(limited.open).toBe(3);
    const further = limited.client();
    await expect.poll(() => further.closed).toBe(true);
    sockets[0]?.destroy();
    await expect.poll(limited.open).toBe(2);
    expect((await fetch(limited.url, { method: 'POST' })).status).toBe(200);
    const behind = await gatewayOf([], { maxPerNetwork: 3, isProxy: () => true });
    for (let count = 0; count < 5; count += 1) behind.client();
    await expect.poll(behind.open).toBe(5);
  });
});

// The last test here: it closes the exchange.
describe('the end of the exchange', () => {
  it('answers a call under way, and its connection ends with the answer', async () => {
    const { port } = at.exchange.address;
    const socket = connect(port, '127.0.0.1');
    const ended = new Promise((resolve) => {
      socket.on('close', resolve);
    });
    let text = '';
    const received = (part: string): Promise<void> =>
      new Promise((resolve) => {
        socket.on('data', (bytes) => {
          text += bytes.toString();
          if (text.includes(part)) resolve();
        });
      });
    const underWay = received('100 Continue');
    socket.write(
      `POST ${API_BASE}/common/prop HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${FORM['content-type']}\r\ncontent-length: 12\r\nexpect: 100-continue\r\n\r\n`,
    );
    await underWay;
    const closed = at.exchange.close();
    const answered = received('"version"');
    socket.write('keys=version');
    await answered;
    const elapsedMs = stopwatch(process.pid);
    await ended;
    // Calls under way are aborted after three seconds, and idle connections would last for more than a minute.
    expect(elapsedMs()).toBeLessThan(2_000);
    await closed;
  });
});
