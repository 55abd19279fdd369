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

/** Everything that runs script on the main thread. Nested ones are counted once. */
const SCRIPT = new Set(['FireAnimationFrame', 'RunMicrotasks', 'FunctionCall', 'EventDispatch', 'TimerFire']);

/** CPU ms in scripts on the thread that set the marks, between 'scene-from' and 'scene-to'. Throws when they are not there. */
export function jsCpuMs(events: TraceEvent[]): number {
  const from = events.find(({ name }) => name === 'scene-from');
  const to = events.find(({ name }) => name === 'scene-to');
  if (!from || !to) throw new Error('the trace has no marks');
  const own = events
    .filter(({ name, ph, pid, tid, ts }) => ph === 'X' && SCRIPT.has(name) && pid === from.pid && tid === from.tid && ts >= from.ts && ts <= to.ts)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  let sumUs = 0;
  let coveredTo = -Infinity;
  for (const { ts, dur = 0, tdur } of own) {
    if (ts < coveredTo) continue;
    coveredTo = ts + dur;
    if (tdur === undefined) throw new Error('the trace has no thread times');
    sumUs += tdur;
  }
  return sumUs / 1000;
}
