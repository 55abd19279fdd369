// The archive: any past book is the one that was live; gaps are named; damage is found; limits hold.
import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHead } from '../../../core/market-data/archive-block.ts';
import { isTrade } from '../../../core/market-data/event-columns.ts';
import { HOUR_MS } from '../../../core/units/durations.ts';
import { ArchiveFiles } from '../../../server/archive/archive-files.ts';
import { Archive } from '../../../server/archive/archive.ts';
import { decodeBlock } from '../../../server/archive/block-codec.ts';
import { checksumOf, fillBook } from '../../../server/archive/book-copy.ts';
import { dayIndexesIn } from '../../../server/archive/day-index.ts';
import { digestFilesIn } from '../../../server/archive/tiles/digest-files.ts';
import { verifyArchive } from '../../../server/archive/verify-archive.ts';
import { FullBook } from '../../../server/feed/full-book.ts';
import type { MarketEvent } from '../../../server/exchange/market-event.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const BTC = 2;
const SEED = 20_261;
const START = Date.UTC(2026, 10, 25);
const NO_LIMITS = { maxBytes: Infinity, maxDays: 10_000 };

let folder: string;
let now: number;
let book: FullBook;
let archive: Archive;
let store: ArchiveFiles;
let errors: unknown[];
let tradeId: number;
let random: () => number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'defi-archive-'));
  now = START;
  book = new FullBook();
  store = new ArchiveFiles(folder);
  errors = [];
  tradeId = 0;
  random = seeded(SEED);
  archive = await open();
});
afterEach(async () => {
  await archive.close();
  rmSync(folder, { recursive: true });
});

function open(limits = NO_LIMITS): Promise<Archive> {
  return Archive.open({
    store,
    indexes: dayIndexesIn(folder),
    digests: digestFilesIn(folder),
    markets: [{ id: BTC, book, isBookLost: false }],
    limits,
    now: () => now,
    onError: (error) => errors.push(error),
  });
}

/** A batch as a command makes it: levels near a middle, sometimes with a trade. */
function batch(ts: number): MarketEvent[] {
  const middle = 6_700_000 + Math.round(Math.sin(ts / HOUR_MS) * 200);
  const events: MarketEvent[] = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const isBid = random() < 0.5;
    const away = 1 + Math.floor(random() ** 2 * 400);
    return {
      kind: 'level',
      coinInfoId: BTC,
      side: isBid ? 1 : 2,
      priceTicks: middle + (isBid ? -away : away),
      lots: random() < 0.3 ? 0 : Math.floor(random() * 500_000),
    };
  });
  if (random() < 0.3)
    events.push({
      kind: 'trade',
      coinInfoId: BTC,
      id: (tradeId += 1),
      priceTicks: middle,
      lots: 1 + Math.floor(random() * 9_000),
      side: random() < 0.5 ? 'buy' : 'sell',
      ts,
    });
  return events;
}

function apply(events: MarketEvent[], ts: number): void {
  for (const event of events) if (event.kind === 'level') book.set(event.side, event.priceTicks, event.lots);
  archive.record(events, ts);
}

/** Runs until `end`; returns the checksum that was live at each time, ascending. */
async function run(end: number, stepMs: number): Promise<{ ts: number; checksum: number }[]> {
  const live: { ts: number; checksum: number }[] = [];
  let nextFlush = now + 5_000;
  while (now < end) {
    now += 1 + Math.floor(random() * stepMs);
    const ts = now;
    apply(batch(ts), ts);
    if (random() < 0.1) apply(batch(ts), ts);
    live.push({ ts, checksum: checksumOf(book) });
    if (now < nextFlush) continue;
    // A flush comes later than the last command.
    now += Math.floor(random() * 5);
    await archive.flush();
    nextFlush = now + 5_000;
  }
  return live;
}

/** The newest of `live` at or before `ts`. */
function liveAt(live: { ts: number; checksum: number }[], ts: number): number | undefined {
  return live.findLast((one) => one.ts <= ts)?.checksum;
}

