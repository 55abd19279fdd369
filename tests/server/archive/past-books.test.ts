// Past books of a running exchange: they are the ones that were live, over a restart too; the command verifies them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHead } from '../../../core/market-data/archive-block.ts';
import { archiveCommand } from '../../../server/cli/archive-command.ts';
import { checksumOf } from '../../../server/archive/book-copy.ts';
import { type Running, startRunning, WITH_ARCHIVE } from '../../support/server/running-exchange.ts';

const BTC = 2;

let folder: string;
let at: Running;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'defi-past-books-'));
  at = await startRunning({ ...WITH_ARCHIVE, DATA_DIR: folder });
});
afterAll(async () => {
  await at.stop();
  rmSync(folder, { recursive: true, force: true });
});

const past = (time: number, depth = 0) => at.call('/coin/books', { coinInfoId: BTC, depth, time });

/** Books that are live now and after each of the next `count` changes, by the last ms at which they were. */
async function liveBooks(count: number): Promise<Map<number, number>> {
  const market = at.exchange.feed.market(BTC)!;
  const live = new Map<number, number>();
  await new Promise<void>((resolve) => {
    const dispose = at.exchange.feed.onApplied((events) => {
      if (!events.some(({ coinInfoId }) => coinInfoId === BTC)) return;
      live.set(market.ts, checksumOf(market.book));
      if (live.size < count) return;
      dispose();
      resolve();
    });
  });
  return live;
}

describe('past books', () => {
  it('are those that were live, before and after a restart', { timeout: 240_000 }, async () => {
    const live = await liveBooks(40);
    // The last one may still change within its millisecond.
    const known = [...live].slice(0, -1);
    for (const [ts, checksum] of known)
      expect((await past(ts)).data, `${ts}`).toMatchObject({ coinInfoId: BTC, cs: checksum, ts, seq: 0 });
    await at.exchange.close();
    expect(await archiveCommand(['verify'], { DATA_DIR: folder })).toEqual([
      expect.stringMatching(/ events, \d+ seams: whole/),
    ]);
    at = await startRunning({ ...WITH_ARCHIVE, DATA_DIR: folder });
    for (const [ts, checksum] of known) expect((await past(ts)).data, `${ts}`).toMatchObject({ cs: checksum });
  });

  it('are refused before the first one, and have the levels that were asked for', async () => {
    expect((await past(1)).code).toBe(1404);
    const { data } = await past(Date.now(), 20);
    expect(data.depth).toBe(20);
    expect(data.bids.length).toBeLessThanOrEqual(20);
    expect((await at.call('/coin/books', { coinInfoId: BTC, time: -5 })).code).toBe(1400);
  });

  it('are refused where they are still to come', async () => {
    for (const time of [Date.now() + 60_000, Date.now() * 2, 999_999_999_999_999])
      expect(await past(time)).toMatchObject({ code: 1400, data: { field: 'time', rule: 'not in the future' } });
  });

  it('hands out the events of a span, and refuses a market without a recording', async () => {
    await liveBooks(5);
    const { data } = await at.call('/coin/events', { coinInfoId: BTC, startTime: 1, endTime: Date.now() });
    const heads = data.list.map((text: string) => readHead(Buffer.from(text, 'base64')));
    expect(heads[0]).toMatchObject({ coinInfoId: BTC, hasBook: true, fromTs: data.firstTime });
    expect(data.lastTime).toBeGreaterThanOrEqual(heads.at(-1).toTs);
    expect((await at.call('/coin/events', { coinInfoId: 201, startTime: 1, endTime: 2 })).code).toBe(1404);
    expect((await at.call('/coin/events', { coinInfoId: BTC, endTime: 2 })).code).toBe(1400);
  });
});
