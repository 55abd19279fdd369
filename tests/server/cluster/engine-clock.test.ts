// The exchange's time at nodes whose machine has another time: no price seems younger there, and a takeover goes on.
import { describe, expect, it, onTestFinished } from 'vitest';
import { EngineClock } from '../../../server/cluster/engine-clock.ts';
import { clockAhead } from '../../support/exchange/clock-ahead.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { natsForFile } from '../../support/server/nats-for-file.ts';
import { callAt, launcherForFile } from '../../support/server/server-process.ts';
import { freshDatabase, postgresForFile } from '../../support/server/test-database.ts';
import { healthOf, kill, launchEngine, listening, startGatewayNode, until } from './cluster-fixture.ts';

const SEED = Number(process.env['SEED'] ?? 20261129);
const BEAT_MS = 250;
/** The time of the first stamp. */
const START_MS = 1_700_000_000_000;
/** What a question and its answer take at most. */
const MAX_TRIP_MS = 40;
/** By how much a clock may seem ahead without a measurement. */
const MAX_AHEAD_MS = 250;

describe('the clock of a node that follows', () => {
  /** Runs a minute of beats; returns the least and the greatest error of its last half, ms. */
  async function errorsOf(aheadMs: number, delayMs: (beat: number) => number): Promise<[number, number]> {
    const random = seeded(SEED);
    let engineMs = START_MS;
    const clock = new EngineClock({
      own: () => engineMs + aheadMs,
      ask: async () => {
        await Promise.resolve();
        engineMs += (random() * MAX_TRIP_MS) / 2;
        const stampMs = engineMs;
        engineMs += (random() * MAX_TRIP_MS) / 2;
        return stampMs;
      },
      report: (_, error) => expect.unreachable(String(error)),
      log: () => undefined,
    });
    const errors: number[] = [];
    for (let beat = 0; beat < 240; beat += 1) {
      const stampMs = engineMs;
      const arrivesMs = engineMs + delayMs(beat);
      engineMs = Math.max(engineMs, arrivesMs);
      clock.addStamp(stampMs);
      // The answer comes before the next beat.
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      if (beat >= 120) errors.push(clock.now() - engineMs);
      engineMs += BEAT_MS;
    }
    return [Math.min(...errors), Math.max(...errors)];
  }

  it.each([0, -1, -900, 900, -90_000, 90_000])(
    `is not behind the engine's and little ahead, with an own clock %i ms ahead (seed ${SEED})`,
    async (aheadMs) => {
      const random = seeded(SEED);
      const [least, greatest] = await errorsOf(aheadMs, () => (random() < 0.1 ? 0 : random() * 100));
      expect(least).toBeGreaterThanOrEqual(0);
      expect(greatest).toBeLessThan(Math.max(MAX_AHEAD_MS, MAX_TRIP_MS) + 100);
    },
  );

  it('does not take messages that are all late for a clock that is ahead', async () => {
    const [least] = await errorsOf(0, () => 3_000);
    expect(least).toBeGreaterThanOrEqual(0);
  });
});

describe('a cluster of machines with different clocks', () => {
  const servers = natsForFile(1);
  const server = postgresForFile();
  const launch = launcherForFile();
  const GATEWAY_AHEAD_MS = -90_000;
  const STANDBY_AHEAD_MS = 180_000;
  /** What calls and takeovers of a busy machine take. */
  const MAX_ERROR_MS = 2_000;

  const timeAt = async (url: string): Promise<number> =>
    ((await callAt(url, '/common/prop', { keys: 'version' })) as unknown as { ts: number }).ts - Date.now();

  /** Difference of the machine's clock and the exchange's time that a node reports. */
  async function aheadAt(url: string): Promise<number> {
    const answer = (await (await fetch(`${url}/healthz`)).json()) as { data: { clockAheadMs: number } };
    return answer.data.clockAheadMs;
  }

  it('has one time, also after a takeover', async ({ skip }) => {
    const database = server() ?? skip('no PostgreSQL at hand');
    const shared = {
      natsUrl: servers()?.url ?? skip('no nats-server'),
      databaseUrl: (await freshDatabase(database)).where,
      dataDir: dataFolder(onTestFinished),
    };
    const first = await listening(launchEngine(launch, shared));
    const standby = launchEngine(launch, { ...shared, env: { engine: clockAhead(STANDBY_AHEAD_MS) } });
    const gateway = await startGatewayNode(launch, { ...shared, env: { gateway: clockAhead(GATEWAY_AHEAD_MS) } });
    await until('the gateway follows', async () => (await healthOf(gateway.url)) === 200);
    await until('the standby follows', async () => standby.text().includes('standby.follows'));
    expect(Math.abs(await timeAt(gateway.url))).toBeLessThan(MAX_ERROR_MS);
    // Messages that are late on a busy machine are corrected by those that are not.
    await expect.poll(() => aheadAt(gateway.url)).toBeCloseTo(GATEWAY_AHEAD_MS, -3);
    await kill(first);
    const leader = await listening(standby);
    expect(Math.abs(await timeAt(leader.url))).toBeLessThan(MAX_ERROR_MS);
    expect(await aheadAt(leader.url)).toBeCloseTo(STANDBY_AHEAD_MS, -3);
    await until('the gateway follows', async () => (await healthOf(gateway.url)) === 200);
    expect(Math.abs(await timeAt(gateway.url))).toBeLessThan(MAX_ERROR_MS);
  }, 240_000);
});
