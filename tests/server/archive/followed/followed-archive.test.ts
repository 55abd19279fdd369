// A process that does not record reads the archive of another one: equal answers, and never more than is stored.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeDepthTile } from '../../../../core/market-data/depth-tile.ts';
import { decodeFlowTile, flowTileStart } from '../../../../core/market-data/flow-tile.ts';
import { DAY_MS, MINUTE_MS } from '../../../../core/units/durations.ts';
import { Archive } from '../../../../server/archive/archive.ts';
import { FollowedArchive } from '../../../../server/archive/followed/followed-archive.ts';
import { archiveStores } from '../../../../server/archive/objects/archive-stores.ts';
import { S3Objects, parseS3Address } from '../../../../server/archive/objects/s3-objects.ts';
import { SegmentArchive } from '../../../../server/archive/objects/segment-archive.ts';
import type { MarketEvent } from '../../../../server/exchange/market-event.ts';
import { FullBook } from '../../../../server/feed/full-book.ts';
import { type S3Server, startS3 } from '../objects/s3-server.ts';

const [BTC, ETH] = [2, 3];
const START = Date.UTC(2026, 10, 25, 12);
const WAIT = { timeout: 30_000, interval: 5 };

let s3: S3Server;
let folder: string;
let now: number;
let books: Record<number, FullBook>;
let errors: string[];
/** What the gateway reported. */
let faults: string[];
let segments: SegmentArchive;
let engine: Archive;
let gateway: FollowedArchive;

beforeEach(async () => {
  s3 = await startS3();
  folder = mkdtempSync(join(tmpdir(), 'defi-followed-'));
  now = START;
  books = { [BTC]: new FullBook(), [ETH]: new FullBook() };
  errors = [];
  faults = [];
  const found = errors;
  const onError = (error: unknown): number => found.push(error instanceof Error ? error.message : String(error));
  segments = new SegmentArchive({
    objects: store(),
    folder,
    maxLocalBytes: 1e9,
    gatherMs: 2,
    now: () => now,
    onError,
  });
  engine = new Archive({
    ...archiveStores((suffix) => segments.store(suffix)),
    markets: [BTC, ETH].map((id) => ({ id, book: books[id]!, isBookLost: false })),
    limits: { maxBytes: Infinity, maxDays: 100 },
    now: () => now,
    onError,
    remote: segments,
  });
  engine.openLater();
  await vi.waitFor(() => expect(engine.history(BTC), errors.join()).toBeDefined(), WAIT);
  gateway = follow();
});
afterEach(async () => {
  await gateway.close();
  await engine.close();
  await s3.close();
  rmSync(folder, { recursive: true });
});

const store = (): S3Objects => new S3Objects(parseS3Address(s3.url)!);

function follow(): FollowedArchive {
  const found = faults;
  return new FollowedArchive({
    objects: store(),
    coinInfoIds: [BTC, ETH],
    now: () => now,
    knownMs: () => now,
    followMs: 5,
    onError: (error) => found.push(String(error)),
  });
}

/** Both processes apply a change, and a trade with it. */
function apply(coinInfoId: number, n: number): void {
  now += 100;
  const lots = 1 + ((now / 100) % 977);
  const priceTicks = 5_000 + (n % 50);
  books[coinInfoId]!.set(1, priceTicks, lots);
  const events: MarketEvent[] = [
    { kind: 'level', coinInfoId, side: 1, priceTicks, lots },
    { kind: 'trade', coinInfoId, id: now, priceTicks, lots, side: n % 3 ? 'buy' : 'sell', ts: now },
  ];
  engine.record(events, now);
  gateway.changed(events, now);
}

async function record(coinInfoId: number, count: number): Promise<void> {
  for (let n = 0; n < count; n++) apply(coinInfoId, n);
  await engine.flush();
}

/** Everything recorded is stored, and known to the gateway. */
async function followed(coinInfoId = BTC): Promise<void> {
  await segments.settled();
  const { toTs } = engine.history(coinInfoId)!.range!;
  await vi.waitFor(() => expect(gateway.history(coinInfoId)?.range?.toTs, errors.join()).toBe(toTs), WAIT);
}

/** A gateway that has read nothing yet. */
async function restarted(): Promise<void> {
  await gateway.close();
  gateway = follow();
  await followed();
}

async function tile(source: { read: FollowedArchive['read'] }, kind: 'flow' | 'depth', fromMs: number, stepMs: number) {
  const answer = await source.read(kind, { coinInfoId: BTC, fromMs, stepMs, levelTicks: 1 }, 'a');
  if (answer.kind !== 'tile') return answer.kind;
  const bytes = gunzipSync(answer.bytes);
  return { ...(kind === 'flow' ? decodeFlowTile(bytes) : decodeDepthTile(bytes)), isFinished: answer.isFinished };
}

