// A cluster on this machine: time of a takeover, what an order costs more, what following costs.
import { setTimeout as pause } from 'node:timers/promises';
import { instrumentOf } from '../core/instruments/instrument.ts';
import { publishOutcomes } from '../server/bootstrap/publish-outcomes.ts';
import type { Bus } from '../server/cluster/bus.ts';
import { CLUSTER_VERSION, SUBJECT, type SyncReply } from '../server/cluster/cluster-messages.ts';
import { Follower } from '../server/cluster/follower.ts';
import { FrameAssembler, framesOf } from '../server/cluster/message-frames.ts';
import { createMachine } from '../server/exchange/machine.ts';
import { Feed } from '../server/feed/feed.ts';
import { PrivateFeed } from '../server/gateway/socket/private-feed.ts';
import { type JournalEntry } from '../server/sequencer/journal/record-codec.ts';
import { journalReaderOf } from '../server/sequencer/journal/journal.ts';
import { journalTable } from '../server/sequencer/journal/journal-table.ts';
import { LISTED_INSTRUMENTS } from '../server/simulation/listed-instruments.ts';
import { openPostgres } from '../server/store/postgres/postgres-store.ts';
import { startNats } from '../tests/support/server/nats.mjs';
import { startPostgres } from '../tests/support/server/postgres.mjs';
import { type ClusterNode, Nodes, Trader, until } from './cluster/nodes.ts';
import { type Row, median, quantile } from './harness/row.ts';

const TAKEOVERS = process.env['BENCH'] === 'quick' ? 2 : 8;
const ORDERS = 300;
/** Orders of each way between two turns. */
const TURN = 50;
/** Commands in one group of the journal. */
const GROUP = 4;

export async function run(): Promise<Row[]> {
  const [nats, postgres, alone] = [await startNats(1), await startPostgres(), await startPostgres()];
  if (!nats || !postgres || !alone) throw new Error('this needs nats-server and PostgreSQL');
  const nodes = await Nodes.built();
  const single = await Nodes.built();
  try {
    const shared = { NATS_URL: nats.url, DATABASE_URL: postgres.url };
    const launch = (role: string): ClusterNode => nodes.launch({ ...shared, ROLE: role });
    const leader = launch('engine');
    await leader.url;
    const gateway = await launch('gateway').url;
    await until(async () => (await fetch(`${gateway}/healthz`)).status === 200);
    const oneProcess = await single.launch({ DATABASE_URL: alone.url }).url;
    const rows = [
      ...(await orders(await Trader.at(gateway), await Trader.at(oneProcess))),
      ...(await takeovers(leader, () => launch('engine'), await Trader.at(gateway))),
    ];
    nodes.end();
    await following(postgres.url); // compiles what the second one measures
    return [...rows, await following(postgres.url)];
  } finally {
    nodes.end();
    single.end();
    for (const server of [nats, postgres, alone]) server.remove();
  }
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
  await timesOf(clustered, before!);
  await timesOf(alone, before!);
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
    while ((await trader.act()) === 1500);
    times.push(performance.now() - from);
    await standby.url;
    leader = standby;
  }
  return [
    { name: 'takeover, from kill -9 to an answer, median', value: median(times), unit: 'ms', against: 'limit 300 ms' },
    { name: `takeover, longest of ${TAKEOVERS}`, value: Math.max(...times), unit: 'ms', against: 'limit 2 s' },
  ];
}

/** What a gateway does for each command of the journal: decode, apply, both feeds. */
async function following(databaseUrl: string): Promise<Row> {
  const store = await openPostgres(databaseUrl);
  const journal = journalReaderOf(journalTable(store));
  const entries: JournalEntry[] = [];
  for (let next = await journal.read(1, 5_000); next.length > 0; next = await journal.read(entries.length + 1, 5_000))
    entries.push(...next);
  await store.close();
  const instruments = LISTED_INSTRUMENTS.map(instrumentOf);
  const feed = new Feed({ instruments: LISTED_INSTRUMENTS, store: null, now: Date.now, timer: false });
  const listeners = new Map<string, (message: unknown) => void>();
  const empty = createMachine(instruments);
  const sync: SyncReply = {
    version: CLUSTER_VERSION,
    epoch: 1,
    seq: 0,
    stateHash: empty.stateHash(),
    state: empty.snapshot(),
    feed: feed.copy(),
  };
  const bus: Bus = {
    publish: () => undefined,
    subscribe: (subject, listener) => {
      listeners.set(subject, listener);
      return () => undefined;
    },
    request: () => Promise.resolve(sync),
    respond: () => () => undefined,
    isConnected: true,
    disconnectedMs: () => 0,
    close: () => Promise.resolve(),
  };
  const follower: Follower = new Follower({
    bus,
    instruments,
    onOutcomes: (outcomes) => publishOutcomes(outcomes, feed, privateFeed),
    onSync: () => Promise.resolve(),
    report: (event, error) => {
      throw new Error(event, { cause: error });
    },
  });
  const { machine } = follower;
  const privateFeed = new PrivateFeed({
    instruments: LISTED_INSTRUMENTS,
    balanceOf: machine.balance,
    machine,
    now: Date.now,
  });
  listeners.get(SUBJECT.beat)!({ version: CLUSTER_VERSION, epoch: 1, seq: 0 });
  await until(() => follower.seq === 0);
  const groups = Array.from({ length: Math.ceil(entries.length / GROUP) }, (_, at) => {
    const some = entries.slice(at * GROUP, (at + 1) * GROUP);
    return framesOf([{ version: CLUSTER_VERSION, epoch: 1, seq: some.at(-1)!.seq, entries: some }], 1n, at);
  });
  const frames = new FrameAssembler();
  const before = process.cpuUsage();
  for (const group of groups)
    for (const frame of group) for (const message of frames.add(frame)) listeners.get(SUBJECT.journal)!(message);
  const { user, system } = process.cpuUsage(before);
  if (follower.seq !== entries.at(-1)?.seq) throw new Error(`followed to ${follower.seq} of ${entries.length}`);
  follower.close();
  return {
    name: `CPU of a followed command: decode, apply, feeds (${entries.length} commands in groups of ${GROUP})`,
    value: (user + system) / entries.length,
    unit: 'us',
    against: 'limit 15 us',
    ratio: (15 * entries.length) / (user + system),
  };
}
