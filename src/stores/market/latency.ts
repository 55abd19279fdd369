// Latency of feed messages by stage, from the exchange to the paint, over the last frames.
import { LATENCY_FIELD as F } from '../../../core/worker-protocol/worker-protocol.ts';
import { onFrameLatency } from './frame-receiver.ts';

/** exchange: engine to publishing. wire: network. worker: worker to page. paint: until painted. total: their sum. */
export const STAGES = ['exchange', 'wire', 'worker', 'paint', 'total'] as const;
export type Stage = (typeof STAGES)[number];

/** Frames retained: two minutes of a busy page. */
const MAX_SAMPLES = 512;
/** Minimum interval between two measured frames, to limit the cost of measuring. */
const EVERY_MS = 250;

const rings = Object.fromEntries(STAGES.map((stage) => [stage, new Float64Array(MAX_SAMPLES)])) as Record<
  Stage,
  Float64Array
>;
const timesMs = new Float64Array(MAX_SAMPLES);
let frames = 0;
let measuredMs = -Infinity;
/** The frame being measured until it is painted; one at a time. */
const pending = { exchange: NaN, wire: NaN, worker: NaN, sentMs: NaN };

/** Latencies in ms of each retained frame's oldest message, unordered. */
export function latenciesOf(stage: Stage): readonly number[] {
  return [...rings[stage].subarray(0, Math.min(frames, MAX_SAMPLES))];
}

/** Latencies of a stage over time, oldest first: those of `latenciesOf`, and when each frame was painted (epoch ms). */
export function latencySeries(stage: Stage): readonly number[] {
  return oldestFirst(rings[stage]);
}
export function latencyTimes(): readonly number[] {
  return oldestFirst(timesMs);
}

function oldestFirst(ring: Float64Array): number[] {
  const known = Math.min(frames, MAX_SAMPLES);
  return Array.from({ length: known }, (_, at) => ring[(frames - known + at) % MAX_SAMPLES]!);
}

/** Starts measuring. Called once. */
export function startLatencyLog(): void {
  onFrameLatency((columns, at) => {
    if (
      !Number.isNaN(pending.sentMs) ||
      document.visibilityState !== 'visible' ||
      Number.isNaN(columns[at + F.wire] ?? NaN)
    )
      return;
    const nowMs = performance.now();
    if (nowMs - measuredMs < EVERY_MS) return;
    measuredMs = nowMs;
    pending.exchange = columns[at + F.exchange] ?? NaN;
    pending.wire = columns[at + F.wire] ?? NaN;
    pending.worker = columns[at + F.worker] ?? NaN;
    pending.sentMs = columns[at + F.sent] ?? NaN;
    requestAnimationFrame(awaitPaint);
  });
}

/** The browser paints between this callback and the next task. */
function awaitPaint(): void {
  setTimeout(recordSample, 0);
}

function recordSample(): void {
  const { exchange, wire, worker, sentMs } = pending;
  const paint = Math.max(0, Date.now() - sentMs);
  const row: Record<Stage, number> = { exchange, wire, worker, paint, total: exchange + wire + worker + paint };
  for (const stage of STAGES) rings[stage][frames % MAX_SAMPLES] = row[stage];
  timesMs[frames % MAX_SAMPLES] = Date.now();
  frames += 1;
  pending.sentMs = NaN;
}
