// The archive: events a CPU second into blocks on disk, bytes an event, and how soon a past book is there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArchiveFiles } from '../server/archive/archive-files.ts';
import { Archive } from '../server/archive/archive.ts';
import { digestFilesIn } from '../server/archive/tiles/digest-files.ts';
import { FullBook } from '../server/feed/full-book.ts';
import type { MarketEvent } from '../server/exchange/market-event.ts';
import { randomOf } from '../tests/support/server/feed-fixture.ts';
import { formed } from './harness/quick.ts';
import type { Row } from './harness/row.ts';

const BTC = 2;
const SEED = 7;
const EVENTS = formed(2_000_000, 100_000);
const BATCH = 4;
const READS = formed(1_000, 100);
/** Events a second of the recorded market, whose clock is the events' own. */
const RATE = 200;
const START = Date.UTC(2026, 0, 1);

/** Changes within 500 ticks of the middle of a book, every twelfth of them a trade. */
function madeEvents(): { events: MarketEvent[]; ts: number }[] {
  const random = randomOf(SEED);
  let tradeId = 0;
  return Array.from({ length: EVENTS / BATCH }, (_, batch) => {
    const ts = START + Math.round((batch * BATCH * 1000) / RATE);
    const events = Array.from({ length: BATCH }, (): MarketEvent => {
      const isBid = random() < 0.5;
      const priceTicks = 6_700_000 + (isBid ? -1 : 1) * (1 + Math.floor(random() ** 2 * 500));
      if (random() < 1 / 12)
        return {
          kind: 'trade',
          coinInfoId: BTC,
          id: (tradeId += 1),
          priceTicks,
          lots: 1 + Math.floor(random() * 9_000),
          side: isBid ? 'sell' : 'buy',
          ts,
        };
      return {
        kind: 'level',
        coinInfoId: BTC,
        side: isBid ? 1 : 2,
        priceTicks,
        lots: random() < 0.3 ? 0 : Math.floor(random() * 500_000),
      };
    });
    return { events, ts };
  });
}

export async function run(): Promise<Row[]> {
  const batches = madeEvents();
  const folder = mkdtempSync(join(tmpdir(), 'defi-archive-'));
  const store = new ArchiveFiles(folder);
  const book = new FullBook();
  let now = START;
  const archive = await Archive.open({
    store,
    digests: digestFilesIn(folder),
    markets: [{ id: BTC, book, isBookLost: false }],
    limits: { maxBytes: Infinity, maxDays: 100_000 },
    now: () => now,
    onError: (error) => {
      throw error;
    },
  });
  let cpu = 0;
  let nextFlush = START + 5_000;
  for (const { events, ts } of batches) {
    now = ts;
    for (const event of events) if (event.kind === 'level') book.set(event.side, event.priceTicks, event.lots);
    const before = process.cpuUsage();
    archive.record(events, ts);
    if (ts >= nextFlush) {
      await archive.flush();
      nextFlush = ts + 5_000;
    }
    const { user, system } = process.cpuUsage(before);
    cpu += user + system;
  }
  await archive.close();
  const { bytes } = await archive.state();
  const random = randomOf(SEED + 1);
  const history = archive.history(BTC)!;
  const took: number[] = [];
  for (let i = 0; i < READS; i++) {
    const from = performance.now();
    const past = await history.bookAt(START + Math.floor(random() * (now - START)));
    took.push(performance.now() - from);
    if (past.kind !== 'book') throw new Error('a past book is missing');
  }
  took.sort((a, b) => a - b);
  rmSync(folder, { recursive: true });
  const rate = EVENTS / (cpu / 1e6);
  const bytesEach = bytes / EVENTS;
  const p99 = took[Math.floor(took.length * 0.99)]!;
  return [
    {
      name: 'events into blocks on disk',
      value: rate,
      unit: 'events/CPU-s',
      against: 'goal 200000',
      ratio: rate / 200_000,
    },
    {
      name: 'bytes an event, books included',
      value: bytesEach,
      unit: 'bytes',
      against: 'goal 8',
      ratio: 8 / bytesEach,
    },
    { name: 'book of a random past moment, p99', value: p99, unit: 'ms', against: 'goal 100', ratio: 100 / p99 },
  ];
}
