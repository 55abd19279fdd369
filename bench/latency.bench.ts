// From an order to its durable answer at several paces, beside one bare durable commit: through the sequencer alone
// (sqlite, postgres), over the socket and HTTP of a whole exchange from another process (pace-sqlite, pace-postgres);
// and the CPU of an order over both (cpu-bare, cpu-sqlite, cpu-postgres). LATENCY_ONLY=PART: that alone.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tests/support/data/shared-file.ts';
import { buildBesideThread } from '../tests/support/server/build-thread.ts';
import type { Row } from './harness/row.ts';
import { startFlags } from './harness/start-flags.ts';

/** What measures each part; callers are a process of their own. */
const PROGRAMS = {
  sqlite: 'measured',
  postgres: 'measured',
  'pace-sqlite': 'order-pace',
  'pace-postgres': 'order-pace',
  'cpu-bare': 'order-cpu',
  'cpu-sqlite': 'order-cpu',
  'cpu-postgres': 'order-cpu',
};
const CALLERS = join(ROOT, 'bench/latency/order-callers.mjs');

async function measured(built: string, part: string, program: string): Promise<Row[]> {
  const child = fork(join(built, `${program}.mjs`), [part, CALLERS], { execArgv: startFlags() });
  const failed = once(child, 'close').then(([code]) => {
    throw new Error(`the part ${part} ended with ${String(code)}`);
  });
  const [rows] = (await Promise.race([once(child, 'message'), failed])) as [Row[]];
  return rows;
}

export async function run(): Promise<Row[]> {
  const only = process.env['LATENCY_ONLY'];
  // Inside node_modules, so that the bundle finds the packages it leaves outside.
  const built = mkdtempSync(join(ROOT, 'node_modules', '.latency-'));
  const programs = [...new Set(Object.values(PROGRAMS))];
  await buildBesideThread(built, Object.fromEntries(programs.map((name) => [name, `bench/latency/${name}.ts`])));
  const rows: Row[] = [];
  try {
    for (const [part, program] of Object.entries(PROGRAMS))
      if (!only || only === part) rows.push(...(await measured(built, part, program)));
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
  return rows;
}
