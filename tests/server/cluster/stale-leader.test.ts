// Leaders that stand still or are cut off, and come back when another one leads: they commit nothing any more.
import { expect, it, onTestFinished } from 'vitest';
import { dataFolder } from '../../support/server/data-folder.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { natsForFile } from '../../support/server/nats-for-file.ts';
import { launcherForFile } from '../../support/server/server-process.ts';
import { databaseWithPast, postgresForFile } from '../../support/server/test-database.ts';
import { ClusterUnderFire } from './cluster-under-fire.ts';

const ROUNDS = Number(process.env['STALE_ROUNDS'] ?? 4);
/** No further round after this long, minutes; a soak is the sum of several runs. */
const MINUTES = Number(process.env['STALE_MINUTES'] ?? Infinity);
const SEED = Number(process.env['SEED'] ?? 20261126);

/** One: servers of a cluster would name each other's addresses to the nodes, past the proxies. */
const servers = natsForFile(1);
const database = postgresForFile();
const launch = launcherForFile();

it(
  `an old leader commits nothing (seed ${SEED}, ${ROUNDS} rounds)`,
  async ({ skip }) => {
    const nats = servers() ?? skip('no nats-server');
    const { where } = await databaseWithPast(database() ?? skip('no PostgreSQL at hand'));
    const settings = { natsUrl: nats.url, databaseUrl: where, dataDir: dataFolder(onTestFinished), isProxied: true };
    const cluster = new ClusterUnderFire(launch, settings, nats, null, seeded(SEED));
    onTestFinished(() => cluster.end());
    await cluster.start(1, 3);
    const endAt = performance.now() + MINUTES * 60_000;
    for (let round = 0; round < ROUNDS && performance.now() < endAt; round += 1)
      await cluster.strike(round % 2 === 0 ? 'stopped' : 'cutOff');
    await cluster.stop();
    cluster.report();
    expect(await cluster.faults()).toEqual([]);
  },
  360_000 + ROUNDS * 60_000,
);
