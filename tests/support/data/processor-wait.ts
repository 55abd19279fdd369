// How long a process has waited for a processor: a busy machine's share of a measured time.
import { readFileSync } from 'node:fs';

/** So far, of its main thread, in ms; 0 where the kernel does not count it. */
function waitedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/**
 * Starts to measure. Returns how long it has been so far, in ms, without the time in which the process was ready to run
 * and others had the processor. A limit of the exchange holds for that: on an idle machine it is all. What a process
 * has waited is gone with it: of one that has ended it is what the last look found. `waiting`: processes that wait one
 * after another, as an exchange and its database server on the same machine do; each of them waits about as long.
 */
export function stopwatch(pid: number, waiting = 1): () => number {
  const [beganMs, before] = [performance.now(), waitedMs(pid)];
  let waited = before;
  return () => {
    waited = Math.max(waited, waitedMs(pid));
    return performance.now() - beganMs - waiting * (waited - before);
  };
}

/** Starts to measure how long this process waits: what it watches may have happened at any moment of it. In ms. */
export function ownWait(): () => number {
  const before = waitedMs(process.pid);
  return () => waitedMs(process.pid) - before;
}

/** Between two looks at a process that may end at any moment, in ms. */
const LOOK_MS = 20;

/**
 * How long it takes from now on until `ended`, in ms, as a stopwatch of the process has it, without what this process
 * waited after its last look.
 */
export async function msUntil(ended: Promise<unknown>, pid: number): Promise<number> {
  const elapsedMs = stopwatch(pid);
  let sinceLookMs = ownWait();
  const looks = setInterval(() => {
    elapsedMs();
    sinceLookMs = ownWait();
  }, LOOK_MS);
  await ended.finally(() => clearInterval(looks));
  return elapsedMs() - sinceLookMs();
}
