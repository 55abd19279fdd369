// From an order to its durable answer: through the sequencer on each store, and over HTTP, at several
// paces, beside one bare durable commit. LATENCY_ONLY=sqlite, postgres or http: that alone.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tests/support/data/shared-file.ts';
import { buildBesideThread } from '../tests/support/server/build-thread.ts';
import type { Row } from './harness/row.ts';

const PARTS = ['sqlite', 'postgres', 'http'];

/**
 * What `npm start` gives node: what is measured runs as the product does, built, in a process of its own, under the
 * same flags.
 */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.match(/--\S+/g) ?? [];
}

async function measured(built: string, part: string): Promise<Row[]> {
  const child = fork(join(built, 'measured.mjs'), [part, join(ROOT, 'bench/latency/order-callers.mjs')], {
    execArgv: startFlags(),
  });
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
  await buildBesideThread(built, { measured: 'bench/latency/measured.ts' });
  const rows: Row[] = [];
  try {
    for (const part of PARTS) if (!only || only === part) rows.push(...(await measured(built, part)));
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
  return rows;
}
