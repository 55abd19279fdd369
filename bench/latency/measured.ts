// Process of the latency bench in which an exchange runs: measures one part (sqlite, postgres or http)
// and sends its rows.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Command, FIRST_USER_UID } from '../../server/exchange/command.ts';
import { type JournalOfItsOwn, type Sequencer, createSequencer } from '../../server/sequencer/sequencer.ts';
import { openPostgres } from '../../server/store/postgres/postgres-store.ts';
import { openSqlite } from '../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../server/store/store.ts';
import { BTC, COIN, USDT, credit, testInstruments } from '../../tests/support/exchange/spot-fixture.ts';
import { ownJournal } from '../../tests/support/server/own-journal.ts';
import { startRunning } from '../../tests/support/server/running-exchange.ts';
import { startPostgres } from '../../tests/support/server/postgres.mjs';
import { formed } from '../harness/quick.ts';
import { type Row, median } from '../harness/row.ts';

/** Built beside this file. */
const ROWS_THREAD = new URL('./rows-thread.mjs', import.meta.url);
const PACES = [100, 500, 2_000, 5_000];
/** Over HTTP the callers' process shares the machine. */
const MOST_OVER_HTTP = 2_000;
/** Pace at which the goal is set: p99 within five bare commits; and one at which it is a time. */
const GOAL_PACE = 500;
const GOAL_COMMITS = 5;
const FAST_PACE = 5_000;
const FAST_GOAL_MS = 10;
const SECONDS = formed(16, 4);
/**
 * Each pace is driven in so many slices, with bare commits between them: what else the machine does then meets both.
 */
const SLICES = 8;
const BARE_COMMITS = 100;
/**
 * At the highest pace, before anything is measured: an exchange that has been running for a while, whose log is written
 * over and no longer grows.
 */
const WARM_SECONDS = 2;
const USERS = 200;
/** Segments of 16 MB that a PostgreSQL server has made before: more than the orders of a run fill. */
const SEGMENTS = 20;
/** Orders as fast as they are answered, with so many under way. */
const FULL_ORDERS = 20_000;
const UNDER_WAY = 512;

function percentile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}

