// Indexes of finished days: a start with them is as one that reads all; one that is not sound is made again.
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHead } from '../../../core/market-data/archive-block.ts';
import { DAY_MS } from '../../../core/units/durations.ts';
import { ArchiveFiles } from '../../../server/archive/archive-files.ts';
import { Archive } from '../../../server/archive/archive.ts';
import { BlockIndex, type StoredBlock } from '../../../server/archive/block-index.ts';
import { dayIndexesIn } from '../../../server/archive/day-index.ts';
import { digestFilesIn } from '../../../server/archive/tiles/digest-files.ts';
import { verifyArchive } from '../../../server/archive/verify-archive.ts';
import { RecordedMarket } from './recorded-market.ts';

const SEED = 20_266;
const MIDNIGHT = Date.UTC(2026, 10, 26);
const DAYS = ['2026-11-25', '2026-11-26', '2026-11-27'];

let market: RecordedMarket;
beforeEach(async () => {
  market = new RecordedMarket(MIDNIGHT - 10 * 60_000, SEED);
  await market.open();
  // Ten minutes before midnight until after the next one, with a start in between.
  await market.run(MIDNIGHT + 5 * 60_000, 4_000);
  await market.stop();
  market.now = MIDNIGHT + DAY_MS - 5 * 60_000;
  await market.open();
  await market.run(MIDNIGHT + DAY_MS + 5 * 60_000, 4_000);
  // Nothing is left for the archive's timer, which would add a block between two reads.
  await market.archive.flush();
  await market.archive.trim();
});
afterEach(() => market.delete());

const pathOf = (day: string, suffix = 'index'): string => join(market.folder, `${market.id}`, `${day}.${suffix}`);

/** Counts the bytes of each day that are read. */
class CountingFiles extends ArchiveFiles {
  readonly read$ = new Map<string, number>();

  override async read(coinInfoId: number, day: string, offset: number, length: number): Promise<Uint8Array> {
    const bytes = await super.read(coinInfoId, day, offset, length);
    this.read$.set(day, (this.read$.get(day) ?? 0) + bytes.length);
    return bytes;
  }
}

async function blocksWith(isIndexed: boolean): Promise<{ blocks: StoredBlock[]; seams: number; scanned: string[] }> {
  const store = new CountingFiles(market.folder);
  const index = new BlockIndex(store, market.id, isIndexed ? dayIndexesIn(market.folder) : null);
  await index.open(await store.list());
  const blocks = Array.from({ length: index.size }, (_, at) => index.get(at)!);
  return { blocks, seams: index.seams, scanned: [...store.read$.keys()] };
}

async function expectTwin(scanned: string[], seams = 2): Promise<void> {
  const scan = await blocksWith(false);
  expect(scan.blocks.length).toBeGreaterThan(200);
  expect(scan.seams).toBe(seams);
  expect(scan.scanned).toEqual(DAYS);
  expect(await blocksWith(true)).toEqual({ ...scan, scanned });
}

