// The last ten minutes of the feed, one sample a second: what the status page shows and saves.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { link } from './connection.ts';

/** One second of the feed. Ages and latency in ms (null: not known); messages and bytes since the page began. */
export interface FeedSample {
  at: number;
  state: number;
  ageMs: number | null;
  latencyMs: number | null;
  messages: number;
  bytes: number;
  resyncs: number;
  malformed: number;
  /** Pictures in this second; null while nobody counts them. */
  fps: number | null;
  heapBytes: number | null;
  /** Tasks of over 50 ms since the page began, and the longest of them in ms; null where the browser does not tell. */
  longTasks: number | null;
  longestTaskMs: number | null;
}

const SAMPLE_MS = 1_000;
/** Ten minutes. */
const MOST = 600;

const samples: FeedSample[] = [];
const count = signal(0);
/** Grows with every sample: what reads the log looks again. */
export const feedLogged: ReadonlySignal<number> = count;

/** Oldest first. */
export function feedLog(): readonly FeedSample[] {
  return samples;
}

const tasks = { count: 0, longestMs: 0, told: false };

function countLongTasks(): void {
  if (typeof PerformanceObserver === 'undefined' || !PerformanceObserver.supportedEntryTypes.includes('longtask'))
    return;
  tasks.told = true;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      tasks.count += 1;
      tasks.longestMs = Math.max(tasks.longestMs, duration);
    }
  }).observe({ type: 'longtask', buffered: true });
}

/** Begins to keep it. Called once. */
export function keepFeedLog(): void {
  countLongTasks();
  setInterval(() => {
    samples.push({ ...sampleNow(), fps: takeFrames() });
    if (samples.length > MOST) samples.shift();
    count.value += 1;
  }, SAMPLE_MS);
}

function sampleNow(): Omit<FeedSample, 'fps'> {
  const at = Date.now();
  const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
  // Only some browsers tell.
  const { memory } = performance as unknown as { memory?: { usedJSHeapSize: number } };
  return {
    at,
    state: link.state.peek(),
    ageMs: known(at - link.lastMessageMs.peek()),
    latencyMs: known(link.latencyMs.peek()),
    messages: link.messages.peek(),
    bytes: link.bytes.peek(),
    resyncs: link.resyncs.peek(),
    malformed: link.malformed.peek(),
    heapBytes: memory?.usedJSHeapSize ?? null,
    longTasks: tasks.told ? tasks.count : null,
    longestTaskMs: tasks.told ? tasks.longestMs : null,
  };
}

/** Pictures are counted while somebody looks at the count: asking for each would keep an idle phone awake. */
let watchers = 0;
let frames = 0;
function takeFrames(): number | null {
  const seen = frames;
  frames = 0;
  return watchers > 0 && document.visibilityState === 'visible' ? seen : null;
}

/** Counts pictures until the returned function is called. */
export function watchFrames(): () => void {
  watchers += 1;
  let next = requestAnimationFrame(function again() {
    frames += 1;
    next = requestAnimationFrame(again);
  });
  return () => {
    watchers -= 1;
    cancelAnimationFrame(next);
  };
}

/** The smallest value under which a share (0 to 1) of `values` lies; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? sorted[0] ?? NaN;
}

/** How much a counter grew in the last `seconds` samples, per second; 0 before there are two. */
export function perSecond(log: readonly FeedSample[], name: 'messages' | 'bytes', seconds: number): number {
  const last = log.at(-1);
  const first = log.at(-1 - Math.min(seconds, log.length - 1));
  if (!last || !first || last.at === first.at) return 0;
  return ((last[name] - first[name]) * 1_000) / (last.at - first.at);
}
