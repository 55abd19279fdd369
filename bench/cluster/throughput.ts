// How many orders a second one engine makes durable for the users of several gateways, and what an order costs it.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { CODE } from '../../core/errors/errors.ts';
import { ROOT } from '../../tests/support/data/shared-file.ts';
import { formed } from '../harness/quick.ts';
import type { Row } from '../harness/row.ts';
import { firstThreadMicros } from '../harness/thread-cpu.ts';
import { cpuMs } from '../chart/process-tree.ts';
import { call, newUser } from './nodes.ts';

const USERS = formed(40, 5);
/** Orders of each user that wait for their answers at once. */
const IN_FLIGHT = formed(8, 4);
/** At each gateway; those before are not measured, so that code is compiled. */
const WARM_UP_ORDERS = formed(20_000, 3_000);
const ORDERS = formed(60_000, 15_000);
const GOAL = 20_000;

interface Callers {
  url: string;
  tokens: string[];
  child: ChildProcess;
}

async function callersOf(url: string): Promise<Callers> {
  const tokens: string[] = [];
  while (tokens.length < USERS) tokens.push(await newUser(url));
  const child = fork(join(ROOT, 'bench/latency/order-callers.mjs'), [url, String(IN_FLIGHT)], { execArgv: [] });
  return { url, tokens, child };
}

/** Market orders of all users at all gateways, over their sockets; resolves when the last is answered. */
async function place(all: readonly Callers[], orders: number): Promise<void> {
  const refused = await Promise.all(
    all.map(async ({ child, tokens }) => {
      const answer = once(child, 'message') as Promise<[number]>;
      child.send({ way: 'socket', orders, tokens });
      return (await answer)[0];
    }),
  );
  if (refused.some((count) => count > 0)) throw new Error(`orders were refused: ${refused.join(', ')}`);
}

/** A list of history waits for the rows of its user. */
async function rowsWritten(all: readonly Callers[]): Promise<void> {
  for (const { url, tokens } of all)
    for (const token of tokens) {
      const { code } = await call(url, '/coin/order/list', { state: 'history' }, token);
      if (code !== CODE.ok) throw new Error(`a list was refused with ${code}`);
    }
}

const cpuMicros = (pid: number): { all: number; engine: number } => ({
  all: cpuMs([pid]) * 1_000,
  engine: firstThreadMicros(pid),
});

/** `enginePid`: of the engine that leads; the gateways follow it. */
export async function throughput(enginePid: number, gateways: readonly string[]): Promise<Row[]> {
  const all = await Promise.all(gateways.map(callersOf));
  await place(all, WARM_UP_ORDERS);
  await rowsWritten(all);
  const [from, before] = [performance.now(), cpuMicros(enginePid)];
  await place(all, ORDERS);
  const [answeredMs, answered] = [performance.now() - from, cpuMicros(enginePid)];
  await rowsWritten(all);
  const [ms, after] = [performance.now() - from, cpuMicros(enginePid)];
  for (const { child } of all) child.disconnect();
  const orders = ORDERS * all.length;
  const where = `orders over sockets of ${all.length} gateways, load ${loadavg()[0]!.toFixed(0)}`;
  const perSecond = (orders / answeredMs) * 1000;
  return [
    {
      name: `${where}: durable and answered`,
      value: perSecond,
      unit: 'orders/s',
      against: `goal ${GOAL}`,
      ratio: perSecond / GOAL,
    },
    { name: `${where}: with their rows`, value: (orders / ms) * 1000, unit: 'orders/s' },
    {
      name: `${where}: the engine's thread, an order, market included`,
      value: (answered.engine - before.engine) / orders,
      unit: 'us of CPU',
    },
    {
      name: `${where}: the engine's process until the rows are written, an order`,
      value: (after.all - before.all) / orders,
      unit: 'us of CPU',
    },
  ];
}
