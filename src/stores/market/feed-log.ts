// Log of the feed's last ten minutes, one sample a second, for the status page.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { connection } from './connection.ts';

/** One second of the feed. Ages and latency in ms (null: unknown); messages and bytes since the page was loaded. */
export interface FeedSample {
  at: number;
  state: number;
  ageMs: number | null;
  latencyMs: number | null;
  messages: number;
  bytes: number;
  resyncs: number;
  malformed: number;
  /** Frames in this second; null while they are not counted. */
  fps: number | null;
  heapBytes: number | null;
  /**
   * Tasks of over 50 ms since the page was loaded, and the longest in ms; null where the browser does not report them.
   */
  longTasks: number | null;
  longestTaskMs: number | null;
}

const SAMPLE_MS = 1_000;
/** Ten minutes of samples. */
const MAX_SAMPLES = 600;

const samples: FeedSample[] = [];
const count = signal(0);
/** Incremented with every sample; readers of the log subscribe to it. */
export const feedLogVersion: ReadonlySignal<number> = count;

/** Oldest first. */
export function feedLog(): readonly FeedSample[] {
  return samples;
}

const tasks = { count: 0, longestMs: 0, supported: false };

function countLongTasks(): void {
  if (typeof PerformanceObserver === 'undefined' || !PerformanceObserver.supportedEntryTypes.includes('longtask'))
    return;
  tasks.supported = true;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      tasks.count += 1;
      tasks.longestMs = Math.max(tasks.longestMs, duration);
    }
  }).observe({ type: 'longtask', buffered: true });
}

/** Starts the log. Called once. */
export function startFeedLog(): void {
  countLongTasks();
  setInterval(() => {
    samples.push({ ...sampleNow(), fps: readFrameCount() });
    if (samples.length > MAX_SAMPLES) samples.shift();
    count.value += 1;
  }, SAMPLE_MS);
}

function sampleNow(): Omit<FeedSample, 'fps'> {
  const at = Date.now();
  const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
  // Available in some browsers only.
  const { memory } = performance as unknown as { memory?: { usedJSHeapSize: number } };
  return {
    at,
    state: connection.state.peek(),
    ageMs: known(at - connection.lastMessageMs.peek()),
    latencyMs: known(connection.latencyMs.peek()),
    messages: connection.messages.peek(),
    bytes: connection.bytes.peek(),
    resyncs: connection.resyncs.peek(),
    malformed: connection.malformed.peek(),
    heapBytes: memory?.usedJSHeapSize ?? null,
    longTasks: tasks.supported ? tasks.count : null,
    longestTaskMs: tasks.supported ? tasks.longestMs : null,
  };
}

/** Frames are counted only while observed: requesting every frame would keep an idle phone awake. */
let watchers = 0;
let frames = 0;
function readFrameCount(): number | null {
  const seen = frames;
  frames = 0;
  return watchers > 0 && document.visibilityState === 'visible' ? seen : null;
}

/** Counts frames until the returned function is called. */
export function countFrames(): () => void {
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

/** The smallest of `values` such that `share` (0 to 1) of them are at or below it; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? sorted[0] ?? NaN;
}

/** Growth of a counter per second over the last `seconds` samples; 0 with fewer than two. */
export function perSecond(log: readonly FeedSample[], name: 'messages' | 'bytes', seconds: number): number {
  const last = log.at(-1);
  const first = log.at(-1 - Math.min(seconds, log.length - 1));
  if (!last || !first || last.at === first.at) return 0;
  return ((last[name] - first[name]) * 1_000) / (last.at - first.at);
}
