// Nodes that follow: equal to the engine through lost, doubled and reordered messages, late starts and new owners.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Bus } from '../../../server/cluster/bus.ts';
import { type Beat, CLUSTER_VERSION, type JournalGroup, SUBJECT } from '../../../server/cluster/cluster-messages.ts';
import { Follower } from '../../../server/cluster/follower.ts';
import { JournalPublisher } from '../../../server/cluster/journal-publisher.ts';
import { connectNats } from '../../../server/cluster/nats-bus.ts';
import { createFeed } from '../../../server/feed/feed.ts';
import type { Command } from '../../../server/exchange/command.ts';
import { type Sequencer, createSequencer } from '../../../server/sequencer/sequencer.ts';
import type { Store } from '../../../server/store/store.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { type BusFaults, faultyBus, interceptedBus } from '../../support/feed/faulty-bus.ts';
import { databaseOf, postgresForFile } from '../../support/server/test-database.ts';
import { natsForFile } from '../../support/server/nats-for-file.ts';
import { allKindsStream } from '../exchange/twins/random-commands-all.ts';
import { planOf, worldOf } from '../exchange/twins/random-scenario.ts';

const COMMANDS = 800;
/** Every tenth message is lost, every fifth comes twice or late. */
const FAULTS: BusFaults = { lost: 0.1, doubled: 0.1, delayed: 0.2, mostDelayMs: 30 };
const world = worldOf();

const servers = natsForFile();
const server = postgresForFile();
const reports: string[] = [];
const report = (event: string, error: unknown): void => void reports.push(`${event} ${String(error)}`);

afterEach(() => {
  reports.length = 0;
});

async function newBus(): Promise<Bus> {
  const bus = await connectNats({ url: servers()!.url, name: 'test', report });
  onTestFinished(() => bus.close());
  return bus;
}

interface Engine {
  sequencer: Sequencer;
  stop(): Promise<void>;
}

/** An engine over the store. `epoch`: number of owners. */
async function startEngine(
  store: Store,
  epoch: number,
  hashMs = 100,
  onSent?: (what: string) => void,
): Promise<Engine> {
  const nats = await newBus();
  const bus: Bus = {
    ...interceptedBus(nats, (_, message, deliver) => deliver(message)),
    publish: (subject, message) => {
      if (subject === SUBJECT.journal) onSent?.((message as JournalGroup).stateHash ? 'hash' : 'commands');
      nats.publish(subject, message);
    },
    flush: () => {
      onSent?.('sent');
      nats.flush();
    },
  };
  let nowMs = 1_700_000_000_000;
  const sequencer = await createSequencer({
    store,
    instruments: world.instruments,
    now: () => (nowMs += 25),
    defersBots: false,
    report: (what, error) => report(what, error),
  });
  const feed = await createFeed({
    instruments: world.instruments.map(({ info }) => info),
    store: null,
    now: () => nowMs,
    timer: false,
  });
  sequencer.onCommitted(() => onSent?.('published here'));
  const publisher = new JournalPublisher({
    bus,
    epoch,
    sequencer,
    feed,
    now: () => nowMs,
    report,
    fault: () => ({}),
    hashMs,
  });
  return {
    sequencer,
    stop: async () => {
      publisher.close();
      await sequencer.close();
      await bus.close();
    },
  };
}

function follow(bus: Bus): Follower {
  const follower: Follower = new Follower({
    bus,
    instruments: world.instruments,
    onOutcomes: () => undefined,
    onSync: () => Promise.resolve(),
    report,
  });
  onTestFinished(() => follower.close());
  return follower;
}

async function submitAll(sequencer: Sequencer, seed: number, count: number): Promise<void> {
  let burst: Promise<unknown>[] = [];
  for (const command of allKindsStream(seed, planOf(count, world), sequencer.machine)) {
    burst.push(sequencer.submit(command as Command));
    if (burst.length === 20) {
      await Promise.all(burst);
      burst = [];
    }
  }
  await Promise.all(burst);
}

async function equal(follower: Follower, { sequencer }: Engine, mostMs = 30_000): Promise<void> {
  const began = performance.now();
  while (follower.seq !== sequencer.seq()) {
    if (performance.now() - began > mostMs)
      throw new Error(`at ${follower.seq} of ${sequencer.seq()}: ${reports.slice(-5).join('; ')}`);
    await pause(10);
  }
  expect(follower.machine.stateHash()).toBe(sequencer.machine.stateHash());
}

