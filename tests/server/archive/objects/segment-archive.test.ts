// An archive in an object store: it outlives kills, another engine, and a store that is away or lies.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../../../core/units/durations.ts';
import { Archive } from '../../../../server/archive/archive.ts';
import { checksumOf } from '../../../../server/archive/book-copy.ts';
import { RemoteObjects } from '../../../../server/archive/objects/remote-objects.ts';
import { archiveStores, readOnlyStore } from '../../../../server/archive/objects/archive-stores.ts';
import { S3Objects, parseS3Address } from '../../../../server/archive/objects/s3-objects.ts';
import { SegmentArchive } from '../../../../server/archive/objects/segment-archive.ts';
import { verifyArchive } from '../../../../server/archive/verify-archive.ts';
import { FullBook } from '../../../../server/feed/full-book.ts';
import { type S3Server, startS3 } from './s3-server.ts';

const BTC = 2;
const START = Date.UTC(2026, 10, 25, 12);

let s3: S3Server;
let folder: string;
let now: number;
let book: FullBook;
let errors: string[];
let engine: Engine;
/** The store is away only for a moment, and nothing comes slowly. */
const SOON = { firstRetryMs: 50, gatherMs: 20, segmentsTogether: 4 };
/** Checksums of the book by the time after which it was so. */
let live: Map<number, number>;

interface Engine {
  archive: Archive;
  segments: SegmentArchive;
}

beforeEach(async () => {
  s3 = await startS3();
  folder = mkdtempSync(join(tmpdir(), 'defi-segments-'));
  now = START;
  book = new FullBook();
  errors = [];
  live = new Map();
  engine = await start(folder);
});
afterEach(async () => {
  await engine.archive.close();
  await s3.close();
  rmSync(folder, { recursive: true });
});

async function start(at: string, maxLocalBytes = 1e9, limits = { maxBytes: Infinity, maxDays: 100 }): Promise<Engine> {
  const onError = (error: unknown): number => errors.push(error instanceof Error ? error.message : String(error));
  const objects = new S3Objects(parseS3Address(s3.url)!);
  const segments = new SegmentArchive({ objects, folder: at, maxLocalBytes, now: () => now, ...SOON, onError });
  const archive = new Archive({
    ...archiveStores((suffix) => segments.store(suffix)),
    markets: [{ id: BTC, book, isBookLost: false }],
    limits,
    now: () => now,
    onError,
    remote: segments,
  });
  archive.openLater();
  await vi.waitFor(() => expect(archive.history(BTC), errors.join()).toBeDefined(), { timeout: 30_000 });
  return { archive, segments };
}

/** Some changes, in a block of their own. */
async function record(count: number, { archive } = engine): Promise<void> {
  for (let n = 0; n < count; n++) {
    now += 100;
    const lots = 1 + ((now / 100) % 977);
    const level = { kind: 'level', coinInfoId: BTC, side: 1, priceTicks: 5_000 + (n % 50), lots } as const;
    book.set(1, level.priceTicks, lots);
    archive.record([level], now);
    live.set(now, checksumOf(book));
  }
  await archive.flush();
}

async function expectPast({ archive } = engine, times = [...live.keys()]): Promise<void> {
  for (const ts of times)
    expect(await archive.history(BTC)!.bookAt(ts), `${ts}`).toMatchObject({ kind: 'book', checksum: live.get(ts) });
}

async function verified(): ReturnType<typeof verifyArchive> {
  const remote = new RemoteObjects(new S3Objects(parseS3Address(s3.url)!), null);
  await remote.load();
  return verifyArchive(readOnlyStore(remote, 'blocks'));
}

