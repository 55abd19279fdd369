// A cluster on this machine: time of a takeover, what an order costs more, what following costs, gateways side by side.
// CLUSTER_ONLY=following: that alone, without NATS and PostgreSQL; =orders, =takeovers, =gateways, =throughput: one of
// the others. CLUSTER_GATEWAYS=5: so many gateways.
import { setTimeout as pause } from 'node:timers/promises';
import { CODE } from '../core/errors/errors.ts';
import { startNats } from '../tests/support/server/nats.mjs';
import { startPostgres } from '../tests/support/server/postgres.mjs';
import { following } from './cluster/following.ts';
import { ofGateways } from './cluster/gateways.ts';
import { type ClusterNode, Nodes, Trader, until } from './cluster/nodes.ts';
import { throughput } from './cluster/throughput.ts';
import { formed } from './harness/quick.ts';
import { type Row, median, quantile } from './harness/row.ts';

const ONLY = process.env['CLUSTER_ONLY'] ?? '';
const GATEWAYS = Number(process.env['CLUSTER_GATEWAYS'] ?? 3);
const TAKEOVERS = process.env['BENCH'] === 'quick' ? 2 : 8;
const ORDERS = 300;
/** No engine was reached, or none answered. */
const UNANSWERED: ReadonlySet<number> = new Set([CODE.busy, CODE.unsure]);
/** Orders of each way between two turns. */
const TURN = 50;
/** Orders of this long are not measured: the code of five processes is compiled beside them. */
const WARM_UP_MS = formed(20_000, 3_000);

export async function run(): Promise<Row[]> {
  const rows = ONLY === 'following' ? [] : await ofNodes();
  return ONLY === '' || ONLY === 'following' ? [...rows, ...(await following())] : rows;
}

async function ofNodes(): Promise<Row[]> {
  const [nats, postgres, alone] = [await startNats(1), await startPostgres(), await startPostgres()];
  if (!nats || !postgres || !alone) throw new Error('this needs nats-server and PostgreSQL');
  const nodes = await Nodes.built();
  const single = await Nodes.built();
  try {
    const shared = { NATS_URL: nats.url, DATABASE_URL: postgres.url };
    const launch = (role: string): ClusterNode => nodes.launch({ ...shared, ROLE: role });
    const leader = launch('engine');
    await leader.url;
    const gateway = await followingGateway(launch);
    const rows: Row[] = [];
    if (wants('orders')) {
      const oneProcess = await single.launch({ DATABASE_URL: alone.url }).url;
      rows.push(...(await orders(await Trader.at(gateway), await Trader.at(oneProcess))));
      single.end();
    }
    if (wants('gateways') || wants('throughput')) {
      const gateways = [gateway];
      while (gateways.length < GATEWAYS) gateways.push(await followingGateway(launch));
      if (wants('gateways')) rows.push(...(await ofGateways(await leader.url, gateways)));
      if (wants('throughput')) rows.push(...(await throughput(leader.child.pid!, gateways)));
    }
    if (wants('takeovers')) rows.push(...(await takeovers(leader, () => launch('engine'), await Trader.at(gateway))));
    return rows;
  } finally {
    nodes.end();
    single.end();
    for (const server of [nats, postgres, alone]) server.remove();
  }
}

function wants(part: string): boolean {
  return ONLY === '' || ONLY === part;
}

async function followingGateway(launch: (role: string) => ClusterNode): Promise<string> {
  const url = await launch('gateway').url;
  await until(async () => (await fetch(`${url}/healthz`)).status === 200);
  return url;
}

/** Orders one after another, in turns at the gateway and at one process over the same kind of database. */
async function orders(clustered: Trader, alone: Trader): Promise<Row[]> {
  const timesOf = async (trader: Trader, times: number[]): Promise<void> => {
    for (let at = 0; at < TURN; at += 1) {
      const from = performance.now();
      const code = await trader.act();
      if (code !== 0) throw new Error(`an order was refused with ${code}`);
      times.push(performance.now() - from);
    }
  };
  const [before, inCluster, inOne]: number[][] = [[], [], []];
  for (const from = performance.now(); performance.now() - from < WARM_UP_MS;) {
    await timesOf(clustered, before!);
    await timesOf(alone, before!);
  }
  while (inOne!.length < ORDERS) {
    await timesOf(clustered, inCluster!);
    await timesOf(alone, inOne!);
  }
  return [0.5, 0.99].map((share) => ({
    name: `order through gateway, NATS and engine, p${share * 100}, more than in one process`,
    value: quantile(inCluster!, share) - quantile(inOne!, share),
    unit: 'ms',
    against: `limit ${share === 0.5 ? 1 : 3} ms; one process ${quantile(inOne!, share).toFixed(2)} ms`,
  }));
}

/** From `kill -9` of the leader to the first answered call at the gateway. */
async function takeovers(first: ClusterNode, next: () => ClusterNode, trader: Trader): Promise<Row[]> {
  const times: number[] = [];
  for (let leader = first; times.length < TAKEOVERS;) {
    const standby = next();
    await until(() => standby.text().includes('standby.follows'));
    await pause(1_500); // as after any start, its code is compiled while it follows
    const from = performance.now();
    leader.child.kill('SIGKILL');
    while (UNANSWERED.has(await trader.act()));
    times.push(performance.now() - from);
    await standby.url;
    leader = standby;
  }
  return [
    { name: 'takeover, from kill -9 to an answer, median', value: median(times), unit: 'ms', against: 'limit 300 ms' },
    { name: `takeover, longest of ${TAKEOVERS}`, value: Math.max(...times), unit: 'ms', against: 'limit 2 s' },
  ];
}
