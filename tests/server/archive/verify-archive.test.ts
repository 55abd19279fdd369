// What verifies an archive finds blocks that are sound alone, and not where they were written.
import { readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readHead } from '../../../core/market-data/archive-block.ts';
import { ArchiveFiles } from '../../../server/archive/archive-files.ts';
import { verifyArchive } from '../../../server/archive/verify-archive.ts';
import { RecordedMarket } from './recorded-market.ts';

const DAY = '2026-11-25';

let market: RecordedMarket;
beforeEach(async () => {
  market = new RecordedMarket(Date.parse(`${DAY}T12:00:00Z`), 20_267);
  await market.open();
  await market.run(market.now + 60_000, 200);
  await market.stop();
});
afterEach(() => market.delete());

async function faults(): Promise<string[]> {
  return (await verifyArchive(new ArchiveFiles(market.folder))).faults;
}

it('blocks that were swapped, repeated or left out', async () => {
  const path = join(market.folder, `${market.id}`, `${DAY}.blocks`);
  const whole = readFileSync(path);
  const blocks: Buffer[] = [];
  for (let at = 0; at < whole.length; at += blocks.at(-1)!.length)
    blocks.push(whole.subarray(at, at + readHead(whole.subarray(at)).bytes));
  expect(blocks.length).toBeGreaterThan(4);
  expect(await faults()).toEqual([]);
  const [one, two, three, ...rest] = blocks as [Buffer, Buffer, Buffer, ...Buffer[]];
  for (const changed of [
    [one, three, two, ...rest],
    [one, two, two, three, ...rest],
    [one, three, ...rest],
    [one, two, three, ...rest, rest[0]!],
  ]) {
    writeFileSync(path, Buffer.concat(changed));
    expect(await faults()).not.toEqual([]);
  }
});

it('blocks of another market', async () => {
  renameSync(join(market.folder, `${market.id}`), join(market.folder, '7'));
  expect((await faults())[0]).toBe(`market 7: block 1 (${DAY}) is of market ${market.id}`);
});

it('nothing behind a hole: a file that was deleted or cut is written to again after the next start', async () => {
  const path = join(market.folder, `${market.id}`, `${DAY}.blocks`);
  await market.open();
  truncateSync(path, 100);
  await market.run(market.now + 20_000, 200);
  expect(market.errors.map(String)).toContainEqual(expect.stringMatching(/\.blocks was deleted or cut from outside/));
  expect(statSync(path).size).toBe(100);
  await market.stop();
  await market.open();
  await market.run(market.now + 20_000, 200);
  await market.stop();
  expect(await faults()).toEqual([]);
});
