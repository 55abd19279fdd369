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
 * and others had the processor. A limit of the exchange holds for that: on an idle machine it is all.
 */
export function stopwatch(pid: number): () => number {
  const [beganMs, before] = [performance.now(), waitedMs(pid)];
  return () => performance.now() - beganMs - Math.max(0, waitedMs(pid) - before);
}