describe('the archive', () => {
  it(
    `has the book of any moment of a day's last hours, with the checksum that was live (seed ${SEED})`,
    { timeout: 240_000 },
    async () => {
      now = START + 22 * HOUR_MS;
      const from = now;
      const live = await run(START + 25 * HOUR_MS, 4_000);
      const history = archive.history(BTC)!;
      const times = live.map(({ ts }) => ts);
      for (let i = 0; i < 500; i++) {
        const ts = from + Math.floor(random() * 3 * HOUR_MS);
        const at = times.findLastIndex((time) => time <= ts);
        if (at < 0) continue;
        const past = await history.bookAt(ts);
        if (past.kind !== 'book' || past.checksum !== live[at]!.checksum)
          expect({ ts, past: past.kind }).toEqual({ ts, past: 'book of that checksum' });
      }
      expect(await verifyArchive(store)).toMatchObject({ markets: 1, seams: 1, faults: [] });
      expect(errors).toEqual([]);
    },
  );

  it('hands out the stored blocks of a span in bounded pages, from a whole book on, without a gap or a repeat', async () => {
    now = START + 24 * HOUR_MS - 60_000;
    const live = await run(now + 120_000, 20);
    const history = archive.history(BTC)!;
    const from = live[1_000]!.ts;
    const to = live.at(-500)!.ts;
    const blocks: Uint8Array[] = [];
    const sizes: number[] = [];
    for (let after: number | null = null, hasMore = true; hasMore;) {
      const page = (await history.blocks(from, to, after, 9_000))!;
      blocks.push(...page.blocks);
      sizes.push(page.blocks.reduce((sum, { length }) => sum + length, 0));
      after = readHead(blocks.at(-1)!).number;
      ({ hasMore } = page);
    }
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(9_000);
    const heads = blocks.map((block) => readHead(block));
    expect(heads[0]).toMatchObject({ hasBook: true });
    expect(heads[0]!.fromTs).toBeLessThanOrEqual(from);
    expect(heads.map(({ number }) => number)).toEqual(heads.map((_, at) => heads[0]!.number + at));
    expect(heads.at(-1)!.toTs).toBeGreaterThanOrEqual(to - 1);
    const replayed = new FullBook();
    for (const block of blocks) {
      const { head, book: whole, events } = decodeBlock(block);
      if (whole) replayed.clear();
      if (whole) fillBook(replayed, whole);
      for (let at = 0; at < events.size; at++)
        if (!isTrade(events.kinds[at]!)) replayed.set(events.kinds[at] as 1 | 2, events.prices[at]!, events.lots[at]!);
      expect(checksumOf(replayed)).toBe(head.checksum);
    }
    expect(await history.blocks(from, to, heads.at(-1)!.number, 9_000)).toEqual({ blocks: [], hasMore: false });
    const one = (await history.blocks(from, to, null, 1))!;
    expect([one.blocks.length, one.hasMore], 'a block larger than a page is sent alone').toEqual([1, true]);
  });

  it('does not go on after a block that was deleted', async () => {
    now = START + 22 * HOUR_MS;
    await run(START + 26 * HOUR_MS, 60_000);
    await archive.close();
    now = START + 50 * HOUR_MS;
    archive = await open({ maxBytes: Infinity, maxDays: 1 });
    const history = archive.history(BTC)!;
    expect(await history.blocks(START, now, 1, 9_000)).toBeNull();
    expect((await history.blocks(START, now, null, 9_000))!.blocks.length).toBeGreaterThan(0);
  });

  it('gives back every event as it was recorded, over blocks and days', async () => {
    now = START + 24 * HOUR_MS - 20_000;
    const recorded: unknown[] = [];
    const { record } = archive;
    archive.record = (events, ts) => {
      recorded.push(...events.map((event) => ({ ...event, ts })));
      record.call(archive, events, ts);
    };
    await run(now + 40_000, 20);
    const read: unknown[] = [];
    for await (const { events } of archive.history(BTC)!.events(START, now + 1)) {
      for (let at = 0; at < events.size; at++) {
        const kind = events.kinds[at]!;
        const [priceTicks, lots, ts] = [events.prices[at]!, events.lots[at]!, events.times[at]!];
        read.push(
          kind >= 3
            ? {
                kind: 'trade',
                coinInfoId: BTC,
                id: events.tradeIds[at],
                priceTicks,
                lots,
                side: kind === 3 ? 'buy' : 'sell',
                ts,
              }
            : { kind: 'level', coinInfoId: BTC, side: kind, priceTicks, lots, ts },
        );
      }
    }
    expect(read.length).toBeGreaterThan(5_000);
    expect(read).toEqual(recorded);
    expect((await store.list()).map(({ day }) => day)).toEqual(['2026-11-25', '2026-11-26']);
  });

  it('names a gap between two starts, and goes on in the same chain', async () => {
    const before = await run(START + 60_000, 200);
    await archive.close();
    const away = now;
    now += 90_000;
    book = new FullBook();
    book.set(1, 100, 5);
    archive = await open();
    await run(now + 60_000, 200);
    const history = archive.history(BTC)!;
    expect(await history.bookAt(away + 30_000)).toEqual({
      kind: 'gap',
      fromTs: before.at(-1)!.ts,
      toTs: away + 90_000,
    });
    const last = before.at(-1)!;
    expect(await history.bookAt(last.ts)).toMatchObject({ kind: 'book', checksum: last.checksum });
    expect(await history.bookAt(START - 1)).toMatchObject({ kind: 'early' });
    expect(await verifyArchive(store)).toMatchObject({ seams: 2, faults: [] });
  });

  it('has the book it was opened with before anything changes, not the one from before the gap', async () => {
    expect(await archive.history(BTC)!.bookAt(START)).toMatchObject({ kind: 'book', checksum: checksumOf(book) });
    const last = (await run(START + 60_000, 200)).at(-1)!;
    await archive.close();
    now += 90_000;
    const opened = now;
    book = new FullBook();
    book.set(1, 100, 5);
    archive = await open();
    now += 700;
    const history = archive.history(BTC)!;
    const gap = { kind: 'gap', fromTs: last.ts, toTs: opened };
    for (const ts of [last.ts + 1, opened - 1]) expect(await history.bookAt(ts)).toEqual(gap);
    const known = { kind: 'book', checksum: checksumOf(book) };
    for (const ts of [opened, now]) expect(await history.bookAt(ts)).toMatchObject({ ...known, ts });
    // What is answered before the first change is answered after it.
    apply([{ kind: 'level', coinInfoId: BTC, side: 1, priceTicks: 100, lots: 6 }], (now += 300));
    expect(await history.bookAt(now)).toMatchObject({ kind: 'book', checksum: checksumOf(book) });
    for (const ts of [opened, now - 1]) expect(await history.bookAt(ts)).toMatchObject({ ...known, ts });
    expect(await history.bookAt(opened - 1)).toEqual(gap);
  });

  it('loses no more than the block that an interrupted write cut, wherever it was cut', async () => {
    await run(START + 30_000, 50);
    await archive.close();
    const [file] = await store.list();
    const path = join(folder, `${BTC}`, `${file!.day}.blocks`);
    const whole = readFileSync(path);
    for (const cut of [1, 33, 80, 400]) {
      writeFileSync(path, whole);
      truncateSync(path, whole.length - cut);
      archive = await open();
      const { toTs } = archive.history(BTC)!.range!;
      expect(toTs).toBeGreaterThan(START + 15_000);
      now += 1_000;
      await run(now + 6_000, 50);
      expect((await verifyArchive(store)).faults).toEqual([]);
      await archive.close();
    }
    // A power cut that left the length without the bytes.
    writeFileSync(path, Buffer.concat([whole.subarray(0, -200), Buffer.alloc(200)]));
    archive = await open();
    await run(now + 6_000, 50);
    expect((await verifyArchive(store)).faults).toEqual([]);
  });

  it('says which block was changed, in any byte', async () => {
    await run(START + 30_000, 50);
    await archive.close();
    const [name] = readdirSync(join(folder, `${BTC}`));
    const path = join(folder, `${BTC}`, name!);
    const whole = readFileSync(path);
    for (let i = 0; i < 60; i++) {
      const bent = Buffer.from(whole);
      const at = Math.floor(random() * bent.length);
      bent[at] = bent[at]! ^ (1 << Math.floor(random() * 8));
      writeFileSync(path, bent);
      expect((await verifyArchive(store)).faults, `byte ${at}`).not.toEqual([]);
    }
    writeFileSync(path, whole);
    expect((await verifyArchive(store)).faults).toEqual([]);
  });

  it('goes on after a full disk, with a seam and a whole book instead of a guess', async () => {
    await run(START + 12_000, 50);
    const { append } = store;
    store.append = () => Promise.reject(new Error('ENOSPC'));
    await run(now + 12_000, 50);
    const full = now;
    store.append = append;
    const after = await run(now + 20_000, 50);
    expect(errors.length).toBeGreaterThan(0);
    expect(archive.state().failures).toBe(errors.length);
    const history = archive.history(BTC)!;
    expect(await history.bookAt(full - 5_000)).toMatchObject({ kind: 'gap' });
    const last = after.at(-1)!;
    expect(await history.bookAt(last.ts)).toMatchObject({ kind: 'book', checksum: last.checksum });
    expect(await verifyArchive(store)).toMatchObject({ seams: 2, faults: [] });
  });

  it('holds a bounded number of events while the disk hangs, and goes on with a seam', async () => {
    await run(START + 12_000, 50);
    await archive.flush();
    const { append } = store;
    const waiting: (() => void)[] = [];
    store.append = (...args) => new Promise((resolve) => waiting.push(() => resolve(append.apply(store, args))));
    const hungMs = now;
    for (let minute = 0; minute < 3; minute++) {
      const end = now + 60_000;
      while (now < end) {
        now += 500;
        apply(batch(now), now);
        if (now % 5_000 < 500) void archive.flush();
      }
    }
    const { backlog, limits, failures, lastError } = archive.state();
    expect(backlog).toBeGreaterThan(0);
    expect(backlog).toBeLessThanOrEqual(12 * 40);
    expect(limits.backlog).toBe(12 * 8_192);
    expect(failures).toBeGreaterThan(20);
    expect(lastError!.text).toContain('the disk does not write');
    // The end of the process does not wait for ever.
    const closed = archive.close();
    await closed;
    store.append = append;
    for (let i = 0; i < waiting.length; i++) waiting[i]!();
    const after = await run(now + 20_000, 50);
    await archive.flush();
    const history = archive.history(BTC)!;
    expect(await history.bookAt(hungMs + 20_000)).toMatchObject({ kind: 'book' });
    expect(await history.bookAt(hungMs + 150_000)).toMatchObject({ kind: 'gap' });
    const last = after.at(-1)!;
    expect(await history.bookAt(last.ts)).toMatchObject({ kind: 'book', checksum: last.checksum });
    expect(await verifyArchive(store)).toMatchObject({ seams: 2, faults: [] });
  });

  it('makes one small block, not many, for a crowd that reads the newest moment', async () => {
    await run(START + 6_000, 50);
    await archive.flush();
    const blocks = async (): Promise<number> => (await verifyArchive(store)).blocks;
    const before = await blocks();
    const reads: Promise<unknown>[] = [];
    for (let i = 0; i < 50; i++) {
      now += 1;
      apply(batch(now), now);
      reads.push(archive.history(BTC)!.bookAt(now));
      await Promise.resolve();
    }
    await Promise.all(reads);
    expect((await blocks()) - before).toBe(1);
  });

  it('shows no book while the source had lost it', async () => {
    await run(START + 6_000, 50);
    now += 10;
    const lostAt = now;
    book.clear();
    archive.record([{ kind: 'bookReset', coinInfoId: BTC }], now);
    now += 1_000;
    apply([{ kind: 'level', coinInfoId: BTC, side: 1, priceTicks: 500, lots: 7 }], now);
    await archive.flush();
    expect(await archive.history(BTC)!.bookAt(lostAt + 500)).toEqual({ kind: 'lost' });
    expect(await archive.history(BTC)!.bookAt(now)).toMatchObject({ kind: 'book' });
  });

  it('deletes the oldest days past its age and its size, never today', async () => {
    for (let day = 0; day < 5; day++) {
      now = START + day * 24 * HOUR_MS;
      await archive.flush();
      await run(now + 10_000, 50);
    }
    await archive.close();
    const days = async (): Promise<string[]> => (await store.list()).map(({ day }) => day);
    expect(await days()).toHaveLength(5);
    archive = await open({ maxBytes: Infinity, maxDays: 2 });
    expect(await days()).toEqual(['2026-11-27', '2026-11-28', '2026-11-29']);
    expect((await archive.history(BTC)!.bookAt(START + 5_000)).kind).toBe('early');
    const before = liveAt(await run(now + 1_000, 50), now);
    expect(await archive.history(BTC)!.bookAt(now)).toMatchObject({ checksum: before });
    await archive.close();
    archive = await open({ maxBytes: 1, maxDays: 30 });
    expect(await days()).toEqual(['2026-11-29']);
    expect((await verifyArchive(store)).faults).toEqual([]);
  });

  it('costs one day where the clock is months ahead at a start, and is right later', async () => {
    for (let day = 0; day < 4; day++) {
      now = START + day * 24 * HOUR_MS;
      await run(now + 20_000, 500);
      await archive.flush();
    }
    const [rightMs, wrongMs] = [now, START + 200 * 24 * HOUR_MS];
    await archive.close();
    const days = async (): Promise<string[]> => (await store.list()).map(({ day }) => day);
    now = wrongMs;
    archive = await open({ maxBytes: Infinity, maxDays: 3 });
    await run(now + 20_000, 500);
    await archive.flush();
    await archive.trim();
    const rest = ['2026-11-26', '2026-11-27', '2026-11-28'];
    expect(await days()).toEqual([...rest, new Date(wrongMs).toISOString().slice(0, 10)]);
    await archive.close();
    now = rightMs + 60_000;
    archive = await open({ maxBytes: Infinity, maxDays: 3 });
    await archive.trim();
    expect((await days()).slice(0, 3)).toEqual(rest);
    expect(errors).toEqual([]);
  });
});
