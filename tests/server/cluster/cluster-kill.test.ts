// `kill -9` of engines, gateways, NATS and PostgreSQL under load: nothing answered is lost or doubled.
import { expect, it, onTestFinished } from 'vitest';
import { dataFolder } from '../../support/server/data-folder.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { natsForFile } from '../../support/server/nats-for-file.ts';
import { startPostgres } from '../../support/server/postgres.mjs';
import { launcherForFile } from '../../support/server/server-process.ts';
import { ClusterUnderFire, type Victim } from './cluster-under-fire.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 8);
const USERS = Number(process.env['KILL_USERS'] ?? 4);
/** No further kill after this long, minutes; a soak is the sum of several runs. */
const MINUTES = Number(process.env['KILL_MINUTES'] ?? Infinity);
const SEED = Number(process.env['SEED'] ?? 20261125);
/** Of twenty kills eight hit the leader, six a gateway, three NATS and three PostgreSQL; the first six hit all. */
const VICTIMS: readonly Victim[] = [
  ...(['engine', 'gateway', 'nats', 'engine', 'gateway', 'postgres', 'engine', 'engine'] as const),
  ...(['gateway', 'engine', 'nats', 'gateway', 'engine', 'postgres', 'gateway', 'engine'] as const),
  ...(['nats', 'gateway', 'engine', 'postgres'] as const),
];

const servers = natsForFile(3);
const launch = launcherForFile();

it(
  `nothing answered is lost or doubled (seed ${SEED}, ${ROUNDS} kills)`,
  async ({ skip }) => {
    const nats = servers() ?? skip('no nats-server');
    const postgres = (await startPostgres()) ?? skip('no PostgreSQL');
    onTestFinished(() => postgres.remove());
    const settings = { natsUrl: nats.url, databaseUrl: postgres.url, dataDir: dataFolder(onTestFinished) };
    const cluster = new ClusterUnderFire(launch, settings, nats, postgres, seeded(SEED));
    await cluster.start(3, USERS);
    const endAt = performance.now() + MINUTES * 60_000;
    for (let round = 0; round < ROUNDS && performance.now() < endAt; round += 1)
      await cluster.strike(VICTIMS[round % VICTIMS.length]!);
    await cluster.stop();
    cluster.report();
    expect(await cluster.faults()).toEqual([]);
  },
  360_000 + ROUNDS * 60_000,
);
