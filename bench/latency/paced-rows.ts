// Orders at an even pace: how long their answers took, beside bare durable commits of the same disk or server.
import { Client } from 'pg';
import type { Store } from '../../server/store/store.ts';
import { startPostgres } from '../../tests/support/server/postgres.mjs';
import { formed } from '../harness/quick.ts';
import { type Row, median } from '../harness/row.ts';

/** Pace at which the goal is set: p99 within five bare commits; and one at which it is a time. */
const GOAL_PACE = 500;
const GOAL_COMMITS = 5;
const FAST_PACE = 5_000;
const FAST_GOAL_MS = 10;
const BARE_COMMITS = 100;
const SECONDS = formed(16, 4);
/**
 * Each pace is driven in this many slices, with bare commits between them: what else the machine does then meets both.
 */
const SLICES = 8;
/** A timer may be so late. */
const TIMER_MS = 1;
/** Segments of 16 MB that a PostgreSQL server has made before: more than the orders of a run fill. */
const SEGMENTS = 20;

function percentile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}

/** One small durable row: the least durable work of a store. Over a wire it is one round trip. */
class Bare {
  readonly ms: number[] = [];
  readonly #store: Store;
  #rows = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  async open(): Promise<void> {
    await this.#store.run('DROP TABLE IF EXISTS bench_bare');
    await this.#store.run('CREATE TABLE bench_bare (id BIGINT PRIMARY KEY, at BIGINT)');
    await this.some();
    this.ms.length = 0;
  }

  async one(): Promise<boolean> {
    this.#rows += 1;
    await this.#store.run('INSERT INTO bench_bare (id, at) VALUES (?, ?)', [this.#rows, this.#rows]);
    return true;
  }

  /** One after another: what a disk or a server asks for being sure, and nothing else. */
  async some(): Promise<void> {
    for (let at = 0; at < BARE_COMMITS; at += 1) {
      const from = performance.now();
      await this.one();
      this.ms.push(performance.now() - from);
    }
  }
}

/**
 * What the goal is counted in: one bare commit after another, and as many a second as there are orders; and how slow
 * the slowest 1 % of those are.
 */
interface BareMs {
  hot: number;
  paced: number;
  pacedTail: number;
}

/**
 * `sliceMs` holds what each slice measured: the machine's disk is not its alone, and a slice in which others were busy
 * is one of eight, not the whole tail.
 */
function rowsOf(
  where: string,
  pace: number,
  { sliceMs, busy }: { sliceMs: readonly (readonly number[])[]; busy: number },
  bare: BareMs,
): Row[] {
  const ms = sliceMs.flat();
  const p99 = percentile(ms, 0.99);
  const name = `${where}, ${pace} orders/s: p99`;
  const p99s = {
    [name]: p99,
    ...(sliceMs.length > 1
      ? { [`${name} of the middle slice`]: median(sliceMs.map((slice) => percentile(slice, 0.99))) }
      : {}),
  };
  const against = (commits: string, commitMs: number): Row[] =>
    Object.entries(p99s).map(([what, tailMs]) => ({
      name: `${what}, in ${commits}`,
      value: tailMs / commitMs,
      unit: '',
      against: `goal ${GOAL_COMMITS}`,
      ratio: (GOAL_COMMITS * commitMs) / tailMs,
    }));
  return [
    { name: `${where}, ${pace} orders/s: p50`, value: percentile(ms, 0.5), unit: 'ms' },
    ...Object.entries(p99s).map(([what, value]) => ({
      name: what,
      value,
      unit: 'ms',
      ...(pace === FAST_PACE && { against: `goal ${FAST_GOAL_MS} ms`, ratio: FAST_GOAL_MS / value }),
    })),
    ...(pace === GOAL_PACE
      ? [...against('bare commits', bare.hot), ...against('bare commits at that pace', bare.paced)]
      : []),
    // What the machine makes of anything that commits so often: no order can be surer than that.
    ...(pace === GOAL_PACE
      ? [{ name: `${name}, in p99s of bare commits at that pace`, value: p99 / bare.pacedTail, unit: '' }]
      : []),
    ...(busy > 0 ? [{ name: `${where}, ${pace} orders/s: refused`, value: busy, unit: 'orders' }] : []),
  ];
}