describe('indexes of finished days', () => {
  it(`are as a scan of their days, and spare it (seed ${SEED})`, async () => {
    expect(DAYS.map((day) => existsSync(pathOf(day)))).toEqual([true, true, false]);
    await expectTwin(['2026-11-27']);
    // Positions of a running archive, too.
    const before = await market.archive.history(market.id)!.bookAt(MIDNIGHT + 60_000);
    await market.stop();
    market.now += 1_000;
    await market.open();
    const after = await market.archive.history(market.id)!.bookAt(MIDNIGHT + 60_000);
    expect(before.kind).toBe('book');
    expect(after).toMatchObject({ kind: 'book', checksum: before.kind === 'book' ? before.checksum : null });
    expect((await verifyArchive(new ArchiveFiles(market.folder))).faults).toEqual([]);
  });

  it('are not trusted with any byte changed, cut anywhere, or of another day; a start makes them again', async () => {
    const [day] = DAYS;
    const path = pathOf(day!);
    const whole = readFileSync(path);
    const bad: Buffer[] = [Buffer.alloc(0), Buffer.alloc(whole.length), Buffer.concat([whole, Buffer.alloc(1)])];
    for (let at = 0; at < whole.length; at += 37) {
      const bent = Buffer.from(whole);
      bent[at]! ^= 1;
      bad.push(bent, whole.subarray(0, at));
    }
    bad.push(readFileSync(pathOf(DAYS[1]!)));
    for (const bytes of bad) {
      writeFileSync(path, bytes);
      await expectTwin([day!, '2026-11-27']);
    }
    rmSync(path);
    await expectTwin([day!, '2026-11-27']);
    await market.stop();
    writeFileSync(path, bad.at(-1)!);
    await market.open();
    expect(readFileSync(path)).toEqual(whole);
    expect(market.errors).toEqual([]);
  });

  it('are outdated when their day has another length', async () => {
    await market.stop();
    const [day] = DAYS;
    const before = readFileSync(pathOf(day!));
    truncateSync(pathOf(day!, 'blocks'), readFileSync(pathOf(day!, 'blocks')).length - 10);
    // What follows the block that is cut is a seam.
    await expectTwin([day!, '2026-11-27'], 3);
    await market.open();
    expect(readFileSync(pathOf(day!))).not.toEqual(before);
    expect((await blocksWith(true)).scanned).toEqual(['2026-11-27']);
  });

  it('are missing for a damaged day: what is lost of it is a gap, and the later days follow it', async () => {
    await market.stop();
    const [, day] = DAYS;
    const path = pathOf(day!, 'blocks');
    const bytes = readFileSync(path);
    let at = 0;
    for (let blocks = 0; blocks < 30; blocks++) at += readHead(bytes.subarray(at)).bytes;
    const lostMs = readHead(bytes.subarray(at)).fromTs;
    bytes[at] = 9;
    writeFileSync(path, bytes);
    rmSync(pathOf(day!));
    await market.open();
    const history = market.archive.history(market.id)!;
    expect(market.archive.state().seams).toBe(2);
    expect(await history.bookAt(lostMs + 1_000)).toMatchObject({ kind: 'gap' });
    const first = readHead(readFileSync(pathOf(DAYS[2]!, 'blocks')));
    expect(await history.bookAt(first.toTs)).toMatchObject({ kind: 'book', checksum: first.checksum });
    const numbers: number[] = [];
    for (let page; !page || page.hasMore;) {
      page = (await history.blocks(MIDNIGHT - DAY_MS, market.now, numbers.at(-1) ?? null, 20_000))!;
      numbers.push(...page.blocks.map((block) => readHead(block).number));
    }
    const all: { number: number; isSeam: boolean }[] = [];
    for await (const { number, isSeam } of history.stored(0, null)) all.push({ number, isSeam });
    expect(numbers).toEqual(all.map(({ number }) => number));
    expect(all.find(({ number }) => number === first.number)).toEqual({ number: first.number, isSeam: true });
  });

  it('go with their day, count in the size, and a disk that takes none stops nothing', async () => {
    await market.stop();
    const open = (maxDays: number, indexes = dayIndexesIn(market.folder)): Promise<Archive> =>
      Archive.open({
        store: new ArchiveFiles(market.folder),
        indexes,
        digests: digestFilesIn(market.folder),
        markets: [{ id: market.id, book: market.book, isBookLost: false }],
        limits: { maxBytes: Infinity, maxDays },
        now: () => market.now,
        onError: (error) => market.errors.push(error),
      });
    const archive = await open(1);
    expect(DAYS.map((day) => existsSync(pathOf(day)))).toEqual([false, true, false]);
    const blocks = await new ArchiveFiles(market.folder).list();
    const own = [...blocks, ...(await dayIndexesIn(market.folder).list())];
    const digests = await digestFilesIn(market.folder).bytes();
    expect(archive.state().bytes).toBe(own.reduce((sum, { bytes }) => sum + bytes, digests));
    expect(archive.state().seams).toBe(1);
    await archive.close();
    rmSync(pathOf(DAYS[1]!));
    const full = dayIndexesIn(market.folder);
    full.append = () => Promise.reject(new Error('ENOSPC'));
    const other = await open(1, full);
    expect(market.errors).toEqual([new Error('ENOSPC')]);
    expect((await other.history(market.id)!.bookAt(market.now - 60_000)).kind).toBe('book');
    await other.close();
  });
});
