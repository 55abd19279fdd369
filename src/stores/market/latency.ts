// Where words of the feed spend their time on their way to the screen: the last frames, stage by stage.
import { LATENCY_FIELD as F } from '../../../core/worker-protocol/worker-protocol.ts';
import { onFrameTimes } from './frame-receiver.ts';

/** In the exchange from its engine to publishing, on the way, in the worker, until painted; and all of it. */
export const STAGES = ['exchange', 'wire', 'worker', 'paint', 'total'] as const;
export type Stage = (typeof STAGES)[number];

/** Frames remembered: the last two minutes of a busy screen. */
const MAX_SAMPLES = 512;
/** Frames are measured no closer than this: measuring is work too. */
const EVERY_MS = 250;

const rings = Object.fromEntries(STAGES.map((stage) => [stage, new Float64Array(MAX_SAMPLES)])) as Record<
  Stage,
  Float64Array
>;
let frames = 0;
let measuredMs = -Infinity;
/** The frame that is on its way to being painted; one at a time is measured. */
const now = { exchange: NaN, wire: NaN, worker: NaN, sentMs: NaN };

/** The oldest word of each remembered frame, in ms; in no order. */
export function timesOf(stage: Stage): readonly number[] {
  return [...rings[stage].subarray(0, Math.min(frames, MAX_SAMPLES))];
}

/** Begins to measure. Called once. */
export function keepTimes(): void {
  onFrameTimes((columns, at) => {
    if (
      !Number.isNaN(now.sentMs) ||
      document.visibilityState !== 'visible' ||
      Number.isNaN(columns[at + F.wire] ?? NaN)
    )
      return;
    const nowMs = performance.now();
    if (nowMs - measuredMs < EVERY_MS) return;
    measuredMs = nowMs;
    now.exchange = columns[at + F.exchange] ?? NaN;
    now.wire = columns[at + F.wire] ?? NaN;
    now.worker = columns[at + F.worker] ?? NaN;
    now.sentMs = columns[at + F.sent] ?? NaN;
    requestAnimationFrame(awaitPaint);
  });
}

/** The browser paints between this callback and the next task. */
function awaitPaint(): void {
  setTimeout(note, 0);
}

function note(): void {
  const { exchange, wire, worker, sentMs } = now;
  const paint = Math.max(0, Date.now() - sentMs);
  const row: Record<Stage, number> = { exchange, wire, worker, paint, total: exchange + wire + worker + paint };
  for (const stage of STAGES) rings[stage][frames % MAX_SAMPLES] = row[stage];
  frames += 1;
  now.sentMs = NaN;
}
