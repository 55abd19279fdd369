// A real disk that was full: blocks and tiles have a seam, the operator sees why, and recording begins again by itself.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodeDepthTile } from '../../../core/market-data/depth-tile.ts';
import { MINUTE_MS } from '../../../core/units/durations.ts';
import { ArchiveFiles } from '../../../server/archive/archive-files.ts';
import { checksumOf } from '../../../server/archive/book-copy.ts';
import { verifyArchive } from '../../../server/archive/verify-archive.ts';
import { RecordedMarket } from './recorded-market.ts';

const SEED = 20_264;
const START = Date.UTC(2026, 10, 25);

it(`an archive on a full disk loses what is named, and nothing else (seed ${SEED})`, async ({ skip }) => {
  const market = new RecordedMarket(START, SEED);
  const { folder } = market;
  // Only some users may mount a disk.
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder]).status !== 0) return skip();
  await market.open();
  const { archive } = market;
  try {
    await market.run(START + 11 * MINUTE_MS, 500);
    expect(market.errors).toEqual([]);
    const [before, checksum] = [market.now, checksumOf(market.book)];
    const filler = join(folder, 'filler');
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1k']);
    await market.run(market.now + 11 * MINUTE_MS, 500);
    const lost = market.now - 5 * MINUTE_MS;
    expect(String(market.errors[0])).toContain('ENOSPC');
    const { failures, lastError } = archive.state();
    expect([failures > 0, lastError?.text]).toEqual([true, expect.stringContaining('ENOSPC')]);
    rmSync(filler);
    const freed = market.now;
    market.errors.length = 0;
    await market.run(market.now + 11 * MINUTE_MS, 500);
    await archive.flush();
    expect(market.errors).toEqual([]);
    const history = archive.history(market.id)!;
    expect(await history.bookAt(before - 1)).toMatchObject({ kind: 'book', checksum });
    expect((await history.bookAt(lost)).kind).toBe('gap');
    const now = checksumOf(market.book);
    expect(await history.bookAt(market.now - 1)).toMatchObject({ kind: 'book', checksum: now });
    const request = { coinInfoId: market.id, stepMs: MINUTE_MS, levelTicks: 1, fromMs: START };
    const tile = await archive.tiles.read('depth', request, 'test');
    if (tile.kind !== 'tile') throw new Error(tile.kind);
    const { seams } = decodeDepthTile(gunzipSync(tile.bytes));
    expect(seams.some(([from, to]) => from <= lost && lost < to)).toBe(true);
    // A piece of tiles has five minutes: one that was open is lost as a whole.
    for (const [from, to] of seams)
      expect([from >= START + 10 * MINUTE_MS || to <= START + MINUTE_MS, to <= freed + 5 * MINUTE_MS]).toEqual([
        true,
        true,
      ]);
    expect(await verifyArchive(new ArchiveFiles(folder))).toMatchObject({ seams: 2, faults: [] });
  } finally {
    await archive.close();
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  }
});
