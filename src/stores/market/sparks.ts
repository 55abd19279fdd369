// Hourly closes of every market's last 24 hours, for sparklines.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { read } from '../../api/read.ts';

/** Refresh interval in ms; hourly closes change once an hour. */
export const SPARK_EVERY_MS = 300_000;

const known = signal<ReadonlyMap<number, readonly number[]>>(new Map());
/** Closes by coinInfoId, oldest first; for drawing, never for money. */
export const sparks: ReadonlySignal<ReadonlyMap<number, readonly number[]>> = known;

let askedAt = -SPARK_EVERY_MS;

/**
 * Fetches closes older than five minutes. Errors of ticker calls are ignored (docs/specification.md 7): sparklines stay
 * as they are.
 */
export async function refreshSparks(): Promise<void> {
  const now = performance.now();
  if (now - askedAt < SPARK_EVERY_MS) return;
  askedAt = now;
  const answers = await Promise.allSettled([
    read('/coin/tickers', { spark: true }),
    read('/forex/tickers', { spark: true }),
  ]);
  const next = new Map(known.peek());
  for (const answer of answers) {
    if (answer.status === 'rejected') {
      askedAt = -SPARK_EVERY_MS;
      continue;
    }
    for (const { coinInfoId, spark } of answer.value.list) if (spark) next.set(coinInfoId, spark.map(Number));
  }
  known.value = next;
}
