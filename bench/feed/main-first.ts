// Raises the priority of a page's main thread.
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { renderers, treePids } from '../chart/process-tree.ts';

let warned = false;

/**
 * On a phone with eight cores the page's thread always has one; on two, shared with the feed, the exchange and the
 * rest of the browser, it often waits, and a browser that slows a page down charges it for that (see thread-work.ts).
 * Of the pages of the browser `pid` the busiest is chosen. Needs root: without, a warning is logged once, and the
 * slowed figures are too high. The slowdown stays near four: pieces of 1.4 ms take 4.6 times as long with or without
 * priority while the machine is idle; with two other busy processes 4.6 times with priority, and 7.4 without, one in
 * twenty 12 times.
 * A browser ranks its threads while it opens a page: call this after that.
 */
export function prioritizeMainThread(pid: number): void {
  const [main] = renderers(treePids(pid)).sort((a, b) => ranNs(b) - ranNs(a));
  try {
    if (main === undefined) throw new Error('its process is not to be found');
    // A thread is meant, not its process; the first one's number is the process's.
    setPriority(main, constants.priority.PRIORITY_HIGHEST);
  } catch (error) {
    if (!warned) console.error(`  the page's main thread could not be put first: ${String(error)}`);
    warned = true;
  }
}

/** 0 where the platform does not report it: then any of them counts as the busiest. */
function ranNs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}
