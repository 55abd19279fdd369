// Raises the priority of a page's main thread.
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { renderers, treePids } from '../chart/process-tree.ts';

let warned = false;

/**
 * On a phone with eight cores nobody takes one away from the page while there is work to be done; on two, shared with
 * the feed, the exchange and the rest of the browser, somebody does all the time, and a browser that slows a page down
 * charges it for that (see thread-work.ts). Of the pages of the browser `pid` the busiest is meant. Only root may do
 * so: without, it is said once, and the slowed figures are too high. Four times slower is what it stays: pieces of 1.4
 * ms take 4.6 times as long first or not while the machine rests; with two others at work 4.6 times first, and else
 * 7.4, one in twenty 12 times.
 * A browser ranks its threads while it opens a page: to be called after that.
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
