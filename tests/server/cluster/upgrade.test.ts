// Every node is replaced under load, by the same build and by one of another version: no call of a user is refused.
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BUILDS } from '../../../server/build-stamp.mjs';
import { CLUSTER_VERSION } from '../../../server/cluster/cluster-messages.ts';
import { ROOT } from '../../support/data/shared-file.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { natsForFile } from '../../support/server/nats-for-file.ts';
import { launcherForFile } from '../../support/server/server-process.ts';
import { databaseWithPast, postgresForFile } from '../../support/server/test-database.ts';
import { ClusterUnderFire } from './cluster-under-fire.ts';

const SEED = Number(process.env['SEED'] ?? 20261127);
/** Few orders are enough: what is refused shows at once. */
const PAUSE_MS = 40;
/**
 * The next engine leads a second after the last one's signal. A machine so busy that it takes this long shows nothing
 * about calls that wait for five: it is done again.
 */
const LATE_MS = 3_000;
const MAX_TRIES = 3;
const servers = natsForFile(1);
const database = postgresForFile();
const launch = launcherForFile();

/** A build that differs from this one in the version of the cluster's messages alone; gone when the test ends. */
function buildOfOtherVersion(): string {
  const build = join(ROOT, 'dist', `server-of-other-version-${process.pid}`);
  cpSync(join(ROOT, BUILDS.server.output), build, { recursive: true });
  onTestFinished(() => rmSync(build, { recursive: true, force: true }));
  // The bundler writes the constant into the places where it is used.
  const sent = new RegExp(`version: ${CLUSTER_VERSION},\\s+epoch`, 'g');
  const compared = new RegExp(`version === ${CLUSTER_VERSION} \\? null`, 'g');
  let places = 0;
  for (const name of readdirSync(join(build, 'assets')).filter((file) =>
    /^(start-engine|follow-exchange)/.test(file),
  )) {
    const file = join(build, 'assets', name);
    const text = readFileSync(file, 'utf8');
    places += (text.match(sent)?.length ?? 0) + (text.match(compared)?.length ?? 0);
    const next = CLUSTER_VERSION + 1;
    writeFileSync(
      file,
      text
        .replaceAll(sent, (found) => found.replace(String(CLUSTER_VERSION), String(next)))
        .replaceAll(compared, `version === ${next} ? null`),
    );
  }
  expect(places, 'places of the version in the build').toBe(3);
  return build;
}

it.each(['the same build', 'another version'] as const)(
  `no call is refused while every node is replaced by %s (seed ${SEED})`,
  async (kind) => {
    const nats = servers();
    const url = database();
    if (!nats || url === null) return;
    const { where } = await databaseWithPast(url);
    const settings = { natsUrl: nats.url, databaseUrl: where, dataDir: dataFolder(onTestFinished) };
    const cluster = new ClusterUnderFire(launch, settings, nats, null, seeded(SEED));
    onTestFinished(() => cluster.end());
    await cluster.start(2, 4, PAUSE_MS);
    const isOther = kind === 'another version';
    const builds = [isOther ? buildOfOtherVersion() : undefined, undefined];
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      cluster.users.refusals = [];
      const withoutLeaderMs = await cluster.upgrade((env) => launch(env, undefined, builds[tries % 2]), isOther);
      console.log(`no engine led for ${Math.round(withoutLeaderMs)} ms`);
      if (cluster.users.refusals.length === 0 || withoutLeaderMs < LATE_MS) break;
    }
    await cluster.stop();
    cluster.report();
    expect(cluster.users.refusals).toEqual([]);
    expect(await cluster.faults()).toEqual([]);
  },
  900_000,
);
