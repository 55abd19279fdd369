// A clock that is set back while the market is recorded, or before it is again: the past stays, and recording goes on.
import { createHash } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { FLOW_BARS } from '../../../core/market-data/flow-tile.ts';
import { MINUTE_MS } from '../../../core/units/durations.ts';
import { ArchiveFiles } from '../../../server/archive/archive-files.ts';
import { checksumOf } from '../../../server/archive/book-copy.ts';
import { verifyArchive } from '../../../server/archive/verify-archive.ts';
import { RecordedMarket } from './recorded-market.ts';

const SEED = 20_283;
const START = Date.UTC(2026, 10, 25, 10);
const BEFORE_MIDNIGHT = Date.UTC(2026, 10, 25, 23);

let market: RecordedMarket;
afterEach(() => market.delete());

/** Hashes of tiles of a time that is over. */
async function tiles(ts: number): Promise<string[]> {
  const all: string[] = [];
  for (const kind of ['flow', 'depth'] as const)
    for (const stepMs of kind === 'flow' ? [1_000, MINUTE_MS] : [1_000, 5_000]) {
      const request = { coinInfoId: market.id, stepMs, levelTicks: 1, fromMs: ts };
      const answer = await market.archive.tiles.read(kind, request, '192.0.2.1');
      if (answer.kind !== 'tile') throw new Error(`${answer.kind}: ${kind} of ${stepMs} ms`);
      all.push(createHash('sha256').update(answer.bytes).digest('hex'));
    }
  return all;
}

it.each([
  ['while it runs', START, false],
  ['before a restart', START, true],
  ['over midnight while it runs', BEFORE_MIDNIGHT, false],
  ['over midnight before a restart', BEFORE_MIDNIGHT, true],
])('%s', { timeout: 240_000 }, async (_when, startMs, isRestarted) => {
  market = new RecordedMarket(startMs, SEED);
  // Two hours, of which the writing would take most.
  market.flushMs = 30_000;
  await market.open();
  await market.run(startMs + 95 * MINUTE_MS, 500);
  const setBackMs = market.now;
  const ts = setBackMs - FLOW_BARS * MINUTE_MS - 5 * MINUTE_MS;
  const past = await tiles(ts);
  const recent = await market.archive.history(market.id)!.bookAt(setBackMs - 10 * MINUTE_MS);
  if (isRestarted) await market.stop();
  market.now -= 90 * MINUTE_MS;
  if (isRestarted) await market.open();
  await market.run(market.now + 20 * MINUTE_MS, 500);
  await market.archive.flush();
  await market.run(setBackMs + 15 * MINUTE_MS, 500);
  const history = market.archive.history(market.id)!;
  expect(await history.bookAt(setBackMs - 10 * MINUTE_MS)).toEqual(recent);
  const now = await history.bookAt(market.now - 1);
  expect(now).toMatchObject({ kind: 'book', checksum: checksumOf(market.book) });
  // No tile is remembered.
  await market.stop();
  await market.open();
  expect(await tiles(ts)).toEqual(past);
  expect(await market.archive.history(market.id)!.bookAt(setBackMs - 10 * MINUTE_MS)).toEqual(recent);
  expect((await verifyArchive(new ArchiveFiles(market.folder))).faults).toEqual([]);
  expect(market.errors).toEqual([]);
});
