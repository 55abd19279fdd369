// Files of finished days over HTTP: listed with SHA-256, sent as listed, and nothing else of the folder.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '../../../../core/endpoints/http.ts';
import { EventColumns, ROW_KIND } from '../../../../core/market-data/event-columns.ts';
import { ARCHIVE_FOLDER } from '../../../../server/archive/archive-files.ts';
import { DayFiles, type DayFileEntry } from '../../../../server/archive/files/day-files.ts';
import { type Running, startRunning } from '../../../support/server/running-exchange.ts';

const DAY = '2026-01-02';

let folder: string;
let at: Running;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'defi-day-files-'));
  const events = new EventColumns();
  events.add(ROW_KIND.buy, Date.UTC(2026, 0, 2, 1), 1_000, 5, 1);
  const grid = { decimals: 1, step: 1 };
  await new DayFiles(join(folder, ARCHIVE_FOLDER)).make({
    coinInfoId: 2,
    day: DAY,
    grids: { price: grid, amount: grid },
    blocks: (async function* () {
      yield { book: null, events, fromTs: 0, isSeam: true };
    })(),
    pause: async () => undefined,
  });
  at = await startRunning({ DATA_DIR: folder, ARCHIVE_FILES: 'on' });
});
afterAll(async () => {
  await at.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string) => at.exchange.http.inject({ method: 'GET', url: `${API_BASE}/files${path}` });

describe('files of finished days over HTTP', () => {
  it('are listed, and are what the list has', async () => {
    const { list } = (JSON.parse((await get('')).body) as { data: { list: DayFileEntry[] } }).data;
    expect(list.map(({ name }) => name)).toEqual(['trades.csv.gz', 'trades.parquet', 'book.csv.gz', 'book.parquet']);
    for (const { coinInfoId, day, name, bytes, sha256 } of list) {
      const { statusCode, headers, rawPayload } = await get(`/${coinInfoId}/${day}/${name}`);
      expect([statusCode, headers['content-length'], rawPayload.length]).toEqual([200, `${bytes}`, bytes]);
      expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(sha256);
      expect(headers['content-disposition']).toBe(`attachment; filename="2-${DAY}-${name}"`);
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
});