/** ms of each `send`, started at an even pace whatever becomes of those before; without those that answer false. */
async function paced(
  pace: number,
  seconds: number,
  send: () => Promise<boolean>,
): Promise<{ ms: number[]; busy: number }> {
  const ms: number[] = [];
  let busy = 0;
  const timed = async (): Promise<void> => {
    const from = performance.now();
    if (await send()) ms.push(performance.now() - from);
    else busy += 1;
  };
  const under: Promise<void>[] = [];
  const began = performance.now();
  while (under.length < pace * seconds) {
    const due = Math.min(pace * seconds, Math.floor(((performance.now() - began) * pace) / 1000));
    while (under.length < due) under.push(timed());
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
  await Promise.all(under);
  return { ms, busy };
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
 * Users' limit orders around a mid price, half of them crossing it: they rest, match and are published like real ones.
 * With an idempotency key, so that a retry would be recognised.
 */
function orderOf(at: number): Command {
  const buys = at % 2 === 0;
  const away = ((at * 7) % 11) - 5;
  return {
    kind: 'placeSpot',
    uid: FIRST_USER_UID + (at % USERS),
    coinInfoId: BTC,
    side: buys ? 'buy' : 'sell',
    orderType: 'limit',
    priceTicks: 50_000 + (buys ? away : -away),
    lots: 1_000 + (at % 13) * 500,
    totalUnits: 0n,
    tif: at % 5 === 0 ? 'IOC' : 'GTC',
    postOnly: false,
    clientNo: `order-${at}`,
  };
}

/** Orders through a sequencer, numbered on; whether it took each. */
function sender(sequencer: Sequencer): () => Promise<boolean> {
  let sent = 0;
  return async () => {
    sent += 1;
    return (await sequencer.submit(orderOf(sent))).seq > 0;
  };
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
  bare: BareMs | null,
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
    ...(pace === GOAL_PACE && bare
      ? [...against('bare commits', bare.hot), ...against('bare commits at that pace', bare.paced)]
      : []),
    // What the machine makes of anything that commits so often: no order can be surer than that.
    ...(pace === GOAL_PACE && bare
      ? [{ name: `${name}, in p99s of bare commits at that pace`, value: p99 / bare.pacedTail, unit: '' }]
      : []),
    ...(busy > 0 ? [{ name: `${where}, ${pace} orders/s: refused`, value: busy, unit: 'orders' }] : []),
  ];
}

/** CPU time of the thread that answers, us, in steps of 10 ms; the system counts it for each thread. */
function ownThreadUs(): number {
  const [user, system] = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8')
    .split(') ')[1]!
    .split(' ')
    .slice(11);
  return (Number(user) + Number(system)) * 10_000;
}

/**
 * As many as are answered while so many wait, in wall time and in CPU time: of the thread that answers, and of this
 * process until all rows are written (a server's is its own).
 */
async function fullRows(name: string, send: () => Promise<boolean>, settled: () => Promise<void>): Promise<Row[]> {
  let left = FULL_ORDERS;
  await settled();
  const from = performance.now();
  const cpu = process.cpuUsage();
  const threadUs = ownThreadUs();
  await Promise.all(
    Array.from({ length: UNDER_WAY }, async () => {
      while (left > 0) {
        left -= 1;
        await send();
      }
    }),
  );
  const seconds = (performance.now() - from) / 1000;
  const answering = ownThreadUs() - threadUs;
  await settled();
  const { user, system } = process.cpuUsage(cpu);
  return [
    { name: `${name}: durable orders, ${UNDER_WAY} under way`, value: FULL_ORDERS / seconds, unit: 'orders/s' },
    {
      name: `${name}: durable orders, ${UNDER_WAY} under way, the engine's thread`,
      value: (FULL_ORDERS / answering) * 1e6,
      unit: 'orders/CPU s',
      against: 'goal 20000',
      ratio: ((FULL_ORDERS / answering) * 1e6) / 20_000,
    },
    {
      name: `${name}: durable orders, ${UNDER_WAY} under way`,
      value: (FULL_ORDERS / (user + system)) * 1e6,
      unit: 'orders/CPU s',
    },
  ];
}

async function sequencerRows(name: string, store: Store, journal?: JournalOfItsOwn): Promise<Row[]> {
  const sequencer = await createSequencer({
    store,
    instruments: testInstruments(),
    now: Date.now,
    ...(journal && { journal }),
  });
  for (let at = 0; at < USERS; at += 1)
    for (const coinId of [USDT, BTC]) await sequencer.submit(credit(FIRST_USER_UID + at, coinId, 1_000_000n * COIN));
  const send = sender(sequencer);
  const bare = new Bare(store);
  await bare.open();
  await paced(Math.max(...PACES), WARM_SECONDS, send);
  const orders: { pace: number; sliceMs: number[][]; busy: number }[] = [];
  const alike: number[] = [];
  // One pace after the other: at 500 a second no log is still being moved that 2000 a second wrote a moment ago.
  for (const pace of PACES) {
    const paceOrders = { pace, sliceMs: [] as number[][], busy: 0 };
    for (let slice = 0; slice < SLICES; slice += 1) {
      await bare.some();
      const { ms, busy } = await paced(pace, SECONDS / SLICES, send);
      paceOrders.sliceMs.push(ms);
      paceOrders.busy += busy;
      if (pace === GOAL_PACE) alike.push(...(await paced(GOAL_PACE, 1, () => bare.one())).ms);
    }
    orders.push(paceOrders);
  }
  const bareMs = { hot: median(bare.ms), paced: median(alike), pacedTail: percentile(alike, 0.99) };
  const rows: Row[] = [
    { name: `${name}: one bare commit, p50`, value: bareMs.hot, unit: 'ms' },
    { name: `${name}: one bare commit, p99`, value: percentile(bare.ms, 0.99), unit: 'ms' },
    // A disk and a processor that were busy a moment ago answer sooner; and what the machine itself adds to the rarest.
    { name: `${name}, ${GOAL_PACE} bare commits/s: p50`, value: bareMs.paced, unit: 'ms' },
    { name: `${name}, ${GOAL_PACE} bare commits/s: p99`, value: bareMs.pacedTail, unit: 'ms' },
    ...orders.flatMap(({ pace, ...answered }) => rowsOf(name, pace, answered, bareMs)),
    ...(await fullRows(name, send, () => sequencer.projected())),
  ];
  await sequencer.close();
  await store.close();
  return rows;
}

async function sqliteRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'defi-latency-'));
  const store = await openSqlite(folder);
  const rows = await sequencerRows('SQLite', store, ownJournal(folder, store, testInstruments(), ROWS_THREAD));
  rmSync(folder, { recursive: true });
  return rows;
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

/** Without a server at hand there is nothing to measure. */
async function postgresRows(): Promise<Row[]> {
  const server = await startPostgres();
  if (!server) return [];
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('CREATE DATABASE latency');
  await makeSegments(client);
  await client.end();
  const where = new URL(server.url);
  where.pathname = '/latency';
  const rows = await sequencerRows('PostgreSQL', await openPostgres(where.href));
  server.remove();
  return rows;
}

/** Over the wire: the whole exchange with its simulated market, callers in a process of their own. */
async function httpRows(callersFile: string): Promise<Row[]> {
  const running = await startRunning({}, { rowsThread: ROWS_THREAD });
  const tokens = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => (await running.person(`latency${at}@example.com`)).token),
  );
  const callers: ChildProcess = fork(callersFile, [running.exchange.address.url, String(SECONDS)], { execArgv: [] });
  const rows: Row[] = [];
  for (const pace of PACES.filter((each) => each <= MOST_OVER_HTTP)) {
    const answer = once(callers, 'message') as Promise<[{ ms: number[]; refused: number }]>;
    callers.send({ pace, tokens });
    const [{ ms, refused }] = await answer;
    rows.push(...rowsOf('HTTP, SQLite', pace, { sliceMs: [ms], busy: refused }, null));
  }
  callers.disconnect();
  await running.stop();
  return rows;
}

const PARTS = { sqlite: sqliteRows, postgres: postgresRows, http: httpRows };

const [part = '', callersFile = ''] = process.argv.slice(2);
const measure = PARTS[part as keyof typeof PARTS];
process.send!(await measure(callersFile), () => {
  process.exit(0);
});
