// The client's files over HTTP: types, caching, the page for every route, nothing outside the folder.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portOf } from '../../../server/gateway/listen.ts';
import { createStaticFiles } from '../../../server/gateway/static-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'defi-web-'));
const outside = `${folder}-secret.txt`;
const server = createServer();
let port = 0;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(folder, 'home.html'), '<!doctype html><title>home</title>');
  writeFileSync(join(folder, 'home.de-DE.html'), '<!doctype html><title>Start</title>');
  writeFileSync(join(folder, 'kline.html'), '<!doctype html><title>kline</title>');
  writeFileSync(join(folder, 'kline.de-DE.html'), '<!doctype html><title>Chart</title>');
  writeFileSync(join(folder, 'terminal.html'), '<!doctype html><title>terminal</title>');
  writeFileSync(join(folder, 'terminal.de-DE.html'), '<!doctype html><title>Handel</title>');
  writeFileSync(join(folder, '.stamp'), 'secret');
  mkdirSync(join(folder, 'ops'));
  writeFileSync(join(folder, 'operator.html'), '<!doctype html><title>operator</title>');
  writeFileSync(join(folder, 'ops', 'ops.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'a-1f.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'a-1f.js.gz'), gzipSync('export {};'));
  writeFileSync(outside, 'secret');
  server.on('request', await createStaticFiles(folder));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  port = portOf(server);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
  rmSync(outside);
});

/** Sends the path unchanged: HTTP clients would normalise it. */
function ask(
  path: string,
  headers = {},
  method = 'GET',
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, method, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString('latin1'),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('web', () => {
  it.each([
    ['de-AT,de;q=0.9', 'Start'],
    ['it-IT, de;q=0.5', 'Start'],
    ['it-IT', 'home'],
    ['*', 'home'],
    ['../index', 'home'],
    ['', 'home'],
  ])('serves home to a browser in %o with the texts of its language preloaded', async (accepted, title) => {
    const { body, headers } = await ask('/', { 'accept-language': accepted });
    expect(body).toContain(`<title>${title}<`);
    expect(headers['vary']).toBe('accept-encoding, accept-language');
  });

  it('serves other first screens in the language of the browser too', async () => {
    const { body, headers } = await ask('/pages/kline/kline', { 'accept-language': 'de' });
    expect(body).toContain('<title>Chart<');
    expect(headers['vary']).toBe('accept-encoding, accept-language');
    const terminal = await ask('/trade/BTC-USDT', { 'accept-language': 'de' });
    expect(terminal.body).toContain('<title>Handel<');
    expect(terminal.headers['vary']).toBe('accept-encoding, accept-language');
  });

  it.each(['/', '/pages/tabbar/home', '/pages/wallet/record?type=0', '/index.html'])(
    'serves the page for %s',
    async (path) => {
      expect(await ask(path)).toMatchObject({
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
      });
    },
  );

  it.each([
    ['/', 'home'],
    ['/?r=/pages/set/index', 'home'],
    ['/pages/tabbar/home', 'home'],
    ['/pages/kline/kline?coinInfoId=2', 'kline'],
    ['/pages/tabbar/trade', 'page'],
    ['/trade/BTC-USDT?interval=15m', 'terminal'],
    ['/trade/', 'page'],
    ['/chart?coinInfoId=2', 'page'],
    ['/pages/common/reg', 'page'],
  ])('opens %s by the page called %s', async (path, title) => {
    expect((await ask(path)).body).toContain(`<title>${title}</title>`);
  });

  it('lets hashed assets be cached for a year, compressed where the client accepts it', async () => {
    expect(await ask('/assets/a-1f.js')).toMatchObject({
      status: 200,
      body: 'export {};',
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      },
    });
    expect(await ask('/assets/a-1f.js', { 'accept-encoding': 'br, gzip' })).toMatchObject({
      status: 200,
      headers: { 'content-encoding': 'gzip' },
    });
    for (const refused of ['gzip;q=0', 'br, gzip; q=0.0', 'identity'])
      expect((await ask('/assets/a-1f.js', { 'accept-encoding': refused })).headers['content-encoding']).toBe(
        undefined,
      );
    expect(await ask('/assets/a-1f.js', {}, 'HEAD')).toMatchObject({
      status: 200,
      body: '',
      headers: { 'content-length': '10' },
    });
  });

  it.each([
    '/assets/missing-1f.js',
    '/assets/missing',
    '/favicon.ico',
    '/.stamp/../x.txt',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/a-1f.js.gz',
    '/%zz',
    '/index.html%00',
    // The operator's page under a name for which its headers are not sent.
    '/%6fps',
    '/%6fperator.html',
    '/ops/ops%2ejs',
  ])('has no %s', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404 });
  });

  it('has the page of the operators and its files at their own addresses', async () => {
    for (const path of ['/ops', '/ops?x=1', '/operator.html', '/ops/ops.js'])
      expect(await ask(path), path).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  });

  it('never serves a file without extension', async () => {
    expect((await ask('/.stamp')).body).not.toContain('secret');
  });

  it('opens few files at once: a client has more than a process may have open', async () => {
    const many = mkdtempSync(join(tmpdir(), 'defi-web-'));
    for (let at = 0; at < 300; at += 1) writeFileSync(join(many, `${at}.js`), 'export {};');
    const openFiles = (): number => readdirSync('/dev/fd').length;
    const before = openFiles();
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, openFiles())), 0);
    await createStaticFiles(many);
    clearInterval(timer);
    rmSync(many, { recursive: true });
    expect(most).toBeGreaterThan(0);
    expect(most - before).toBeLessThan(100);
  });

  it('refuses other methods', async () => {
    expect(await ask('/', {}, 'PUT')).toMatchObject({ status: 405 });
  });
});
