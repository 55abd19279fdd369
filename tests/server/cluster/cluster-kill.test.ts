// `kill -9` of engines, gateways, NATS and PostgreSQL under load: nothing answered is lost or doubled.
import { expect, it, onTestFinished } from 'vitest';
import { dataFolder } from '../../support/server/data-folder.ts';
import { seeded } from '../../support/exchange/random-commands.ts';
import { natsForFile } from '../../support/server/nats-for-file.ts';
import { startPostgres } from '../../support/server/postgres.mjs';
import { launcherForFile } from '../../support/server/server-process.ts';
import { ClusterUnderFire, type Victim } from './cluster-under-fire.ts';
import { until } from './cluster-fixture.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 8);
const SEED = Number(process.env['SEED'] ?? 20261125);
/** Of twenty kills eight hit the leader, six a gateway, three NATS and three PostgreSQL. */
const VICTIMS: readonly Victim[] = ['engine', 'gateway', 'engine', 'nats', 'engine', 'gateway', 'engine', 'postgres'];

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
    await cluster.start(3, 4);
    const silences = new Map<Victim, number[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const victim = VICTIMS[round % VICTIMS.length]!;
      silences.set(victim, [...(silences.get(victim) ?? []), await cluster.strike(victim)]);
    }
    await cluster.stop();
    for (const [victim, list] of silences) {
      const sorted = list.map(Math.round).toSorted((a, b) => a - b);
      console.log(
        `${victim}: ${list.length} kills, longest silence p50 ${sorted[sorted.length >> 1]} ms, max ${sorted.at(-1)} ms`,
      );
    }
    console.log(`${cluster.answered.size} orders answered`);
    expect(await cluster.faults()).toEqual([]);
    expect(cluster.contradictions).toEqual([]);
    expect(cluster.lines(/state_differs/)).toEqual([]);
    await until('books agree', () => cluster.booksAgree());
  },
  120_000 + ROUNDS * 30_000,
);
