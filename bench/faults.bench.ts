// Faults between server and worker, by seed: how soon the worker notices, how soon it is right again, and whether it
// ever showed what never was.
import { seeded } from '../tests/support/data/seeded-random.ts';
import { sharedFile } from '../tests/support/data/shared-file.ts';
import { CUTS, cutLine } from './faults/cuts.ts';
import { exchangeStorm } from './faults/exchange.ts';
import { type Feed, chanceFeed } from './faults/feed-server.ts';
import type { Painted } from './faults/worker-harness.ts';
import { runFaults } from './faults/fault-run.ts';
import { type Tally, emptyTally } from './faults/watch.ts';
import { formed } from './harness/quick.ts';
import { type Row, median } from './harness/row.ts';
import { readTape } from './harness/recorded-tape.ts';

/** Faults in all; FAULTS=1000 makes fewer. */
const FAULTS = Number(process.env['FAULTS'] ?? formed(100_000, 2_000));
const SEED = Number(process.env['SEED'] ?? 1);
/** Share of them on recorded books. */
const RECORDED = 0.2;
const TAPES = ['okx-multi-20220227', 'kraken-spot-multi-20210405'];
const BOOKS = 40;
const DEPTH = 20;

function tapeFeed(path: string): Feed {
  const { infos, depth, frames } = readTape(path, { tickers: false });
  const books = frames.filter(({ text }) => text.includes('"channel":"books"'));
  let at = 0;
  return { infos, depth, next: () => books[at++]?.text ?? null };
}

function share(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

/** All faults of one kind of feed, in as many runs as it takes. */
async function faultRuns(name: string, feed: () => Feed, count: number): Promise<Row[]> {
  const tally = emptyTally();
  const painted: Painted = { frames: 0, books: 0, wrong: 0, wrongPast: 0, examples: [] };
  const start = performance.now();
  let injected = 0;
  for (let round = 0; injected < count; round++) {
    const run = await runFaults(feed(), Math.min(10_000, count - injected), seeded(SEED + round), tally);
    injected += run.injected;
    for (const key of ['frames', 'books', 'wrong', 'wrongPast'] as const) painted[key] += run.painted[key];
    painted.examples.push(...run.painted.examples);
    if (run.injected === 0) throw new Error(`no fault could be made on ${name}`);
  }
  console.log(
    `${name}, seed ${SEED}: ${JSON.stringify(tally.injected)}, ${tally.missed.length} missed ${tally.missed.slice(0, 3).join('; ')} ${painted.examples.slice(0, 3).join('; ')}`,
  );
  return rowsOf(name, injected, tally, painted, performance.now() - start);
}

function rowsOf(name: string, injected: number, tally: Tally, painted: Painted, tookMs: number): Row[] {
  const row = (what: string, value: number, unit: string): Row => ({ name: `${name}: ${what}`, value, unit });
  return [
    row('faults injected', injected, `faults, ${Math.round((injected / tookMs) * 1000)}/s`),
    row('harmless (nothing shown differs)', tally.harmless, 'faults'),
    row('masked (met a book under repair)', tally.masked, 'faults'),
    row('neither noticed nor right', tally.missed.length, 'faults'),
    row('detection, latest', Math.max(...tally.detectedAfter), 'messages'),
    row('detection, p95', share(tally.detectMs, 0.95), 'ms'),
    row('repair, p50', median(tally.repairMs), 'ms'),
    row('repair, p95', share(tally.repairMs, 0.95), 'ms'),
    row('books painted', painted.books, 'pictures'),
    row('verified pictures that never were', painted.wrong, 'pictures'),
    row('last pictures under repair that never were', painted.wrongPast, 'pictures'),
  ];
}

/** Before a real exchange, with a killed socket at the end. */
async function beforeExchange(): Promise<Row[]> {
  const tally = emptyTally();
  const start = performance.now();
  const { painted, others, candles, missing, differing, unrepaired } = await exchangeStorm(seeded(SEED), tally);
  const injected = Object.values(tally.injected).reduce((sum, count) => sum + count, 0);
  const row = (what: string, value: number, unit: string): Row => ({ name: `an exchange: ${what}`, value, unit });
  console.log(
    `an exchange, seed ${SEED}: ${JSON.stringify(tally.injected)}, ${tally.missed.length} missed ${tally.missed.slice(0, 3).join('; ')}`,
  );
  return [
    ...rowsOf('an exchange', injected, tally, painted, performance.now() - start),
    row('trades and candles lost, doubled, late or cut', others, 'messages'),
    row('books not verified at the end', unrepaired, 'books'),
    row('closed candles compared', candles, 'candles'),
    row('candles missing after backfill', missing, 'candles'),
    row('candles that differ', differing, 'candles'),
  ];
}

/** Connections that die, each kind on a line of its own, all at the same time. */
async function deadLines(): Promise<Row[]> {
  const results = await Promise.all(CUTS.map((how, i) => cutLine(how, seeded(SEED + i))));
  return results.flatMap(({ how, detectMs, repairMs, wrong, lost }): Row[] => [
    { name: `${how}: the socket let go of, latest`, value: Math.max(...detectMs), unit: 'ms' },
    { name: `${how}: books verified after the next one opened, latest`, value: Math.max(...repairMs), unit: 'ms' },
    { name: `${how}: not noticed, not mended, or wrong pictures`, value: lost + wrong, unit: '' },
  ]);
}

export async function run(): Promise<Row[]> {
  const recorded = TAPES.map((name) => sharedFile(`recordings/l2/${name}.ndjson.gz`)).filter((path) => path !== null);
  const onTapes = recorded.length > 0 ? Math.round(FAULTS * RECORDED) : 0;
  let next = 0;
  const rows = [...(await deadLines()), ...(await beforeExchange())];
  rows.push(
    ...(await faultRuns('made books', () => chanceFeed(BOOKS, DEPTH, seeded(SEED + next++)), FAULTS - onTapes)),
  );
  if (onTapes > 0)
    rows.push(...(await faultRuns('recorded books', () => tapeFeed(recorded[next++ % recorded.length]!), onTapes)));
  return rows;
}
