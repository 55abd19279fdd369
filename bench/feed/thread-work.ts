// Reads a Chromium trace of a page: work of the main thread per frame, and the load of its threads.
// All of it is the threads' own CPU time: time in which other processes used the core is not the
// page's work. On a CPU that the browser slows down this is not all true: the main thread is stopped
// every 200 us by a signal whose handler spins for three times (of four) as long as it ran by wall
// clock, at most 3 ms. That spinning is the slowdown, and counts; but where another process had the
// core meanwhile it spins for that too. Pieces of equal work of 0.4 ms then take 1.6 ms in the middle
// and 3.8 at p95 under a load of 8 on two cores: beside it is reported what four times the work at
// full CPU would be.
import { type TraceEvent, threadTimed } from '../chart/trace.ts';

/** Where the platform does not report thread times: no frames, and NaN. */
export interface ThreadWork {
  /** Main-thread work in ms of each frame that the page made, from one to the next, in time's order. */
  frameMs: number[];
  /** Tasks over 50 ms on the main thread. */
  longTasks: number;
  /** Share of the time, in percent. */
  mainPercent: number;
  workerPercent: number;
}

const UNKNOWN: ThreadWork = { frameMs: [], longTasks: NaN, mainPercent: NaN, workerPercent: NaN };

/**
 * Categories that hold all that is read, and no other: they weigh on the threads that are measured, with four events a
 * message instead of two.
 */
export const TRACED = ['-*', 'disabled-by-default-devtools.timeline', '__metadata'];
const LONG_TASK_US = 50_000;

/**
 * Of the renderer that runs a dedicated worker, or the one that runs most where none does. `seconds`: how long was
 * traced.
 */
export function threadWork(events: readonly TraceEvent[], seconds: number): ThreadWork {
  const named = (name: string): TraceEvent[] =>
    events.filter((event) => event.name === 'thread_name' && event.args?.name === name);
  const tasks = events.filter(({ name, ph }) => name === 'RunTask' && ph === 'X');
  const ofThread = ({ pid, tid }: TraceEvent): TraceEvent[] =>
    tasks.filter((task) => task.pid === pid && task.tid === tid);
  const busy = (list: readonly TraceEvent[]): number => list.reduce((sum, task) => sum + cpuUs(task), 0);
  const percent = (us: number): number => us / 1e4 / seconds;
  const main = named('CrRendererMain')
    .map((thread) => ({ thread, own: ofThread(thread) }))
    .sort((a, b) => busy(b.own) - busy(a.own))[0];
  if (!main || !threadTimed(tasks)) return UNKNOWN;
  const workers = named('DedicatedWorker thread').filter(({ pid }) => pid === main.thread.pid);
  const handedOn = events
    .filter(({ name, pid, tid }) => name === 'Commit' && pid === main.thread.pid && tid === main.thread.tid)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  return {
    frameMs: framesOf(main.own, handedOn),
    longTasks: main.own.filter((task) => cpuUs(task) > LONG_TASK_US).length,
    mainPercent: percent(busy(main.own)),
    workerPercent: percent(workers.reduce((sum, thread) => sum + busy(ofThread(thread)), 0)),
  };
}

function cpuUs({ tdur = 0 }: TraceEvent): number {
  return tdur;
}

/** All work since one frame was handed on until the next was: what its words cost, and drawing it. */
function framesOf(tasks: readonly TraceEvent[], handedOn: readonly number[]): number[] {
  const frames = handedOn.slice(1).map(() => 0);
  for (const task of tasks) {
    if (task.ts <= handedOn[0]!) continue;
    const frame = handedOn.findIndex((ts) => ts >= task.ts) - 1;
    if (frame >= 0) frames[frame]! += cpuUs(task) / 1_000;
  }
  return frames;
}