describe('an archive that another process records', () => {
  it('has the same books and blocks as there', async () => {
    for (let n = 0; n < 3; n++) await record(BTC, 30);
    await followed();
    const toTs = START + 9_000;
    for (let ts = START; ts < toTs; ts += 700) {
      const own = await engine.history(BTC)!.bookAt(ts);
      expect(await gateway.history(BTC)!.bookAt(ts), `${ts}`).toMatchObject(
        own.kind === 'book' ? { kind: 'book', checksum: own.checksum, ts: own.ts } : own,
      );
    }
    expect(await gateway.history(BTC)!.blocks(START, toTs, null, 1e6)).toEqual(
      await engine.history(BTC)!.blocks(START, toTs, null, 1e6),
    );
    expect(gateway.history(7)).toBeUndefined();
  });

  it('has the same tiles of what is stored, finished or not, made from digests or from blocks', async () => {
    const start = flowTileStart(START, MINUTE_MS);
    for (let n = 0; n < 7; n++) await record(BTC, 1_000);
    now += 20_000;
    await record(BTC, 30);
    // Later than what may be missing in the last millisecond of the other market.
    now += 11_000;
    await record(ETH, 1);
    await followed(ETH);
    now += 1;
    for (const [kind, stepMs, fromMs] of [
      ['flow', MINUTE_MS, start],
      ['flow', 1_000, flowTileStart(START, 1_000)],
      ['flow', 1_000, flowTileStart(START + 5 * MINUTE_MS, 1_000)],
      ['depth', MINUTE_MS, START - (START % (128 * MINUTE_MS))],
      ['depth', 5_000, START - (START % (128 * 5_000))],
      ['depth', 1_000, START - (START % 128_000)],
    ] as const) {
      const own = await tile(engine.tiles, kind, fromMs, stepMs);
      expect(own, `${kind} ${stepMs}`).toBeTypeOf('object');
      expect(await tile(gateway, kind, fromMs, stepMs), `${kind} ${stepMs}`).toEqual(own);
    }
  });

  it('ends where the stored part ends: the newest tile says so, and a market without changes is known until now', async () => {
    await record(BTC, 30);
    await record(ETH, 30);
    await followed(ETH);
    const stored = now;
    now += 15_000;
    for (let n = 0; n < 20; n++) apply(BTC, n);
    const start = flowTileStart(now, 1_000);
    expect(gateway.completeMs(BTC)).toBe(stored - 3_000);
    expect(await tile(gateway, 'flow', start, 1_000)).toMatchObject({ fromMs: start, isFinished: false });
    expect(await tile(gateway, 'flow', flowTileStart(now, 1_000) + 64_000, 1_000)).toBe('missing');
    await engine.flush();
    await followed();
    expect(gateway.completeMs(BTC)).toBe(now);
    // Of this one nothing newer is stored, and nothing happened.
    expect(gateway.completeMs(ETH)).toBe(now);
    gateway.missed([{ id: ETH, ts: now - 5 }]);
    expect(gateway.completeMs(ETH)).toBe(stored);
    gateway.missed([{ id: ETH, ts: stored }]);
    expect(gateway.completeMs(ETH)).toBe(now);
  });

  it('goes on when finished days are put together, and when they are deleted', async () => {
    await record(BTC, 30);
    now += DAY_MS;
    await record(BTC, 30);
    await engine.trim();
    await restarted();
    await segments.compact();
    expect([...s3.objects.keys()].filter((key) => key.includes('/days/blocks/2/'))).toHaveLength(1);
    const own = await engine.history(BTC)!.bookAt(START + 1_000);
    const checksum = own.kind === 'book' && own.checksum;
    expect(await gateway.history(BTC)!.bookAt(START + 1_000)).toMatchObject({ kind: 'book', checksum });
    await record(BTC, 10);
    await restarted();
    for (const key of s3.objects.keys()) if (key.includes('/days/')) s3.objects.delete(key);
    const past = async (): Promise<unknown> =>
      gateway
        .history(BTC)!
        .bookAt(START + 1_000)
        .catch(String);
    await vi.waitFor(async () => expect(await past()).toMatchObject({ kind: 'early' }), WAIT);
    expect(errors).toEqual([]);
  });

  it('answers what it has while the store is away or lies, and goes on after it', async () => {
    await record(BTC, 30);
    await followed();
    await segments.settled();
    // What it has read once is here.
    await gateway.history(BTC)!.bookAt(START + 1_000);
    s3.mode = 'away';
    expect(await gateway.history(BTC)!.bookAt(START + 1_000)).toMatchObject({ kind: 'book' });
    await vi.waitFor(() => expect(faults.join()).toContain('503'), WAIT);
    s3.mode = 'honest';
    const key = [...s3.objects.keys()].findLast((name) => name.includes('/segments/'))!;
    const next = key.replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'));
    s3.objects.set(next, Buffer.from('no segment of anybody, but long enough to have a hash at its end'));
    await vi.waitFor(() => expect(faults.join()).toMatch(/cut|hash/), WAIT);
    expect(await gateway.history(BTC)!.bookAt(START + 1_000)).toMatchObject({ kind: 'book' });
    s3.objects.delete(next);
    await record(BTC, 10);
    await followed();
    expect(await gateway.history(BTC)!.bookAt(now - 1)).toMatchObject({ kind: 'book' });
  });
});
