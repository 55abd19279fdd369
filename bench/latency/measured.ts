// Process of the latency bench in which a sequencer runs: measures one part (sqlite or postgres) and sends its rows.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, FIRST_USER_UID } from '../../server/exchange/command.ts';
import { type Sequencer, createSequencer } from '../../server/sequencer/sequencer.ts';
import { openPostgres } from '../../server/store/postgres/postgres-store.ts';
import { openSqlite } from '../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../server/store/store.ts';
import { BTC, COIN, USDT, credit, testInstruments } from '../../tests/support/exchange/spot-fixture.ts';
import { ownJournalOf } from '../../tests/support/server/own-journal.ts';
import type { Row } from '../harness/row.ts';
import { benchServer, paced, pacedRows } from './paced-rows.ts';

/** Built beside this file. */
const ROWS_THREAD = new URL('./rows-thread.mjs', import.meta.url);
const PACES = [100, 500, 2_000, 5_000];
/**
 * At the highest pace, before anything is measured: an exchange that has been running for a while, whose log is written
 * over and no longer grows.
 */
const WARM_SECONDS = 2;
const USERS = 200;
/** Orders as fast as they are answered, with this many under way. */
const FULL_ORDERS = 20_000;
const UNDER_WAY = 512;

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

/** `where`: the data folder of the embedded store. */
async function sequencerRows(name: string, store: Store, where = ''): Promise<Row[]> {
  const sequencer = await createSequencer({
    ...ownJournalOf({ where }, store, testInstruments(), ROWS_THREAD),
    now: Date.now,
  });
  for (let at = 0; at < USERS; at += 1)
    for (const coinId of [USDT, BTC]) await sequencer.submit(credit(FIRST_USER_UID + at, coinId, 1_000_000n * COIN));
  const send = sender(sequencer);
  await paced(Math.max(...PACES), WARM_SECONDS, send);
  const rows = [
    ...(await pacedRows(name, PACES, store, (pace, seconds) => paced(pace, seconds, send))),
    ...(await fullRows(name, send, () => sequencer.projected())),
  ];
  await sequencer.close();
  await store.close();
  return rows;
}

async function sqliteRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'defi-latency-'));
  const store = await openSqlite(folder);
  const rows = await sequencerRows('SQLite', store, folder);
  rmSync(folder, { recursive: true });
  return rows;
}

/** Without a server at hand there is nothing to measure. */
async function postgresRows(): Promise<Row[]> {
  const server = await benchServer();
  if (!server) return [];
  const rows = await sequencerRows('PostgreSQL', await openPostgres(server.url));
  server.remove();
  return rows;
}

const [part = ''] = process.argv.slice(2);
process.send!(await (part === 'sqlite' ? sqliteRows() : postgresRows()), () => {
  process.exit(0);
});
