// The archive: events a CPU second into blocks, bytes an event, how soon a past book or tile is there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DEPTH_COLUMNS, DEPTH_COLUMN_MS, depthTileStart } from '../core/market-data/depth-tile.ts';
import { FLOW_BAR_MS, flowTileStart } from '../core/market-data/flow-tile.ts';
import { ArchiveFiles } from '../server/archive/archive-files.ts';
import { Archive } from '../server/archive/archive.ts';
import { dayIndexesIn } from '../server/archive/day-index.ts';
import { digestFilesIn } from '../server/archive/tiles/digest-files.ts';
import { FullBook } from '../server/feed/full-book.ts';
import type { MarketEvent } from '../server/exchange/market-event.ts';
import { seeded } from '../tests/support/data/seeded-random.ts';
import { readWideSteps } from './archive/wide-columns.ts';
import { RESTS, type Steps, ZOOM_TILES, rowsOfSteps, zoomStep } from './archive/zoom-step.ts';
import { formed } from './harness/quick.ts';
import { type Row, quantile } from './harness/row.ts';
import { processCpuMs } from './harness/process-cpu.ts';

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
  const random = seeded(SEED);
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

/** Every tile of the recorded time once, none of them made before, in a random order. */
async function readTiles(archive: Archive, now: number): Promise<Row[]> {
  const random = seeded(SEED + 2);
  const kinds = [
    ['flow', FLOW_BAR_MS, flowTileStart],
    ['depth', DEPTH_COLUMN_MS, depthTileStart],
  ] as const;
  const all = kinds.flatMap(([kind, steps, startOf]) =>
    steps.flatMap((stepMs) => {
      const starts = new Set(Array.from({ length: 12 }, () => startOf(START + random() * (now - START), stepMs)));
      return [...starts].map((fromMs) => ({ kind, stepMs, fromMs, order: random() }));
    }),
  );
  const sizes: number[] = [];
  const took: number[] = [];
  const cpu: number[] = [];
  for (const { kind, stepMs, fromMs } of all.toSorted((a, b) => a.order - b.order)) {
    const from = performance.now();
    const before = processCpuMs();
    const tile = await archive.tiles.read(kind, { coinInfoId: BTC, stepMs, levelTicks: 1, fromMs }, 'bench');
    took.push(performance.now() - from);
    cpu.push(processCpuMs() - before);
    if (tile.kind !== 'tile') throw new Error(`${tile.kind}: ${kind} tile of ${stepMs} ms at ${fromMs}`);
    sizes.push(tile.bytes.length / 1024);
    // As after a zoom: tiles may have a share of the thread in the long run.
    await pause(RESTS * took.at(-1)!);
  }
  const size = quantile(sizes, 0.99);
  const time = quantile(took, 0.99);
  const cpuTime = quantile(cpu, 0.99);
  return [
    {
      name: 'tile, p99 of its size',
      value: size,
      unit: 'KiB',
      against: 'goal 25, a zoom step of four 100',
      ratio: 25 / size,
    },
    { name: 'tile that was not made before, p99', value: time, unit: 'ms', against: 'goal 150', ratio: 150 / time },
    { name: 'CPU time of such a tile, p99', value: cpuTime, unit: 'ms', against: 'goal 150', ratio: 150 / cpuTime },
  ];
}

/** Heights of a level that `readTiles` did not ask for: no tile of them was made before. */
const ZOOM_LEVELS = [2, 4];

/** Zoom steps of all spans of the recorded time that four tiles fit into. */
async function readZoomSteps(archive: Archive, now: number): Promise<Row[]> {
  const steps: Steps = { sizes: [], took: [], cpu: [] };
  for (const stepMs of DEPTH_COLUMN_MS)
    for (const levelTicks of ZOOM_LEVELS) {
      const spanMs = stepMs * DEPTH_COLUMNS * ZOOM_TILES;
      for (let fromMs = depthTileStart(START, stepMs); fromMs + spanMs <= now; fromMs += spanMs)
        await zoomStep(archive.tiles, { coinInfoId: BTC, stepMs, levelTicks, fromMs }, steps);
    }
  return rowsOfSteps(`zoom step of the heat map, ${ZOOM_TILES} new tiles`, steps);
}

/** Records all events and flushes every five seconds of theirs; returns the CPU time of both, in us. */
async function recordAll(archive: Archive, book: FullBook, tick: (ts: number) => void): Promise<number> {
  let cpu = 0;
  let nextFlush = START + 5_000;
  for (const { events, ts } of madeEvents()) {
    tick(ts);
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
  return cpu;
}

/** Times of reading the books of random moments before `now`, in ms, ascending. */
async function readPastBooks(archive: Archive, now: number): Promise<number[]> {
  const random = seeded(SEED + 1);
  const history = archive.history(BTC)!;
  const took: number[] = [];
  for (let i = 0; i < READS; i++) {
    const from = performance.now();
    const past = await history.bookAt(START + Math.floor(random() * (now - START)));
    took.push(performance.now() - from);
    if (past.kind !== 'book') throw new Error('a past book is missing');
  }
  return took.sort((a, b) => a - b);
}

export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'defi-archive-'));
  const book = new FullBook();
  let now = START;
  const archive = await Archive.open({
    store: new ArchiveFiles(folder),
    indexes: dayIndexesIn(folder),
    digests: digestFilesIn(folder),
    markets: [{ id: BTC, book, isBookLost: false }],
    limits: { maxBytes: Infinity, maxDays: 100_000 },
    now: () => now,
    onError: (error) => {
      throw error;
    },
  });
  const cpu = await recordAll(archive, book, (ts) => (now = ts));
  now += 1;
  const tiles = [
    ...(await readTiles(archive, now)),
    ...(await readZoomSteps(archive, now)),
    ...(await readWideSteps()),
  ];
  await archive.close();
  await archive.trim();
  const { bytes } = archive.state();
  const took = await readPastBooks(archive, now);
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
    ...tiles,
  ];
}
