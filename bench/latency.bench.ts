// From an order to its durable answer: through the sequencer on each store, and over HTTP, at several
// paces, beside one bare durable commit; and the CPU of an order over the socket and over HTTP.
// LATENCY_ONLY=sqlite, postgres, http, cpu-bare, cpu-sqlite or cpu-postgres: that alone.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tests/support/data/shared-file.ts';
import { buildBesideThread } from '../tests/support/server/build-thread.ts';
import type { Row } from './harness/row.ts';

const PARTS = ['sqlite', 'postgres', 'http'];
const CPU_PARTS = ['cpu-bare', 'cpu-sqlite', 'cpu-postgres'];

/**
 * What `npm start` gives node: what is measured runs as the product does, built, in a process of its own, under the
 * same flags.
 */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.match(/--\S+/g) ?? [];
}

async function measured(built: string, part: string): Promise<Row[]> {
  const [program, callers] = CPU_PARTS.includes(part)
    ? ['order-cpu.mjs', 'bench/latency/cpu-callers.mjs']
    : ['measured.mjs', 'bench/latency/order-callers.mjs'];
  const child = fork(join(built, program), [part, join(ROOT, callers)], { execArgv: startFlags() });
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
  await buildBesideThread(built, {
    measured: 'bench/latency/measured.ts',
    'order-cpu': 'bench/latency/order-cpu.ts',
  });
  const rows: Row[] = [];
  try {
    for (const part of [...PARTS, ...CPU_PARTS])
      if (!only || only === part) rows.push(...(await measured(built, part)));
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
  return rows;
}
