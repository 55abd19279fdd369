// Requests for tiles over real HTTP: bytes, nothing recorded, busy with and without a time, cut off, given up.
import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { portOf } from '../../../server/gateway/listen.ts';
import { tileFetch } from '../../../workers/tiles/fetch-tile.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(listener: RequestListener): Promise<ReturnType<typeof tileFetch>> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return tileFetch(`http://127.0.0.1:${portOf(server)}/base`);
}

const now = () => new AbortController().signal;

describe('a request for a tile', () => {
  it('has its bytes, inflated', async () => {
    const fetchTile = await serve((request, response) => {
      expect(request.url).toBe('/base/tiles/flow?a=1');
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' });
      response.end(gzipSync(Uint8Array.of(1, 2, 3)));
    });
    const answer = await fetchTile('/tiles/flow?a=1', now());
    expect(answer).toEqual({ kind: 'bytes', bytes: Uint8Array.of(1, 2, 3), mayChange: false });
  });

  it('says whether the exchange may still change it', async () => {
    const stored = ['no-store', 'public, max-age=31536000, immutable'];
    const fetchTile = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': stored.shift()! });
      response.end('tile');
    });
    expect(await fetchTile('/a', now())).toMatchObject({ mayChange: true });
    expect(await fetchTile('/a', now())).toMatchObject({ mayChange: false });
  });

  it('reports once that the address has no past, and once that it has', async () => {
    const answers: [status: number, body: string][] = [
      [404, '{"code":1404}'],
      [404, '<html>'],
      [404, '{"code":1421}'],
      [404, '{"code":1421}'],
      [503, '{"code":1500}'],
      [200, 'tile'],
      [404, '{"code":1421}'],
    ];
    const states: boolean[] = [];
    await serve((_, response) => {
      const [status, body] = answers.shift()!;
      response.writeHead(status, { 'content-type': 'application/octet-stream' });
      response.end(body);
    });
    const url = `http://127.0.0.1:${portOf(server)}`;
    const fetchTile = tileFetch(url, (isRefused) => states.push(isRefused));
    const kinds: string[] = [];
    while (answers.length > 0) kinds.push((await fetchTile('/a', now())).kind);
    expect(kinds).toEqual(['missing', 'missing', 'missing', 'missing', 'later', 'bytes', 'missing']);
    expect(states).toEqual([true, false, true]);
  });

  it('has the reason and the waiting time of a refusal', async () => {
    const answers: [number, Record<string, string>, unknown][] = [
      [404, {}, { kind: 'missing' }],
      [429, { 'retry-after': '3' }, { kind: 'later', delayMs: 3_000 }],
      [503, {}, { kind: 'later', delayMs: null }],
      [200, { 'content-type': 'application/json' }, { kind: 'later', delayMs: null }],
    ];
    for (const [status, headers, expected] of answers) {
      const fetchTile = await serve((_request, response) => response.writeHead(status, headers).end('{}'));
      expect(await fetchTile('/tiles/flow', now())).toEqual(expected);
      server.close();
    }
  });

  it('comes again after a line that breaks, and ends when it is given up', async () => {
    const broken = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': '100' });
      response.write('x', () => response.destroy());
    });
    expect(await broken('/tiles/flow', now())).toEqual({ kind: 'later', delayMs: null });
    server.close();
    const silent = await serve(() => controller.abort());
    const controller = new AbortController();
    await expect(silent('/tiles/flow', controller.signal)).rejects.toThrow();
  });
});
