// Past books and tiles whose local copies are gone, from a real PostgreSQL: they are those that were live.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { Archive } from '../../../../server/archive/archive.ts';
import { checksumOf } from '../../../../server/archive/book-copy.ts';
import { PostgresObjects } from '../../../../server/archive/objects/postgres-objects.ts';
import { archiveStores } from '../../../../server/archive/objects/archive-stores.ts';
import { SegmentArchive } from '../../../../server/archive/objects/segment-archive.ts';
import type { TileKind } from '../../../../server/archive/tiles/tiles.ts';
import type { MarketEvent } from '../../../../server/exchange/market-event.ts';
import { FullBook } from '../../../../server/feed/full-book.ts';
import { seeded } from '../../../support/data/seeded-random.ts';
import { freshDatabase, postgresForFile } from '../../../support/server/test-database.ts';

const BTC = 2;
const SEED = 20_263;
const START = Date.UTC(2026, 10, 25, 12);
/** Smaller than what is recorded, so that copies of stored segments are deleted while it goes on. */
const LOCAL_BYTES = 24_000;
const MINUTES = 12;

const postgres = postgresForFile();

interface Engine {
  archive: Archive;
  segments: SegmentArchive;
}

it(`the past is the live one (seed ${SEED})`, { timeout: 240_000 }, async ({ skip }) => {
  const server = postgres();
  if (!server) return skip();
  const { where } = await freshDatabase(server);
  const folder = mkdtempSync(join(tmpdir(), 'defi-removal-'));
  const book = new FullBook();
  const random = seeded(SEED);
  const errors: unknown[] = [];
  const live = new Map<number, number>();
  let now = START;
  let tradeId = 0;

  const open = async (): Promise<Engine> => {
    const onError = (error: unknown): number => errors.push(error);
    const objects = new PostgresObjects(where);
    const options = { objects, folder, maxLocalBytes: LOCAL_BYTES, now: () => now, gatherMs: 1, onError };
    const segments = new SegmentArchive(options);
    const archive = new Archive({
      ...archiveStores((suffix) => segments.store(suffix)),
      markets: [{ id: BTC, book, isBookLost: false }],
      limits: { maxBytes: Infinity, maxDays: 100 },
      now: () => now,
      onError,
      remote: segments,
    });
    archive.openLater();
    await vi.waitFor(() => expect(archive.history(BTC)).toBeDefined(), { timeout: 30_000 });
    return { archive, segments };
  };
  const happen = (archive: Archive): void => {
    now += 250;
    const side = random() < 0.5 ? 1 : 2;
    const lots = random() < 0.3 ? 0 : 1 + Math.floor(random() * 1e6);
    const priceTicks = 5_000 + Math.floor(random() * 200) * (side === 1 ? -1 : 1);
    book.set(side, priceTicks, lots);
    const events: MarketEvent[] = [{ kind: 'level', coinInfoId: BTC, side, priceTicks, lots }];
    if (random() < 0.2)
      events.push({ kind: 'trade', coinInfoId: BTC, id: (tradeId += 1), priceTicks, lots: 7, side: 'buy', ts: now });
    archive.record(events, now);
    live.set(now, checksumOf(book));
  };
  const tile = async ({ archive }: Engine, kind: TileKind, stepMs: number): Promise<string> => {
    const request = { coinInfoId: BTC, stepMs, levelTicks: 5, fromMs: START };
    const answer = await archive.tiles.read(kind, request, 'test');
    if (answer.kind !== 'tile') throw new Error(`${kind} of ${stepMs} ms: ${answer.kind}`);
    expect(answer.isFinished).toBe(true);
    return Buffer.from(answer.bytes).toString('hex');
  };
  const tilesOf = async (engine: Engine): Promise<string[]> => [
    await tile(engine, 'flow', 1_000),
    await tile(engine, 'depth', 1_000),
    await tile(engine, 'depth', 5_000),
  ];
  const copies = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.stored'));

  let engine = await open();
  try {
    for (let block = 0; block < MINUTES * 12; block++) {
      for (let n = 0; n < 20; n++) happen(engine.archive);
      await engine.archive.flush();
      await engine.segments.settled();
    }
    await engine.segments.settled();
    expect(errors).toEqual([]);
    // What the bound left is not all.
    const newest = Number(copies().at(-1)!.split('.')[0]);
    expect(copies().length).toBeLessThan(newest);
    // In the millisecond of the last event more may happen.
    now += 1;
    const shown = await tilesOf(engine);
    await engine.archive.close();
    for (const name of copies()) rmSync(join(folder, name));
    engine = await open();
    expect(await tilesOf(engine)).toEqual(shown);
    const times = [...live.keys()];
    for (let n = 0; n < 200; n++) {
      const ts = times[Math.floor(random() * times.length)]!;
      const past = await engine.archive.history(BTC)!.bookAt(ts);
      expect(past, `${ts}`).toMatchObject({ kind: 'book', checksum: live.get(ts) });
    }
  } finally {
    await engine.archive.close();
    rmSync(folder, { recursive: true });
  }
});
