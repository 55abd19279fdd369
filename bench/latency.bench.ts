// From an order to its durable answer: through the sequencer on each store, and over HTTP, at several paces, beside one bare durable commit.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Command, FIRST_PERSON_UID } from '../server/exchange/command.ts';
import { type Sequencer, createSequencer } from '../server/sequencer/sequencer.ts';
import { openPostgres } from '../server/store/postgres.ts';
import { openStore } from '../server/store/sqlite.ts';
import type { Store } from '../server/store/store.ts';
import { BTC, COIN, USDT, credit, testInstruments } from '../tests/exchange/instruments.ts';
import { startRunning } from '../tests/gateway/running.ts';
import { startPostgres } from '../tests/postgres.mjs';
import { ROOT } from '../tests/shared.ts';
import { type Row, median } from './row.ts';

const PACES = [100, 500, 2_000];
/** Pace at which the goal is set: p99 within ten bare commits. */
const GOAL_PACE = 500;
const GOAL_COMMITS = 10;
const SECONDS = 8;
const BARE_COMMITS = 300;
const PEOPLE = 200;

function percentile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}

/** ms of one row written and committed, one after another: what a disk or a server asks for being sure. */
async function bareCommits(store: Store): Promise<number[]> {
  await store.run('CREATE TABLE IF NOT EXISTS bench_bare (id BIGINT PRIMARY KEY, at BIGINT)', []);
  await store.run('DELETE FROM bench_bare', []);
  const ms: number[] = [];
  for (let id = 0; id < BARE_COMMITS; id += 1) {
    const from = performance.now();
    await store.transaction((rows) => rows.run('INSERT INTO bench_bare (id, at) VALUES (?, ?)', [id, id]));
    ms.push(performance.now() - from);
  }
  return ms;
}

/** People's limit orders about a middle, half of them crossing it: they rest, meet and are told like real ones. Named, so that a retry would be known. */
function orderOf(at: number, pace: number): Command {
  const buys = at % 2 === 0;
  const away = (at * 7) % 11 - 5;
  return {
    kind: 'placeSpot', uid: FIRST_PERSON_UID + (at % PEOPLE), coinInfoId: BTC, side: buys ? 'buy' : 'sell', orderType: 'limit', priceTicks: 50_000 + (buys ? away : -away),
    lots: 1_000 + (at % 13) * 500, totalUnits: 0n, tif: at % 5 === 0 ? 'IOC' : 'GTC', postOnly: false, clientNo: `${pace}-${at}`,
  };
}

/** ms from each order to its answer, sent at an even pace whatever the answers do; a full queue's refusals are counted apart. */
async function answers(sequencer: Sequencer, pace: number): Promise<{ ms: number[]; busy: number }> {
  const ms: number[] = [];
  let busy = 0;
  const send = async (at: number): Promise<void> => {
    const from = performance.now();
    const { seq } = await sequencer.submit(orderOf(at, pace));
    if (seq === 0) busy += 1;
    else ms.push(performance.now() - from);
  };
  const under: Promise<void>[] = [];
  const began = performance.now();
  while (under.length < pace * SECONDS) {
    const due = Math.min(pace * SECONDS, Math.floor(((performance.now() - began) * pace) / 1000));
    while (under.length < due) under.push(send(under.length));
    await new Promise((resolve) => { setTimeout(resolve, 1); });
  }
  await Promise.all(under);
  return { ms, busy };
}

function told(where: string, pace: number, { ms, busy }: { ms: readonly number[]; busy: number }, bareMs: number): Row[] {
  const p99 = percentile(ms, 0.99);
  const goal = pace === GOAL_PACE && bareMs > 0 ? { against: `goal ${GOAL_COMMITS} bare commits`, ratio: (GOAL_COMMITS * bareMs) / p99 } : {};
  return [
    { name: `${where}, ${pace} orders/s: p50`, value: percentile(ms, 0.5), unit: 'ms' },
    { name: `${where}, ${pace} orders/s: p99`, value: p99, unit: 'ms', ...goal },
    ...(busy > 0 ? [{ name: `${where}, ${pace} orders/s: refused as busy`, value: busy, unit: 'orders' }] : []),
  ];
}

async function sequencerRows(name: string, store: Store): Promise<Row[]> {
  const sequencer = await createSequencer({ store, instruments: testInstruments(), now: Date.now });
  for (let at = 0; at < PEOPLE; at += 1) for (const coinId of [USDT, BTC]) await sequencer.submit(credit(FIRST_PERSON_UID + at, coinId, 1_000_000n * COIN));
  const bare = await bareCommits(store);
  const rows: Row[] = [];
  const paced: [number, Awaited<ReturnType<typeof answers>>][] = [];
  for (const pace of PACES) {
    paced.push([pace, await answers(sequencer, pace)]);
    bare.push(...await bareCommits(store));
  }
  const bareMs = median(bare);
  rows.push({ name: `${name}: one bare commit, p50`, value: bareMs, unit: 'ms' }, { name: `${name}: one bare commit, p99`, value: percentile(bare, 0.99), unit: 'ms' });
  for (const [pace, answered] of paced) rows.push(...told(name, pace, answered, bareMs));
  await sequencer.close();
  await store.close();
  return rows;
}

async function sqliteRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'defi-latency-'));
  const rows = await sequencerRows('SQLite', await openStore(folder));
  rmSync(folder, { recursive: true });
  return rows;
}

/** Without a server at hand there is nothing to measure. */
async function postgresRows(): Promise<Row[]> {
  const server = await startPostgres();
  if (!server) return [];
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('CREATE DATABASE latency');
  await client.end();
  const where = new URL(server.url);
  where.pathname = '/latency';
  const rows = await sequencerRows('PostgreSQL', await openPostgres(where.href));
  server.remove();
  return rows;
}

/** Over the wire: the whole exchange with its simulated market, callers in a process of their own. */
async function httpRows(): Promise<Row[]> {
  const running = await startRunning();
  const tokens = await Promise.all(Array.from({ length: 20 }, async (_, at) => (await running.person(`latency${at}@example.com`)).token));
  const callers: ChildProcess = fork(join(ROOT, 'bench/order-callers.mjs'), [running.exchange.address.url, String(SECONDS)]);
  const rows: Row[] = [];
  for (const pace of PACES) {
    const answer = once(callers, 'message') as Promise<[{ ms: number[]; refused: number }]>;
    callers.send({ pace, tokens });
    const [{ ms, refused }] = await answer;
    rows.push(...told('HTTP, SQLite', pace, { ms, busy: refused }, 0));
  }
  callers.disconnect();
  await running.stop();
  return rows;
}

export async function run(): Promise<Row[]> {
  return [...await sqliteRows(), ...await postgresRows(), ...await httpRows()];
}
