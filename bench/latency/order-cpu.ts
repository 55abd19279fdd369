// Process of the latency bench with a whole exchange, or a bare server: CPU of an order over the socket and over HTTP.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from '../../tests/support/server/postgres.mjs';
import { formed } from '../harness/quick.ts';
import type { Row } from '../harness/row.ts';
import { firstThreadMicros } from '../harness/thread-cpu.ts';
import { startBareExchange } from './bare-exchange.ts';
import { type Subject, exchangeOver } from './whole-exchange.ts';

const USERS = formed(40, 10);
/** Orders of each user that wait for their answers at once. */
const IN_FLIGHT = formed(16, 2);
const ORDERS = formed(20_000, 200);
/** Before anything is measured, so that code is compiled. */
const WARM_UP_ORDERS = formed(8_000, 100);
/** Time in which the exchange without users shows what its market costs. */
const IDLE_MS = formed(5_000, 200);

interface Cost {
  orders: number;
  /** Until the last answer, and until all rows are written. */
  answeredMs: number;
  ms: number;
  /** CPU of the thread that answers, and of all threads until the rows are written, in us. */
  threadUs: number;
  allUs: number;
}

async function costOf(work: () => Promise<number>, settled: () => Promise<unknown>): Promise<Cost> {
  const [from, thread, all] = [performance.now(), firstThreadMicros(process.pid), process.cpuUsage()];
  const orders = await work();
  const answeredMs = performance.now() - from;
  await settled();
  const { user, system } = process.cpuUsage(all);
  return {
    orders,
    answeredMs,
    ms: performance.now() - from,
    threadUs: firstThreadMicros(process.pid) - thread,
    allUs: user + system,
  };
}

/** Orders over one way. The market that runs beside them is taken out by what it costs in a second without them. */
function rowsOf(way: string, cost: Cost, idle: Cost, goalUs: number): Row[] {
  const perOrder = (us: number, idleUs: number): number => (us - (idleUs * cost.ms) / idle.ms) / cost.orders;
  const threadUs = perOrder(cost.threadUs, idle.threadUs);
  return [
    {
      name: `${way}: the engine's thread, an order`,
      value: threadUs,
      unit: 'us of CPU',
      against: `goal ${goalUs} us`,
      ratio: goalUs / threadUs,
    },
    {
      name: `${way}: all threads of the process until the rows are written, an order`,
      value: perOrder(cost.allUs, idle.allUs),
      unit: 'us of CPU',
    },
    { name: `${way}: durable and answered`, value: (cost.orders / cost.answeredMs) * 1000, unit: 'orders/s' },
    { name: `${way}: with their rows`, value: (cost.orders / cost.ms) * 1000, unit: 'orders/s' },
  ];
}

async function bareExchange(): Promise<Subject> {
  const bare = await startBareExchange();
  const tokens = Array.from({ length: USERS }, (_, at) => String(at));
  return { url: bare.url, tokens, settled: () => Promise.resolve(), stop: () => Promise.resolve(bare.close()) };
}

async function run(callersFile: string, name: string, subject: Subject): Promise<Row[]> {
  const { url, tokens, settled } = subject;
  const callers: ChildProcess = fork(callersFile, [url, String(IN_FLIGHT)], { execArgv: [] });
  const place = async (way: string, orders: number): Promise<number> => {
    const answer = once(callers, 'message') as Promise<[number]>;
    callers.send({ way, orders, tokens });
    const [refused] = await answer;
    if (refused > 0) throw new Error(`${refused} of ${orders} orders were refused`);
    return orders;
  };
  const idle = await costOf(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, IDLE_MS);
    });
    return 0;
  }, settled);
  const rows: Row[] = [];
  for (const [way, goalUs] of [
    ['socket', 50],
    ['http', 125],
  ] as const) {
    await place(way, WARM_UP_ORDERS);
    await settled();
    const cost = await costOf(() => place(way, ORDERS), settled);
    rows.push(...rowsOf(`${name}, ${way}`, cost, idle, goalUs));
  }
  callers.disconnect();
  await subject.stop();
  return rows;
}

async function rowsOfPart(part: string, callersFile: string): Promise<Row[]> {
  if (part === 'cpu-bare') return run(callersFile, 'no exchange', await bareExchange());
  if (part === 'cpu-sqlite') return run(callersFile, 'SQLite', await exchangeOver('', USERS));
  const server = await startPostgres();
  // Without a server at hand there is nothing to measure.
  if (!server) return [];
  const rows = await run(callersFile, 'PostgreSQL', await exchangeOver(server.url, USERS));
  server.remove();
  return rows;
}

const [part = '', callersFile = ''] = process.argv.slice(2);
process.send!(await rowsOfPart(part, callersFile), () => {
  process.exit(0);
});
