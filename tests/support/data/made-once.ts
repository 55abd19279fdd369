// What the first worker of a run makes for all of them.
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** A lock that is older belongs to a run that was killed; what is made under it takes a tenth of that. */
export const MAKING_MS = 120_000;

/** Tests may move `Date`. */
const realNowMs = (): number => performance.timeOrigin + performance.now();

/** Tries to become the one that makes it; removes a lock that a killed run left. */
function acquireLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    if (realNowMs() - mtimeMs > MAKING_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/** Makes what is not there yet, or waits while another worker makes it. `lock` is a path in a folder that exists. */
export async function madeOnce(
  lock: string,
  isMade: () => boolean | Promise<boolean>,
  make: () => Promise<void>,
): Promise<void> {
  while (!(await isMade())) {
    if (!acquireLock(lock)) await pause(100);
    else
      try {
        if (!(await isMade())) await make();
      } finally {
        rmSync(lock, { recursive: true, force: true });
      }
  }
}