/**
 * A server of a minute's age fills each new segment of its log with 16 MB of zeros while a commit waits (20 to 60 ms,
 * once in 4 000 orders);
 * one that has been running has old segments to write over. This gives it some.
 */
async function makeSegments(client: Client): Promise<void> {
  await client.query("ALTER SYSTEM SET min_wal_size = '512MB'");
  await client.query('SELECT pg_reload_conf()');
  for (let at = 0; at < SEGMENTS; at += 1) {
    await client.query("SELECT pg_logical_emit_message(false, 'bench', 'on')");
    await client.query('SELECT pg_switch_wal()');
  }
  await client.query('CHECKPOINT');
}

/** ms of those that were taken, and how many were not. */
export interface Paced {
  ms: number[];
  busy: number;
}

/**
 * ms of each `send`, started at an even pace whatever becomes of those before. One that starts later than a timer may
 * be counts from when it was due.
 */
export async function paced(pace: number, seconds: number, send: () => Promise<boolean>): Promise<Paced> {
  const ms: number[] = [];
  let busy = 0;
  const timed = async (dueAt: number): Promise<void> => {
    const from = Math.min(performance.now(), dueAt + TIMER_MS);
    if (await send()) ms.push(performance.now() - from);
    else busy += 1;
  };
  const under: Promise<void>[] = [];
  const began = performance.now();
  while (under.length < pace * seconds) {
    const due = Math.min(pace * seconds, Math.floor(((performance.now() - began) * pace) / 1000));
    while (under.length < due) under.push(timed(began + ((under.length + 1) * 1000) / pace));
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
  await Promise.all(under);
  return { ms, busy };
}

/**
 * Drives each pace by `drive`. `store`: where bare commits are made, beside the exchange or in its own store.
 */
export async function pacedRows(
  name: string,
  paces: readonly number[],
  store: Store,
  drive: (pace: number, seconds: number) => Promise<Paced>,
): Promise<Row[]> {
  const bare = new Bare(store);
  await bare.open();
  const driven: { pace: number; sliceMs: number[][]; busy: number }[] = [];
  const alike: number[] = [];
  // One pace after the other: at 500 a second no log is still being moved that 2000 a second wrote a moment ago.
  for (const pace of paces) {
    const orders = { pace, sliceMs: [] as number[][], busy: 0 };
    for (let slice = 0; slice < SLICES; slice += 1) {
      await bare.some();
      const { ms, busy } = await drive(pace, SECONDS / SLICES);
      orders.sliceMs.push(ms);
      orders.busy += busy;
      if (pace === GOAL_PACE) alike.push(...(await paced(GOAL_PACE, 1, () => bare.one())).ms);
    }
    driven.push(orders);
  }
  const bareMs = { hot: median(bare.ms), paced: median(alike), pacedTail: percentile(alike, 0.99) };
  return [
    { name: `${name}: one bare commit, p50`, value: bareMs.hot, unit: 'ms' },
    { name: `${name}: one bare commit, p99`, value: percentile(bare.ms, 0.99), unit: 'ms' },
    // A disk and a processor that were busy a moment ago answer sooner; and what the machine itself adds to the rarest.
    { name: `${name}, ${GOAL_PACE} bare commits/s: p50`, value: bareMs.paced, unit: 'ms' },
    { name: `${name}, ${GOAL_PACE} bare commits/s: p99`, value: bareMs.pacedTail, unit: 'ms' },
    ...driven.flatMap(({ pace, ...answered }) => rowsOf(name, pace, answered, bareMs)),
  ];
}

/** A server with a database for the exchange and one for bare commits; null where there is none at hand. */
export async function benchServer(): Promise<{ url: string; bareUrl: string; remove: () => void } | null> {
  const server = await startPostgres();
  if (!server) return null;
  const client = new Client({ connectionString: server.url });
  await client.connect();
  for (const name of ['latency', 'bare']) await client.query(`CREATE DATABASE ${name}`);
  await makeSegments(client);
  await client.end();
  const urlOf = (database: string): string => Object.assign(new URL(server.url), { pathname: `/${database}` }).href;
  return { url: urlOf('latency'), bareUrl: urlOf('bare'), remove: () => server.remove() };
}
