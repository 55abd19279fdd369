// A cluster whose database is on a full disk: no engine leads, gateways say so at once, and nothing is lost or claimed.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { CODE } from '../../../core/errors/errors.ts';
import { stopwatch } from '../../support/data/processor-wait.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { natsForFile } from '../../support/server/nats-for-file.ts';
import { callAt, launcherForFile, registered } from '../../support/server/server-process.ts';
import { fill, smallDisk } from '../../support/data/small-disk.ts';
import { databaseWithPast, onServer, postgresForFile } from '../../support/server/test-database.ts';
import { healthOf, launchEngine, listening, startGatewayNode, until } from './cluster-fixture.ts';

const servers = natsForFile();
const database = postgresForFile();
const launch = launcherForFile();

/** How long an order waits between two, and how many are sent while no engine can write. */
const BETWEEN_MS = 50;
const REFUSED_ORDERS = 60;
/** A standby that found space just before the disk was full leads within this, and ends with its first commit. */
const UNDER_WAY_MS = 1_500;
/** From the first order that is refused to 503 of every gateway: a message of the engine, and a look of the test. */
const REPORTED_MS = 500;
/** An order that no engine can take is refused, not tried for five seconds. */
const REFUSED_MS = 1_000;

/** Starts to measure. Returns how long it has been so far, ms, without what these processes waited for a processor. */
function elapsedOf(nodes: readonly { child: ChildProcess }[]): () => number {
  const began = performance.now();
  const own = nodes.map(({ child }) => stopwatch(child.pid ?? 0));
  return () => {
    const elapsedMs = performance.now() - began;
    return own.reduce((leftMs, ownMs) => leftMs - Math.max(0, elapsedMs - ownMs()), elapsedMs);
  };
}

/** Moves a database to a disk; only a server of this machine can. */
async function moveTo(disk: string, serverUrl: string, databaseUrl: string): Promise<void> {
  const folder = join(disk, 'tables');
  mkdirSync(folder);
  spawnSync('chown', ['postgres', folder]);
  const name = new URL(databaseUrl).pathname.slice(1);
  await onServer(
    serverUrl,
    `CREATE TABLESPACE small LOCATION '${folder}'`,
    `ALTER DATABASE ${name} SET TABLESPACE small`,
  );
}

it('no engine leads on a full disk, and nothing is lost', { timeout: 240_000 }, async ({ skip }) => {
  const serverUrl = database() ?? skip('no PostgreSQL at hand');
  const disk = smallDisk() ?? skip('this user may not mount a disk');
  const settings = {
    natsUrl: servers()?.url ?? skip('no nats-server'),
    databaseUrl: (await databaseWithPast(serverUrl)).where,
    dataDir: dataFolder(onTestFinished),
  };
  await moveTo(disk, serverUrl, settings.databaseUrl);
  const engines = [launchEngine(launch, settings)];
  await listening(engines[0]!);
  engines.push(launchEngine(launch, settings));
  const gateways = [await startGatewayNode(launch, settings), await startGatewayNode(launch, settings)];
  const health = (): Promise<number[]> => Promise.all(gateways.map(({ url }) => healthOf(url, 30_000)));
  await until('the gateways follow', async () => (await health()).every((status) => status === 200));
  await until('the standby waits', () => Promise.resolve(engines[1]!.text().includes('standby.waiting')));
  const leads = (): number => engines.reduce((sum, { text }) => sum + text().split('engine.leads').length - 1, 0);
  const [{ url }] = gateways as [(typeof gateways)[0]];
  const token = await registered(url, 'full@example.com');
  const { data } = await callAt(url, '/coin/ticker', { coinInfoId: '2' });
  const price = (Number(data['last'] ?? 0) * 0.92).toFixed(1);
  const answers = new Map<string, number>();
  const buy = async (): Promise<number> => {
    const clientNo = `n${answers.size}`;
    const form = { coinInfoId: '2', side: 'buy', orderType: 'limit', price, amount: '0.001', clientNo };
    const { code } = await callAt(url, '/coin/order/add', form, token);
    answers.set(clientNo, code);
    return code;
  };
  expect(await buy()).toBe(0);

  const free = fill(disk);
  await until('an order is refused', async () => (await buy()) !== 0);
  const reported = elapsedOf([...engines, ...gateways]);
  await until('both gateways say it', async () => (await health()).every((status) => status === 503));
  const reportedMs = reported();
  expect(reportedMs).toBeLessThan(REPORTED_MS);
  fill(disk);
  const underWay = elapsedOf(engines);
  await until('no engine is under way', () => Promise.resolve(underWay() > UNDER_WAY_MS));
  await until('both gateways say it', async () => (await health()).every((status) => status === 503));
  const before = leads();
  for (let at = 0; at < REFUSED_ORDERS; at += 1) {
    const refused = elapsedOf([gateways[0]!]);
    expect(await buy()).toBe(CODE.busy);
    expect(refused()).toBeLessThan(REFUSED_MS);
    expect(await health()).toEqual([503, 503]);
    await pause(BETWEEN_MS);
  }
  expect(leads()).toBe(before);
  expect(gateways[1]!.text()).toMatch(/No space left on device.*engine_cannot_commit/);

  free();
  const backMs = await until('an engine leads again', async () => (await health()).every((status) => status === 200));
  expect(leads()).toBe(before + 1);
  expect(await buy()).toBe(0);
  const list = (await callAt(url, '/coin/order/list', { state: 'current', pageSize: '100' }, token)).data['list'];
  const there = new Set((list as unknown as { clientNo: string }[]).map(({ clientNo }) => clientNo));
  // What was answered with 1501 may be there, or not.
  const known = [...answers].filter(([, code]) => code !== CODE.unsure);
  expect(known.map(([clientNo, code]) => [clientNo, code === 0])).toEqual(
    known.map(([clientNo]) => [clientNo, there.has(clientNo)]),
  );
  console.log(
    `a full disk: 503 ${Math.round(reportedMs)} ms after the first refusal, back ${Math.round(backMs)} ms after`,
  );
});
