// Reads a Chromium trace: the CPU time of the page's scripts between two marks.

/** Times in us; `tdur` is the thread's own. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** Share of the wall time of tasks that may be without a thread time: some that began before the trace did. */
const UNTIMED = 0.01;
/**
 * A task whose thread time rounds to 0 us has none in the trace; by the clock on the wall it may have begun in one
 * microsecond and ended in the next but one.
 */
const ROUNDED_US = 2;

/**
 * Whether thread CPU times are known. Not every platform has a per-thread clock; a count would also report that where
 * a page is idle and most tasks are tiny.
 */
export function threadTimed(tasks: readonly TraceEvent[]): boolean {
  const wallUs = (list: readonly TraceEvent[]): number => list.reduce((sum, { dur = 0 }) => sum + dur, 0);
  return wallUs(tasks.filter(({ dur = 0, tdur }) => tdur === undefined && dur > ROUNDED_US)) <= UNTIMED * wallUs(tasks);
}

/** Everything that runs script on the main thread. Nested ones are counted once. */
const SCRIPT = new Set(['FireAnimationFrame', 'RunMicrotasks', 'FunctionCall', 'EventDispatch', 'TimerFire']);

/**
 * CPU ms in scripts on the thread that set the marks, between 'scene-from' and 'scene-to'; NaN where the platform does
 * not report it. Throws when the marks are missing.
 */
export function jsCpuMs(events: TraceEvent[]): number {
  const from = events.find(({ name }) => name === 'scene-from');
  const to = events.find(({ name }) => name === 'scene-to');
  if (!from || !to) throw new Error('the trace has no marks');
  const own = events
    .filter(
      ({ name, ph, pid, tid, ts }) =>
        ph === 'X' && SCRIPT.has(name) && pid === from.pid && tid === from.tid && ts >= from.ts && ts <= to.ts,
    )
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  if (!threadTimed(own)) return NaN;
  let sumUs = 0;
  let coveredTo = -Infinity;
  for (const { ts, dur = 0, tdur = 0 } of own) {
    if (ts < coveredTo) continue;
    coveredTo = ts + dur;
    sumUs += tdur;
  }
  return sumUs / 1000;
}