describe.each(['SQLite', 'PostgreSQL'] as const)('nodes that follow, %s', { timeout: 120_000 }, (kind) => {
  it(`are equal to the engine while messages are lost, doubled and late (seed 11, ${COMMANDS} commands)`, async ({
    skip,
  }) => {
    if (!servers()) skip('no nats-server');
    const store = await (await databaseOf(kind, server, skip)).open();
    onTestFinished(() => store.close());
    const engine = await startEngine(store, 1);
    onTestFinished(() => engine.stop());
    const random = seeded(11);
    const followers = [
      follow(await newBus()),
      follow(faultyBus(await newBus(), random, FAULTS, SUBJECT.journal)),
      follow(faultyBus(await newBus(), random, FAULTS, SUBJECT.journal)),
    ];
    const running = submitAll(engine.sequencer, 11, COMMANDS);
    await pause(200);
    followers.push(follow(await newBus())); // one that starts in the middle
    await running;
    for (const follower of followers) await equal(follower, engine);
    expect(reports.filter((text) => text.includes('differs'))).toEqual([]);
    for (const follower of followers)
      await expect.poll(() => [follower.healthError(), follower.lag()]).toEqual([null, 0]);
  });

  it('go on without a new state when another process owns the database', async ({ skip }) => {
    if (!servers()) skip('no nats-server');
    const database = await databaseOf(kind, server, skip);
    let store = await database.open();
    const first = await startEngine(store, 1);
    let syncs = 0;
    const bus = await newBus();
    const follower: Follower = new Follower({
      bus,
      instruments: world.instruments,
      onOutcomes: () => undefined,
      onSync: async () => {
        syncs += 1;
      },
      report,
    });
    onTestFinished(() => follower.close());
    await submitAll(first.sequencer, 12, 300);
    await equal(follower, first);
    await first.stop();
    await store.close();
    store = await database.open();
    onTestFinished(() => store.close());
    const second = await startEngine(store, 2);
    onTestFinished(() => second.stop());
    await second.sequencer.submit({ kind: 'clock', uid: 1 });
    await equal(follower, second);
    expect([follower.epoch, syncs]).toEqual([2, 1]);
  });
});

describe('a node that follows', () => {
  it('ignores an earlier owner, and another version', async ({ skip }) => {
    if (!servers()) skip('no nats-server');
    const bus = await newBus();
    const follower = follow(await newBus());
    const beat = { version: CLUSTER_VERSION, epoch: 5, seq: 0 };
    const publishUntil = async (message: Beat, done: () => boolean): Promise<void> => {
      const began = performance.now();
      while (!done()) {
        bus.publish(SUBJECT.beat, message);
        await pause(10);
        if (performance.now() - began > 30_000) throw new Error('not noticed');
      }
    };
    await publishUntil(beat, () => follower.epoch === 5);
    bus.publish(SUBJECT.beat, { ...beat, epoch: 4 });
    await publishUntil({ ...beat, version: 99 }, () => /has version 99/.test(follower.healthError()?.message ?? ''));
    expect(follower.epoch).toBe(5);
  });

  it('loads the state again when its own differs', async ({ skip }) => {
    if (!servers()) skip('no nats-server');
    const store = await (await databaseOf('SQLite', server, skip)).open();
    onTestFinished(() => store.close());
    const engine = await startEngine(store, 1, 20);
    onTestFinished(() => engine.stop());
    const bus = await newBus();
    let isBent = false;
    const bent = interceptedBus(bus, (_, message, deliver) => {
      const group = message as { entries?: { command: { kind: string; lots?: number } }[] };
      const order = group.entries?.find(({ command }) => command.kind === 'placeSpot');
      if (order && !isBent) {
        isBent = true;
        order.command.lots = (order.command.lots ?? 0) + 1;
      }
      deliver(message);
    });
    const follower = follow(bent);
    await submitAll(engine.sequencer, 13, 10);
    await equal(follower, engine);
    await submitAll(engine.sequencer, 14, 400);
    // A hash comes with a commit, the rarer the longer it takes to compute: commits go on until one has come.
    await expect
      .poll(async () => {
        await engine.sequencer.submit({ kind: 'clock', uid: 1 });
        return reports.join();
      })
      .toContain('follower.state_differs');
    await equal(follower, engine);
    expect(isBent).toBe(true);
  });

  it('gets the commands of a commit before the engine publishes it itself, and before its state is hashed', async ({
    skip,
  }) => {
    if (!servers()) skip('no nats-server');
    const store = await (await databaseOf('SQLite', server, skip)).open();
    onTestFinished(() => store.close());
    const order: string[] = [];
    const engine = await startEngine(store, 1, 0, (what) => order.push(what));
    onTestFinished(() => engine.stop());
    const { machine } = engine.sequencer;
    const stateHash = machine.stateHash.bind(machine);
    Object.assign(machine, { stateHash: () => (order.push('hashed'), stateHash()) });
    await engine.sequencer.submit({ kind: 'clock', uid: 1 });
    expect(order).toEqual(['commands', 'sent', 'published here', 'hashed', 'hash']);
    // Only now: the state that a node loads is hashed too.
    const follower = follow(await newBus());
    await expect.poll(() => follower.verifiedSeq).toBe(engine.sequencer.seq());
  });
});
