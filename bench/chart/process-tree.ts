// What a process and all its children cost, from /proc: CPU time and proportional memory.
// NaN where there is no /proc.
import { readFileSync, readdirSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

interface Stat {
  parent: number;
  cpuMs: number;
}

function statOf(pid: number): Stat | null {
  try {
    // The name in brackets may hold spaces: fields are counted after it.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), cpuMs: ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}

/** Processes that may be looked at; none where there is no /proc. */
function allPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** `root` and everything it started. */
export function treePids(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const pid of allPids()) {
    const stat = statOf(pid);
    if (stat) children.set(stat.parent, [...(children.get(stat.parent) ?? []), pid]);
  }
  const found = [root];
  for (let at = 0; at < found.length; at += 1) found.push(...(children.get(found[at]!) ?? []));
  return found;
}

/** CPU time of processes so far, ms. */
export function cpuMs(pids: readonly number[]): number {
  return allPids().length === 0 ? NaN : pids.reduce((sum, pid) => sum + (statOf(pid)?.cpuMs ?? 0), 0);
}

/** Memory of a process with its part of what it shares, MiB. */
export function pssMiB(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? NaN) / 1024;
  } catch {
    // Not on every kernel, and not for every user.
    return NaN;
  }
}

/** The processes among `pids` that draw pages. */
export function renderers(pids: readonly number[]): number[] {
  return pids.filter((pid) => commandOf(pid).includes('--type=renderer'));
}

/** The first process with `text` on its command line; NaN when none shows it. */
export function processWith(text: string): number {
  return (
    allPids()
      .sort((a, b) => a - b)
      .find((each) => commandOf(each).includes(text)) ?? NaN
  );
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
