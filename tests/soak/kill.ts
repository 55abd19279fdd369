// kill -9 under order load, 200 rounds on each store (KILL_ROUNDS for another number): the test of every change, run longer.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../shared.ts';

const ROUNDS = '200';

/** Throws when an answered command was lost, doubled or half there, or a coin does not sum to 0. */
export async function run(): Promise<void> {
  const vitest = spawn(process.execPath, [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', 'tests/sequencer/kill.test.ts'], {
    cwd: ROOT, stdio: 'inherit', env: { KILL_ROUNDS: ROUNDS, ...process.env },
  });
  const [code] = (await once(vitest, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the rounds ended with ${code}`);
}
