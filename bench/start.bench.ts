// Start of the exchange: from the command to the first answered call, on an empty folder and again; and what a start
// replays after a kill at full speed. START_ONLY=recovery: that alone. RECOVERY_COMMANDS=1000000,10000000: after so
// many commands of users, some 0.1 ms and 1.6 KB each.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tests/support/data/shared-file.ts';
import { ExchangeProcess } from '../tests/support/browser/exchange-process.ts';
import { buildBesideThread } from '../tests/support/server/build-thread.ts';
import { formed } from './harness/quick.ts';
import type { Started, Written } from './start/recovery.ts';
import { type Row, median } from './harness/row.ts';

const AGAIN = 5;
const COMMANDS = (process.env['RECOVERY_COMMANDS'] ?? String(formed(100_000, 20_000))).split(',').map(Number);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

export async function run(): Promise<Row[]> {
  const ofProduct = process.env['START_ONLY'] === 'recovery' ? [] : await starts();
  return [...ofProduct, ...(await recoveries())];
}

/** Kills after so many commands, each in a process of its own, and the starts after them. */
async function recoveries(): Promise<Row[]> {
  // Inside node_modules, so that the bundle finds the packages it leaves outside.
  const built = mkdtempSync(join(ROOT, 'node_modules', '.recovery-'));
  const rows: Row[] = [];
  try {
    await buildBesideThread(built, { recovery: 'bench/start/recovery.ts' });
    for (const [at, commands] of COMMANDS.entries()) {
      const dataDir = join(built, `data${at}`);
      const written = await answerOf<Written>(fork(join(built, 'recovery.mjs'), ['write', dataDir, String(commands)]));
      const started = await answerOf<Started>(fork(join(built, 'recovery.mjs'), ['start', dataDir]));
      if (started.commands < written.commands) throw new Error(`${started.commands} of ${written.commands} recovered`);
      rows.push(...recoveryRows(written, started));
      rmSync(dataDir, { recursive: true });
    }
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
  return rows;
}

/** What a process sends before it ends. */
async function answerOf<T>(child: ChildProcess): Promise<T> {
  const closed = once(child, 'close').then(() => {
    throw new Error('a process of the recovery ended without an answer');
  });
  const [answer] = (await Promise.race([once(child, 'message'), closed])) as [T];
  await closed.catch(() => undefined);
  return answer;
}

function recoveryRows({ commands, bytes }: Written, started: Started): Row[] {
  const { ms, cpuMs, afterSnapshot, withoutRows, open, queryMs, pageMs, allMs } = started;
  return [
    {
      name: `store opened after kill -9 at command ${commands}, ${Math.round(bytes / 1e6)} MB`,
      value: ms,
      unit: 'ms',
      against: 'limit 20 s',
      ratio: 20_000 / ms,
    },
    { name: 'its CPU', value: cpuMs, unit: 'ms' },
    { name: 'replayed from the newest snapshot', value: afterSnapshot, unit: 'commands' },
    { name: 'of these without rows', value: withoutRows, unit: 'commands' },
    {
      name: `list of ${open} open orders of one user`,
      value: queryMs,
      unit: 'ms',
      against: 'limit 0.2 ms',
      ratio: 0.2 / queryMs,
    },
    {
      name: 'its first 50 printed as an answer has them',
      value: pageMs,
      unit: 'ms',
      against: 'limit 0.2 ms',
      ratio: 0.2 / pageMs,
    },
    {
      name: 'all of it printed so',
      value: allMs,
      unit: 'ms',
      against: 'limit 0.2 ms',
      ratio: 0.2 / allMs,
    },
  ];
}

async function starts(): Promise<Row[]> {
  // Builds what is stale, so that what follows starts from built output.
  const warm = await ExchangeProcess.start();
  await warm.stop();
  let exchange: ExchangeProcess | null = null;
  const first = await timed(async () => {
    exchange = await ExchangeProcess.start();
  });
  const again: number[] = [];
  for (let round = 0; round < AGAIN; round += 1) {
    await exchange!.kill();
    again.push(await timed(() => exchange!.launch()));
  }
  await exchange!.stop();
  return [
    {
      name: 'first start, empty folder, two years of candles made',
      value: first,
      unit: 'ms',
      against: 'limit 10 s',
      ratio: 10_000 / first,
    },
    {
      name: `start after kill -9, existing database (median of ${AGAIN})`,
      value: median(again),
      unit: 'ms',
      against: 'limit 1 s',
      ratio: 1_000 / median(again),
    },
  ];
}
