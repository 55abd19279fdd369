// An exchange with its archive in an object store: files over HTTP as listed, and the past without local copies.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { API_BASE } from '../../../../core/endpoints/http.ts';
import { EventColumns, ROW_KIND } from '../../../../core/market-data/event-columns.ts';
import { decodeFlowTile, flowTileStart } from '../../../../core/market-data/flow-tile.ts';
import { ARCHIVE_FOLDER } from '../../../../server/archive/archive-files.ts';
import type { DayFileEntry } from '../../../../server/archive/files/checked-chunks.ts';
import { DayFiles } from '../../../../server/archive/files/day-files.ts';
import { StoredDayFiles } from '../../../../server/archive/files/stored-day-files.ts';
import { S3Objects, parseS3Address } from '../../../../server/archive/objects/s3-objects.ts';
import { type Running, startRunning, WITH_ARCHIVE } from '../../../support/server/running-exchange.ts';
import { type S3Server, startS3 } from '../../archive/objects/s3-server.ts';

const DAY = '2026-01-02';

/** Of two chunks. */
const LIE = randomBytes(300 * 1024);

let folder: string;
let s3: S3Server;
let at: Running;
beforeAll(async () => {
  s3 = await startS3();
  folder = mkdtempSync(join(tmpdir(), 'defi-day-files-'));
  const events = new EventColumns();
  events.add(ROW_KIND.buy, Date.UTC(2026, 0, 2, 1), 1_000, 5, 1);
  const grid = { decimals: 1, step: 1 };
  const objects = new S3Objects(parseS3Address(s3.url)!);
  const local = new DayFiles(join(folder, ARCHIVE_FOLDER));
  await new StoredDayFiles({ objects, local, onError: () => undefined }).make({
    coinInfoId: 2,
    day: DAY,
    grids: { price: grid, amount: grid },
    blocks: (async function* () {
      yield { book: null, events, fromTs: 0, isSeam: true };
    })(),
    pause: async () => undefined,
  });
  // One that is not what its list has: the store lies.
  const name = 'book.parquet';
  const entry: DayFileEntry = { coinInfoId: 3, day: DAY, name, rows: 1, bytes: LIE.length, sha256: '0'.repeat(64) };
  s3.objects.set(`own/lists/3/${DAY}`, Buffer.from(JSON.stringify([entry])));
  s3.objects.set(`own/files/3/${DAY}/${name}/000000`, LIE);
  // One that fills what a connection holds, so that its download does not end unread.
  const parts = Array.from({ length: 4 }, () => randomBytes(4 * 1024 * 1024));
  const hash = createHash('sha256');
  for (const [part, content] of parts.entries()) {
    hash.update(content);
    s3.objects.set(`own/files/4/${DAY}/${name}/${String(part).padStart(6, '0')}`, content);
  }
  const large: DayFileEntry = { ...entry, coinInfoId: 4, bytes: 4 * parts[0]!.length, sha256: hash.digest('hex') };
  s3.objects.set(`own/lists/4/${DAY}`, Buffer.from(JSON.stringify([large])));
  at = await startRunning({ ...WITH_ARCHIVE, DATA_DIR: folder, ARCHIVE_FILES: 'on', ARCHIVE_URL: s3.url });
});
afterAll(async () => {
  await at.stop();
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const WAIT = { timeout: 30_000 };

/** The bars of a tile of seconds that ended before a time. */
async function barsBefore(ts: number): Promise<unknown> {
  const fromMs = flowTileStart(ts, 1_000);
  const url = `${API_BASE}/tiles/flow?coinInfoId=2&barMs=1000&levelTicks=1&fromMs=${fromMs}`;
  const { rawPayload, headers } = await at.exchange.http.inject({ method: 'GET', url });
  const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload;
  const { time, sold, bought, levelCount } = decodeFlowTile(new Uint8Array(bytes));
  const bars = time.filter((start) => start + 1_000 <= ts).length;
  const cells = levelCount.slice(0, bars).reduce((sum, count) => sum + count, 0);
  return [time.slice(0, bars), sold.slice(0, cells), bought.slice(0, cells)];
}

const get = (path: string) => at.exchange.http.inject({ method: 'GET', url: `${API_BASE}/files${path}` });

describe('files of finished days over HTTP', () => {
  it('are listed, and are what the list has', async () => {
    const { data } = JSON.parse((await get('')).body) as { data: { list: DayFileEntry[] } };
    const list = data.list.filter(({ coinInfoId }) => coinInfoId === 2);
    expect(list.map(({ name }) => name)).toEqual(['trades.csv.gz', 'trades.parquet', 'book.csv.gz', 'book.parquet']);
    for (const { coinInfoId, day, name, bytes, sha256 } of list) {
      const { statusCode, headers, rawPayload } = await get(`/${coinInfoId}/${day}/${name}`);
      expect([statusCode, headers['content-length'], rawPayload.length]).toEqual([200, `${bytes}`, bytes]);
      expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(sha256);
      expect(headers['content-disposition']).toBe(`attachment; filename="2-${DAY}-${name}"`);
    }
  });

  it('are not read from the store for a HEAD, which names their length', async () => {
    const url = `${API_BASE}/files/3/${DAY}/book.parquet`;
    const reads = s3.reads;
    const { statusCode, headers, rawPayload } = await at.exchange.http.inject({ method: 'HEAD', url });
    expect([statusCode, headers['content-length'], rawPayload.length]).toEqual([200, `${LIE.length}`, 0]);
    expect(s3.reads).toBe(reads);
  });

  it('are sent whole, whatever range is asked for: a part cannot be compared with the list', async () => {
    const url = `${API_BASE}/files/2/${DAY}/trades.parquet`;
    const { rawPayload: whole, headers: plain } = await at.exchange.http.inject({ method: 'GET', url });
    expect(plain['accept-ranges']).toBe('none');
    for (const range of [
      'bytes=0-0',
      'bytes=-1',
      'bytes=5-',
      'bytes=9-1',
      'bytes=99999999999999999999-',
      'bytes=0-0,0-0,0-0',
      `bytes=${'0-,'.repeat(500)}0-`,
      'lines=1-2',
    ])
      for (const condition of [{}, { 'if-range': '"x"' }, { 'if-range': 'Wed, 21 Oct 2099 07:28:00 GMT' }]) {
        const headers = { range, ...condition };
        const {
          statusCode,
          headers: answer,
          rawPayload,
        } = await at.exchange.http.inject({ method: 'GET', url, headers });
        expect([statusCode, answer['content-length'], answer['content-range']], range).toEqual([
          200,
          `${whole.length}`,
          undefined,
        ]);
        expect(rawPayload.equals(whole)).toBe(true);
      }
  });

  it('are on a page with a link to each', async () => {
    const { body, headers } = await at.exchange.http.inject({ method: 'GET', url: '/docs/data' });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    for (const name of ['trades.csv.gz', 'trades.parquet', 'book.csv.gz', 'book.parquet'])
      expect(body).toContain(`href="${API_BASE}/files/2/${DAY}/${name}"`);
    expect(body).toContain('<td>BTC/USDT</td>');
  });

  it('are refused when they are not listed, whatever the path', async () => {
    for (const path of [
      `/2/${DAY}/files.json`,
      `/2/${DAY}/blocks`,
      `/3/${DAY}/trades.csv.gz`,
      '/2/2026-01-03/trades.csv.gz',
      `/2/${DAY}/..%2F..%2Fprivate%2Foperator.token`,
      `/..%2F..%2F/${DAY}/trades.csv.gz`,
      '/2/..%2F..%2Fx/trades.csv.gz',
      `/2/${DAY}/%00`,
    ]) {
      const { statusCode, body } = await get(path);
      expect([statusCode, (JSON.parse(body) as { code: number }).code], path).toEqual([404, 1404]);
    }
  });

  it('are refused while the store lies or is away', async () => {
    const path = `/2/${DAY}/trades.parquet`;
    const [key, content] = [...s3.objects].find(([name]) => name.includes(`/files${path}/`))!;
    s3.objects.set(key, Buffer.from(content.map((byte, i) => (i === 40 ? byte ^ 1 : byte))));
    expect(JSON.parse((await get(path)).body)).toMatchObject({ code: 1500 });
    s3.objects.set(key, content);
    s3.mode = 'away';
    const { statusCode, body } = await get(path);
    s3.mode = 'honest';
    expect([statusCode, JSON.parse(body)]).toMatchObject([503, { code: 1500 }]);
    expect((await get(path)).statusCode).toBe(200);
  });

  it('end early where the store lies in the middle: a client notices, by the length', async () => {
    const url = `${at.exchange.address.url}${API_BASE.slice(1)}/files/3/${DAY}/book.parquet`;
    const downloads = Array.from({ length: 10 }, async () => {
      const response = await fetch(url);
      expect([response.status, response.headers.get('content-length')]).toEqual([200, `${LIE.length}`]);
      return response.arrayBuffer();
    });
    const results = await Promise.allSettled(downloads);
    expect(results.map(({ status }) => status)).toEqual(downloads.map(() => 'rejected'));
    expect((await at.call('/coin/infos')).code).toBe(0);
  });

  it('are sixteen at once for an address; more are refused until one has ended or was left', async () => {
    const url = `${at.exchange.address.url}${API_BASE.slice(1)}/files/4/${DAY}/book.parquet`;
    const connections: Socket[] = [];
    /** Begins a download, reads its status and no more. */
    const begin = async (range = ''): Promise<string> => {
      const { hostname, port, pathname } = new URL(url);
      const socket = connect(Number(port), hostname);
      connections.push(socket);
      socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\n${range}\r\n`);
      const [head] = (await once(socket, 'data')) as [Buffer];
      socket.pause();
      return head.toString('latin1').split(' ', 2)[1] ?? '';
    };
    const statuses: string[] = [];
    for (let time = 0; time < 16; time += 1) statuses.push(await begin());
    expect(new Set(statuses)).toEqual(new Set(['200']));
    expect([await begin(), await begin('range: bytes=0-0\r\n')]).toEqual(['429', '429']);
    connections[0]?.destroy();
    await vi.waitFor(async () => expect(await begin()).toBe('200'), WAIT);
    for (const socket of connections) socket.destroy();
  });
});

describe('the past of an exchange', () => {
  it('is the same when the local copies of stored segments are gone', async () => {
    const segments = join(folder, ARCHIVE_FOLDER, 'segments');
    const ts = Date.now();
    const span = { coinInfoId: 2, startTime: ts - 60_000, endTime: ts };
    const past = async (): Promise<string[]> => {
      const { data: book } = await at.call('/coin/books', { coinInfoId: 2, time: ts });
      const { data: events } = await at.call('/coin/events', span);
      const tile = await barsBefore(ts);
      return [book, events.list, tile].map((answer) =>
        createHash('sha256').update(JSON.stringify(answer)).digest('hex'),
      );
    };
    // The archive is open, and has a block.
    await vi.waitFor(async () => expect((await at.call('/coin/events', span)).code).toBe(0), WAIT);
    // What happened until then is there once something later is.
    await expect.poll(() => at.exchange.feed.market(2)!.ts).toBeGreaterThan(ts);
    const before = await past();
    await vi.waitFor(() => {
      const names = readdirSync(segments);
      expect(names.filter((name) => !name.endsWith('.stored'))).toEqual([]);
      expect(names.length).toBeGreaterThan(0);
    }, WAIT);
    for (const name of readdirSync(segments)) if (name.endsWith('.stored')) rmSync(join(segments, name));
    expect(await past()).toEqual(before);
  });
});
