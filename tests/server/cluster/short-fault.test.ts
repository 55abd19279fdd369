// A database server that is away for a moment: orders under a client number wait for it, and none is refused.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { stopwatch } from '../../support/data/processor-wait.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { natsForFile } from '../../support/server/nats-for-file.ts';
import { startPostgres } from '../../support/server/postgres.mjs';
import { callAt, launcherForFile, registered } from '../../support/server/server-process.ts';
import { healthOf, launchEngine, listening, startGatewayNode, until } from './cluster-fixture.ts';

const servers = natsForFile(1);
const launch = launcherForFile();

const RESTARTS = 3;
const CALLERS = 4;
/** How long the server is away at least, and between two orders of a caller. */
const AWAY_MS = 700;
const BETWEEN_MS = 20;
/**
 * A machine so busy that the server or the cluster takes longer to come back, or that the engine waits for a processor
 * meanwhile, shows nothing about waiting for five seconds.
 */
const SHORT_MS = 3_500;

it('a short fault of the database refuses no order under a client number', { timeout: 240_000 }, async ({ skip }) => {
  const natsUrl = servers()?.url ?? skip('no nats-server');
  const postgres = (await startPostgres()) ?? skip('no PostgreSQL at hand');
  onTestFinished(() => postgres.remove());
  const settings = { natsUrl, databaseUrl: postgres.url, dataDir: dataFolder(onTestFinished) };
  const engine = launchEngine(launch, settings);
  await listening(engine);
  const standby = launchEngine(launch, settings);
  const { url } = await startGatewayNode(launch, settings);
  await until('the gateway follows', async () => (await healthOf(url)) === 200);
  await until('the standby follows', () => Promise.resolve(standby.text().includes('standby.follows')));
  const token = await registered(url, 'short@example.com');
  const end = new AbortController();
  const codes: number[] = [];
  const caller = async (name: number): Promise<void> => {
    for (let at = 0; !end.signal.aborted; at += 1) {
      const form = { coinInfoId: '2', side: 'buy', orderType: 'market', total: '10', clientNo: `c${name}-${at}` };
      codes.push((await callAt(url, '/coin/order/add', form, token)).code);
      await pause(BETWEEN_MS);
    }
  };
  const callers = Array.from({ length: CALLERS }, (_, name) => caller(name));
  const more = (count: number): Promise<unknown> => {
    const before = codes.length;
    return until('orders are answered', () => Promise.resolve(codes.length > before + count));
  };
  for (let at = 0; at < RESTARTS; at += 1) {
    await more(CALLERS);
    const before = codes.length;
    const began = performance.now();
    const ownMs = stopwatch(engine.child.pid ?? 0);
    postgres.crash();
    await pause(AWAY_MS);
    postgres.start();
    const awayMs = performance.now() - began;
    await until('the gateway follows', async () => (await healthOf(url)) === 200);
    await more(CALLERS);
    const backMs = performance.now() - began;
    const busyMs = backMs - ownMs();
    const refused = codes.slice(before).filter((code) => code !== 0);
    console.log(
      `away for ${Math.round(awayMs)} ms, busy for ${Math.round(busyMs)} ms, back after ${Math.round(backMs)} ms: ${refused.length} of ${codes.length - before} refused`,
    );
    if (Math.max(awayMs + busyMs, backMs) < SHORT_MS) expect(refused).toEqual([]);
  }
  end.abort();
  await Promise.all(callers);
});