describe('an archive in an object store', () => {
  it('has every past book, on a machine that has no copy too', async () => {
    for (let n = 0; n < 5; n++) await record(30);
    await engine.segments.settled();
    await expectPast();
    expect(await verified()).toMatchObject({ blocks: 5, events: 150, seams: 1, faults: [] });
    await engine.archive.close();
    rmSync(folder, { recursive: true });
    engine = await start(folder);
    await expectPast();
    await record(10);
    await engine.segments.settled();
    expect(await verified()).toMatchObject({ blocks: 6, seams: 2, faults: [] });
  });

  it('is opened from the tables of many segments, and without them where they are damaged or gone', async () => {
    for (let n = 0; n < 9; n++) await record(10);
    await engine.segments.settled();
    const tables = [...s3.objects.keys()].filter((key) => key.includes('/tables/'));
    expect(tables).toHaveLength(2);
    const readsOf = async (): Promise<number> => {
      s3.reads = 0;
      await new RemoteObjects(new S3Objects(parseS3Address(s3.url)!), null).load();
      return s3.reads;
    };
    expect(await readsOf()).toBe(2 + 1);
    const [key, content] = [tables[0]!, s3.objects.get(tables[0]!)!];
    s3.objects.set(key, Buffer.from(content.map((byte, at) => (at === 9 ? byte ^ 1 : byte))));
    expect(await readsOf()).toBe(2 + 5);
    expect(await verified()).toMatchObject({ blocks: 9, faults: [] });
    for (const name of tables) s3.objects.delete(name);
    // As consoles and other tools of a bucket write them beside ours.
    for (const name of ['segments/', 'segments/note.txt', 'tables/', 'days/'])
      s3.objects.set(`own/${name}`, Buffer.from('foreign'));
    expect(await readsOf()).toBe(9);
    await engine.archive.close();
    engine = await start(folder);
    await expectPast();
    expect(errors).toEqual([]);
  });

  it('goes on while the store is away, and stores what waited, after a kill too', async () => {
    await record(20);
    await engine.segments.settled();
    s3.mode = 'away';
    await record(20);
    await engine.segments.settled();
    expect(engine.archive.state().remote).toMatchObject({ error: expect.stringContaining('503') });
    expect(engine.archive.state().remote!.waitingBytes).toBeGreaterThan(100);
    await expectPast();
    // What a killed process leaves: its folder as it is.
    const left = `${folder}-left`;
    cpSync(folder, left, { recursive: true });
    await engine.archive.close();
    rmSync(folder, { recursive: true });
    cpSync(left, folder, { recursive: true });
    rmSync(left, { recursive: true });
    s3.mode = 'honest';
    errors = [];
    engine = await start(folder);
    // Digests of what the killed process recorded come beside it.
    await vi.waitFor(() => expect(engine.archive.state().remote).toMatchObject({ waitingBytes: 0, error: null }), {
      timeout: 30_000,
    });
    await expectPast();
    expect(await verified()).toMatchObject({ blocks: 2, events: 40, faults: [] });
  });

  it('loses what does not fit into its bound, with a seam and a word to the operator', async () => {
    await engine.archive.close();
    engine = await start(folder, 3_000);
    s3.mode = 'away';
    for (let n = 0; n < 8; n++) await record(60);
    expect(errors.some((text) => text.includes('bytes wait already'))).toBe(true);
    expect(engine.archive.state().remote!.waitingBytes).toBeLessThan(4_000);
    s3.mode = 'honest';
    await vi.waitFor(() => expect(engine.archive.state().remote!.waitingBytes).toBe(0), { timeout: 30_000 });
    // The first one goes on from a lost one, and is lost too.
    for (let n = 0; n < 2; n++) await record(10);
    await engine.segments.settled();
    const { seams, faults } = await verified();
    expect([seams, faults]).toEqual([2, []]);
  });

  it.each(['forgets', 'spoils'] as const)('does not believe a store that %s what it took', async (mode) => {
    s3.mode = mode;
    await record(20);
    await engine.segments.settled();
    expect(engine.archive.state().remote).toMatchObject({ error: expect.stringMatching(/has not|does not have/) });
    expect(engine.archive.state().remote!.waitingBytes).toBeGreaterThan(100);
    s3.mode = 'honest';
    await vi.waitFor(() => expect(engine.archive.state().remote!.waitingBytes).toBe(0), { timeout: 30_000 });
    expect(await verified()).toMatchObject({ events: 20, faults: [] });
  });

  it('refuses a block that was changed in the store', async () => {
    await record(20);
    await engine.segments.settled();
    await engine.archive.close();
    rmSync(folder, { recursive: true });
    engine = await start(folder);
    await record(1);
    await engine.segments.settled();
    const [key, content] = [...s3.objects].find(([name]) => name.includes('segments/'))!;
    s3.objects.set(key, Buffer.from(content.map((byte, at) => (at === content.length - 50 ? byte ^ 1 : byte))));
    await engine.archive.close();
    rmSync(folder, { recursive: true });
    expect((await verified()).faults[0]).toMatch(/does not match its hash/);
    engine = await start(folder);
    // It is the newest sound one that goes on.
    await expect(engine.archive.history(BTC)!.bookAt(START + 1_500)).rejects.toThrow('does not match its hash');
  });

  it('ends for an engine that another one has replaced, and its waiting blocks are not mixed in', async () => {
    await record(10);
    await engine.segments.settled();
    const other = await start(`${folder}-other`);
    try {
      await record(25, other);
      await other.segments.settled();
      errors = [];
      await record(10);
      await engine.segments.settled();
      expect(engine.archive.state().remote).toMatchObject({ error: expect.stringContaining('another engine') });
      await record(10);
      expect(errors.at(-1)).toContain('another engine');
      await engine.archive.close();
      engine = await start(folder);
      expect(await verified()).toMatchObject({ blocks: 2, events: 35, faults: [] });
    } finally {
      await other.archive.close();
      rmSync(`${folder}-other`, { recursive: true });
    }
  });

  it('puts finished days together, and deletes old ones in the store', async () => {
    for (let n = 0; n < 8; n++) await record(20);
    now = START + DAY_MS;
    for (let n = 0; n < 3; n++) await record(20);
    await engine.archive.trim();
    await engine.segments.settled();
    expect(errors).toEqual([]);
    const before = s3.objects.size;
    await engine.segments.compact();
    expect(s3.objects.size).toBeLessThan(before);
    expect([...s3.objects.keys()].filter((key) => key.includes('/days/blocks/2/2026-11-25/'))).toHaveLength(1);
    await expectPast();
    await engine.archive.close();
    rmSync(folder, { recursive: true });
    engine = await start(folder);
    await expectPast();
    expect(await verified()).toMatchObject({ blocks: 12, faults: [] });
    await engine.archive.close();
    engine = await start(folder, 1e9, { maxBytes: 1, maxDays: 100 });
    await vi.waitFor(() => expect([...s3.objects.keys()].filter((key) => key.includes('2026-11-25'))).toEqual([]), {
      timeout: 30_000,
    });
  });

  it('puts together what was written alone: a segment that comes back changed stays, and is read again', async () => {
    for (let n = 0; n < 8; n++) await record(20);
    now = START + DAY_MS;
    await record(20);
    await engine.segments.settled();
    await engine.archive.close();
    const segments = (): string[] => [...s3.objects.keys()].filter((key) => key.includes('/segments/'));
    const before = segments();
    const [, key] = before;
    const written = s3.objects.get(key!)!;
    // The last byte but those of its own hash is of a block.
    s3.objects.set(key!, Buffer.from(written.map((byte, at) => (at === written.length - 40 ? byte ^ 1 : byte))));
    // Nothing is here: all is read from the store.
    rmSync(folder, { recursive: true });
    engine = await start(folder);
    await engine.segments.settled();
    await expect(engine.segments.compact()).rejects.toThrow(/does not match its hash/);
    expect(segments()).toEqual(expect.arrayContaining(before));
    s3.objects.set(key!, written);
    await engine.segments.compact();
    expect(segments()).not.toContain(key);
    expect(await verified()).toMatchObject({ events: 180, faults: [] });
  });

  it('goes on where a waiting segment was stored and its file deleted before that was noted', async () => {
    await record(20);
    await engine.segments.settled();
    s3.mode = 'away';
    await record(20);
    const [first] = [...s3.objects.keys()].filter((key) => key.includes('segments/'));
    const name = readdirSync(folder).find((file) => file.endsWith('.waits'))!;
    const key = first!.replace(/\d+$/, name.replace('.waits', ''));
    s3.objects.set(key, readFileSync(join(folder, name)));
    rmSync(join(folder, name));
    s3.mode = 'honest';
    await record(20);
    await engine.segments.settled();
    expect(engine.archive.state().remote).toMatchObject({ waitingBytes: 0, error: null });
    await expectPast();
    expect(await verified()).toMatchObject({ blocks: 3, events: 60, seams: 1, faults: [] });
  });

  it('passes over a waiting segment that was deleted, with a seam and a word, and goes on storing', async () => {
    await record(20);
    await engine.segments.settled();
    s3.mode = 'away';
    await record(20);
    const lost = [...live.keys()].slice(20);
    await record(20);
    const waiting = join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('.waits'))!,
    );
    rmSync(waiting);
    const stored = [...live.keys()].slice(0, 20);
    live = new Map([...live].filter(([ts]) => stored.includes(ts)));
    // It may be on its way; once its file is missed it is not.
    await vi.waitFor(() => expect(errors.join()).toContain('503 to GET'), { timeout: 30_000 });
    s3.mode = 'honest';
    await vi.waitFor(() => expect(errors.join()).toContain('was deleted before it was stored'), { timeout: 30_000 });
    expect(engine.archive.state()).toMatchObject({ lastError: { text: expect.stringContaining('was deleted') } });
    await vi.waitFor(() => expect(engine.archive.history(BTC)).toBeDefined(), { timeout: 30_000 });
    now += 1_000;
    await record(30);
    await engine.segments.settled();
    expect(engine.archive.state().remote).toMatchObject({ waitingBytes: 0, error: null });
    for (const ts of lost) expect((await engine.archive.history(BTC)!.bookAt(ts)).kind, `${ts}`).toBe('gap');
    await expectPast();
    expect(await verified()).toMatchObject({ blocks: 2, events: 50, seams: 2, faults: [] });
    await engine.archive.close();
    engine = await start(folder);
    await expectPast();
  });

  it.each(['away', 'portal'] as const)('opens when a store that is %s at the start comes back', async (mode) => {
    await record(5);
    await engine.segments.settled();
    s3.mode = 'away';
    await record(5);
    await engine.archive.close();
    s3.mode = mode;
    errors = [];
    const opening = start(folder);
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    s3.mode = 'honest';
    engine = await opening;
    await record(5);
    // What waited before is not given up.
    await expectPast();
    await engine.segments.settled();
    expect(await verified()).toMatchObject({ events: 15, faults: [] });
  });
});
